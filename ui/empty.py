"""What a page says while there is nothing to show on it: what to do next."""

from __future__ import annotations

import streamlit as st

from ui import places, resources
from ui.literal import literal


def no_collection() -> None:
    """There is no complete collection yet."""
    st.info(
        "There is no collection yet. Follow the four steps in the sidebar (on a narrow screen: the » at the top left), "
        "or press the button on the Start page."
    )
    st.page_link(places.HOME, label="Go to Start", icon="🧭")
    unfinished()


def unfinished() -> None:
    """Collections whose build was cut off, and how to go on."""
    building = {job.title for job in resources.jobs().active()}
    for card in resources.unfinished_collections():
        if not any(card.display in title for title in building):
            st.warning(
                literal(
                    f"{card.display} is unfinished ({card.encoded:,} of {card.chunks:,} chunks). Build it again "
                    "with the same documents and settings: what was encoded is reused."
                )
            )
