"""Chunks with a sentence or two in front that say where they stand. Unlike all others, it adds words of its own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import cast

from chunking.fitting import fitted, within_size
from chunking.inner import inner_pieces, ruler_of
from chunking.outline import outline_of
from chunking.strategy import Note, Piece, SizeParameters, Strategy, TokenParameters
from chunking.tools import Tools
from chunking.writer import Passage, Written
from core.calls import Calls
from core.events import Progress
from core.parameters import knob
from core.rulers import Ruler
from core.sentences import sentences
from core.spans import Span
from core.types import Document

OUTLINE = "outline"
_LONGEST_TITLE = 100
# What has no sentence ends may be one sentence as long as the document.
_LONGEST_BEFORE = 1000
_LEAST_BEFORE = 40
Describe = Callable[[Piece], Written]


@dataclass(frozen=True, slots=True)
class ContextualParameters(TokenParameters):
    """Sizes, what cuts the chunks, who writes their contexts, and what a writer is shown."""

    inner: str = knob(
        "fixed-size", label="Chunks are cut by", help="The strategy that cuts what contexts go in front of.",
        names="strategy",
    )  # fmt: skip
    model: str = knob(
        OUTLINE,
        label="Contexts are written by",
        help="outline: no model; title, heading path and the sentence before. Else a language model, one call a chunk: "
        "local, NAME@PROVIDER or NAME@BASE_URL.",
        names="model",
    )
    context_size: int = knob(
        100,
        label="Context size",
        help="The largest a context may be. It is part of the chunk size, and never more than half of it.",
        low=1,
        high=1_000_000_000,
    )
    before: int = knob(
        500, label="Characters before", help="How much of the text before a chunk a model is shown.", low=0,
        unless=("model", OUTLINE),
    )  # fmt: skip
    after: int = knob(
        500, label="Characters after", help="How much of the text after a chunk a model is shown.", low=0,
        unless=("model", OUTLINE),
    )  # fmt: skip

    @property
    def context_limit(self) -> int:
        """How much of the chunk size is kept free for the context."""
        return min(self.context_size, self.chunk_size // 2)


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    """Chunks of what the contexts leave room for, each with its context; a failed one stays without."""
    settings = cast(ContextualParameters, params)
    describe = _outlined(document) if settings.model == OUTLINE else _written(document, settings, tools)
    for piece in _bases(document, settings, ruler, tools):
        if isinstance(piece, Note) or piece.summary:
            yield piece
            continue
        written = describe(piece)
        if written.failure:
            yield Note("chunk", f"left without context: {written.failure}")
        yield _with_context(piece, written.context, settings, ruler, tools)


def prepare(documents: Sequence[Document], params: SizeParameters, tools: Tools) -> Iterator[Progress]:
    """Have a model write the contexts of all chunks; an outline needs none."""
    settings = cast(ContextualParameters, params)
    if settings.model != OUTLINE:
        yield from tools.writer(settings.model).write(_passages(documents, settings, tools))


def calls(documents: Sequence[Document], params: SizeParameters, tools: Tools) -> Calls | None:
    """What `prepare` would ask of a model; None for an outline."""
    settings = cast(ContextualParameters, params)
    if settings.model == OUTLINE:
        return None
    return tools.writer(settings.model).calls(_passages(documents, settings, tools))


def _bases(document: Document, params: ContextualParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    whole, limit = Span(0, len(document.text)), params.chunk_size - params.context_limit
    yield from within_size(inner_pieces(document, whole, params.inner, limit, params, tools), ruler, limit)


def _passages(documents: Sequence[Document], params: ContextualParameters, tools: Tools) -> list[Passage]:
    """What a writer is asked about; a document that cannot be cut has nothing, and cutting it will say why."""
    found: list[Passage] = []
    for document in documents:
        try:
            pieces = list(_bases(document, params, ruler_of(params, document.text, tools), tools))
        except Exception:  # whatever an inner strategy raises: it must not take the other documents with it
            continue
        found += (_passage(document, piece, params) for piece in pieces if isinstance(piece, Piece))
    return found


def _passage(document: Document, piece: Piece, params: ContextualParameters) -> Passage:
    text, start, end = document.text, piece.start, piece.end
    before = text[max(0, start - params.before) : start]
    return Passage(_title(document), before, text[start:end], text[end : end + params.after])


def _written(document: Document, params: ContextualParameters, tools: Tools) -> Describe:
    writer = tools.writer(params.model)
    return lambda piece: writer.context(_passage(document, piece, params))


def _outlined(document: Document) -> Describe:
    """From title, heading path and the sentence before.

    Of a sentence that the chunk's start divides it is the beginning; if that is short, the one before it comes too.
    """
    found = sentences(document.text)
    starts = [sentence.start for sentence in found]
    sections = outline_of(document.text) if document.media_type == "text/markdown" else []
    section_starts = [section.start for section in sections]

    def describe(piece: Piece) -> Written:
        within = bisect_right(section_starts, piece.start) - 1
        section = sections[within] if within >= 0 else None
        path = piece.heading_path or (section.path if section else ())
        place = ", ".join(filter(None, (_title(document), " > ".join(path))))
        last = bisect_right(starts, piece.start - 1) - 1
        if last < 0 or (section and section.blocks and found[last].start < section.blocks[0].start):
            return Written(f"From {place}.")
        divided = found[last].end > piece.start
        first = last - 1 if divided and last and piece.start - found[last].start < _LEAST_BEFORE else last
        start = found[first].start
        before = document.text[start : min(found[last].end, piece.start, start + _LONGEST_BEFORE)]
        return Written(f"From {place}: {' '.join(before.split())}")

    return describe


def _title(document: Document) -> str:
    title = " ".join(str(document.meta.get("title") or "").split())
    return title[:_LONGEST_TITLE] or PurePath(document.name).stem or document.name


def _with_context(piece: Piece, context: str, params: ContextualParameters, ruler: Ruler, tools: Tools) -> Piece:
    """The piece with as much of the context as fits; what the inner strategy put in front stays below it."""
    below = f"\n{piece.context}" if piece.context else ""

    def fits(part: str) -> bool:
        size = 0 if piece.overflow else ruler.size_after(f"{part}{below}\n\n", piece.start, piece.end)
        return size <= params.chunk_size and ruler.measure(part) <= params.context_limit

    part = fitted(context, ruler_of(params, context, tools), params.context_limit, fits)
    return piece._replace(context=f"{part}{below}") if part else piece


CONTEXTUAL_RETRIEVAL = Strategy(
    name="contextual-retrieval",
    label="Contextual retrieval",
    summary="Chunks of another strategy, each with a sentence or two in front that say where it stands.",
    best_for="Long documents whose passages do not say what they are about",
    params=ContextualParameters,
    split=split,
    prepare=prepare,
    calls=calls,
    shows_context=True,
)
