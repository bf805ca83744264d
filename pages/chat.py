"""Chat with one collection or two; every answer names its sources, is scored, and can become a test question."""

import streamlit as st

from ui import chat, chat_export, chat_log, chat_settings, chat_turns, chat_voting, empty, resources
from ui.literal import literal
from ui.shell import page, reader_errors

page(
    "Chat", "Ask your documents. Every answer leads to the passages that it rests on, and says how far it is supported."
)
cards = resources.complete_collections()
if not cards:
    empty.no_collection()
    st.stop()

with reader_errors():
    settings = chat_settings.show(cards)
    log = chat_log.turns(settings)
    chat_turns.begin()
    waits = settings.waits or settings.unfit
    if settings.unfit:
        st.warning(literal(settings.unfit))
    if settings.mode == chat_settings.BLIND and not settings.unfit:
        chat_voting.board(settings)
    if log:
        chat_export.show(settings, log)
    typed = st.chat_input(
        waits or "Ask something about these documents",
        key="chat-input",
        disabled=bool(waits),
        submit_mode="stop",
    )
    question = typed or st.session_state.pop(chat_turns.NEXT, None)
    for turn in log:
        chat_turns.show(turn, settings, last=turn is log[-1] and not question)
    if question and not waits:
        chat.ask(question, settings, log, typed=bool(typed))
        st.rerun()
    elif not log:
        chat_turns.suggestions(settings.sides[0].card)
