"""Chat with one collection; every answer names its sources."""

import streamlit as st

from ui import chat, chat_log, choices, empty, resources
from ui.shell import page, reader_errors

page("Chat", "Ask a collection. Numbers in brackets lead to the passages that an answer rests on.")
cards = resources.complete_collections()
if not cards:
    empty.no_collection()
    st.stop()

with reader_errors():
    with st.container(border=True, horizontal=True, vertical_alignment="bottom", key="chat-settings"):
        card = choices.collection("chat-collection", cards)
        model = choices.model("chat", (choices.LOCAL, choices.EXTRACTIVE))
        with st.popover("Retrieval"):
            retrieval = choices.retrieval("chat", card)
    st.caption(choices.describe(card))
    collection, log = resources.collection(card.name), chat_log.turns(card.name)
    if log:
        st.button("New conversation", key="chat-clear", on_click=chat_log.clear, args=(card.name,))
    question = st.chat_input(
        model.waits or "Ask something about these documents",
        key="chat-input",
        disabled=bool(model.waits),
        submit_mode="stop",
    )
    for number, turn in enumerate(log, start=1):
        chat.show(turn, collection, number)
    if question:
        chat.ask(question, collection, retrieval, model, log)
    elif not log:
        st.info("Nothing asked yet. Type a question below.")
