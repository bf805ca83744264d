"""Rankings of several runs side by side: a line joins passages that share text. Colors and words from the columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import plotly.graph_objects as go
import streamlit as st

from core.counted import counted
from evaluation.outcomes import Found
from evaluation.ranking_diff import matches, same_text
from ui import charts
from ui.literal import escaped, literal
from ui.question_column import Column

_EVIDENCE, _OTHER = "#2a9d63", "#7d8796"
_DEEPEST = 20
_SNIPPET, _NAME = 70, 28


def show(columns: Sequence[Column]) -> None:
    """How much of the text two runs share, and where each has it."""
    told = [column for column in columns if column.outcome is not None and column.passages]
    st.subheader("Rankings side by side", anchor=False)
    first = told[0]
    for other in told[1:]:
        share = same_text(first.outcome.found, other.outcome.found) if first.outcome and other.outcome else None
        if share is not None:
            st.markdown(
                literal(
                    f"{first.letter} and {other.letter} share {share:.0%} of the text that either returned "
                    f"({counted(len(first.passages), 'passage')} against {len(other.passages):,})."
                )
            )
    st.plotly_chart(figure(told), config=charts.CONFIG, key="question-ranks", alt="Ranks of the passages by run")
    st.caption("A star holds evidence, a dot holds none. A line joins passages that share text; thicker is more.")


def figure(columns: Sequence[Column]) -> go.Figure:
    """Ranks downwards, a run beside the other."""
    drawn = go.Figure()
    for place, (left, right) in enumerate(pairwise(columns)):
        for match in matches(_found(left), _found(right)):
            if max(match.ours, match.theirs) <= _DEEPEST:
                drawn.add_scatter(
                    x=[place, place + 1],
                    y=[match.ours, match.theirs],
                    mode="lines",
                    line={"width": 1 + 5 * match.shared, "color": _OTHER},
                    opacity=0.35 + 0.4 * match.shared,
                    hoverinfo="skip",
                    showlegend=False,
                )
    for place, column in enumerate(columns):
        seen = column.passages[:_DEEPEST]
        drawn.add_scatter(
            x=[place] * len(seen),
            y=[passage.found.rank for passage in seen],
            mode="markers",
            marker={
                "size": [17 if passage.share else 11 for passage in seen],
                "symbol": ["star" if passage.share else "circle" for passage in seen],
                "color": [_EVIDENCE if passage.share else _OTHER for passage in seen],
            },
            customdata=[(escaped(p.found.document), escaped(p.text[:_SNIPPET])) for p in seen],
            hovertemplate="rank %{y}: %{customdata[0]}<br>%{customdata[1]}…<extra>" + column.letter + "</extra>",
            showlegend=False,
        )
    deepest = max((min(len(column.passages), _DEEPEST) for column in columns), default=1)
    drawn.update_yaxes(title="rank", range=[deepest + 0.6, 0.4], dtick=1 if deepest <= 12 else 5, zeroline=False)
    names = [escaped(charts.cut(f"{column.letter} · {column.name}", _NAME)) for column in columns]
    drawn.update_xaxes(
        title="run", tickvals=list(range(len(columns))), ticktext=names, range=[-0.35, len(columns) - 0.65],
        showgrid=False, zeroline=False,
    )  # fmt: skip
    drawn.update_layout(height=110 + 34 * deepest, margin={"l": 10, "r": 10, "t": 10, "b": 10})
    return drawn


def _found(column: Column) -> Sequence[Found]:
    return column.outcome.found if column.outcome else ()
