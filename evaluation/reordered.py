"""The same search with the chunks in another order. Unlike counterfactuals.py, nothing may come of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.types import Question, RetrievalSpec
from embedding.encoding import encode_query
from evaluation.evidence import Passage, returned_by
from evaluation.scene import OtherChunks
from retrieval.passages import passages
from retrieval.search import MODES, Ranking

if TYPE_CHECKING:
    from embedding.encoder import Encoder
    from retrieval.collection import Collection

_SEED = 20240711
# Indexing all words anew takes a second for as many chunks.
_MOST_CHUNKS = 20_000
_ASKED = 3


def reordered(
    collection: Collection, encoder: Encoder | None, questions: Iterable[Question], retrieval: RetrievalSpec
) -> dict[str, tuple[Passage, ...]]:
    """What a few of these questions return when documents and chunks are indexed in a shuffled order, by question id.

    Nothing for a collection that is too large to be indexed again for this.
    """
    if len(collection.chunks) > _MOST_CHUNKS:
        return {}
    chunks, documents = list(collection.chunks), list(collection.documents.values())
    mixed = random.Random(_SEED)
    mixed.shuffle(chunks)
    mixed.shuffle(documents)
    others, texts = OtherChunks({chunk.id: chunk for chunk in chunks}), {each.id: each for each in documents}
    vectors = None
    if retrieval.mode != "bm25" and encoder is not None:
        vectors = collection.vectors.reordered(mixed.sample(range(len(chunks)), len(chunks)))
    found = {}
    known = list(questions)
    for question in mixed.sample(known, min(_ASKED, len(known))):
        dense: Ranking = []
        if vectors is not None and encoder is not None:
            dense = vectors.rank(encode_query(encoder, question.text, collection.cache))
        ranking = MODES[retrieval.mode](others, dense, question.text, retrieval)
        found[question.id] = tuple(returned_by(passages(ranking, others.by_id, texts, retrieval)))
    return found
