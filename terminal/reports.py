"""What commands did, as JSON and as lines for people. Unlike listings.py, which says what there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core.counted import counted
from core.durations import duration
from core.types import Answer, Hit
from terminal.listings import documents_json
from terminal.losses import evidence_lines
from terminal.output import interval, number, shortened, table, wrapped

if TYPE_CHECKING:
    from core.calls import Calls
    from evaluation.runs import LoadedRun
    from evaluation.score import ScoredRecord
    from evaluation.summary import MetricSummary
    from retrieval.build import BuildResult
    from retrieval.plan import BuildPlan

RUN_TABLES = (
    "questions.csv",
    "contexts.csv",
    "metrics.csv",
    "summary.csv",
    "curves.csv",
    "budgets.csv",
    "losses.csv",
    "references.csv",
)
_EXCERPT = 160


def plan_json(plan: BuildPlan, calls: Calls | None = None) -> dict[str, Any]:
    """A plan as `build --dry-run --json` shows it, with what a language model would be asked where it is."""
    asked = {"calls": asdict(calls)} if calls else {}
    return {
        "collection": plan.display,
        "keep": plan.keep,
        "add": plan.add,
        "delete": plan.delete,
        "documents": documents_json(plan.documents),
    } | asked


def plan_lines(plan: BuildPlan) -> str:
    """A plan in words."""
    state = "exists" if plan.exists else "would be new"
    return f"{plan.display} {state}: a build {plan.sentence}.\nNothing was written."


def build_json(built: BuildResult, warnings: Sequence[str]) -> dict[str, Any]:
    """A build as `build --json` shows it."""
    return {
        "collection": built.display,
        "documents": built.documents,
        "chunks": built.chunks,
        "encoded": built.encoded,
        "reused": built.reused,
        "beyond_limit_chunks": built.beyond_limit_chunks,
        "beyond_limit_share": built.beyond_limit_share,
        "seconds": round(built.seconds, 3),
        "warnings": list(warnings),
    }


def build_lines(built: BuildResult) -> str:
    """A build in words, and what to do with it."""
    size = f"{counted(built.chunks, 'chunk')} of {counted(built.documents, 'document')}"
    return (
        f"Built {built.display} in {duration(built.seconds)}: {size}, {built.encoded:,} encoded, {built.reused:,} "
        f'reused.\nAsk it: python cli.py ask --collection "{built.display}" "your question"'
    )


def answer_json(answer: Answer | None, hits: Sequence[Hit]) -> dict[str, Any]:
    """The answer and its passages as `ask --json` shows them; offsets are those of the returned text."""
    return {
        "answer": answer.text if answer else None,
        "model": answer.model if answer else None,
        "citations": [
            {
                "marker": citation.marker,
                "document": citation.document_id,
                "start": citation.start,
                "end": citation.end,
                "chunk": citation.chunk_id,
            }
            for citation in (answer.citations if answer else ())
        ],
        "contexts": [
            {
                "rank": hit.rank,
                "document": hit.chunk.document_id,
                "start": hit.returned.start,
                "end": hit.returned.end,
                "score": float(hit.score),
                "score_kind": hit.score_kind,
                "text": hit.text,
            }
            for hit in hits
        ],
    }


def answer_lines(answer: Answer | None, hits: Sequence[Hit]) -> str:
    """The answer, then the passages with the numbers that its markers name."""
    parts = []
    if answer:
        parts += [wrapped(answer.text), "", f"Answered by {answer.model} in {answer.seconds:.1f} s{_cost(answer)}."]
        parts += [f"Note: {remark}." for remark in answer.notes]
        parts.append("")
    if not hits:
        parts.append("No passage was found.")
    cited = {citation.marker for citation in answer.citations} if answer else set()
    for hit in hits:
        mark = "cited" if hit.rank in cited else ""
        place = f"{hit.chunk.document_id}, characters {hit.returned.start:,} to {hit.returned.end:,}"
        heading = ", ".join(filter(None, (place, f"{hit.score_kind} {hit.score:.3f}", mark)))
        parts += [f"[{hit.rank}] {heading}", wrapped(shortened(hit.text, _EXCERPT), "    ")]
    return "\n".join(parts)


def summary_table(summaries: Iterable[MetricSummary], total: int) -> str:
    """Metrics with their means, intervals, and on how many of all they rest."""
    rows = [[one.metric, number(one.mean), interval(one.low, one.high), f"{one.n:,} of {total:,}"] for one in summaries]
    return table(("metric", "mean", "95 % interval", "measured"), rows, numbers=(1, 2, 3))


def run_lines(run: LoadedRun) -> str:
    """The summary of a run, what failed in it, and where its files are."""
    from evaluation.summary import failures, summarize

    outcomes = run.outcomes
    remarks = Counter(one.reason for one in outcomes if one.reason and one.status != "failed").most_common()
    parts = [summary_table(summarize(outcomes), len(outcomes)), ""]
    for word, reasons in (("Note", remarks), ("Failed", failures(outcomes))):
        parts += [f"{word}: {reason.rstrip('.')} ({count:,} of {len(outcomes):,})." for reason, count in reasons]
    parts += evidence_lines(run)
    written = [name for name in RUN_TABLES if (run.folder / name).is_file()]
    parts.append(f"Files in {run.folder}: {', '.join(('run.json', *written))}.")
    return "\n".join(parts)


def score_lines(scored: Sequence[ScoredRecord]) -> str:
    """The means over scored records, and how many could not be scored."""
    from evaluation.metrics import METRICS
    from evaluation.outcomes import Outcome
    from evaluation.summary import summarize_metric

    outcomes = [Outcome(row.id, "", row.judgement.status, judgement=row.judgement) for row in scored]
    names = ("relevance", "utilization", "completeness", "adherence")
    summaries = [summarize_metric(outcomes, name, METRICS[name].kind) for name in names]
    failed = sum(row.judgement.status == "failed" for row in scored)
    lines = [summary_table(summaries, len(scored))]
    return "\n".join([*lines, f"{failed:,} of {len(scored):,} records failed; the file says why."] if failed else lines)


def _cost(answer: Answer) -> str:
    return f" for ${answer.cost:.4f}" if answer.cost else ""
