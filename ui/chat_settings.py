"""Whom the chat asks: one collection, two side by side, or two behind a curtain; and how they are searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import streamlit as st

from core.types import RetrievalSpec
from evaluation.votes import Setup
from retrieval.card import CollectionCard
from ui import choices
from ui.choices import ModelChoice
from ui.literal import literal

ONE, TWO, BLIND = "One collection", "Two side by side", "Blind A/B"
_MODES = {
    ONE: "Ask one collection.",
    TWO: "Ask two collections the same and see both answers beside each other.",
    BLIND: "Two answers without names, in random order. Vote, then see whose they were.",
}
LOCAL_JUDGE, WORDING_JUDGE, NO_JUDGE = "local", "local-wording", "off"
_JUDGES = {LOCAL_JUDGE: "Local judge", WORDING_JUDGE: "Local judge, by wording alone", NO_JUDGE: "Not at all"}


@dataclass(frozen=True, slots=True)
class Side:
    """A collection, how it is searched, and who answers."""

    card: CollectionCard
    retrieval: RetrievalSpec
    model: ModelChoice

    @property
    def setup(self) -> Setup:
        """What votes about this side are counted under."""
        recipe, retrieval = self.card.recipe.key, asdict(self.retrieval)
        return Setup(self.card.display, recipe, retrieval, self.model.name)


@dataclass(frozen=True, slots=True)
class Settings:
    """The page's choices; one side or two."""

    mode: str
    sides: tuple[Side, ...]
    judge: str
    colored: bool

    @property
    def conversation(self) -> tuple[str, ...]:
        """What a conversation belongs to."""
        return (self.mode, *(side.card.name for side in self.sides))

    @property
    def waits(self) -> str:
        """What is missing before a question can be asked, empty where nothing is."""
        return self.sides[0].model.waits

    @property
    def unfit(self) -> str:
        """Why these sides cannot be compared, empty where they can."""
        if len(self.sides) == 2 and self.sides[0] == self.sides[1]:
            return "Both sides are the same: choose another collection, or another retriever for one of them."
        return ""


def labels(sides: Sequence[Side]) -> list[str]:
    """Names for headings: the collection, and the retriever where that is not the same."""
    if len({side.retrieval.mode for side in sides}) == 1:
        return [side.card.display for side in sides]
    return [f"{side.card.display} · {side.retrieval.mode}" for side in sides]


def show(cards: list[CollectionCard]) -> Settings:
    """Draw the choices above the conversation."""
    with st.container(border=True, key="chat-settings"):
        mode = st.segmented_control(
            "Ask",
            list(_MODES),
            default=ONE,
            required=True,
            key="chat-mode",
            label_visibility="collapsed",
            bind="query-params",
            persist_state="session",
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            first = choices.collection("chat-collection", cards, "Collection" if mode == ONE else "First collection")
            second = choices.collection("chat-other", cards, "Second collection", 1) if mode != ONE else None
            model = choices.model("chat", (choices.LOCAL, choices.EXTRACTIVE), addressed=True)
            with st.popover("Retrieval"):
                specs = _retrieval(first, second)
            with st.popover("Scores"):
                judge, colored = _judging()
        found = [card for card in (first, second) if card]
        described = [choices.describe(card) for card in found]
        st.caption("  \n".join([*([_MODES[mode]] if second else []), *map(literal, described)]))
    sides = tuple(Side(card, spec, model) for card, spec in zip(found, specs, strict=True))
    return Settings(mode, sides, judge, colored)


def _retrieval(first: CollectionCard, second: CollectionCard | None) -> list[RetrievalSpec]:
    """One for each collection; both get the same amount of context."""
    spec = choices.retrieval("chat", first)
    if second is None:
        return [spec]
    mode = choices.retriever("chat-other", second, "Retriever of the second")
    st.caption("Both collections get the same number of passages or tokens.")
    return [spec, replace(spec, mode=mode, document_share=second.default_document_share)]


def _judging() -> tuple[str, bool]:
    judge = st.selectbox(
        "Score answers with",
        list(_JUDGES),
        format_func=lambda name: _JUDGES[name],
        key="chat-judge",
        help="TRACe of each answer, estimated on this machine after the answer is shown.",
        bind="query-params",
        persist_state="session",
    )
    colored = st.toggle(
        "Color sentences",
        value=True,
        key="chat-colors",
        help="In the answer: supported or not. In the passages: relevant, used, or both.",
        bind="query-params",
        persist_state="session",
    )
    return judge, colored
