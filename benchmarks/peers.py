"""What other libraries offer for the same jobs: functions from a text to its chunks, in one unit, at one size.

Each is imported where it is used: pip install -r requirements-bench.txt. None is changed from its defaults but for
unit, size and overlap, and that text which spells a control token is ordinary text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.tokens import count_tokens, encoding

Cutter = Callable[[str], list[str]]
Maker = Callable[[str, int, int], Cutter]

_MODEL = "gpt-4"  # whose tokens are those of cl100k_base


def langchain_recursive(unit: str, size: int, overlap: int) -> Cutter:
    """RecursiveCharacterTextSplitter."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Splitter

    sizes: dict[str, Any] = {"chunk_size": size, "chunk_overlap": overlap}
    if unit == "chars":
        return Splitter(**sizes).split_text
    return Splitter.from_tiktoken_encoder("cl100k_base", disallowed_special=(), **sizes).split_text


def langchain_tokens(unit: str, size: int, overlap: int) -> Cutter:
    """TokenTextSplitter, which knows tokens only."""
    from langchain_text_splitters import TokenTextSplitter

    return TokenTextSplitter("cl100k_base", chunk_size=size, chunk_overlap=overlap, disallowed_special=()).split_text


def chonkie_recursive(unit: str, size: int, overlap: int) -> Cutter:
    """RecursiveChunker, which has no overlap."""
    from chonkie import RecursiveChunker

    return _texts(RecursiveChunker(_chonkie_unit(unit), chunk_size=size))


def chonkie_tokens(unit: str, size: int, overlap: int) -> Cutter:
    """TokenChunker."""
    from chonkie import TokenChunker

    return _texts(TokenChunker(_chonkie_unit(unit), chunk_size=size, chunk_overlap=overlap))


def chonkie_sentences(unit: str, size: int, overlap: int) -> Cutter:
    """SentenceChunker, whose sentences end at `. `, `! `, `? ` and line ends."""
    from chonkie import SentenceChunker

    return _texts(SentenceChunker(_chonkie_unit(unit), chunk_size=size, chunk_overlap=overlap))


def semchunk(unit: str, size: int, overlap: int) -> Cutter:
    """A chunker by chunkerify. It remembers the count of every part of a text that it has counted."""
    from semchunk import chunkerify

    chunker = chunkerify(len if unit == "chars" else count_tokens, size)
    return lambda text: chunker(text, overlap=overlap or None)


def semantic_text_splitter(unit: str, size: int, overlap: int) -> Cutter:
    """TextSplitter, written in Rust."""
    from semantic_text_splitter import TextSplitter

    if unit == "chars":
        return TextSplitter(size, overlap).chunks
    return TextSplitter.from_tiktoken_model(_MODEL, size, overlap).chunks


def _chonkie_unit(unit: str) -> Any:
    return "character" if unit == "chars" else encoding()


def _texts(chunker: Any) -> Cutter:
    return lambda text: [chunk.text for chunk in chunker.chunk(text)]
