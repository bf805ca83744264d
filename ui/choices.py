"""Small forms that several pages share: the collection, how to retrieve, and which model answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from chunking.tools import Tools
from chunking_strategies import local_tools
from config import settings
from core.counted import counted
from core.types import Mode, RetrievalSpec
from generation.presets import PRESETS, parse_model
from retrieval.card import CollectionCard
from ui import resources
from ui.literal import literal

if TYPE_CHECKING:
    from generation.models import ChatModel, ExtractiveModel

RETRIEVERS: dict[Mode, str] = {
    "dense": "Dense (vectors)",
    "bm25": "BM25 (words)",
    "hybrid": "Hybrid (both, fused by rank)",
    "rerank": "Dense, re-ranked by BM25",
}
LOCAL, EXTRACTIVE, NONE, CUSTOM, OUTLINE = "local", "extractive", "none", "custom", "outline"
_MODELS = {
    OUTLINE: "Outline: title, headings and the sentence before, no model",
    LOCAL: "SmolLM2 135M, on this machine",
    EXTRACTIVE: "Extractive (no model)",
    NONE: "No answers: score retrieval only",
    CUSTOM: "Any OpenAI-compatible address",
}


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A MODEL string and its key; `waits` says what is still missing. The key never leaves this record."""

    name: str
    key: str = ""
    waits: str = ""
    input_price: float | None = None
    output_price: float | None = None

    def __repr__(self) -> str:
        return f"ModelChoice({self.name!r})"

    def load(self) -> ChatModel | ExtractiveModel:
        """The model itself. Raises SettingError or ModelMissing in one line."""
        from generation.models import load_model  # here, because a form is drawn without its model

        return load_model(
            self.name,
            home=resources.home(),
            api_key=self.key or settings().api_key,
            input_price=self.input_price,
            output_price=self.output_price,
        )

    def tools(self) -> Tools:
        """What strategies may use, where this is their language model."""
        from generation.models import chatting

        return local_tools(lambda name: chatting(self.load()))


def collection(key: str, cards: list[CollectionCard], label: str = "Collection", index: int = 0) -> CollectionCard:
    """One of the complete collections, also by the page's address; the newest unless another was chosen."""
    by_name = {card.name: card for card in cards}
    asked = st.query_params.get(key)
    if st.session_state.get(key) not in by_name:
        st.session_state.pop(key, None)
    name = st.selectbox(
        label,
        list(by_name),
        index=min(index, len(by_name) - 1),
        format_func=lambda each: by_name[each].display,
        key=key,
        bind="query-params",
        persist_state="session",
    )
    if asked and asked not in {each for card in cards for each in (card.name, card.display)}:
        st.caption(literal(f"There is no collection {asked}."))
    return by_name[str(name)]


def describe(card: CollectionCard) -> str:
    """A collection in one line."""
    sizes = {name: value for name, value in card.parameters.items() if name in ("chunk_size", "overlap", "unit")}
    return (
        f"{card.strategy}, {sizes.get('chunk_size')} {sizes.get('unit')}, overlap {sizes.get('overlap')}"
        f" · {card.encoding} · {counted(card.chunks, 'chunk')} of {counted(card.documents, 'document')}"
    )


def retriever(page: str, card: CollectionCard, label: str = "Retriever") -> Mode:
    """The collection's own retriever unless another is chosen."""
    modes = list(RETRIEVERS)
    mode = st.selectbox(
        label,
        modes,
        index=modes.index(card.default_retriever),
        format_func=lambda each: RETRIEVERS[each],
        key=f"{page}-retriever-{card.name}",
        bind="query-params",
        persist_state="session",
    )
    return mode or "dense"


def retrieval(page: str, card: CollectionCard) -> RetrievalSpec:
    """How passages are found: the collection's own retriever unless another is chosen, by number or by budget."""
    mode = retriever(page, card)
    by_budget = st.segmented_control(
        "Limit the context by",
        ["passages", "tokens"],
        default="passages",
        required=True,
        key=f"{page}-limit-by",
        help="The same number of passages favours large chunks. A token budget compares strategies fairly.",
        bind="query-params",
        persist_state="session",
    )
    if by_budget == "tokens":
        budget = st.number_input(
            "Token budget",
            64,
            32_000,
            1024,
            step=64,
            key=f"{page}-budget",
            bind="query-params",
            persist_state="session",
        )
        limit = {"token_budget": int(budget or 1024)}
    else:
        passages = st.number_input(
            "Passages (k)", 1, 50, 5, key=f"{page}-k", bind="query-params", persist_state="session"
        )
        limit = {"k": int(passages or 5)}
    return RetrievalSpec(mode=mode, document_share=_document_share(page, card), **limit)


def _document_share(page: str, card: CollectionCard) -> float:
    """The largest share of one document, in (0, 1]; the collection's own unless another is chosen."""
    share = st.slider(
        "Largest share of one document",
        5,
        100,
        round(100 * card.default_document_share),
        step=5,
        format="%d %%",
        key=f"{page}-document-share-{card.name}",
        help="The largest part of the passages, or of the tokens, that one document may take.",
        bind="query-params",
        persist_state="session",
    )
    return share / 100


def model(page: str, offered: tuple[str, ...], label: str = "Answers by", *, addressed: bool = False) -> ModelChoice:
    """A bundled model or an endpoint; an endpoint's key is typed here or comes from the environment.

    `addressed`: the page's address names the choice.
    """
    names = {**{name: _MODELS[name] for name in offered}, **{name: PRESETS[name].label for name in PRESETS}}
    names[CUSTOM] = _MODELS[CUSTOM]
    default = settings().llm_model if offered[:1] == (LOCAL,) else next(iter(names))
    chosen = st.selectbox(
        label,
        list(names),
        index=list(names).index(default) if default in names else 0,
        format_func=lambda each: names[each],
        key=f"{page}-model",
        bind="query-params" if addressed else None,
        persist_state="session",
    )
    if chosen in offered:
        return ModelChoice(str(chosen))
    return _endpoint(page, str(chosen))


def fill_model(page: str, name: str) -> None:
    """Let the choice of a model show a MODEL string; prices and keys stay what they are."""
    if not name or name in _MODELS:
        st.session_state[f"{page}-model"] = name or next(iter(PRESETS))
        return
    found = parse_model(name)
    st.session_state[f"{page}-model"] = found.preset or CUSTOM
    st.session_state[f"{page}-model-name"] = found.model
    st.session_state[f"{page}-model-url"] = found.base_url


def _endpoint(page: str, provider: str) -> ModelChoice:
    name = st.text_input("Model name", key=f"{page}-model-name", placeholder="as the provider calls it").strip()
    place = provider
    if provider == CUSTOM:
        place = st.text_input("Base URL", key=f"{page}-model-url", placeholder="http://127.0.0.1:8000/v1").strip()
    has_key = settings().api_key is not None
    key = st.text_input(
        "API key",
        type="password",
        key=f"{page}-model-key",
        placeholder="from the environment" if has_key else "",
        help="Kept in this browser session only; never stored, logged or exported.",
    )
    with st.expander("Prices, to show costs"):
        prices = [
            st.number_input(f"US$ per million {kind} tokens", 0.0, None, known, key=f"{page}-price-{kind}")
            for kind, known in (("input", settings().input_price), ("output", settings().output_price))
        ]
    waits = "" if name and place else "Give the model's name" + (" and address." if provider == CUSTOM else ".")
    return ModelChoice(f"{name}@{place}", key, waits, *prices)
