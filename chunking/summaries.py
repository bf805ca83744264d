"""What a region says, in a few words of its own: indexed where the region itself is too large. No model is used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from chunking.blocks import LINE_END, Block
from core.counted import counted
from core.rulers import Ruler
from core.search import furthest
from core.text import is_blank

_DEFINED = re.compile(
    r"^\s*(?:(?:export|public|private|protected|static|async|pub|abstract|final)\s+)*"
    r"(?:def|class|function|func|fn|interface|struct|enum|type|const|let|var|module|trait)\s+(\w+)"
    r"|^([\w.-]+)\s*[:=](?!=)"
)
_MOST_NAMES = 500
_FIRST_WORDS = 8
NAMES = {"table": "table", "code": "code block", "clause": "clause", "list item": "list item"}


def summary_of(text: str, block: Block, path: Sequence[str], ruler: Ruler, limit: int) -> str:
    """Path, kind, first line, length and as many names as the limit allows, in this order.

    The names are those of a table's first column, those that code defines, or the first words of lines. Empty where
    not even a character fits.
    """
    lines = [line.strip() for line in LINE_END.split(text[block.start : block.end]) if not is_blank(line)]
    under = f" under {' > '.join(path)}" if path else ""
    title, count = _title(block, lines)
    names = list(islice(dict.fromkeys(_names(block, lines)), _MOST_NAMES))
    beginning = f"Summary of a {NAMES[block.kind]}{under}: {title}; {count}"

    def with_names(number: int) -> str:
        return f"{beginning}: {', '.join(names[:number])}" if number else beginning

    number = furthest(0, len(names), lambda number: ruler.measure(with_names(number)) <= limit, guess=len(names))
    if number or ruler.measure(beginning) <= limit:
        return with_names(number)
    length = furthest(0, len(beginning), lambda length: ruler.measure(beginning[:length]) <= limit, guess=limit)
    return beginning[:length]


def _title(block: Block, lines: Sequence[str]) -> tuple[str, str]:
    """The first line in a form to be read, and how much there is."""
    if block.kind == "table":
        return ", ".join(cell for cell in _cells(lines[0]) if cell), counted(max(0, len(lines) - 2), "row")
    if block.kind == "code":
        return lines[0].strip("`~ ") or "no language given", counted(len(lines), "line")
    return lines[0], counted(len(lines), "line")


def _names(block: Block, lines: Sequence[str]) -> Iterator[str]:
    if block.kind == "table":
        yield from (cells[0] for cells in map(_cells, lines[2:]) if cells and cells[0])
    elif block.kind == "code":
        yield from (found[1] or found[2] for found in map(_DEFINED.match, lines) if found)
    else:
        yield from (" ".join(line.split()[:_FIRST_WORDS]) for line in lines[1:])


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
