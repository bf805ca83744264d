"""The words of a PDF's page as PDFium finds them: where each stands, and in which font."""

from __future__ import annotations

import ctypes
import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from corpus.pdf.scripts import is_cjk, is_rtl

# Within a word, characters stand apart by less than this share of their size, and their baselines too.
_APART, _RAISED = 0.3, 0.6
_BOLD_NAME = re.compile(r"bold|black|heavy|[-,]bd", re.IGNORECASE)
_MONO_NAME = re.compile(r"mono|courier|consol|typewriter|cmtt|menlo|code", re.IGNORECASE)
_FIXED_PITCH, _FORCED_BOLD, _BOLD_WEIGHT = 1, 1 << 18, 600
# Of a character that is written downwards: what is above its baseline, and the baseline's place if it were turned.
_ABOVE, _MIDDLE = 0.88, 0.35
# After what PDFium takes for a line's end, characters of a word stand closer than this.
_TIGHT, _AFTER_BREAK = 0.12, -1
# PDFium's own sign for a hyphen that it saw at the end of a line.
_HYPHEN = 2


@dataclass(frozen=True, slots=True)
class Font:
    """What tells headings and code from other text; `size` in points."""

    size: float
    bold: bool = False
    mono: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """From x0 to x1 along its line, whose baseline is y points further down than another with a smaller y.

    `turn` is the direction of writing in degrees; x and y are those of the page turned back by it. `order` counts the
    page's words as PDFium finds them. `spaced`: a space stands before it, which the distance alone does not tell.
    """

    text: str
    x0: float
    x1: float
    y: float
    font: Font
    turn: int = 0
    order: int = 0

    @property
    def size(self) -> float:
        """Of the font, in points."""
        return self.font.size


def page_words(textpage: Any) -> list[Word]:
    """The words in PDFium's order. Within each the characters are in reading order, whatever the script."""
    found: list[Word] = []
    word: Word | None = None
    for glyph in _downwards(list(_glyphs(textpage))):
        if glyph is not None and word is not None and _goes_on(word, glyph):
            word = _longer(word, glyph)
            continue
        if word is not None:
            found.append(word)
        word = replace(glyph, order=len(found)) if glyph is not None else None
    return found if word is None else [*found, word]


def _goes_on(word: Word, glyph: Word) -> bool:
    size = max(word.size, glyph.size)
    apart = max(glyph.x0 - word.x1, word.x0 - glyph.x1)
    limit = _TIGHT if glyph.order == _AFTER_BREAK else _APART
    return word.turn == glyph.turn and apart < limit * size and abs(word.y - glyph.y) < _RAISED * size


def _longer(word: Word, glyph: Word) -> Word:
    """With the glyph at its end, or before it where right-to-left letters come from the left.

    A raised figure does not move the baseline.
    """
    main = glyph if glyph.size > 1.05 * word.size else word
    from_left = is_rtl(glyph.text) and glyph.x0 + glyph.x1 > word.x0 + word.x1 and glyph.x1 > word.x1
    text = glyph.text + word.text if from_left else word.text + glyph.text
    return Word(text, min(word.x0, glyph.x0), max(word.x1, glyph.x1), main.y, main.font, word.turn, word.order)


def _downwards(glyphs: list[Word | None]) -> list[Word | None]:
    """The same, but Chinese and Japanese that is written downwards is turned, so that its columns are lines."""
    written = [glyph for glyph in glyphs if glyph is not None]
    pairs = [(a, b) for a, b in pairwise(written) if is_cjk(a.text) and is_cjk(b.text) and not a.turn]
    below = sum(abs(a.x0 - b.x0) < 0.5 * a.size and 0.5 < (b.y - a.y) / a.size < 1.5 for a, b in pairs)
    if 2 * below <= len(pairs):
        return glyphs
    return [_turned(glyph) for glyph in written]


def _turned(glyph: Word) -> Word:
    """As a character of a line that runs down the page; its baseline is that of turned Latin letters beside it."""
    if glyph.turn:
        return glyph
    middle, size = (glyph.x0 + glyph.x1) / 2, glyph.size
    return replace(
        glyph, x0=glyph.y - _ABOVE * size, x1=glyph.y + (1 - _ABOVE) * size, y=_MIDDLE * size - middle, turn=270
    )


