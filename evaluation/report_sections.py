"""Parts of a report that look at the runs themselves: curves, cost, settings, questions. Verdicts are in report.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.counted import counted
from evaluation.board import Entry
from evaluation.conclusions import plain, signed
from evaluation.curve_summary import budget_means_of
from evaluation.factors import settings_table
from evaluation.family import Family
from evaluation.metrics import METRICS
from evaluation.pareto import trade_offs
from evaluation.question_list import listed, table_of
from evaluation.report_charts import curves_chart, tradeoff_chart
from evaluation.report_parts import table, text

# More lines than this cannot be told apart.
_MOST_CURVES = 7
_WORST = 10


def pictures(family: Family) -> Iterator[str]:
    """Recall against the budget where runs have curves, and quality against tokens where that is known of two."""
    entries = _ranked(family)
    curves = {
        entry.name: means
        for entry in entries[:_MOST_CURVES]
        if (means := budget_means_of(entry.run.columns, ("recall",), intervals=entry in entries[:2]))
    }
    if curves:
        yield "<h2>Evidence recall against the token budget</h2>\n"
        told = f"The first {counted(len(curves), 'run')} of {len(entries):,}; bands: 95 % intervals of the first two."
        yield f'<p class="soft">{text(told)}</p>\n{curves_chart(curves)}'
    found = trade_offs(family)
    if len(found) > 1:
        yield "<h2>Quality against tokens</h2>\n"
        told = "The line joins the runs that no other beats in both; bars are 95 % intervals."
        label = METRICS[family.metric].label
        yield f'<p class="soft">{text(told)}</p>\n{tradeoff_chart(found, family.baseline, label)}'


def settings(family: Family) -> str:
    """The settings in which the runs differ, one row a run."""
    shown = settings_table([entry.run for entry in family.entries])
    if not shown:
        return ""
    rows = [
        [entry.name, *(values[place] or "–" for values in shown.values())] for place, entry in enumerate(family.entries)
    ]
    return f"<h2>Settings that differ</h2>\n{table(('run', *shown), rows)}"


def questions(family: Family) -> str:
    """Where the first run, or the one behind it, is worse and better than the baseline than anywhere else."""
    ranked = {entry.name: entry for entry in _ranked(family)}
    other = next((entry for name, entry in ranked.items() if name != family.baseline), None)
    if other is None or family.baseline not in ranked:
        return ""
    both = table_of([ranked[family.baseline].run.columns, other.run.columns])
    parts = [f"<h2>Questions: {text(other.name)} against {text(family.baseline)}</h2>\n"]
    for which, title in (("regressed", "worse"), ("improved", "better")):
        rows = listed(both, which, family.metric)
        if rows:
            worst = rows[:_WORST] if which == "regressed" else rows[::-1][:_WORST]
            head = f"{counted(len(rows), 'question')} {title}, the largest changes"
            cells = [[str(row["question_id"]), str(row["question"]), *_scores(row, family.metric)] for row in worst]
            shown = table(("id", "question", "baseline", "run", "difference"), cells, numbers=(2, 3, 4))
            parts.append(f"<details open><summary>{text(head)}</summary>{shown}</details>\n")
    return "".join(parts) if len(parts) > 1 else ""


def _scores(row: Mapping[str, object], metric: str) -> list[str]:
    base, other, change = (float(str(row[name])) for name in ("baseline", "candidate", "change"))
    return [plain(base, metric), plain(other, metric), signed(change, metric)]


def _ranked(family: Family) -> list[Entry]:
    return [entry for entry in family.entries if entry.rank is not None]
