"""One question on the Data page: read, edited, accepted or rejected. Its evidence is picked in data_evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from core.errors import ChunkTraceError
from core.hashing import key_of
from corpus.question_rows import UNREVIEWED, QuestionRow
from corpus.saved_questions import with_row
from evaluation.questions.finding import UNANSWERABLE
from evaluation.questions.review import accepted, edited, is_unreviewed
from ui import data_evidence, data_undo
from ui.data_sets import Chosen
from ui.literal import literal

_TAGS = (UNANSWERABLE, "short", "long")


def show(chosen: Chosen, row: QuestionRow, order: Sequence[str]) -> None:
    """The question's fields, its evidence, and what can be done; `order` are the ids that Previous and Next go by."""
    draft = f"{chosen.name}-{row.id}-{key_of([row.question, row.answer, list(row.tags), repr(row.evidence)])}"
    _neighbors(row, order)
    if chosen.card is None:
        st.markdown(f"**{literal(row.question)}**")
        st.markdown(literal(row.answer) if row.answer else "*No reference answer.*")
        st.caption(literal(", ".join(row.tags)))
    else:
        _fields(row, draft)
    evidence = data_evidence.draft_of(draft, row)
    data_evidence.listed(chosen, row, evidence, draft)
    if chosen.card is not None:
        _actions(chosen, row, order, draft)
    data_evidence.source(chosen, evidence, draft)


def _neighbors(row: QuestionRow, order: Sequence[str]) -> None:
    at = order.index(row.id) if row.id in order else -1
    before, after = order[at - 1] if at > 0 else "", order[at + 1] if at + 1 < len(order) else ""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Previous", key="data-previous", on_click=_open, args=(before,), disabled=not before, shortcut="Alt+Up"
        )
        st.button("Next", key="data-next", on_click=_open, args=(after,), disabled=not after, shortcut="Alt+Down")
        place = f"{at + 1:,} of {len(order):,}" if at >= 0 else "not in the filter"
        state = " · ○ not reviewed yet" if is_unreviewed(row) else ""
        st.caption(literal(f"{row.id} · {place}{state}"))


def _open(name: str) -> None:
    if name:
        st.session_state["data-question"] = name


def _fields(row: QuestionRow, draft: str) -> None:
    st.text_area("Question", row.question, key=f"data-text-{draft}", height=80, persist_state="session")
    st.text_area(
        "Reference answer (optional)",
        row.answer or "",
        key=f"data-answer-{draft}",
        height=80,
        persist_state="session",
        help="What a right answer says. Answers are compared with it where there is one.",
    )
    known = [tag for tag in row.tags if tag != UNREVIEWED]
    st.multiselect(
        "Tags",
        list(dict.fromkeys([*known, *_TAGS])),
        known,
        key=f"data-tags-{draft}",
        accept_new_options=True,
        placeholder="none",
        persist_state="session",
        help=f"{UNANSWERABLE}: nothing in the documents answers it, and so it has no evidence.",
    )


def written(row: QuestionRow, draft: str) -> QuestionRow:
    """The row as the fields say now. Raises LoadError where it is no question."""
    state = st.session_state
    tags = [*state.get(f"data-tags-{draft}", row.tags), *(tag for tag in row.tags if tag == UNREVIEWED)]
    text, answer = state.get(f"data-text-{draft}", row.question), state.get(f"data-answer-{draft}", row.answer or "")
    return edited(row, str(text), str(answer), tags, data_evidence.draft_of(draft, row))


def _actions(chosen: Chosen, row: QuestionRow, order: Sequence[str], draft: str) -> None:
    name = chosen.name.partition(":")[2]
    after = _after(row.id, order)
    with st.container(horizontal=True, key="data-actions"):
        if is_unreviewed(row):
            st.button(
                "Accept",
                key="data-accept",
                type="primary",
                icon="✅",
                on_click=_keep,
                args=(name, row, draft, accepted, after),
                shortcut="Alt+A",
                help="Keep it, with your edits, as reviewed, and go on to the next.",
            )
        st.button(
            "Save",
            key="data-save-question",
            type="secondary" if is_unreviewed(row) else "primary",
            icon="💾",
            on_click=_keep,
            args=(name, row, draft, lambda each: each, ""),
            shortcut="Ctrl+S",
        )
        st.button(
            "Reject" if is_unreviewed(row) else "Delete",
            key="data-reject",
            icon="🗑️",
            on_click=_drop,
            args=(name, row, after),
            shortcut="Alt+D",
            help="Take it out of the set. It can be undone.",
        )
        if _changed(row, draft):
            st.caption("✎ not saved yet")


def _after(name: str, order: Sequence[str]) -> str:
    """The question to go on with once this one is done."""
    at = order.index(name) if name in order else -1
    rest = [*order[at + 1 :], *order[:at]] if at >= 0 else list(order)
    return rest[0] if rest else ""


def _changed(row: QuestionRow, draft: str) -> bool:
    try:
        return written(row, draft) != row
    except ChunkTraceError:
        return True


def _keep(name: str, row: QuestionRow, draft: str, then: Callable[[QuestionRow], QuestionRow], after: str) -> None:
    def put(rows: list[QuestionRow]) -> list[QuestionRow]:
        return with_row(rows, row.id, then(written(row, draft)))

    if data_undo.change(name, put, f"{row.id} is {'accepted' if after or then is accepted else 'saved'}."):
        _open(after)


def _drop(name: str, row: QuestionRow, after: str) -> None:
    if data_undo.change(name, lambda rows: [each for each in rows if each.id != row.id], f"{row.id} is taken out."):
        _open(after)
