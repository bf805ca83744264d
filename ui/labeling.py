"""Sentences of a run for the reader to label, one at a time; each answer is on disk before the next one shows."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evaluation.label_design import frame_of
from evaluation.label_items import ASKED, LabelItem, waiting
from evaluation.labels import KINDS, Kind, add_label, read_labels
from evaluation.runs import LoadedRun
from ui import passages
from ui.literal import literal

_NAMES: dict[Kind, str] = {"relevant": "Relevant", "utilized": "Used", "supported": "Supported"}
_NO: dict[Kind, str] = {"relevant": "Not relevant", "utilized": "Not used", "supported": "Not supported"}
# The first goal, and how many more each time it is reached.
_FIRST, _MORE = 25, 25


def show(run: LoadedRun) -> None:
    """The sentence in hand with its buttons, and how many are done."""
    frames = {kind: frame for kind in KINDS if (frame := frame_of(run.outcomes, kind)).sentences}
    if not frames:
        st.caption("The judge judged no sentence of this run, so there is none to label.")
        return
    kind = st.segmented_control(
        "What to label",
        list(frames),
        format_func=lambda each: _NAMES[each],
        default=next(iter(frames)),
        required=True,
        key=f"labeling-kind-{run.name}",
    )
    labels = read_labels(run.folder)
    done = sum(place[2] == kind for place in labels)
    goal = _FIRST + _MORE * (done // _MORE if done >= _FIRST else 0)
    frame = frames[kind]
    total = len(frame.to_label(goal))
    items = waiting(run.outcomes, frame, labels, goal)
    st.progress((total - len(items)) / total, text=f"{total - len(items):,} of {total:,} sentences")
    if items:
        _ask(run, items[0])
    else:
        st.caption("Every sentence of this kind is labeled.")


def _ask(run: LoadedRun, item: LabelItem) -> None:
    st.markdown(f"**Question:** {literal(item.question)}")
    if item.kind != "relevant":
        st.markdown("**Answer:**" if item.kind == "supported" else f"**Answer:** {literal(item.answer)}")
    passages.in_text(item.before, item.sentence, item.after)
    if item.passages:
        with st.container(border=True, height=220):
            for rank, text in enumerate(item.passages, start=1):
                st.caption(literal(f"[{rank}] {text}"))
    st.markdown(ASKED[item.kind])
    with st.container(horizontal=True):
        for label, value in ((_NAMES[item.kind], True), (_NO[item.kind], False), ("Skip", None)):
            st.button(
                label,
                key=f"labeling-{run.name}-{item.kind}-{value}",
                on_click=partial(add_label, run.folder, item.label(value)),
            )
