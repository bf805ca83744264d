"""What there is: strategies, samples and collections, as JSON and as lines. Unlike reports.py, shows no results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from chunking.strategy import SizeParameters, Strategy
from core.counted import counted
from core.parameters import parameters_of
from corpus.samples import Sample
from terminal.output import table, wrapped

if TYPE_CHECKING:
    from retrieval.card import CollectionCard
    from retrieval.difference import DocumentChanges
    from retrieval.history import Change

_INDENT = "    "
_SIZES = {parameter.name for parameter in parameters_of(SizeParameters)}


def strategies_json(strategies: Iterable[Strategy]) -> list[dict[str, Any]]:
    """Strategies with all of their parameters."""
    return [
        {
            "name": part.name,
            "label": part.label,
            "summary": part.summary,
            "unit": part.unit,
            "parameters": [asdict(one) | {"kind": one.kind} for one in parameters_of(part.params)],
        }
        for part in strategies
    ]


def strategies_lines(strategies: Iterable[Strategy]) -> str:
    """Strategies with what they are good for and the parameters that are their own."""
    lines = []
    for part in strategies:
        lines.append(f"{part.name} (sizes in {'characters' if part.unit == 'chars' else 'tokens'})")
        lines.append(wrapped(f"{part.summary} Best for: {part.best_for}.", _INDENT))
        for one in parameters_of(part.params):
            if one.name not in _SIZES:
                default = str(one.default).lower() if one.kind == "bool" else one.default
                lines.append(wrapped(f"--set {one.name}={default}  {one.help}", _INDENT))
    return "\n".join(lines)


def samples_json(samples: Iterable[Sample]) -> list[dict[str, Any]]:
    """Samples with the names of their documents."""
    return [asdict(one) for one in samples]


def samples_lines(samples: Iterable[Sample]) -> str:
    """Samples as --data takes them."""
    return "\n".join(
        f"sample:{one.name}  {one.label} ({counted(len(one.documents), 'document')})\n{wrapped(one.summary, _INDENT)}"
        for one in samples
    )


def collections_json(cards: Iterable[CollectionCard]) -> list[dict[str, Any]]:
    """Collections by the names their users gave them."""
    return [
        {
            "name": card.display,
            "strategy": card.strategy,
            "parameters": card.parameters,
            "encoder": card.encoder,
            "embedding": card.embedding,
            "documents": card.documents,
            "chunks": card.chunks,
            "complete": card.complete,
            "created": card.created,
        }
        for card in cards
    ]


def collections_lines(cards: Iterable[CollectionCard]) -> str:
    """Collections as a table."""
    rows = [
        [
            card.display,
            card.strategy,
            ", ".join(f"{name} {value}" for name, value in card.parameters.items()),
            card.encoding,
            f"{card.documents:,}",
            f"{card.chunks:,}",
            card.state,
        ]
        for card in cards
    ]
    if not rows:
        return "There is no collection yet. Build one: python cli.py build --data sample:tarnwick --strategy recursive"
    headings = ("collection", "strategy", "parameters", "encoder", "documents", "chunks", "state")
    return table(headings, rows, numbers=(4, 5))


def history_json(changes: Iterable[Change]) -> list[dict[str, Any]]:
    """A collection's versions, oldest first."""
    return [
        {
            "when": change.when,
            "documents": documents_json(change.documents),
            "chunks": {"kept": change.kept, "added": change.added, "deleted": change.deleted},
            "encoded": change.encoded,
        }
        for change in changes
    ]


def history_lines(changes: Sequence[Change]) -> str:
    """A collection's versions as a table."""
    rows = [
        [
            f"{number:,}",
            change.when,
            f"{change.kept:,}",
            f"{change.added:,}",
            f"{change.deleted:,}",
            f"{change.encoded:,}",
            change.documents.sentence,
        ]
        for number, change in enumerate(changes, start=1)
    ]
    headings = ("version", "built", "kept", "added", "deleted", "encoded", "documents")
    return table(headings, rows, numbers=(0, 2, 3, 4, 5)) if rows else "What its builds changed is not known."


def documents_json(changes: DocumentChanges) -> dict[str, list[str]]:
    """The ids of documents that differ."""
    return {name: list(ids) for name, ids in asdict(changes).items()}
