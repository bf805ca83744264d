"""A plan expanded to its configurations: every combination once, checked, with a name that people can read.

A name holds what differs from the defaults of the product, not from the other configurations, so that it stays the
same when a plan grows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from math import prod
from pathlib import PurePath

from chunking.strategy import Strategy
from chunking_strategies import STRATEGIES, chunk_spec
from core.errors import SettingError
from core.hashing import key_of
from core.parameters import Value, parameters_of
from core.types import ChunkSpec, RetrievalSpec
from experiments.plan import Method, StrategyPlan
from experiments.plan_file import PlanFile
from retrieval.search import check_retrieval

MOST = 1000
_PERCENT = re.compile(r"(\d{1,4}(?:\.\d{1,6})?)\s*%")
_SIZE = re.compile(r"\d{1,9}")
_UNSAFE = re.compile(r"[^A-Za-z0-9.=]+")
_LONGEST = 100
_DEFAULT_ENCODER, _DEFAULT_BUDGET = "minilm", 2048


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way to chunk, to encode and to retrieve. `encoder` is as the plan names it; the name is safe as a folder."""

    name: str
    chunking: ChunkSpec
    encoder: str
    method: Method
    retrieval: RetrievalSpec

    @property
    def key(self) -> str:
        """Hash of everything but the name."""
        return key_of({**asdict(self), "name": ""})

    @property
    def index_key(self) -> str:
        """Hash of what changes chunks and vectors; how they are searched is left aside."""
        return key_of([asdict(self.chunking), self.encoder, self.method])


def expand(file: PlanFile) -> tuple[Configuration, ...]:
    """The configurations in the order of the plan; those that come twice count once.

    Raises SettingError, with its place in the file, for what cannot work, and for more than 1,000 of them.
    """
    plan = file.plan
    rest = len(plan.encoders) * len(plan.embedding) * len(plan.retrievers or [""]) * len(plan.footings)
    wanted = sum(prod(map(len, one.parameters.values())) for one in plan.strategies) * rest
    if wanted > MOST:
        raise SettingError(
            f"{file.at(())}: the plan comes to {wanted:,} configurations; at most {MOST:,} can be swept."
        )
    found: dict[str, Configuration] = {}
    for place, strategy in enumerate(plan.strategies):
        for configuration in _of_strategy(file, place, strategy):
            found.setdefault(configuration.key, configuration)
    return _named_apart(list(found.values()))


def _of_strategy(file: PlanFile, place: int, planned: StrategyPlan) -> Iterator[Configuration]:
    plan, where = file.plan, ("strategies", place)
    with file.part(*where):
        strategy = STRATEGIES[planned.name]
    for values in _combinations(planned.parameters):
        for encoder, method in product(plan.encoders, plan.embedding):
            with file.part(*where):
                spec = chunk_spec(strategy.name, _shared_encoder(strategy, values, encoder))
            for retrieval in _retrievals(file, strategy):
                name = _name(strategy, spec, encoder, method, retrieval)
                yield Configuration(name, spec, encoder, method, retrieval)


def _combinations(parameters: Mapping[str, Sequence[Value]]) -> Iterator[dict[str, Value]]:
    """Every combination, as written; an overlap in percent is that share of the chunk size."""
    names = [name.replace("-", "_") for name in parameters]
    for values in product(*parameters.values()):
        chosen = dict(zip(names, values, strict=True))
        share = _PERCENT.fullmatch(str(chosen.get("overlap", "")).strip())
        size = _SIZE.fullmatch(str(chosen.get("chunk_size", 512)).strip())
        if share and size:  # any other size is refused as such
            chosen["overlap"] = int(float(share[1]) / 100 * int(size[0]))
        yield chosen


def _shared_encoder(strategy: Strategy, values: Mapping[str, Value], encoder: str) -> dict[str, Value]:
    """A strategy that needs an encoder takes the configuration's, unless the plan says otherwise."""
    knobs = parameters_of(strategy.params)
    final = {knob.name: knob.default for knob in knobs} | dict(values)
    shared = [knob.name for knob in knobs if knob.setting == "embedding_model" and knob.matters(final)]
    return {name: encoder for name in shared} | dict(values)


def _retrievals(file: PlanFile, strategy: Strategy) -> Iterator[RetrievalSpec]:
    for mode, (k, budget) in product(file.plan.retrievers or [strategy.default_retriever], file.plan.footings):
        spec = RetrievalSpec(mode=mode, k=k or 5, token_budget=budget, document_share=strategy.default_document_share)
        with file.part("retrievers"):
            check_retrieval(spec)
        yield spec


def _name(strategy: Strategy, spec: ChunkSpec, encoder: str, method: Method, retrieval: RetrievalSpec) -> str:
    values = dict(spec.parameters)
    parts = [strategy.name, str(values["chunk_size"]), str(values["overlap"])]
    for knob in parameters_of(strategy.params):
        value = values[knob.name]
        if knob.name not in ("chunk_size", "overlap") and value != knob.default and value != encoder:
            parts.append(str(value) if knob.name == "unit" else f"{knob.name}={value}")
    parts += [PurePath(encoder).name] if encoder != _DEFAULT_ENCODER else []
    parts += [method] if method != "standard" else []
    parts += [retrieval.mode] if retrieval.mode != strategy.default_retriever else []
    if retrieval.token_budget is None:
        parts.append(f"k={retrieval.k}")
    elif retrieval.token_budget != _DEFAULT_BUDGET:
        parts.append(f"{retrieval.token_budget}t")
    return "-".join(_UNSAFE.sub("_", part) for part in parts)


def _named_apart(configurations: Sequence[Configuration]) -> tuple[Configuration, ...]:
    """Names that are too long or not unique end in the configuration's key."""
    names = [one.name.lower() for one in configurations]
    return tuple(
        one
        if len(one.name) <= _LONGEST and names.count(one.name.lower()) == 1
        else replace(one, name=f"{one.name[:_LONGEST]}-{one.key[:8]}")
        for one in configurations
    )
