"""From pieces to chunks: slices, identity and the laws that every strategy obeys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from chunking.inner import ruler_of
from chunking.strategy import Note, Piece, SizeParameters, Strategy
from chunking.tools import Tools
from core.errors import StrategyError
from core.hashing import canonical, sha256
from core.rulers import Ruler
from core.spans import Span, contains
from core.text import first_visible_character, is_blank, normalized
from core.types import Chunk, ChunkSpec, Document, embed_text


@dataclass(frozen=True, slots=True)
class Cut:
    """The chunks of one document in order, and what the strategy has to say about them."""

    chunks: tuple[Chunk, ...]
    notes: Counter[Note]


def cut(document: Document, strategy: Strategy, params: SizeParameters, spec: ChunkSpec, tools: Tools) -> Cut:
    """Cut one document; a blank one has no chunks. Raises StrategyError on a broken law."""
    pieces, notes = _pieces(document, strategy, params, tools)
    return Cut(tuple(_identified(document, pieces, spec)), notes)


def cut_texts(document: Document, strategy: Strategy, params: SizeParameters, tools: Tools) -> list[str]:
    """The texts that the strategy's description shows of the same chunks, without identity. Raises as `cut` does."""
    pieces, _ = _pieces(document, strategy, params, tools)
    return [_described(document.text, piece, strategy) for piece in pieces]


def _pieces(
    document: Document, strategy: Strategy, params: SizeParameters, tools: Tools
) -> tuple[list[Piece], Counter[Note]]:
    """Where the strategy cuts, laws checked, and its notes."""
    pieces: list[Piece] = []
    notes: Counter[Note] = Counter()
    if is_blank(document.text):
        return pieces, notes
    ruler = ruler_of(params, document.text, tools)
    for found in strategy.split(document, params, ruler, tools):
        if isinstance(found, Note):
            notes[found] += 1
        else:
            pieces.append(found)
    check_laws(document, pieces, strategy, params, ruler)
    return pieces, notes


def _described(text: str, piece: Piece, strategy: Strategy) -> str:
    if not strategy.shows_context:
        return shown_text(text, piece.start, piece.end, strategy)
    return embed_text(text[piece.start : piece.end], piece.context, piece.summary)


def check_laws(
    document: Document, pieces: Sequence[Piece], strategy: Strategy, params: SizeParameters, ruler: Ruler
) -> None:
    """Cover, progress, nesting and size, as DESIGN states them. Raises StrategyError naming the first breach."""
    breach = _order_breach(pieces) or _piece_breach(document.text, pieces) or _cover_breach(document.text, pieces)
    breach = breach or _size_breach(document.text, pieces, strategy, params, ruler)
    if breach:
        raise StrategyError(f"{document.name}: the strategy {strategy.name} breaks the law of {breach}.")


def _order_breach(pieces: Sequence[Piece]) -> str:
    for before, after in pairwise(pieces):
        if after.start <= before.start or after.end <= before.end:
            return f"progress: [{after.start}, {after.end}) does not go beyond [{before.start}, {before.end})"
    return ""


def _cover_breach(text: str, pieces: Sequence[Piece]) -> str:
    ends = [0, *(piece.end for piece in pieces)]
    starts = [*(piece.start for piece in pieces), len(text)]
    between = [text[end:start] for end, start in zip(ends, starts, strict=True)]
    if is_blank("".join(between)):
        return ""
    gap = next(number for number, left_out in enumerate(between) if not is_blank(left_out))
    return f"cover: the text in [{ends[gap]}, {starts[gap]}) is in no chunk"


def _piece_breach(text: str, pieces: Sequence[Piece]) -> str:
    for piece in pieces:
        start, end = piece.start, piece.end
        if not 0 <= start < end <= len(text) or first_visible_character(text, start, end) == end:
            return f"visible text: [{start}, {end}) holds none"
        if piece.parent and not contains(piece.parent, Span(start, end)):
            return f"nesting: the parent of [{start}, {end}) does not contain it"
    return ""


def _size_breach(text: str, pieces: Sequence[Piece], strategy: Strategy, params: SizeParameters, ruler: Ruler) -> str:
    for piece in pieces:
        if piece.overflow and not piece.summary:
            continue
        size = counted_size(text, piece, strategy, ruler)
        if size > params.chunk_size and piece.end - piece.start > 1:
            return f"size: [{piece.start}, {piece.end}) has {size} {params.unit}, more than {params.chunk_size}"
    return ""


def counted_size(text: str, piece: Piece, strategy: Strategy, ruler: Ruler) -> int:
    """What the limit counts: what is indexed, that is the shown text with its context, or the summary."""
    if strategy.render is None or piece.summary:
        return indexed_size(ruler, piece)
    shown = shown_text(text, piece.start, piece.end, strategy)
    return ruler.measure(f"{piece.context}\n\n{shown}" if piece.context else shown)


def indexed_size(ruler: Ruler, piece: Piece | Chunk) -> int:
    """The size of what is indexed: the text of the source with its context, or the summary."""
    if piece.summary:
        return ruler.measure(piece.summary)
    if piece.context:
        return ruler.size_after(f"{piece.context}\n\n", piece.start, piece.end)
    return ruler.size(piece.start, piece.end)


def shown_text(text: str, start: int, end: int, strategy: Strategy) -> str:
    """A chunk as the strategy's description shows it; for most strategies that is the source itself."""
    return strategy.render(text, start, end) if strategy.render else text[start:end]


def _identified(document: Document, pieces: Sequence[Piece], spec: ChunkSpec) -> list[Chunk]:
    """Chunks whose ids follow from content alone: equal texts are told apart by a counter, not by position."""
    seen: Counter[tuple[str, str]] = Counter()
    origin = canonical([document.id, spec.key])
    chunks = []
    for ordinal, piece in enumerate(pieces):
        text = document.text[piece.start : piece.end]
        identity = (piece.summary or piece.context, normalized(text))
        number = seen[identity]
        seen[identity] += 1
        chunks.append(
            Chunk(
                id=_chunk_id(origin, number, *identity),
                document_id=document.id,
                start=piece.start,
                end=piece.end,
                text=text,
                context=piece.context,
                parent=piece.parent,
                heading_path=piece.heading_path,
                ordinal=ordinal,
                overflow=piece.overflow,
                summary=piece.summary,
            )
        )
    return chunks


def _chunk_id(origin: str, number: int, context: str, text: str) -> str:
    """16 hex digits. Where each part ends is told by the parts before it, so that no two chunks are written alike."""
    return sha256(f"{origin}{number},{len(context)},{context}{text}")[:16]
