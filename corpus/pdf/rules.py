"""The straight lines that are drawn on a PDF's page: those around the cells of tables tell rows apart."""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# A drawn line is not thicker than this, and longer than that, in points.
_THICKEST, _SHORTEST = 2.5, 6.0
# Pages with more drawn than this are charts and maps.
_MOST = 20_000


@dataclass(frozen=True, slots=True)
class Rules:
    """Lines across as (x0, x1, y) and upright ones as (y0, y1, x); y grows downwards, as that of words does."""

    across: tuple[tuple[float, float, float], ...] = ()
    upright: tuple[tuple[float, float, float], ...] = ()

    def parts(self, above: float, below: float, left: float, right: float) -> bool:
        """Do lines between the two heights cover more than half of the width from left to right?"""
        pieces = sorted((max(x0, left), min(x1, right)) for x0, x1, y in self.across if above < y < below)
        covered, end = 0.0, left
        for x0, x1 in pieces:
            covered += max(0.0, x1 - max(x0, end))
            end = max(end, x1)
        return covered > 0.5 * (right - left)

    def upright_share(self, above: float, below: float, left: float, right: float) -> float:
        """How much of this box's height an upright line inside it covers at most, as a share."""
        lengths: defaultdict[int, float] = defaultdict(float)
        for y0, y1, x in self.upright:
            if left < x < right:
                lengths[round(x)] += max(0.0, min(y1, below) - max(y0, above))
        return max(lengths.values(), default=0.0) / (below - above) if below > above else 0.0


def page_rules(page: Any) -> Rules:
    """The page's straight lines, and the edges of its rectangles."""
    across: list[tuple[float, float, float]] = []
    upright: list[tuple[float, float, float]] = []
    for left, bottom, right, top in _boxes(page):
        if right - left > _SHORTEST:
            across += [(left, right, -y) for y in ({bottom, top} if top - bottom > _THICKEST else {top})]
        if top - bottom > _SHORTEST:
            upright += [(-top, -bottom, x) for x in ({left, right} if right - left > _THICKEST else {left})]
    return Rules(tuple(across), tuple(upright))


def _boxes(page: Any) -> Iterator[tuple[float, float, float, float]]:
    """Left, bottom, right and top of all that is drawn."""
    import pypdfium2.raw as pdfium

    raw = page.raw
    count = pdfium.FPDFPage_CountObjects(raw)
    values = [ctypes.c_float() for _ in range(4)]
    for number in range(count if count <= _MOST else 0):
        drawn = pdfium.FPDFPage_GetObject(raw, number)
        is_path = pdfium.FPDFPageObj_GetType(drawn) == pdfium.FPDF_PAGEOBJ_PATH
        if is_path and pdfium.FPDFPageObj_GetBounds(drawn, *values):
            left, bottom, right, top = (value.value for value in values)
            yield left, bottom, right, top
