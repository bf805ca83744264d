"""What the model did as retrieval failed: one row a scenario, and the files. Asks nobody; evaluation/scenarios does."""

from __future__ import annotations

import csv
import io

import streamlit as st

from evaluation.runs import LoadedRun
from evaluation.scenarios.run import ANSWERS, SUMMARY
from evaluation.scenarios.scenario import KINDS
from ui.tables import frame

_COLUMNS = {
    "correct_abstention": "abstained rightly",
    "false_abstention": "abstained wrongly",
    "answered_correctly": "correct",
    "misled": "misled",
    "noticed": "noticed",
}
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def show(run: LoadedRun) -> None:
    """Nothing where the run was never asked under a scenario."""
    if not (run.folder / SUMMARY).is_file():
        return
    content = (run.folder / SUMMARY).read_bytes()
    st.subheader("While retrieval fails", anchor=False)
    st.dataframe(frame(_rows(content)), hide_index=True)
    st.caption(
        "Abstained rightly: of the questions that nothing shown answers; the model answered the others, that is, "
        "hallucinated. Abstained wrongly, correct, misled: of those whose evidence was shown. Noticed: bad answers "
        "that adherence calls unsupported. Each with its 95\u00a0% interval."
    )
    with st.container(horizontal=True):
        for label, name in (("Scenarios (CSV)", SUMMARY), ("Answers under scenarios (CSV)", ANSWERS)):
            file = _BYTE_ORDER_MARK + (run.folder / name).read_bytes()
            st.download_button(
                label, file, f"{run.name}-{name}", "text/csv", key=f"evaluate-download-{name}", on_click="ignore"
            )


def _rows(content: bytes) -> list[dict[str, str]]:
    """One row a scenario and rate, with the measures that say most."""
    found: dict[str, dict[str, str]] = {}
    for line in csv.DictReader(io.StringIO(content.decode("utf-8"), newline="")):
        rate = float(line["rate"])
        label = KINDS[line["scenario"]].label if line["scenario"] in KINDS else "As retrieved"
        name = f"{label}, {rate:.0%}" if rate else label
        begun = {"scenario": name, "asked": line.get("asked") or "–"}
        row = found.setdefault(name, begun | dict.fromkeys(_COLUMNS.values(), "–"))
        if line["measure"] in _COLUMNS and line["share"]:
            row[_COLUMNS[line["measure"]]] = _share(line)
    return list(found.values())


def _share(line: dict[str, str]) -> str:
    interval = f"{100 * float(line['low']):.0f}–{100 * float(line['high']):.0f}\u00a0%" if line["low"] else "–"
    return f"{int(line['number']):,} of {int(line['n']):,} ({interval})"
