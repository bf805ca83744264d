"""A sweep killed at random moments: no finished call is made again, and its files are those of one that was not."""

from __future__ import annotations

import json
import random
import threading
import time

import pytest

from tests.experiments.small import PLAN, digests, plan_file, sweep_from
from tests.generation.fake_endpoint import ALL_SUPPORTED, FakeEndpoint
from tests.warm import Copy

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
        self.lock = threading.Lock()

    def __call__(self, request):
        with self.lock:
            self.turn += 1
            if self.at is not None and self.turn == self.at:
                self.kill()
            self.finished.append(json.dumps([request.body["model"], request.body["messages"]], sort_keys=True))
        return verdict(request)

    def kill(self):
        """Replaced by each turn."""


def killed_turn(counted, at, delay, *given):
    """Run until so many calls have come, and kill the process within `delay` seconds of that; whether it was killed."""
    with counted.lock:  # no call is answered before it is known whom to kill
        counted.turn, counted.at = 0, at
        copy = Copy(sweep_from, *given)
        counted.kill = lambda: threading.Thread(target=lambda: (time.sleep(delay), copy.process.kill())).start()
    killed = copy.ended() != 0
    counted.at = None
    return killed


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_killed_at_five_random_moments(place, tmp_path):
    counted, moments = Counted(), random.Random(5)
    with FakeEndpoint(counted) as endpoint:
        plan_file(place, JUDGED.replace("{url}", endpoint.base_url))
        given = (place / "plan.yaml", tmp_path / "out", tmp_path / "state")
        for _ in range(5):  # each so soon that calls are left for the next
            assert killed_turn(counted, moments.randint(1, 7), moments.random() * 0.05, *given)
        assert Copy(sweep_from, *given).ended() == 0
        killed, counted.finished = list(counted.finished), []
        assert Copy(sweep_from, place / "plan.yaml", tmp_path / "whole", tmp_path / "another state").ended() == 0
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
