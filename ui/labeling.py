"""Sentences drawn by chance, labeled one at a time by button or key. Unlike label_clicks.py, nobody chooses any."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import streamlit as st

from core.counted import counted
from core.spans import Span
from evaluation.label_design import Frame
from evaluation.label_items import ASKED, LabelItem, item_of
from evaluation.labels import Kind, Place, add_label, forget_label, last_place
from evaluation.runs import LoadedRun
from ui.judge_pick import NAMES
from ui.literal import literal
from ui.marked_text import Mark, marked_text

NO: Mapping[Kind, str] = {"relevant": "Not relevant", "utilized": "Not used", "supported": "Not supported"}
# The first goal, and how many more each time it is reached.
_FIRST, _MORE = 25, 25
_HEIGHT = 210


def show(run: LoadedRun, frame: Frame, labels: Mapping[Place, bool | None]) -> None:
    """The sentence in hand with its buttons, and how many are done."""
    kind = frame.kind
    done = sum(place[2] == kind for place in labels)
    goal = _FIRST + _MORE * (done // _MORE if done >= _FIRST else 0)
    drawn = frame.to_label(goal)
    waiting = [one for one in drawn if (one.question_id, one.key, kind) not in labels]
    ready = len(drawn) - len(waiting)
    st.progress(ready / len(drawn), text=f"{ready:,} of {counted(len(drawn), 'sentence')}")
    # Looked up by id: a run may have thousands of questions.
    outcome = run.outcome(waiting[0].question_id) if waiting else None
    item = None if outcome is None else item_of(outcome, waiting[0], kind)
    if item is None:
        st.success("Every sentence of this kind is labeled.")
    else:
        _ask(item)
    with st.container(horizontal=True, key="judge-buttons"):
        if item is not None:
            _answers(run.folder, item)
        if done:
            st.button(
                "Undo the last",
                key=f"judge-undo-{kind}",
                icon=":material/undo:",
                type="tertiary",
                shortcut="U",
                on_click=_undo,
                args=(run.folder, kind),
            )


def _ask(item: LabelItem) -> None:
    st.markdown(f"**Question:** {literal(item.question)}")
    if item.kind != "relevant":
        st.markdown("**Answer:**" if item.kind == "supported" else f"**Answer:** {literal(item.answer)}")
    before, after = f"{item.before} " if item.before else "", f" {item.after}" if item.after else ""
    start, end = len(before), len(before) + len(item.sentence)
    key = f"{item.kind}-{item.drawn.question_id}-{item.drawn.key}"
    with st.container(border=True):
        marked_text(
            f"{before}{item.sentence}{after}",
            [Mark(start, end, "cited"), Mark(start, end, "chosen")],
            key=f"judge-item-{key}",
            title="The sentence to label, marked in its text",
            height=_HEIGHT,
            focus=Span(start, end),
        )
    if item.passages:
        with st.container(border=True, height=_HEIGHT):
            for rank, text in enumerate(item.passages, start=1):
                st.caption(literal(f"[{rank}] {text}"))
    st.markdown(f"**{ASKED[item.kind]}**")


def _answers(folder: Path, item: LabelItem) -> None:
    """Each saves the label and brings the next sentence."""
    for label, value, shortcut in ((NAMES[item.kind], True, "Y"), (NO[item.kind], False, "N"), ("Skip", None, "S")):
        st.button(
            label,
            key=f"judge-label-{value}",
            shortcut=shortcut,
            type="secondary" if value is not None else "tertiary",
            on_click=partial(add_label, folder, item.label(value)),
            help="Saves it and brings the next sentence" if value is not None else None,
        )


def _undo(folder: Path, kind: Kind) -> None:
    place = last_place(folder, kind)
    if place is not None:
        forget_label(folder, place)
