"""Where the paragraphs of a PDF begin and end: by distance, indentation, font, marks of lists, and early line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from corpus.pdf.code import code_text
from corpus.pdf.joining import Joining
from corpus.pdf.layout import Block, Line
from corpus.pdf.spacing import SAME_START, Spacing

# All shares are of the font's size. So much further apart than its lines stand paragraphs: where a line ends early or a
# sentence ends, where neither does, and where the next line begins with a small letter. Raised figures part lines, too.
_NEAR, _FAR, _FARTHER = 0.12, 0.35, 0.75
# Fonts differ; indentation begins, and ends; lines are centered.
_OTHER_SIZE, _INDENTED, _DEEPEST, _MIDDLE = 1.08, 0.6, 6, 0.25
# So wide is a line of text that goes on on the next page, where no small letter says so.
_LONG = 15
_BULLET = re.compile(r"[•▪◦‣·∙●○■□➢✓\uf0b7\uf0a7]")
_NUMBER = re.compile(r"(?=.*[.)–—*-])\(?(?P<before>(\d{1,3}\.)*)(?P<last>\d{1,3}|[a-zA-Z]|[–—*-])[.)]?")
_ENDS_SENTENCE = re.compile(r"[.!?:;…。！？][\"'”’»)\]]*$")


@dataclass(slots=True)
class _Paragraph:
    """Lines with the block that each stands in; `after` is what parts it from what stands before."""

    lines: list[tuple[Block, Line]]
    after: str = "\n\n"
    table: str = ""
    texts: list[str] = field(default_factory=list)

    @property
    def is_code(self) -> bool:
        return bool(self.lines) and self.lines[0][1].font.mono


def text_of(blocks: Sequence[Block]) -> str:
    """Paragraphs, headings, code and tables, parted by blank lines; the items of a tight list by line ends."""
    paragraphs = list(_paragraphs(blocks, Spacing(blocks)))
    joining = Joining([line.text for _, line in each.lines] for each in paragraphs if not each.is_code)
    parts: list[str] = []
    for each in paragraphs:
        if each.is_code:
            text = code_text(each.lines)
        else:
            text = each.table or joining.joined([line.text for _, line in each.lines])
        parts += [each.after, text] if parts else [text]
    return "".join(parts)


def _paragraphs(blocks: Sequence[Block], spacing: Spacing) -> Iterator[_Paragraph]:
    ends = _Ends(spacing)
    paragraph: _Paragraph | None = None
    for block in blocks:
        if block.table is not None:
            if paragraph is not None:
                yield paragraph
            paragraph = None
            yield _Paragraph([], table=block.table.text)
        for number, line in enumerate(block.lines):
            following = block.lines[number + 1] if number + 1 < len(block.lines) else None
            parted = ends.between(paragraph, block, line, following) if paragraph is not None else "\n\n"
            if paragraph is not None and not parted:
                paragraph.lines.append((block, line))
                continue
            if paragraph is not None:
                yield paragraph
            paragraph = _Paragraph([(block, line)], parted)
    if paragraph is not None:
        yield paragraph


class _Ends:
    """Decides for two lines after one another whether a paragraph ends between them."""

    def __init__(self, spacing: Spacing) -> None:
        self._spacing = spacing

    def between(self, paragraph: _Paragraph, block: Block, line: Line, following: Line | None) -> str:
        """What parts the line from the paragraph so far; nothing where it goes on."""
        above_block, above = paragraph.lines[-1]
        if above.font.mono and line.font.mono:
            return ""
        if self._other_font(above_block, above, line):
            return "\n\n"
        if above_block is not block:
            goes_on = above.turn == line.turn and self._goes_on_elsewhere(above_block, above, block, line)
            return "" if goes_on else "\n\n"
        early = self._spacing.ends_early(block, above, line)
        if self._is_far(paragraph, block, line, early):
            return "\n\n"
        if _is_bullet(line):
            return "\n"
        if self._is_indented(paragraph, block, line, following):
            return "\n\n"
        if early or _is_next_item(paragraph.lines[0][1], line):
            return "\n" if self._spacing.gapped else "\n\n"
        return ""

    def _other_font(self, block: Block, above: Line, line: Line) -> bool:
        sizes = sorted((above.size, line.size))
        if sizes[1] > _OTHER_SIZE * sizes[0] or above.font.mono != line.font.mono:
            return True
        if above.font.bold and not line.words[0].font.bold:
            return True
        if line.font.bold and not above.words[-1].font.bold:
            return _ends_sentence(above) or self._spacing.ends_early(block, above, line)
        return False

    def _is_far(self, paragraph: _Paragraph, block: Block, line: Line, early: bool) -> bool:
        above, usual = paragraph.lines[-1][1], self._spacing.leading(block, line)
        gap = line.y - above.y
        own = [b.y - a.y for (_, a), (_, b) in pairwise(paragraph.lines) if b.y > a.y]
        if own and min(own) < usual - _NEAR * line.size:
            # These lines stand closer than others of their size.
            return gap > min(own) + _NEAR * line.size
        if early or _ends_sentence(above):
            return gap > usual + _NEAR * line.size
        return gap > usual + (_FARTHER if line.text[0].islower() else _FAR) * line.size

    def _goes_on_elsewhere(self, above_block: Block, above: Line, block: Block, line: Line) -> bool:
        """Does the paragraph go on in the next column or on the next page?"""
        if _is_bullet(line):
            return False
        if line.text[0].islower() and not _ends_sentence(above):
            return True
        if self._spacing.ends_early(above_block, above, line):
            return False
        is_short = above.x1 - above.x0 < _LONG * above.size
        if is_short or line.x0 > self._spacing.left(block) + _INDENTED * line.size:
            return False
        return not (_ends_sentence(above) and self._spacing.gapped)

    def _is_indented(self, paragraph: _Paragraph, block: Block, line: Line, following: Line | None) -> bool:
        """Does the line begin further in, as a paragraph's first does, or further out than those of this one?"""
        above, first = paragraph.lines[-1][1], paragraph.lines[0][1]
        shift = (line.x0 - above.x0) / line.size
        if abs(shift) <= _INDENTED or self._are_centered(block, above, line):
            return False
        if shift < 0:
            return len(paragraph.lines) > 1 or above.x0 - self._spacing.left(block) > _DEEPEST * line.size
        if len(paragraph.lines) == 1 and _hangs(first, line):
            return False
        is_hanging = following is not None and abs(following.x0 - line.x0) < SAME_START * line.size
        return not (is_hanging and len(paragraph.lines) == 1)

    def _are_centered(self, block: Block, above: Line, line: Line) -> bool:
        middle = self._spacing.middle(block)
        return all(abs((each.x0 + each.x1) / 2 - middle) < _MIDDLE * line.size for each in (above, line))


def _hangs(first: Line, line: Line) -> bool:
    """Does the line begin below the text of an item, beside its mark?"""
    mark = first.words[0].text
    if len(first.words) < 2 or not (_BULLET.fullmatch(mark) or _NUMBER.fullmatch(mark)):
        return False
    return abs(line.x0 - first.x0 - abs(first.words[1].x0 - first.words[0].x0)) < 1.5 * line.size


def _is_bullet(line: Line) -> bool:
    return len(line.words) > 1 and bool(_BULLET.fullmatch(line.words[0].text))


def _is_next_item(first: Line, line: Line) -> bool:
    """Does the line begin with the number after that of the paragraph's first line, and at the same place?"""
    mark, following = (_NUMBER.fullmatch(each.words[0].text) for each in (first, line))
    if mark is None or following is None or abs(first.x0 - line.x0) > SAME_START * line.size:
        return False
    return mark["before"] == following["before"] and _next(mark["last"]) == following["last"]


def _next(last: str) -> str:
    """The number or letter after this one; of a dash, itself."""
    return str(int(last) + 1) if last.isdecimal() else chr(ord(last) + 1) if last.isalpha() else last


def _ends_sentence(line: Line) -> bool:
    return bool(_ENDS_SENTENCE.search(line.text))
