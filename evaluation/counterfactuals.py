"""Searches with one cause of loss removed and everything else as it was. Which loss that explains is in losses.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from core.hashing import key_of
from core.spans import Span, contains, intersect, overlaps
from core.types import Chunk, Evidence
from embedding.chunks import chunk_vectors
from embedding.encoding import EncodingError, encode_query
from evaluation.causes import BOUNDARY, BUDGET, DUPLICATES, LIMIT
from evaluation.checks.duplicates import ALIKE, alike, shingles_of
from evaluation.evidence import returnable
from evaluation.scene import Case, ChangedChunks, Searched
from retrieval.dense import VectorIndex
from retrieval.passages import passages
from retrieval.search import MODES, Ranking, dense_ranking
from retrieval.taken import Ranked

# More than any text has on average: longer chunks are not read to their end to see where the limit falls.
_LETTERS_A_PIECE = 16

_shingles = lru_cache(maxsize=4096)(shingles_of)


def without_boundaries(case: Case) -> Searched | None:
    """The chunks that share an evidence passage which none of them holds whole, joined; None where there are none."""
    scene = case.scene
    chunks, joined = dict(scene.ground.chunks), dict[str, Chunk]()
    for piece in case.question.evidence:
        place, ranges = Span(piece.start, piece.end), scene.ground.returnable.get(piece.document_id, ())
        if not intersect(case.lost.get(piece.document_id, ()), [place]) or any(contains(one, place) for one in ranges):
            continue
        near = [
            c for c in chunks.values() if c.document_id == piece.document_id and overlaps(Span(c.start, c.end), place)
        ]
        if near:
            one = _joined(near, piece, case)
            for chunk in near:
                del chunks[chunk.id]
                joined.pop(chunk.id, None)
            chunks[one.id] = joined[one.id] = one
    if not joined:
        return None
    dense = _dense(case)
    if dense:
        kept = [(name, score) for name, score in dense if name in chunks]
        dense = _sorted([*kept, *_scores(case, {name: [chunk] for name, chunk in joined.items()}).items()])
    others = ChangedChunks(scene.collection, chunks, joined)
    ranking = list(MODES[scene.retrieval.mode](others, dense, case.question.text, scene.retrieval))
    hits = passages(ranking, chunks, scene.ground.documents, scene.retrieval)
    return Searched(ranking, hits, returnable(chunks.values(), expand=scene.retrieval.expand))


def without_limit(case: Case) -> Searched | None:
    """Chunks whose unread part holds lost evidence, with the best score of that part; None where there are none."""
    scene, encoder = case.scene, case.scene.encoder
    if encoder is None or scene.retrieval.mode == "bm25":
        return None
    parts = {}
    for chunk in scene.ground.chunks.values():
        if chunk.document_id in case.lost and not chunk.summary and case.holds_lost(chunk):
            found = list(_unread_parts(chunk, case))
            if found:
                parts[chunk.id] = found
    if not parts:
        return None
    own, better = dict(_dense(case)), _scores(case, parts)
    dense = _sorted([(name, max(score, better.get(name, score))) for name, score in own.items()])
    ranking = list(MODES[scene.retrieval.mode](scene.collection, dense, case.question.text, scene.retrieval))
    hits = passages(ranking, scene.ground.chunks, scene.ground.documents, scene.retrieval)
    return Searched(ranking, hits, scene.ground.returnable)


def without_near_copies(case: Case) -> Searched | None:
    """The ranking without what says nearly the same as a chunk above it; what holds lost evidence stays in any case."""
    ground = case.scene.ground
    hits = passages(_first_of_each(case), ground.chunks, ground.documents, case.scene.retrieval)
    return Searched(case.ranking, hits, ground.returnable)


def without_budget(case: Case) -> Searched | None:
    """The first k passages; None where nothing limits their tokens."""
    ground, spec = case.scene.ground, case.scene.retrieval
    if spec.token_budget is None:
        return None
    hits = passages(case.ranking, ground.chunks, ground.documents, replace(spec, token_budget=None))
    return Searched(case.ranking, hits, ground.returnable)


REMOVALS: dict[str, Callable[[Case], Searched | None]] = {
    BOUNDARY: without_boundaries,
    LIMIT: without_limit,
    DUPLICATES: without_near_copies,
    BUDGET: without_budget,
}


def _joined(near: Sequence[Chunk], piece: Evidence, case: Case) -> Chunk:
    """One chunk over all of these and the whole passage; it is handed on with their parents."""
    first = min(near, key=lambda chunk: chunk.start)
    span = Span(min(first.start, piece.start), max(piece.end, *(chunk.end for chunk in near)))
    returned = [span, *map(case.scene.returned, near)]
    whole = Span(min(one.start for one in returned), max(one.end for one in returned))
    return replace(
        first,
        id=key_of([chunk.id for chunk in near]),
        start=span.start,
        end=span.end,
        text=case.scene.ground.documents[piece.document_id].text[span.start : span.end],
        parent=whole if any(chunk.parent for chunk in near) else None,
        summary="\n\n".join(dict.fromkeys(chunk.summary for chunk in near if chunk.summary)),
    )


def _unread_parts(chunk: Chunk, case: Case) -> Iterator[Chunk]:
    """What the encoder never reads of a chunk, around lost evidence, in parts that it reads whole.

    Half of what it reads at once comes before the evidence, where so much is unread.
    """
    read = case.scene.read_of(chunk)
    unread = Span(chunk.start + read, chunk.end)
    for span in intersect(case.lost[chunk.document_id], [unread]):
        start = max(unread.start, span.start - read // 2)
        while start < span.end:
            reach = min(chunk.end, start + _LETTERS_A_PIECE * case.scene.limit)
            part = _of(chunk, start, reach)
            end = start + case.scene.read_of(part)
            if end <= start:  # the context alone is longer than the limit
                return
            yield _of(chunk, start, end)
            start = end


def _of(chunk: Chunk, start: int, end: int) -> Chunk:
    return replace(chunk, start=start, end=end, text=chunk.text[start - chunk.start : end - chunk.start])


def _first_of_each(case: Case) -> Iterator[Ranked]:
    """The ranking, lazily: search stops when its passages are full."""
    ground = case.scene.ground
    above: list[frozenset[int]] = []
    for one in case.ranking:
        chunk = ground.chunks[one.chunk_id]
        start, end = case.scene.returned(chunk)
        shingles = _shingles(ground.documents[chunk.document_id].text[start:end])
        copies = bool(shingles) and any(alike(shingles, other) >= ALIKE for other in above)
        if copies and not case.holds_lost(chunk):
            continue
        above.append(shingles)
        yield one


def _dense(case: Case) -> Ranking:
    scene = case.scene
    return dense_ranking(scene.collection, scene.encoder, case.question.text, scene.retrieval)


def _scores(case: Case, chunks: Mapping[str, Sequence[Chunk]]) -> dict[str, float]:
    """For each name the best similarity of its chunks to the question."""
    scene = case.scene
    assert scene.encoder is not None
    names = [name for name, parts in chunks.items() for _ in parts]
    wanted = [part for parts in chunks.values() for part in parts]
    encoded = chunk_vectors(scene.encoder, wanted, scene.ground.documents, scene.collection.cache)
    if encoded.missing:
        raise EncodingError(f"The encoder {scene.encoder.spec.encoder} gave no vector for a text.")
    query = encode_query(scene.encoder, case.question.text, scene.collection.cache)
    best: dict[str, float] = {}
    for row, score in VectorIndex([str(row) for row in range(len(names))], encoded.vectors).rank(query):
        name = names[int(row)]
        best[name] = max(score, best.get(name, score))
    return best


def _sorted(ranking: Sequence[tuple[str, float]]) -> Ranking:
    return sorted(ranking, key=lambda pair: (-pair[1], pair[0]))
