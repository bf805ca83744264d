"""Asking: retrieve for each side, stream its answer, keep every piece as it comes, then have it scored.

Unlike chat_turns.py, which shows what is finished, stopped or failed, this runs once a question.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.counted import counted
from core.errors import ChunkTraceError
from core.text import shortened
from core.types import Answer
from generation.answer import answer as answered
from generation.chat import Message
from generation.followup import retrieval_query
from retrieval.search import explained_search
from ui import chat_judging, chat_log, resources
from ui.chat_log import Said, Turn
from ui.chat_settings import BLIND, NO_JUDGE, Settings
from ui.chat_turns import heading
from ui.literal import literal

_NAMED = 80


def ask(question: str, settings: Settings, log: list[Turn], *, typed: bool) -> None:
    """One turn. Errors become part of it, and what was written before a stop is kept.

    The stream stands last on the page, because a stop ends the run of the script there. The input's own stop is there
    only for what was `typed` into it; for the others, any button ends the run.
    """
    histories = [chat_log.history(log, side) for side in range(len(settings.sides))]
    earlier = [Message("user", turn.question) for turn in log]
    order = tuple(range(len(settings.sides)))
    if settings.mode == BLIND:
        order = tuple(random.sample(order, len(order)))
    turn = Turn(question, retrieval_query(question, earlier), tuple(map(Said, settings.sides)), order)
    log.append(turn)
    turn.open = True
    _notice_stop(turn)
    with st.chat_message("user"):
        st.markdown(literal(question))
        if not typed:
            st.button("Stop", key=f"chat-stop-{turn.id}", icon="⏹️", type="tertiary")
    try:
        with st.chat_message("assistant"):
            places = st.columns(len(order)) if len(order) > 1 else [st.container()]
            for number, (place, side) in enumerate(zip(places, order, strict=True)):
                with place:
                    heading(turn, number, settings.mode)
                    _answer(turn, turn.said[side], histories[side], settings.judge)
    finally:
        turn.open = False


@st.fragment(run_every=1.0)
def _notice_stop(turn: Turn) -> None:
    """After a stop nothing runs any more that could say so: look, and draw the page as it stands then."""
    if not turn.open:
        st.rerun()


def _answer(turn: Turn, said: Said, history: Sequence[Message], judge: str) -> None:
    place, notice = st.empty(), st.empty()
    try:
        with place, st.spinner("Searching…"):
            _search(turn.query, said)
        _stream(turn, said, history, place, notice)
    except ChunkTraceError as error:
        said.error = str(error)
        place.error(literal(said.error))
    notice.empty()
    if said.answer and judge != NO_JUDGE:
        said.judging = chat_judging.start(turn.query, said.hits, said.answer, judge)


def _search(query: str, said: Said) -> None:
    card, retrieval = said.side.card, said.side.retrieval
    collection = resources.collection(card.name)
    encoder = resources.encoder(card) if retrieval.mode != "bm25" else None
    handed = explained_search(collection, encoder, query, retrieval)
    said.hits, said.left_out = handed.hits, handed.left_out
    chunks = [*(hit.chunk for hit in handed.hits), *(left.chunk for left in handed.left_out)]
    said.documents = {chunk.document_id: collection.documents[chunk.document_id] for chunk in chunks}


def _stream(turn: Turn, said: Said, history: Sequence[Message], place: DeltaGenerator, notice: DeltaGenerator) -> None:
    names = list(dict.fromkeys(said.documents[hit.chunk.document_id].name for hit in said.hits))
    place.caption(literal(f"Reading {counted(len(said.hits), 'passage')} of {shortened(', '.join(names), _NAMED)}…"))
    pieces = answered(
        turn.question,
        said.hits,
        said.side.model.load(),
        history=history,
        on_wait=lambda text: notice.caption(literal(text)),
    )
    for piece in pieces:
        if isinstance(piece, Answer):
            said.answer, said.text = piece, piece.text
        else:
            said.text += piece
        place.markdown(literal(said.text))
