"""How much of the annotated evidence was returned, on merged source characters. Unlike TRACe, needs no judge.

A passage is a range of one document. Sizes are characters covered at least once, so that overlap counts once and a
chunk's own size favors nobody. Recall, precision, IoU and precision-omega follow "Evaluating Chunking Strategies for
Retrieval" (Smith and Troynikov, Chroma Technical Report, 2024), which sums tokens where this sums characters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any, NamedTuple

from core.spans import Span, common, contains, intersect, length, merge, overlaps, subtract, total
from core.types import Chunk, Evidence, Hit


class Passage(NamedTuple):
    """A range of one document."""

    document_id: str
    span: Span


@dataclass(frozen=True, slots=True)
class ReturnedScores:
    """What depends on the passages returned alone; in [0, 1], precision None where nothing was returned."""

    recall: float
    precision: float | None
    iou: float
    hit: bool
    mrr: float
    ndcg: float

    def fields(self) -> dict[str, Any]:
        """By name, what a record that holds them all takes."""
        return {name: getattr(self, name) for name in ReturnedScores.__slots__}


@dataclass(frozen=True, slots=True)
class EvidenceScores:
    """All in [0, 1]; None where nothing can be said (precision and its kin without returned text)."""

    recall: float
    precision: float | None
    iou: float
    precision_omega: float | None
    hit: bool
    mrr: float
    ndcg: float
    severed: float


def evidence_scores(
    evidence: Sequence[Evidence],
    hits: Sequence[Hit],
    chunks: Mapping[str, Sequence[Span]],
    placed: Sequence[Evidence] | None = None,
) -> EvidenceScores | None:
    """Scores of one question, or None when it has no annotated evidence.

    `chunks` holds, by document id, the ranges that retrieval could have returned (see `returnable`). `placed` is the
    evidence where it was returned (see copies.py), by default where it is annotated; what depends on the hits counts it
    there.
    """
    annotated = passages_of(evidence)
    if not annotated:
        return None
    wanted = annotated if placed is None else passages_of(placed)
    return EvidenceScores(
        **returned_scores(wanted, returned_by(hits)).fields(),
        precision_omega=precision_omega(annotated, chunks),
        severed=severed(annotated, chunks),
    )


def returned_scores(evidence: Sequence[Passage], returned: Sequence[Passage]) -> ReturnedScores:
    """Scores of passages in the order of their ranks; there must be evidence."""
    sought = by_document(evidence)
    touching = _touching(sought, returned)
    wanted, got = _characters(sought), _size(returned)
    both = _shared(sought, by_document(passage for _, passage in touching))
    first = _first(touching)
    return ReturnedScores(
        recall=both / wanted,
        precision=both / got if got else None,
        iou=both / (wanted + got - both),
        hit=first > 0,
        mrr=first,
        ndcg=_gained(sought, touching),
    )


def passages_of(evidence: Iterable[Evidence]) -> list[Passage]:
    """The evidence as passages; empty ranges are none."""
    return [Passage(piece.document_id, Span(piece.start, piece.end)) for piece in evidence if piece.end > piece.start]


def by_document(passages: Iterable[Passage]) -> dict[str, list[Span]]:
    """The passages' characters by document, as merged spans."""
    spans: defaultdict[str, list[Span]] = defaultdict(list)
    for document_id, span in passages:
        spans[document_id].append(span)
    return {document_id: merge(group) for document_id, group in spans.items()}


def returned_by(hits: Iterable[Hit]) -> list[Passage]:
    """What the hits handed on, parents included."""
    return [Passage(hit.chunk.document_id, hit.returned) for hit in hits]


def returnable(chunks: Iterable[Chunk], *, expand: bool = True) -> dict[str, list[Span]]:
    """By document id, the distinct ranges that a hit on these chunks would return, sorted: parents where expanded."""
    ranges: defaultdict[str, set[Span]] = defaultdict(set)
    for chunk in chunks:
        ranges[chunk.document_id].add(chunk.returned if expand else Span(chunk.start, chunk.end))
    return {document_id: sorted(spans) for document_id, spans in ranges.items()}


def recall(evidence: Sequence[Passage], returned: Sequence[Passage]) -> float:
    """Share of the evidence's characters that were returned."""
    return _common(evidence, returned) / _size(evidence)


def precision(evidence: Sequence[Passage], returned: Sequence[Passage]) -> float | None:
    """Share of the returned characters that are evidence; None when nothing was returned."""
    size = _size(returned)
    return _common(evidence, returned) / size if size else None


def iou(evidence: Sequence[Passage], returned: Sequence[Passage]) -> float:
    """Characters in both over characters in either."""
    return _common(evidence, returned) / _size([*evidence, *returned])


