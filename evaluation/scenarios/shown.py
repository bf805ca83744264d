"""The passages that a scenario shows in place of those retrieved. Asks no model, judges nothing.

Ranks are counted anew. Synthetic passages lie in a document of their own, so that they never count as evidence.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from core.spans import Span, contains, overlaps, subtract
from core.text import normalized
from core.types import Chunk, Document, Evidence, Hit, Question
from evaluation.pipeline import Pipeline
from evaluation.scenarios.altering import Altered, alterations, names_in
from evaluation.scenarios.result import PARTLY
from evaluation.scenarios.scenario import Scenario
from retrieval.passages import passages
from retrieval.search import ranked
from retrieval.taken import Ranked

SYNTHETIC, NOISE = "synthetic", "noise"
UNSEEN = "its evidence was not retrieved, so that there is nothing to contradict"
_SEED = 7
_NAMES = 20


@dataclass(frozen=True, slots=True)
class Shown:
    """What the model gets to read. `altered` are the changes made to evidence; `reason` says why nothing was shown."""

    hits: tuple[Hit, ...] = ()
    altered: tuple[Altered, ...] = ()
    reason: str = ""


def shown(question: Question, scenario: Scenario, pipeline: Pipeline) -> Shown:
    """The passages for one question under one scenario; the same for the same question, whatever else is asked."""
    ranking = list(ranked(pipeline.collection, pipeline.encoder, question.text, pipeline.retrieval))
    if scenario.kind == "withheld":
        kept = [one for one in ranking if not _gives_away(pipeline, one, question.evidence)]
        return Shown(tuple(_passages(kept, pipeline)))
    hits = _passages(ranking, pipeline)
    wanted = max(1, round(scenario.rate * len(hits))) if scenario.rate and hits else 0
    draw = random.Random(f"{_SEED} {question.id}")
    if scenario.kind == "noisy":
        noise = _noise(question.evidence, hits, pipeline, wanted, draw)
        return Shown(tuple(mixed(hits, noise, question.evidence, draw)))
    if scenario.kind == "contradicting":
        covered = covers_all(question.evidence, hits)
        if not covered:
            return Shown(reason=PARTLY if covered is None else UNSEEN)
        made = _contradictions(question.evidence, hits, pipeline, wanted)
        if not made:
            return Shown(reason="its evidence holds no number, name or verb that can be altered")
        false = [_synthetic(number, one) for number, one in enumerate(made)]
        return Shown(tuple(mixed(hits, false, question.evidence, draw)), tuple(made))
    return Shown(tuple(hits))


def mixed(hits: Sequence[Hit], others: Sequence[Hit], evidence: Sequence[Evidence], draw: random.Random) -> list[Hit]:
    """As many passages as before, with the others at random places.

    The lowest-ranked passages give way, those with evidence last.
    """
    free = len(hits) - len(others)
    by_need = sorted(hits, key=lambda hit: (not _touches(hit, evidence), hit.rank))
    staying = sorted(by_need[: max(0, free)], key=lambda hit: hit.rank)
    result = list(staying)
    for other in others:
        result.insert(draw.randint(0, len(result)), other)
    return [replace(hit, rank=rank) for rank, hit in enumerate(result, start=1)]


def covers_all(evidence: Sequence[Evidence], hits: Sequence[Hit]) -> bool | None:
    """Whether unaltered passages show all evidence (True) or none of it (False); None for a part."""
    texts = [normalized(hit.text) for hit in hits if hit.score_kind != SYNTHETIC]
    whole = [any(normalized(piece.quote) in text for text in texts) or _covered(piece, hits) for piece in evidence]
    if all(whole):
        return True
    return None if any(whole) or any(_touches(hit, evidence) for hit in hits) else False


def _covered(piece: Evidence, hits: Sequence[Hit]) -> bool:
    """Whether the passages together hold every character of the piece."""
    spans = [hit.returned for hit in hits if hit.chunk.document_id == piece.document_id]
    return not subtract([Span(piece.start, piece.end)], spans)


def _passages(ranking: Iterable[Ranked], pipeline: Pipeline) -> list[Hit]:
    return passages(ranking, pipeline.ground.chunks, pipeline.ground.documents, pipeline.retrieval)


def _gives_away(pipeline: Pipeline, one: Ranked, evidence: Sequence[Evidence]) -> bool:
    """Whether what the chunk returns shares a character with evidence, or reads like it elsewhere."""
    chunk = pipeline.ground.chunks[one.chunk_id]
    span = chunk.returned if pipeline.retrieval.expand else Span(chunk.start, chunk.end)
    text = normalized(pipeline.ground.documents[chunk.document_id].text[span.start : span.end])
    return any(
        (chunk.document_id == piece.document_id and overlaps(span, Span(piece.start, piece.end)))
        or normalized(piece.quote) in text
        for piece in evidence
    )


def _touches(hit: Hit, evidence: Sequence[Evidence]) -> bool:
    return any(
        hit.chunk.document_id == piece.document_id and overlaps(hit.returned, Span(piece.start, piece.end))
        for piece in evidence
    )


def _noise(
    evidence: Sequence[Evidence], hits: Sequence[Hit], pipeline: Pipeline, wanted: int, draw: random.Random
) -> list[Hit]:
    """Chunks at random that hold no evidence and are not shown already; from other documents where there are any."""
    taken = {hit.chunk.id for hit in hits}
    read = {normalized(hit.text) for hit in hits}
    about = {piece.document_id for piece in evidence}
    free = [
        chunk
        for chunk in pipeline.collection.chunks
        if chunk.id not in taken
        and normalized(chunk.text) not in read
        and not _gives_away(pipeline, Ranked(chunk.id, 0.0, NOISE, {}), evidence)
    ]
    elsewhere = [chunk for chunk in free if chunk.document_id not in about]
    pool = elsewhere if len(elsewhere) >= wanted else free
    return [_hit(chunk, NOISE) for chunk in draw.sample(pool, min(wanted, len(pool)))]


def _contradictions(
    evidence: Sequence[Evidence], hits: Sequence[Hit], pipeline: Pipeline, wanted: int
) -> list[Altered]:
    """Altered copies of the passages that hold evidence, the pieces of evidence in turn."""
    names = names_in([hit.text for hit in hits])[:_NAMES]
    sources = [alterations(*_around(piece, hits, pipeline.ground.documents), names) for piece in evidence]
    made: list[Altered] = []
    while sources and len(made) < wanted:
        for source in list(sources):
            found = list(islice(source, 1))
            if not found:
                sources.remove(source)
            elif len(made) < wanted and found[0].text not in {one.text for one in made}:
                made.append(found[0])
    return made


def _around(piece: Evidence, hits: Sequence[Hit], documents: Mapping[str, Document]) -> tuple[str, Span]:
    """The passage that shows the piece whole, else the piece alone; and where the piece stands in it."""
    whole = Span(piece.start, piece.end)
    for hit in hits:
        if hit.chunk.document_id == piece.document_id and contains(hit.returned, whole):
            start = piece.start - hit.returned.start
            return hit.text, Span(start, start + whole.length)
    return documents[piece.document_id].text[piece.start : piece.end], Span(0, whole.length)


def _synthetic(number: int, one: Altered) -> Hit:
    name = f"{SYNTHETIC}-{number + 1}"
    return _hit(Chunk(name, name, 0, len(one.text), one.text), SYNTHETIC)


def _hit(chunk: Chunk, kind: str) -> Hit:
    return Hit(0, chunk, 0.0, kind, {}, Span(chunk.start, chunk.end), chunk.text)
