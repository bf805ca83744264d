"""Replies with HTTP 200 that no schema allows, and that servers send nevertheless. None is a defect of ours."""

from __future__ import annotations

import json

import pytest

from core.errors import GenerationError, SettingError
from generation.chat import Message
from generation.endpoint import EndpointModel
from generation.models import load_model
from generation.waiting import Clock, server_wait
from tests.generation.fake_endpoint import FakeEndpoint, Garbage

HELLO = [Message("user", "Hello?")]
CLOCK = Clock(now=lambda: 0.0, sleep=lambda seconds: None)
USAGE = {"prompt_tokens": 3, "completion_tokens": 2}


def body(message, usage=USAGE):
    return json.dumps({"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage})


def completed(text):
    with FakeEndpoint([Garbage(text)]) as endpoint:
        return EndpointModel("test", endpoint.base_url, clock=CLOCK, input_price=1.0, output_price=1.0).complete(HELLO)


def streamed(*events):
    text = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    with FakeEndpoint([Garbage(text, "text/event-stream")]) as endpoint:
        return list(EndpointModel("test", endpoint.base_url, clock=CLOCK).stream(HELLO))


@pytest.mark.parametrize(
    "usage", ["x", [1], {}, {"prompt_tokens": "3", "completion_tokens": None}, {"prompt_tokens": -1}]
)
def test_odd_counts_are_unknown_counts(usage):
    reply = completed(body({"content": "Yes."}, usage))
    assert (reply.text, reply.prompt_tokens, reply.completion_tokens, reply.cost) == ("Yes.", None, None, None)


def test_content_in_parts_is_read_without_its_thoughts():
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "Yes"}, {"type": "text", "text": "."}]
    assert completed(body({"content": parts})).text == "Yes."


@pytest.mark.parametrize("choices", ["x", {}, [None], [{}], [{"message": None}], ["x"]])
def test_what_is_no_completion_is_an_error_in_one_line(choices):
    with pytest.raises(GenerationError, match="no chat completion"):
        completed(json.dumps({"choices": choices}))


@pytest.mark.parametrize("content", [5, {"a": 1}, [], [5, {"type": "image"}]])
def test_content_without_text_is_an_empty_reply(content):
    with pytest.raises(GenerationError, match="refused/empty"):
        completed(body({"content": content}))


def test_an_error_that_comes_as_success_is_told_in_its_own_words():
    with pytest.raises(GenerationError, match="overloaded / 502"):
        completed(json.dumps({"error": {"message": "overloaded", "code": 502}}))


@pytest.mark.parametrize("odd", [{"delta": None, "finish_reason": "stop"}, {"finish_reason": "stop"}])
def test_a_chunk_without_delta_ends_a_stream(odd):
    *pieces, reply = streamed({"choices": [{"delta": {"content": "Yes."}}]}, {"choices": [odd]})
    assert pieces == ["Yes."] and reply.text == "Yes."


@pytest.mark.parametrize("event", [[1], 3, {"choices": 3}, {"choices": [3]}])
def test_a_stream_of_other_things_never_began(event):
    with pytest.raises(GenerationError, match="before it began"):
        streamed(event)


@pytest.mark.parametrize("written", ["\u00b2", "Wed, 21 Oct 99999999999999 07:28:00 GMT", "soon"])
def test_a_wait_that_cannot_be_read_is_none(written):
    assert server_wait({"retry-after": written}, "", now=0.0) is None


@pytest.mark.parametrize("key", ["sk-кey", "sk-a\nb"])
def test_a_damaged_key_is_refused_without_being_shown(tmp_path, key):
    with pytest.raises(SettingError, match="copy it again") as refusal:
        load_model("m@openai", home=tmp_path, api_key=key)
    assert "sk-" not in str(refusal.value)
