"""How a plan encodes, retrieves, answers and judges. Unlike plan_strategies.py, the same for every strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.errors import SettingError
from evaluation.judges import JUDGES
from evaluation.metrics import METRICS
from experiments.plan import SweepPlan
from ui import choices
from ui.sidebar import ENCODERS, METHODS

_AUTO = "auto"
_TOKENS, _PASSAGES = "tokens", "passages"
_BUDGETS, _NUMBERS = ("512", "1024", "2048", "4096"), ("3", "5", "10")


@dataclass(frozen=True, slots=True)
class Measures:
    """This part of a plan, and the models that it names with their keys, which the plan never holds."""

    values: dict[str, Any]
    answers: choices.ModelChoice
    grader: choices.ModelChoice | None

    @property
    def waits(self) -> str:
        """What is still missing."""
        return self.answers.waits or (self.grader.waits if self.grader else "")

    @property
    def models(self) -> dict[str, choices.ModelChoice]:
        """The models by the name that the plan has for them."""
        return {one.name: one for one in (self.answers, self.grader) if one is not None}


def show(key: str) -> Measures:
    """Encoders and retrieval beside answers and judge. Raises SettingError for a number that cannot be read."""
    left, middle, right = st.columns(3)
    with left:
        values = _encoding(key)
    with middle:
        values |= _retrieval(key)
    with right:
        judged, answers, grader = _judging(key)
    return Measures(values | judged, answers, grader)


def fill(key: str, plan: SweepPlan) -> None:
    """Let the widgets show a plan."""
    state: dict[str, Any] = {
        "encoders": list(plan.encoders),
        "methods": list(plan.embedding),
        "retrievers": list(plan.retrievers or []),
        "footing": _PASSAGES if plan.k and not plan.budgets else _TOKENS,
        "budgets": [str(each) for each in plan.budgets or ([] if plan.k else [2048])],
        "k": [str(each) for each in plan.k or [5]],
        "judge": plan.judge or _AUTO,
        "metric": plan.metric,
    }
    st.session_state.update({f"{key}-{name}": value for name, value in state.items()})
    choices.fill_model(key, plan.model)
    choices.fill_model(f"{key}-judge", plan.judge_model or "")


def set_budget(key: str, tokens: int) -> None:
    """Let the plan have this budget alone. For callbacks."""
    st.session_state[f"{key}-footing"], st.session_state[f"{key}-budgets"] = _TOKENS, [str(tokens)]


def _encoding(key: str) -> dict[str, Any]:
    encoders = st.multiselect(
        "Encoders",
        list(dict.fromkeys([*ENCODERS, *st.session_state.get(f"{key}-encoders", [])])),
        default=None if f"{key}-encoders" in st.session_state else ["minilm"],
        format_func=lambda name: ENCODERS.get(name, name),
        key=f"{key}-encoders",
        accept_new_options=True,
        persist_state="session",
        help="Embedding models to try. Type a folder or a hub name and press Enter for another one.",
    )
    methods = st.multiselect(
        "How chunks are read",
        list(METHODS),
        default=None if f"{key}-methods" in st.session_state else ["standard"],
        format_func=lambda name: METHODS[name],
        key=f"{key}-methods",
        persist_state="session",
        help="Alone: the encoder sees the chunk and nothing else. In its document: the document is read once, and each "
        "chunk's vector is taken from there.",
    )
    return {"encoders": encoders or ["minilm"], "embedding": methods or ["standard"]}


def _retrieval(key: str) -> dict[str, Any]:
    retrievers = st.multiselect(
        "Retrievers",
        list(choices.RETRIEVERS),
        format_func=lambda name: choices.RETRIEVERS[name],
        key=f"{key}-retrievers",
        persist_state="session",
        placeholder="Each strategy's own",
        help="How passages are found. Left empty, each strategy is searched by the retriever that belongs to it.",
    )
    footing = st.segmented_control(
        "Limit the context by",
        [_TOKENS, _PASSAGES],
        default=None if f"{key}-footing" in st.session_state else _TOKENS,
        required=True,
        key=f"{key}-footing",
        persist_state="session",
        help="A token budget compares strategies fairly: the same number of passages favors large chunks.",
    )
    by_tokens = footing != _PASSAGES
    name, usual, label = (
        ("budgets", _BUDGETS, "Token budgets") if by_tokens else ("k", _NUMBERS, "Numbers of passages (k)")
    )
    place = f"{key}-{name}"
    texts = st.multiselect(
        label,
        list(dict.fromkeys([*usual, *st.session_state.get(place, [])])),
        default=None if place in st.session_state else ["2048" if by_tokens else "5"],
        key=place,
        accept_new_options=True,
        persist_state="session",
        help="What a question may be shown. Several values are several configurations.",
    )
    amounts = [_whole(text, label) for text in texts] or [2048 if by_tokens else 5]
    return {name: amounts, **({"retrievers": retrievers} if retrievers else {})}


def _judging(key: str) -> tuple[dict[str, Any], choices.ModelChoice, choices.ModelChoice | None]:
    labels = {_AUTO: "What suits the questions"} | {name: JUDGES[name].label for name in JUDGES}
    judge = st.selectbox(
        "Judge",
        list(labels),
        format_func=lambda name: labels[name],
        key=f"{key}-judge",
        persist_state="session",
        help="By default annotated evidence where the questions have it, else the local judge.",
    )
    answers = choices.model(key, (choices.NONE, choices.EXTRACTIVE, choices.LOCAL))
    grader = choices.model(f"{key}-judge", (), "Judged by") if judge == "llm" else None
    ranked = [metric.name for metric in METRICS.values() if metric.more_is_better is not None]
    metric = st.selectbox(
        "Rank by",
        [None, *ranked],
        format_func=lambda name: METRICS[name].label if name else "Evidence recall, or what suits",
        key=f"{key}-metric",
        persist_state="session",
        help="What configurations are screened, raced and ranked by.",
    )
    values: dict[str, Any] = {"judge": None if judge == _AUTO else judge, "model": answers.name, "metric": metric}
    return values | ({"judge_model": grader.name} if grader else {}), answers, grader


def _whole(text: str, label: str) -> int:
    if not text.strip().isdecimal() or int(text) < 1:
        raise SettingError(f"{label} must be whole numbers of at least 1, but one is {text!r}.")
    return int(text)
