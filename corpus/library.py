"""What users saved by name on this machine: corpora here, question sets through saved_questions.py. Unlike load.py,
which only reads what is somewhere else, this writes.

A corpus is kept as the documents that were read, not as the files they came from: collections and evidence point into
these very characters, and a later version of a converter must not move them. It is also what makes it open at once.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.errors import LoadError
from core.files import read_json, write_atomic, write_json
from core.types import Document
from corpus import saved_folders
from corpus.saved_folders import CARD, SAVED, name_of, writing
from corpus.saved_questions import SetCard, list_sets, open_set, save_question, set_about, set_card
from corpus.types import Corpus, Problem

__all__ = ["SAVED", "CorpusCard", "SetCard", "list_sets", "name_of", "open_set", "save_question"]


@dataclass(frozen=True, slots=True)
class CorpusCard:
    """A saved corpus without its documents. `key` is that of Corpus; characters are counted over all documents."""

    name: str
    title: str
    created: str
    changed: str
    documents: int
    characters: int
    key: str


def list_corpora(home: Path) -> list[CorpusCard]:
    """All saved corpora that can be read, by name."""
    cards = []
    for name in saved_folders.names("corpora", home):
        try:
            cards.append(corpus_card(name, home))
        except LoadError:
            continue
    return cards


def corpus_card(name: str, home: Path) -> CorpusCard:
    """One saved corpus's card. Raises LoadError where there is none or it is damaged."""
    saved_folders.find("corpora", name, home)
    fields = saved_folders.read_card("corpora", name, home)
    try:
        return CorpusCard(name, **{field: fields[field] for field in CorpusCard.__slots__ if field != "name"})
    except KeyError as error:
        raise LoadError(f"The saved corpus {name} is damaged (its card has no {error}): delete it.") from error


def damaged(home: Path) -> list[str]:
    """Why what is saved but not listed cannot be read, in the reader's words."""
    told = []
    for kind, card in (("corpora", corpus_card), ("questions", set_card)):
        for name in saved_folders.names(kind, home):  # type: ignore[arg-type]  # the two kinds there are
            try:
                card(name, home)
            except LoadError as error:
                told.append(str(error))
    return told


def open_corpus(name: str, home: Path) -> Corpus:
    """The documents of a saved corpus. Raises LoadError."""
    folder = saved_folders.find("corpora", name, home)
    try:
        fields, text = _read(folder)
        lines = text.split("\n")
        documents = tuple(Document(**json.loads(line)) for line in lines if line)
        problems = tuple(Problem(**problem) for problem in fields["problems"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LoadError(f"The saved corpus {name} is damaged ({error}): delete it and save it again.") from error
    return Corpus(name, documents, problems)


def save_corpus(corpus: Corpus, title: str, home: Path) -> str:
    """Save documents under a new name; that name. Raises LoadError where it is taken."""
    titled = saved_folders.plain_title(title)
    created = {"title": titled, "created": saved_folders.now()}
    return saved_folders.make("corpora", titled, home, lambda folder: _write(folder, corpus, created))


def add_documents(name: str, more: Corpus, home: Path) -> tuple[int, int]:
    """Add documents to a saved corpus: (added, replaced). One of the same id takes the old one's place."""
    with writing(home):
        old = open_corpus(name, home)
        new = {document.id: document for document in more.documents}
        known = {document.id for document in old.documents}
        kept = [new.get(document.id, document) for document in old.documents]
        added = [document for document in more.documents if document.id not in known]
        problems = [one for one in old.problems if one.name not in new] + list(more.problems)
        _rewrite(name, Corpus(name, (*kept, *added), tuple(problems)), home)
    return len(added), len(new) - len(added)


def drop_documents(name: str, ids: Collection[str], home: Path) -> None:
    """Take documents out of a saved corpus. Raises LoadError where none would be left."""
    with writing(home):
        old = open_corpus(name, home)
        kept = tuple(document for document in old.documents if document.id not in ids)
        if not kept:
            raise LoadError("A corpus keeps at least one document: delete the corpus instead.")
        problems = tuple(one for one in old.problems if one.name not in ids)
        _rewrite(name, Corpus(name, kept, problems), home)


def rename_corpus(name: str, title: str, home: Path) -> str:
    """Another title; the new name. Question sets about it follow. Raises LoadError where the name is taken."""
    new = saved_folders.rename("corpora", name, title, home)
    for card in list_sets(home):
        if card.about == f"{SAVED}{name}":
            set_about(card.name, f"{SAVED}{new}", home)
    return new


def delete_corpus(name: str, home: Path) -> None:
    """Remove a saved corpus. Collections built from it hold its documents themselves, and stay."""
    saved_folders.delete("corpora", name, home)


def _read(folder: Path) -> tuple[dict[str, Any], str]:
    """The card and the lines that it names, which somebody may replace between the two."""
    while True:
        fields = read_json(folder / CARD)
        try:
            return fields, (folder / fields["file"]).read_text(encoding="utf-8")
        except FileNotFoundError:
            if read_json(folder / CARD) == fields:
                raise


def _rewrite(name: str, corpus: Corpus, home: Path) -> None:
    folder = saved_folders.find("corpora", name, home)
    old = read_json(folder / CARD)
    _write(folder, corpus, {field: old[field] for field in ("title", "created")})
    if old.get("file") != read_json(folder / CARD)["file"]:
        (folder / str(old.get("file"))).unlink(missing_ok=True)


def _write(folder: Path, corpus: Corpus, kept: dict[str, Any]) -> None:
    """Documents first, under a name of their own; the card that names them makes them count."""
    file = f"documents-{corpus.key}.jsonl"
    write_atomic(folder / file, _lines(corpus.documents))
    fields = {
        **kept,
        "changed": saved_folders.now(),
        "documents": len(corpus.documents),
        "characters": sum(len(document.text) for document in corpus.documents),
        "key": corpus.key,
        "file": file,
        "problems": [asdict(problem) for problem in corpus.problems],
    }
    write_json(folder / CARD, fields)


def _lines(documents: Sequence[Document]) -> Iterator[bytes]:
    for document in documents:
        fields = {name: getattr(document, name) for name in Document.__slots__} | {"meta": dict(document.meta)}
        yield json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
