"""The chunk doctor on the page: what it found in all documents for the shown strategy, in words and in places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.spans import Span
from core.types import Document
from evaluation.checks import CHECKS, WORTH_ADVICE
from evaluation.checks.finding import Finding
from evaluation.doctor import Report
from evaluation.export import to_csv
from ui import passages
from ui.literal import escaped, literal

COLUMNS = (
    "strategy", "unit", "chunk_size", "overlap", "real_overlap", "chunks", "check", "status", "number", "total", "of",
    "share", "reason",
)  # fmt: skip
_SHOWN_PLACES = 3
STYLE = """
<style>
.ct-findings {border: 1px solid rgba(128, 128, 128, 0.35); border-radius: 6px; font-size: 0.9rem; line-height: 1.4;}
.ct-finding {display: grid; grid-template-columns: 14rem 6rem 1fr; gap: 0.2rem 1.2rem; padding: 0.55rem 0.8rem;}
.ct-finding + .ct-finding {border-top: 1px solid rgba(128, 128, 128, 0.25);}
.ct-finding b {font-weight: 600;}
.ct-finding small {display: block; opacity: 0.75;}
.ct-bar {height: 5px; border-radius: 3px; margin-top: 4px; background: rgba(128, 128, 128, 0.22);}
.ct-bar i {display: block; height: 100%; border-radius: 3px; background: rgb(213, 94, 0);}
@media (max-width: 640px) {
  .ct-finding {grid-template-columns: 1fr 5.5rem;}
  .ct-finding > :last-child {grid-column: 1 / -1;}
}
</style>
"""


def show(report: Report, documents: Mapping[str, Document], key: str) -> None:
    """Sizes in a sentence, the findings as a table, and an expander with places for each that found something."""
    if report.sizes is None or report.overlap is None:
        st.warning(literal(report.reason))
        return
    cutting(report)
    st.html(f'{STYLE}<div class="ct-findings">{"".join(map(_told, report.findings))}</div>')
    with_places = [finding for finding in report.findings if finding.examples]
    if with_places:
        st.markdown("**Examples, in their documents**")
    for finding in with_places:
        places(finding, documents)
    download([report], key)


def cutting(report: Report) -> None:
    """Sizes in a sentence, and what cutting had to say."""
    st.caption(literal(_sizes(report)))
    for warning in report.warnings:
        st.caption(literal(f"⚠️ {warning}"))
    if report.notes:
        st.caption(literal("; ".join(report.notes)))


def download(reports: Sequence[Report], key: str) -> None:
    """The findings as a file."""
    st.download_button(
        "Findings (CSV)",
        to_csv(COLUMNS, rows(reports), bom=True),
        "chunk-findings.csv",
        "text/csv",
        key=f"{key}-findings-download",
        on_click="ignore",
    )


def rows(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """One row a strategy and check, for files."""
    found = []
    for report in reports:
        parameters = dict(report.spec.parameters)
        for check in CHECKS.values():
            finding = report.finding(check.name)
            found.append(
                {
                    "strategy": report.spec.strategy,
                    "unit": parameters["unit"],
                    "chunk_size": parameters["chunk_size"],
                    "overlap": parameters["overlap"],
                    "real_overlap": report.overlap.mean if report.overlap else None,
                    "chunks": report.chunks,
                    "check": check.name,
                    "status": finding.status,
                    "number": finding.number,
                    "total": finding.total,
                    "of": check.of,
                    "share": finding.share,
                    "reason": finding.reason,
                }
            )
    return found


def percent(share: float) -> str:
    """A share as the page writes it; what is there is never written as 0 %."""
    return "under 1\u00a0%" if 0 < share < 0.01 else f"{100 * share:.0f}\u00a0%"


def _sizes(report: Report) -> str:
    sizes, overlap = report.sizes, report.overlap
    if sizes is None or overlap is None:
        return ""
    unit = {"chars": "characters", "pieces": "word pieces"}.get(sizes.unit, sizes.unit)
    shared = "no overlap" if overlap.mean is None else f"real overlap {overlap.mean:,.0f} {unit} on average"
    return (
        f"{report.documents:,} document{'s' if report.documents > 1 else ''} · {report.chunks:,} chunks of "
        f"{sizes.smallest:,} to {sizes.largest:,} {unit} (limit {sizes.limit:,}): median {sizes.median:,.0f}, mean "
        f"{sizes.mean:,.0f}, 90 % of them between {sizes.low:,.0f} and {sizes.high:,.0f} · {shared} "
        f"(asked for: {overlap.requested:,})"
    )


def _told(finding: Finding) -> str:
    """One finding as HTML: its name and count, its share with a bar, and what that means."""
    check, share = CHECKS[finding.check], finding.share
    if share is None or finding.number is None:
        told = (finding.status, "–", "", f"{finding.reason[:1].upper()}{finding.reason[1:]}.")
    else:
        count = f"{finding.number:,} of {finding.total:,} {check.of}"
        bar = f'<div class="ct-bar"><i style="width:{100 * share:.1f}%"></i></div>'
        advice = f" {check.advice}" if share >= WORTH_ADVICE else ""
        says = f"{percent(share).capitalize()} {check.says}.{advice}" if finding.number else "None found."
        told = (count, percent(share), bar, says)
    count, written, bar, says = told
    return (
        f'<div class="ct-finding"><div><b>{escaped(check.label)}</b><small>{escaped(count)}</small></div>'
        f"<div><b>{escaped(written)}</b>{bar}</div><div>{escaped(says)}</div></div>"
    )


def places(finding: Finding, documents: Mapping[str, Document], side: str = "") -> None:
    """A few places of a finding, folded away."""
    check = CHECKS[finding.check]
    with st.expander(literal(f"{side}{check.label}")):
        for place in finding.examples[:_SHOWN_PLACES]:
            note = f" · {place.note}" if place.note else ""
            st.markdown(f"**{literal(place.document)}** {literal(f'{place.start:,} to {place.end:,}{note}')}")
            passages.in_brief(documents[place.document], Span(place.start, place.end), place.at)
