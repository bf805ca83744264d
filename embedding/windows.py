"""Texts longer than an encoder's limit, read in overlapping windows that are blended where they overlap.

Unlike field.py, which asks for the vectors of spans, this is how the states of all word pieces come about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice

import numpy as np

from embedding.encoder import Frame, PieceReader, Pieces, Vectors

# How far a window begins after the one before, as a share of its length. Smaller costs more time.
STRIDE = 0.75
# Windows that are read at once, of one text or several: enough to fill the batches of any encoder.
_AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class _Window:
    """Pieces [start, end) of the text of that number."""

    number: int
    text: Pieces
    start: int
    end: int


def window_starts(pieces: int, size: int) -> list[int]:
    """Where windows of at most `size` pieces begin; the last one ends with the text and is as long as the others.

    >>> window_starts(10, 4), window_starts(3, 4), window_starts(0, 4)
    ([0, 3, 6], [0], [0])
    """
    if pieces <= size:
        return [0]
    stride = max(1, round(size * STRIDE))
    return [*range(0, pieces - size, stride), pieces - size]


def states_of(
    encoder: PieceReader, texts: Iterable[Pieces], window: int | None = None
) -> Iterator[tuple[int, Pieces, Iterator[Vectors]]]:
    """Each text's number, its pieces and their states in order, in blocks float32 (some, dimension).

    A window has as many pieces as the encoder reads at once, its frame aside, or `window` where that is fewer.

    A text's blocks must be taken before the next text is. Texts are taken as they are needed, and what is in memory
    at once does not grow with their lengths.
    """
    frame = encoder.frame
    size = encoder.spec.max_pieces - frame.size
    read = _read(encoder, frame, _windows(texts, size if window is None else min(window, size)))
    for (number, text), windows in groupby(read, key=lambda pair: (pair[0].number, pair[0].text)):
        yield number, text, _blended(windows)


def _windows(texts: Iterable[Pieces], size: int) -> Iterator[_Window]:
    for number, text in enumerate(texts):
        for start in window_starts(len(text), size):
            yield _Window(number, text, start, min(start + size, len(text)))


def _read(encoder: PieceReader, frame: Frame, windows: Iterable[_Window]) -> Iterator[tuple[_Window, Vectors]]:
    """Each window, in order, with the states of its own pieces."""
    inner = slice(len(frame.before), -len(frame.after) or None)
    coming = iter(windows)
    while some := list(islice(coming, _AT_ONCE)):
        own = [window.text.numbers[window.start : window.end].tolist() for window in some]
        found = dict(encoder.states([[*frame.before, *pieces, *frame.after] for pieces in own]))
        yield from ((window, found[place][inner]) for place, window in enumerate(some))


def _blended(windows: Iterable[tuple[_Window, Vectors]]) -> Iterator[Vectors]:
    """The means of a text's windows, weighted by the distance to the window's edge, where least is known of what
    surrounds a piece.
    """
    held = weight = np.empty((0, 1), dtype=np.float32)
    begin = 0
    for window, states in windows:
        done = window.start - begin
        if done:
            yield held[:done] / weight[:done]
        own = _triangle(window.end - window.start)
        held, weight = _joined(held[done:], states * own), _joined(weight[done:], own)
        begin = window.start
    yield held / weight


def _triangle(length: int) -> Vectors:
    """Weights (length, 1): 1 at both edges, largest in the middle."""
    places = np.arange(length, dtype=np.float32)[:, None]
    return np.minimum(places + 1, length - places)


def _joined(tail: Vectors, new: Vectors) -> Vectors:
    """The new window with what the ones before say of its first pieces."""
    new[: len(tail)] += tail
    return new
