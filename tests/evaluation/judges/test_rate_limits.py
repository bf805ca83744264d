"""A judge behind a rate limit, over a real socket: nothing is skipped, and what fails is kept and asked again."""

from __future__ import annotations

import csv
import json

from corpus.ragbench_records import RagbenchRecord
from evaluation.judges.llm import llm_judge
from evaluation.score import score
from generation.endpoint import EndpointModel
from generation.reply_cache import ReplyCache
from generation.waiting import Clock
from tests.fakes import result_of
from tests.generation.fake_endpoint import Fail, FakeEndpoint

RECORDS = [RagbenchRecord(str(n), f"question {n}?", ("The shop opens at nine.",), "At nine.") for n in range(20)]
GOOD = json.dumps(
    {
        "all_relevant_sentence_keys": ["0a"],
        "sentence_support_information": [
            {"response_sentence_key": "a", "supporting_sentence_keys": ["0a"], "fully_supported": True}
        ],
        "all_utilized_sentence_keys": ["0a"],
    }
)
LIMIT = Fail(429, headers={"retry-after": "7"})


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(request):
    return int(request.prompt.split("question ")[2].split("?")[0])


def judge(endpoint, home, waits):
    model = EndpointModel("judge", endpoint.base_url, clock=Clock(lambda: 0.0, waits.append))
    return llm_judge(model, ReplyCache(home, "judgements"))


def test_e17_rows_that_meet_the_limit_once_are_all_scored_after_waiting(tmp_path):
    met, waits = set(), []

    def reply(request):
        row = number(request)
        if 5 <= row < 15 and row not in met:
            met.add(row)
            return LIMIT
        return GOOD

    with FakeEndpoint(reply) as endpoint:
        result_of(score(RECORDS, judge(endpoint, tmp_path, waits), tmp_path / "scores.csv"))
    assert [row["status"] for row in rows_of(tmp_path / "scores.csv")] == ["measured"] * 20
    assert waits == [7.0] * 10 and len(endpoint.requests) == 30


def test_e17_rows_whose_retries_run_out_are_kept_as_failed_and_alone_asked_again(tmp_path):
    out, limited, asked = tmp_path / "scores.csv", True, []

    def reply(request):
        if limited and 5 <= number(request) < 15:
            return LIMIT
        asked.append(number(request))
        return GOOD

    with FakeEndpoint(reply) as endpoint:
        result_of(score(RECORDS, judge(endpoint, tmp_path, []), out))
        failed = [row for row in rows_of(out) if row["status"] == "failed"]
        assert [row["id"] for row in failed] == [str(n) for n in range(5, 15)]
        assert all("rate limit (HTTP 429)" in row["reason"] and not row["relevance"] for row in failed)
        limited = False
        asked.clear()
        result_of(score(RECORDS, judge(endpoint, tmp_path, []), out))
    assert asked == list(range(5, 15))
    assert [row["status"] for row in rows_of(out)] == ["measured"] * 20


def test_e15_what_was_judged_before_a_kill_is_not_asked_again(tmp_path):
    with FakeEndpoint([GOOD]) as endpoint:
        events = score(RECORDS, judge(endpoint, tmp_path, []), tmp_path / "scores.csv")
        for _ in range(12):
            next(events)
        events.close()
        assert len(endpoint.requests) == 12
        result_of(score(RECORDS, judge(endpoint, tmp_path, []), tmp_path / "scores.csv"))
        assert len(endpoint.requests) == 20
    assert len(rows_of(tmp_path / "scores.csv")) == 20


def test_e14_one_record_that_the_model_refuses_costs_itself_alone(tmp_path):
    with FakeEndpoint(lambda request: Fail(400, "content policy") if number(request) == 4 else GOOD) as endpoint:
        result_of(score(RECORDS, judge(endpoint, tmp_path, []), tmp_path / "scores.csv"))
    rows = rows_of(tmp_path / "scores.csv")
    assert [row["id"] for row in rows if row["status"] == "failed"] == ["4"]
    assert "content policy" in rows[4]["reason"]
