"""What the client of OpenAI-compatible servers makes of replies, against a real server on a socket."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from core.errors import GenerationError, SettingError
from generation.chat import Message
from generation.endpoint import EndpointModel
from generation.models import load_model
from tests.generation.endpoint_client import HELLO, model_at, streamed
from tests.generation.fake_endpoint import Fail, FakeEndpoint, Say

SCHEMA = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}


def test_a_whole_reply_carries_the_servers_own_counts(time):
    with FakeEndpoint([Say("Good day.", usage=(12, 3))]) as endpoint:
        reply = model_at(endpoint, time, input_price=1.0, output_price=2.0).complete(HELLO, max_tokens=7)
    assert (reply.text, reply.finish_reason, reply.prompt_tokens, reply.completion_tokens) == (
        "Good day.",
        "stop",
        12,
        3,
    )
    assert reply.cost == pytest.approx((12 * 1.0 + 3 * 2.0) / 1_000_000)
    sent = endpoint.requests[0].body
    assert (sent["model"], sent["max_tokens"], sent["temperature"]) == ("test", 7, 0.0)
    assert sent["messages"] == [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello?"}]
    assert "response_format" not in sent


def test_a_streamed_reply_comes_in_pieces_and_ends_with_one_reply(time):
    with FakeEndpoint([Say("It lasts for two years.", usage=(12, 6))]) as endpoint:
        pieces, reply = streamed(model_at(endpoint, time))
    assert len(pieces) == 3
    assert "".join(pieces) == reply.text == "It lasts for two years."
    assert (reply.prompt_tokens, reply.completion_tokens) == (12, 6)


def test_unknown_counts_and_prices_are_none(time):
    with FakeEndpoint([Say("Yes.", usage=None)]) as endpoint:
        model = model_at(endpoint, time, input_price=1.0, output_price=1.0)
        for reply in (model.complete(HELLO), streamed(model)[1]):
            assert (reply.prompt_tokens, reply.completion_tokens, reply.cost) == (None, None, None)
    with FakeEndpoint(["Yes."]) as endpoint:
        assert model_at(endpoint, time).complete(HELLO).cost is None


@pytest.mark.parametrize("stream", [False, True])
def test_G02_a_reply_without_content(time, stream):
    """Replies 1 and 3 are answers; reply 2 fails alone, with its reason."""
    outcomes = []
    with FakeEndpoint(["ok", Say(None, "content_filter"), "ok"]) as endpoint:
        model = model_at(endpoint, time)
        for _ in range(3):
            try:
                outcomes.append((streamed(model)[1] if stream else model.complete(HELLO)).text)
            except GenerationError as error:
                outcomes.append(str(error))
    assert outcomes[0] == outcomes[2] == "ok"
    assert outcomes[1].startswith("refused/empty (content_filter)")
    assert len(endpoint.requests) == 3


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Say("", "length"), "length"),
        (Say("  \n", "stop"), "stop"),
        (Say(None, "tool_calls"), "tool_calls"),
        (Say(None, "stop", refusal="I cannot help with that."), "refusal"),
        (Say("<think>hm, hm", "length"), "length"),
    ],
)
def test_other_empty_replies_say_why(time, step, reason):
    with FakeEndpoint([step]) as endpoint:
        model = model_at(endpoint, time)
        for call in (lambda: model.complete(HELLO), lambda: streamed(model)):
            with pytest.raises(GenerationError, match=rf"refused/empty \({reason}\)"):
                call()


def test_thoughts_are_neither_streamed_nor_kept(time):
    with FakeEndpoint(["<think>Two plus two... is four.</think>\n\nIt is 4, I think."]) as endpoint:
        model = model_at(endpoint, time)
        pieces, reply = streamed(model)
        assert "".join(pieces) == reply.text == model.complete(HELLO).text == "It is 4, I think."


@pytest.mark.parametrize("stream", [False, True])
def test_a_json_schema_is_asked_for(time, stream):
    with FakeEndpoint(['{"ok": true}']) as endpoint:
        model = model_at(endpoint, time)
        reply = streamed(model, schema=SCHEMA)[1] if stream else model.complete(HELLO, schema=SCHEMA)
    assert reply.text == '{"ok": true}'
    asked = endpoint.requests[0].body["response_format"]
    assert asked["type"] == "json_schema" and asked["json_schema"]["schema"] == SCHEMA


def test_refused_parameters_are_left_out_and_remembered(time):
    with FakeEndpoint(["Done."], unknown=("response_format", "stream_options", "temperature")) as endpoint:
        model = model_at(endpoint, time)
        assert streamed(model, schema=SCHEMA)[1].text == "Done."
        assert len(endpoint.requests) == 4
        assert model.complete(HELLO, schema=SCHEMA).text == "Done."
        assert len(endpoint.requests) == 5
    assert time.waits == []


def test_a_refused_schema_need_not_be_named(time):
    def step(request):
        return Fail(400, "Invalid request.") if "response_format" in request.body else "Done."

    with FakeEndpoint(step) as endpoint:
        model = model_at(endpoint, time)
        assert model.complete(HELLO, schema=SCHEMA).text == model.complete(HELLO, schema=SCHEMA).text == "Done."
    assert len(endpoint.requests) == 3


def test_max_tokens_goes_by_its_newer_name_where_the_old_one_is_refused(time):
    with FakeEndpoint(["Done."], unknown=("max_tokens",)) as endpoint:
        model_at(endpoint, time).complete(HELLO, max_tokens=9)
    assert endpoint.requests[-1].body["max_completion_tokens"] == 9 and "max_tokens" not in endpoint.requests[-1].body


def test_what_was_refused_along_with_a_failure_is_not_remembered(time):
    with FakeEndpoint([Fail(400, "response_format, perhaps"), Fail(401), "Done."]) as endpoint:
        model = model_at(endpoint, time)
        with pytest.raises(GenerationError):
            model.complete(HELLO, schema=SCHEMA)
        model.complete(HELLO, schema=SCHEMA)
    assert "response_format" in endpoint.requests[-1].body


def test_G01_a_prompt_that_the_server_cut_is_flagged(time):
    """A server with a window of 2048 tokens reads the end of a prompt of more than 5000."""
    long = [Message("user", "rule text number one. " * 1300)]
    with FakeEndpoint([Say("ok", usage=(2048, 1)), Say("ok", usage=(6502, 1))]) as endpoint:
        model = model_at(endpoint, time)
        cut, whole = model.complete(long), model.complete(long)
    assert len(cut.notes) == 1 and cut.notes[0].startswith("prompt truncated by the server (sent about 6")
    assert cut.notes[0].endswith("it read 2048)")
    assert whole.notes == ()


def test_G01_a_better_tokenizer_for_japanese_is_no_truncation(time):
    japanese = [Message("user", "保証期間は三年です。" * 200)]  # 2000 characters, 2200 cl100k tokens
    with FakeEndpoint([Say("ok", usage=(1100, 1))]) as endpoint:
        assert model_at(endpoint, time).complete(japanese).notes == ()


@pytest.mark.parametrize("status", [400, 401, 404, 429, 503])
def test_S07_the_key_shows_nowhere(time, status, caplog, capfd, tmp_path):
    key = "FAKEKEY-0123456789"
    words = f"{status} for https://ex.test/v1/models/m:gen?key={key} with Authorization: Bearer {key}"
    caplog.set_level(logging.INFO)
    notices: list[str] = []
    with FakeEndpoint([Fail(status, words)]) as endpoint:
        model = load_model(f"test@{endpoint.base_url}", home=tmp_path, api_key=key)
        assert isinstance(model, EndpointModel)
        model._clock = time.clock()
        with pytest.raises(GenerationError) as failure:
            model.complete(HELLO, on_wait=notices.append)
        assert endpoint.requests[0].headers["authorization"] == f"Bearer {key}"
    assert failure.value.__cause__ is None and failure.value.__suppress_context__
    shown = " ".join([str(failure.value), repr(failure.value), repr(model), caplog.text, *notices])
    shown += "".join(capfd.readouterr())
    assert key not in shown and "[hidden]" in str(failure.value)


def test_a_key_may_be_a_secret_string(tmp_path):
    from pydantic import SecretStr

    with FakeEndpoint(["ok"]) as endpoint:
        model = load_model(f"test@{endpoint.base_url}", home=tmp_path, api_key=SecretStr(" k-1 "))
        assert model.complete(HELLO).text == "ok"
    assert endpoint.requests[0].headers["authorization"] == "Bearer k-1"


def test_a_proxy_of_the_environment_does_not_see_loopback_calls(time, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    with FakeEndpoint(["ok"]) as endpoint:
        assert model_at(endpoint, time).complete(HELLO).text == "ok"


def test_a_provider_without_its_key_is_refused_before_any_call(tmp_path: Path):
    with pytest.raises(SettingError, match=r"Groq needs a key: set CHUNKTRACE_API_KEY.*GROQ_API_KEY"):
        load_model("llama@groq", home=tmp_path)
