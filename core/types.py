"""The nouns of the product: frozen records without behavior beyond their own keys.

Offsets are Python string indices, half-open. Whatever changes a result is in a spec; `spec.key` names
the collection, the cache entry and the run.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import PurePath
from typing import Any, Literal

from core.hashing import key_of, sha256
from core.parameters import Value
from core.spans import Span
from core.text import without_surrogates

_MEDIA_TYPES = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".jsonl": "application/jsonl",
    ".log": "text/plain",
}

Method = Literal["standard", "late"]
Mode = Literal["dense", "bm25", "hybrid", "rerank"]
Status = Literal["measured", "not measured", "failed"]


@dataclass(frozen=True, slots=True)
class Document:
    """One text as loaded. `id` is its stable identity, the name relative to the corpus."""

    id: str
    name: str
    text: str
    media_type: str = "text/plain"
    meta: Mapping[str, Any] = field(default_factory=dict)
    sha256: str = ""

    @classmethod
    def from_text(
        cls, text: str, name: str = "text.txt", media_type: str | None = None, meta: Mapping[str, Any] | None = None
    ) -> Document:
        """A document from text in memory; the media type follows the name, the id is the name.

        Lone surrogates, which no encoding can hold, become U+FFFD; offsets stay the same.
        """
        text = without_surrogates(text)
        return cls(name, name, text, media_type or media_type_of(name), dict(meta or {}), sha256(text))


def media_type_of(name: str) -> str:
    """The media type that a file name promises; text/plain where it promises none."""
    suffix = PurePath(name).suffix.lower()
    return _MEDIA_TYPES.get(suffix) or mimetypes.guess_type(name, strict=False)[0] or "text/plain"


def embed_text(text: str, context: str, summary: str) -> str:
    """What is indexed: the context, a blank line and the text, or just the text; a summary stands for both."""
    if summary:
        return summary
    return f"{context}\n\n{text}" if context else text


@dataclass(frozen=True, slots=True)
class Chunk:
    """A range of a document. text == document.text[start:end]; added words live in `context`.

    A `summary` stands for a text that is too large to be indexed itself.
    """

    id: str
    document_id: str
    start: int
    end: int
    text: str
    context: str = ""
    parent: Span | None = None
    heading_path: tuple[str, ...] = ()
    ordinal: int = 0
    overflow: bool = False
    summary: str = ""

    @property
    def embed_text(self) -> str:
        """What is indexed of it."""
        return embed_text(self.text, self.context, self.summary)

    @property
    def returned(self) -> Span:
        """What retrieval hands on: the parent's range where there is one."""
        return self.parent or Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class ChunkSpec:
    """A strategy with all of its parameters, defaults included, sorted by name."""

    strategy: str
    parameters: tuple[tuple[str, Value], ...]

    @property
    def key(self) -> str:
        """Hash of everything that changes the chunks."""
        return key_of([self.strategy, self.parameters])


@dataclass(frozen=True, slots=True)
class EmbedSpec:
    """An encoder. `revision` is a hash of its weights, `max_pieces` its limit in its own word pieces.

    `method` is how it reads chunks: each alone (standard), or with the document around it (late).
    """

    encoder: str
    revision: str
    dimension: int
    max_pieces: int
    query_prefix: str = ""
    document_prefix: str = ""
    method: Method = "standard"

    @property
    def key(self) -> str:
        """Hash of everything that changes a vector."""
        return key_of(asdict(self))

    @property
    def alone(self) -> EmbedSpec:
        """The same encoder reading each text alone, as it always reads questions."""
        return replace(self, method="standard")

    @property
    def told(self) -> str:
        """The encoder and, where it is not the usual one, the method."""
        return self.encoder if self.method == "standard" else f"{self.encoder}, {self.method}"


@dataclass(frozen=True, slots=True)
class IndexSpec:
    """The recipe of a collection. `corpus_key` is a hash of the documents' ids and texts."""

    corpus: str
    corpus_key: str
    chunking: ChunkSpec
    embedding: EmbedSpec
    distance: str = "cosine"
    code_version: str = ""

    @property
    def key(self) -> str:
        """The fingerprint stored with the collection."""
        return key_of(asdict(self))


@dataclass(frozen=True, slots=True)
class RetrievalSpec:
    """How hits are found. Either the first k are returned, or as many as fit the token budget.

    `document_share` is the largest part of either that one document may take; 1 is no limit.
    """

    mode: Mode = "dense"
    k: int = 5
    token_budget: int | None = None
    fusion: str = "rrf"
    reranker: str = "bm25"
    expand: bool = True
    document_share: float = 1.0

    @property
    def key(self) -> str:
        """Hash of everything that changes the hits."""
        return key_of(asdict(self))


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that was found. `score` is in the unit that `score_kind` names; larger is better."""

    rank: int
    chunk: Chunk
    score: float
    score_kind: str
    channels: Mapping[str, float]
    returned: Span
    text: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage that a question's answer rests on; quote == document.text[start:end]."""

    document_id: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its annotated evidence; no evidence means that nothing in the corpus answers it."""

    id: str
    text: str
    evidence: tuple[Evidence, ...] = ()
    answer: str | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A marker [n] of an answer and the source range that it points to."""

    marker: int
    chunk_id: str
    document_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished reply. `cost` is in US dollars, None where the price is not known."""

    text: str
    citations: tuple[Citation, ...]
    prompt: str
    model: str
    prompt_tokens: int | None
    completion_tokens: int | None
    seconds: float
    cost: float | None = None
    finish_reason: str = "stop"
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Support:
    """Whether one response sentence is fully supported, and by which context sentence keys."""

    keys: tuple[str, ...]
    supported: bool | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge said of one answer. A score is None where it cannot be measured; `reason` says why.

    `probabilities` of a judge that gives some: "relevant", "relevant_to_question" and "utilized" by context key,
    "supported" by response key, each in [0, 1].
    """

    judge: str
    status: Status
    reason: str = ""
    relevant: tuple[str, ...] = ()
    utilized: tuple[str, ...] = ()
    support: Mapping[str, Support] = field(default_factory=dict)
    scores: Mapping[str, float | bool | None] = field(default_factory=dict)
    dropped_keys: int = 0
    probabilities: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
