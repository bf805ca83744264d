"""One walk down a ranking returns at each limit what a search with that limit does."""

from hypothesis import given
from hypothesis import strategies as st

from core.spans import Span
from core.types import Chunk, Document, RetrievalSpec
from retrieval.passages import passages
from retrieval.ranking import Reread
from retrieval.taken import Ranked
from retrieval.walk import Walk, limited

# Words that recur, so that some passages read the same; sentences, so that a part of a parent may fit.
TEXTS = {"d": "red. blue. red. green. blue red. sky. sea. red.", "e": "sea. red. blue. sky over sea. red. green."}
PLACES = st.tuples(st.sampled_from("de"), st.integers(0, 38), st.integers(1, 9), st.none() | st.integers(0, 25))
LIMITS = st.lists(st.tuples(st.sampled_from(["tokens", "k"]), st.integers(1, 24)), min_size=1, max_size=6)


def chunk(number: int, place: tuple[str, int, int, int | None]) -> Chunk:
    name, start, size, around = place
    text = TEXTS[name]
    end = min(len(text), start + size)
    parent = None if around is None else Span(max(0, start - around), min(len(text), end + around))
    return Chunk(f"c{number}", name, start, end, text[start:end], parent=parent)


@given(st.lists(PLACES, max_size=12), LIMITS, st.booleans(), st.sampled_from([1.0, 0.5]))
def test_law_each_limit_returns_what_a_search_with_it_returns(places, limits, expand, share):
    chunks = {one.id: one for one in (chunk(number, place) for number, place in enumerate(places))}
    documents = {name: Document.from_text(text, name) for name, text in TEXTS.items()}
    ranking = [Ranked(name, 1 / (rank + 1), "x", {}) for rank, name in enumerate(chunks)]
    spec = RetrievalSpec(expand=expand, document_share=share)
    walk = Walk(Reread(iter(ranking)), chunks, documents, spec)
    for by, limit in limits:
        assert list(walk.within(by, limit)) == passages(ranking, chunks, documents, limited(spec, by, limit))


def test_the_ranking_is_read_no_further_than_the_limit_asks():
    chunks = {
        name: Chunk(name, "d", at, at + 3, TEXTS["d"][at : at + 3]) for name, at in (("a", 0), ("b", 5), ("c", 17))
    }
    read = []

    def ranking():
        for name in chunks:
            read.append(name)
            yield Ranked(name, 1.0, "x", {})

    documents = {"d": Document.from_text(TEXTS["d"], "d")}
    walk = Walk(ranking(), chunks, documents, RetrievalSpec())
    assert [hit.chunk.id for hit in walk.within("k", 1)] == ["a"]
    assert read == ["a", "b"]  # the second is what exceeds the limit
    assert walk.within("tokens", 1) is walk.within("k", 1)
