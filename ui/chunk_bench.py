"""The Chunks page below its title: one or two sides over the same text, what is known of them, and their views.

All that follows the sliders is one fragment, so that a move cuts again without the rest of the page.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from chunking_strategies import STRATEGIES
from core.counted import counted
from core.errors import ChunkTraceError
from core.spans import Span
from core.types import Chunk, ChunkSpec
from evaluation.inspection import Inspection, Measured
from evaluation.inspection_facts import Facts, facts_of, verdict
from ui import chunk_address, chunk_cutting, chunk_evidence, chunk_record, chunk_sides, chunk_view, doctor
from ui.chunk_address import Address
from ui.chunk_marks import legend_of, marks_of
from ui.chunk_recipe import Recipe, like, read, written
from ui.chunk_sides import Side
from ui.chunk_text import Text
from ui.doctor import Patient
from ui.literal import literal
from ui.marked_text import legend
from ui.shell import reader_errors

TEXT, SIZES, EVIDENCE, TABLE, DOCTOR = "Text", "Sizes", "Evidence", "All chunks", "Doctor"
VIEWS = (TEXT, SIZES, EVIDENCE, TABLE, DOCTOR)
_AT, _PART, _FOCUS, _VIEW, _TWO = "chunks-at", "chunks-part", "chunks-focus", "chunks-view", "chunks-two"
_KEPT_VIEW = "chunks-view-kept"


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
            left = chunk_sides.remembered("left") or Recipe("recursive")
            chunk_sides.put("right", like(left, "fixed-size" if left.name == "recursive" else "recursive"))
        # What is known comes first on the page, but is known only when the settings below it are drawn.
        answer = st.container()
        columns = st.columns(2) if two else [st.container()]
        shown: list[Shown] = []
        for name, column in zip(chunk_sides.SIDES, columns, strict=False):
            with column:
                side = chunk_sides.show(name, text.labels, wide=not two)
                if (found := _inspected(side, text, two)) is not None:
                    chunk_view.facts(found.facts, name, shown[0].facts if shown else None)
                    shown.append(found)
        if shown:
            answer.subheader(literal(verdict([(each.label, each.facts) for each in shown])), anchor=False)
            _views(shown, text)
        chunk_address.write(_address(text, data, two))


def _inspected(side: Side, text: Text, two: bool) -> Shown | None:
    """None where the settings cannot work, or the text must be encoded first, and the page says so."""
    spec, chunks = side.spec, None
    label = text.labels.get(side.recipe.name, "") if side.recipe.built else STRATEGIES[side.recipe.name].label
    label = f"{side.letter}: {label}" if two else label
    if side.recipe.built:
        card = text.cards[side.recipe.name]
        spec = card.recipe.chunking
        chunks = [chunk for chunk in text.stored(side.recipe.name) if chunk.document_id == text.document.id]
        st.caption(literal(_recipe_in_words(spec)))
    elif spec is not None:
        chunks = chunk_cutting.cut_now(text.document, spec, f"chunks-{side.name}")
    if spec is None or chunks is None:
        return None
    version = text.cards[side.recipe.name].version if side.recipe.built else ""
    inspection = chunk_cutting.inspected(text.document, chunks, spec, text.questions, text.encoder, version)
    facts = facts_of(inspection)
    if facts is None:
        st.info("This document shows no text, so it has no chunks.")
        return None
    return Shown(side, label, spec, inspection, facts, side.recipe.built)


def _recipe_in_words(spec: ChunkSpec) -> str:
    values = dict(spec.parameters)
    label = STRATEGIES[spec.strategy].label if spec.strategy in STRATEGIES else spec.strategy
    return f"{label}, {values['chunk_size']} {values['unit']}, overlap {values['overlap']}, as it was built"


def _views(shown: list[Shown], text: Text) -> None:
    """Only the chosen view is computed."""
    # Tabs forget which one was open while there is nothing to show.
    st.session_state.setdefault(_VIEW, st.session_state.get(_KEPT_VIEW, TEXT))
    tabs = st.tabs(VIEWS, key=_VIEW, on_change="rerun")
    st.session_state[_KEPT_VIEW] = st.session_state[_VIEW]
    for name, tab in zip(VIEWS, tabs, strict=True):
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
        chunk_evidence.show(inspections, text.question_set, _go_to)
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
    document = shown[0].inspection.document
    for each in shown:
        _note_click(each)
    chunk_evidence.jump([(each.label, each.inspection) for each in shown], "chunks-jump", _go_to)
    window = _window(len(document.text))
    at: int | None = st.session_state.get(_AT)
    focus: tuple[str, Span] | None = st.session_state.get(_FOCUS)
    chosen = [each.inspection.chunk_at(at) if at is not None else None for each in shown]
    marks = [marks_of(each.inspection, window, one) for each, one in zip(shown, chosen, strict=True)]
    legend(legend_of([mark for side in marks for mark in side]))
    columns = st.columns(2) if len(shown) > 1 else st.columns([3, 2])
    for number, each in enumerate(shown):
        with columns[number]:
            wanted = focus[1] if focus and focus[0] != each.side.name else None
            near = wanted if wanted and window.start <= wanted.start < window.end else None
            chunk_view.painted(each.inspection, marks[number], window, f"{each.key}-text", each.label, near)
        with columns[number if len(shown) > 1 else 1]:
            _record(each, chosen[number])
    if len(shown) == 1 and at is None:
        with columns[1]:
            st.info("Click a chunk to see its record: its id, sizes, context, parent and neighbors.", icon="👈")
            chunk_view.sizes([(shown[0].label, shown[0].inspection)], "chunks-beside")


def _note_click(each: Shown) -> None:
    chosen = each.inspection.at(chunk_view.clicked(f"{each.key}-text"))
    if chosen is not None:
        st.session_state[_AT] = chosen.chunk.start
        st.session_state[_FOCUS] = (each.side.name, Span(chosen.chunk.start, chosen.chunk.end))


def _record(each: Shown, chosen: Measured | None) -> None:
    if chosen is None:
        return
    with st.container(border=True):
        chunk_record.show(each.inspection, chosen, f"{each.key}-record", _go_to)


def _window(length: int) -> Span:
    """The part of the text that is shown, with the widget that turns its pages."""
    parts = -(-length // chunk_view.PAGE)
    part = 1
    if parts > 1:
        wanted = int(st.session_state.get(_PART, 1))
        st.session_state[_PART] = min(max(1, wanted), parts)
        with st.container(horizontal=True, vertical_alignment="center"):
            part = st.pagination(parts, key=_PART, persist_state="session")
            start = (part - 1) * chunk_view.PAGE
            last = min(length, start + chunk_view.PAGE)
            st.caption(f"characters {start:,} to {last:,} of {counted(length, 'character')}")
    start = (part - 1) * chunk_view.PAGE
    return Span(start, min(length, start + chunk_view.PAGE))


def _go_to(span: Span) -> None:
    """Show the text at a place, on all sides."""
    st.session_state[_AT] = span.start
    st.session_state[_PART] = span.start // chunk_view.PAGE + 1
    st.session_state[_FOCUS] = ("", span)
    st.session_state[_VIEW] = TEXT


def arrive(address: Address, problems: list[str]) -> None:
    """Set the widgets of this part from an address, before they are drawn."""
    for name in chunk_sides.SIDES:
        given = getattr(address, name)
        if given:
            try:
                chunk_sides.put(name, read(given))
            except ChunkTraceError as error:
                problems.append(str(error))
    st.session_state[_TWO] = bool(address.right)
    if address.view in VIEWS:
        st.session_state[_VIEW] = address.view
    at, part = chunk_address.number(address.at), chunk_address.number(address.part)
    if at is not None:
        _go_to(Span(at, at + 1))
        st.session_state[_VIEW] = address.view if address.view in VIEWS else TEXT
    if part:
        st.session_state[_PART] = part


def forget_place() -> None:
    """Of another document, nothing is chosen."""
    for key in (_AT, _PART, _FOCUS):
        st.session_state.pop(key, None)


def _address(text: Text, data: str, two: bool) -> Address:
    left, right = (chunk_sides.remembered(name) for name in chunk_sides.SIDES)
    view, part, at = (st.session_state.get(key) for key in (_VIEW, _PART, _AT))
    return Address(
        data="" if text.collection else data,
        collection=text.collection,
        document=text.document.id if len(text.corpus.documents) > 1 else "",
        questions=str(st.session_state.get("chunks-questions", "")),
        left=written(left) if left else "",
        right=written(right) if right and two else "",
        view="" if view in (None, TEXT) else str(view),
        part="" if part in (None, 1) else str(part),
        at="" if at is None else str(at),
    )
