"""The conversations of this session, one for each choice of collections. Another session never sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from uuid import uuid4

import streamlit as st

from core.types import Answer, Document, Hit, Judgement
from evaluation.transcript import Exchanged, Reply
from evaluation.votes import Choice
from generation.chat import Message
from retrieval.passages import LeftOut
from ui.chat_settings import BLIND, Settings, Side, labels

_LOGS = "chat-logs"


@dataclass
class Said:
    """One side's part of a turn. `text` grows while the answer streams, so a stopped one is kept; `judging` is there
    while the scores are not.
    """

    side: Side
    text: str = ""
    hits: list[Hit] = field(default_factory=list)
    left_out: tuple[LeftOut, ...] = ()
    documents: Mapping[str, Document] = field(default_factory=dict)
    answer: Answer | None = None
    error: str = ""
    judging: Future[Judgement] | None = None
    judgement: Judgement | None = None
    unscored: str = ""

    def settle(self) -> None:
        """Take over what the judge said, or why it could say nothing, where it is done."""
        if self.judging is not None and self.judging.done():
            if failure := self.judging.exception():
                self.unscored = str(failure) or type(failure).__name__
            else:
                self.judgement = self.judging.result()
            self.judging = None

    def reply(self) -> Reply:
        """The same as it is exported."""
        model = self.answer.model if self.answer else self.side.model.name
        name, retrieval = self.side.card.display, self.side.retrieval
        return Reply(name, retrieval, model, self.text, tuple(self.hits), self.answer, self.judgement, self.error)


@dataclass
class Turn:
    """A question and what became of it; `query` is what was searched. In a blind comparison `order` is the order in
    which the sides are shown, and `vote` what was preferred of the two as they are shown. It is `open` while its
    answers are being written.
    """

    question: str
    query: str
    said: tuple[Said, ...]
    order: tuple[int, ...] = (0,)
    vote: Choice | None = None
    open: bool = False
    id: str = field(default_factory=lambda: uuid4().hex[:12])

    @property
    def shown(self) -> list[Said]:
        """The sides in the order in which they are shown."""
        return [self.said[place] for place in self.order]

    @property
    def labels(self) -> list[str]:
        """Whose answers they are, in the same order."""
        return labels([said.side for said in self.shown])


def turns(settings: Settings) -> list[Turn]:
    """The conversation under these settings, with the scores that have come; append to it to go on.

    Scores come at any moment, so they are taken over here alone: a page shows one state.
    """
    log = _logs().setdefault(settings.conversation, [])
    for turn in log:
        for said in turn.said:
            said.settle()
    return log


def questions(collection: str) -> tuple[str, ...]:
    """What was asked about a collection, alone or beside another, each once."""
    own = [log for conversation, log in _logs().items() if collection in conversation[1:]]
    return tuple(dict.fromkeys(turn.question for log in own for turn in log))


def clear(settings: Settings) -> None:
    """Begin again."""
    turns(settings).clear()


def history(log: Sequence[Turn], side: int) -> list[Message]:
    """The conversation as one side's model knows it."""
    return [
        message
        for turn in log
        if (answer := turn.said[side].answer)
        for message in (Message("user", turn.question), Message("assistant", answer.text))
    ]


def exchanged(log: Sequence[Turn], mode: str) -> list[Exchanged]:
    """The conversation as it is exported; a blind one without the turns that would tell who is who before the vote."""
    told = [turn for turn in log if mode != BLIND or turn.vote]
    return [
        Exchanged(turn.question, turn.query, tuple(said.reply() for said in turn.shown), turn.vote or "")
        for turn in told
    ]


def _logs() -> dict[tuple[str, ...], list[Turn]]:
    logs: dict[tuple[str, ...], list[Turn]] = st.session_state.setdefault(_LOGS, {})
    return logs
