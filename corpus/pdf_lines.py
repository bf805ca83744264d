"""How far the lines of a PDF's paragraphs stand apart. A PDF says where words are, not what is a paragraph.

pdfminer takes lines for one paragraph that stand closer than a share of their height, half by default: with wide line
spacing every printed line then becomes a paragraph of its own. pdf.py reads such a file with its own share.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pdfminer.layout import LTPage, LTTextLineHorizontal

# What pdfminer takes by itself, as a share of a line's height.
USUAL_SHARE = 0.5
# Pages that are looked at, and gaps that are enough to tell.
_PAGES, _FEWEST = 20, 3
# Paragraphs stand further apart than their lines by more than this share of a line's height.
_ROOM = 0.15
# A line that reaches this part of the width of those below one another goes on in the next.
_FULL = 0.85


def line_share(content: bytes) -> float:
    """The share of a line's height by which the lines of one paragraph stand apart at most, USUAL_SHARE or more.

    It is the median gap after full lines, which most often go on, with some room. Raises as pdfminer does.
    """
    from pdfminer.high_level import extract_pages

    pages = islice(extract_pages(io.BytesIO(content)), _PAGES)
    gaps = [gap for page in pages for gap in _gaps_after_full_lines(_lines(page))]
    return max(USUAL_SHARE, median(gaps) + _ROOM) if len(gaps) >= _FEWEST else USUAL_SHARE


def _lines(page: LTPage) -> list[LTTextLineHorizontal]:
    """The page's lines from the top."""
    from pdfminer.layout import LTTextBox, LTTextLineHorizontal

    boxes = [box for box in page if isinstance(box, LTTextBox)]
    lines = [line for box in boxes for line in box if isinstance(line, LTTextLineHorizontal)]
    return sorted((line for line in lines if line.get_text().strip()), key=lambda line: -line.y1)


def _gaps_after_full_lines(lines: Iterable[LTTextLineHorizontal]) -> Iterator[float]:
    """The gap to the next line that begins at the same place and is as high, as a share of the height."""
    columns: defaultdict[int, list[LTTextLineHorizontal]] = defaultdict(list)
    for line in lines:
        columns[round(line.x0)].append(line)
    for column in columns.values():
        widest = max(line.width for line in column)
        for line, below in pairwise(column):
            gap = (line.y0 - below.y1) / line.height
            if line.width >= _FULL * widest and abs(line.height - below.height) < 0.1 * line.height and gap > -0.5:
                yield gap
