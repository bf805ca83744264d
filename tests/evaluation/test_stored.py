"""Outcomes that stay on disk, and the columns beside them, say what the journal says, whatever happens to it."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import LoadError
from evaluation import stored
from evaluation.columns import columns_of, extended
from evaluation.metrics import METRICS
from evaluation.outcomes import outcome_to_json
from evaluation.plans import OUTCOMES
from evaluation.runs import load_run
from evaluation.stored import COLUMNS, keep_columns, open_outcomes
from tests.evaluation.compared import run_of, written

RECALLS = st.lists(st.none() | st.floats(0, 1), min_size=1, max_size=6)


def same(one, other):
    """Whether two columns hold equal rows; where they came from in a journal is left aside."""
    texts = ("question_ids", "questions", "statuses", "reasons", "documents")
    assert all(getattr(one, name) == getattr(other, name) for name in texts)
    for metric in METRICS.values():
        np.testing.assert_array_equal(one.score(metric.name), other.score(metric.name))
    for name in one.costs:
        np.testing.assert_array_equal(one.costs[name], other.costs[name])
    np.testing.assert_array_equal(one.curves, other.curves)
    return True


def appended(folder, outcome):
    with (folder / OUTCOMES).open("a", encoding="utf-8") as journal:
        journal.write(json.dumps(outcome_to_json(outcome)) + "\n")


def test_columns_by_hand(tmp_path):
    run = load_run(written(run_of("a", [0.5, None, 1.0], failed={2}, tokens=300), tmp_path))
    columns = run.columns
    assert columns.question_ids == ("q0", "q1", "q2")
    np.testing.assert_array_equal(columns.score("evidence_recall"), [0.5, np.nan, np.nan])
    np.testing.assert_array_equal(columns.costs["tokens"], [300, 300, 300])
    assert list(columns.failed) == [False, False, True]
    assert columns.documents == (("d0",), (), ("d2",))


@given(RECALLS, RECALLS)
def test_columns_grow_as_the_outcomes_do(first, second):
    before, after = run_of("a", first).outcomes, run_of("a", second).outcomes
    latest = {one.question_id: one for one in (*before, *after)}
    assert same(extended(columns_of(before), columns_of(after)), columns_of(list(latest.values())))


def test_what_lies_beside_the_journal_is_the_same_as_the_journal(tmp_path):
    made = run_of("a", [0.1, None, 0.7], failed={0})
    folder = written(made, tmp_path)
    assert (folder / COLUMNS).is_file(), "a finished run has them"
    run = load_run(folder)
    assert same(run.columns, columns_of(made.outcomes))
    assert run.outcomes == made.outcomes
    assert run.outcome("q1") == made.outcomes[1] and run.outcome("q9") is None


def test_only_what_was_added_is_read_again(tmp_path, monkeypatch):
    folder = written(run_of("a", [0.1, 0.2, 0.3], complete=False, total=5), tmp_path)
    keep_columns(open_outcomes(folder))
    more = run_of("a", [0.9, 0.2, 0.3, 0.4]).outcomes
    appended(folder, more[3])
    appended(folder, more[0])
    read = []
    real = stored.outcome_from_json
    monkeypatch.setattr(stored, "outcome_from_json", lambda line: read.append(line["question_id"]) or real(line))
    columns = open_outcomes(folder).columns
    assert read == ["q3", "q0"]
    assert columns.score("evidence_recall").tolist() == [0.9, 0.2, 0.3, 0.4]


@pytest.mark.parametrize("spoiled", [b"", b"PK no archive", None])
def test_columns_that_are_damaged_or_of_another_journal_are_made_anew(tmp_path, spoiled):
    folder = written(run_of("a", [0.1, 0.2]), tmp_path)
    if spoiled is None:
        journal = folder / OUTCOMES
        journal.write_text(journal.read_text(encoding="utf-8").replace("0.2", "0.4"), encoding="utf-8")
    else:
        (folder / COLUMNS).write_bytes(spoiled)
    assert load_run(folder).columns.score("evidence_recall").tolist() == [0.1, 0.4 if spoiled is None else 0.2]


def test_a_torn_line_is_left_out_and_a_damaged_one_is_named(tmp_path):
    folder = written(run_of("a", [0.1, 0.2], complete=False, total=3), tmp_path)
    with (folder / OUTCOMES).open("a", encoding="utf-8") as journal:
        journal.write('{"question_id": "q2"')
    assert len(open_outcomes(folder)) == 2
    with (folder / OUTCOMES).open("a", encoding="utf-8") as journal:
        journal.write("}\n")
    with pytest.raises(LoadError, match="question 'q2'"):
        open_outcomes(folder)


def test_the_state_of_a_run_follows_what_was_measured():
    runs = [run_of("a", [0.1, 0.2]), run_of("a", [0.1, 0.2]), run_of("a", [0.1, 0.3]), run_of("a", [0.1])]
    assert runs[0].state == runs[1].state
    assert len({run.state for run in runs}) == 3
