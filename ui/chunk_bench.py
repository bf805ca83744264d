"""The Chunks page below its title: one or two sides over the same text, what is known of them, and their views.

All that follows the sliders is one fragment, so that a move cuts again without the rest of the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st
from streamlit.elements.lib.mutable_tab_container import TabContainer

from chunking_strategies import STRATEGIES
from core.errors import ChunkTraceError
from core.types import Chunk, ChunkSpec
from evaluation.inspection import Inspection, Measured
from evaluation.inspection_facts import Facts, facts_of, verdict
from ui import chunk_address, chunk_cutting, chunk_evidence, chunk_place, chunk_record, chunk_sides, chunk_view, doctor
from ui.chunk_address import Address
from ui.chunk_marks import LEGEND, marks_of
from ui.chunk_place import EVIDENCE, SIZES, TABLE, TEXT
from ui.chunk_recipe import Recipe, in_words, like, read, recipe_of, written
from ui.chunk_sides import Side
from ui.chunk_text import Text
from ui.doctor import Patient
from ui.literal import literal
from ui.marked_text import legend
from ui.shell import reader_errors

_TWO = "chunks-two"


@dataclass(frozen=True, slots=True)
class Shown:
    """A side with its chunks inspected; `stored` are those of a collection, all documents, else None."""

    side: Side
    label: str
    spec: ChunkSpec
    inspection: Inspection
    facts: Facts
    stored: bool

    @property
    def key(self) -> str:
        """The beginning of its widgets' keys."""
        return f"chunks-{self.side.name}"


@st.fragment
def show(text: Text, data: str) -> None:
    """`data` names the sidebar's documents where an address can."""
    with reader_errors():
        two = st.toggle(
            "Compare two side by side",
            key=_TWO,
            help="A second strategy over the same text, with the same sizes at first.",
            persist_state="session",
        )
        if two and chunk_sides.remembered("right") is None:
            chunk_sides.put("right", _beside(text))
        # What is known comes first on the page, but is known only when the settings below it are drawn.
        answer = st.container()
        columns = st.columns(2) if two else [st.container()]
        shown: list[Shown] = []
        for name, column in zip(chunk_sides.SIDES, columns, strict=False):
            with column:
                side = chunk_sides.show(name, text.labels, text.encoder_name, wide=not two)
                if (found := _inspected(side, text, two)) is not None:
                    chunk_view.facts(found.facts, name, shown[0].facts if shown else None)
                    shown.append(found)
        if shown:
            alone = f"{shown[0].label}: " if two and len(shown) == 1 else ""
            known = verdict([(each.label, each.facts) for each in shown])
            answer.subheader(literal(f"{alone}{known}"), anchor=False)
            for each in shown:
                chunk_place.note_click(each.side.name, each.inspection, f"{each.key}-text")
        views = chunk_place.views() if shown else {}
        # Before the open view, which may take long: who reloads or sends the link meanwhile gets what was chosen.
        chunk_address.write(_address(text, data, two))
        _draw_open(views, shown, text)


def _beside(text: Text) -> Recipe:
    """The second side at first: a usual strategy of the same sizes."""
    left = chunk_sides.remembered("left") or Recipe("recursive")
    if left.built and left.name in text.cards:
        left = recipe_of(text.cards[left.name].recipe.chunking)
    return like(left, "fixed-size" if left.name == "recursive" else "recursive")


def _inspected(side: Side, text: Text, two: bool) -> Shown | None:
    """None where the settings cannot work, or the text must be encoded first, and the page says so."""
    spec, chunks = side.spec, None
    label = text.labels.get(side.recipe.name, "") if side.recipe.built else STRATEGIES[side.recipe.name].label
    label = f"{side.letter}: {label}" if two else label
    if side.recipe.built:
        card = text.cards[side.recipe.name]
        spec = card.recipe.chunking
        chunks = [chunk for chunk in text.stored(side.recipe.name) if chunk.document_id == text.document.id]
        st.caption(literal(f"{in_words(spec)}, as it was built"))
    elif spec is not None:
        chunks = chunk_cutting.cut_now(text.document, spec, f"chunks-{side.name}")
    if spec is None or chunks is None:
        return None
    version = f"{side.recipe.name} {text.cards[side.recipe.name].version}" if side.recipe.built else ""
    inspection = chunk_cutting.inspected(text.document, chunks, spec, text.questions, text.encoder, version)
    facts = facts_of(inspection)
    if facts is None:
        st.info("This document shows no text, so it has no chunks.")
        return None
    return Shown(side, label, spec, inspection, facts, side.recipe.built)


