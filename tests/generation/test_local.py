"""The bundled SmolLM2, really run. Prompts are short, because it may have to run beside other work on two cores."""

from __future__ import annotations

import json
import re
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from core.errors import GenerationError
from core.types import Answer
from generation import local
from generation.answer import NOTHING_FOUND, answer, answer_of
from generation.chat import Message, Reply
from generation.citations import BY_WORDING
from generation.models import load_model
from generation.prompt import TEMPLATE_TOKENS, build_prompt
from tests.generation.hits import hits_of

pytestmark = pytest.mark.slow

PASSAGES = (
    "The X-200 pump comes with a warranty of three years. It covers parts and labor.",
    "The X-200 pump weighs nine kilograms and is painted blue.",
)
QUESTION = "How long is the warranty of the X-200 pump?"


@pytest.fixture(scope="module")
def model(models_home: Path) -> local.LocalModel:
    loaded = load_model("local", home=models_home)
    assert isinstance(loaded, local.LocalModel)
    return loaded


def test_it_answers_from_the_context_and_is_cited_by_wording(model):
    *pieces, last = answer(QUESTION, hits_of(*PASSAGES), model)
    assert isinstance(last, Answer) and len(pieces) > 1
    assert re.search(r"(three|3)[- ]year", last.text.lower())
    assert {citation.marker for citation in last.citations} == {1} and BY_WORDING in last.notes
    assert (last.citations[0].start, last.citations[0].end) == (0, PASSAGES[0].index(" It covers"))
    assert last.prompt_tokens and last.completion_tokens and last.cost == 0.0
    assert last.model == "local (SmolLM2-135M-Instruct)" and last.finish_reason == "stop"


def test_the_same_prompt_gives_the_same_text(model):
    prompt = [Message("user", "Name three fruits.")]
    first, second = model.complete(prompt, max_tokens=24), model.complete(prompt, max_tokens=24)
    assert first.text == second.text
    *_, streamed = model.stream(prompt, max_tokens=24)
    assert isinstance(streamed, Reply) and streamed.text == first.text


def test_a_json_schema_is_kept_to(model):
    schema = {
        "type": "object",
        "properties": {"covered": {"type": "boolean"}, "years": {"type": "integer"}},
        "required": ["covered", "years"],
        "additionalProperties": False,
    }
    prompt = [Message("user", PASSAGES[0] + " As JSON: is labor covered, and for how many years?")]
    reply = model.complete(prompt, max_tokens=60, schema=schema)
    parsed = json.loads(reply.text)
    assert (
        isinstance(parsed["covered"], bool) and isinstance(parsed["years"], int) and set(parsed) == {"covered", "years"}
    )


def test_without_hits_it_is_not_even_started(monkeypatch, tmp_path):
    monkeypatch.setattr(local, "_running", lambda path: pytest.fail("started"))
    assert answer_of(answer(QUESTION, [], local.LocalModel(tmp_path / "absent.gguf"))).text == NOTHING_FOUND


def test_threads_share_one_server(model):
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(model.count_tokens("Hello world"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [2, 2, 2, 2] and len(local._servers) == 1


def test_the_reserve_for_the_chat_template_is_enough(model):
    messages = build_prompt(QUESTION, hits_of(*PASSAGES), model, max_tokens=4).messages
    reply = model.complete(messages, max_tokens=4)
    assert reply.prompt_tokens is not None
    assert 0 < reply.prompt_tokens - sum(model.count_tokens(message.content) for message in messages) <= TEMPLATE_TOKENS


def test_others_on_this_machine_cannot_use_its_port(model):
    [running] = local._servers.values()
    request = urllib.request.Request(
        f"{running.address}/v1/chat/completions", b"{}", {"Content-Type": "application/json"}
    )
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(request, timeout=30)
    assert refusal.value.code == 401 and running.key not in repr(running)


def test_a_file_that_is_no_model_is_one_clear_line(tmp_path):
    (tmp_path / "broken.gguf").write_bytes(b"GGUF but not really")
    with pytest.raises(GenerationError, match=r"broken\.gguf cannot be started") as failure:
        local.LocalModel(tmp_path / "broken.gguf").complete([Message("user", "Hi")])
    assert "\n" not in str(failure.value)
