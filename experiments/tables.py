"""The files of a sweep: leaderboard, comparisons and report as compare writes them, for all of its configurations.

Unlike timings.csv, they hold nothing that differs from run to run: no seconds, no dates, no place on this machine.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.files import write_atomic
from evaluation.export import Cell, to_csv
from evaluation.leaderboard import COMPARISON_COLUMNS, LEADERBOARD_COLUMNS, comparisons_csv, leaderboard_rows
from evaluation.report import report_html
from evaluation.report_parts import bullets, page
from experiments.outcome import Fate, SweepResult

LEADERBOARD, COMPARISONS, REPORT = "leaderboard.csv", "comparisons.csv", "report.html"
SCREENING, TIMINGS = "screening.csv", "timings.csv"


def write_tables(result: SweepResult) -> None:
    """Write all files beside the runs; the leaderboard last."""
    out, family = result.out, result.family
    write_atomic(out / COMPARISONS, comparisons_csv(family) if family else to_csv(COMPARISON_COLUMNS, []))
    write_atomic(out / REPORT, _report(result).encode("utf-8", "replace"))
    if any(fate.screened is not None for fate in result.fates):
        write_atomic(out / SCREENING, to_csv(("rank", "name", "mean", "state"), screening_rows(result.fates)))
    seconds: list[dict[str, Cell]] = [
        {"name": name, "seconds": round(taken, 3)} for name, taken in result.seconds.items()
    ]
    write_atomic(out / TIMINGS, to_csv(("name", "seconds"), seconds))
    write_atomic(out / LEADERBOARD, to_csv(LEADERBOARD_COLUMNS, board_rows(result)))


def board_rows(result: SweepResult) -> list[dict[str, Cell]]:
    """One row a configuration: those that were compared by rank, then the others with why they have none."""
    fates = {fate.configuration.name: fate for fate in result.fates}
    rows = leaderboard_rows(result.family) if result.family else []
    for row in rows:
        fate = fates[str(row["name"])]
        if row["rank"] is None and fate.reason:
            row["remark"] = told(fate)
    named = {row["name"] for row in rows}
    others = [fate for fate in result.fates if fate.configuration.name not in named]
    best_first = sorted(others, key=lambda fate: -(fate.screened if fate.screened is not None else -1.0))
    return rows + [_unranked(fate) for fate in best_first]


def screening_rows(fates: Sequence[Fate]) -> list[dict[str, Cell]]:
    """The screened configurations, best first, with what became of them."""
    screened = sorted((fate for fate in fates if fate.screened is not None), key=lambda fate: -(fate.screened or 0.0))
    return [
        {"rank": rank, "name": fate.configuration.name, "mean": fate.screened, "state": fate.state}
        for rank, fate in enumerate(screened, start=1)
    ]


def told(fate: Fate) -> str:
    """What became of a configuration, in a line."""
    return f"{fate.state}: {fate.reason}" if fate.reason else fate.state


def _unranked(fate: Fate) -> dict[str, Cell]:
    configuration = fate.configuration
    retrieval = configuration.retrieval
    return {
        "name": configuration.name,
        "collection": configuration.name,
        "strategy": configuration.chunking.strategy,
        "parameters": " ".join(f"{name}={value}" for name, value in configuration.chunking.parameters),
        "encoder": configuration.encoder,
        "retriever": retrieval.mode,
        "k": retrieval.k if retrieval.token_budget is None else None,
        "budget": retrieval.token_budget,
        "verdict": "not ranked",
        "remark": told(fate),
    }


def _report(result: SweepResult) -> str:
    others = [f"{fate.configuration.name}: {told(fate)}" for fate in result.fates if fate.state != "confirmed"]
    notes = [*result.notes, *others]
    if result.family is None:
        return page("Sweep", ["<h1>No configuration was confirmed</h1>\n", bullets(notes)])
    return report_html(result.family, notes)
