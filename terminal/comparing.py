"""The command compare: runs from their folders, what they come to in lines and as JSON, and the three files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.files import user_path, write_atomic
from terminal.output import MISSING, table
from terminal.progress import warn

if TYPE_CHECKING:
    from evaluation.board import Entry
    from evaluation.family import Family
    from evaluation.runs import LoadedRun

LEADERBOARD, COMPARISONS, REPORT = "leaderboard.csv", "comparisons.csv", "report.html"


def runs_of(names: Sequence[str]) -> list[LoadedRun]:
    """The runs of these folders, in order; a folder of runs stands for all of them by name.

    Raises LoadError for a folder without any.
    """
    from evaluation.plans import PLAN
    from evaluation.runs import load_run

    runs = []
    for name in names:
        path = user_path(name)
        inside = sorted(file.parent for file in path.glob(f"*/{PLAN}")) if path.is_dir() else []
        folders = [path] if (path / PLAN).is_file() or not inside else inside
        runs += [load_run(folder) for folder in folders]
    return runs


def write_comparison(family: Family, out: Path) -> None:
    """Write leaderboard.csv, comparisons.csv and report.html."""
    from evaluation.leaderboard import comparisons_csv, leaderboard_csv
    from evaluation.report import report_html

    write_atomic(out / LEADERBOARD, leaderboard_csv(family))
    write_atomic(out / COMPARISONS, comparisons_csv(family))
    write_atomic(out / REPORT, report_html(family).encode("utf-8", "replace"))


def comparison_json(family: Family) -> dict[str, Any]:
    """A comparison as `compare --json` shows it: the cells of both tables, and what they come to in sentences."""
    from evaluation.conclusions import conclusions
    from evaluation.leaderboard import comparison_rows, leaderboard_rows

    return {
        "metric": family.metric,
        "why": family.headline.why,
        "margin": family.margin,
        "baseline": family.baseline,
        "leaderboard": leaderboard_rows(family),
        "comparisons": comparison_rows(family),
        "conclusions": conclusions(family),
        "notes": list(family.notes),
        "warnings": list(family.warnings),
    }


def comparison_lines(family: Family, out: Path) -> str:
    """The leaderboard, the sentences below it, and where the files are."""
    from evaluation.conclusions import conclusions

    warn(family.warnings)
    headings = ("", "run", family.metric, "95 % interval", "measured", "best", "tokens", "verdict")
    board = table(headings, [_row(entry, family.metric) for entry in family.entries], numbers=(0, 2, 3, 4, 5, 6))
    remarks = [f"{entry.name}: {entry.remark}." for entry in family.entries if entry.remark]
    why = family.headline.why
    notes = [f"{note}." for note in (why, *(note for note in family.notes if note.casefold() not in why.casefold()))]
    files = f"Files in {out}: {LEADERBOARD}, {COMPARISONS}, {REPORT}."
    return "\n".join([board, "", *conclusions(family), *remarks, "", *notes, files])


def _row(entry: Entry, metric: str) -> list[str]:
    from evaluation.conclusions import plain

    mean = entry.mean
    known = mean.low is not None and mean.high is not None
    return [
        str(entry.rank or MISSING),
        entry.name,
        MISSING if mean.mean is None else plain(mean.mean, metric),
        f"{plain(mean.low or 0.0, metric)} to {plain(mean.high or 0.0, metric)}" if known else MISSING,
        f"{mean.n:,} of {entry.run.total:,}",
        MISSING if entry.probability_best is None else f"{entry.probability_best:.0%}",
        MISSING if entry.costs.tokens is None else f"{entry.costs.tokens:,.0f}",
        entry.verdict,
    ]
