"""Many configurations: a new plan, or one of the sweeps that are kept on this machine."""

from __future__ import annotations

import streamlit as st

from experiments.saved import list_sweeps
from ui import address, plan_form, resources, sweep_view


def show() -> None:
    """The choice, and what was chosen."""
    known = {one.name: one for one in list_sweeps(resources.home())}
    address.take("evaluate", "sweep", ["", *known], "")
    name = st.selectbox(
        "Sweep",
        ["", *known],
        format_func=lambda each: each or "＋ New plan",
        key="evaluate-sweep",
        help="A sweep tries many configurations on the same documents and questions. All of them are kept here.",
    )
    if name:
        sweep_view.show(name)
    else:
        plan_form.show()
