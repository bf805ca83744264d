"""The evidence of one question on the Data page: its passages, and the document in which others are selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.errors import ChunkTraceError
from core.spans import Span
from core.types import Document, Evidence
from corpus.anchor import EvidencePlaces
from corpus.preview import occurrences
from corpus.question_rows import QuestionRow
from evaluation.questions.drift import drift
from evaluation.questions.review import passage
from ui.data_sets import Chosen
from ui.literal import literal
from ui.marked_text import Mark, legend, marked_text

_PAGE = 12_000
_SHOWN = 240
_HEIGHT = 340
_DRAFTS = 50  # questions with evidence that is not saved yet


def draft_of(draft: str, row: QuestionRow) -> list[Any]:
    """The passages as they are now in the editor; those on disk until one is added or removed."""
    drafts: dict[str, list[Any]] = st.session_state.setdefault("data-drafts", {})
    return drafts.get(draft, list(row.evidence))


def carry_over(draft: str, new: str) -> None:
    """Passages that are not saved yet belong to another draft now."""
    drafts: dict[str, list[Any]] = st.session_state.setdefault("data-drafts", {})
    if draft in drafts:
        _set(new, drafts[draft])


def _set(draft: str, evidence: Sequence[Any]) -> None:
    drafts: dict[str, list[Any]] = st.session_state.setdefault("data-drafts", {})
    drafts[draft] = list(evidence)
    while len(drafts) > _DRAFTS:
        del drafts[next(iter(drafts))]


def listed(chosen: Chosen, row: QuestionRow, evidence: list[Any], draft: str) -> None:
    """Each passage with its place, or why it has none and where it may stand now."""
    st.markdown("**Evidence**", help="The passages that a right answer rests on. Retrieval is scored by finding them.")
    if not evidence:
        st.caption("No passage yet: select one in the document below." if chosen.card else "None.")
    places = EvidencePlaces(chosen.documents)
    for number, each in enumerate(evidence):
        found, trouble = places.anchor(each)
        with st.container(border=True, key=f"data-passage-{number}"):
            if found is not None:
                _placed(number, found, evidence, draft, editable=chosen.card is not None)
            if trouble and chosen.documents:
                st.caption(f":red[⚠] {literal(trouble)}")
            if found is None:
                _lost(chosen, row, number, evidence, draft)


def _placed(number: int, found: Evidence, evidence: list[Any], draft: str, *, editable: bool) -> None:
    quote = found.quote if len(found.quote) <= _SHOWN else f"{found.quote[: _SHOWN - 1]}…"
    st.markdown(literal(f"{number + 1}. “{quote}”"))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(literal(f"{found.document_id}, {found.start:,} to {found.end:,}"))
        st.button("Show", key=f"data-show-{number}", on_click=_focus, args=(found,), type="tertiary")
        if editable:
            _remove(number, evidence, draft)


def _lost(chosen: Chosen, row: QuestionRow, number: int, evidence: list[Any], draft: str) -> None:
    """A passage without a place: what it said, and the nearest words in the documents."""
    said = evidence[number] if isinstance(evidence[number], dict) else {}
    st.markdown(literal(f"{number + 1}. “{str(said.get('quote') or '(no quote)')[:_SHOWN]}”"))
    if not chosen.documents:
        st.caption(literal(f"{said.get('document') or 'no document'}: choose the documents above to see its place."))
    if chosen.card is None:
        return
    alone = QuestionRow(row.id, row.question, None, (evidence[number],), ())
    near = drift([alone], chosen.documents)[0] if chosen.documents else None
    with st.container(horizontal=True, vertical_alignment="center"):
        if near is not None and near.document is not None:
            alike = f" ({near.likeness:.0%} alike)" if near.likeness is not None else ""
            st.caption(literal(f"Now in {near.document}{alike}: “{(near.text or '')[:_SHOWN]}”"))
            new = {"document": near.document, "start": near.start, "end": near.end, "quote": near.text}
            taken = [new if at == number else each for at, each in enumerate(evidence)]
            st.button("Take it", key=f"data-take-{number}", on_click=_set, args=(draft, taken))
        _remove(number, evidence, draft)


def _remove(number: int, evidence: list[Any], draft: str) -> None:
    rest = [each for at, each in enumerate(evidence) if at != number]
    st.button("Remove", key=f"data-remove-{number}", on_click=_set, args=(draft, rest), type="tertiary")


def _focus(found: Evidence) -> None:
    st.session_state["data-source-document"] = found.document_id
    st.session_state["data-source-focus"] = (found.start, found.end)
    st.session_state.pop("data-source-find", None)


def source(chosen: Chosen, evidence: list[Any], draft: str) -> None:
    """A document with the passages underlined; what is selected in it becomes a passage."""
    by_id = {document.id: document for document in chosen.documents}
    if not by_id:
        return
    places = EvidencePlaces(chosen.documents)
    anchored = [found for each in evidence if (found := places.anchor(each)[0]) is not None]
    above = st.container(horizontal=True, vertical_alignment="bottom")
    with above:
        document = by_id[_document(by_id, anchored, draft)]
    here = [Span(one.start, one.end) for one in anchored if one.document_id == document.id]
    with above:
        focus, start, found = _place(document, here)
    if st.session_state.get("data-source-find") and not found:
        st.caption("These words are not in this document.")
    end = min(len(document.text), start + _PAGE)
    marks = [Mark(span.start, span.end, "evidence", tip="evidence") for span in here]
    marks += [Mark(span.start, span.end, "found", tip="found") for span in found]
    if chosen.card is not None:
        st.caption("Select the words that answer the question, then press “Use selection” below them.")
    with st.container():  # where it comes and goes, the text below keeps its place
        legend({"evidence": "evidence", "found": "found"}, marks)
    with st.container(border=True, key="data-source-box"):
        touch = marked_text(
            document.text,
            [mark for mark in marks if mark.start < end and mark.end > start],
            key="data-source-text",
            title=f"{document.name}: select the words that answer the question",
            start=start,
            end=end,
            selectable=chosen.card is not None,
            height=_HEIGHT,
            focus=focus,
        )
    if touch.selected is not None and chosen.card is not None:
        _take(document, touch.selected, evidence, draft)


def _document(by_id: dict[str, Document], anchored: Sequence[Evidence], draft: str) -> str:
    """The document to show: that of the first passage when another question is opened, then whichever is chosen."""
    key = "data-source-document"
    if st.session_state.get("data-source-of") != draft.rpartition("-")[0] or st.session_state.get(key) not in by_id:
        st.session_state["data-source-of"] = draft.rpartition("-")[0]
        if anchored:
            _focus(anchored[0])
        elif st.session_state.get(key) not in by_id:
            st.session_state[key] = next(iter(by_id))
    name = st.selectbox("Document", list(by_id), key=key, width=200)
    st.text_input("Find in it", key="data-source-find", placeholder="words", width=160)
    return str(name)


def _place(document: Document, here: Sequence[Span]) -> tuple[Span | None, int, list[Span]]:
    """What to scroll to, where the shown part begins, and the places of the words looked for."""
    words = str(st.session_state.get("data-source-find") or "")
    found = occurrences(document.text, words)
    wanted = st.session_state.get("data-source-focus")
    focus = found[0] if found else Span(*wanted) if wanted and wanted[1] <= len(document.text) else None
    if not found and focus not in here:
        focus = here[0] if here else None
    parts = max(1, -(-len(document.text) // _PAGE))
    part = focus.start // _PAGE + 1 if focus else 1
    if parts > 1:
        key = f"data-source-part-{document.sha256[:8]}-{part}"
        part = int(st.number_input(f"Part (1 to {parts:,})", 1, parts, part, key=key, width=120))
    return focus, (part - 1) * _PAGE, found


def _take(document: Document, span: Span, evidence: list[Any], draft: str) -> None:
    try:
        new = passage(document, span)
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")
        return
    _set(draft, [*evidence, new])
    st.session_state["data-source-focus"] = (new["start"], new["end"])
    st.rerun()
