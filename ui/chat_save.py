"""A question of the chat made a test question: its evidence is what the answer cites, or what the reader selects."""

from __future__ import annotations

import streamlit as st

from core.counted import counted
from core.errors import ChunkTraceError
from core.spans import Span
from core.text import shortened
from core.types import Citation, Evidence, Question
from corpus.library import SAVED, list_sets, name_of, save_question
from evaluation.exchange import said_in
from ui import places, resources
from ui.chat_log import Said, Turn
from ui.drawer import over_page
from ui.literal import literal
from ui.marked_text import Mark, marked_text

_PICKED = "chat-picked"
_PASSAGE_HEIGHT, _LABEL = 260, 220
_NEW = "From the chat"


def open_dialog(turn: Turn) -> None:
    """Call it in answer to a press, and once a run of the page."""
    st.session_state[_PICKED] = {}
    over_page("Save as test question", _form, turn)


def _form(turn: Turn) -> None:
    text = st.text_area("Question", turn.query, key=f"chat-save-text-{turn.id}", height="content")
    said = _side(turn)
    evidence = _evidence(said, turn.id)
    answer = _reference(said, turn.id)
    names = [card.title for card in list_sets(resources.home())]
    chosen = st.selectbox(
        "Question set",
        names or [_NEW],
        key=f"chat-save-set-{turn.id}",
        accept_new_options=True,
        help="Choose a set, or type the name of a new one. It is saved on this machine.",
    )
    if not evidence:
        st.caption("Without evidence the question says that nothing in the documents answers it.")
    if st.button("Save", key=f"chat-save-now-{turn.id}", type="primary", disabled=not (text.strip() and chosen)):
        _save(str(chosen), Question(f"chat-{turn.id[:6]}", text.strip(), evidence, answer, ("chat",)), said)


def _side(turn: Turn) -> Said:
    """The answer that evidence is taken from."""
    if len(turn.said) == 1:
        return turn.said[0]
    place = st.selectbox(
        "Evidence from", range(len(turn.said)), format_func=turn.labels.__getitem__, key=f"chat-save-side-{turn.id}"
    )
    return turn.shown[place]


def _evidence(said: Said, turn_id: str) -> tuple[Evidence, ...]:
    """What is ticked of the citations and of what was selected."""
    cited = [(citation.document_id, Span(citation.start, citation.end)) for citation in _citations(said)]
    picked: dict[tuple[str, Span], None] = st.session_state.setdefault(_PICKED, {})
    st.markdown("**Evidence**: the passages that a right answer rests on")
    place = st.container()
    _pick(said, turn_id, picked)
    chosen = []
    with place:
        for document_id, span in dict.fromkeys([*cited, *picked]):
            document = said.documents[document_id]
            quote = document.text[span.start : span.end]
            label = literal(shortened(f"{document.name}: {quote}", _LABEL))
            key = f"chat-save-{turn_id}-{document_id}-{span.start}-{span.end}"
            if st.checkbox(label, value=True, key=key):
                chosen.append(Evidence(document_id, span.start, span.end, quote))
    return tuple(chosen)


def _pick(said: Said, turn_id: str, picked: dict[tuple[str, Span], None]) -> None:
    """Select evidence in a passage with the mouse, or with Shift and the arrow keys."""
    by_rank = {hit.rank: hit for hit in said.hits}
    rank = st.selectbox(
        "Select more in passage",
        list(by_rank),
        format_func=lambda each: f"[{each}] {said.documents[by_rank[each].chunk.document_id].name}",
        key=f"chat-save-passage-{turn_id}",
    )
    if rank is None:
        return
    hit = by_rank[rank]
    document_id, start = hit.chunk.document_id, hit.returned.start
    known = [span for name, span in picked if name == document_id]
    marks = [
        Mark(span.start - start, span.end - start, "evidence")
        for span in [*known, *(Span(c.start, c.end) for c in _citations(said) if c.document_id == document_id)]
    ]
    key = f"chat-save-select-{turn_id}-{rank}"
    title = f"Passage {rank}: select the evidence"
    touch = marked_text(hit.text, marks, key=key, title=title, selectable=True, height=_PASSAGE_HEIGHT)
    if touch.selected:
        picked[document_id, Span(start + touch.selected.start, start + touch.selected.end)] = None


def _citations(said: Said) -> tuple[Citation, ...]:
    return said.answer.citations if said.answer else ()


def _reference(said: Said, turn_id: str) -> str | None:
    """The reference answer, where one is given; the model's own is offered and not taken unasked."""
    own = said_in(said.answer) if said.answer else ""
    if own and st.toggle("Take this answer as the reference answer", key=f"chat-save-take-{turn_id}"):
        return st.text_area("Reference answer", own, key=f"chat-save-own-{turn_id}").strip() or None
    return st.text_input("Reference answer (optional)", key=f"chat-save-answer-{turn_id}").strip() or None


def _save(set_name: str, question: Question, said: Said) -> None:
    home = resources.home()
    try:
        name = save_question(set_name, question, home, about=f"collection:{said.side.card.name}")
    except ChunkTraceError as error:
        st.error(literal(str(error)))
        return
    st.success(
        literal(f"Saved in {set_name} as {name}, with {counted(len(question.evidence), 'passage')} of evidence."),
        icon="✅",
    )
    with st.container(horizontal=True):
        there = {"view": "questions", "set": f"{SAVED}{name_of(set_name)}"}
        st.page_link(places.DATA, label="See it on the Data page", icon="📁", query_params=there)
        asked = {"evaluate-collection": said.side.card.display}
        st.page_link(places.EVALUATE, label="Evaluate with this set", icon="📏", query_params=asked)
