"""The chunk doctor's reports, as JSON and as lines for people. Unlike reports.py, about chunks rather than commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from evaluation.checks import CHECKS, WORTH_ADVICE, Check
from terminal.output import MISSING, shortened, table, wrapped

if TYPE_CHECKING:
    from evaluation.checks.finding import Finding, Place
    from evaluation.doctor import Report

_EXAMPLES = 2
_QUOTE = 100
_HEADINGS = ("strategy", "chunks", "unit", "5 %", "median", "95 %", "largest", "overlap")


def findings_json(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """Reports as `chunks --report --json` shows them; the help of the command documents the keys."""
    return [
        {
            "strategy": report.spec.strategy,
            "parameters": dict(report.spec.parameters),
            "documents": report.documents,
            "chunks": report.chunks,
            "sizes": asdict(report.sizes) if report.sizes else None,
            "overlap": asdict(report.overlap) if report.overlap else None,
            "findings": [_finding_json(finding) for finding in report.findings],
            "warnings": list(report.warnings),
            "notes": list(report.notes),
            "reason": report.reason,
        }
        for report in reports
    ]


def findings_lines(reports: Sequence[Report]) -> str:
    """Sizes and shares as tables with one row a strategy; of a single strategy also what each finding means."""
    done = [report for report in reports if not report.reason]
    parts = [f"{report.spec.strategy} failed: {report.reason}" for report in reports if report.reason]
    if done:
        parts += [_sizes(done), _shares(done)]
    if len(done) == 1:
        parts.append("\n".join([*done[0].notes, *(line for finding in done[0].findings for line in _told(finding))]))
    elif done:
        parts.append("\n".join(_meaning(check, done) for check in CHECKS.values()))
    return "\n\n".join(parts)


def _meaning(check: Check, reports: Sequence[Report]) -> str:
    findings = [report.finding(check.name) for report in reports]
    unmeasured = all(finding.number is None for finding in findings)
    return f"{check.short}: what share {check.says}{f' ({findings[0].reason})' if unmeasured else ''}."


def _finding_json(finding: Finding) -> dict[str, Any]:
    check = CHECKS[finding.check]
    return {
        "check": finding.check,
        "label": check.label,
        "status": finding.status,
        "reason": finding.reason,
        "number": finding.number,
        "total": finding.total,
        "of": check.of,
        "share": finding.share,
        "examples": [asdict(place) for place in finding.examples],
    }


def _sizes(reports: Sequence[Report]) -> str:
    rows = []
    for report in reports:
        if report.sizes is None or report.overlap is None:
            continue
        sizes, mean = report.sizes, report.overlap.mean
        numbers = (sizes.low, sizes.median, sizes.high, sizes.largest)
        shared = MISSING if mean is None else f"{mean:,.1f}"
        rows.append([report.spec.strategy, f"{report.chunks:,}", sizes.unit, *(f"{n:,.0f}" for n in numbers), shared])
    said = "Sizes of the chunks, and the overlap really achieved (mean), in the unit:"
    return f"{said}\n{table(_HEADINGS, rows, numbers=range(3, 8))}"


def _shares(reports: Sequence[Report]) -> str:
    checks = list(CHECKS.values())
    headings = ("strategy", *(check.short for check in checks))
    rows = [[each.spec.strategy, *(_share(each.finding(check.name)) for check in checks)] for each in reports]
    return f"Findings ({MISSING}: not measured):\n{table(headings, rows, numbers=range(1, len(headings)))}"


def _told(finding: Finding) -> list[str]:
    """One finding in words, with its number and a few places."""
    check = CHECKS[finding.check]
    if finding.number is None:
        return [f"{check.label}: {finding.status} ({finding.reason})."]
    count = f"{finding.number:,} of {finding.total:,} {check.of}"
    if not finding.number:
        return [f"{check.label}: none ({count})."]
    advice = f" {check.advice}" if (finding.share or 0) >= WORTH_ADVICE else ""
    lines = [wrapped(f"{_share(finding)} {check.says} ({count}).{advice}")]
    return lines + [wrapped(_example(place), "    ") for place in finding.examples[:_EXAMPLES]]


def _example(place: Place) -> str:
    note = f", {place.note}" if place.note else ""
    quote = place.quote
    if place.at is not None:
        quote = f"{quote[: place.at - place.start]}[CUT]{quote[place.at - place.start :]}"
    return f"{place.document} [{place.start}, {place.end}){note}: {shortened(quote, _QUOTE + 40)}"


def _share(finding: Finding) -> str:
    if finding.share is None:
        return MISSING
    percent = 100 * finding.share
    return f"{percent:.0f} %" if percent == 0 or percent >= 1 else "<1 %"
