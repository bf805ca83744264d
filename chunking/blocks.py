"""The blocks of a text as CommonMark and GFM tables see them, each with its range of characters.

Unlike outline, which groups blocks into sections, this knows nothing of what belongs together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as library_table
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from core.spans import Span
from core.text import is_blank, trim

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
_MARKS_OF_INLINES = re.compile(r"[`*_\[\]<>&!\\~]")
_LONGEST_TITLE = 1000
# Lists within lists take two levels each. What is deeper is not parsed, and neither is anything after it.
_DEEPEST = 60


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
    reader = _Reader(text)
    parser = _parser(front_matter=_YAML_START.match(text) is not None)
    return list(covering(text, Span(0, len(text)), reader.blocks(iter(parser.parse(text)))))


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
    """Turns the library's tokens, which know lines, into blocks, which know characters."""

    def __init__(self, text: str) -> None:
        self.text = text
        ends = [match.span() for match in LINE_END.finditer(text)]
        self._starts = [0, *(end for _, end in ends)]
        self._ends = [*(start for start, _ in ends), len(text)]

    def blocks(self, tokens: Iterator[Token]) -> list[Block]:
        """The blocks up to the token that closes what the caller has opened."""
        found: list[Block] = []
        for token in tokens:
            if token.nesting < 0:
                break
            title = _plain(next(tokens).content) if token.type == "heading_open" else ""
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


def _plain(title: str) -> str:
    """A heading as its reader sees it, without marks, on one line."""
    if len(title) <= _LONGEST_TITLE and _MARKS_OF_INLINES.search(title):
        inline = MarkdownIt("commonmark").parseInline(title)[0].children or []
        title = "".join(
            " " if part.type in {"softbreak", "hardbreak"} else part.content
            for part in inline
            if part.type != "html_inline"
        )
    return " ".join(title.split())


@lru_cache(maxsize=1)
def _inline_parser() -> MarkdownIt:
    return MarkdownIt("commonmark")


@lru_cache(maxsize=2)
def _parser(front_matter: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    parser.core.ruler.enableOnly(["normalize", "block"])
    # Definitions would be left out of the tokens, and a run of broken ones takes time with its square.
    parser.block.ruler.disable("reference")
    parser.block.ruler.enable("table")
    parser.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    return parser.use(front_matter_plugin) if front_matter else parser


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A table as one token. The library's rule finds it, but would make three tokens for every cell."""
    if not library_table(state, start, end, True):
        return False
    if silent:
        return True
    line = start + 2
    endings = state.md.block.ruler.getRules("blockquote")
    parent, state.parentType = state.parentType, "table"
    while line < end and _is_row(state, line) and not any(rule(state, line, end, True) for rule in endings):
        line += 1
    state.parentType = parent
    state.push("table", "table", 0).map = [start, line]
    state.line = line
    return True


def _is_row(state: StateBlock, line: int) -> bool:
    return not state.isEmpty(line) and state.sCount[line] >= state.blkIndent and not state.is_code_block(line)
