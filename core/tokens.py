"""cl100k_base tokens by tiktoken. Text that spells a control token is counted as ordinary text."""

from __future__ import annotations

import os
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import ModelMissing
from core.layout import Counting, Layout, remembering
from core.model_files import model_path

if TYPE_CHECKING:
    import numpy as np
    import tiktoken
    from numpy.typing import NDArray

_CACHE_VARIABLE = "TIKTOKEN_CACHE_DIR"
# The bytes of UTF-8 with which no character begins.
_FURTHER_BYTES = bytes(range(0x80, 0xC0))
_CHARACTERS = 0xFF  # that begin in it
_ENDS_IN_WORD = 0x100  # with a letter or digit
_BEGINS_OUTSIDE = 0x200  # with what surely is neither
_BEGINS_INSIDE = 0x400  # a character, of which the token before has the first byte


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


# The same for texts that recur, such as the passages of one search after another.
count_again = lru_cache(maxsize=4096)(count_tokens)


def token_layout(text: str) -> Layout:
    """Where the tokens of a text begin. A token that begins inside a character begins with it.

    tiktoken divides a text by a pattern before it encodes, and no alternative of that pattern goes on from a
    letter or digit to a character that is neither. So whatever range is encoded, it is divided there, and what
    comes before and after is encoded as it is in the whole text: these places are the seams.
    """
    # Here and below, because characters and words, which a first page counts, are laid out without it.
    import numpy as np

    tokens = encoding().encode_to_numpy(text, disallowed_special=())
    kinds = _token_kinds()[tokens]
    characters = kinds & _CHARACTERS
    begins = np.cumsum(characters, dtype=np.int32) - characters - (kinds & _BEGINS_INSIDE != 0)
    before = np.flatnonzero((kinds[:-1] & _ENDS_IN_WORD != 0) & (kinds[1:] & _BEGINS_OUTSIDE != 0)) + 1
    return Layout.of(begins, begins[before], before)


@lru_cache(maxsize=1)
def _token_kinds() -> NDArray[np.uint16]:
    """What there is to know of each token: the characters that begin in it, and the side of a seam where it can be."""
    import numpy as np

    kinds = np.zeros(encoding().n_vocab, dtype=np.uint16)
    for token in encoding().token_byte_values():
        shown = token.decode("utf-8", "replace")
        ends_in_word = _ENDS_IN_WORD if shown[-1].isalnum() else 0
        begins_outside = _BEGINS_OUTSIDE if not shown[0].isalnum() and _surely_known(shown[0]) else 0
        begins_inside = _BEGINS_INSIDE if token[0] in _FURTHER_BYTES else 0
        characters = len(token.translate(None, _FURTHER_BYTES))
        kind = characters | ends_in_word | begins_outside | begins_inside
        kinds[encoding().encode_single_token(token)] = kind
    return kinds


def _surely_known(character: str) -> bool:
    """False for a part of a character, and for one that Unicode may have given a meaning since this Python."""
    return character != "\ufffd" and unicodedata.category(character) != "Cn"


TOKENS = Counting(remembering(count_tokens), token_layout)
