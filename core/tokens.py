"""cl100k_base tokens by tiktoken. Text that spells a control token is counted as ordinary text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import regex

from core.errors import ModelMissing
from core.model_files import model_path

if TYPE_CHECKING:
    import tiktoken

_CACHE_VARIABLE = "TIKTOKEN_CACHE_DIR"


def use_ranks_from(home: Path) -> None:
    """Point tiktoken at the bundled ranks below `home`, unless the user chose a folder of their own."""
    if not os.environ.get(_CACHE_VARIABLE):
        try:
            os.environ[_CACHE_VARIABLE] = str(model_path("cl100k", home).parent)
        except ModelMissing:
            return  # tiktoken fetches the ranks itself where the network allows it


@lru_cache(maxsize=1)
def encoding() -> tiktoken.Encoding:
    """The cl100k_base encoding. Raises ModelMissing when its ranks are neither here nor reachable."""
    import tiktoken

    try:
        return tiktoken.get_encoding("cl100k_base")
    except Exception as error:  # tiktoken lets requests' many network errors through
        raise ModelMissing(
            "The cl100k token ranks are not on this machine: run `make models` (or `python tasks.py models`)."
        ) from error


def count_tokens(text: str) -> int:
    """Number of cl100k tokens of the text."""
    return len(encoding().encode_ordinary(text))


def token_starts(text: str) -> list[int]:
    """Character index at which each token of the text begins; a token inside a character begins with it."""
    _, starts = encoding().decode_with_offsets(encoding().encode_ordinary(text))
    return starts


def piece_starts(text: str) -> list[int]:
    """Character index at which each piece of tiktoken's first division of the text begins."""
    return [match.start() for match in _pattern().finditer(text)]


def piece_ends(text: str, start: int) -> Iterator[int]:
    """Where the pieces end when the division begins at `start`."""
    return (match.end() for match in _pattern().finditer(text, start))


@lru_cache(maxsize=1)
def _pattern() -> regex.Pattern[str]:
    return regex.compile(encoding()._pat_str)
