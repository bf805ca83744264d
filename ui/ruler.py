"""The ruler on the page: whether the metrics of a run, or of several, hold their own checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import streamlit as st

from evaluation.ruler import LABELS, RulerFinding, ruler_of, same_n_for_all
from evaluation.runs import LoadedRun
from ui.labels import labels
from ui.literal import literal
from ui.tables import frame

_SIGNS = {"holds": "✅ holds", "broken": "❌ broken", "cannot be checked": "➖ cannot be checked"}


def show(run: LoadedRun) -> None:
    """The checks of one run, folded away while all is well."""
    findings = ruler_of(run)
    if findings:
        _panel([("", finding) for finding in findings])


def compared(runs: Sequence[LoadedRun]) -> None:
    """The checks of several runs, and whether all rest on the same questions."""
    names = labels(runs)
    found = [("all runs", same_n_for_all(runs))]
    found += [(names[run.name], finding) for run in runs for finding in ruler_of(run)]
    _panel(found)


def _panel(found: Sequence[tuple[str, RulerFinding]]) -> None:
    broken = [(name, finding) for name, finding in found if finding.verdict == "broken"]
    for name, finding in broken:
        where = f"{name}: " if name else ""
        st.error(literal(f"{where}{LABELS[finding.check]} is not so. {_told(finding)}"))
    holding = sum(finding.verdict == "holds" for _, finding in found)
    title = f"The ruler: {holding:,} of {len(found):,} checks hold"
    with st.expander(title, icon="❌" if broken else "✅" if holding else "➖"):
        st.caption(
            "Before numbers are shown, the metrics are checked on these questions in ways whose result is known: what "
            "must change nothing changes nothing, and what must score 1 does."
        )
        st.dataframe(frame(_rows(found)), hide_index=True, height=38 + 35 * min(len(found), 12))


def _rows(found: Iterable[tuple[str, RulerFinding]]) -> list[dict[str, object]]:
    return [
        ({"run": name} if name else {})
        | {
            "check": LABELS[finding.check],
            "verdict": _SIGNS[finding.verdict],
            "questions": finding.questions,
            "what was found": _told(finding),
        }
        for name, finding in found
    ]


def _told(finding: RulerFinding) -> str:
    return f"Question {finding.question_id}: {finding.reason}" if finding.question_id else finding.reason
