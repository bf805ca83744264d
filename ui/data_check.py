"""What is wrong with a saved question set, and putting it right. Unlike question_check.py, which only shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from core.counted import counted
from core.types import Document
from corpus.question_rows import QuestionRow
from corpus.saved_questions import merged
from evaluation.questions.drift import Drift
from evaluation.questions.fixes import Fix, applied, sure_fixes
from ui import data_undo, question_check
from ui.data_sets import Chosen
from ui.literal import literal

_SHOWN = 8


def ids_with_findings(chosen: Chosen) -> frozenset[str]:
    """The questions about which something was found."""
    return frozenset(one.question_id for one in _examined(chosen).report.findings)


def _examined(chosen: Chosen) -> question_check.Examined:
    return question_check.examined(chosen.rows, chosen.documents, chosen.corpus.key, chosen.key)


def show(chosen: Chosen) -> None:
    """First what is put right by one press, then what a person decides, then everything that was found."""
    if not chosen.documents:
        st.info("Choose the documents that the set asks about, above: evidence is checked against their text.")
        return
    found = _examined(chosen)
    st.subheader(f"Checked: {question_check.in_words(found.report)}", anchor=False)
    if chosen.card is not None:
        _sure(chosen, _fixes(found.key, chosen.rows.rows, chosen.documents, found.places))
        _doubtful(chosen, [one for one in found.places if one.state == "changed"])
    if not found.report.findings:
        st.success("Every question can be read, every passage of evidence stands where it is said to.", icon="✅")
    question_check.findings(found, "data-check", _open)


@st.cache_resource(max_entries=8, show_spinner=False)
def _fixes(
    key: str, _rows: Sequence[QuestionRow], _documents: Sequence[Document], _places: Sequence[Drift]
) -> list[Fix]:
    return sure_fixes(_rows, _documents, _places)


def _sure(chosen: Chosen, fixes: list[Fix]) -> None:
    if not fixes:
        return
    with st.container(border=True, key="data-sure"):
        st.markdown(f"**{counted(len(fixes), 'question')} can be put right without anything to decide.**")
        for fix in fixes[:_SHOWN]:
            st.caption(literal(f"{fix.question_id}: {fix.says}"))
        if len(fixes) > _SHOWN:
            st.caption(f"and {len(fixes) - _SHOWN:,} more")
        label = "Fix it" if len(fixes) == 1 else f"Fix all {len(fixes):,}"
        st.button(label, key="data-fix", type="primary", icon="🔧", on_click=_fix, args=(chosen, fixes))


def _fix(chosen: Chosen, fixes: list[Fix]) -> None:
    before = chosen.rows.rows
    after = applied(before, fixes)
    told = f"{counted(len(fixes), 'question')} put right."
    data_undo.change(chosen.name.partition(":")[2], lambda rows: merged(rows, before, after), told)


def _doubtful(chosen: Chosen, changed: Sequence[Drift]) -> None:
    """Passages whose words have changed in the documents: what they were, what they are, and a button that takes it."""
    if not changed:
        return
    st.markdown(f"**{counted(len(changed), 'passage')} of evidence reads otherwise now.** Take the words that fit.")
    for one in changed[:_SHOWN]:
        with st.container(border=True, key=f"data-changed-{one.question_id}-{one.number}"):
            st.caption(literal(f"{one.question_id} · {one.document} · {one.likeness or 0:.0%} alike. {one.note}"))
            st.markdown(literal(f"− {one.quote}"))
            st.markdown(literal(f"+ {one.text}"))
            key = f"data-take-{one.question_id}-{one.number}"
            st.button("Take the new words", key=key, on_click=_take, args=(chosen, one))
    if len(changed) > _SHOWN:
        st.caption(f"and {len(changed) - _SHOWN:,} more, once these are decided")


def _take(chosen: Chosen, one: Drift) -> None:
    new = {"document": one.document, "start": one.start, "end": one.end, "quote": one.text}

    before = chosen.rows.rows
    after = [_with_passage(row, one.number, new) if row.id == one.question_id else row for row in before]
    told = f"{one.question_id} takes the new words."
    data_undo.change(chosen.name.partition(":")[2], lambda rows: merged(rows, before, after), told)


def _with_passage(row: QuestionRow, place: int, new: Mapping[str, Any]) -> QuestionRow:
    passages = [new if number == place else old for number, old in enumerate(row.evidence, start=1)]
    return replace(row, evidence=tuple(passages))


def _open(question: str) -> None:
    st.session_state["data-part"], st.session_state["data-question"] = "questions", question
