"""The run that is looked at more closely beside the baseline, as four cards. Which it is stands in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from evaluation.board import Entry
from evaluation.conclusions import plain, signed
from evaluation.family import Family
from evaluation.metrics import METRICS
from evaluation.question_list import QuestionTable, table_of
from evaluation.runs import LoadedRun
from ui.compare_pick import Pick
from ui.literal import literal

CANDIDATE = "compare-candidate"
# Differences below this are shown as 0.
_SHOWN = 0.0005


@dataclass(frozen=True, slots=True)
class Focus:
    """A family, its baseline and one candidate; the views show what these two come to, among all `runs`."""

    family: Family
    pick: Pick
    baseline: Entry
    candidate: Entry

    @property
    def runs(self) -> Sequence[LoadedRun]:
        """All runs in order of rank."""
        return [entry.run for entry in self.family.entries]

    @property
    def highlighted(self) -> tuple[str, str]:
        """The folders' names of the baseline and the candidate."""
        return self.baseline.run.name, self.candidate.run.name

    @property
    def questions(self) -> QuestionTable:
        """The questions of both."""
        return question_table(self.baseline.run, self.candidate.run)

    def cards(self) -> None:
        """Quality and tokens beside the baseline, and how many questions got better and worse."""
        metric, pair = METRICS[self.family.metric], self.family.against(self.candidate.name)
        mean, tokens = self.candidate.mean.mean, self.candidate.costs.tokens
        row = pair.decided.difference if pair else None
        base_tokens = self.baseline.costs.tokens
        with st.container(horizontal=True, gap="small", key="compare-cards"):
            st.metric(
                metric.label,
                "–" if mean is None else plain(mean, metric.name),
                delta=signed(row.delta, metric.name).replace("\u2212", "-") if row else None,
                delta_color=_color(row.delta if row else 0, inverse=metric.more_is_better is False),
                delta_arrow="off" if row is None or abs(row.delta) < _SHOWN else "auto",
                help=metric.help,
                border=True,
                width=192,
            )
            st.metric(
                "Tokens a question",
                "–" if tokens is None else f"{tokens:,.0f}",
                delta=None if tokens is None or base_tokens is None else f"{tokens - base_tokens:+,.0f}",
                delta_color="inverse",
                help=METRICS["context_tokens"].help,
                border=True,
                width=168,
            )
            _count("Improved", row.wins if row else None, row.n if row else 0, "better")
            _count("Regressed", row.losses if row else None, row.n if row else 0, "worse")
            _count("The same", row.ties if row else None, row.n if row else 0, "equal")


def _color(delta: float, *, inverse: bool) -> Literal["normal", "inverse", "off"]:
    """No color where the difference is shown as 0."""
    if abs(delta) < _SHOWN:
        return "off"
    return "inverse" if inverse else "normal"


def _count(label: str, number: int | None, total: int, how: str) -> None:
    st.metric(
        label,
        "–" if number is None else f"{number:,}",
        delta=f"of {total:,}" if number is not None else None,
        delta_color="off",
        delta_arrow="off",
        help=f"Questions on which this run is {how}{'' if how == 'equal' else ' than the baseline'}.",
        border=True,
        width=128,
    )


def focus_of(family: Family, pick: Pick) -> Focus | None:
    """The choice of the candidate, by default the leader or the first behind it; None where nothing else is ranked."""
    ranked = {entry.run.name: entry for entry in family.entries if entry.rank is not None}
    baseline = next(entry for entry in ranked.values() if entry.name == family.baseline)
    others = [name for name in ranked if name != baseline.run.name]
    if not others:
        return None
    if st.session_state.get(CANDIDATE) not in others:
        st.session_state[CANDIDATE] = others[0]
    chosen = st.selectbox(
        f"Beside the baseline ({literal(baseline.name)})",
        others,
        format_func=lambda name: f"{ranked[name].rank}. {ranked[name].name}",
        key=CANDIDATE,
        help="A row of the table chooses it too.",
        width=420,
    )
    return Focus(family, pick, baseline, ranked[chosen or others[0]])


@st.cache_resource(max_entries=32, show_spinner=False)
def _table(state: tuple[str, str], _base: LoadedRun, _other: LoadedRun) -> QuestionTable:
    return table_of([_base.columns, _other.columns])


def question_table(base: LoadedRun, other: LoadedRun) -> QuestionTable:
    """The questions of two runs side by side, kept by their states."""
    return _table((base.state, other.state), base, other)
