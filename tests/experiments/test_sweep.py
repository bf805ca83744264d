"""A sweep from end to end: ordinary run folders, one row a configuration, restarts, isolation, limits."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from core.errors import SettingError
from core.locked import locked
from evaluation.loss_tables import read_losses
from evaluation.runs import load_run
from experiments.folders import LOCK
from tests.experiments.small import PLAN, digests, surroundings, swept


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_losses_are_explained_without_a_collection_on_disk(place, tmp_path):
    """Small chunks cut sentences, so that chunks joined for the proof are encoded."""
    text = PLAN.replace("[60, 120]", "[40]").replace("budgets: 60", "budgets: 30") + "losses: true\n"
    result = swept(place, tmp_path / "out", text)
    reports = [read_losses(tmp_path / "out" / "runs" / fate.configuration.name) for fate in result.fates]
    assert all(report is not None and report.failed == () for report in reports)
    assert "boundary" in {loss.cause for report in reports for loss in report.losses}


def test_every_configuration_is_a_run_and_a_row(place, tmp_path):
    result = swept(place, tmp_path / "out")
    assert [fate.state for fate in result.fates] == ["confirmed"] * 3
    runs = [load_run(tmp_path / "out" / "runs" / fate.configuration.name) for fate in result.fates]
    assert all(run.complete and len(run.outcomes) == 8 for run in runs)
    rows = rows_of(tmp_path / "out" / "leaderboard.csv")
    assert sorted(row["name"] for row in rows) == sorted(run.name for run in runs)
    assert [row["rank"] for row in rows] == ["1", "2", "3"]
    assert {row["seconds"] for row in rows} == {""}
    for row in rows:
        run = next(run for run in runs if run.name == row["name"])
        recalls = [outcome.score("evidence_recall") for outcome in run.outcomes]
        assert float(row["mean"]) == pytest.approx(sum(recalls) / 8)


def test_the_same_plan_gives_the_same_bytes(place, tmp_path, monkeypatch):
    swept(place, tmp_path / "one")
    monkeypatch.setenv("SWEEP_TEST_HOME", str(tmp_path / "another state"))
    swept(place, tmp_path / "two")
    assert digests(tmp_path / "one") == digests(tmp_path / "two")


def test_a_restart_does_only_what_is_new(place, tmp_path):
    around = surroundings()
    encoder = around.encoder("hash")
    swept(place, tmp_path / "out", around=around)
    before = digests(tmp_path / "out")
    done = len(encoder.encoded)
    grown = swept(place, tmp_path / "out", PLAN + "k: 3\n", around=around)
    assert len(encoder.encoded) == done
    assert len(grown.fates) == 6
    after = digests(tmp_path / "out")
    assert all(after[name] == before[name] for name in before if name.startswith("runs"))


def test_another_question_set_needs_another_folder(place, tmp_path):
    swept(place, tmp_path / "out")
    with pytest.raises(SettingError, match="holds another sweep \\(it differs in questions\\)"):
        swept(place, tmp_path / "out", PLAN + "limits: {questions: 5}\n")


def test_a_baseline_that_is_no_configuration_is_refused_before_any_work(place, tmp_path):
    with pytest.raises(SettingError, match="baseline recursive is no configuration of the plan"):
        swept(place, tmp_path / "out", PLAN + "baseline: recursive\n")
    assert not (tmp_path / "out").exists()


def test_a_baseline_that_was_not_confirmed_is_told(place, tmp_path):
    plan = PLAN.replace("budgets: 60", "budgets: 60\nbaseline: sparse-100-0-hash-60t\nscreening: {finalists: 1}")
    result = swept(place, tmp_path / "out", plan)
    if result.fates[2].state == "confirmed":
        plan = plan.replace("sparse-100-0-hash-60t", "recursive-60-0-chars-hash-60t")
        result = swept(place, tmp_path / "other", plan)
    assert any("was not measured to the end" in note for note in result.notes)


def test_two_sweeps_at_once_in_one_folder_are_refused(place, tmp_path):
    refused = pytest.raises(SettingError, match="another sweep is at work in this folder")
    with locked(tmp_path / "out" / LOCK, SettingError("")), refused:
        swept(place, tmp_path / "out")
    assert swept(place, tmp_path / "out").fates


def test_a_failing_configuration_is_told_and_the_others_go_on(place, tmp_path):
    text = PLAN.replace(
        "  - name: sparse", "  - semantic: {encoder: broken, chunk_size: 20, overlap: 0}\n  - name: sparse"
    )
    around = surroundings()
    tools = around.tools(around.writer)

    def encoder(name):
        if name == "broken":
            raise RuntimeError("the weights are gone")
        return tools.encoder(name)

    result = swept(place, tmp_path / "out", text, replace(around, tools=lambda load: replace(tools, encoder=encoder)))
    states = {fate.configuration.chunking.strategy: fate.state for fate in result.fates}
    assert states == {"recursive": "confirmed", "semantic": "failed", "sparse": "confirmed"}
    row = next(row for row in rows_of(tmp_path / "out" / "leaderboard.csv") if row["strategy"] == "semantic")
    assert (row["rank"], row["verdict"]) == ("", "not ranked")
    assert "the weights are gone" in row["remark"]


def test_one_configuration_alone_has_a_leaderboard(place, tmp_path):
    swept(place, tmp_path / "out", PLAN.replace("[60, 120]", "60").split("  - name")[0] + "encoders: hash\n")
    (row,) = rows_of(tmp_path / "out" / "leaderboard.csv")
    assert (row["rank"], row["verdict"]) == ("1", "'-")


def test_a_limit_of_seconds_stops_cleanly_and_says_what_was_not_done(place, tmp_path):
    result = swept(place, tmp_path / "out", PLAN + "limits: {seconds: 0.000001}\n")
    assert {fate.state for fate in result.fates} == {"not done"}
    assert all("limit of 1e-06 seconds" in fate.reason for fate in result.fates)
    assert [row["rank"] for row in rows_of(tmp_path / "out" / "leaderboard.csv")] == ["", "", ""]
    swept(place, tmp_path / "out")
    swept(place, tmp_path / "whole")
    assert digests(tmp_path / "out") == digests(tmp_path / "whole")


def test_retrievers_share_chunks_and_bm25_needs_no_vectors(place, tmp_path):
    around = surroundings()
    result = swept(place, tmp_path / "out", PLAN + "retrievers: [bm25]\n", around)
    assert around.encoder("hash").encoded == []
    assert len(result.of_state("confirmed")) == 3
