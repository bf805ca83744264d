"""Turns of a conversation on the page: the question, the streamed answer, its sources."""

from __future__ import annotations

import streamlit as st

from core.errors import ChunkTraceError
from core.spans import Span
from core.types import Answer, Citation, Hit, RetrievalSpec
from generation.answer import answer as answered
from generation.chat import Message
from generation.followup import retrieval_query
from retrieval.collections import Collection
from retrieval.search import search
from ui import passages, resources
from ui.chat_log import Turn
from ui.choices import ModelChoice
from ui.literal import literal


def show(turn: Turn, collection: Collection, number: int) -> None:
    """A turn that is finished, stopped or failed."""
    with st.chat_message("user"):
        st.markdown(literal(turn.question))
    with st.chat_message("assistant"):
        if turn.text:
            st.markdown(literal(turn.text))
        elif not turn.error:
            st.caption("Stopped before the answer began.")
        _after(turn, collection, number)


def ask(question: str, collection: Collection, retrieval: RetrievalSpec, model: ModelChoice, log: list[Turn]) -> None:
    """Retrieve, stream the answer, keep every piece as it comes. Errors become part of the turn."""
    history = _history(log)
    turn = Turn(question, retrieval_query(question, history))
    log.append(turn)
    with st.chat_message("user"):
        st.markdown(literal(question))
    with st.chat_message("assistant"):
        try:
            with st.spinner("Searching…"):
                encoder = resources.encoder(collection.card) if retrieval.mode != "bm25" else None
                turn.hits = search(collection, encoder, turn.query, retrieval)
            _stream(turn, model, history)
        except ChunkTraceError as error:
            turn.error = str(error)
        _after(turn, collection, len(log))


def _stream(turn: Turn, model: ModelChoice, history: list[Message]) -> None:
    place, notice = st.empty(), st.empty()
    place.caption("Writing…")
    pieces = answered(
        turn.question, turn.hits, model.load(), history=history, on_wait=lambda text: notice.caption(literal(text))
    )
    for piece in pieces:
        if isinstance(piece, Answer):
            turn.answer, turn.text = piece, piece.text
        else:
            turn.text += piece
        place.markdown(literal(turn.text))
    notice.empty()


def _history(log: list[Turn]) -> list[Message]:
    return [
        message
        for turn in log
        if turn.answer
        for message in (Message("user", turn.question), Message("assistant", turn.answer.text))
    ]


def _after(turn: Turn, collection: Collection, number: int) -> None:
    if turn.error:
        st.error(literal(turn.error))
    if turn.query and turn.query != turn.question:
        st.caption(literal(f"Searched for: {turn.query}"))
    if turn.answer:
        st.caption(literal(_facts(turn.answer)))
        for note in turn.answer.notes:
            st.caption(literal(f"Note: {note}"))
    if turn.hits:
        cited = {citation.marker: citation for citation in turn.answer.citations} if turn.answer else {}
        with st.expander(f"Sources: {len(turn.hits)} passages, {len(cited)} cited", expanded=False):
            for hit in turn.hits:
                _source(hit, cited.get(hit.rank), collection, number)


def _facts(answer: Answer) -> str:
    tokens = "" if answer.prompt_tokens is None else f" · {answer.prompt_tokens:,} tokens read"
    tokens += "" if answer.completion_tokens is None else f", {answer.completion_tokens:,} written"
    cost = "" if not answer.cost else f" · US$ {answer.cost:.5f}"
    return f"{answer.model} · {answer.seconds:.1f} s{tokens}{cost}"


def _source(hit: Hit, citation: Citation | None, collection: Collection, number: int) -> None:
    document = collection.documents[hit.chunk.document_id]
    cited = " · **cited**" if citation else ""
    st.markdown(
        f"**[{hit.rank}]** {literal(document.name)} · characters {hit.returned.start:,} to {hit.returned.end:,}"
        f" · {hit.score_kind} {hit.score:.3f}{cited}"
    )
    passages.in_source(document, Span(*hit.returned))
