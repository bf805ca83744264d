"""score: records of the released format, by their own labels and by judges."""

from __future__ import annotations

import csv
import json
from dataclasses import replace

import pytest

COLUMNS = ["id", "relevance", "utilization", "completeness", "adherence", "adherence_probability", "status", "reason"]
RECORD = {
    "id": "r1",
    "question": "How long is the warranty?",
    "documents": ["It is red. The warranty is three years."],
    "response": "Three years. It is heavy.",
    "documents_sentences": [[["0a", "It is red."], ["0b", "The warranty is three years."]]],
    "response_sentences": [["a", "Three years."], ["b", "It is heavy."]],
    "all_relevant_sentence_keys": ["0b"],
    "all_utilized_sentence_keys": ["0b"],
    "unsupported_response_sentence_keys": ["b"],
}


@pytest.fixture
def records(tmp_path):
    path = tmp_path / "records" / "some.jsonl"
    path.parent.mkdir()
    path.write_text(json.dumps(RECORD) + "\n" + '{"id": "r2", "question": "What?"}\n', encoding="utf-8")
    return path


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == COLUMNS
    return rows


@pytest.mark.parametrize("unit, relevance", [("sentence", 1 / 2), ("length", 28 / 38)])
def test_by_the_records_own_labels(command, records, tmp_path, unit, relevance):
    out = tmp_path / "scores.csv"
    done = command("score", records, "--judge", "stored", "--unit", unit, "--out", out)
    assert done.code == 0
    (row,) = rows_of(out)
    assert float(row["relevance"]) == pytest.approx(relevance)
    assert (row["id"], row["completeness"], row["adherence"], row["status"]) == ("r1", "1.0", "False", "measured")
    assert "Warning: some.jsonl, row 2: field 'documents' is missing" in done.err
    assert "1 of 1" in done.out


def test_a_folder_of_records(command, records, tmp_path):
    (records.parent / "broken.parquet").write_bytes(b"no parquet")
    done = command("score", records.parent, "--out", tmp_path / "scores.csv")
    assert [row["id"] for row in rows_of(tmp_path / "scores.csv")] == ["r1"]
    assert "broken.parquet" in done.err


def test_by_the_local_judge(command, records, models_only, tmp_path):
    done = command("score", records, "--judge", "local", "--out", tmp_path / "scores.csv", home=models_only("score"))
    assert done.code == 0
    (row,) = rows_of(tmp_path / "scores.csv")
    assert row["status"] == "measured"
    assert 0 <= float(row["adherence_probability"]) <= 1


def test_by_wording_alone_no_model_is_needed(command, records, tmp_path):
    out = tmp_path / "scores.csv"
    done = command("score", records, "--judge", "local-wording", "--out", out, home=tmp_path / "empty")
    assert done.code == 0, done.err
    (row,) = rows_of(out)
    assert row["status"] == "measured"
    assert all(0 <= float(row[name]) <= 1 for name in ("relevance", "utilization", "completeness"))


