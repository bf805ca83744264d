"""What readers of a sweep's folder are told while it runs, when it is stopped, and at its end."""

from __future__ import annotations

from contextlib import closing

from core.events import Progress
from experiments.configurations import expand
from experiments.folders import STANDINGS
from experiments.standings import read_standings
from experiments.sweep import sweep
from tests.experiments.small import PLAN, plan_file, surroundings, swept

RACED = PLAN + "racing: {block: 2}\n"


def started(place, out, text=PLAN):
    file = plan_file(place, text)
    return sweep(file.plan, expand(file), surroundings(), out, folder=place)


def test_every_configuration_is_told_of_from_the_beginning_to_the_end(place, tmp_path):
    out, seen = tmp_path / "out", []
    for event in started(place, out):
        if isinstance(event, Progress) and (state := read_standings(out)):
            seen.append(state)
    assert [one.state for one in seen[0].standings] == ["waiting"] * 3 and not seen[0].ended
    assert (seen[0].metric, seen[0].questions) == ("evidence_recall", 8)
    end = read_standings(out)
    assert end.ended == "finished" and not end.has_more_to_do
    assert [one.state for one in end.standings] == ["confirmed"] * 3
    assert [one.budget for one in end.standings] == [60] * 3 and all(one.k is None for one in end.standings)
    assert end.verdict and all(sentence.strip() for sentence in end.verdict)


def test_a_stopped_sweep_says_so_and_leaves_nothing_in_hand(place, tmp_path):
    out = tmp_path / "out"
    with closing(started(place, out)) as events:
        for event in events:
            if isinstance(event, Progress) and "evaluate" in event.note:
                break
    state = read_standings(out)
    assert state.ended == "stopped" and state.has_more_to_do and not state.problem
    assert state.count("waiting", "confirmed") == 3
    swept(place, out)
    assert read_standings(out).count("confirmed") == 3


def test_who_is_dropped_or_fails_is_told_with_the_reason(place, tmp_path):
    result = swept(place, tmp_path / "out", RACED)
    state = read_standings(tmp_path / "out")
    assert [(one.name, one.state, one.reason) for one in state.standings] == [
        (fate.configuration.name, fate.state, fate.reason) for fate in result.fates
    ]
    if len(result.of_state("confirmed")) == 1:
        assert "has won the race against" in state.verdict[0]


def test_a_limit_leaves_something_to_do(place, tmp_path):
    swept(place, tmp_path / "out", PLAN + "limits: {seconds: 0.000001}\n")
    state = read_standings(tmp_path / "out")
    assert state.ended == "finished" and state.has_more_to_do and state.count("not done") == 3


def test_screened_means_stay_with_their_configurations(place, tmp_path):
    result = swept(place, tmp_path / "out", PLAN + "screening: {finalists: 1}\n")
    state = read_standings(tmp_path / "out")
    assert [one.screened for one in state.standings] == [fate.screened for fate in result.fates]
    assert state.count("screened out") == 2 and state.count("confirmed") == 1


def test_a_folder_without_a_readable_file_has_no_state(tmp_path):
    assert read_standings(tmp_path) is None
    for broken in ("[]", "{", '{"standings": [{"state": "dancing"}], "verdict": [], "notes": []}'):
        (tmp_path / STANDINGS).write_text(broken)
        assert read_standings(tmp_path) is None
