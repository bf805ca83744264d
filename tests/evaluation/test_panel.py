"""The judge panel: measures by hand, and a judge beside labels, a constant and the published judges."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.types import Judgement, Support
from corpus.ragbench_records import RagbenchRecord
from evaluation.agreement import SentencePair, auroc, calibration, calibration_error, f1, rmse, sentence_auroc
from evaluation.label_panel import disputes, label_panel
from evaluation.outcomes import Outcome
from evaluation.panel import CALIBRATION_COLUMNS, PANEL_COLUMNS, calibration_csv, panel_csv
from evaluation.record_panel import record_panel

RECORD = RagbenchRecord(
    id="1",
    question="When does it open?",
    documents=("It opens at 9. It is red.", "Tea is sold. Ann owns it."),
    response="At 9. It is old.",
    documents_sentences=(
        (("0a", "It opens at 9."), ("0b", "It is red.")),
        (("1a", "Tea is sold."), ("1b", "Ann owns it.")),
    ),
    response_sentences=(("a", "At 9."), ("b", "It is old.")),
    unsupported_response_sentence_keys=("b",),
    all_relevant_sentence_keys=("0a", "0b"),
    all_utilized_sentence_keys=("0a",),
    gpt3_context_relevance=1.0,
    gpt3_adherence=0.0,
)
SUPPORTED = replace(
    RECORD, id="2", unsupported_response_sentence_keys=(), all_relevant_sentence_keys=("1a",), gpt3_adherence=1.0
)


def judgement(relevant, supported, probabilities=None):
    support = {key: Support((), value) for key, value in zip("ab", supported, strict=True)}
    scores = {"relevance": len(relevant) / 4, "utilization": 0.25, "completeness": None, "adherence": all(supported)}
    return Judgement(
        "t", "measured", "", relevant, ("0a",), support, scores, probabilities={"relevant": probabilities or {}}
    )


JUDGED = [judgement(("0a", "1a"), (True, False), {"0a": 0.9, "0b": 0.1}), judgement(("1a",), (True, True))]
FAILED = Judgement("t", "failed", "no reply")


def figures(panel):
    return {(row.judge, row.metric, row.measure): row.found for row in panel.rows}


def test_figures_by_hand():
    found = figures(record_panel("mine", [RECORD, SUPPORTED], JUDGED))
    # Labels: relevance 0.5 and 0.25; the judge says the same, a constant says 0.375 twice.
    assert found["mine", "relevance", "rmse"].value == 0.0
    assert found["constant", "relevance", "rmse"].value == pytest.approx(0.125)
    assert found["gpt-3.5 (published)", "relevance", "rmse"].value == pytest.approx(((0.5**2 + 0.75**2) / 2) ** 0.5)
    assert found["mine", "completeness", "rmse"].value is None
    assert found["mine", "completeness", "rmse"].reason == "no record has both scores"
    assert found["mine", "hallucination", "auroc"].value == 1.0
    assert found["gpt-3.5 (published)", "hallucination", "auroc"].value == 1.0
    assert found["constant", "hallucination", "auroc"].value == 0.5
    # Relevant sentences: 0a and 1a right; 1a of the first wrong, 0b missed.
    assert found["mine", "relevant", "f1"].value == pytest.approx(2 * 2 / (2 * 2 + 2))
    assert found["constant", "relevant", "f1"].value == pytest.approx(2 * 3 / (2 * 3 + 5))
    assert found["mine", "supported", "f1"].value == 1.0
    # Sentence b of the first record is not; a judge that always says so is right once in four.
    assert found["mine", "unsupported", "f1"].value == 1.0
    assert found["constant", "unsupported", "f1"].value == pytest.approx(2 / (2 + 3))
    assert not any(judge.startswith("ragas") for judge, _, _ in found)


def test_calibration_by_hand():
    panel = record_panel("mine", [RECORD, SUPPORTED], JUDGED)
    low, high = panel.calibration["relevant"]
    assert (low.low, low.high, low.n, low.predicted, low.labeled) == (0.1, 0.2, 1, 0.1, 1.0)
    assert (high.n, high.predicted, high.labeled) == (1, 0.9, 1.0)
    assert figures(panel)["mine", "relevant", "calibration error"].value == pytest.approx((0.9 + 0.1) / 2)


def test_a_failed_record_is_left_out_of_every_figure_not_counted_as_wrong():
    found = figures(record_panel("mine", [RECORD, SUPPORTED], [JUDGED[0], FAILED]))
    assert found["mine", "relevance", "rmse"].n == 1
    assert found["constant", "relevance", "rmse"].n == 2
    assert found["mine", "supported", "f1"].value == 1.0
    assert found["mine", "hallucination", "auroc"].reason == "every record has the same label"


def test_a_constant_rests_on_the_records_that_have_a_label():
    bare = replace(RECORD, id="3", unsupported_response_sentence_keys=None, adherence_score=None)
    found = figures(record_panel("mine", [bare], JUDGED[:1]))
    mine, constant = (found[judge, "hallucination", "auroc"] for judge in ("mine", "constant"))
    assert (constant.value, constant.n, constant.reason) == (None, 0, "no record has both scores")
    assert constant == mine
    same = figures(record_panel("mine", [RECORD, bare], [JUDGED[0], JUDGED[0]]))
    assert (same["constant", "hallucination", "auroc"].value, same["constant", "hallucination", "auroc"].n) == (None, 1)


def test_labels_of_a_person():
    outcome = Outcome("q1", "?", "measured", context=dict.fromkeys(("0a", "0b"), "x"), judgement=JUDGED[0])
    labels = {("q1", "0a", "relevant"): True, ("q1", "0b", "relevant"): None, ("q9", "0a", "relevant"): False}
    found = figures(label_panel("mine", [outcome], labels, enough=1))
    assert found["mine", "relevant", "f1"].value == 1.0 and found["mine", "relevant", "f1"].n == 1
    assert not any(metric == "supported" for _, metric, _ in found)
    # No question is labeled whole, so nothing can be said of its score.
    assert found["mine", "relevance", "rmse"].reason == "10 questions labeled whole are needed, there are 0"


def test_too_few_labels_give_no_figure_but_the_number_that_lacks():
    outcome = Outcome("q1", "?", "measured", context={"0a": "x"}, judgement=JUDGED[0])
    panel = label_panel("mine", [outcome], {("q1", "0a", "relevant"): True})
    found = figures(panel)
    assert found["mine", "relevant", "f1"].value is None and not panel.calibration
    assert found["mine", "relevant", "f1"].reason == "25 labels are needed, there is 1"
    assert found["mine", "relevance", "rmse"].reason == "10 questions labeled whole are needed, there is 1"


def test_questions_labeled_whole_give_an_error_of_their_score():
    context, answer = dict.fromkeys(("0a", "0b", "1a", "1b"), "x"), dict.fromkeys("ab", "y")
    verdicts = [replace(one, scores={**one.scores, "adherence_share": 0.5}, probabilities={}) for one in JUDGED]
    outcomes = [
        Outcome(f"q{n}", "?", "measured", context=context, response=answer, judgement=verdict)
        for n, verdict in enumerate(verdicts)
    ]
    # The judge says 0.5 and 0.25 relevant, the labels 0.25 and 0.25; of the answers, that the first is unsupported.
    labels = {(f"q{n}", key, "relevant"): key == "1a" for n in (0, 1) for key in context}
    labels |= {(f"q{n}", key, "supported"): (n, key) != (0, "b") for n in (0, 1) for key in answer}
    found = figures(label_panel("mine", outcomes, labels, enough=1, enough_questions=2))
    assert found["mine", "relevance", "rmse"].value == pytest.approx((0.25**2 / 2) ** 0.5)
    assert found["constant", "relevance", "rmse"].value == 0.0 and found["mine", "relevance", "rmse"].n == 2
    assert found["mine", "hallucination", "auroc"].value == 1.0
    assert found["constant", "hallucination", "auroc"].value == found["constant", "relevant", "auroc"].value == 0.5
    (dispute,) = disputes(outcomes, labels)
    assert (dispute.question_id, dispute.key, dispute.kind, dispute.label) == ("q0", "0a", "relevant", False)


def test_the_files_have_their_columns():
    panel = record_panel("mine", [RECORD, SUPPORTED], JUDGED)
    for written, columns in ((panel_csv(panel), PANEL_COLUMNS), (calibration_csv(panel), CALIBRATION_COLUMNS)):
        rows = list(csv.DictReader(io.StringIO(written.decode())))
        assert tuple(rows[0]) == columns


def test_auroc_counts_ties_half():
    assert auroc([0.9, 0.5, 0.5, 0.1], [True, True, False, False]).value == pytest.approx(3.5 / 4)
    pairs = [SentencePair("r", label, True, p) for p, label in ((0.9, True), (0.5, True), (0.5, False), (0.1, False))]
    assert sentence_auroc(pairs).value == pytest.approx(3.5 / 4)
    assert sentence_auroc(pairs[:2]).reason == "every sentence has the same label"


pairs = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30)


@settings(deadline=None, max_examples=8)
@given(pairs)
def test_measures_stay_in_range_and_within_their_intervals(drawn):
    scores, labels = zip(*drawn, strict=True)
    sentences = [SentencePair(str(n // 3), label, score > 0.5, score) for n, (score, label) in enumerate(drawn)]
    by_sentence = sentence_auroc(sentences)
    for found in (auroc(scores, labels), by_sentence, f1(sentences), rmse(scores, [float(label) for label in labels])):
        assert found.value is None or 0 <= found.value <= 1
        assert (found.value is None) <= bool(found.reason)
    bins = calibration(sentences)
    assert sum(one.n for one in bins) == len(drawn)
    assert 0 <= calibration_error(bins) <= 1


@pytest.mark.slow
def test_stored_labels_agree_with_themselves(shared):
    from corpus.ragbench_records import read_records
    from evaluation.judges.stored import stored_judgement

    (path,) = (shared / "data" / "ragbench" / "covidqa").glob("validation*")
    records = list(read_records(path))
    found = figures(record_panel("stored", records, [stored_judgement(record) for record in records]))
    assert found["stored", "relevance", "rmse"].value == 0.0
    assert found["stored", "hallucination", "auroc"].value == 1.0
    assert found["stored", "supported", "f1"].value == pytest.approx(1.0, abs=0.02)
    assert found["gpt-3.5 (published)", "utilization", "rmse"].n == len(records)
