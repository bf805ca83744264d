"""One configuration for use outside the app: a plan, two commands, a short program. Reads runs, measures nothing."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chunking_strategies import STRATEGIES
from core.parameters import Value, parameters_of
from core.types import Method, RetrievalSpec
from evaluation.runs import LoadedRun
from experiments.plan import StrategyPlan, SweepPlan
from experiments.plan_text import plan_text

# What stands for documents and questions that nobody knows the place of any more.
DATA, QUESTIONS = "DATA", "QUESTIONS"
_SIZES = {"chunk_size": "--chunk-size", "overlap": "--overlap", "unit": "--unit"}
_JUDGES = ("gold", "local", "llm")
_RETRIEVAL = ("mode", "k", "token_budget", "fusion", "reranker", "expand", "document_share")


@dataclass(frozen=True, slots=True)
class Recipe:
    """A configuration with where its documents and questions come from; `parameters` are those not at their default."""

    name: str
    data: str
    questions: str
    strategy: str
    parameters: Mapping[str, Value]
    encoder: str
    method: Method
    retrieval: RetrievalSpec
    judge: str
    model: str


def recipe_of(run: LoadedRun, data: str = "", questions: str = "", encoder: str = "") -> Recipe:
    """The recipe of a run; what is not given stays a word to be replaced. `encoder` is what loads it again."""
    collection, retrieval = run.plan["collection"], run.plan["retrieval"]
    strategy = str(collection.get("strategy"))
    named, _, method = str(collection.get("encoder") or "minilm").partition(", ")
    return Recipe(
        name=str(collection["name"]),
        data=data or DATA,
        questions=questions or QUESTIONS,
        strategy=strategy,
        parameters=_own(strategy, collection.get("parameters") or {}),
        encoder=encoder or named,
        method="late" if method == "late" else "standard",
        retrieval=RetrievalSpec(**{name: retrieval[name] for name in _RETRIEVAL if name in retrieval}),
        judge=judge if (judge := str(run.plan["judge"]["name"])) in _JUDGES else "local",
        model=_model(run.plan.get("model")),
    )


def recipe_plan(recipe: Recipe) -> str:
    """A plan of this one configuration, as the command sweep and the app's plans take it."""
    spec = recipe.retrieval
    plan = SweepPlan(
        data=recipe.data,
        questions=recipe.questions,
        strategies=[
            StrategyPlan(name=recipe.strategy, parameters={name: [value] for name, value in recipe.parameters.items()})
        ],
        encoders=[recipe.encoder],
        embedding=[recipe.method],
        retrievers=[spec.mode],
        budgets=None if spec.token_budget is None else [spec.token_budget],
        k=[spec.k] if spec.token_budget is None else None,
        judge=recipe.judge,
        model=recipe.model,
    )
    return plan_text(plan)


def recipe_commands(recipe: Recipe) -> str:
    """Two commands: build the collection, and evaluate it as it was."""
    spec = recipe.retrieval
    build = ["python", "cli.py", "build", "--data", recipe.data, "--strategy", recipe.strategy]
    for name, value in recipe.parameters.items():
        build += [_SIZES[name], str(value)] if name in _SIZES else ["--set", f"{name}={_plain(value)}"]
    build += ["--encoder", recipe.encoder]
    build += ["--embedding", recipe.method] if recipe.method != "standard" else []
    build += ["--name", recipe.name]
    limit = ["--k", str(spec.k)] if spec.token_budget is None else ["--budget", str(spec.token_budget)]
    evaluate = ["python", "cli.py", "evaluate", "--collection", recipe.name, "--questions", recipe.questions]
    evaluate += ["--retriever", spec.mode, *limit, "--judge", recipe.judge, "--model", recipe.model]
    evaluate += ["--document-share", f"{spec.document_share:g}", "--out", f"runs/{recipe.name}"]
    return f"{shlex.join(build)}\n{shlex.join(evaluate)}\n"


def recipe_program(recipe: Recipe) -> str:
    """A Python file that builds the collection and prints the passages for a question, without the app."""
    settings = {name: getattr(recipe.retrieval, name) for name in _RETRIEVAL}
    told = ", ".join(f"{name}={value!r}" for name, value in settings.items())
    return _PROGRAM.format(
        data=recipe.data,
        name=recipe.name,
        encoder=recipe.encoder,
        method=recipe.method,
        strategy=recipe.strategy,
        parameters=dict(recipe.parameters),
        retrieval=told,
    )


_PROGRAM = '''"""Build a collection and ask it. In the folder of ChunkTrace: python THIS_FILE.py "your question"."""

import sys
from contextlib import closing

from chunking_strategies import chunk_spec
from config import settings
from core.events import Finished
from core.types import RetrievalSpec
from corpus.load import load
from embedding.sources import encoder_by
from retrieval.build import build
from retrieval.collections import open_collection
from retrieval.search import search

DATA = {data!r}
NAME = {name!r}
ENCODER, METHOD = {encoder!r}, {method!r}
CHUNKING = chunk_spec({strategy!r}, {parameters!r})
RETRIEVAL = RetrievalSpec({retrieval})


def main(question: str) -> None:
    home = settings().home
    encoder = encoder_by(ENCODER, METHOD, home)
    events = build(load(DATA, home=home), CHUNKING, encoder, home, NAME)
    built = next(event.result for event in events if isinstance(event, Finished))
    with closing(open_collection(built.collection, home)) as collection:
        for hit in search(collection, encoder, question, RETRIEVAL):
            print(f"[{{hit.rank}}] {{hit.chunk.document_id}} {{hit.returned.start}}-{{hit.returned.end}}")
            print(hit.text, end="\\n\\n")


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]) or "What is this about?")
'''


def _own(strategy: str, given: Any) -> dict[str, Value]:
    """The parameters that are not the strategy's own defaults; sizes and their unit are always told."""
    values = dict(given) if isinstance(given, Mapping) else {str(name): value for name, value in given}
    values.pop("version", None)  # of a user's own file, which is looked up again
    if strategy not in STRATEGIES:
        return values
    knobs = {knob.name: knob for knob in parameters_of(STRATEGIES[strategy].params)}
    told = {name: value for name, value in values.items() if name in _SIZES}
    return told | {
        name: value
        for name, value in values.items()
        if name not in _SIZES and (name not in knobs or value != knobs[name].default)
    }


def _model(named: Any) -> str:
    """The MODEL string of an answering model by the name that a run keeps; none where nothing answers."""
    if not isinstance(named, str):
        return "none"
    if named.startswith("extractive"):
        return "extractive"
    if "@" in named:
        return named.split(" (")[0]
    return "local" if "local" in named.lower() or "smollm" in named.lower() else named


def _plain(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
