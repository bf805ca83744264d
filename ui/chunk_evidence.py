"""What becomes of each passage of evidence under each side, as a table and as a way to go there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from core.counted import counted
from core.hashing import key_of
from core.spans import Span
from evaluation.export import to_csv
from evaluation.inspection import EvidenceFate, Inspection
from evaluation.inspection_facts import FATES
from ui.tables import frame

Sides = Sequence[tuple[str, Inspection]]
Go = Callable[[Span], None]
_SIGNS = {"whole": "✅", "parent": "🔼", "severed": "✂️", "outside": "⛔"}
_KEY = "chunks-evidence"


def show(sides: Sides, question_set: str, go: Go) -> None:
    """One row a passage; a press on a row goes to it in the text."""
    fates = sides[0][1].fates
    if not fates:
        st.info(
            "No evidence in this document. Choose questions under “Evidence of” at the top, or another document, to "
            "see which passages the chunks keep whole."
            if question_set != "none"
            else "Choose questions under “Evidence of” at the top to see which of their passages the chunks keep whole."
        )
        return
    order = sorted(range(len(fates)), key=lambda number: not _lost(sides, number))
    rows = [_row(sides, number) for number in order]
    st.caption("What is cut apart comes first. Tick a row to see the passage in the text.")
    key = f"{_KEY}-{key_of([[fates[number].question.id, fates[number].span] for number in order])}"

    def pressed() -> None:
        chosen = st.session_state[key].selection.rows
        if chosen and chosen[0] < len(order):
            go(fates[order[chosen[0]]].span)

    wide = {name: st.column_config.TextColumn(width="medium") for name in ("question", "evidence")}
    st.dataframe(
        frame(rows),
        hide_index=True,
        height=min(420, 38 + 35 * len(rows)),
        column_config=wide,
        key=key,
        on_select=pressed,
        selection_mode="single-row",
    )
    content = to_csv(list(rows[0]), rows, bom=True)
    st.download_button("Evidence (CSV)", content, "evidence.csv", "text/csv", key=f"{_KEY}-download", on_click="ignore")


def jump(sides: Sides, at: int | None, go: Go) -> None:
    """A list of the passages and a button for the next one after `at` that a side cuts; nothing without evidence."""
    fates, key = sides[0][1].fates, "chunks-jump"
    if not fates:
        return

    def chosen() -> None:
        number = st.session_state[f"{key}-list"]
        if number is not None and number < len(fates):
            go(fates[number].span)

    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            f"Go to evidence ({counted(len(fates), 'passage')})",
            range(len(fates)),
            index=None,
            format_func=lambda number: _told(sides, number),
            placeholder="Choose a passage",
            key=f"{key}-list",
            on_change=chosen,
        )
        cut = [fates[number].span for number in range(len(fates)) if _lost(sides, number)]
        after = next((span for span in cut if span.start > (-1 if at is None else at)), cut[0] if cut else None)
        st.button(
            f"Next cut apart ({len(cut):,})",
            key=f"{key}-cut",
            icon="✂️",
            disabled=not cut,
            on_click=go,
            args=(after,),
            help="Goes to the next passage of evidence that no chunk holds whole.",
        )


def _lost(sides: Sides, number: int) -> bool:
    return any(inspection.fates[number].fate in ("severed", "outside") for _, inspection in sides)


def _told(sides: Sides, number: int) -> str:
    signs = " ".join(_SIGNS[inspection.fates[number].fate] for _, inspection in sides)
    return f"{signs} {sides[0][1].fates[number].question.text}"


def _row(sides: Sides, number: int) -> dict[str, object]:
    first = sides[0][1].fates[number]
    return {
        **{label: _state(inspection.fates[number]) for label, inspection in sides},
        "question": first.question.text,
        "evidence": " ".join(first.evidence.quote.split()),
        "id": first.question.id,
    }


def _state(fate: EvidenceFate) -> str:
    spread = f" over {counted(len(fate.chunks), 'chunk')}" if fate.fate == "severed" else ""
    unread = f", {counted(fate.unread, 'character')} not read" if fate.unread else ""
    return f"{_SIGNS[fate.fate]} {FATES[fate.fate]}{spread}{unread}"
