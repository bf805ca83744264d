"""The strategies by name, one line each, and the factory that makes a chunker of any of them.

This module is what other programs import, so it is an edge: it tells tiktoken where the bundled ranks are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

from chunking.contextual_retrieval import CONTEXTUAL_RETRIEVAL
from chunking.custom import StrategyRegistry
from chunking.dense import DENSE
from chunking.engine import Cut, cut, cut_texts
from chunking.entity_based import ENTITY_BASED
from chunking.fixed_size import FIXED_SIZE
from chunking.hybrid import HYBRID
from chunking.inner import ruler_of
from chunking.markdown import MARKDOWN
from chunking.re_ranking import RE_RANKING
from chunking.recursive import RECURSIVE
from chunking.row_based import ROW_BASED
from chunking.section import SECTION
from chunking.semantic import SEMANTIC
from chunking.semantic_parent_child import SEMANTIC_PARENT_CHILD
from chunking.sentence_window import SENTENCE_WINDOW
from chunking.sparse import SPARSE
from chunking.strategy import SizeParameters, Strategy
from chunking.tools import Tools
from chunking.trial import breach
from config import settings
from core.calls import Calls
from core.errors import SettingError
from core.events import Progress
from core.parameters import parameters_of, parse_parameters
from core.rulers import Ruler
from core.text import without_surrogates
from core.tokens import use_ranks_from
from core.types import Chunk, ChunkSpec, Document
from strategy_tools import Load, tools_for

use_ranks_from(settings().home)

STRATEGIES = StrategyRegistry(
    {
        part.name: part
        for part in (
            DENSE,
            SPARSE,
            HYBRID,
            RE_RANKING,
            ROW_BASED,
            ENTITY_BASED,
            FIXED_SIZE,
            RECURSIVE,
            SEMANTIC,
            SEMANTIC_PARENT_CHILD,
            CONTEXTUAL_RETRIEVAL,
            MARKDOWN,
            SECTION,
            SENTENCE_WINDOW,
        )
    },
    folder=lambda: settings().strategies,
)


def local_tools(load: Load | None = None) -> Tools:
    """The tools of this machine's settings: models behind caches, loaded when a strategy asks for one.

    `load` makes the language model of a MODEL string; by default with the key and the prices of the settings. Take
    new tools for each build: a model that failed is not asked again by the same ones.
    """
    return tools_for(STRATEGIES, load)


def chunk_spec(strategy: str, values: Mapping[str, Any]) -> ChunkSpec:
    """The checked spec of a strategy with these parameters, defaults filled in. Raises SettingError.

    A user's own strategy is tried first; the version of its file is part of the spec, because other code makes
    other chunks.
    """
    part, params = _checked(strategy, values)
    version = _version(part, params)
    final = asdict(params) | ({"version": version} if version else {})
    return ChunkSpec(part.name, tuple(sorted(final.items())))


def _checked(strategy: str, values: Mapping[str, Any]) -> tuple[Strategy, SizeParameters]:
    """The strategy, ready to work, and its parameters, language models as they name themselves. Raises SettingError."""
    part = STRATEGIES[strategy]
    params = _parsed(part, values)
    inside = _inner(part, params)
    for inner in inside:
        if inner.takes_inner:
            raise SettingError(
                f"{inner.name} cannot be used inside {part.name}: choose a strategy that has no inner one."
            )
    for each in (part, *inside):
        if each.version and (problem := _trial(each)):
            raise SettingError(problem)
    names: dict[str, Any] = _model_names(part, params)
    return part, replace(params, **names) if names else params


def _parsed(strategy: Strategy, values: Mapping[str, Any]) -> SizeParameters:
    return parse_parameters(strategy.params, values, f"the strategy {strategy.name}")


def _inner(strategy: Strategy, params: SizeParameters) -> list[Strategy]:
    """The strategies that work inside this one."""
    knobs = parameters_of(strategy.params)
    return [STRATEGIES[getattr(params, knob.name)] for knob in knobs if knob.kind == "strategy"]


def _model_names(strategy: Strategy, params: SizeParameters) -> dict[str, str]:
    """The language models as they name themselves. Raises SettingError for one that cannot write."""
    from generation.presets import parse_model

    names = {}
    for knob in parameters_of(strategy.params):
        given = str(getattr(params, knob.name))
        if knob.kind == "model" and given != knob.default:
            choice = parse_model(given)
            if choice.kind == "extractive":
                raise SettingError(f"{knob.name} extractive writes nothing: choose {knob.default} or a language model.")
            names[knob.name] = choice.name
    return names


def _version(strategy: Strategy, params: SizeParameters) -> str:
    """The versions of the users' files that take part; empty where there are none."""
    return "-".join(each.version for each in (strategy, *_inner(strategy, params)) if each.version)


