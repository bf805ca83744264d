"""The conversation as files, and beginning a new one."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evaluation.transcript import transcript_json, transcript_markdown
from ui import chat_log
from ui.chat_log import Turn
from ui.chat_settings import Settings
from ui.literal import literal


def show(settings: Settings, log: list[Turn]) -> None:
    """The buttons above a conversation that has begun."""
    title = "Conversation with " + " and ".join(side.card.display for side in settings.sides)
    with st.container(horizontal=True, gap="small"):
        st.button("New conversation", key="chat-clear", icon="🧹", on_click=chat_log.clear, args=(settings,))
        with st.popover("Export"):
            told = chat_log.exchanged(log, settings.mode)
            st.caption(literal(_said(len(told), len(log))))
            for label, name, kind, content in (
                ("Markdown", "conversation.md", "text/markdown", partial(transcript_markdown, title, told)),
                ("JSON with sources", "conversation.json", "application/json", partial(transcript_json, title, told)),
            ):
                key = f"chat-export-{name.rpartition('.')[2]}"
                st.download_button(label, content, name, kind, key=key, on_click="ignore", disabled=not told)


def _said(told: int, asked: int) -> str:
    left_out = f" {asked - told:,} without a vote are left out." if told < asked else ""
    return f"Questions, answers, sources and scores. It is kept in this browser tab alone.{left_out}"
