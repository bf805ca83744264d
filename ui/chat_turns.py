"""Turns of a conversation as they stand: the question, one answer or two, and what can be done with them."""

from __future__ import annotations

import streamlit as st

from retrieval.card import CollectionCard
from ui import chat_answer, chat_retrieval, chat_save, chat_voting, drawer, question_rows, resources
from ui.chat_log import Said, Turn
from ui.chat_settings import BLIND, Settings
from ui.literal import literal
from ui.question_sets import is_about

NEXT = "chat-next"
_SUGGESTED = 3
_STYLE = """
<style>
[class*="st-key-chat-citations"] button {min-height: 1.75rem; padding: 0 0.5rem;}
[class*="st-key-chat-citations"] button p {font-size: 0.8rem;}
</style>
"""


def begin() -> None:
    """Once a page, at its top: citations as small buttons, and nothing is open over it."""
    st.html(_STYLE)
    drawer.begin()


def show(turn: Turn, settings: Settings, *, last: bool) -> None:
    """One turn. Whose answers they are is hidden in a blind comparison until the vote."""
    with st.chat_message("user"):
        st.markdown(literal(turn.question))
    hidden = settings.mode == BLIND and turn.vote is None
    with st.chat_message("assistant"):
        if turn.query != turn.question:
            st.caption(literal(f"Searched for: {turn.query}"))
        places = st.columns(len(turn.order)) if len(turn.order) > 1 else [st.container()]
        for number, (place, said) in enumerate(zip(places, turn.shown, strict=True)):
            with place:
                heading(turn, number, settings.mode)
                _side(turn, said, f"{turn.id}-{number}", settings, hidden=hidden)
        if settings.mode == BLIND:
            chat_voting.show(turn, last=last)
        if not hidden:
            _actions(turn, last=last)


def heading(turn: Turn, number: int, mode: str) -> None:
    """Whose answer it is, or only which; nothing where there is one."""
    if len(turn.order) == 1:
        return
    label = literal(turn.labels[number])
    if mode != BLIND:
        st.markdown(f"**{label}**")
    elif turn.vote is None:
        st.markdown(f"**Answer {number + 1}**")
    else:
        mark = {("first", 0): " 👍 preferred", ("second", 1): " 👍 preferred"}.get((turn.vote, number), "")
        st.markdown(f"**Answer {number + 1}: {label}**{mark}")


def _side(turn: Turn, said: Said, key: str, settings: Settings, *, hidden: bool) -> None:
    chat_answer.show(turn, said, key, colored=settings.colored and not hidden, hidden=hidden)
    if not hidden and said.hits:
        chat_retrieval.show(said, key, colored=settings.colored)


def _actions(turn: Turn, *, last: bool) -> None:
    with st.container(horizontal=True, gap="small"):
        answered = any(said.hits for said in turn.said)
        if answered and st.button("Save as test question", key=f"chat-save-{turn.id}", icon="📌"):
            chat_save.open_dialog(turn)
        if last:
            st.button(
                "Ask again",
                key=f"chat-again-{turn.id}",
                icon="🔁",
                help="The same question under the settings above.",
                on_click=ask_next,
                args=(turn.question,),
            )


def ask_next(question: str) -> None:
    """Ask this in the next run of the page."""
    st.session_state[NEXT] = question


def suggestions(card: CollectionCard) -> None:
    """Questions to begin with, as buttons: of a saved set about this collection, else of the sample that it holds."""
    saved = next((name for name, one in question_rows.cards().items() if is_about(one, card)), None)
    asked = saved or resources.sample_of(card.recipe.corpus, card.recipe.corpus_key)
    rows = question_rows.rows_of(asked).rows if asked else ()
    # Evidence: what the documents answer makes a better beginning.
    questions = [row.question for row in rows if saved or row.evidence][:_SUGGESTED]
    st.info("Nothing asked yet. Type a question below" + (", or try one of these:" if questions else "."))
    with st.container(horizontal=True):
        for number, question in enumerate(questions):
            st.button(literal(question), key=f"chat-suggested-{number}", on_click=ask_next, args=(question,))
