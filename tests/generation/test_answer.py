"""From question and hits to a cited answer."""

from __future__ import annotations

import pytest

from core.errors import GenerationError, SettingError
from core.types import Answer
from generation.answer import NOTHING_FOUND, answer, answer_of
from generation.chat import Message
from generation.endpoint import EndpointModel
from generation.extractive import ExtractiveModel
from tests.generation.fake_endpoint import FakeEndpoint, Say
from tests.generation.hits import hits_of

MANUAL = "The pump weighs nine kilograms. The warranty lasts for two years."


def test_pieces_then_one_cited_answer():
    with FakeEndpoint([Say("It lasts for two years, the warranty [1].", usage=(80, 12))]) as endpoint:
        *pieces, last = answer(
            "How long?", hits_of(MANUAL), EndpointModel("test", endpoint.base_url, label="test@fake")
        )
    assert isinstance(last, Answer)
    assert "".join(pieces) == last.text == "It lasts for two years, the warranty [1]."
    [citation] = last.citations
    assert (citation.start, citation.end) == (MANUAL.index("The warranty"), len(MANUAL))
    assert (last.model, last.prompt_tokens, last.completion_tokens, last.cost) == ("test@fake", 80, 12, None)
    assert MANUAL in last.prompt and last.notes == ()


def test_notes_of_prompt_reply_ending_and_citations_come_together():
    hits = hits_of(*("rule text number one. " * 60 for _ in range(9)))
    with FakeEndpoint([Say("The rule is [44]", "length", usage=(100, 256))]) as endpoint:
        result = answer_of(answer("Which?", hits, EndpointModel("test", endpoint.base_url, context_window=2048)))
    assert [note.split("(")[0].strip() for note in result.notes] == [
        "5 of 9 passages did not fit the model's window: the lowest-ranked were left out",
        "prompt truncated by the server",
        "the answer was cut at 256 tokens",
        "markers that name no passage: [44]",
    ]
    assert result.finish_reason == "length"


def test_a_small_window_leaves_room_for_the_passages():
    with FakeEndpoint(["ok"]) as endpoint:
        answer_of(answer("Which?", hits_of("a"), EndpointModel("test", endpoint.base_url, context_window=1024)))
        answer_of(answer("Which?", hits_of("a"), EndpointModel("test", endpoint.base_url), max_tokens=33))
    assert [request.body["max_tokens"] for request in endpoint.requests] == [128, 33]


@pytest.mark.parametrize("extractive", [False, True])
def test_without_hits_no_model_is_called(extractive):
    with FakeEndpoint(["never"]) as endpoint:
        model = ExtractiveModel() if extractive else EndpointModel("test", endpoint.base_url)
        *pieces, last = answer("How long?", [], model)
    assert pieces == [NOTHING_FOUND] and isinstance(last, Answer)
    assert (last.text, last.citations, last.finish_reason, last.cost) == (NOTHING_FOUND, (), "no context", 0.0)
    assert last.notes == ("no passages, so the model was not called",) and endpoint.requests == []


@pytest.mark.parametrize("question", ["", "   ", "\u200b"])
def test_R06_a_blank_question_is_refused(question):
    with pytest.raises(SettingError, match="question is empty"):
        next(answer(question, hits_of(MANUAL), ExtractiveModel()))


def test_the_extractive_answer_is_labeled():
    result = answer_of(answer("How long does the warranty last?", hits_of(MANUAL), ExtractiveModel()))
    assert result.text == "The warranty lasts for two years. [1]"
    assert result.model == "extractive (not a language model)"
    assert (result.prompt, result.cost, result.finish_reason, result.notes) == ("", 0.0, "stop", ())


def test_the_extractive_answer_says_when_it_has_nothing():
    result = answer_of(answer("Who invented gunpowder?", hits_of(MANUAL), ExtractiveModel()))
    assert result.citations == () and result.notes == ("no sentence shares a word with the question",)


def test_G02_an_empty_reply_fails_alone():
    with FakeEndpoint(["ok", Say(None, "content_filter"), "ok"]) as endpoint:
        model = EndpointModel("test", endpoint.base_url)
        assert answer_of(answer("Q?", hits_of(MANUAL), model)).text == "ok"
        with pytest.raises(GenerationError, match=r"^refused/empty \(content_filter\)"):
            answer_of(answer("Q?", hits_of(MANUAL), model))
        assert answer_of(answer("Q?", hits_of(MANUAL), model)).text == "ok"


def test_history_reaches_the_model():
    history = [Message("user", "Which pump?"), Message("assistant", "The X-200.")]
    with FakeEndpoint(["ok"]) as endpoint:
        answer_of(
            answer("How heavy is it?", hits_of(MANUAL), EndpointModel("test", endpoint.base_url), history=history)
        )
    assert [message["role"] for message in endpoint.requests[0].body["messages"]] == [
        "system",
        "user",
        "assistant",
        "user",
    ]


def test_closing_the_answer_ends_the_request():
    with FakeEndpoint(["A long reply that nobody reads to its end."]) as endpoint:
        pieces = answer("Q?", hits_of(MANUAL), EndpointModel("test", endpoint.base_url))
        assert next(pieces) == "A long r"
        pieces.close()
    assert len(endpoint.requests) == 1
