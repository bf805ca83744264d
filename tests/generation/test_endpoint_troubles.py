"""What passes and is tried again, and what cannot pass. No test waits: time is injected."""

from __future__ import annotations

import socket

import pytest

from core.errors import GenerationError
from generation.endpoint import EndpointModel
from tests.generation.endpoint_client import HELLO, model_at, streamed
from tests.generation.fake_endpoint import BreakOff, Fail, FakeEndpoint, Garbage, Stall, Step


@pytest.mark.parametrize("stream", [False, True])
def test_G04_the_servers_wait_is_kept(time, stream):
    """Waits are at least 7 s and 60.5 s, then success; the notice says what is waited for."""
    script: list[Step] = [
        Fail(429, headers={"retry-after": "7"}),
        Fail(429, "Rate limit reached. Please try again in 1m0.5s."),
        "Done.",
    ]
    notices: list[str] = []
    with FakeEndpoint(script) as endpoint:
        model = model_at(endpoint, time)
        if stream:
            _, reply = streamed(model, on_wait=notices.append)
        else:
            reply = model.complete(HELLO, on_wait=notices.append)
    assert reply.text == "Done."
    assert time.waits[0] >= 7 and time.waits[1] >= 60.5 and len(time.waits) == 2
    assert notices == ["waiting for the rate limit, 7 s", "waiting for the rate limit, 60.5 s"]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "step",
    [Fail(500), Fail(503), Fail(429), Fail(408), Garbage(), Garbage('{"error": {"message": "upstream"}}'), BreakOff()],
    ids=repr,
)
def test_passing_troubles_are_tried_again(time, step, stream):
    with FakeEndpoint([step, "Done."]) as endpoint:
        model = model_at(endpoint, time)
        reply = streamed(model)[1] if stream else model.complete(HELLO)
    assert reply.text == "Done."
    assert len(endpoint.requests) == 2 and len(time.waits) == 1 and 0 < time.waits[0] <= 31


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (Fail(400, "bad value"), "refused the call (HTTP 400): bad value"),
        (Fail(401, "no such key"), "refused the key (HTTP 401): check CHUNKTRACE_API_KEY"),
        (Fail(404, "model not found"), "was not found (HTTP 404): check the model's name"),
        (Fail(429, "You exceeded your quota", code="insufficient_quota"), "HTTP 429"),
        (Fail(400, "This model's maximum context length is 10"), "The prompt is too long"),
    ],
)
def test_what_cannot_pass_is_said_at_once(time, step, words):
    with FakeEndpoint([step]) as endpoint, pytest.raises(GenerationError) as failure:
        model_at(endpoint, time).complete(HELLO)
    assert words in str(failure.value) and "\n" not in str(failure.value)
    assert len(endpoint.requests) == 1 and time.waits == []


def test_a_web_page_in_place_of_an_endpoint_is_said_at_once(time):
    page = Garbage("<html>Welcome</html>", "text/html")
    with FakeEndpoint([page]) as endpoint, pytest.raises(GenerationError, match="check that its address ends like"):
        model_at(endpoint, time).complete(HELLO)
    assert len(endpoint.requests) == 1


def test_five_attempts_are_all(time):
    with FakeEndpoint([Fail(503, "overloaded")]) as endpoint, pytest.raises(GenerationError) as failure:
        model_at(endpoint, time).complete(HELLO)
    assert "overloaded" in str(failure.value) and "Gave up after 5 attempts" in str(failure.value)
    assert len(endpoint.requests) == 5 and len(time.waits) == 4
    assert all(expected <= wait <= expected + 1 for expected, wait in zip((1, 2, 4, 8), time.waits, strict=True))


def test_an_hour_is_not_waited_for(time):
    with (
        FakeEndpoint([Fail(429, headers={"Retry-After": "3600"})]) as endpoint,
        pytest.raises(GenerationError) as failure,
    ):
        model_at(endpoint, time).complete(HELLO)
    assert "It asks to wait 60 min: try again later." in str(failure.value)
    assert time.waits == [] and len(endpoint.requests) == 1


def test_all_waits_together_stay_within_the_bound(time):
    with FakeEndpoint([Fail(429, headers={"Retry-After": "110"})]) as endpoint, pytest.raises(GenerationError):
        model_at(endpoint, time).complete(HELLO)
    assert time.waits == [110.0, 110.0]


def test_a_server_that_never_answers_times_out(time):
    with FakeEndpoint([Stall(), "Done."]) as endpoint:
        reply = model_at(endpoint, time, read_timeout=0.2).complete(HELLO)
    assert reply.text == "Done." and len(time.waits) == 1


def test_a_server_that_is_not_there(time):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        with pytest.raises(GenerationError, match="cannot be reached"):
            EndpointModel("test", address, clock=time.clock()).complete(HELLO)


def test_a_stream_that_breaks_off_is_not_shown_as_an_answer(time):
    with FakeEndpoint([BreakOff("It lasts for"), "Done."]) as endpoint:
        stream = model_at(endpoint, time).stream(HELLO)
        assert next(stream) == "It lasts"
        with pytest.raises(GenerationError, match="broke off"):
            list(stream)
    assert len(endpoint.requests) == 1