@lru_cache(maxsize=64)
def _trial(strategy: Strategy) -> str:
    return breach(strategy, local_tools())


def _opened(spec: ChunkSpec) -> tuple[Strategy, SizeParameters]:
    """The strategy and parameters of a spec. Raises SettingError where a user's file is not what it was."""
    values = dict(spec.parameters)
    version = values.pop("version", "")
    part = STRATEGIES[spec.strategy]
    params = _parsed(part, values)
    if version != _version(part, params):
        raise SettingError(f"The file of the strategy {part.name} has changed since these settings were made.")
    return part, params


def cut_document(document: Document, spec: ChunkSpec, tools: Tools | None = None) -> Cut:
    """One document cut, laws checked; no chunks where it shows nothing. `tools` are by default this machine's."""
    part, params = _opened(spec)
    return cut(document, part, params, spec, tools or local_tools())


def prepare(documents: Sequence[Document], spec: ChunkSpec, tools: Tools | None = None) -> Iterator[Progress]:
    """The heavy work of a strategy for all documents, with progress; for most strategies there is none."""
    part, params = _opened(spec)
    if part.prepare is not None:
        yield from part.prepare(documents, params, tools or local_tools())


def expected_calls(documents: Sequence[Document], spec: ChunkSpec, tools: Tools | None = None) -> Calls | None:
    """What `prepare` would ask of a language model, and what that costs at most; None where it asks nothing."""
    part, params = _opened(spec)
    return part.calls(documents, params, tools or local_tools()) if part.calls else None


def ruler_of_spec(spec: ChunkSpec, text: str, tools: Tools | None = None) -> Ruler:
    """What counts sizes in the unit of a spec, laid on a text; the strategy itself may be gone."""
    unit: dict[str, Any] = {name: value for name, value in spec.parameters if name in ("unit", "encoder")}
    return ruler_of(SizeParameters(**unit), text, tools or local_tools())


def chunk_document(document: Document, spec: ChunkSpec, tools: Tools | None = None) -> list[Chunk]:
    """The chunks of one document in order; see cut_document."""
    return list(cut_document(document, spec, tools).chunks)


class Chunker:
    """One strategy with its settings; sizes may be given with each call."""

    def __init__(self, strategy: Strategy, settings: Mapping[str, Any]) -> None:
        self.strategy = strategy
        self.settings = dict(settings)

    def chunk(self, document: Document, chunk_size: int | None = None, overlap: int | None = None) -> list[Chunk]:
        """Chunks as spans of the document. Sizes left out are the factory's, else 512 and 50."""
        return chunk_document(document, chunk_spec(self.strategy.name, self._values(chunk_size, overlap)))

    def chunk_text(self, text: str, chunk_size: int | None = None, overlap: int | None = None) -> list[str]:
        """The same chunks as the texts that the strategy's description shows."""
        part, params = _checked(self.strategy.name, self._values(chunk_size, overlap))
        passing = Document("text.txt", "text.txt", without_surrogates(text))  # not kept, so its hash can wait
        return cut_texts(passing, part, params, local_tools())

    def _values(self, chunk_size: int | None, overlap: int | None) -> dict[str, Any]:
        given = {"chunk_size": chunk_size, "overlap": overlap}
        return self.settings | {name: value for name, value in given.items() if value is not None}


class ChunkingFactory:
    """Makes chunkers by strategy name."""

    STRATEGIES = STRATEGIES

    @staticmethod
    def create_chunker(name: str, **params: Any) -> Chunker:
        """A chunker; hyphens and underscores in the name are the same. Raises SettingError on unknown names."""
        chunk_spec(name, params)
        return Chunker(STRATEGIES[name], params)
