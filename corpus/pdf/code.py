"""Monospaced lines of a PDF as they stand: with their line ends, blank lines and indentation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from corpus.pdf.layout import Block, Line

# Lines further apart than this share of their usual distance have a blank line between them.
_BLANK = 1.6


def code_text(lines: Sequence[tuple[Block, Line]]) -> str:
    """The lines with as many spaces as characters would fit into each gap."""
    widths = [(word.x1 - word.x0) / len(word.text) for _, line in lines for word in line.words]
    width = median(widths) or 1.0
    gaps = [line.y - above.y for (block, above), (other, line) in pairwise(lines) if block is other]
    usual = min((gap for gap in gaps if gap > 0.9 * lines[0][1].size), default=0.0)
    starts: dict[int, float] = {}
    for block, line in lines:
        starts[id(block)] = min(starts.get(id(block), line.x0), line.x0)
    parts: list[str] = []
    before: tuple[Block, Line] | None = None
    for block, line in lines:
        if before is not None:
            is_blank = before[0] is block and line.y - before[1].y > _BLANK * usual
            parts.append("\n\n" if is_blank else "\n")
        parts.append(" " * round((line.x0 - starts[id(block)]) / width) + _spaced(line, width))
        before = block, line
    return "".join(parts)


def _spaced(line: Line, width: float) -> str:
    text, end = "", line.words[0].x0
    for word in line.words:
        text += " " * max(bool(text), round((word.x0 - end) / width)) + word.text
        end = word.x1
    return text
