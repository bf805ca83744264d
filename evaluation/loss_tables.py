"""A loss report as a table of causes, and as files of its run. Unlike losses.py, explains nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.counted import counted
from core.errors import LoadError
from core.files import read_json, write_atomic, write_json
from core.spans import Span
from evaluation.causes import CAUSES
from evaluation.evidence import Passage
from evaluation.export import to_csv
from evaluation.losses import Loss, LossReport

LOSSES = "losses.json"
LOSS_COLUMNS = ("question_id", "document", "start", "end", "characters", "cause", "rank", "also", "note")


@dataclass(frozen=True, slots=True)
class CauseShare:
    """What one cause took: characters, their share of all lost ones, and in how many questions."""

    cause: str
    characters: int
    share: float | None
    questions: int


def cause_shares(report: LossReport) -> list[CauseShare]:
    """One row a cause, in their order; shares are None where nothing was lost.

    They are shares of all that was lost, evidence that is in no document among it.
    """
    total = report.characters + report.nowhere_characters
    rows = []
    for cause in CAUSES:
        own = [loss for loss in report.losses if loss.cause == cause]
        characters = sum(loss.characters for loss in own)
        share = characters / total if total else None
        rows.append(CauseShare(cause, characters, share, len({loss.question_id for loss in own})))
    return rows


def losses_csv(losses: Sequence[Loss], *, bom: bool = False) -> bytes:
    """losses.csv: one row a lost range."""
    return to_csv(LOSS_COLUMNS, [{**asdict(loss), "also": ", ".join(loss.also)} for loss in losses], bom=bom)


def write_losses(folder: Path, report: LossReport) -> None:
    """losses.csv and losses.json in a run's folder."""
    write_atomic(folder / "losses.csv", losses_csv(report.losses))
    annotated = {
        name: [[passage.document_id, *passage.span] for passage in own] for name, own in report.annotated.items()
    }
    lines = [asdict(loss) for loss in report.losses]
    write_json(folder / LOSSES, loss_record(report) | {"losses": lines, "annotated": annotated})


def nowhere_in_words(report: LossReport) -> str:
    """How much evidence is in no document, apart from what was lost of the documents."""
    passages, characters = len(report.nowhere), report.nowhere_characters
    size = f" ({counted(characters, 'character')})" if characters else ""
    return f"{counted(passages, 'passage')}{size} that {'is' if passages == 1 else 'are'} in no document"


def loss_record(report: LossReport) -> dict[str, Any]:
    """The totals, and the table of causes, whose characters add up to those lost and those in no document."""
    return {
        "questions": report.questions,
        "questions_that_lost": len({loss.question_id for loss in report.losses}),
        "evidence_characters": report.evidence,
        "lost_characters": report.characters,
        "passages_in_no_document": len(report.nowhere),
        "characters_in_no_document": report.nowhere_characters,
        "causes": [asdict(row) for row in cause_shares(report)],
        "failed": [list(each) for each in report.failed],
    }


def read_losses(folder: Path) -> LossReport | None:
    """The report of a run, None where none was made. Raises LoadError for one of another version."""
    if not (folder / LOSSES).is_file():
        return None
    record = read_json(folder / LOSSES)
    try:
        losses = tuple(_loss(line) for line in record["losses"])
        failed = tuple((name, reason) for name, reason in record["failed"])
        annotated = {
            name: tuple(Passage(document, Span(start, end)) for document, start, end in own)
            for name, own in record["annotated"].items()
        }
        return LossReport(losses, int(record["evidence_characters"]), int(record["questions"]), failed, annotated)
    except (KeyError, TypeError, ValueError) as error:
        raise LoadError(f"{folder / LOSSES} was written by another version ({error}): evaluate again.") from None


def _loss(line: Mapping[str, Any]) -> Loss:
    return Loss(**{**line, "also": tuple(line["also"])})
