"""Chunk doctor reports of several strategies side by side: a table of shares, and one finding as bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from chunking_strategies import STRATEGIES
from evaluation.checks import CHECKS
from evaluation.checks.finding import Finding
from evaluation.doctor import Report
from evaluation.export import to_csv
from ui import charts, doctor_view
from ui.literal import literal
from ui.tables import frame


def show(reports: Sequence[Report], key: str) -> None:
    """The table, the bars of a chosen finding, the file."""
    done = [report for report in reports if not report.reason]
    for report in reports:
        if report.reason:
            st.warning(literal(f"{report.spec.strategy}: {report.reason}"))
    if not done:
        return
    shares = {
        check.short: st.column_config.NumberColumn(format="%.1f %%", help=f"{check.label}: what share {check.says}.")
        for check in CHECKS.values()
    }
    counts = {name: st.column_config.NumberColumn(format="localized") for name in _row(done[0]) if name not in shares}
    config = counts | shares | {"strategy": st.column_config.TextColumn(pinned=True)}
    st.dataframe(frame([_row(report) for report in done]), hide_index=True, column_config=config, height="content")
    chosen = st.selectbox(
        "Finding", list(CHECKS), format_func=lambda each: CHECKS[each].label, index=3, key=f"{key}-compared-check"
    )
    check = CHECKS[chosen]
    shown = {STRATEGIES[report.spec.strategy].label: report.finding(check.name).share for report in done}
    if any(share is not None for share in shown.values()):
        st.plotly_chart(
            charts.shares(shown, f"share of {check.of} (%)"), config=charts.CONFIG, key=f"{key}-compared-bars"
        )
    else:
        st.info(literal(f"Not measured: {done[0].finding(check.name).reason}."))
    st.download_button(
        "All findings (CSV)",
        to_csv(doctor_view.COLUMNS, doctor_view.rows(reports), bom=True),
        "chunk-findings-compared.csv",
        "text/csv",
        key=f"{key}-compared-download",
        on_click="ignore",
    )


def _row(report: Report) -> dict[str, Any]:
    sizes, shared = report.sizes, report.overlap.mean if report.overlap else None
    unit = sizes.unit if sizes else ""
    return {
        "strategy": STRATEGIES[report.spec.strategy].label,
        "chunks": report.chunks,
        f"median ({unit})": sizes.median if sizes else None,
        f"largest ({unit})": sizes.largest if sizes else None,
        f"real overlap ({unit})": None if shared is None else round(shared, 1),
        **{check.short: _percent(report.finding(check.name)) for check in CHECKS.values()},
    }


def _percent(finding: Finding) -> float | None:
    return None if finding.share is None else 100 * finding.share
