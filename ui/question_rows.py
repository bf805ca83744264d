"""Saved sets and the samples' questions as the pages hold them: read once a version. Nothing is drawn here."""

from __future__ import annotations

import streamlit as st

from corpus.library import SAVED, SetCard, list_sets, open_set, set_card
from corpus.question_rows import RowSet
from corpus.questions import load_rows
from ui import resources


def rows_of(name: str) -> RowSet:
    """The questions of saved:NAME or sample:NAME. Raises LoadError."""
    if name.startswith(SAVED):
        card = set_card(name.removeprefix(SAVED), resources.home())
        return _saved(card.name, card.version)
    return _bundled(name)


def cards() -> dict[str, SetCard]:
    """The saved sets by their names in an address."""
    return {f"{SAVED}{card.name}": card for card in list_sets(resources.home())}


@st.cache_resource(max_entries=8, show_spinner="Opening the questions…")
def _saved(name: str, version: str) -> RowSet:
    return open_set(name, resources.home())


@st.cache_resource(max_entries=16, show_spinner=False)
def _bundled(name: str) -> RowSet:
    return load_rows(name)
