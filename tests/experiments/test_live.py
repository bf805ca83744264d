"""Following a run gives what opening it gives, at every number of questions."""

from __future__ import annotations

import shutil

import pytest

from evaluation.plans import OUTCOMES
from evaluation.runs import load_run
from evaluation.summary import summarize
from experiments.live import Follower
from tests.experiments.small import swept


@pytest.fixture
def run(place, tmp_path):
    swept(place, tmp_path / "out")
    return next(path for path in (tmp_path / "out" / "runs").iterdir())


def test_a_followed_run_is_the_opened_one_wherever_its_file_ends(run, tmp_path):
    """Also within a line, which is then not read yet."""
    whole = (run / OUTCOMES).read_bytes()
    growing = tmp_path / "growing"
    shutil.copytree(run, growing)
    (growing / "run.json").unlink()
    follower = Follower(growing, "evidence_recall")
    for size in range(0, len(whole) + 1, 997):
        (growing / OUTCOMES).write_bytes(whole[:size])
        so_far = follower.read()
        outcomes = load_run(growing).outcomes
        if not outcomes:
            assert so_far is None
            continue
        expected = {one.metric: one for one in summarize(outcomes)}["evidence_recall"]
        assert (so_far.done, so_far.summary) == (len(outcomes), expected)
    (growing / OUTCOMES).write_bytes(whole)
    assert follower.read().done == 8 and follower.read() is follower.read()


def test_a_run_begun_anew_is_read_anew(run):
    follower = Follower(run, "evidence_recall")
    assert follower.read().done == 8
    first = (run / OUTCOMES).read_bytes().splitlines(keepends=True)[0]
    (run / OUTCOMES).write_bytes(first)
    assert follower.read().done == 1


def test_nothing_is_told_of_a_run_that_has_not_begun_or_of_damaged_lines(tmp_path):
    follower = Follower(tmp_path, "evidence_recall")
    assert follower.read() is None
    (tmp_path / OUTCOMES).write_bytes(b"{}\n[1]\nnot json\n")
    assert follower.read() is None
