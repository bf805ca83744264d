"""Two chunk doctor reports beside each other. Unlike the comparison of all strategies, with the places of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.types import Document
from evaluation.checks import CHECKS
from evaluation.checks.finding import Finding
from evaluation.doctor import Report
from ui import doctor_view
from ui.doctor_view import percent
from ui.literal import escaped, literal

_STYLE = """
<style>
.ct-pair {grid-template-columns: minmax(10rem, 1.2fr) 1fr 1fr;}
.ct-less {font-weight: 600;} .ct-less::after {content: " ▾ less"; font-size: 0.75rem; font-weight: 400; opacity: 0.8;}
@media (max-width: 640px) {
  .ct-pair {grid-template-columns: 1fr 1fr;} .ct-pair > :first-child {grid-column: 1 / -1;}
  .ct-pair > :last-child {grid-column: auto;}
}
</style>
"""
# Smaller differences are not worth a word.
_NOTABLE = 0.005


def show(reports: Sequence[tuple[str, Report]], documents: Mapping[str, Document], key: str) -> None:
    """Sizes of each, one row a check with the share of each, then the places."""
    for label, report in reports:
        if report.sizes is None:
            st.warning(literal(f"{label}: {report.reason}"))
        else:
            st.markdown(f"**{literal(label)}**")
            doctor_view.cutting(report)
    done = [(label, report) for label, report in reports if report.sizes is not None]
    if len(done) < 2:
        return
    head = "".join(f"<div><b>{escaped(label)}</b></div>" for label, _ in done)
    rows = [f'<div class="ct-finding ct-pair"><div>Share of the chunks or their text</div>{head}</div>']
    rows += [_row(name, [report.finding(check.name) for _, report in done]) for name, check in CHECKS.items()]
    st.html(f'{doctor_view.STYLE}{_STYLE}<div class="ct-findings">{"".join(rows)}</div>')
    st.markdown("**Examples, in their documents**")
    for label, report in done:
        for finding in report.findings:
            if finding.examples:
                doctor_view.places(finding, documents, f"{label} · ")
    doctor_view.download([report for _, report in done], key)


def _row(name: str, findings: Sequence[Finding]) -> str:
    check = CHECKS[name]
    shares = [finding.share for finding in findings]
    known = [share for share in shares if share is not None]
    notable = len(known) == len(shares) and max(known) - min(known) > _NOTABLE
    cells = "".join(_cell(finding, notable and finding.share == min(known)) for finding in findings)
    return (
        f'<div class="ct-finding ct-pair"><div><b>{escaped(check.label)}</b><small>of {escaped(check.of)}</small></div>'
        f"{cells}</div>"
    )


def _cell(finding: Finding, least: bool) -> str:
    if finding.share is None or finding.number is None or finding.total is None:
        return f"<div>{escaped(finding.status)}<small>{escaped(finding.reason)}</small></div>"
    bar = f'<div class="ct-bar"><i style="width:{100 * finding.share:.1f}%"></i></div>'
    count = f"{finding.number:,} of {finding.total:,}"
    kind = ' class="ct-less"' if least else ""
    return f"<div><span{kind}>{escaped(percent(finding.share))}</span>{bar}<small>{escaped(count)}</small></div>"
