"""Headers and footers of a PDF: rows that stand on most pages at one place, with the same text up to its number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from corpus.pdf.rows import Row, rows_of
from corpus.pdf.words import Word

# So many rows at the top and at the bottom may be running ones; fewer pages tell nothing.
_ROWS, _FEWEST_PAGES = 3, 3
# On more than this share of all pages, or of those with odd or with even numbers.
_MOST, _MOST_OF_SIDE = 0.5, 0.8
# At the same place: so close, in points.
_PLACE = 3.0
_NUMBER = re.compile(r"\d{1,6}")

# Where a row stands, and its text, in which the page's number counts from the first page.
_Key = tuple[int, str]


def without_running(pages: Sequence[Sequence[Word]]) -> tuple[list[list[Word]], tuple[str, ...]]:
    """The pages' words without headers and footers, and the text of these, each as on the first page that has it."""
    edges = [[(row, set(_keys(row, number))) for row in _edge_rows(words)] for number, words in enumerate(pages)]
    running = _running(edges)
    kept: list[list[Word]] = []
    told: dict[_Key, str] = {}
    for words, rows in zip(pages, edges, strict=True):
        left_out: set[int] = set()
        for row, keys in rows:
            met = keys & running
            if met:
                left_out |= {word.order for word in row.words}
                text = " ".join(word.text for word in row.words)
                if not met & told.keys():
                    told[min(met)] = text
                told |= dict.fromkeys(met - told.keys(), "")
        kept.append([word for word in words if word.order not in left_out])
    return kept, tuple(text for text in told.values() if text)


def _running(edges: Sequence[Sequence[tuple[Row, set[_Key]]]]) -> set[_Key]:
    """Keys that most pages share."""
    on_side: tuple[Counter[_Key], Counter[_Key]] = Counter(), Counter()
    filled = [0, 0]
    for number, rows in enumerate(edges):
        filled[number % 2] += bool(rows)
        on_side[number % 2].update({key for _, keys in rows for key in keys})
    everywhere = on_side[0] + on_side[1]
    return {
        key
        for key, count in everywhere.items()
        if count >= _FEWEST_PAGES
        and (
            count > _MOST * sum(filled)
            or any(
                side[key] >= max(_FEWEST_PAGES, _MOST_OF_SIDE * of) for side, of in zip(on_side, filled, strict=True)
            )
        )
    }


def _edge_rows(words: Sequence[Word]) -> list[Row]:
    rows = rows_of(words)
    return rows if len(rows) <= 2 * _ROWS else rows[:_ROWS] + rows[-_ROWS:]


def _keys(row: Row, page: int) -> Iterator[_Key]:
    """The row's text with all numbers, or with its first or last as the page's; places that are close share one."""
    text = " ".join(word.text for word in row.words)
    numbers = list(_NUMBER.finditer(text))
    texts = {text}
    for found in numbers[:1] + numbers[-1:]:
        texts.add(f"{text[: found.start()]}#{int(found[0]) - page}{text[found.end() :]}")
    for each in texts:
        yield 2 * round(row.y / (2 * _PLACE)), each
        yield 2 * round(row.y / (2 * _PLACE) - 0.5) + 1, each
