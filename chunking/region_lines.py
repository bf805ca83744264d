"""The rows of a table and the lines of code: where such a region may be cut, and what stands for the whole of it."""

from __future__ import annotations

from chunking.blocks import LINE_END, Block
from core.spans import Span
from core.text import is_blank, trim

_FENCES = ("```", "~~~")


def lines_of(text: str, block: Block) -> list[Span]:
    """The lines that show something; the fence that ends code belongs to the line before it."""
    found, start = [], block.start
    for line_end in [*(match.span() for match in LINE_END.finditer(text, block.start, block.end)), (block.end,) * 2]:
        line = Span(start, line_end[0])
        if not is_blank(text[line.start : line.end]):
            found.append(line if block.kind == "code" else trim(text, *line))
        start = line_end[1]
    if block.kind == "code" and len(found) > 2 and _is_fence(text[found[-1].start : found[-1].end]):
        found[-2:] = [Span(found[-2].start, found[-1].end)]
    return found


def _is_fence(line: str) -> bool:
    return line.lstrip().startswith(_FENCES)


def opening_lines(text: str, block: Block) -> int:
    """How many lines stand for the whole: a table's header and the row under it, the first line of fenced code."""
    if block.kind == "table":
        return 2
    return 1 if _is_fence(text[block.start : block.end]) else 0
