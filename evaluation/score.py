"""Scores of answers that exist already, one row a record. Unlike run.py, retrieves and generates nothing."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.errors import ChunkTraceError, LoadError, SettingError
from core.events import Event, Finished, Progress
from core.files import write_atomic
from core.hashing import key_of
from core.types import Judgement
from corpus.ragbench_records import RagbenchRecord
from evaluation.export import to_csv
from evaluation.journal import Journal, read_journal
from evaluation.judges.judge import Judge
from evaluation.judges.stored import stored_judgement
from evaluation.outcomes import judgement_from_json
from evaluation.records import exchange_of_record
from evaluation.trace import Unit

COLUMNS = (
    "id",
    "relevance",
    "utilization",
    "completeness",
    "adherence",
    "adherence_probability",
    "status",
    "reason",
)
_SCORES = COLUMNS[1:6]


@dataclass(frozen=True, slots=True)
class ScoredRecord:
    """A record's id and its judgement."""

    id: str
    judgement: Judgement


def score(
    records: Sequence[RagbenchRecord], judge: Judge | None, out: Path, *, unit: Unit = "sentence"
) -> Generator[Event[tuple[ScoredRecord, ...]], None, None]:
    """Judge every record into the CSV file `out`; without a judge, by the record's stored labels.

    Until the file is written, finished records are kept beside it, and the same call goes on where it ended. A record
    that cannot be judged is kept as failed with its reason.
    """
    journal = out.with_name(out.name + ".partial.jsonl")
    if judge is None:
        scored = [ScoredRecord(record.id, stored_judgement(record, unit)) for record in records]
    else:
        scored = yield from _judge_all(records, judge, unit, journal)
    write_atomic(out, scores_csv(scored))
    if judge is not None:
        journal.unlink()
    yield Finished(tuple(scored))


def scores_csv(scored: Sequence[ScoredRecord], *, bom: bool = False) -> bytes:
    """The table that `score` writes."""
    rows = (
        {
            "id": row.id,
            **{name: row.judgement.scores.get(name) for name in _SCORES},
            "status": row.judgement.status,
            "reason": row.judgement.reason,
        }
        for row in scored
    )
    return to_csv(COLUMNS, rows, bom=bom)


def _judge_all(
    records: Sequence[RagbenchRecord], judge: Judge, unit: Unit, journal: Path
) -> Generator[Progress, None, list[ScoredRecord]]:
    plan = key_of([judge.key, unit, [record.key for record in records]])
    done = _resume(journal, plan)
    scored = [ScoredRecord(record.id, judgement) for record, judgement in zip(records, done, strict=False)]
    with Journal(journal) as lines:
        for record in records[len(done) :]:
            scored.append(ScoredRecord(record.id, _judged(record, judge, unit)))
            lines.append(asdict(scored[-1].judgement))
            yield Progress("score", len(scored), len(records), record.question[:60])
    return scored


def _judged(record: RagbenchRecord, judge: Judge, unit: Unit) -> Judgement:
    try:
        return judge.assess(exchange_of_record(record), unit, lambda reply: None)
    except ChunkTraceError as error:
        return Judgement(judge.name, "failed", str(error))
    except Exception as error:  # a defect on one record must not cost the records that are done
        return Judgement(judge.name, "failed", f"{type(error).__name__}: {error}")


def _resume(path: Path, plan: str) -> list[Judgement]:
    """Judgements of an earlier start under the same plan, in order; writes the plan where there is none."""
    lines: list[dict[str, Any]] = read_journal(path)
    if not lines:
        with Journal(path) as journal:
            journal.append({"plan": plan})
    elif lines[0].get("plan") != plan:
        raise SettingError(
            f"{path} holds unfinished scores of other records or another judge: delete it to begin anew."
        )
    try:
        return [judgement_from_json(line) for line in lines[1:]]
    except (KeyError, TypeError, AttributeError) as error:
        raise LoadError(f"{path} is damaged or of another version ({error}): delete it to begin anew.") from None
