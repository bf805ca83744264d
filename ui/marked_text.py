"""Text with marks that answers: a click on a mark, or a selection, comes back. Unlike passages, which only shows.

Offsets are those of Python throughout; the browser gets pieces of text that it draws as text and never as markup.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from core.spans import Span
from ui.literal import escaped

Kind = Literal[
    "even", "odd", "both", "evidence", "severed", "beyond", "cited", "found", "lost", "returned", "relevant", "used",
    "relevant-used", "supported", "unsupported", "chosen", "cut", "",
]  # fmt: skip
_ASSETS = Path(__file__).parent / "assets"
_HTML = '<div class="ct-marked" role="group"></div><button type="button" class="ct-use" hidden>Use selection</button>'


@dataclass(frozen=True, slots=True)
class Mark:
    """Marks text[start:end]; marks may lie over one another. `id` comes back when the mark is clicked, `tip` shows on
    hovering, `label` stands small before its first character. A "cut" has no length.
    """

    start: int
    end: int
    kind: Kind
    id: str = ""
    tip: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Touch:
    """What the reader has just done: the id of a clicked mark ("" where none), a selected span. Each comes once."""

    clicked: str = ""
    selected: Span | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text under the same marks."""

    start: int
    end: int
    marks: tuple[Mark, ...]
    begins: tuple[Mark, ...]


def marked_text(
    text: str,
    marks: Sequence[Mark],
    *,
    key: str,
    title: str = "Text",
    start: int = 0,
    end: int | None = None,
    selectable: bool = False,
    height: int | None = None,
    focus: Span | None = None,
) -> Touch:
    """Draw text[start:end]; `title` names it for screen readers, `height` (pixels) makes it scroll, to `focus` first.

    `selectable` offers what the reader selects with the mouse, or by keys in caret browsing.
    """
    last = len(text) if end is None else end
    data = {
        "pieces": [_drawn(text, piece, focus) for piece in pieces(marks, start, last, focus)],
        "start": start,
        "height": height,
        "title": title,
        "selectable": selectable,
        "focus": None if focus is None else list(focus),
    }
    result = _component()(data=data, key=key, on_clicked_change=_noted, on_selected_change=_noted)
    return Touch(str(result.clicked or ""), _within(result.selected, start, last))


def legend(kinds: Mapping[Kind, str], marks: Sequence[Mark] | None = None) -> None:
    """What the marks mean, in the order given; of `marks`, only the kinds that are there, and nothing without any."""
    there = kinds.keys() if marks is None else {mark.kind for mark in marks}
    shown = "".join(f'<span class="ct-k-{k}">{escaped(words)}</span>' for k, words in kinds.items() if k in there)
    if not shown:
        return
    st.html(f'<style>{_asset("marked_text.css")}</style><div class="ct-legend">{shown}</div>')


def pieces(marks: Sequence[Mark], start: int, end: int, focus: Span | None = None) -> Iterator[Piece]:
    """[start, end) divided wherever a mark begins or ends; together the pieces are the whole, in order."""
    inside = [mark for mark in marks if mark.start < end and (mark.end > start or mark.start == mark.end == start)]
    ends = {edge for mark in inside for edge in (mark.start, mark.end)} | set(focus or ())
    edges = sorted({start, end, *(edge for edge in ends if start < edge < end)})
    waiting = deque(sorted(inside, key=lambda mark: (mark.start, mark.end)))
    over: list[Mark] = []
    for left, right in pairwise(edges):
        begins = []
        while waiting and waiting[0].start <= left:
            begins.append(waiting.popleft())
        over = [mark for mark in (*over, *begins) if mark.end > left or mark.start == mark.end == left]
        yield Piece(left, right, tuple(over), tuple(mark for mark in begins if mark.start >= start))


def _drawn(text: str, piece: Piece, focus: Span | None) -> list[str]:
    """What the browser needs: text, classes, id, tip, label. The innermost mark answers a click."""
    inner = list(reversed(piece.marks))
    classes = [f"ct-k-{mark.kind}" for mark in piece.marks if mark.kind]
    if focus is not None and piece.start <= focus.start < piece.end:
        classes.append("ct-focus")
    return [
        text[piece.start : piece.end],
        " ".join(dict.fromkeys(classes)),
        next((mark.id for mark in inner if mark.id), ""),
        " · ".join(dict.fromkeys(mark.tip for mark in piece.marks if mark.tip)),
        " ".join(mark.label for mark in piece.begins if mark.label),
    ]


def _within(selected: Any, start: int, end: int) -> Span | None:
    """A span inside the drawn text; what a browser sends is not trusted."""
    match selected:
        case [int(first), int(last)] if start <= first < last <= end:
            return Span(first, last)
    return None


def _noted() -> None:
    """The values come back with the next run of the page; a callback is what makes the browser send them."""


@cache
def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8")


@cache
def _component() -> Any:
    # Not isolated: selections inside a shadow root are read differently by every browser.
    return st.components.v2.component(
        "chunktrace_marked_text",
        html=_HTML,
        css=_asset("marked_text.css"),
        js=_asset("marked_text.js"),
        isolate_styles=False,
    )
