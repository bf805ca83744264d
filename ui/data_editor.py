"""One question on the Data page: read, edited, accepted or rejected. Its evidence is picked in data_evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from core.hashing import key_of
from corpus.question_rows import UNREVIEWED, QuestionRow
from corpus.saved_questions import merged
from evaluation.questions.finding import UNANSWERABLE
from evaluation.questions.review import accepted, edited, is_unreviewed
from ui import data_evidence, data_undo, question_rows, typed_keys
from ui.data_sets import Chosen
from ui.literal import literal

# What is done with a question stays in sight while the document below it is read.
_STICKY = """
<style>
[data-testid="stLayoutWrapper"]:has(> .st-key-data-actions) {position: sticky; bottom: 0; z-index: 5;}
.st-key-data-actions {
  padding: 0.5rem 0; border-top: 1px solid rgba(128, 128, 128, 0.3); background: var(--st-background-color, Canvas);
}
</style>
"""
_TAGS = (UNANSWERABLE, "short", "long")


def show(chosen: Chosen, row: QuestionRow, order: Sequence[str]) -> None:
    """The question's fields, its evidence, and what can be done; `order` are the ids that Previous and Next go by."""
    draft = _draft(chosen, row)
    _neighbors(row, order)
    if chosen.card is None:
        st.markdown(f"**{literal(row.question)}**")
        st.markdown(literal(row.answer) if row.answer else "*No reference answer.*")
        st.caption(literal(", ".join(row.tags)))
    else:
        _fields(row, draft)
    evidence = data_evidence.draft_of(draft, row)
    data_evidence.listed(chosen, row, evidence, draft)
    data_evidence.source(chosen, evidence, draft)
    if chosen.card is not None:
        _actions(chosen, row, order, draft)


def _neighbors(row: QuestionRow, order: Sequence[str]) -> None:
    at = order.index(row.id) if row.id in order else -1
    before, after = order[at - 1] if at > 0 else "", _later(row.id, order)
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
    for field, value in _kept(row).items():
        st.session_state.setdefault(f"data-{field}-{draft}", value)
    known = _kept(row)["tags"]
    question, answer = st.columns(2)
    question.text_area("Question", key=f"data-text-{draft}", height=80, persist_state="session")
    answer.text_area(
        "Reference answer (optional)",
        key=f"data-answer-{draft}",
        height=80,
        persist_state="session",
        help="What a right answer says. Answers are compared with it where there is one.",
    )
    st.multiselect(
        "Tags",
        list(dict.fromkeys([*known, *_TAGS, *st.session_state[f"data-tags-{draft}"]])),
        key=f"data-tags-{draft}",
        accept_new_options=True,
        placeholder="none",
        persist_state="session",
        help=f"{UNANSWERABLE}: nothing in the documents answers it, and so it has no evidence.",
    )


def written(row: QuestionRow, draft: str) -> QuestionRow:
    """The row as the fields say now. Raises LoadError where it is no question."""
    said = _said(row, draft)
    same = said["tags"] == _kept(row)["tags"]
    tags = row.tags if same else [*said["tags"], *(tag for tag in row.tags if tag == UNREVIEWED)]
    return edited(row, str(said["text"]), str(said["answer"]), tags, data_evidence.draft_of(draft, row))


def _kept(row: QuestionRow) -> dict[str, Any]:
    """What the fields hold at first."""
    return {"text": row.question, "answer": row.answer or "", "tags": [tag for tag in row.tags if tag != UNREVIEWED]}


def _said(row: QuestionRow, draft: str) -> dict[str, Any]:
    """What the fields hold now."""
    return {field: st.session_state.get(f"data-{field}-{draft}", value) for field, value in _kept(row).items()}


def _actions(chosen: Chosen, row: QuestionRow, order: Sequence[str], draft: str) -> None:
    after = _after(row.id, order)
    st.html(_STICKY)
    typed_keys.first()
    with st.container(horizontal=True, key="data-actions"):
        if is_unreviewed(row):
            st.button(
                "Accept",
                key="data-accept",
                type="primary",
                icon="✅",
                on_click=_keep,
                args=(chosen, row, draft, accepted, after),
                shortcut="Alt+A",
                help="Keep it, with your edits, as reviewed, and go on to the next.",
            )
        st.button(
            "Save",
            key="data-save-question",
            type="secondary" if is_unreviewed(row) else "primary",
            icon="💾",
            on_click=_keep,
            args=(chosen, row, draft, lambda each: each, ""),
            shortcut="Ctrl+S",
        )
        if not is_unreviewed(row) and (later := _later(row.id, order)):
            st.button(
                "Save and next",
                key="data-save-next",
                icon="⏭️",
                on_click=_keep,
                args=(chosen, row, draft, lambda each: each, later),
                shortcut="Alt+S",
            )
        st.button(
            "Reject" if is_unreviewed(row) else "Delete",
            key="data-reject",
            icon="🗑️",
            on_click=_drop,
            args=(chosen, row, after),
            shortcut="Alt+D",
            help="Take it out of the set. It can be undone.",
        )
        if _changed(row, draft):
            st.caption("✎ not saved yet")


def _later(name: str, order: Sequence[str]) -> str:
    """The next question of the filter, "" at its end."""
    at = order.index(name) + 1 if name in order else len(order)
    return order[at] if at < len(order) else ""


def _after(name: str, order: Sequence[str]) -> str:
    """The question to go on with once this one is done."""
    at = order.index(name) if name in order else -1
    rest = [*order[at + 1 :], *order[:at]] if at >= 0 else list(order)
    return rest[0] if rest else ""


def _changed(row: QuestionRow, draft: str) -> bool:
    return _said(row, draft) != _kept(row) or data_evidence.draft_of(draft, row) != list(row.evidence)


def _keep(chosen: Chosen, row: QuestionRow, draft: str, then: Callable[[QuestionRow], QuestionRow], after: str) -> None:
    """Write the question as the fields say, then open the next, or the same where `after` names none."""
    name = chosen.name.partition(":")[2]
    says = f"{row.id} is {'accepted' if then is accepted else 'saved'}."
    if data_undo.change(name, lambda rows: merged(rows, [row], [then(written(row, draft))]), says):
        _open(after)
    else:
        _carry_over(chosen, row, draft)


def _drop(chosen: Chosen, row: QuestionRow, after: str) -> None:
    name = chosen.name.partition(":")[2]
    if data_undo.change(name, lambda rows: merged(rows, [row], []), f"{row.id} is taken out."):
        _open(after)


def _carry_over(chosen: Chosen, row: QuestionRow, draft: str) -> None:
    """What was written into the fields goes on top of a question that was changed elsewhere, not saved yet."""
    now = next((each for each in question_rows.rows_of(chosen.name).rows if each.id == row.id), None)
    if now is None or now == row:
        return
    new = _draft(chosen, now)
    for field in _kept(row):
        if (key := f"data-{field}-{draft}") in st.session_state:
            st.session_state[f"data-{field}-{new}"] = st.session_state[key]
    data_evidence.carry_over(draft, new)


def _draft(chosen: Chosen, row: QuestionRow) -> str:
    """The end of the keys of a question's fields, another one once it is written."""
    return f"{chosen.name}-{row.id}-{key_of([row.question, row.answer, list(row.tags), repr(row.evidence)])}"
