"""The settings in which the compared runs differ, and which of them carries the difference."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.counted import counted
from evaluation.conclusions import between, p_text, signed
from evaluation.factors import settings_table
from evaluation.family import Family
from evaluation.metrics import METRICS
from evaluation.statistics.effects import Effect
from evaluation.statistics.power import ALPHA
from ui import charts
from ui.compare_focus import Focus
from ui.literal import escaped, literal
from ui.tables import frame


def show(focus: Focus) -> None:
    """One row a run, one column a setting; the switch adds those that all runs share."""
    runs = [entry.run for entry in focus.family.entries]
    every = settings_table(runs, differing=False)
    differing = settings_table(runs)
    everything = st.toggle("Show the settings that are equal too", key="compare-all-settings")
    shown = every if everything else differing
    if not shown:
        st.info("These runs have the same settings; they differ in their chunks, questions or documents.")
    rows = [
        {"rank": entry.rank, "run": entry.name, **{name: values[place] for name, values in shown.items()}}
        for place, entry in enumerate(focus.family.entries)
    ]
    config: dict[str, object] = {name: st.column_config.TextColumn(name, width="small") for name in shown}
    config |= {
        "rank": st.column_config.NumberColumn("", width=36, pinned=True),
        "run": st.column_config.TextColumn("run", pinned=True),
    }
    st.dataframe(frame(rows), hide_index=True, column_config=config, height="content" if len(rows) <= 12 else 470)
    equal = len(every) - len(differing)
    st.caption(f"{counted(len(differing), 'setting')} differ{'s' if len(differing) == 1 else ''}, {equal:,} are equal.")
    effects(focus.family)


def effects(family: Family) -> None:
    """Which setting carries the difference, where the runs differ in settings that can be told apart."""
    found = family.effects
    if found is None:
        return
    st.subheader("Which setting carries the difference", anchor=False)
    label = METRICS[family.metric].label.lower()
    if found.effects:
        rows = [_line(effect, family.metric, found.shares) for effect in found.effects]
        st.plotly_chart(charts.forest(rows, label), config=charts.CONFIG, key="compare-effects")
        shares = ", ".join(f"{name} {share:.0%}" for name, share in found.shares.items())
        st.caption(literal(f"Part of the differences between runs that each explains alone: {shares}."))
    for reason in found.refused:
        st.markdown(f"- {literal(reason[:1].upper() + reason[1:])}")
    if found.interactions:
        with st.expander("Do settings interact?"):
            rows = [
                {
                    "settings": effect.factor,
                    "levels": effect.level,
                    "beyond the sum": signed(effect.delta, family.metric)
                    + between(effect.low, effect.high, family.metric),
                    "adjusted p": p_text(effect.p_adjusted),
                }
                for effect in found.interactions
            ]
            st.dataframe(frame(rows), hide_index=True, height="content")


def _line(effect: Effect, metric: str, shares: Mapping[str, float]) -> charts.Difference:
    up = (effect.delta > 0) is (METRICS[metric].more_is_better is not False)
    kind = ("better" if up else "worse") if effect.p_adjusted < ALPHA else "open"
    name = escaped(f"{effect.factor}: {effect.level} instead of {effect.reference}")
    says = f"adjusted p {p_text(effect.p_adjusted)}; {shares[effect.factor]:.0%} of the differences"
    return charts.Difference(name, effect.delta, effect.low, effect.high, kind, escaped(says))
