"""report.html: a comparison as one page that needs nothing else, to be mailed or printed. Columns are leaderboard.py's.

Unlike the app's page, a click changes nothing; it has no time of its making, so that equal runs give equal bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.counted import counted
from evaluation.board import Entry
from evaluation.conclusions import between, conclusions, numbers, p_text, plain, signed
from evaluation.factors import parameters_text, retriever_text
from evaluation.family import Family
from evaluation.metrics import METRICS
from evaluation.report_parts import Scale, bullets, colored, forest, interval_row, listing, mood, page, table, text
from evaluation.report_sections import pictures, questions, settings
from evaluation.statistics.effects import Effect, MainEffects
from evaluation.statistics.power import ALPHA
from evaluation.verdicts import FEWEST_EQUIVALENT, PairRow

_NONE = "–"


def report_html(family: Family, others: Sequence[str] = (), recipes: Mapping[str, str] | None = None) -> str:
    """The whole page. `others` are sentences on what was tried and is not among the runs; `recipes` are texts by title
    that make the first run again.
    """
    label, made = METRICS[family.metric].label, recipes or {}
    body = [
        f"<h1>Comparison of {counted(len(family.entries), 'run')}</h1>\n",
        f'<p class="soft">{text(family.headline.why)}. Baseline: {text(family.baseline)}.</p>\n',
        bullets(conclusions(family)),
        bullets(family.warnings, "warn"),
        f"<h2>Leaderboard by {text(label.lower())}</h2>\n",
        _leaderboard(family),
        f"<h2>{text(label)} against {text(family.baseline)}</h2>\n",
        _forest(family),
        *pictures(family),
        _effects(family),
        settings(family),
        questions(family),
        "<h2>All comparisons</h2>\n",
        _comparisons(family),
        *(["<h2>Not in this comparison</h2>\n", bullets(others)] if others else []),
        "<h2>On what this rests</h2>\n",
        bullets([*family.notes, *_METHOD]),
        *(f"<h2>{text(title)} of {text(family.entries[0].name)}</h2>\n{listing(told)}" for title, told in made.items()),
    ]
    return page(f"Comparison by {label}", body)


_METHOD = (
    "Intervals are 95 %: bootstrap over clusters (BCa, expanded for small samples); p-values come from flipping the "
    "signs of paired differences, cluster by cluster",
    "“better” needs an adjusted p below .05 and an interval that excludes 0; “equivalent” needs two one-sided tests "
    f"against the margin, adjusted alike, on {FEWEST_EQUIVALENT} questions or more; all else cannot be told yet",
)


def _leaderboard(family: Family) -> str:
    headings = (
        "",
        "run",
        "verdict",
        "mean",
        "95 %",
        "questions",
        "best",
        "tokens",
        "seconds",
        "cost",
        "strategy",
        "parameters",
        "encoder",
        "retriever",
        "k or budget",
    )
    rows = [_entry(entry, family.metric) for entry in family.entries]
    return table(headings, rows, numbers=(0, 3, 4, 5, 6, 7, 8, 9))


def _entry(entry: Entry, metric: str) -> list[str]:
    plan, mean, costs = entry.run.plan, entry.mean, entry.costs
    retrieval = plan.get("retrieval") or {}
    budget = retrieval.get("token_budget")
    return [
        str(entry.rank or _NONE),
        entry.name,
        colored(entry.verdict, entry.remark),
        _NONE if mean.mean is None else plain(mean.mean, metric),
        _NONE if mean.low is None or mean.high is None else f"{plain(mean.low, metric)} to {plain(mean.high, metric)}",
        f"{mean.n:,} of {entry.run.total:,}",
        _NONE if entry.probability_best is None else f"{entry.probability_best:.0%}",
        _NONE if costs.tokens is None else f"{costs.tokens:,.0f}",
        _NONE if costs.seconds is None else f"{costs.seconds:.2f}",
        _NONE if costs.money is None else f"${costs.money:.4f}",
        str(plan["collection"].get("strategy")),
        parameters_text(plan),
        str(plan["collection"].get("encoder", _NONE)),
        retriever_text(plan),
        f"{budget:,} tokens" if budget else f"k = {retrieval.get('k', _NONE)}",
    ]


def _forest(family: Family) -> str:
    pairs = [pair for entry in family.entries if (pair := family.against(entry.name)) is not None]
    if not pairs:
        return "<p>No other run can be ranked.</p>\n"
    rows = [pair.decided.difference for pair in pairs]
    margin = rows[0].margin
    scale = Scale([end for row in rows for end in (row.delta, row.low, row.high, margin, -margin) if end is not None])
    lines = [
        interval_row(
            pair.other,
            f"{signed(row.delta, row.metric)}{between(row.low, row.high, row.metric)} {pair.decided.verdict}",
            scale,
            (row.delta, row.low, row.high),
            row.margin,
            mood(pair.decided.verdict),
        )
        for pair, row in zip(pairs, rows, strict=True)
    ]
    told = f"Differences with 95 % intervals. Inside the band, ±{plain(margin, family.metric)}, they do not matter."
    return f'<p class="soft">{text(told)}</p>\n{forest(lines)}'


def _effects(family: Family) -> str:
    effects = family.effects
    if effects is None:
        return ""
    parts = ["<h2>Which setting carries the difference</h2>\n"]
    if effects.effects:
        ends = [end for one in effects.effects for end in (one.delta, one.low, one.high) if end is not None]
        scale = Scale(ends)
        parts.append(forest(_effect(one, scale, effects, family.metric) for one in effects.effects))
    if effects.interactions:
        rows = [
            [one.factor, one.level, signed(one.delta, family.metric), _ends(one, family.metric), p_text(one.p_adjusted)]
            for one in effects.interactions
        ]
        heading = ("pair", "levels", "beyond the sum", "95 %", "adjusted p")
        parts.append(f"<details><summary>Interactions</summary>{table(heading, rows, (2, 3, 4))}</details>\n")
    return "".join([*parts, bullets(effects.refused)])


def _effect(effect: Effect, scale: Scale, effects: MainEffects, metric: str) -> str:
    name = f"{effect.factor}: {effect.level} instead of {effect.reference}"
    figures = (
        f"{signed(effect.delta, metric)}{between(effect.low, effect.high, metric)}, "
        f"adjusted p {p_text(effect.p_adjusted)}; "
        f"{effects.shares[effect.factor]:.0%} of the differences"
    )
    up = (effect.delta > 0) is (METRICS[metric].more_is_better is not False)
    kind = ("up" if up else "down") if effect.p_adjusted < ALPHA else "flat"
    return interval_row(name, figures, scale, (effect.delta, effect.low, effect.high), 0.0, kind)


def _ends(effect: Effect, metric: str) -> str:
    if effect.low is None or effect.high is None:
        return _NONE
    return f"{signed(effect.low, metric)} to {signed(effect.high, metric)}"


def _comparisons(family: Family) -> str:
    by_metric: dict[str, list[PairRow]] = {}
    for pair in family.pairs:
        by_metric.setdefault(pair.decided.difference.metric, []).append(pair)
    parts = []
    for metric, pairs in by_metric.items():
        rows = [
            [
                pair.other,
                pair.base,
                numbers(pair.decided.difference, pair.decided.p_adjusted),
                colored(pair.decided.verdict, pair.decided.remark),
            ]
            for pair in pairs
        ]
        opened = " open" if metric == family.metric and len(pairs) <= 12 else ""
        shown = table(("run", "against", "difference", "verdict"), rows)
        parts.append(f"<details{opened}><summary>{text(METRICS[metric].label)}</summary>{shown}</details>\n")
    return "".join(parts)
