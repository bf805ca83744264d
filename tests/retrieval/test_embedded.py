"""Chroma's own files, which only a collection on disk has: half of one is refused in words and built again."""

import pytest

from core.errors import CollectionError
from core.types import RetrievalSpec
from retrieval.collections import open_collection
from retrieval.search import search
from retrieval.versions import vectors_of
from tests.fakes import HashEncoder
from tests.retrieval.small import built, corpus_of, version_of


@pytest.mark.slow
def test_a_torn_graph_file_is_refused_and_built_again(home):
    """Chroma writes its graph files after a thousand chunks; half of one must not pass for an index."""
    corpus = corpus_of(*(f"text {n}" for n in range(1500)))
    name = built(corpus, home).collection
    graph = next(vectors_of(version_of(home, name)).glob("*/data_level0.bin"))
    graph.write_bytes(graph.read_bytes()[: graph.stat().st_size // 2])
    with pytest.raises(CollectionError, match="damaged: build it again"):
        search(open_collection(name, home), HashEncoder(), "text 7", RetrievalSpec())
    assert built(corpus, home).encoded == 0
    assert search(open_collection(name, home), HashEncoder(), "text 7", RetrievalSpec())[0].score == 1.0