def _draw_open(views: Mapping[str, TabContainer], shown: list[Shown], text: Text) -> None:
    """Only the open view is computed."""
    for name, tab in views.items():
        if tab.open:
            with tab:
                _view(name, shown, text)


def _view(name: str, shown: list[Shown], text: Text) -> None:
    inspections = [(each.label, each.inspection) for each in shown]
    if name == TEXT:
        _painted(shown)
    elif name == SIZES:
        chunk_view.sizes(inspections, "chunks-sizes")
    elif name == EVIDENCE:
        chunk_evidence.show(inspections, text.question_set, chunk_place.go_to)
    elif name == TABLE:
        for each in shown:
            st.markdown(f"**{literal(each.label)}**")
            chunk_view.table(each.inspection, each.key)
    else:
        doctor.show([(each.label, _patient(each, text)) for each in shown], "chunks-doctor")


def _patient(each: Shown, text: Text) -> Patient:
    chunks: list[Chunk] | None = None
    if each.stored:
        chunks = text.stored(each.side.recipe.name)
    return Patient(text.corpus, each.spec, text.encoder, chunks)


def _painted(shown: list[Shown]) -> None:
    """The same part of the text for all sides; a click on a chunk shows what every side has at its place."""
    chunk_evidence.jump([(each.label, each.inspection) for each in shown], chunk_place.at(), chunk_place.go_to)
    window, at = chunk_place.window(len(shown[0].inspection.document.text)), chunk_place.at()
    chosen = [each.inspection.chunk_at(at) if at is not None else None for each in shown]
    marks = [marks_of(each.inspection, window, one) for each, one in zip(shown, chosen, strict=True)]
    legend(LEGEND, [mark for side in marks for mark in side])
    # Always there: where elements above it come and go, the browser draws the text anew and forgets how far it was.
    st.caption("Click a chunk, or go to it by the arrow keys and press Enter, to see its record.")
    columns = st.columns(2) if len(shown) > 1 else st.columns([3, 2])
    for number, each in enumerate(shown):
        with columns[number]:
            focus = chunk_place.focus(each.side.name, window)
            if len(shown) > 1:  # on a narrow screen the texts stand far below their settings
                st.markdown(f"**{literal(each.label)}**")
            chunk_view.painted(each.inspection, marks[number], window, f"{each.key}-text", each.label, focus)
        with columns[number if len(shown) > 1 else 1]:
            _record(each, chosen[number])
    if len(shown) == 1 and at is None:
        with columns[1]:
            chunk_view.sizes([(shown[0].label, shown[0].inspection)], "chunks-beside")


def _record(each: Shown, chosen: Measured | None) -> None:
    if chosen is None:
        return
    with st.container(border=True, key=f"{each.key}-record"):
        chunk_record.show(each.inspection, chosen, f"{each.key}-record", chunk_place.go_to)


def arrive(address: Address) -> list[str]:
    """Set the widgets of this part from an address, before they are drawn; returns what could not be followed."""
    problems = []
    for name in chunk_sides.SIDES:
        if given := getattr(address, name):
            try:
                chunk_sides.put(name, read(given))
            except ChunkTraceError as error:
                problems.append(str(error))
    st.session_state[_TWO] = bool(address.right)
    chunk_place.arrive(address)
    return problems


def _address(text: Text, data: str, two: bool) -> Address:
    left, right = (chunk_sides.remembered(name) for name in chunk_sides.SIDES)
    return Address(
        data="" if text.collection else data,
        collection=text.collection,
        document=text.document.id if len(text.corpus.documents) > 1 else "",
        questions=str(st.session_state.get("chunks-questions", "")),
        left=written(left) if left else "",
        right=written(right) if right and two else "",
        **chunk_place.written(),
    )
