"""Quality against tokens, one point a run, with the Pareto front; a click on a point looks at that run."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
import streamlit as st

from evaluation.metrics import METRICS
from evaluation.pareto import TradeOff, trade_offs
from ui import charts
from ui.compare_focus import CANDIDATE, Focus
from ui.literal import escaped, literal

_KEY = "compare-tradeoff"
_SYMBOLS = ("circle", "square", "diamond", "cross", "triangle-up", "x", "star", "hexagon", "pentagon", "triangle-down")


def show(focus: Focus) -> None:
    """The chart and, in words, which runs are worth a look."""
    found = trade_offs(focus.family)
    if len(found) < 2:
        st.info("Two runs whose tokens are known make this chart.")
        return
    names = {entry.name: entry.run.name for entry in focus.family.entries}
    front = [one for one in found if one.on_front]
    st.markdown(
        literal(f"Worth a look: {', '.join(one.name for one in front)}. Every other run is beaten by one that is as ")
        + "good for fewer tokens, or better for as many."
    )

    def choose() -> None:
        points = st.session_state[_KEY]["selection"]["points"]
        picked = next((point["customdata"][0] for point in points if point.get("customdata")), None)
        if picked is not None and found[picked].name != focus.family.baseline:
            st.session_state[CANDIDATE] = names[found[picked].name]

    st.plotly_chart(
        _figure(found, focus.family.baseline, focus.family.metric),
        config=charts.CONFIG,
        key=_KEY,
        on_select=choose,
        selection_mode="points",
    )
    st.caption("Bars are 95\u00a0% intervals. Click a point to look at its run above.")


def _figure(found: Sequence[TradeOff], baseline: str, metric: str) -> go.Figure:
    """One series a strategy, so that symbols and colors say which; the figure depends on no selection."""
    figure = go.Figure()
    front = [one for one in found if one.on_front]
    ends = min(one.tokens for one in found), max(one.tokens for one in found)
    figure.add_scatter(
        x=[one.tokens for one in front],
        y=[one.quality for one in front],
        mode="lines",
        line={"dash": "dot", "color": "gray", "width": 1.5},
        name="Pareto front",
        hoverinfo="skip",
    )
    for number, strategy in enumerate(dict.fromkeys(one.strategy for one in found)):
        own = [(place, one) for place, one in enumerate(found) if one.strategy == strategy]
        figure.add_scatter(
            x=[one.tokens for _, one in own],
            y=[one.quality for _, one in own],
            mode="markers+text",
            text=[_label(one, baseline) for _, one in own],
            textposition=[_side(one.tokens, ends) for _, one in own],
            textfont={"size": 11},
            marker={
                "size": [14 if one.on_front else 9 for _, one in own],
                "symbol": _SYMBOLS[number % len(_SYMBOLS)],
                "line": {"width": 1, "color": "gray"},
            },
            error_y=_bars([one for _, one in own]),
            customdata=[(place, escaped(one.name)) for place, one in own],
            hovertemplate="%{customdata[1]}<br>%{x:,.0f} tokens, %{y:.3f}<extra></extra>",
            name=escaped(strategy),
        )
    label = METRICS[metric].label
    room = 0.06 * (ends[1] - ends[0]) or 0.1 * ends[1]
    figure.update_xaxes(title="cl100k tokens of context a question", range=[ends[0] - room, ends[1] + room])
    figure.update_yaxes(title=label if METRICS[metric].kind == "count" else f"{label} (0 to 1)")
    figure.update_layout(
        height=480,
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
        legend={"orientation": "h", "yanchor": "top", "y": -0.28, "x": 0},
        clickmode="event+select",
    )
    return figure


def _side(tokens: float, ends: tuple[float, float]) -> str:
    """Where a name is written beside its point, so that it stays inside."""
    reach = (tokens - ends[0]) / (ends[1] - ends[0] or 1)
    return "top right" if reach < 0.3 else "top left" if reach > 0.7 else "top center"


def _label(one: TradeOff, baseline: str) -> str:
    """Names of the front and of the baseline alone: all of them would hide each other."""
    if one.name == baseline:
        return f"◆ {escaped(charts.cut(one.name, 24))}"
    return escaped(charts.cut(one.name, 24)) if one.on_front else ""


def _bars(points: Sequence[TradeOff]) -> dict[str, object]:
    return {
        "type": "data",
        "symmetric": False,
        "array": [one.high - one.quality if one.high is not None else 0 for one in points],
        "arrayminus": [one.quality - one.low if one.low is not None else 0 for one in points],
        "thickness": 1,
        "width": 0,
        "color": "gray",
    }
