"""The settings of a run, as factors whose effects can be told apart. The arithmetic is in statistics/effects.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.runs import LoadedRun

_NONE = "none"
# Written as people say them; parameters of a strategy keep their own names.
_NAMES = {"document_share": "document share", "expand": "parents returned"}
_OF_A_RETRIEVER = ("mode", "fusion", "reranker")
_OF_MODE = {"hybrid": ("fusion",), "rerank": ("reranker",)}


def factors_of(runs: Sequence[LoadedRun]) -> dict[str, tuple[str, ...]]:
    """By factor, its level in each run; only those in which the runs differ.

    A parameter that not every strategy here has is a part of the strategy, and a setting that not every retriever here
    has is a part of the retriever: it has no effect of its own.
    """
    settings = [settings_of(run) for run in runs]
    shared = [name for name in settings[0] if all(name in each for each in settings)] if settings else []
    levels = {name: tuple(_level(each[name]) for each in settings) for name in shared}
    return {name: values for name, values in levels.items() if len(set(values)) > 1}


def settings_table(runs: Sequence[LoadedRun], *, differing: bool = True) -> dict[str, tuple[str, ...]]:
    """By setting, its value in each run, empty where a run has no such setting; only those that differ, or all.

    Unlike factors, which are settings whose effects can be told apart, these are of every run alone.
    """
    settings = [settings_of(run) for run in runs]
    names = dict.fromkeys(name for each in settings for name in each)
    values = {name: tuple(_level(each[name]) if name in each else "" for each in settings) for name in names}
    return {name: row for name, row in values.items() if not differing or len(set(row)) > 1}


def parameters_text(plan: Mapping[str, Any]) -> str:
    """The strategy's parameters in one line, name=value."""
    return " ".join(f"{name}={_level(value)}" for name, value in _parameters(plan).items())


def retriever_text(plan: Mapping[str, Any]) -> str:
    """The retriever with what only it has: how its lists are fused, or what re-ranks them."""
    retrieval = plan.get("retrieval") or {}
    mode = str(retrieval.get("mode", ""))
    own = {name: retrieval.get(name) for name in _OF_MODE.get(mode, ())}
    return f"{mode} ({', '.join(map(_level, own.values()))})" if own else mode


def settings_of(run: LoadedRun) -> dict[str, Any]:
    """Every setting of a run that a comparison may be about, by the name that people give it."""
    collection = run.plan["collection"]
    found: dict[str, Any] = {"strategy": collection.get("strategy")}
    found |= {name.replace("_", " "): value for name, value in _parameters(run.plan).items()}
    found["encoder"] = collection.get("encoder")
    retrieval: dict[str, Any] = dict(run.plan.get("retrieval") or {})
    budget, k = retrieval.pop("token_budget", None), retrieval.pop("k", None)
    found |= {"k or budget": f"{budget:,} tokens" if budget else f"k = {k}", "retriever": retriever_text(run.plan)}
    found |= {_NAMES.get(name, name): value for name, value in retrieval.items() if name not in _OF_A_RETRIEVER}
    model = run.plan.get("model")
    return {**found, "answering model": model.split(" (")[0] if isinstance(model, str) else None}


def _parameters(plan: Mapping[str, Any]) -> dict[str, Any]:
    given = plan["collection"].get("parameters") or {}
    return dict(given) if isinstance(given, Mapping) else {str(name): value for name, value in given}


def _level(value: Any) -> str:
    return _NONE if value is None else str(value)
