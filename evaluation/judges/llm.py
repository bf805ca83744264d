"""A language model as the judge, asked for sentence keys and never for numbers. Unlike local, it costs calls.

What is asked is in llm_prompt.py, how a reply is read in llm_reply.py. A valid reply is kept on disk by all that was
asked, so that the same text is never paid for twice; an invalid one is not, so that trying again asks again.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import JudgeError
from core.hashing import key_of
from core.types import Judgement
from evaluation.exchange import Exchange
from evaluation.judges.judge import Judge, Keep, judgement_of, without_context
from evaluation.judges.llm_prompt import PROMPT_KEY, messages_for, room_for_reply, schema_for
from evaluation.judges.llm_reply import Verdict, read_verdict
from evaluation.trace import Unit
from generation.chat import ChatModel, Message, Reply
from generation.reply_cache import ReplyCache

_TEMPERATURE = 0.0
_KNOWN = "known from before"


@dataclass(frozen=True, slots=True)
class Asking:
    """Whom to ask, where replies are kept (nowhere when None), and the how-many-eth time the same is asked.

    Each repetition is an entry of its own on disk, which is how a judge's noise can be measured at all.
    """

    model: ChatModel
    cache: ReplyCache | None = None
    repetition: int = 0

    def key(self, exchange: Exchange) -> str:
        """Hash of everything that changes a reply, the model aside."""
        asked = [[message.role, message.content] for message in messages_for(exchange)]
        return key_of([asked, schema_for(exchange), _TEMPERATURE, self.repetition])

    def known(self, exchange: Exchange) -> str | None:
        """The reply on disk; None where there is none."""
        return self.cache.get(self.model.name, self.key(exchange)) if self.cache else None


def llm_judge(model: ChatModel, cache: ReplyCache | None = None, repetition: int = 0) -> Judge:
    """A judge that asks `model`, once more when its reply is invalid, and then fails with the reason."""
    settings: dict[str, str | int | float] = {
        "version": 2,
        "model": model.name,
        "prompt": PROMPT_KEY,
        "temperature": _TEMPERATURE,
    }
    asking = Asking(model, cache, repetition)

    def assess(exchange: Exchange, unit: Unit, keep: Keep) -> Judgement:
        if not exchange.context:
            return without_context("llm", exchange, unit)
        verdict = _known_verdict(asking, exchange, keep) or _asked_verdict(asking, exchange, keep)
        return judgement_of(
            "llm",
            exchange,
            unit,
            relevant=verdict.relevant,
            utilized=verdict.utilized,
            support=verdict.support,
            notes=verdict.notes,
        )

    return Judge("llm", settings, assess)


def _known_verdict(asking: Asking, exchange: Exchange, keep: Keep) -> Verdict | None:
    """The verdict on disk; None where there is none, or none that is valid by today's reading."""
    if (text := asking.known(exchange)) is None:
        return None
    try:
        verdict = read_verdict(text, exchange)
    except JudgeError:
        return None
    keep(Reply(text, "stop", None, None, 0.0, 0.0, (_KNOWN,)))
    return verdict


def _asked_verdict(asking: Asking, exchange: Exchange, keep: Keep) -> Verdict:
    """The verdict of the first valid reply of two; the second call is told what was wrong with the first."""
    messages = messages_for(exchange)
    reply = _reply(asking.model, messages, exchange, keep)
    try:
        verdict = _valid(reply, exchange)
    except JudgeError as problem:
        said = f"That reply cannot be used: {problem}. Reply again with the whole JSON object and nothing else."
        reply = _reply(
            asking.model, [*messages, Message("assistant", reply.text), Message("user", said)], exchange, keep
        )
        verdict = _valid(reply, exchange)
    if asking.cache:
        asking.cache.put(asking.model.name, asking.key(exchange), reply.text)
    return verdict


def _reply(model: ChatModel, messages: list[Message], exchange: Exchange, keep: Keep) -> Reply:
    room = room_for_reply(model, messages, exchange)
    reply = model.complete(messages, max_tokens=room, temperature=_TEMPERATURE, schema=schema_for(exchange))
    keep(reply)
    return reply


def _valid(reply: Reply, exchange: Exchange) -> Verdict:
    if reply.finish_reason == "length":
        raise JudgeError("judge invalid: the reply was cut at its token limit")
    return read_verdict(reply.text, exchange)
