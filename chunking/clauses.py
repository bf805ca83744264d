"""Numbered clauses of contracts and laws, with what belongs to each: 1.2 Term, § 4, Article 5, (a).

Unlike the blocks of Markdown, clauses are found by the lines they begin with.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from chunking.blocks import Block
from core.text import trim

_WORDS = "Article|Art\\.|Section|Sec\\.|Clause|Schedule|Annex|Artikel|Abschnitt|Klausel"
# A number begins a clause only before a capital, a mark or a line end: "3.5 million" wrapped to a new line does not.
_CLAUSE = re.compile(
    rf"""(?<![^\r\n])[ \t]*(?:
    (?P<word>(?:第[0-9一二三四五六七八九十百]+[条章節]
        |(?:{_WORDS})[ ][IVXLC]+\b
        |(?:§+[ ]?|(?:{_WORDS})[ ])(?>\d+(?:\.\d+)*[a-z]?))
        (?=[.:)]?[ \t]*(?:$|[\r\n–—-]|["'“„«(\[]?[^\W\d_a-z])))
    |(?P<number>\d{{1,2}}(?:\.\d{{1,2}})+)(?=\.?[ \t]+["'“„«(\[]?[^\W\d_a-z])
    |(?P<letter>\([a-zA-Z]\))(?=[ \t]+\S)
    |(?P<roman>\([ivx]{{2,5}}\))(?=[ \t]+\S)
    |(?P<digit>\(\d{{1,2}}\))(?=[ \t]+\S)
    )""",
    re.VERBOSE,
)
_ENCLOSED = {"letter", "roman", "digit"}
_LONGEST_TITLE = 100
_SENTENCE_ENDS = (".", "!", "?", ";", ",")
_CHAPTER = re.compile(r"(\d{1,2})\.?[ \t]+\S")


@dataclass(slots=True)
class _Open:
    """A block with what is below it so far. The style of numbering is empty for what is no clause."""

    block: Block
    style: str = ""
    below: list[_Open] = field(default_factory=list)

    def closed(self) -> Block:
        """The block, as a clause whose children are its own text and all that is below it, if anything is."""
        if not self.below:
            return self.block
        own = self.block.children or (replace(self.block, kind="paragraph", marker=""),)
        children = (*own, *(below.closed() for below in self.below))
        return replace(self.block, kind="clause", end=children[-1].end, children=children)


def with_clauses(text: str, blocks: Sequence[Block]) -> list[Block]:
    """The blocks of one section, paragraphs divided at clauses, and clauses holding their sub-clauses.

    A numbered clause holds what follows up to the next clause of its rank. A style of numbering that occurs only
    once in the section is a number in running text. A line "3 Terms" is the clause that a 3.1 after it belongs to; a
    line in capitals is in no clause.
    """
    found = [list(_CLAUSE.finditer(text, *_range(block))) for block in blocks]
    styles = Counter(_style(match) for matches in found for match in matches)
    pieces = [
        piece
        for block, matches in zip(blocks, found, strict=True)
        for piece in _divided(text, block, [match for match in matches if styles[_style(match)] > 1])
    ]
    _mark_chapters(text, pieces)
    return [piece.closed() for piece in _nested(text, pieces)]


def _range(block: Block) -> tuple[int, int]:
    return (block.start, block.end) if block.kind == "paragraph" else (block.start, block.start)


def _style(match: re.Match[str]) -> str:
    """What clauses of one rank have in common: the kind of number, and for 1.2.3 how many parts it has."""
    kind = str(match.lastgroup)
    return f"number {match.group(kind).count('.')}" if kind == "number" else kind


def _divided(text: str, block: Block, matches: Sequence[re.Match[str]]) -> Iterator[_Open]:
    """The text before the first match, then a clause for each; the block itself where there is none."""
    if not matches:
        yield _Open(block)
        return
    before = trim(text, block.start, matches[0].start()) if matches[0].start() > block.start else None
    if before and before.length:
        yield _Open(Block("paragraph", *before))
    edges = [*(match.start() for match in matches), block.end]
    for match, (start, end) in zip(matches, pairwise(edges), strict=True):
        yield _Open(Block("clause", *trim(text, start, end), marker=match.group(str(match.lastgroup))), _style(match))


def _mark_chapters(text: str, pieces: Sequence[_Open]) -> None:
    """A paragraph or list item with the number that the next clause's begins with is a clause, one rank above."""
    for piece, following in pairwise(pieces):
        number = _CHAPTER.match(text, piece.block.start, piece.block.end) if following.style else None
        if number and not piece.style and following.block.marker.startswith(f"{number[1]}."):
            piece.block = replace(piece.block, kind="clause", marker=number[1])
            piece.style = "number 0"


def _is_title(text: str, block: Block) -> bool:
    """Whether a paragraph is one short line in capitals, which is how plain text writes headings."""
    if block.kind != "paragraph" or block.end - block.start > _LONGEST_TITLE:
        return False
    line = text[block.start : block.end]
    return line.isupper() and len(line.splitlines()) == 1 and not line.endswith(_SENTENCE_ENDS)


def _nested(text: str, pieces: Sequence[_Open]) -> list[_Open]:
    outermost: list[_Open] = []
    above: list[_Open] = []
    for piece in pieces:
        if not piece.style and _is_title(text, piece.block):
            above.clear()
        while above and _ends(above, piece.style):
            above.pop()
        (above[-1].below if above else outermost).append(piece)
        if piece.style:
            above.append(piece)
    return outermost


def _ends(above: list[_Open], style: str) -> bool:
    """Whether a piece of this style comes after the innermost clause, and not under it."""
    innermost = above[-1].style
    if style in _ENCLOSED:
        return any(clause.style == style for clause in above)
    if innermost in _ENCLOSED or style == "word":
        return True
    return bool(style) and innermost.startswith("number") and innermost >= style
