"""Scores of records: the stored ones come out exactly, and other judges can be stopped and resumed."""

from __future__ import annotations

import csv

import pytest

from core.errors import JudgeError, SettingError
from core.types import Judgement
from corpus.ragbench_records import RagbenchRecord, SentenceSupport, read_records
from evaluation.judges import make_judge
from evaluation.judges.judge import Judge
from evaluation.judges.stored import stored_judgement
from evaluation.records import exchange_of_record
from evaluation.score import COLUMNS, score
from tests.fakes import result_of

RECORD = RagbenchRecord(
    id="7",
    question="When does the shop open?",
    documents=("The shop opens at 9. It is red.", "Tea is sold."),
    response="It opens at 9. Ann owns it.",
    documents_sentences=((("0a", "The shop opens at 9."), ("0b", "It is red.")), (("1a", "Tea is sold."),)),
    response_sentences=(("a", "It opens at 9."), ("b", "Ann owns it.")),
    sentence_support_information=(SentenceSupport("a", "", ("0a",), True), SentenceSupport("b", "", (), None)),
    unsupported_response_sentence_keys=("b",),
    all_relevant_sentence_keys=("0a", "0a", "9z"),
    all_utilized_sentence_keys=("0a",),
)


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_stored_scores_keep_the_raw_lists():
    judgement = stored_judgement(RECORD)
    assert judgement.scores == {
        "relevance": 3 / 3,
        "utilization": 1 / 3,
        "completeness": 1 / 3,
        "adherence": False,
        "adherence_share": 1.0,
    }
    assert judgement.relevant == ("0a",)
    assert judgement.dropped_keys == 2


def test_stored_by_length_counts_known_sentences_once():
    scores = stored_judgement(RECORD, "length").scores
    assert scores["relevance"] == 20 / (20 + 10 + 12)


def test_labels_that_are_missing_are_not_measured():
    bare = RagbenchRecord("1", "?", ("One. Two.",), "Three.")
    judgement = stored_judgement(bare)
    assert judgement.status == "not measured"
    assert set(judgement.scores.values()) == {None}
    assert "no all_relevant_sentence_keys" in judgement.reason
    assert exchange_of_record(bare).context == {"0a": "One.", "0b": "Two."}
    assert exchange_of_record(bare).response == {"a": "Three."}


@pytest.mark.slow
def test_every_stored_score_of_ragbench_is_reproduced_exactly(shared):
    files = sorted((shared / "data" / "ragbench").glob("*/*.parquet"))
    records = [record for file in files for record in read_records(file)]
    assert len(files) == 7
    for record in records:
        scores = stored_judgement(record).scores
        assert scores["relevance"] == record.relevance_score
        assert scores["utilization"] == record.utilization_score
        assert scores["completeness"] == record.completeness_score
        assert scores["adherence"] is record.adherence_score


def test_the_table_has_one_row_a_record(tmp_path):
    out = tmp_path / "scores.csv"
    result_of(score([RECORD], None, out))
    (row,) = rows(out)
    assert tuple(row) == COLUMNS
    assert (row["id"], row["relevance"], row["adherence"], row["status"]) == ("7", "1.0", "False", "measured")


def test_the_local_judge_scores_records_without_their_labels(tmp_path):
    result_of(score([RECORD], make_judge("local"), tmp_path / "scores.csv"))
    (row,) = rows(tmp_path / "scores.csv")
    assert 0 <= float(row["adherence_probability"]) <= 1


def numbered(count):
    return [RagbenchRecord(str(n), f"question {n}?", ("One.",), "Two.") for n in range(count)]


def test_paid_judgements_survive_a_table_that_cannot_be_written(tmp_path):
    calls, out = [], tmp_path / "scores.csv"

    def assess(exchange, unit, keep):
        calls.append(exchange.question)
        return Judgement("t", "measured", scores={"relevance": 0.5})

    out.mkdir()
    with pytest.raises(OSError, match="scores"):
        result_of(score(numbered(3), Judge("t", {}, assess), out))
    out.rmdir()
    result_of(score(numbered(3), Judge("t", {}, assess), out))
    assert len(calls) == 3 and len(rows(out)) == 3


def test_stopped_scoring_goes_on_where_it_ended(tmp_path):
    calls, out = [], tmp_path / "scores.csv"

    def assess(exchange, unit, keep):
        calls.append(exchange.question)
        if exchange.question == "question 1?":
            raise JudgeError("no reply")
        return Judgement("t", "measured", scores={"relevance": 0.5})

    judge = Judge("t", {}, assess)
    events = score(numbered(5), judge, out)
    for _ in range(3):
        next(events)
    events.close()
    assert not out.exists()
    with pytest.raises(SettingError, match="delete it"):
        next(score(numbered(5), Judge("other", {}, assess), out))
    result_of(score(numbered(5), judge, out))
    assert calls == [f"question {n}?" for n in range(5)]
    assert [row["status"] for row in rows(out)] == ["measured", "failed", "measured", "measured", "measured"]
    assert rows(out)[1]["reason"] == "no reply"
    assert [path.name for path in tmp_path.iterdir()] == ["scores.csv"]


@pytest.mark.parametrize(
    ("documents", "response", "reasons"),
    [
        (("It opens at 9.",), "", {"the response is empty"}),
        ((), "It opens at 9.", {"no context sentences", "without context no probability is estimated"}),
        ((), "", {"the response is empty", "no context sentences"}),
        (("It opens at 9.",), "It opens at 9.", {""}),
    ],
)
def test_what_a_record_lacks_is_its_reason(documents, response, reasons):
    record = RagbenchRecord("1", "When does it open?", documents, response)
    judgement = make_judge("local-wording").assess(exchange_of_record(record), "sentence", lambda reply: None)
    assert set(judgement.reason.split("; ")) == reasons
    assert (judgement.scores.get("adherence_probability") is None) == (not documents or not response)
