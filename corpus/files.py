"""One file's name and bytes to a Document. Unlike load.py, knows nothing of folders, samples or data sets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from core.errors import LoadError
from core.text import is_blank
from core.types import Document, media_type_of
from corpus.convert import CONVERTED, Converted, convert
from corpus.decode import decode
from corpus.sniff import content_of
from corpus.tables import table_shape
from corpus.types import Problem

PLAIN = (".txt", ".md", ".csv", ".tsv", ".json", ".jsonl", ".log")
KINDS = PLAIN + CONVERTED
_NAMED = {
    ".txt": "text", ".md": "Markdown", ".csv": "CSV", ".tsv": "TSV", ".json": "JSON", ".jsonl": "JSON Lines",
    ".log": "log", ".html": "HTML", ".htm": "HTML", ".pdf": "PDF", ".docx": "Word", ".pptx": "PowerPoint",
    ".xlsx": "Excel",
}  # fmt: skip
# .txt stands before .log in PLAIN, and gives their common media type its name.
_TEXTS = {media_type_of(f"text{suffix}"): _NAMED[suffix] for suffix in (*PLAIN[::-1], ".html")}
_DELIMITERS = {"\t": "tabs", ",": "commas", ";": "semicolons", "|": "bars"}


@dataclass(frozen=True, slots=True)
class Loaded:
    """A document, and what to know about it."""

    document: Document
    warnings: tuple[Problem, ...] = ()


def suffix_of(name: str) -> str:
    """The ending that decides the kind, in lower case; .markdown and .text are read as .md and .txt."""
    suffix = PurePosixPath(name).suffix.lower()
    return {".markdown": ".md", ".text": ".txt"}.get(suffix, suffix)


def check_kind(name: str) -> None:
    """Raise LoadError, naming the kinds there are, for a name that promises none of them."""
    if suffix_of(name) not in KINDS:
        kinds = ", ".join(kind[1:] for kind in KINDS)
        raise LoadError(f"{name}: files of this kind cannot be read; the kinds are {kinds}")


def check_size(name: str, size: int, limit_mb: int) -> None:
    """Raise LoadError, naming the limit, for a file of more bytes than limit_mb MB."""
    if size > limit_mb * 2**20:
        raise LoadError(
            f"{name}: has {size / 2**20:,.1f} MB, more than the limit of {limit_mb} MB (set CHUNKTRACE_MAX_UPLOAD_MB)"
        )


def read_document(name: str, content: bytes, limit_mb: int) -> Loaded:
    """The document of a file; its id is the name. Raises LoadError "name: reason".

    Offsets refer to `document.text`: plain kinds as they are, decoded, with line ends as LF and without byte
    order mark; the other kinds as the Markdown they were converted to.
    """
    check_kind(name)
    check_size(name, len(content), limit_mb)
    suffix = suffix_of(name)
    try:
        if not content:
            raise LoadError("is empty")
        converted = convert(content, suffix, limit_mb) if suffix in CONVERTED else _plain(content, suffix)
        if is_blank(converted.text):
            raise LoadError("has no text")
    except LoadError as error:
        raise LoadError(f"{name}: {error}") from error
    media_type = converted.media_type or media_type_of(name)
    document = Document.from_text(converted.text, name, media_type, converted.meta)
    return Loaded(document, tuple(Problem(name, words, "warning") for words in converted.warnings))


def kind_of(document: Document) -> str:
    """What kind of file it was, in a word; of a name that does not say, what kind of text it is."""
    text = _TEXTS.get(document.media_type, document.media_type)
    return _NAMED.get(suffix_of(document.name), text)


def read_as(document: Document) -> tuple[str, ...]:
    """How the file was read, for the reader: its kind, what it was converted to, encoding and delimiter, as far as
    loading noted them.
    """
    converted = suffix_of(document.name) in CONVERTED
    text = f"as {_TEXTS.get(document.media_type, document.media_type)}" if converted else ""
    noted = (kind_of(document), text, document.meta.get("encoding"), document.meta.get("delimiter"))
    return tuple(_DELIMITERS.get(str(each), str(each)) for each in noted if each)


def _plain(content: bytes, suffix: str) -> Converted:
    found = content_of(content)
    if found is not None:
        raise LoadError(f"content is {found}, not text")
    decoded = decode(content)
    meta: dict[str, Any] = {"encoding": decoded.encoding}
    notes: tuple[str, ...] = (decoded.warning,) if decoded.warning else ()
    if suffix in (".csv", ".tsv"):
        shape = table_shape(decoded.text, "\t" if suffix == ".tsv" else ",")
        meta |= {"delimiter": shape.delimiter, "columns": list(shape.columns), "records": shape.records}
        notes += shape.warnings
    return Converted(decoded.text, meta=meta, warnings=notes)
