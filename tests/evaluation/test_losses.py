"""Each cause of loss, made on purpose; what removing it brings back; and that causes always add up to what was lost."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from chunking_strategies import chunk_spec
from core.spans import Span, length
from core.types import Document, Evidence, Question, RetrievalSpec
from corpus.questions import Unplaced, parse_questions
from corpus.types import Corpus
from embedding.late import LateEncoder
from evaluation.causes import CAUSES
from evaluation.evidence import passages_of, recall, returned_by
from evaluation.judges import make_judge
from evaluation.loss_tables import LOSS_COLUMNS, cause_shares, nowhere_in_words, read_losses
from evaluation.losses import explain, losses_of
from evaluation.run import evaluate
from evaluation.scene import Scene, as_it_is
from retrieval.build import build
from retrieval.chunked import finished
from retrieval.collections import open_collection
from tests.evaluation.conftest import QUESTIONS
from tests.fakes import HashEncoder, hash_tools, result_of


class ShortSighted(HashEncoder):
    """Reads the first `max_pieces` words and nothing of the rest, as encoders do."""

    def _vector(self, text):
        return super()._vector(" ".join(text.split()[: self.spec.max_pieces - 2]))


@pytest.fixture
def opened(home):
    """Opens a collection of these texts, cut into chunks of so many characters; closed at the end."""
    collections = []

    def open_one(texts, size, *, overlap=0, strategy="fixed-size", encoder=None):
        encoder = encoder or HashEncoder(dimension=1024)
        documents = tuple(Document.from_text(text, name) for name, text in texts.items())
        values = {"chunk_size": size, "overlap": overlap, "unit": "chars"}
        corpus = Corpus("texts", documents, ())
        tools = hash_tools(encoder)
        name = result_of(build(corpus, chunk_spec(strategy, values), encoder, home, tools=tools)).collection
        collections.append(open_collection(name, home, encoder))
        return collections[-1], encoder

    yield open_one
    for collection in collections:
        collection.close()


def question(text, documents, *quotes):
    evidence = []
    for quote in quotes:
        name = next(name for name, whole in documents.items() if quote in whole)
        start = documents[name].index(quote)
        evidence.append(Evidence(name, start, start + len(quote), quote))
    return Question("q", text, tuple(evidence))


def causes(collection, encoder, asked, **spec):
    found = losses_of(asked, Scene(collection, encoder, RetrievalSpec(**spec)))
    return [(loss.cause, loss.characters) for loss in found], found


def paragraphs(**texts):
    return {f"{name}.txt": text for name, text in texts.items()}


def test_nothing_lost_has_no_cause(opened):
    texts = paragraphs(a="The gate opens at nine.", b="Tea is sold by weight.")
    collection, encoder = opened(texts, 200)
    assert causes(collection, encoder, question("When does the gate open?", texts, "opens at nine"), k=2)[0] == []


def test_ranked_low_says_the_rank(opened):
    texts = paragraphs(a="gate gate gate", b="gate gate hinge", c="gate hinge latch bolt")
    collection, encoder = opened(texts, 200)
    told, found = causes(collection, encoder, question("gate", texts, "latch bolt"), k=2)
    assert told == [("ranked low", len("latch bolt"))]
    assert (found[0].rank, found[0].note) == (3, "rank 3 of 3")
    assert causes(collection, encoder, question("gate", texts, "latch bolt"), k=3)[0] == []


def test_over_the_budget_is_within_the_first_k_and_ranked_low_below_them(opened):
    texts = paragraphs(a="gate gate gate", b="gate gate hinge", c="gate hinge latch bolt")
    collection, encoder = opened(texts, 200)
    asked = question("gate", texts, "latch bolt")
    assert causes(collection, encoder, asked, k=3, token_budget=6)[0] == [("budget", len("latch bolt"))]
    assert causes(collection, encoder, asked, k=2, token_budget=6)[0] == [("ranked low", len("latch bolt"))]


@pytest.mark.parametrize("mode", ["dense", "bm25"])
def test_cut_by_a_boundary_comes_back_when_the_chunks_are_joined(opened, mode):
    texts = {"a.txt": "violet lamp shines red. amber lamp", "b.txt": "violet box", "c.txt": "amber lamp tin"}
    collection, encoder = opened(texts, 23, strategy="sparse")
    cut = sorted(Span(chunk.start, chunk.end) for chunk in collection.chunks if chunk.document_id == "a.txt")
    assert len(cut) == 2  # the evidence lies across this cut
    asked = question("violet lamp shines", texts, "shines red. amber lamp")
    told, found = causes(collection, encoder, asked, mode=mode, k=1)
    assert told and {cause for cause, _ in told} == {"boundary"}
    assert sum(size for _, size in told) == found[-1].end - cut[0].end
    # Nothing is cut in a larger chunk: then it is found whole.
    whole, _ = opened(texts, 200, strategy="sparse", encoder=encoder)
    assert causes(whole, encoder, asked, mode=mode, k=1)[0] == []


def test_beyond_the_encoders_limit_comes_back_when_the_unread_part_is_read(opened):
    filler = "oak elm ash yew fir larch beech birch"
    texts = paragraphs(a=f"{filler} the vault code is seven", b="the vault", c="vault oak elm")
    encoder = ShortSighted(dimension=1024, max_pieces=10)
    collection, _ = opened(texts, 400, encoder=encoder)
    asked = question("the vault code is", texts, "code is seven")
    told, _ = causes(collection, encoder, asked, k=1)
    assert told == [("limit", len("code is seven"))]
    # BM25 reads all, and an encoder that does finds it.
    assert causes(collection, encoder, asked, mode="bm25", k=1)[0] == []
    far, seeing = opened(texts, 400, encoder=HashEncoder("far", dimension=1024, max_pieces=400))
    assert "limit" not in dict(causes(far, seeing, asked, k=1)[0])


def test_late_vectors_have_no_limit_and_joined_chunks_are_read_in_their_document(opened, home):
    filler = "oak elm ash yew fir larch beech birch"
    texts = paragraphs(a=f"{filler} the vault code is seven", b="the vault", c="vault oak elm")
    late = LateEncoder(ShortSighted(dimension=1024, max_pieces=10), home)
    collection, _ = opened(texts, 400, encoder=late)
    asked = question("the vault code is", texts, "code is seven")
    assert "limit" not in dict(causes(collection, late, asked, k=1)[0])
    cut = {"a.txt": "violet lamp shines red. amber lamp", "b.txt": "violet box", "c.txt": "amber lamp tin"}
    parted, _ = opened(cut, 23, strategy="sparse", encoder=late)
    lost = question("violet lamp shines", cut, "shines red. amber lamp")
    late.encoder.encoded.clear()
    assert {cause for cause, _ in causes(parted, late, lost, k=1)[0]} == {"boundary"}
    assert late.encoder.encoded == []  # the joined chunk's vector comes from the field


SAME = (
    "the pump of plant {} must be greased twice a year by the crew on duty and then tested under load for half an hour "
    "before the report about it is signed and sent to the office where it is kept with all others of that year"
)


def test_crowded_out_by_near_duplicates(opened):
    texts = paragraphs(
        a=SAME.format("one"), b=SAME.format("two"), c=SAME.format("six"), d="grease for the pump comes in red tins"
    )
    collection, encoder = opened(texts, 400)
    asked = question("pump must be greased by the crew", texts, "red tins")
    told, found = causes(collection, encoder, asked, k=2)
    assert told == [("duplicates", len("red tins"))]
    assert found[0].rank == 4


def test_a_near_duplicate_that_holds_the_evidence_is_not_what_is_removed(opened):
    texts = paragraphs(a=SAME.format("one one"), b=SAME.format("two"), c=SAME.format("six"))
    collection, encoder = opened(texts, 400)
    asked = question("plant one one pump two", texts, "plant six")
    told, _ = causes(collection, encoder, asked, k=2)
    assert told == [("duplicates", len("plant six"))]


def test_what_is_in_no_document_is_the_parsers(collection):
    missing = Unplaced("q9", "shop.txt", "Closed on Sundays.", "the quote 'Closed on Sundays.' is not in shop.txt")
    report = finished(explain(collection, None, [Question("q9", "Sundays?")], RetrievalSpec(mode="bm25"), [missing]))
    assert [(loss.cause, loss.characters, loss.start) for loss in report.losses] == [("parser", 18, None)]
    assert (report.evidence, report.characters, report.questions) == (0, 0, 1)
    assert (len(report.nowhere), report.nowhere_characters) == (1, 18)
    assert [row.share for row in cause_shares(report) if row.cause == "parser"] == [1.0]


def test_a_range_that_no_document_has_is_a_passage_of_unknown_length(collection):
    missing = Unplaced("q9", "shop.txt", "", "448 to 99999 is no range of the 90 characters of shop.txt")
    report = finished(explain(collection, None, [Question("q9", "Sundays?")], RetrievalSpec(mode="bm25"), [missing]))
    assert (report.nowhere_characters, nowhere_in_words(report)) == (0, "1 passage that is in no document")
    assert all(row.share is None for row in cause_shares(report))


def test_the_loss_report_and_recall_count_the_same_characters(collection, tmp_path):
    asked = [replace(QUESTIONS[1], text=QUESTIONS[0].text), QUESTIONS[3]]
    missing = [Unplaced(asked[0].id, "shop.txt", "Closed on Sundays.", "the quote is not in shop.txt")]
    spec = RetrievalSpec(mode="bm25", k=1)
    run = result_of(
        evaluate(collection, None, asked, spec, make_judge("gold"), None, tmp_path / "run", unplaced=missing)
    )
    report = read_losses(run.folder)
    sizes = [sum(piece.end - piece.start for piece in question.evidence) for question in asked]
    returned = sum(size * outcome.evidence.recall for size, outcome in zip(sizes, run.outcomes, strict=True))
    assert (report.evidence, report.evidence - report.characters) == (sum(sizes), pytest.approx(returned))
    assert sum(row.characters for row in cause_shares(report)) == report.characters + 18
    assert run.outcomes[0].reason.endswith("1 of 2 evidence passages was not found in the documents")
    assert "not found" not in run.outcomes[1].reason


def test_question_files_say_which_evidence_is_nowhere(collection):
    rows = (
        '{"id": "a", "question": "When?", "evidence": [{"document": "shop.txt", "quote": "Closed"}, {"document": "x"}]}'
    )
    found = parse_questions(rows, "q.jsonl", "jsonl", tuple(collection.documents.values()))
    assert [(one.question_id, one.document, one.quote) for one in found.unplaced] == [
        ("a", "shop.txt", "Closed"),
        ("a", "x", ""),
    ]


def test_causes_come_in_order_and_the_later_ones_are_named_as_well(opened):
    texts = {"a.txt": "violet lamp shines red. amber lamp", "b.txt": "violet violet violet", "c.txt": "amber lamp tin"}
    collection, encoder = opened(texts, 23, strategy="sparse")
    asked = question("violet lamp shines", texts, "shines red. amber lamp")
    _, found = causes(collection, encoder, asked, k=9, token_budget=10)
    assert [(loss.cause, loss.also) for loss in found if loss.characters > 1] == [("boundary", ("budget",))]


WORDS = ["gate", "hinge", "latch", "bolt", "lamp", "tin", "tea", "red", "amber", "violet", "oak", "elm"]


@pytest.mark.parametrize("mode", ["dense", "bm25", "hybrid", "rerank"])
@pytest.mark.parametrize("strategy", ["sparse", "sentence-window", "semantic-parent-child"])
def test_causes_add_up_to_what_recall_lacks(opened, mode, strategy):
    """On random texts: every lost character has one cause, and no range is told twice."""
    draw = random.Random(11)
    texts = {
        f"{name}.txt": " ".join(" ".join(draw.choices(WORDS, k=7)).capitalize() + "." for _ in range(12))
        for name in "abcd"
    }
    encoder = ShortSighted(dimension=256, max_pieces=12)
    collection, _ = opened(texts, 90, overlap=20, strategy=strategy, encoder=encoder)
    for number in range(12):
        pieces = []
        for _ in range(draw.randint(1, 2)):
            name = draw.choice(list(texts))
            start = draw.randrange(len(texts[name]) - 60)
            end = start + draw.randint(5, 60)
            pieces.append(Evidence(name, start, end, texts[name][start:end]))
        asked = Question(f"q{number}", " ".join(draw.choices(WORDS, k=4)), tuple(pieces))
        spec = RetrievalSpec(mode=mode, k=draw.randint(1, 4), token_budget=draw.choice([None, 20, 60]))
        scene = Scene(collection, encoder, spec)
        losses = losses_of(asked, scene)
        returned = returned_by(as_it_is(asked, scene).hits)
        wanted = passages_of(pieces)
        size = sum(length([p.span for p in wanted if p.document_id == name]) for name in texts)
        lost = size * (1 - recall(wanted, returned))
        assert sum(loss.characters for loss in losses) == pytest.approx(lost, abs=1e-6)
        assert {loss.cause for loss in losses} <= set(CAUSES)
        for name in texts:
            spans = [Span(loss.start, loss.end) for loss in losses if loss.document == name]
            assert length(spans) == sum(span.length for span in spans)


def test_shares_sum_to_one_and_survive_the_disk(collection, tmp_path):
    spec = RetrievalSpec(mode="bm25", k=1)
    asked = [*QUESTIONS, replace(QUESTIONS[0], id="none", text="xylophone")]
    missing = [Unplaced("q5", "mars.txt", "dusty", "document 'mars.txt' is not in this corpus")]
    run = result_of(
        evaluate(collection, None, asked, spec, make_judge("gold"), None, tmp_path / "run", unplaced=missing)
    )
    report = read_losses(run.folder)
    assert sum(row.share for row in cause_shares(report)) == pytest.approx(1)
    assert [row.cause for row in cause_shares(report)] == list(CAUSES)
    assert [loss.characters for loss in report.losses if loss.cause == "parser"] == [5]
    unmatched = next(loss for loss in report.losses if loss.question_id == "none")
    assert (unmatched.cause, unmatched.rank) == ("ranked low", None)
    assert unmatched.note == "no chunk that holds it shares a word with the question"
    header = (run.folder / "losses.csv").read_text(encoding="utf-8").splitlines()[0]
    assert header == ",".join(LOSS_COLUMNS)


def test_a_finished_run_is_not_explained_again(collection, tmp_path, monkeypatch):
    def run():
        return result_of(
            evaluate(
                collection, None, QUESTIONS, RetrievalSpec(mode="bm25"), make_judge("gold"), None, tmp_path / "run"
            )
        )

    run()
    monkeypatch.setattr("evaluation.run.explain", lambda *_: pytest.fail("explained again"))
    run()


def test_losses_can_be_left_out(collection, tmp_path):
    work = evaluate(
        collection,
        None,
        QUESTIONS,
        RetrievalSpec(mode="bm25"),
        make_judge("gold"),
        None,
        tmp_path / "run",
        losses=False,
    )
    assert read_losses(result_of(work).folder) is None


def test_one_question_that_cannot_be_explained_does_not_end_the_others(opened):
    texts = paragraphs(a="gate gate gate", b="gate gate hinge", c="gate hinge latch bolt")
    collection, encoder = opened(texts, 200)
    good = question("gate", texts, "latch bolt")
    bad = replace(good, id="bad", text=" ")
    report = finished(explain(collection, encoder, [bad, good], RetrievalSpec(k=2)))
    assert [name for name, _ in report.failed] == ["bad"]
    assert (report.characters, report.evidence) == (len("latch bolt"), len("latch bolt"))


def test_vectors_of_counterfactuals_have_the_scores_that_a_build_would_give(opened):
    """The joined chunk's similarity is that of the same text in a collection of its own."""
    texts = {"a.txt": "violet lamp shines red. amber lamp", "b.txt": "violet lamp"}
    collection, encoder = opened(texts, 200)
    query, text = encoder.encode_queries(["violet"])[0], encoder.encode_documents([texts["a.txt"]])[0]
    chunk = next(chunk for chunk in collection.chunks if chunk.document_id == "a.txt")
    assert dict(collection.vectors.rank(query))[chunk.id] == pytest.approx(float(np.dot(query, text)), abs=1e-6)
