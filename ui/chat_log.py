"""The conversations of this session, one a collection. Another session never sees them."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from core.types import Answer, Hit

_LOGS = "chat-logs"


@dataclass
class Turn:
    """A question and what became of it. `text` grows while the answer streams, so a stopped one is kept."""

    question: str
    query: str = ""
    text: str = ""
    hits: list[Hit] = field(default_factory=list)
    answer: Answer | None = None
    error: str = ""


def turns(collection: str) -> list[Turn]:
    """The conversation about a collection; append to it to go on."""
    logs: dict[str, list[Turn]] = st.session_state.setdefault(_LOGS, {})
    return logs.setdefault(collection, [])


def questions(collection: str) -> tuple[str, ...]:
    """What was asked about a collection."""
    return tuple(turn.question for turn in turns(collection))


def clear(collection: str) -> None:
    """Begin again."""
    turns(collection).clear()
