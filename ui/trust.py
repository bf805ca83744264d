"""How far to trust a run's judge: what is known without labels, and what labels of the reader's own say of it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.counted import counted
from evaluation.corrected import ENOUGH, Corrected, corrected_means
from evaluation.judges.noise import noise_of
from evaluation.label_design import METRIC_OF
from evaluation.labels import KINDS, Kind, read_labels
from evaluation.metrics import METRICS
from evaluation.panel import CONSTANT, Panel, label_panel
from evaluation.runs import LoadedRun
from evaluation.trust import cautions
from ui import labeling
from ui.literal import literal
from ui.shell import reader_errors

_KINDS: dict[Kind, str] = {"relevant": "relevance", "utilized": "use", "supported": "support"}


def brief(run: LoadedRun) -> None:
    """What belongs beside the means: cautions, and how much the judge differs from itself."""
    for caution in cautions(run):
        st.warning(literal(f"Note: {caution}."))
    noise = noise_of(run.folder)
    if noise is not None:
        st.caption(literal(noise.sentence))


def show(run: LoadedRun) -> None:
    """An expander in which the reader labels sentences and sees what that makes of the judge and its means."""
    with st.expander("How far to trust the judge", expanded=False):
        st.markdown(
            "A judge's means carry its errors. Say of some sentences, drawn by chance, what you think of them: "
            f"from {ENOUGH} on, the means are corrected by your labels, with the interval that this allows."
        )
        _body(run)


@st.fragment
def _body(run: LoadedRun) -> None:
    with reader_errors():
        labeling.show(run)
        labels = read_labels(run.folder)
        found = [one for one in corrected_means(run.outcomes, labels) if one.labeled]
        _corrected(found, run)
        enough = {one.metric for one in found if one.labeled >= ENOUGH}
        panel = label_panel(str(run.plan["judge"]["name"]), run.outcomes, labels)
        _agreement(panel, [kind for kind in KINDS if METRIC_OF[kind] in enough])


def _corrected(found: Sequence[Corrected], run: LoadedRun) -> None:
    """One card a metric with labels; below enough of them, how many are missing."""
    if not found:
        return
    st.markdown(f"**Corrected by your labels**, for these {counted(len(run.outcomes), 'question')}")
    with st.container(horizontal=True, gap="small"):
        for one in found:
            with st.container(border=True, width=220):
                st.metric(METRICS[one.metric].label, f"{one.corrected.mean:.2f}" if one.corrected else "–")
                st.caption(_basis(one))
    st.caption(
        "Completeness and adherence as yes or no are not corrected: that would take labels of every sentence of a "
        "question or an answer."
    )


def _basis(one: Corrected) -> str:
    judge = f"the judge alone: {one.judge:.2f}" if one.judge is not None else ""
    if one.corrected is None:
        return f"{one.labeled:,} of {ENOUGH} labels  \n{judge}"
    interval = f"95\u00a0%: {one.corrected.low:.2f} to {one.corrected.high:.2f}"
    return f"{interval}  \n{judge}  \nfrom {counted(one.labeled, 'label')}"


def _agreement(panel: Panel, kinds: Sequence[Kind]) -> None:
    """How well the judge's verdicts agree with the labels of these kinds, beside one that always says yes."""
    scores = {(row.judge, row.metric): row.found for row in panel.rows if row.measure == "f1"}
    for kind in kinds:
        found = scores.get((panel.judge, kind))
        if found is None or found.value is None:
            continue
        always = scores[CONSTANT, kind].value
        interval = f" (95\u00a0%: {found.low:.2f} to {found.high:.2f})" if found.low is not None else ""
        beside = f"; always saying yes would reach {always:.2f}" if always is not None else ""
        st.caption(
            f"Agreement of the judge with your labels on {_KINDS[kind]}: F1 {found.value:.2f}{interval}{beside}."
        )
