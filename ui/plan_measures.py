"""How a plan encodes, retrieves, answers, judges and stops. Unlike plan_strategies.py, the same for every strategy."""

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


def limits(key: str, questions: int | None) -> dict[str, Any]:
    """How many questions, whether all configurations are confirmed, and when the sweep stops."""
    left, middle, right = st.columns(3)
    with left:
        screening = _screening(key)
    with middle:
        racing = _racing(key)
    with right:
        stops = _stops(key)
    if questions is not None:
        stops["questions"] = questions
    return {"screening": screening, "racing": racing, "limits": stops}


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
        "screened": plan.screening is not None,
        "finalists": plan.screening.finalists if plan.screening else 3,
        "raced": plan.racing is not None,
        "block": plan.racing.block if plan.racing else 25,
        "minutes": plan.limits.seconds / 60 if plan.limits.seconds else None,
        "money": plan.limits.money,
    }
    st.session_state.update({f"{key}-{name}": value for name, value in state.items()})
    choices.fill_model(key, plan.model)
    choices.fill_model(f"{key}-judge", plan.judge_model or "")


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


def _screening(key: str) -> dict[str, Any] | None:
    on = st.toggle(
        "Screen first",
        key=f"{key}-screened",
        persist_state="session",
        help="All configurations are scored from one pass of the encoder over the documents; only the best are then "
        "evaluated in full. Needs questions with evidence.",
    )
    finalists = st.number_input(
        "Finalists", 1, 100, key=f"{key}-finalists", value=_start(key, "finalists", 3), persist_state="session",
        disabled=not on, help="How many of the best are confirmed with the vectors that collections have.",
    )  # fmt: skip
    return {"finalists": int(finalists or 3)} if on else None


def _racing(key: str) -> dict[str, Any] | None:
    on = st.toggle(
        "Race",
        key=f"{key}-raced",
        persist_state="session",
        help="Questions come in blocks; who can no longer win is dropped after a block. The best is lost with a "
        "probability of at most 5\u00a0%.",
    )
    block = st.number_input(
        "Questions a block", 1, 1000, key=f"{key}-block", value=_start(key, "block", 25), persist_state="session",
        disabled=not on, help="Smaller blocks drop sooner.",
    )  # fmt: skip
    return {"block": int(block or 25)} if on else None


def _stops(key: str) -> dict[str, Any]:
    minutes = st.number_input(
        "Stop after minutes", 0.1, None, key=f"{key}-minutes", value=_start(key, "minutes", None),
        persist_state="session", placeholder="no limit", help="What is done by then is kept; going on takes it up.",
    )  # fmt: skip
    money = st.number_input(
        "Stop at US$", 0.0, None, key=f"{key}-money", value=_start(key, "money", None),
        persist_state="session", placeholder="no limit", help="Of all calls whose price is known.",
    )  # fmt: skip
    given = {"seconds": minutes * 60 if minutes else None, "money": money}
    return {name: value for name, value in given.items() if value is not None}


def _start(key: str, name: str, otherwise: Any) -> Any:
    """A widget's first value; none where the session holds one, which then counts."""
    return "min" if f"{key}-{name}" in st.session_state and otherwise is not None else otherwise


def _whole(text: str, label: str) -> int:
    if not text.strip().isdecimal() or int(text) < 1:
        raise SettingError(f"{label} must be whole numbers of at least 1, but one is {text!r}.")
    return int(text)
