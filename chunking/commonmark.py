"""The library's parsers of CommonMark and GFM tables, set up for blocks. Unlike blocks, this knows lines only."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as library_table
from mdit_py_plugins.front_matter import front_matter_plugin

_MARKS_OF_INLINES = re.compile(r"[`*_\[\]<>&!\\~]")
_LONGEST_TITLE = 1000
# Lists within lists take two levels each. What is deeper is not parsed, and neither is anything after it.
_DEEPEST = 60


def plain(title: str) -> str:
    """A heading as its reader sees it, without marks, on one line."""
    if len(title) <= _LONGEST_TITLE and _MARKS_OF_INLINES.search(title):
        inline = _inline_parser().parseInline(title)[0].children or []
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
def parser(front_matter: bool) -> MarkdownIt:
    """A parser of blocks alone. `front_matter`: whether a text begins with metadata."""
    found = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    found.core.ruler.enableOnly(["normalize", "block"])
    # Definitions would be left out of the tokens, and a run of broken ones takes time with its square.
    found.block.ruler.disable("reference")
    found.block.ruler.enable("table")
    found.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    return found.use(front_matter_plugin) if front_matter else found


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