def test_the_released_scores_are_reproduced(command, shared, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    source = shared / "data" / "ragbench" / "covidqa"
    done = command("score", source, "--judge", "stored", "--out", tmp_path / "scores.csv")
    assert done.code == 0
    stored = [row for file in sorted(source.glob("*.parquet")) for row in parquet.read_table(file).to_pylist()]
    for row, record in zip(rows_of(tmp_path / "scores.csv"), stored, strict=True):
        assert row["id"] == record["id"]
        assert row["adherence"] == str(record["adherence_score"])
        for name in ("relevance", "utilization", "completeness"):
            assert float(row[name]) == record[f"{name}_score"]


def test_the_panel_compares_a_judge_with_the_records_labels(command, records, tmp_path):
    out = tmp_path / "scores.csv"
    done = command("score", records, "--judge", "local-wording", "--panel", "--json", "--out", out)
    assert done.code == 0
    assert done.json["cautions"] == [] and "was trained on" not in done.err
    assert done.json["panel"] == str(tmp_path / "scores.panel.csv")
    with (tmp_path / "scores.panel.csv").open(encoding="utf-8", newline="") as file:
        rows = {(row["judge"], row["metric"], row["measure"]): row for row in csv.DictReader(file)}
    assert rows["constant", "relevance", "rmse"]["value"] == "0.0"
    assert rows["local-wording", "hallucination", "auroc"]["reason"] == "every record has the same label"
    assert "constant" in command("score", records, "--judge", "local-wording", "--panel", "--out", out).out


def test_the_stored_labels_are_not_compared_with_themselves(command, records, tmp_path):
    done = command("score", records, "--panel", "--out", tmp_path / "scores.csv")
    assert done.code != 0
    assert "the stored labels agree with themselves" in done.err
    assert not (tmp_path / "scores.csv").exists()


def test_a_judge_that_was_trained_on_the_records_says_so(command, records, tmp_path, monkeypatch):
    from corpus.ragbench_records import read_records
    from evaluation.judges import training_records
    from evaluation.judges.local_model import coefficients

    real = coefficients()
    (record, *_) = read_records(records, lambda problem: None)
    known = replace(real, training={**real.training, "record_hashes": [training_records.record_hash(record)]})
    monkeypatch.setattr(training_records, "coefficients", lambda: known)
    out = tmp_path / "scores.csv"
    done = command("score", records, "--judge", "local-wording", "--panel", "--out", out)
    assert "Warning: the judge was trained on 1 of 1 record that it scored: " in done.err
    with (tmp_path / "scores.panel.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    told = {row["judge"] for row in rows if "was trained on 1 of 1 record" in row["reason"]}
    assert told == {"local-wording"}


def test_calls_of_the_llm_judge_are_told_before_and_paid_once(command, records, tmp_path):
    from tests.generation.fake_endpoint import FakeEndpoint

    keys = {"all_relevant_sentence_keys": ["0b"], "all_utilized_sentence_keys": []}
    support = [{"response_sentence_key": key, "supporting_sentence_keys": [], "fully_supported": True} for key in "ab"]
    with FakeEndpoint([json.dumps(keys | {"sentence_support_information": support})]) as endpoint:
        plan = ("score", records, "--judge", "llm", "--model", f"m@{endpoint.base_url}", "--out", tmp_path / "s.csv")
        dry = command(*plan, "--dry-run", "--json")
        assert (dry.json["calls"]["total"], dry.json["calls"]["known"]) == (1, 0) and not endpoint.requests
        assert "1 call, about" in command(*plan).err
        assert command(*plan, "--json").json["calls"]["known"] == 1
        assert len(endpoint.requests) == 1


def test_a_judge_that_answered_itself_or_failed_too_often_is_told(command, tmp_path):
    from tests.generation.fake_endpoint import FakeEndpoint

    path = tmp_path / "some.jsonl"
    path.write_text(json.dumps(RECORD | {"generation_model_name": "m"}) + "\n", encoding="utf-8")
    with FakeEndpoint(["I cannot judge this."]) as endpoint:
        plan = ("score", path, "--judge", "llm", "--model", f"m@{endpoint.base_url}", "--out", tmp_path / "s.csv")
        done = command(*plan, "--json")
    assert len(endpoint.requests) == 2 and (done.json["records"], done.json["failed"]) == (1, 1)
    own, coverage = done.json["cautions"]
    assert "favor their own answers" in own and coverage.startswith("1 of 1 records failed")
    (row,) = rows_of(tmp_path / "s.csv")
    assert row["relevance"] == "" and "no JSON object" in row["reason"]


def test_the_records_are_not_overwritten(command, records, tmp_path):
    before = records.read_bytes()
    assert "would overwrite" in command("score", records, "--out", records).error
    assert "would overwrite" in command("score", records.parent, "--out", records).error
    assert records.read_bytes() == before
    beside = records.parent / "scores.csv"
    for _ in range(2):  # a table among records is none of them
        assert command("score", records.parent, "--out", beside).code == 0
