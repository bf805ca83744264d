"""What a build would do, before it does it: which collection, and what it keeps, adds and deletes there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from chunking.tools import Tools
from chunking_strategies import local_tools
from core.errors import CollectionError
from core.types import ChunkSpec, EmbedSpec, IndexSpec
from corpus.types import Corpus
from retrieval.card import INDEX_VERSION, CollectionCard, collections_dir, read_card
from retrieval.chunked import chunk_corpus, finished
from retrieval.difference import DocumentChanges, Stored, chunk_changes, document_changes, in_words, read_stored
from retrieval.naming import collection_name, safe_name


@dataclass(frozen=True, slots=True)
class Target:
    """Where a build goes: the collection's names, its folder, its recipe, and the card that is there already."""

    name: str
    display: str
    folder: Path
    recipe: IndexSpec
    card: CollectionCard | None

    @property
    def version(self) -> Path | None:
        """The folder of what a complete collection holds; None where none is there, or none that can be read."""
        if self.card is None or not self.card.complete or self.card.recipe.code_version != INDEX_VERSION:
            return None
        return self.folder / self.card.version

    @property
    def store_files(self) -> Mapping[str, int]:
        """Sizes of the files that its vectors must have."""
        return self.card.store_files if self.card else {}

    @property
    def stored(self) -> Stored:
        """What is there; nothing where it cannot be read."""
        return read_stored(self.version, self.card.chunks) if self.version and self.card else Stored()


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """Counts of chunks, and which documents differ. Added chunks are encoded unless their vectors are in the cache;
    kept ones are not touched. `anew` is as in ChunkChanges.
    """

    collection: str
    display: str
    exists: bool
    chunks: int
    keep: int
    add: int
    delete: int
    documents: DocumentChanges
    warnings: tuple[str, ...] = ()
    anew: int = 0

    @property
    def sentence(self) -> str:
        """The same in the reader's words."""
        return in_words(self.keep, self.add, self.delete, self.anew, self.documents)


def plan(
    corpus: Corpus,
    chunk_spec: ChunkSpec,
    embed_spec: EmbedSpec,
    home: Path,
    name: str | None = None,
    tools: Tools | None = None,
) -> BuildPlan:
    """What `build` would do now. Chunks the corpus; encodes no chunk, asks no language model, writes nothing.

    Chunks whose contexts a model has yet to write count as added. Raises as `build` does.
    """
    target = locate(corpus, chunk_spec, embed_spec, home, name)
    chunked = finished(chunk_corpus(corpus, chunk_spec, (tools or local_tools()).silent))
    stored = target.stored
    documents = document_changes(chunked.documents, stored.documents)
    changes = chunk_changes(chunked.chunks, stored.rows, embed_spec, documents)
    return BuildPlan(
        collection=target.name,
        display=target.display,
        exists=target.card is not None and target.card.complete,
        chunks=len(chunked.chunks),
        keep=len(changes.keep),
        add=len(changes.add),
        delete=len(changes.delete),
        documents=documents,
        anew=changes.anew,
        warnings=chunked.warnings,
    )


def locate(corpus: Corpus, chunk_spec: ChunkSpec, embed_spec: EmbedSpec, home: Path, name: str | None) -> Target:
    """The collection a build goes to. Its recipe is strategy, parameters and encoder; documents may change.

    Without a name the recipe names it, with a suffix where another recipe holds that name. Raises
    CollectionError where a name was given that another recipe holds.
    """
    recipe = IndexSpec(corpus.name, corpus.key, chunk_spec, embed_spec, code_version=INDEX_VERSION)
    collections = collections_dir(home)
    if name is None:
        taken = _HeldByOthers(collections, recipe)
        name = collection_name(corpus.name, chunk_spec.strategy, embed_spec.encoder, taken, embed_spec.method)
    safe = safe_name(name)
    card = read_card(collections / safe)
    if card is not None:
        refuse_other_recipe(card, recipe, name)
    return Target(safe, name, collections / safe, recipe, card)


def refuse_other_recipe(card: CollectionCard, recipe: IndexSpec, name: str) -> None:
    """Raise CollectionError where the card is of another recipe or another name."""
    if card.display != name:
        raise CollectionError(f"The name {name} is taken by collection {card.display}: choose another name.")
    if not same_recipe(card.recipe, recipe):
        raise CollectionError(
            f"Collection {name} exists with another recipe ({_described(card.recipe)}; asked for: "
            f"{_described(recipe)}): choose another name, or delete it first."
        )


def same_recipe(left: IndexSpec, right: IndexSpec) -> bool:
    """Equal but for the documents' texts and the version of the program."""
    return (left.corpus, left.chunking, left.embedding, left.distance) == (
        right.corpus,
        right.chunking,
        right.embedding,
        right.distance,
    )


class _HeldByOthers:
    """The names that collections of other recipes, or damaged ones, hold."""

    def __init__(self, collections: Path, recipe: IndexSpec) -> None:
        self._collections = collections
        self._recipe = recipe

    def __contains__(self, name: object) -> bool:
        try:
            card = read_card(self._collections / str(name))
        except CollectionError:
            return True
        return card is not None and not same_recipe(card.recipe, self._recipe)


def _described(recipe: IndexSpec) -> str:
    settings = ", ".join(f"{name} {value}" for name, value in recipe.chunking.parameters)
    return f"{recipe.corpus}, {recipe.chunking.strategy} with {settings}, {recipe.embedding.told}"
