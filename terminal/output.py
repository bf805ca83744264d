"""What goes to standard output: lines, tables, and the one line of JSON. Unlike progress.py, this is the result itself.

Text of documents is shown without control characters, so that it cannot drive the reader's terminal.
"""

from __future__ import annotations

import json
import os
import sys
import textwrap
import unicodedata
from collections.abc import Sequence
from typing import Any, TextIO

_WIDTH = 100
MISSING = "-"


def use_safe_streams() -> None:
    """Show what the terminal's encoding lacks as an escape, rather than fail in the middle of the output."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def say(text: str) -> None:
    """One line, or several, of the result."""
    write(sys.stdout, text)


def show(as_json: bool, value: Any, text: str) -> None:
    """The result for people, or its value as one line of plain ASCII JSON, which every pipe carries."""
    say(json.dumps(value, ensure_ascii=True, allow_nan=False) if as_json else text)


def write(stream: TextIO, text: str) -> None:
    """Write a line at once; where nobody reads any more (`| head`), nothing more is written."""
    try:
        stream.write(plain(text) + "\n")
        stream.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def plain(text: str) -> str:
    r"""The text without control characters other than line ends and tabs.

    >>> plain("red \x1b[31m alert")
    'red [31m alert'
    """
    return "".join(letter for letter in text if letter in "\n\t" or unicodedata.category(letter) != "Cc")


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Sequence[int] = ()) -> str:
    """Columns under their headings, as wide as their widest cell; the columns in `numbers` are flush right."""
    cells = [list(headings), *([" ".join(plain(cell).split()) for cell in row] for row in rows)]
    widths = [max(width(row[column]) for row in cells) for column in range(len(headings))]
    lines = [
        "  ".join(_padded(cell, widths[column], column in numbers) for column, cell in enumerate(row)).rstrip()
        for row in cells
    ]
    return "\n".join([lines[0], "  ".join("-" * wide for wide in widths), *lines[1:]])


def number(value: float | None) -> str:
    """A figure in a table; a dash where there is none.

    >>> number(0.25), number(1234.5), number(None)
    ('0.250', '1,234.5', '-')
    """
    return MISSING if value is None else f"{value:,.1f}" if value >= 10 else f"{value:.3f}"


def interval(low: float | None, high: float | None) -> str:
    """Both ends of an interval; a dash where one is missing."""
    return MISSING if low is None or high is None else f"{number(low)} to {number(high)}"


def wrapped(text: str, indent: str = "") -> str:
    """Paragraphs folded to a width that is easy to read."""
    return "\n".join(
        textwrap.fill(line, _WIDTH, initial_indent=indent, subsequent_indent=indent) for line in text.splitlines()
    )


def shortened(text: str, length: int) -> str:
    """The beginning of a text in one line, three points where it is cut."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 3].rstrip() + "..."


def width(text: str) -> int:
    """How many columns of a terminal the text takes; East Asian characters take two."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _padded(cell: str, wide: int, right: bool) -> str:
    blanks = " " * (wide - width(cell))
    return blanks + cell if right else cell + blanks
