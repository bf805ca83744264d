"""A sweep killed at random moments: no finished call is made again, and its files are those of one that was not."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time

import pytest

from config import ROOT
from tests.experiments.small import HOME, PLAN, digests, plan_file
from tests.generation.fake_endpoint import ALL_SUPPORTED, FakeEndpoint

SWEEPER = """
import sys
from pathlib import Path
from experiments.configurations import expand
from experiments.plan_file import read_plan
from experiments.sweep import sweep
from tests.experiments.small import surroundings
file = read_plan(Path(sys.argv[1]))
for event in sweep(file.plan, expand(file), surroundings(), Path(sys.argv[2]), folder=Path(sys.argv[1]).parent):
    pass
"""
JUDGED = PLAN + "judge: llm\njudge_model: judge@{url}\nmodel: writer@{url}\n"


def verdict(request) -> str:
    """What the judge says of any answer; the writer repeats a number of its prompt."""
    text = json.dumps(request.body)
    if "all_relevant_sentence_keys" in text:
        return ALL_SUPPORTED
    if "correct, partly or incorrect" in text or "verdict" in text:
        return json.dumps({"verdict": "correct", "reason": "it is"})
    return f"It is checked every {len(text) % 7} days [1]."


class Counted:
    """Answers an endpoint, counts what was answered, and calls `at` when so many calls have come in this turn."""

    def __init__(self):
        self.finished: list[str] = []
        self.at = None
        self.turn = 0
        self._lock = threading.Lock()

    def __call__(self, request):
        with self._lock:
            self.turn += 1
            if self.at is not None and self.turn == self.at:
                self.kill()
            self.finished.append(json.dumps([request.body["model"], request.body["messages"]], sort_keys=True))
        return verdict(request)

    def kill(self):
        """Replaced by each turn."""


def killed_turn(counted, command, environment, at, delay):
    """Run until so many calls have come, and kill the process within `delay` seconds of that; whether it was killed."""
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    counted.turn, counted.at = 0, at
    counted.kill = lambda: threading.Thread(target=lambda: (time.sleep(delay), process.kill())).start()
    killed = process.wait() != 0
    counted.at = None
    return killed


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_killed_at_five_random_moments(place, tmp_path, monkeypatch):
    counted, moments = Counted(), random.Random(5)
    with FakeEndpoint(counted) as endpoint:
        plan_file(place, JUDGED.replace("{url}", endpoint.base_url))
        environment = {**os.environ, "PYTHONPATH": str(ROOT), HOME: str(tmp_path / "state")}
        command = [sys.executable, "-c", SWEEPER, str(place / "plan.yaml"), str(tmp_path / "out")]
        for _ in range(5):
            assert killed_turn(counted, command, environment, moments.randint(1, 9), moments.random() * 0.2)
        assert subprocess.run(command, cwd=ROOT, env=environment).returncode == 0
        killed, counted.finished = list(counted.finished), []
        environment[HOME] = str(tmp_path / "another state")
        command[-1] = str(tmp_path / "whole")
        assert subprocess.run(command, cwd=ROOT, env=environment).returncode == 0
    assert digests(tmp_path / "out") == digests(tmp_path / "whole")
    assert set(killed) == set(counted.finished)
    assert len(counted.finished) == len(set(counted.finished)), "an uninterrupted sweep asks nothing twice"
    # A call is finished when its reply is on disk; at each kill at most the one in hand was not.
    assert len(killed) <= len(set(killed)) + 5


def test_money_stops_a_sweep_between_questions(place, tmp_path):
    """By hand: 10 prompt and 5 reply tokens at US$ 1 and 2 a million are 0.00002 a call; the third is not begun."""
    from tests.experiments.small import swept

    counted = Counted()
    with FakeEndpoint(counted) as endpoint:
        text = PLAN + f"model: writer@{endpoint.base_url}\nlimits: {{money: 0.00004}}\n"
        result = swept(place, tmp_path / "out", text)
        assert len(counted.finished) == 2
        assert result.spent == pytest.approx(0.00004)
        assert {fate.state for fate in result.fates} == {"not done"}
        swept(place, tmp_path / "out", text)
        assert len(counted.finished) == 2, "what was spent is remembered"
