"""How far to trust a run's judge by what is known without labels, and the way to the page where it is checked."""

from __future__ import annotations

import streamlit as st

from evaluation.judges.noise import noise_of
from evaluation.labels import read_labels
from evaluation.runs import LoadedRun
from evaluation.trust import cautions
from ui import judge_pick, places
from ui.literal import literal
from ui.shell import reader_errors


def brief(run: LoadedRun) -> None:
    """What belongs beside the means: cautions, how much the judge differs from itself, and where to check it."""
    for caution in cautions(run):
        st.warning(literal(f"Note: {caution}."))
    noise = noise_of(run.folder)
    if noise is not None:
        st.caption(literal(noise.sentence))
    with reader_errors():
        labels = len(read_labels(run.folder))
        st.page_link(
            places.JUDGE,
            label=f"Check this judge ({labels:,} labeled)" if labels else "Check this judge on a few sentences",
            icon=":material/fact_check:",
            query_params=judge_pick.address(run.name),
        )
