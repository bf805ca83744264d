"""What was found on question sets, as JSON and as lines for people. Unlike findings.py, about questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core.counted import counted
from evaluation.questions.finding import CHECKS, SEVERITIES
from terminal.output import shortened, table, wrapped

if TYPE_CHECKING:
    from pathlib import Path

    from core.types import Question
    from evaluation.questions.drift import Drift
    from evaluation.questions.finding import Checked, LintReport

_QUOTE = 110


def lint_json(report: LintReport) -> dict[str, Any]:
    """A report as `questions lint --json` shows it."""
    return {
        "name": report.name,
        "questions": report.questions,
        "findings": [
            {
                "question": one.question_id,
                "check": one.check,
                "severity": one.severity,
                "finding": one.text,
                "advice": one.advice,
            }
            for one in report.findings
        ],
        "checks": [asdict(one) for one in report.checked],
    }


def lint_lines(report: LintReport) -> str:
    """Findings by check, each with what to do, and how far the checks got."""
    total = ", ".join(counted(report.count(severity), severity) for severity in SEVERITIES)
    parts = [f"{counted(report.questions, 'question')} of {report.name}: {total}."]
    for check in CHECKS.values():
        found = [one for one in report.findings if one.check == check.name]
        if found:
            lines = [f"{check.severity}: {check.label} ({len(found):,}). {check.advice}"]
            lines += [wrapped(f"{one.question_id} {one.text}", "    ") for one in found]
            parts.append("\n".join(lines))
    if short := [_reach(one) for one in report.checked if one.reason or one.status != "measured"]:
        parts.append("\n".join(short))
    return "\n\n".join(parts)


def drift_json(found: Sequence[Drift]) -> dict[str, Any]:
    """States with their numbers, and every passage, as `questions drift --json` shows them."""
    from evaluation.questions.drift import counts

    return {"counts": counts(found), "evidence": [asdict(one) for one in found]}


def drift_lines(found: Sequence[Drift]) -> str:
    """How many passages are in each state, and those that do not stand."""
    from evaluation.questions.drift import counts

    words = {"stands": "stand where they did", "unknown": "not known"}
    states = ", ".join(f"{number:,} {words.get(state, state)}" for state, number in counts(found).items())
    lines = [f"{counted(len(found), 'passage')} of evidence: {states}."]
    for one in found:
        if one.state != "stands":
            lines.append(wrapped(f"{one.question_id}, evidence {one.number}: {_place(one)}"))
            lines += [f"    was: {shortened(one.quote, _QUOTE)}"] if one.quote else []
            lines += [f"    is:  {shortened(one.text, _QUOTE)}"] if one.state == "changed" and one.text else []
    return "\n".join(lines)


def generated_json(
    questions: Sequence[Question], dropped: Mapping[str, Mapping[str, int]], path: Path
) -> dict[str, Any]:
    """What was made and what was dropped and why, as `questions generate --json` shows it."""
    made = Counter(question.tags[0] for question in questions)
    return {"file": str(path), "questions": len(questions), "strata": dict(made), "dropped": dropped}


def generated_lines(questions: Sequence[Question], path: Path) -> str:
    """How many questions of which kind, and one of each to look at."""
    made = Counter(question.tags[0] for question in questions)
    rows = []
    for name, number in made.items():
        example = next(question.text for question in questions if question.tags[0] == name)
        rows.append([name, f"{number:,}", shortened(example, _QUOTE)])
    total = f"Wrote {counted(len(questions), 'question')}, none of them reviewed, to {path}."
    return f"{table(('stratum', 'number', 'example'), rows, numbers=(1,))}\n\n{total}"


def _place(one: Drift) -> str:
    place = "" if one.document is None else f" to {one.document}, {one.start:,} to {one.end:,}"
    if one.state == "changed":
        place = f" at{place.removeprefix(' to')} ({one.likeness:.0%} alike)"
    state = "not known" if one.state == "unknown" else one.state
    return f"{state}{place}" + (f" ({one.note})" if one.note else "")


def _reach(one: Checked) -> str:
    label = CHECKS[one.check].label
    reason = one.reason.removeprefix("not checked: ")
    return f"{label}: {one.number:,} of {counted(one.total, 'question')} checked ({reason})."