def _glyphs(textpage: Any) -> Iterator[Word | None]:
    """Each character as a word of its own; None where a word ends.

    PDFium sees line ends also within words, where letters are drawn one by one: there, only the distance tells.
    """
    import pypdfium2.raw as pdfium

    raw, place, order = textpage.raw, _Place(textpage.raw), 0
    for index in range(textpage.count_chars()):
        code = pdfium.FPDFText_GetUnicode(raw, index)
        text = "-" if code == _HYPHEN else chr(code) if 0 < code < 0x110000 else ""
        if text in ("\r", "\n"):
            order = _AFTER_BREAK
        elif not text or text.isspace():
            order = 0
            yield None
        elif unicodedata.category(text) not in ("Cc", "Cn", "Cs"):
            glyph = place.word(index, text)
            yield replace(glyph, order=order) if order else glyph
            order = 0


class _Place:
    """Where characters stand, and their fonts; what is asked of PDFium is asked once for each drawn piece of text."""

    def __init__(self, raw: Any) -> None:
        import pypdfium2.raw as pdfium

        self._pdfium, self._raw = pdfium, raw
        self._box, self._matrix = pdfium.FS_RECTF(), pdfium.FS_MATRIX()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._fonts: dict[int, tuple[bool, bool]] = {}
        self._drawn = 0
        self._font, self._turn, self._cos, self._sin = Font(0.0), 0, 1.0, 0.0

    def word(self, index: int, text: str) -> Word:
        """The word of this character alone."""
        box, x, y = self._box, self._x, self._y
        self._pdfium.FPDFText_GetLooseCharBox(self._raw, index, box)
        self._pdfium.FPDFText_GetCharOrigin(self._raw, index, x, y)
        self._look(index)
        if not self._turn:
            return Word(text, box.left, box.right, -y.value, self._font)
        along = [a * self._cos + b * self._sin for a in (box.left, box.right) for b in (box.bottom, box.top)]
        down = x.value * self._sin - y.value * self._cos
        return Word(text, min(along), max(along), down, self._font, self._turn)

    def _look(self, index: int) -> None:
        """Take font and direction from the piece of text that the character belongs to."""
        drawn = self._pdfium.FPDFText_GetTextObject(self._raw, index)
        address = ctypes.addressof(drawn.contents) if drawn else 0
        if address and address == self._drawn:
            return
        self._drawn = address
        matrix = self._matrix
        self._pdfium.FPDFText_GetMatrix(self._raw, index, matrix)
        size = self._pdfium.FPDFText_GetFontSize(self._raw, index) * math.hypot(matrix.c, matrix.d)
        if not 1 <= size <= 500:
            size = min(max(abs(self._box.top - self._box.bottom), 1.0), 500.0)
        self._turn = round(math.degrees(math.atan2(matrix.b, matrix.a))) % 360
        self._cos, self._sin = math.cos(math.radians(self._turn)), math.sin(math.radians(self._turn))
        self._font = Font(round(size, 2), *self._style(drawn))

    def _style(self, drawn: Any) -> tuple[bool, bool]:
        """Is the font bold, and do all its characters have the same width?"""
        font = self._pdfium.FPDFTextObj_GetFont(drawn) if drawn else None
        if not font:
            return False, False
        address = ctypes.addressof(font.contents)
        if address not in self._fonts:
            flags, weight = self._pdfium.FPDFFont_GetFlags(font), self._pdfium.FPDFFont_GetWeight(font)
            buffer = ctypes.create_string_buffer(256)
            self._pdfium.FPDFFont_GetBaseFontName(font, buffer, 256)
            name = buffer.value.decode("utf-8", "replace")
            bold = bool(_BOLD_NAME.search(name)) or weight >= _BOLD_WEIGHT or bool(max(flags, 0) & _FORCED_BOLD)
            mono = bool(_MONO_NAME.search(name)) or bool(max(flags, 0) & _FIXED_PITCH)
            self._fonts[address] = bold, mono
        return self._fonts[address]
