"""A curve agrees with search at each of its budgets, for every retriever; its area, its tokens, its files."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict, replace

import pytest

from chunking_strategies import chunk_spec
from core.types import Document, Evidence, Question, RetrievalSpec
from corpus.types import Corpus
from evaluation.copies import where_returned
from evaluation.curve_summary import BUDGET_COLUMNS, CURVE_COLUMNS, budget_means, tokens_to_90
from evaluation.curves import BUDGETS, DEPTHS, Ground, curve_from_json, curve_of, tokens_to
from evaluation.evidence import evidence_scores, returnable
from evaluation.judges import make_judge
from evaluation.outcomes import Outcome, outcome_from_json, outcome_to_json
from evaluation.run import evaluate
from retrieval.build import build
from retrieval.collections import open_collection
from retrieval.search import ranked, search
from retrieval.walk import Walk
from tests.evaluation.conftest import QUESTIONS
from tests.fakes import HashEncoder, hash_tools, result_of

ANIMALS = ("Foxes", "Herons", "Moles", "Otters", "Wrens", "Bats")
SENTENCES = [
    f"{animal} number {n} sleep in the {place} at night."
    for n in range(8)
    for animal in ANIMALS
    for place in ("barn", "reeds")
]
TEXT = "\n\n".join(" ".join(SENTENCES[at : at + 6]) for at in range(0, len(SENTENCES), 6))
COPY = "\n\n".join(" ".join(SENTENCES[at : at + 6]) for at in range(0, 24, 6))
DOCUMENTS = (Document.from_text(TEXT, "animals.txt"), Document.from_text(COPY, "copy.txt"))


def quoted(quote):
    start = TEXT.index(quote)
    return Evidence("animals.txt", start, start + len(quote), quote)


ASKED = [
    Question(
        "near",
        "Where do Otters number 3 sleep in the reeds?",
        (quoted("Otters number 3 sleep in the reeds at night."),),
    ),
    Question(
        "two", "Moles number 1 and Bats number 7", (quoted("Moles number 1 sleep"), quoted("Bats number 7 sleep"))
    ),
]


@pytest.fixture(scope="module", params=["fixed-size", "sentence-window", "semantic-parent-child"])
def large(request, tmp_path_factory):
    encoder, home = HashEncoder(), tmp_path_factory.mktemp("home")
    sizes = {"chunk_size": 40, "overlap": 8}
    spec = chunk_spec(request.param, sizes if request.param != "sentence-window" else {"chunk_size": 120, "overlap": 0})
    name = result_of(build(Corpus("animals", DOCUMENTS, ()), spec, encoder, home, tools=hash_tools(encoder))).collection
    with_collection = open_collection(name, home, encoder)
    yield with_collection, encoder
    with_collection.close()


def curve(collection, encoder, question, spec):
    ground = Ground(collection.by_id, collection.documents, returnable(collection.chunks, expand=spec.expand))
    ranking = list(ranked(collection, encoder, question.text, spec))
    return curve_of(question.evidence, Walk(ranking, ground.chunks, ground.documents, spec), ground), ground


@pytest.mark.parametrize("mode", ["dense", "bm25", "hybrid", "rerank"])
@pytest.mark.parametrize("given", [{}, {"document_share": 0.5}, {"expand": False}])
def test_a_curve_is_what_search_returns_at_each_budget_and_k(large, mode, given):
    collection, encoder = large
    for question in ASKED:
        spec = RetrievalSpec(mode=mode, **given)
        found, ground = curve(collection, encoder, question, spec)
        assert [(point.by, point.limit) for point in found.points] == [
            *(("tokens", budget) for budget in BUDGETS),
            *(("k", depth) for depth in DEPTHS),
        ]
        for point in found.points:
            limit = {"token_budget": point.limit} if point.by == "tokens" else {"k": point.limit}
            hits = search(collection, encoder, question.text, replace(spec, **limit))
            placed = where_returned(question.evidence, hits, ground.returnable, ground.documents)
            scores = asdict(evidence_scores(question.evidence, hits, ground.returnable, placed))
            assert point.hits == len(hits)
            assert {name: getattr(point, name) for name in ("recall", "precision", "iou", "hit", "mrr", "ndcg")} == {
                name: scores[name] for name in ("recall", "precision", "iou", "hit", "mrr", "ndcg")
            }


@pytest.mark.parametrize("mode", ["dense", "bm25"])
def test_tokens_to_90_is_the_least_budget_with_which_search_finds_it(large, mode):
    collection, encoder = large
    for question in ASKED:
        found, ground = curve(collection, encoder, question, RetrievalSpec(mode=mode))

        def recall(budget, question=question, ground=ground):
            hits = search(collection, encoder, question.text, RetrievalSpec(mode=mode, token_budget=budget))
            placed = where_returned(question.evidence, hits, ground.returnable, ground.documents)
            return evidence_scores(question.evidence, hits, ground.returnable, placed).recall

        assert recall(found.tokens_to_90) >= 0.9 > recall(found.tokens_to_90 - 1)


def test_no_question_is_encoded_more_than_once(large):
    collection, encoder = large
    asked = []
    encode = encoder.encode_queries
    encoder.encode_queries = lambda texts: asked.extend(texts) or encode(texts)
    try:
        curve(collection, encoder, replace(ASKED[0], text="How do Bats number 2 sleep?"), RetrievalSpec())
    finally:
        encoder.encode_queries = encode
    assert asked == ["How do Bats number 2 sleep?"]


def test_tokens_to_90_has_no_number_where_no_budget_reaches_it():
    assert tokens_to([(128, 0.0), (256, 0.89)], lambda budget: 0.0) is None
    assert tokens_to([(128, 0.0), (256, 1.0)], lambda budget: float(budget >= 200)) == 200
    assert tokens_to([(128, 1.0)], lambda budget: 1.0) == 1


def test_r03_a_point_says_how_many_passages_it_rests_on_where_k_is_larger_than_what_is_found(collection):
    found = curve(collection, None, QUESTIONS[0], RetrievalSpec(mode="bm25"))[0]
    (last,) = [point for point in found.points if (point.by, point.limit) == ("k", 20)]
    assert last.hits == len(search(collection, None, QUESTIONS[0].text, RetrievalSpec(mode="bm25", k=20))) < 20


def test_e20_a_chunk_that_holds_everything_is_paid_for_in_tokens(large):
    """At a small budget large chunks return less; what they cost is beside their recall at every budget."""
    collection, encoder = large
    for point in curve(collection, encoder, ASKED[0], RetrievalSpec())[0].points:
        assert point.by == "k" or point.tokens <= point.limit
        assert (point.precision is None) == (point.hits == 0)


def test_a_question_without_evidence_has_no_curve(collection):
    assert curve(collection, None, QUESTIONS[-1], RetrievalSpec(mode="bm25"))[0] is None


def test_a_bm25_search_without_any_match_has_a_curve_of_zeros_and_a_reason(collection):
    question = replace(QUESTIONS[0], text="xylophone")
    found = curve(collection, None, question, RetrievalSpec(mode="bm25"))[0]
    assert (found.recall_area, found.tokens_to_90, found.recall_2048) == (0.0, None, 0.0)
    assert found.reason == "8,192 tokens hold 0% of the evidence"
    assert found.points[0].precision is None


def test_a_run_keeps_its_curves_and_writes_them(collection, tmp_path):
    spec = RetrievalSpec(mode="bm25", k=1)
    run = result_of(evaluate(collection, None, QUESTIONS, spec, make_judge("gold"), None, tmp_path / "run"))
    with (tmp_path / "run" / "curves.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == CURVE_COLUMNS
    assert len(rows) == 4 * (len(BUDGETS) + len(DEPTHS))  # the fifth question has no evidence
    with (tmp_path / "run" / "budgets.csv").open(encoding="utf-8", newline="") as file:
        means = list(csv.DictReader(file))
    assert tuple(means[0]) == BUDGET_COLUMNS
    whole = [row for row in means if (row["by"], row["limit"], row["metric"]) == ("tokens", "8192", "recall")]
    assert [(row["mean"], row["n"], row["missing"]) for row in whole] == [("1.0", "4", "1")]
    assert run.record["evidence_curve"]["headline"]["mean"] == run.outcomes[0].score("evidence_recall_2048") == 1.0
    again = outcome_from_json(json.loads(json.dumps(outcome_to_json(run.outcomes[0]))))
    assert again.curve == run.outcomes[0].curve == curve_from_json(asdict(again.curve))


def test_an_outcome_of_an_older_run_has_no_curve(collection, tmp_path):
    spec = RetrievalSpec(mode="bm25")
    run = result_of(evaluate(collection, None, QUESTIONS[:1], spec, make_judge("gold"), None, tmp_path / "run"))
    line = outcome_to_json(run.outcomes[0])
    del line["curve"]
    old = outcome_from_json(json.loads(json.dumps(line)))
    assert old.curve is None and old.score("evidence_recall_2048") is None
    assert budget_means([old]) == []


def test_the_median_counts_questions_that_never_reach_it_as_beyond_all_others(collection):
    ground_curve = curve(collection, None, QUESTIONS[0], RetrievalSpec(mode="bm25"))[0]

    def outcomes(*tokens):
        return [
            Outcome(str(row), "", "measured", curve=replace(ground_curve, tokens_to_90=one))
            for row, one in enumerate(tokens)
        ]

    assert tokens_to_90(outcomes(300, 100, None)).median == 300
    never = tokens_to_90(outcomes(300, None))
    assert (never.median, never.reached, never.n) == (None, 1, 2)
    assert never.reason == "1 of 2 questions never reaches it within 8,192 tokens"
    assert tokens_to_90(outcomes(None)).reason == "the one question never reaches it within 8,192 tokens"
    assert tokens_to_90(outcomes(None, None, 9)).reason == "2 of 3 questions never reach it within 8,192 tokens"
    assert tokens_to_90([]).reason == "no question has annotated evidence"
