"""What a run retrieved, in lines: at an equal budget, what it lost and why, and whether the ruler is straight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.counted import counted
from terminal.output import table

if TYPE_CHECKING:
    from evaluation.losses import LossReport
    from evaluation.runs import LoadedRun


def evidence_lines(run: LoadedRun) -> list[str]:
    """The headline at an equal budget, the causes of losses, and the checks; nothing of what the run does not hold."""
    from evaluation.loss_tables import read_losses
    from evaluation.ruler import in_one_line, ruler_of

    lines = curve_lines(run)
    losses = read_losses(run.folder)
    if losses is not None and losses.questions:
        lines += loss_lines(losses)
    findings = ruler_of(run)
    return [*lines, in_one_line(findings)] if findings else lines


def curve_lines(run: LoadedRun) -> list[str]:
    """Recall at the budget where runs are compared, and the tokens to 90 % of the evidence."""
    curve = run.record.get("evidence_curve")
    if not curve:
        return []
    headline, needed = curve["headline"], curve["tokens_to_90"]
    low, high = headline["low"], headline["high"]
    around = "" if low is None else f" (95 %: {low:.3f} to {high:.3f})"
    half = f"half of the questions need {needed['median']:,} tokens or fewer" if needed["median"] else needed["reason"]
    recall = f"evidence recall {headline['mean']:.3f}{around}"
    return [
        f"At {headline['limit']:,} tokens: {recall}, {counted(headline['n'], 'question')}.",
        f"To reach 90 % of the evidence: {half}.",
    ]


def loss_lines(report: LossReport) -> list[str]:
    """A table of causes, whose shares add up to all that was lost."""
    from evaluation.causes import CAUSES
    from evaluation.loss_tables import cause_shares, nowhere_in_words

    lost = len({loss.question_id for loss in report.losses})
    nowhere = f"; {nowhere_in_words(report)}" if report.nowhere else ""
    lines = [
        f"Lost evidence: {report.characters:,} of {counted(report.evidence, 'character')}{nowhere}; "
        f"{lost:,} of {counted(report.questions, 'question')}."
    ]
    if report.characters or report.nowhere_characters:
        rows = [
            [CAUSES[row.cause].label, f"{row.characters:,}", f"{row.share or 0:.1%}", f"{row.questions:,}"]
            for row in cause_shares(report)
        ]
        lines.append(table(("cause", "characters", "share", "questions"), rows, numbers=(1, 2, 3)))
    if report.failed:
        name, reason = report.failed[0]
        lines.append(f"{counted(len(report.failed), 'question')} could not be explained; {name} because: {reason}")
    return lines
