"""Each check of the ruler holds for the product's metrics, and goes red for a metric that is wrong in its way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.spans import Span
from core.types import Evidence, Question, RetrievalSpec
from evaluation.evidence import EvidenceScores, Passage, returned_scores
from evaluation.judges import make_judge
from evaluation.outcomes import Found, Outcome
from evaluation.reordered import reordered
from evaluation.ruler import LABELS, cases_of, in_one_line, ruler_of, same_n_for_all, verify
from evaluation.ruler_checks import CHECKS, Measured
from evaluation.run import evaluate
from tests.evaluation.conftest import QUESTIONS
from tests.fakes import result_of

CASE = Measured(
    "q",
    (Passage("d", Span(0, 10)), Passage("e", Span(20, 60))),
    (Passage("d", Span(4, 30)), Passage("x", Span(0, 9)), Passage("e", Span(0, 40)), Passage("d", Span(0, 8))),
)


def lengths_added(evidence, returned):
    """Overlaps count twice, in what was returned and in what was found."""
    scores = returned_scores(evidence, returned)
    common = sum(
        max(0, min(one.span.end, other.span.end) - max(one.span.start, other.span.start))
        for one in returned
        for other in evidence
        if one.document_id == other.document_id
    )
    size = sum(passage.span.length for passage in returned)
    return replace(scores, precision=common / size if size else None)


def whole_or_nothing(evidence, returned):
    """Evidence counts only where one hit holds it whole, as in the tools where split evidence scores 0."""
    held = [
        one
        for one in evidence
        if any(
            o.document_id == one.document_id and o.span.start <= one.span.start and o.span.end >= one.span.end
            for o in returned
        )
    ]
    return replace(returned_scores(evidence, returned), recall=len(held) / len(evidence))


def by_place(evidence, returned):
    """Only the document that comes first counts."""
    return returned_scores([one for one in evidence if one.document_id == evidence[0].document_id], returned)


def gain_again(evidence, returned):
    """A hit that comes again gains again."""
    scores = returned_scores(evidence, returned)
    return replace(scores, ndcg=min(1.0, scores.ndcg * (1 + 0.1 * (len(returned) - len(set(returned))))))


def punished(evidence, returned):
    """Recall falls with every hit."""
    scores = returned_scores(evidence, returned)
    return replace(scores, recall=scores.recall / max(1, len(returned)))


def too_large(evidence, returned):
    """An ideal that can be beaten, as nDCG above 1 in other tools."""
    scores = returned_scores(evidence, returned)
    return replace(scores, ndcg=scores.ndcg * 5)


def half(evidence, returned):
    """Nothing reaches 1."""
    scores = returned_scores(evidence, returned)
    return replace(scores, recall=scores.recall / 2, iou=scores.iou / 2)


BROKEN = {
    "range": too_large,
    "overlap": lengths_added,
    "split": whole_or_nothing,
    "shuffle": by_place,
    "copies": gain_again,
    "more hits": punished,
    "perfect": half,
}


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_holds_for_the_metrics_and_goes_red_for_a_broken_one(name):
    assert CHECKS[name].broken(CASE, returned_scores) == ""
    assert CHECKS[name].broken(CASE, BROKEN[name])


def test_every_check_has_a_metric_that_breaks_it():
    assert set(BROKEN) == set(CHECKS) == set(LABELS) - {"same n"}


SPANS = st.tuples(st.integers(0, 40), st.integers(1, 15)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))
PASSAGES = st.builds(Passage, st.sampled_from("de"), SPANS)


@settings(deadline=None, max_examples=100)
@given(st.lists(PASSAGES, min_size=1, max_size=4), st.lists(PASSAGES, max_size=6))
def test_all_checks_hold_for_any_passages(evidence, returned):
    case = Measured("q", tuple(evidence), tuple(returned))
    assert {name: told for name, check in CHECKS.items() if (told := check.broken(case, returned_scores))} == {}


def outcome(name, **given):
    scores = EvidenceScores(1.0, 0.5, 0.5, 0.5, True, 1.0, 1.0, 0.0)
    found = (Found(1, "c", "d", 0, 10, 0, 20, 1.0, "BM25"),)
    return Outcome(name, "?", **({"status": "measured", "evidence": scores, "found": found} | given))


def question(name):
    return Question(name, "?", (Evidence("d", 0, 10, ""),))


def verdicts(findings):
    return {finding.check: finding.verdict for finding in findings}


def test_a_search_that_depends_on_the_order_of_documents_is_red():
    again = {"a": [Passage("x", Span(0, 20))]}
    found = {finding.check: finding for finding in verify([question("a")], [outcome("a")], again)}
    assert found["shuffle"].verdict == "broken"
    assert (found["shuffle"].question_id, found["overlap"].verdict) == ("a", "holds")


def test_a_score_outside_its_range_is_red_whoever_made_it():
    bad = replace(outcome("b"), context_tokens=-1)
    findings = verify([question("a"), question("b")], [outcome("a"), bad])
    assert verdicts(findings)["range"] == "broken"
    assert "question b: context_tokens is -1" in in_one_line(findings)


@pytest.mark.parametrize(
    "outcomes",
    [[outcome("a")], [outcome("a"), outcome("b", evidence=None)]],
    ids=["dropped", "not measured"],
)
def test_a_question_that_is_dropped_is_red(outcomes):
    finding = verify([question("a"), question("b")], outcomes)[0]
    assert (finding.check, finding.verdict, finding.question_id) == ("same n", "broken", "b")


def test_a_failed_question_is_counted_as_failed_not_as_dropped():
    failed = outcome("b", evidence=None, found=(), status="failed")
    assert verify([question("a"), question("b")], [outcome("a"), failed])[0].verdict == "holds"


def test_without_evidence_nothing_can_be_checked():
    findings = verify([Question("a", "?")], [outcome("a", evidence=None)])
    assert set(verdicts(findings).values()) == {"cannot be checked"}
    assert in_one_line(findings).startswith("ruler: 0 of 8 checks hold; 8 cannot be checked (no question has")


def test_a_failing_score_outside_the_range_is_told_even_without_evidence():
    findings = verify([Question("a", "?")], [replace(outcome("a", evidence=None), context_tokens=-1)])
    assert verdicts(findings)["range"] == "broken"


def test_the_same_questions_in_every_run(collection, tmp_path):
    def run(name, questions):
        spec = RetrievalSpec(mode="bm25", k=1)
        return result_of(evaluate(collection, None, questions, spec, make_judge("gold"), None, tmp_path / name))

    whole, again, part = run("whole", QUESTIONS), run("again", QUESTIONS), run("part", QUESTIONS[1:])
    assert (same_n_for_all([whole, again]).verdict, same_n_for_all([whole, again]).questions) == ("holds", 4)
    broken = same_n_for_all([whole, part])
    assert (broken.verdict, broken.question_id) == ("broken", "q1")
    assert broken.reason == "not measured in part; 3 of 4 questions are in every run"
    assert same_n_for_all([whole, part], "adherence").verdict == "cannot be checked"


@pytest.mark.parametrize("mode", ["dense", "bm25", "hybrid", "rerank"])
def test_a_run_checks_its_ruler_and_keeps_what_it_found(collection, hash_encoder, tmp_path, mode):
    spec = RetrievalSpec(mode=mode, k=2)
    run = result_of(evaluate(collection, hash_encoder, QUESTIONS, spec, make_judge("gold"), None, tmp_path / "run"))
    assert in_one_line(ruler_of(run)) == "ruler: 8 of 8 checks hold"
    again = reordered(collection, hash_encoder, QUESTIONS[:4], spec)
    assert len(again) == 3
    assert all(case.again in (None, case.returned) for case in cases_of(QUESTIONS, run.outcomes, again))
