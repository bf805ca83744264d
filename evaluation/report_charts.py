"""Charts of a report as SVG: curves over token budgets, and quality against tokens. Intervals are in report_parts.py.

Lines are told apart by color, by dashes and by a number at their end; nothing is loaded from anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2

from evaluation.curve_summary import BudgetMean
from evaluation.curves import BUDGETS, HEADLINE
from evaluation.pareto import TradeOff
from evaluation.report_parts import text

_WIDTH, _HEIGHT = 720.0, 320.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 40.0, 14.0, 44.0
_COLORS = 7
_DASHES = ("", "7 4", "2 4")


def curves_chart(curves: Mapping[str, Sequence[BudgetMean]]) -> str:
    """Evidence recall against the token budget on a logarithmic axis, with bands for curves that have intervals."""
    body = [_axes([(f"{budget:,}", _budget(budget)) for budget in BUDGETS], _shares(), "token budget (log scale)")]
    body.append(
        f'<line class="zero" x1="{_budget(HEADLINE)}" x2="{_budget(HEADLINE)}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"/>'
    )
    entries = []
    for number, (name, means) in enumerate(curves.items()):
        points = [mean for mean in means if mean.by == "tokens" and mean.metric == "recall" and mean.mean is not None]
        body.append(_curve(number, points))
        reached = next((mean.mean for mean in points if mean.limit == HEADLINE), None)
        at = "" if reached is None else f", {reached:.3f} at {HEADLINE:,}"
        entries.append((number, f"{name}{at}"))
    label = "Evidence recall (0 to 1) against the token budget"
    return _drawn(label, body) + _legend(entries)


def tradeoff_chart(points: Sequence[TradeOff], baseline: str, label: str) -> str:
    """Quality against tokens of context, with intervals; the front is joined by a line."""
    most = max(one.tokens for one in points) * 1.06 or 1.0
    ends = [end for one in points for end in (one.low, one.high, one.quality) if end is not None]
    low, high = min(ends), max(ends)
    room = (high - low or 1.0) * 0.08
    low, high = low - room, high + room

    def across(tokens: float) -> float:
        return round(_LEFT + tokens / most * (_WIDTH - _LEFT - _RIGHT), 1)

    def up(quality: float) -> float:
        return round(_HEIGHT - _BOTTOM - (quality - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM), 1)

    ticks = [(f"{most * step / 5:,.0f}", across(most * step / 5)) for step in range(6)]
    sides = [(f"{low + (high - low) * step / 4:.3g}", up(low + (high - low) * step / 4)) for step in range(5)]
    front = " ".join(f"{across(one.tokens)},{up(one.quality)}" for one in points if one.on_front)
    body = [_axes(ticks, sides, "cl100k tokens of context a question"), f'<polyline class="front" points="{front}"/>']
    entries = []
    for number, one in enumerate(points):
        x, y = across(one.tokens), up(one.quality)
        if one.low is not None and one.high is not None:
            body.append(f'<line class="bar" x1="{x}" x2="{x}" y1="{up(one.low)}" y2="{up(one.high)}"/>')
        kind = "best" if one.on_front else "beaten"
        body.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{6 if one.on_front else 4}"/>')
        body.append(f'<text x="{x + 8}" y="{y - 6}">{number + 1}</text>')
        notes = [*(["baseline"] if one.name == baseline else []), *(["on the front"] if one.on_front else [])]
        told = f" ({', '.join(notes)})" if notes else ""
        entries.append((number, f"{one.name}: {one.quality:.3f} with {one.tokens:,.0f} tokens{told}"))
    listed = "".join(f"<li>{text(told)}</li>" for _, told in entries)
    return f'{_drawn(f"{label} against tokens of context", body)}<ol class="key">{listed}</ol>\n'


def _curve(number: int, points: Sequence[BudgetMean]) -> str:
    color, dash = number % _COLORS, _DASHES[number // _COLORS % len(_DASHES)]
    banded = [(mean.limit, mean.low, mean.high) for mean in points if mean.low is not None and mean.high is not None]
    band = [f"{_budget(limit)},{_share(high)}" for limit, _, high in banded]
    band += [f"{_budget(limit)},{_share(low)}" for limit, low, _ in reversed(banded)]
    drawn = f'<polygon class="band c{color}" points="{" ".join(band)}"/>' if banded else ""
    line = " ".join(f"{_budget(mean.limit)},{_share(mean.mean or 0.0)}" for mean in points)
    drawn += f'<polyline class="line c{color}" stroke-dasharray="{dash}" points="{line}"/>'
    if points:
        last = points[-1]
        drawn += f'<text x="{_budget(last.limit) + 6}" y="{_share(last.mean or 0.0) + 4}">{number + 1}</text>'
    return drawn


def _legend(entries: Sequence[tuple[int, str]]) -> str:
    listed = "".join(
        f'<li><svg width="30" height="10" aria-hidden="true"><line class="line c{number % _COLORS}" x1="0" x2="30" '
        f'y1="5" y2="5" stroke-dasharray="{_DASHES[number // _COLORS % len(_DASHES)]}"/></svg> {text(told)}</li>'
        for number, told in entries
    )
    return f'<ol class="key">{listed}</ol>\n'


def _axes(ticks: Sequence[tuple[str, float]], sides: Sequence[tuple[str, float]], title: str) -> str:
    floor = _HEIGHT - _BOTTOM
    drawn = [
        f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y}" y2="{y}"/>'
        f'<text class="side" x="{_LEFT - 8}" y="{y + 4}">{text(told)}</text>'
        for told, y in sides
    ]
    drawn += [f'<text class="tick" x="{x}" y="{floor + 18}">{text(told)}</text>' for told, x in ticks]
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    drawn.append(f'<text class="tick" x="{middle}" y="{_HEIGHT - 6}">{text(title)}</text>')
    return "".join(drawn)


def _shares() -> list[tuple[str, float]]:
    return [(f"{step / 4:g}", _share(step / 4)) for step in range(5)]


def _budget(tokens: float) -> float:
    reach = log2(tokens / BUDGETS[0]) / log2(BUDGETS[-1] / BUDGETS[0])
    return round(_LEFT + reach * (_WIDTH - _LEFT - _RIGHT), 1)


def _share(value: float) -> float:
    return round(_HEIGHT - _BOTTOM - value * (_HEIGHT - _TOP - _BOTTOM), 1)


def _drawn(label: str, body: Sequence[str]) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" role="img" aria-label="{text(label)}">'
        f"{''.join(body)}</svg>\n"
    )
