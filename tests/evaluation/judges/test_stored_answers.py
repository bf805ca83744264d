"""RAGBench's stored labels describe the stored answers, and are refused for any other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.errors import SettingError
from corpus.ragbench_records import RagbenchRecord, read_records
from evaluation.judges import make_judge
from evaluation.judges.stored import stored_judgement
from evaluation.judges.stored_answers import EXPLANATION, StoredLabels, other_answer, refuse_mixed

RECORD = RagbenchRecord(
    "1",
    "When?",
    ("At nine.",),
    "At nine. Not on Sundays.",
    documents_sentences=((("0a", "At nine."),),),
    response_sentences=(("a", "At nine."), ("b", "Not on Sundays.")),
    all_relevant_sentence_keys=("0a",),
    all_utilized_sentence_keys=("0a",),
    unsupported_response_sentence_keys=("b",),
)


def test_the_answer_that_was_labeled_is_scored_and_another_one_is_not():
    assert stored_judgement(RECORD).scores["relevance"] == 1.0
    other = stored_judgement(replace(RECORD, response="At ten."))
    assert (other.status, dict(other.scores)) == ("failed", {})
    assert EXPLANATION in other.reason


def test_white_space_makes_no_other_answer():
    assert other_answer(replace(RECORD, response="At nine.\n\nNot on  Sundays.")) == ""
    assert other_answer(replace(RECORD, response_sentences=None)) == ""


def test_a_pipeline_is_not_judged_by_stored_labels():
    with pytest.raises(StoredLabels, match="stored answers"):
        make_judge("stored")


def test_scores_by_stored_labels_are_not_compared_with_those_of_a_judge():
    refuse_mixed({"stored"})
    refuse_mixed({"local", "gold"})
    with pytest.raises(SettingError, match="those by local"):
        refuse_mixed({"stored", "local"})


def test_every_released_record_holds_the_answer_that_was_labeled(shared):
    paths = sorted((shared / "data" / "ragbench").glob("emanual/validation*.parquet"))
    records = [record for path in paths for record in read_records(path)]
    assert records
    assert [record.key for record in records if other_answer(record)] == []
