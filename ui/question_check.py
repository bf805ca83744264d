"""What is wrong with the chosen questions, and where their evidence stands. Unlike question_sets.py, no choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.counted import counted
from core.hashing import sha256
from core.types import Document
from corpus.question_rows import RowSet
from corpus.question_writing import questions_jsonl
from evaluation.questions.drift import Drift, counts, drift, fixed
from evaluation.questions.finding import CHECKS, SEVERITIES, LintReport
from evaluation.questions.lint import lint
from evaluation.questions.tables import drift_csv, findings_csv
from ui.literal import literal
from ui.tables import frame

_HEIGHT = 320
_MARKS = {"error": "🔴 error", "warning": "🟠 warning", "note": "⚪ note"}


@dataclass(frozen=True, slots=True)
class Examined:
    """What the checks found, also as the table that shows it, and where each passage of evidence stands now; `key`
    names questions and documents.
    """

    key: str
    report: LintReport
    places: Sequence[Drift]
    table: Any


def examined(rows: RowSet, documents: Sequence[Document], corpus_key: str, rows_key: str = "") -> Examined:
    """Checked once for the same questions over the same documents, which `rows_key` and `corpus_key` name; questions
    without a key are named by all they hold, which takes longer.
    """
    return _examined(sha256(f"{corpus_key} {rows_key or repr((rows.rows, rows.problems))}"), rows, documents)


# Not copied at each use, as cache_data would: nothing in it can be changed.
@st.cache_resource(max_entries=16, show_spinner="Checking the questions …")
def _examined(key: str, _rows: RowSet, _documents: Sequence[Document]) -> Examined:
    report = lint(_rows, _documents)
    return Examined(key, report, drift(_rows.rows, _documents), _table(report))


def _table(report: LintReport) -> Any:
    return frame(
        [
            {
                "severity": _MARKS[one.severity],
                "question": one.question_id,
                "check": CHECKS[one.check].label,
                "finding": one.text,
                "what to do": one.advice,
            }
            for one in report.findings
        ]
    )


def show(rows: RowSet, documents: Sequence[Document], corpus_key: str) -> None:
    """The findings in a box that is closed at first, its title says how many; `corpus_key` names the documents."""
    found = examined(rows, documents, corpus_key)
    with st.expander(f"Question set check: {in_words(found.report)}", key="evaluate-question-check"):
        findings(found, "evaluate-check")
        _places(rows, found.places)


def in_words(report: LintReport) -> str:
    """How many findings of each severity."""
    found = [counted(report.count(severity), severity) for severity in SEVERITIES if report.count(severity)]
    return ", ".join(found) or "nothing found"


def findings(found: Examined, key: str, opened: Callable[[str], None] | None = None) -> None:
    """A table with what to do about each, and which checks could not be made and why.

    Where rows can be chosen, `opened` is called with the question's id.
    """
    report, table = found.report, found.table
    if report.findings:
        height = min(_HEIGHT, 38 + 35 * len(table))
        wide = {name: st.column_config.TextColumn(width="large") for name in ("finding", "what to do")}
        if opened is None:
            st.dataframe(table, hide_index=True, height=height, column_config=wide)
        else:
            ids = [one.question_id for one in report.findings]
            _choosable(table, height, wide, ids, f"{key}-{found.key}", opened)
        name = f"{report.name}-lint.csv"
        _download("Findings (CSV)", lambda: findings_csv(report, bom=True), name, "text/csv", key)
    for one in report.checked:
        if one.reason:
            st.caption(
                literal(f"{CHECKS[one.check].label}: {one.reason}. On the command line: questions lint --model.")
            )


def _choosable(
    table: Any, height: int, wide: Mapping[str, Any], ids: list[str], name: str, opened: Callable[[str], None]
) -> None:
    """The same table; choosing a row opens its question."""

    def chosen() -> None:
        rows = st.session_state[name]["selection"]["rows"]
        if rows and rows[0] < len(ids):
            opened(ids[rows[0]])

    st.dataframe(
        table,
        hide_index=True,
        height=height,
        column_config=wide,
        on_select=chosen,
        selection_mode="single-row",
        key=name,
    )
    st.caption("Choose a row to open its question.")


def _places(rows: RowSet, places: Sequence[Drift]) -> None:
    """Where evidence stands, once any of it has left its place."""
    number = counts(places)
    if not places:
        return
    away = {state: count for state, count in number.items() if count and state not in ("stands", "unknown")}
    if not away:
        st.caption(f"{counted(len(places), 'passage')} of evidence, all in place.")
        return
    states = ", ".join(f"{count:,} {state}" for state, count in away.items())
    st.warning(f"The documents have changed: of {counted(len(places), 'passage')} of evidence, {states}.")
    table = frame(
        [
            {
                "question": one.question_id,
                "state": one.state,
                "was": one.quote,
                "is": one.text,
                "document": one.document,
                "start": one.start,
                "alike": one.likeness,
                "note": one.note,
            }
            for one in places
            if one.state not in ("stands", "unknown")
        ]
    )
    st.dataframe(table, hide_index=True, height=min(_HEIGHT, 38 + 35 * len(table)))
    with st.container(horizontal=True):
        key, name = "evaluate-check", f"{rows.name}-fixed.jsonl"
        _download("Places (CSV)", lambda: drift_csv(places, bom=True), f"{rows.name}-drift.csv", "text/csv", key)
        label = "Questions with the new places (JSONL)"
        _download(label, lambda: questions_jsonl(fixed(rows.rows, places)), name, "application/jsonl", key)


def _download(label: str, content: Callable[[], bytes], name: str, kind: str, key: str) -> None:
    """A button whose file is made only once it is pressed."""
    st.download_button(label, content, name, kind, key=f"{key}-{name}", on_click="ignore")
