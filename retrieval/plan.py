"""What a build would do, before it does it: which collection, and which chunks it keeps, adds and deletes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from chunking.tools import Tools
from chunking_strategies import local_tools
from core.errors import CollectionError
from core.types import Chunk, ChunkSpec, EmbedSpec, IndexSpec
from corpus.types import Corpus
from retrieval.card import INDEX_VERSION, CollectionCard, collections_dir, read_card
from retrieval.chunked import chunk_corpus, finished
from retrieval.content import chunk_row, read_rows
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
    def unchanged_corpus(self) -> bool:
        """Whether a complete collection of exactly these documents is there."""
        return self.card is not None and self.card.complete and self.card.recipe.key == self.recipe.key


@dataclass(frozen=True, slots=True)
class Difference:
    """New chunks against stored ones: `moved` are those kept chunks whose place in the document changed."""

    keep: tuple[Chunk, ...]
    add: tuple[Chunk, ...]
    moved: tuple[Chunk, ...]
    delete: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """Counts of chunks. Added ones are encoded unless their vectors are in the cache; kept ones are not touched."""

    collection: str
    display: str
    exists: bool
    chunks: int
    keep: int
    add: int
    delete: int
    warnings: tuple[str, ...] = ()


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
    changes = difference(chunked.chunks, stored_rows(target))
    return BuildPlan(
        collection=target.name,
        display=target.display,
        exists=target.card is not None and target.card.complete,
        chunks=len(chunked.chunks),
        keep=len(changes.keep),
        add=len(changes.add),
        delete=len(changes.delete),
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
        name = collection_name(corpus.name, chunk_spec.strategy, embed_spec.encoder, taken)
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


def stored_rows(target: Target) -> dict[str, dict[str, object]]:
    """The stored chunks by id where a complete collection is there, else none: half-written ones are not trusted."""
    if target.card is None or not target.card.complete or target.card.recipe.code_version != INDEX_VERSION:
        return {}
    try:
        return read_rows(target.folder)
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def difference(chunks: Sequence[Chunk], stored: dict[str, dict[str, object]]) -> Difference:
    """A chunk is kept when its id and its very text are stored; its place may differ."""
    keep, add, moved = [], [], []
    for chunk in chunks:
        row, old = chunk_row(chunk), stored.get(chunk.id)
        if old is None or old.get("text_key") != row["text_key"]:
            add.append(chunk)
            continue
        keep.append(chunk)
        if old != row:
            moved.append(chunk)
    gone = stored.keys() - {chunk.id for chunk in keep}
    return Difference(tuple(keep), tuple(add), tuple(moved), tuple(sorted(gone)))


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
    return f"{recipe.corpus}, {recipe.chunking.strategy} with {settings}, {recipe.embedding.encoder}"