def mrr(evidence: Sequence[Passage], returned: Sequence[Passage]) -> float:
    """1 / rank of the first passage that covers any evidence; 0 when none does."""
    return _first(_touching(by_document(evidence), returned))


def ndcg(evidence: Sequence[Passage], returned: Sequence[Passage]) -> float:
    """Discounted evidence: characters covered for the first time at rank r count 1 / log2(1 + r).

    A passage lies in one document, so no list can do better than one passage a document that holds all of its
    evidence, largest first. That ideal is the same for every chunking and keeps the ratio at or below 1.
    """
    sought = by_document(evidence)
    return _gained(sought, _touching(sought, returned))


def severed(evidence: Sequence[Passage], chunks: Mapping[str, Sequence[Span]]) -> float:
    """Share of evidence passages that no single chunk holds whole."""
    cut = [
        passage
        for passage in evidence
        if not any(contains(chunk, passage.span) for chunk in chunks.get(passage.document_id, ()))
    ]
    return len(cut) / len(evidence)


def precision_omega(evidence: Sequence[Passage], chunks: Mapping[str, Sequence[Span]]) -> float | None:
    """The best precision that any retrieval from this chunking could reach at full recall.

    Full recall is all evidence that lies in some chunk. The retrieval is the set of chunks that covers it with the
    fewest characters in all. Without overlap that is every chunk which touches evidence, as in Chroma's report; with
    overlap the report counts all of those, and this only the cheapest of them. None when no chunk touches evidence.
    """
    covered = spent = 0
    for document_id, spans in by_document(evidence).items():
        reach = Span(spans[0].start, spans[-1].end)  # spares long documents an intersection with every chunk
        # Said without a call, because there may be thousands.
        near = [chunk for chunk in chunks.get(document_id, ()) if chunk.start < reach.end and chunk.end > reach.start]
        touching = [chunk for chunk in near if any(overlaps(chunk, span) for span in spans)]
        needed = intersect(spans, touching)
        covered += length(needed)
        spent += _cheapest_cover(needed, touching)
    return covered / spent if covered else None


def _cheapest_cover(needed: Sequence[Span], chunks: Sequence[Span]) -> int:
    """Fewest characters of a union of chunks that holds all needed characters, which the chunks cover.

    Taken from left to right, a cheapest cover has rising starts and ends, and what lies between one chunk's end and
    the next one's start is not needed. `costs[i]` is the cheapest union that ends with chunk i.
    """
    if not needed:
        return 0
    ordered = sorted(chunks)
    costs: list[float] = []
    for here, chunk in enumerate(ordered):
        cost = float(chunk.length) if chunk.start <= needed[0].start else float("inf")
        for before in range(here):
            previous = ordered[before]
            if previous.end >= chunk.end:
                continue
            if previous.end >= chunk.start or not intersect(needed, [Span(previous.end, chunk.start)]):
                cost = min(cost, costs[before] + chunk.end - max(chunk.start, previous.end))
        costs.append(cost)
    return int(min(cost for cost, chunk in zip(costs, ordered, strict=True) if chunk.end >= needed[-1].end))


def _touching(sought: Mapping[str, Sequence[Span]], returned: Sequence[Passage]) -> list[tuple[int, Passage]]:
    """The passages that share a character with what is sought, usually few of many, with their ranks."""
    return [
        (rank, passage)
        for rank, passage in enumerate(returned, start=1)
        if any(overlaps(passage[1], piece) for piece in sought.get(passage[0], ()))
    ]


def _first(touching: Sequence[tuple[int, Passage]]) -> float:
    return 1 / touching[0][0] if touching else 0.0


def _gained(sought: Mapping[str, Sequence[Span]], touching: Sequence[tuple[int, Passage]]) -> float:
    missing = dict(sought)
    ideal = sorted((total(spans) for spans in missing.values()), reverse=True)
    gains = []
    for rank, (document_id, span) in touching:
        left = missing[document_id]
        gains.append((rank, total(intersect(left, [span]))))
        missing[document_id] = subtract(left, [span])
    return min(1.0, _discounted(gains) / _discounted(enumerate(ideal, start=1)))


def _discounted(gains: Iterable[tuple[int, int]]) -> float:
    return sum(gain / log2(1 + rank) for rank, gain in gains if gain)


def _size(passages: Iterable[Passage]) -> int:
    return _characters(by_document(passages))


def _common(left: Iterable[Passage], right: Iterable[Passage]) -> int:
    return _shared(by_document(left), by_document(right))


def _characters(merged: Mapping[str, Sequence[Span]]) -> int:
    return sum(map(total, merged.values()))


def _shared(ours: Mapping[str, Sequence[Span]], theirs: Mapping[str, Sequence[Span]]) -> int:
    return sum(total(common(spans, theirs[name])) for name, spans in ours.items() if name in theirs)
