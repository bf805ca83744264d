"""One strategy inside another: a range that is too large for the outer one is cut by the inner one."""

from __future__ import annotations

from collections.abc import Iterator

from chunking.strategy import Note, Piece, SizeParameters
from chunking.tools import Tools
from chunking.two_limits import TwoLimits
from core.rulers import Ruler, ruler_for
from core.spans import Span
from core.text import is_blank
from core.types import Document


def inner_pieces(
    document: Document, span: Span, name: str, limit: int, params: SizeParameters, tools: Tools
) -> Iterator[Piece | Note]:
    """The pieces of document.text[span] by the strategy `name`, at most `limit` large, as ranges of the document.

    The inner strategy has the outer one's unit, an overlap of the same share of its size, and its own defaults
    otherwise.
    """
    text = document.text[span.start : span.end]
    if is_blank(text):
        return
    strategy = tools.strategies[name]
    inner = strategy.params(
        chunk_size=limit, overlap=params.overlap_within(limit), unit=params.unit, encoder=params.encoder
    )
    part = Document(document.name, document.name, text, document.media_type, document.meta)
    for piece in strategy.split(part, inner, ruler_of(params, text, tools), tools):
        yield piece if isinstance(piece, Note) else _shifted(piece, span.start)


def ruler_of(params: SizeParameters, text: str, tools: Tools) -> Ruler:
    """The ruler of the parameters' unit, laid on a text. With `fit_encoder` it keeps the encoder's limit too."""
    if not getattr(params, "fit_encoder", False):
        return _ruler(params.unit, params.encoder, text, tools)
    asked, read = (_ruler(unit, params.encoder, text, tools) for unit in (params.unit, "pieces"))
    return TwoLimits(asked, params.chunk_size, read, tools.encoder(params.encoder).spec.max_pieces)


def _ruler(unit: str, encoder: str, text: str, tools: Tools) -> Ruler:
    return ruler_for(unit, text, tools.encoder(encoder)) if unit == "pieces" else ruler_for(unit, text)


def _shifted(piece: Piece, by: int) -> Piece:
    parent = piece.parent and Span(piece.parent.start + by, piece.parent.end + by)
    return piece._replace(start=piece.start + by, end=piece.end + by, parent=parent)
