"""From a question and its hits to a cited answer, whichever model writes it. Without hits, no model is asked."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from core.errors import SettingError
from core.text import is_blank
from core.types import Answer, Hit
from generation.chat import ChatModel, Message, OnWait, Reply
from generation.citations import cite
from generation.extractive import ExtractiveModel, extract
from generation.prompt import Prompt, build_prompt

NOTHING_FOUND = "Nothing was found in this collection for the question, so there is no answer."
_REPLY_TOKENS = 512
# A model with a small window spends at most this part of it on the reply.
_REPLY_SHARE = 8


def answer(
    question: str,
    hits: Sequence[Hit],
    model: ChatModel | ExtractiveModel,
    *,
    history: Sequence[Message] = (),
    max_tokens: int | None = None,
    temperature: float = 0.0,
    on_wait: OnWait | None = None,
) -> Iterator[str | Answer]:
    """Pieces of text as they come, then one Answer; its text may hold markers that the pieces lacked.

    Markers [n] count the hits from 1, in the order given. `history` is the conversation before this question.
    Raises SettingError for a blank question at the first step, GenerationError when the model gives no usable reply.
    """
    if is_blank(question):
        raise SettingError("The question is empty: type what you want to know.")
    if not hits:
        yield NOTHING_FOUND
        yield _unasked(NOTHING_FOUND, model.name, "no context", ("no passages, so the model was not called",))
    elif isinstance(model, ExtractiveModel):
        yield from _extracted(question, hits, model)
    else:
        limit = max_tokens or min(_REPLY_TOKENS, model.context_window // _REPLY_SHARE)
        prompt = build_prompt(question, hits, model, max_tokens=limit, history=history)
        for piece in model.stream(prompt.messages, max_tokens=limit, temperature=temperature, on_wait=on_wait):
            yield piece if isinstance(piece, str) else _answered(piece, prompt, model.name)


def answer_of(pieces: Iterator[str | Answer]) -> Answer:
    """The Answer at the end, for callers that do not show pieces."""
    for piece in pieces:
        if isinstance(piece, Answer):
            return piece
    raise RuntimeError("the answer ended without a result")


def _answered(reply: Reply, prompt: Prompt, name: str) -> Answer:
    cited = cite(reply.text, prompt.passages)
    return Answer(
        text=cited.text,
        citations=cited.citations,
        prompt=prompt.text,
        model=name,
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        seconds=reply.seconds,
        cost=reply.cost,
        finish_reason=reply.finish_reason,
        notes=(*prompt.notes, *reply.notes, *_ending(reply), *cited.notes),
    )


def _ending(reply: Reply) -> tuple[str, ...]:
    endings = {
        "length": f"the answer was cut at {reply.completion_tokens or 'the limit of'} tokens",
        "content_filter": "the answer was cut by the server's content filter",
    }
    return (endings[reply.finish_reason],) if reply.finish_reason in endings else ()


def _extracted(question: str, hits: Sequence[Hit], model: ExtractiveModel) -> Iterator[str | Answer]:
    started = time.perf_counter()
    found = extract(question, hits)
    yield found.text
    notes = () if found.citations else ("no sentence shares a word with the question",)
    seconds = time.perf_counter() - started
    yield Answer(found.text, found.citations, "", model.name, 0, 0, seconds, cost=0.0, notes=notes)


def _unasked(text: str, name: str, finish_reason: str, notes: tuple[str, ...]) -> Answer:
    return Answer(text, (), "", name, 0, 0, 0.0, cost=0.0, finish_reason=finish_reason, notes=notes)
