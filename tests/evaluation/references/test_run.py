"""Reference answers in a run: the outcome keeps them, the run writes them, and the fixed files stay as they are."""

from __future__ import annotations

import csv
from dataclasses import replace

from core.types import RetrievalSpec
from evaluation.outcomes import outcome_from_json, outcome_to_json
from evaluation.run import evaluate
from generation.models import ExtractiveModel
from tests.evaluation.conftest import QUESTIONS
from tests.fakes import result_of


def run_of(collection, counting, hash_encoder, folder, compare=None, model=True):
    judge = replace(counting.judge, compare=compare)
    answering = ExtractiveModel() if model else None
    return result_of(evaluate(collection, hash_encoder, QUESTIONS, RetrievalSpec(k=2), judge, answering, folder))


def test_references_have_a_file_of_their_own(collection, counting, hash_encoder, tmp_path):
    run = run_of(collection, counting, hash_encoder, tmp_path / "run")
    with (tmp_path / "run" / "references.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["question_id"] for row in rows] == ["q1", "q2", "q3", "q4"]
    assert float(rows[0]["reference_words"]) == 1.0
    assert rows[0]["correctness"] == ""
    assert "only a language model" in rows[0]["reason"]
    assert "rouge_l," in (tmp_path / "run" / "summary.csv").read_text(encoding="utf-8")
    assert run.outcomes[4].compared is None


def test_without_answers_there_is_nothing_to_compare(collection, counting, hash_encoder, tmp_path):
    run = run_of(collection, counting, hash_encoder, tmp_path / "run", model=False)
    assert not (tmp_path / "run" / "references.csv").exists()
    assert all(outcome.compared is None for outcome in run.outcomes)


def test_an_outcome_comes_back_as_it_was(collection, counting, hash_encoder, tmp_path):
    run = run_of(collection, counting, hash_encoder, tmp_path / "run")
    assert outcome_from_json(outcome_to_json(run.outcomes[0])) == run.outcomes[0]
    older = {name: value for name, value in outcome_to_json(run.outcomes[0]).items() if name != "compared"}
    assert outcome_from_json(older).compared is None
