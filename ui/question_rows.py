"""Saved sets and the samples' questions as the pages hold them: read once a version. Nothing is drawn here."""

from __future__ import annotations

import streamlit as st

from corpus.library import SAVED, SetCard, list_sets, open_set, set_card
from corpus.question_rows import RowSet
from corpus.questions import SAMPLE, load_rows
from corpus.samples import samples
from evaluation.runs import LoadedRun
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


def set_of(run: LoadedRun) -> str:
    """The saved set or the sample that a run's questions are from, as rows_of names it; empty where it is neither.

    A name alone says little: the questions must be there, with the same text.
    """
    name = str(run.plan["questions"]["name"])
    known = [f"{SAVED}{name}"] if f"{SAVED}{name}" in cards() else []
    known += [f"{SAMPLE}{name}"] if name in {one.name for one in samples()} else []
    return next((each for each in known if _holds(rows_of(each), run)), "")


def _holds(rows: RowSet, run: LoadedRun) -> bool:
    texts = {row.id: row.question for row in rows.rows}
    asked = zip(run.columns.question_ids, run.columns.questions, strict=True)
    return all(texts.get(name) == text for name, text in asked)


@st.cache_resource(max_entries=8, show_spinner="Opening the questions…")
def _saved(name: str, version: str) -> RowSet:
    return open_set(name, resources.home())


@st.cache_resource(max_entries=16, show_spinner=False)
def _bundled(name: str) -> RowSet:
    return load_rows(name)
