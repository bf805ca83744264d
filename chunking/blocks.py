"""The blocks of a text as CommonMark and GFM tables see them, each with its range of characters.

Unlike outline, which groups blocks into sections, this knows nothing of what belongs together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.spans import Span
from core.text import is_blank, trim

if TYPE_CHECKING:
    from markdown_it.token import Token

Kind = Literal["paragraph", "heading", "code", "table", "list item", "clause", "quote", "html", "front matter", "rule"]

_KINDS: dict[str, Kind] = {
    "paragraph_open": "paragraph",
    "heading_open": "heading",
    "fence": "code",
    "code_block": "code",
    "table": "table",
    "list_item_open": "list item",
    "blockquote_open": "quote",
    "html_block": "html",
    "front_matter": "front matter",
    "hr": "rule",
}
_LISTS = {"bullet_list_open", "ordered_list_open"}
LINE_END = re.compile(r"\r\n|\n|\r")
_YAML_START = re.compile(r"---[ \t]*(?:\r\n|\n|\r)(?:[ \t]*#|[\w\"'-][^\r\n]*:|---[ \t]*(?:\r\n|\n|\r|$))")


@dataclass(frozen=True, slots=True)
class Block:
    """A block without the blanks around it. `marker` is the number or bullet of a list item or clause.

    `level` and `title` are those of a heading. Children are the blocks of a list item or clause.
    """

    kind: Kind
    start: int
    end: int
    marker: str = ""
    level: int = 0
    title: str = ""
    children: tuple[Block, ...] = ()


def blocks_of(text: str) -> list[Block]:
    """The outermost blocks in order, those that show nothing left out; list items stand for their list.

    Line ends are LF, CR LF and CR, as in CommonMark; link reference definitions count as paragraphs.
    """
    # Here, because most strategies and a first page read no Markdown, and need not wait for its library.
    from chunking.commonmark import parser, plain

    found = parser(front_matter=_YAML_START.match(text) is not None).parse(text)
    return list(covering(text, Span(0, len(text)), _Reader(text, plain).blocks(iter(found))))


def covering(text: str, span: Span, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, and a paragraph for each visible range of the span that is in none of them."""
    position = span.start
    for block in blocks:
        yield from _between(text, position, block.start)
        yield block
        position = max(position, block.end)
    yield from _between(text, position, span.end)


def _between(text: str, start: int, end: int) -> Iterator[Block]:
    gap = trim(text, start, end) if start < end else Span(start, start)
    if gap.length:
        yield Block("paragraph", *gap)


class _Reader:
    """Turns the library's tokens, which know lines, into blocks, which know characters.

    `plain` gives a heading as its reader sees it.
    """

    def __init__(self, text: str, plain: Callable[[str], str]) -> None:
        self.text = text
        self._plain = plain
        ends = [match.span() for match in LINE_END.finditer(text)]
        self._starts = [0, *(end for _, end in ends)]
        self._ends = [*(start for start, _ in ends), len(text)]

    def blocks(self, tokens: Iterator[Token]) -> list[Block]:
        """The blocks up to the token that closes what the caller has opened."""
        found: list[Block] = []
        for token in tokens:
            if token.nesting < 0:
                break
            title = self._plain(next(tokens).content) if token.type == "heading_open" else ""
            inside = self.blocks(tokens) if token.nesting > 0 else []
            if token.type in _LISTS:
                found.extend(inside)
            elif token.type in _KINDS and token.map:
                found.extend(self._block(token, title, inside))
        return found

    def _block(self, token: Token, title: str, inside: list[Block]) -> Iterator[Block]:
        assert token.map is not None
        kind = _KINDS[token.type]
        line, after = token.map
        start, end = self._starts[line], self._ends[after - 1]
        if is_blank(self.text[start:end]):
            return
        span = trim(self.text, start, end)
        if kind == "code" and not token.level:
            span = Span(start, span.end)  # the first line's indentation is part of the code
        level = int(token.tag[1:]) if kind == "heading" else 0
        marker = f"{token.info}{token.markup}" if kind == "list item" else ""
        children = tuple(covering(self.text, span, inside)) if kind == "list item" else ()
        yield Block(kind, span.start, span.end, marker, level, title, children)
