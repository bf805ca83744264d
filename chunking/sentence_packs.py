"""Neighboring sentences up to a size. Unlike packing, looks for sentences only where a pack may end, where it can."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chunking.packing import packs
from chunking.parts import word_parts
from chunking.strategy import SizeParameters
from core.rulers import CharacterRuler, Ruler
from core.sentence_edges import SentenceEdges, edges_when_asked
from core.sentences import sentences
from core.spans import Range


def sentence_packs(span: Range, ruler: Ruler, params: SizeParameters) -> Iterator[Range]:
    """The packs of the sentences of a range; none, or the range itself, where it is one sentence."""
    edges = _edges(span, ruler)
    if edges is None:
        found = sentences(ruler.text, *span)
        return packs(found, ruler, params) if len(found) > 1 else iter(())
    return _packs_by_place(edges, span, ruler, params, divided=False)


def packed_sentences(span: Range, ruler: Ruler, params: SizeParameters) -> Iterator[Range]:
    """The same, where the parts of a sentence that is too long even alone are units too."""
    edges = _edges(span, ruler)
    if edges is None:
        return packs_of_sentences(sentences(ruler.text, *span), ruler, params)
    return _packs_by_place(edges, span, ruler, params, divided=True)


def packs_of_sentences(found: Iterable[Range], ruler: Ruler, params: SizeParameters) -> Iterator[Range]:
    """Packs of these sentences, and of the parts of those that are too long even alone."""
    limit = params.chunk_size
    return packs([unit for sentence in found for unit in _units(sentence, ruler, limit)], ruler, params)


def _units(sentence: Range, ruler: Ruler, limit: int) -> Iterable[Range]:
    return (sentence,) if ruler.size(*sentence) <= limit else word_parts(sentence, ruler, limit)


def _edges(span: Range, ruler: Ruler) -> SentenceEdges | None:
    return edges_when_asked(ruler.text[slice(*span)]) if isinstance(ruler, CharacterRuler) else None


def _packs_by_place(
    edges: SentenceEdges, span: Range, ruler: Ruler, params: SizeParameters, *, divided: bool
) -> Iterator[Range]:
    """The packs where sizes are distances. With `divided`, a sentence that is too long is cut at words."""
    shift, limit = span[0], params.chunk_size
    length = span[1] - shift
    known = 0

    def unit_end(start: int) -> int:
        nonlocal known  # a sentence of many parts is looked for once
        known = known if start < known else edges.first_end(start)
        if divided and known - start > limit:
            return next(word_parts((start + shift, known + shift), ruler, limit)).end - shift
        return known

    start, fitting = 0, edges.last_end(0, limit)
    while start < length:
        end = unit_end(start) if fitting is None else fitting
        following = edges.next_start(end)
        ahead = edges.last_end(following, following + limit) if following < length else None
        # The first part of a sentence may be short: a word longer than a pack can come after it.
        if divided and ahead is None and following < length and (part := unit_end(following)) - start <= limit:
            end, following = part, edges.next_start(part)
            ahead = edges.last_end(following, following + limit)
        yield start + shift, end + shift
        repeated = edges.starts(max(start + 1, end - params.overlap), end) if params.overlap else ()
        if repeated and following < length:
            earliest = unit_end(following) - limit
            following = next((place for place in repeated if place >= earliest), following)
            ahead = edges.last_end(following, following + limit)
        start, fitting = following, ahead
