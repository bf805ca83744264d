"""Changes of a saved question set that can be taken back, once, as long as nothing else has changed it since."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from core.errors import ChunkTraceError
from corpus.library import set_card
from corpus.question_rows import QuestionRow
from corpus.saved_questions import change_set, merged
from ui import resources
from ui.literal import literal

_KEY = "data-undo"
Change = Callable[[list[QuestionRow]], Sequence[QuestionRow]]


@dataclass(frozen=True, slots=True)
class _Step:
    """What a set held before and after the change, and its version then."""

    name: str
    before: tuple[QuestionRow, ...]
    after: tuple[QuestionRow, ...]
    version: str
    says: str


def change(name: str, made: Change, says: str) -> bool:
    """Make a change and remember how it was; what goes wrong is told, and False returned."""
    before: tuple[QuestionRow, ...] = ()
    after: tuple[QuestionRow, ...] = ()

    def remembering(rows: list[QuestionRow]) -> Sequence[QuestionRow]:
        nonlocal before, after
        before = tuple(rows)
        after = tuple(made(rows))
        return after

    try:
        change_set(name, resources.home(), remembering)
        version = set_card(name, resources.home()).version
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")
        return False
    st.session_state[_KEY] = _Step(name, before, after, version, says)
    return True


def offer(name: str) -> None:
    """What was last done to this set in this session, and a button that takes it back."""
    step: _Step | None = st.session_state.get(_KEY)
    if step is None or step.name != name or set_card(name, resources.home()).version != step.version:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="data-undo-row"):
        st.caption(literal(f"✓ {step.says}"))
        st.button("Undo", key="data-undo-press", on_click=_take_back, args=(step,), shortcut="Ctrl+Shift+Z")


def _take_back(step: _Step) -> None:
    try:
        change_set(step.name, resources.home(), lambda rows: merged(rows, step.after, step.before))
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")
    st.session_state.pop(_KEY, None)
