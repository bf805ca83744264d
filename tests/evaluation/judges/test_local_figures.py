"""What the local judge reaches on labeled RAGBench records, and what its file of coefficients says of itself.

The records are needed beside the repository; the sample is every twelfth validation record. The judge was trained on
them, so these tests find a broken judge, not a good one: cross-validated figures are in the file itself.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import replace

import numpy as np
import pytest

from corpus.ragbench_records import read_records
from evaluation.judges import make_judge
from evaluation.judges.figures import auroc, rmse
from evaluation.judges.local_model import FILE, coefficients
from evaluation.judges.training_records import count_trained_on
from evaluation.records import exchange_of_record
from scripts.judge_tables import PAGE, renewed

# What an earlier judge, with weights fitted by hand, reached when cross-validated by question.
BEFORE = {"relevance": 0.163, "utilization": 0.105}


@pytest.fixture(scope="module")
def files(shared):
    return sorted((shared / "data" / "ragbench").glob("*/validation-*.parquet"))


@pytest.fixture(scope="module")
def scored(files):
    records = [record for file in files for record in read_records(file)][::12]
    judge = make_judge("local-wording")
    started = time.process_time()
    judgements = [judge.assess(exchange_of_record(record), "sentence", lambda _: None) for record in records]
    return records, judgements, (time.process_time() - started) / len(records)


def test_by_wording_alone_it_beats_a_constant_by_far(scored):
    records, judgements, seconds = scored
    for name in ("relevance", "utilization", "completeness"):
        truth = np.array([getattr(record, f"{name}_score") for record in records])
        found = np.array([judgement.scores[name] for judgement in judgements])
        constant = rmse(truth, np.full(len(truth), truth.mean()))
        assert rmse(found, truth) < constant * {"relevance": 0.85, "utilization": 0.75, "completeness": 1.0}[name]
    assert seconds < 0.3


def test_its_probability_ranks_unsupported_answers_lower(scored):
    records, judgements, _ = scored
    adherent = np.array([record.adherence_score for record in records], dtype=float)
    assert auroc(np.array([judgement.scores["adherence_probability"] for judgement in judgements]), adherent) > 0.68


def test_intervals_hold_the_stored_scores_as_often_as_they_say(scored):
    records, judgements, _ = scored
    for name in ("relevance", "utilization"):
        inside = [
            judgement.scores[f"{name}_low"] <= getattr(record, f"{name}_score") <= judgement.scores[f"{name}_high"]
            for record, judgement in zip(records, judgements, strict=True)
        ]
        assert abs(np.mean(inside) - coefficients().level) < 0.06


def test_the_training_files_are_those_that_the_coefficients_name(files):
    told = {entry["file"]: entry["sha256"] for entry in coefficients().training["files"]}
    found = {f"{file.parent.name}/{file.name}": hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    assert told == found
    assert all("validation" in name for name in told)


def test_the_records_of_training_are_known_one_by_one(files):
    records = [record for file in files for record in read_records(file)]
    known = coefficients().training
    assert known["record_hashes"] == sorted(set(known["record_hashes"]))
    assert count_trained_on(records) == known["records"]
    assert count_trained_on([replace(record, response=record.response + "!") for record in records]) == 0


def test_every_mode_tells_its_cross_validation():
    known = coefficients()
    for mode in ("wording", "meaning"):
        figures = known.training["figures"][mode]
        for kind in ("by_question", "by_subset"):
            whole = figures[kind]["all"]
            assert whole["records"] == known.training["records"]
            assert all(whole[name] < whole[f"{name}_constant"] for name in ("relevance", "utilization"))
            assert abs(whole["relevance_covered"] - known.level) < 0.05
        assert figures["by_question"]["all"]["utilization"] < BEFORE["utilization"]
        for bins in figures["reliability"].values():
            assert all(0 <= predicted <= 1 and 0 <= labeled <= 1 for _, _, predicted, labeled in bins)
    assert known.training["figures"]["meaning"]["by_question"]["all"]["relevance"] < BEFORE["relevance"]


def test_the_file_is_small_and_its_question_model_never_sees_the_answer():
    assert FILE.stat().st_size < 100_000
    for model in json.loads(FILE.read_text(encoding="utf-8"))["models"].values():
        terms = set(model["heads"]["relevant_to_question"]["terms"])
        assert not any(
            word in term for term in terms for word in ("answer", "said", "credit", "copied", "run", "covers")
        )
        assert all(len(numbers) == 3 for head in model["heads"].values() for numbers in head["terms"].values())


def test_the_page_on_the_judge_shows_the_figures_of_its_file():
    page = PAGE.read_text(encoding="utf-8")
    assert renewed(page) == page, "run: python -m scripts.judge_tables --write"
