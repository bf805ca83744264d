"""Votes in a blind comparison: the buttons under two answers, and the tally above the conversation."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import streamlit as st

from core.errors import ChunkTraceError
from evaluation.votes import (
    Candidate,
    Choice,
    Tally,
    Vote,
    add_vote,
    between,
    read_votes,
    tally,
    verdict,
    votes_csv,
    votes_json,
)
from ui import resources
from ui.chat_log import Said, Turn
from ui.chat_settings import Settings, labels
from ui.literal import escaped, literal

_CHOICES: dict[Choice, tuple[str, str, str]] = {
    "first": ("Answer 1 is better", "👈", "1"),
    "second": ("Answer 2 is better", "👉", "2"),
    "tie": ("Tie", "🤝", "3"),
    "both bad": ("Both are bad", "👎", "4"),
}
_KEPT = "A vote keeps the question and both answers on this machine. Names and scores show after it."


def show(turn: Turn, *, last: bool) -> None:
    """The buttons, or what was voted and a way to take it back."""
    if turn.vote is None:
        if any(said.answer is None for said in turn.said):
            st.caption("There is no vote on this question: one of the answers was not finished.")
            return
        with st.container(horizontal=True, gap="small", key=f"chat-vote-{turn.id}"):
            for choice, (label, icon, key) in _CHOICES.items():
                st.button(
                    label,
                    key=f"chat-vote-{turn.id}-{choice.replace(' ', '-')}",
                    icon=icon,
                    shortcut=key if last else None,
                    on_click=partial(_cast, turn, choice),
                )
        st.caption(_KEPT)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"Your vote: **{_CHOICES[turn.vote][0].lower()}**", width="content")
        st.button(
            "Take back", key=f"chat-unvote-{turn.id}", type="tertiary", on_click=partial(_cast, turn, "withdrawn")
        )


def board(settings: Settings) -> None:
    """What all votes between these two say, in words first; and the votes as files."""
    try:
        votes = read_votes(resources.home())
    except ChunkTraceError as error:
        st.error(literal(str(error)))
        return
    one, other = (side.setup for side in settings.sides)
    counts, (first, second) = tally(votes, one, other), labels(settings.sides)
    with st.container(border=True, key="chat-board"):
        st.markdown(f"**{literal(verdict(counts, first, second))}**")
        if counts.votes:
            st.html(_bar(counts, first, second))
        if counts.elsewhere:
            st.caption(f"{counts.elsewhere:,} more between these collections under other settings are not counted.")
        own = between(votes, one, other)
        if own:
            with st.popover("Export votes"):
                _files(own)


def _files(votes: list[Vote]) -> None:
    csv, json = partial(votes_csv, votes, bom=True), partial(votes_json, votes)
    st.download_button("Votes (CSV)", csv, "votes.csv", "text/csv", key="chat-votes-csv", on_click="ignore")
    st.download_button("Votes (JSON)", json, "votes.json", "application/json", key="chat-votes-json", on_click="ignore")


def _cast(turn: Turn, choice: Choice) -> None:
    """Put the vote on disk, then show whose answers they were."""
    first, second = (_candidate(said) for said in turn.shown)
    asked = datetime.now(UTC).isoformat(timespec="seconds")
    try:
        add_vote(resources.home(), Vote(turn.id, asked, turn.question, first, second, choice))
    except (ChunkTraceError, OSError) as error:
        st.toast(literal(f"The vote could not be kept: {error}"))
        return
    turn.vote = None if choice == "withdrawn" else choice


def _candidate(said: Said) -> Candidate:
    said.settle()
    scores = dict(said.judgement.scores) if said.judgement else {}
    return Candidate(said.side.setup, said.text, scores)


def _bar(counts: Tally, one: str, other: str) -> str:
    """The votes as a bar; numbers and words say the same as the colors."""
    parts = [
        ("ct-vote-one", counts.one, one),
        ("ct-vote-tie", counts.tie, "tie"),
        ("ct-vote-bad", counts.both_bad, "both bad"),
        ("ct-vote-other", counts.other, other),
    ]
    bars = "".join(f'<span class="{k}" style="flex:{number} 1 0">{number:,}</span>' for k, number, _ in parts if number)
    names = "".join(f'<span><i class="{kind}"></i>{escaped(words)}: {number:,}</span>' for kind, number, words in parts)
    return f'{_STYLE}<div class="ct-votes">{bars}</div><div class="ct-vote-names">{names}</div>'


_STYLE = """
<style>
.ct-votes {display: flex; gap: 2px; height: 1.7rem; border-radius: 4px; overflow: hidden; font-size: 0.8rem;}
.ct-votes span {min-width: 1.4rem; text-align: center; line-height: 1.7rem; font-weight: 600;}
.ct-vote-names {display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; font-size: 0.82rem; margin-top: 0.3rem;}
.ct-vote-names i {display: inline-block; width: 0.8rem; height: 0.8rem; border-radius: 2px; margin-right: 0.35rem;}
.ct-vote-one {background: rgba(0, 114, 178, 0.40);}
.ct-vote-other {background: rgba(230, 159, 0, 0.50);}
.ct-vote-tie {background: rgba(128, 128, 128, 0.30);}
.ct-vote-bad {background: repeating-linear-gradient(45deg, rgba(128,128,128,.35) 0 4px, transparent 4px 8px);}
</style>
"""
