"""From question to passages: order, limits, merging, refusals. Corpora are small enough to rank by hand."""

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import CollectionError, SettingError
from core.tokens import count_tokens
from core.types import RetrievalSpec
from retrieval import rerank as rerank_module
from retrieval import search as search_module
from retrieval.build import build
from retrieval.collections import delete_collection, open_collection
from retrieval.dense import VectorIndex
from retrieval.search import MODES, search
from retrieval.word_index import WordIndex
from tests.fakes import HashEncoder
from tests.retrieval.small import WHOLE, built, corpus_of, opened

ALL_MODES = tuple(MODES)


def texts_of(hits) -> list[str]:
    return [hit.text for hit in hits]


def ask(collection, query: str, **spec):
    return search(collection, HashEncoder(), query, RetrievalSpec(**spec))


@pytest.mark.parametrize("mode", ALL_MODES)
def test_r03_k_larger_than_the_collection(home, mode):
    """R03: two chunks, k = 10: two hits, both share a word with the question."""
    hits = ask(opened(home, "doc one", "doc two"), "doc one", mode=mode, k=10)
    assert [hit.rank for hit in hits] == [1, 2]
    assert texts_of(hits) == ["doc one", "doc two"]


@pytest.mark.parametrize("mode", ALL_MODES)
@pytest.mark.parametrize("query", ["", "   ", "?!", "\u200b", "\n\u00ad …"])
def test_r06_blank_questions_are_refused(home, mode, query):
    """R06."""
    collection = opened(home, "doc one")
    with pytest.raises(SettingError, match="question is empty"):
        ask(collection, query, mode=mode)


def test_r11_without_a_match_bm25_finds_nothing_and_hybrid_is_dense(home):
    """R11."""
    collection = opened(home, "alpha", "beta", "gamma", "delta")
    assert ask(collection, "zzz", mode="bm25", k=2) == []
    dense, hybrid = (ask(collection, "zzz", mode=mode, k=4) for mode in ("dense", "hybrid"))
    assert texts_of(hybrid) == texts_of(dense)
    assert all(hit.channels.keys() == {"dense"} for hit in hybrid)
    assert len(ask(collection, "alpha zzz", mode="hybrid", k=4)[0].channels) == 2


def test_scores_say_what_they_are(home):
    collection = opened(home, "red fox", "blue whale", "red door")
    kinds = {mode: ask(collection, "red fox", mode=mode)[0].score_kind for mode in ALL_MODES}
    assert kinds == {"dense": "cosine similarity", "bm25": "BM25", "hybrid": "RRF", "rerank": "BM25 (re-ranked)"}
    hit = ask(collection, "red fox", mode="dense")[0]
    assert hit.score == pytest.approx(1.0) and hit.channels == {"dense": hit.score}
    fused = ask(collection, "red fox", mode="hybrid")[0]
    assert fused.score == pytest.approx(2 / 61) and fused.channels.keys() == {"dense", "bm25"}


def test_dense_order_equals_brute_force(home):
    rng = random.Random(0)
    texts = list(dict.fromkeys(" ".join(rng.choices("abcdefghijklmnop", k=6)) for _ in range(300)))
    collection, encoder = opened(home, *texts), HashEncoder()
    for _ in range(10):
        query = " ".join(rng.choices("abcdefghijklmnop", k=3))
        cosines = HashEncoder().encode_documents(texts) @ encoder.encode_queries([query])[0]
        found = {hit.text: hit.score for hit in ask(collection, query, k=300)}
        assert all(found[text] == pytest.approx(cosine, abs=2e-6) for text, cosine in zip(texts, cosines, strict=True))
        scores = list(found.values())
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("mode", ALL_MODES)
def test_r13_the_order_of_insertion_does_not_matter(home, mode):
    """R13: equal scores, shuffled documents; the same chunk ids in the same order each time."""
    documents = {"a": "k a", "b": "k b", "c": "c d", "d": "e f", "e": "g h"}
    orders = set()
    for seed in range(5):
        items = list(documents.items())
        random.Random(seed).shuffle(items)
        built(corpus_of(**dict(items)), home / str(seed))
        collection = open_collection("demo_recursive_hash", home / str(seed))
        orders.add(tuple(hit.chunk.id for hit in ask(collection, "k", mode=mode, k=5)))
    assert len(orders) == 1


def test_a_larger_k_only_adds(home):
    collection = opened(home, *(f"word{n % 5} text{n % 3} number{n}" for n in range(120)))
    for mode in ALL_MODES:
        all_hits = ask(collection, "word1 text2 number7", mode=mode, k=120)
        for k in (1, 3, 50, 60):
            assert ask(collection, "word1 text2 number7", mode=mode, k=k) == all_hits[:k]


@pytest.mark.parametrize("mode", ALL_MODES)
def test_r16_copies_of_a_text_are_one_passage(home, mode):
    """R16: three copies of "Limit is 10." take one place of two; how many there are can be asked."""
    collection = opened(home, "Limit is 10.", "Limit is 10.", "Limit  is 10.", "Fees are 5.")
    hits = ask(collection, "limit and fees", mode=mode, k=2)
    assert sorted(map(str.split, texts_of(hits))) == [["Fees", "are", "5."], ["Limit", "is", "10."]]
    assert collection.copies(collection.chunks[0]) == 2 and collection.copies(collection.chunks[3]) == 1


def test_budget_is_filled_in_order_and_ends_at_the_first_that_does_not_fit(home):
    collection = opened(home, "apple " * 10, "apple pear " * 10, "apple plum")
    order = texts_of(ask(collection, "apple", k=3))
    sizes = [count_tokens(text) for text in order]
    assert texts_of(ask(collection, "apple", token_budget=sum(sizes), k=1)) == order
    assert texts_of(ask(collection, "apple", token_budget=sum(sizes) - 1)) == order[:2]
    assert texts_of(ask(collection, "apple", token_budget=sizes[0])) == order[:1]
    assert ask(collection, "apple", token_budget=sizes[0] - 1) == []


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"k": 0}, "k must be at least 1"),
        ({"token_budget": 0}, "token budget must be at least 1"),
        ({"mode": "sparse"}, "retriever 'sparse' is not known"),
        ({"fusion": "sum"}, "fusion 'sum' is not known"),
        ({"document_share": 0.0}, "share of one document must be above 0 and at most 1, but is 0.0"),
        ({"document_share": float("nan")}, "share of one document must be above 0"),
    ],
)
def test_settings_that_cannot_work(home, setting, words):
    with pytest.raises(SettingError, match=words):
        ask(opened(home, "text"), "text", **setting)


def test_i04_another_encoder_is_refused_before_it_is_asked(home):
    """I04: both encoders and the collection are named, with the choice."""

    class Untouchable(HashEncoder):
        def encode_queries(self, texts):
            raise AssertionError("asked")

    collection = opened(home, "text")
    other = Untouchable("large", dimension=768)
    words = r"demo_recursive_hash was built with hash \(64 .*cannot be searched with large \(768 .*use hash, or build"
    with pytest.raises(CollectionError, match=words):
        search(collection, other, "text", RetrievalSpec())
    with pytest.raises(CollectionError, match=words):
        open_collection("demo_recursive_hash", home, other)
    assert search(collection, other, "text", RetrievalSpec(mode="bm25"))


def test_bm25_needs_no_encoder_and_the_others_say_which(home):
    collection = opened(home, "text")
    assert texts_of(search(collection, None, "text", RetrievalSpec(mode="bm25"))) == ["text"]
    with pytest.raises(SettingError, match="dense needs the encoder hash"):
        search(collection, None, "text", RetrievalSpec())


@pytest.mark.parametrize("mode", ALL_MODES)
def test_i24_a_collection_that_was_removed(home, mode):
    """I24: opened, asked, then removed: one line, whether or not it is in memory already."""
    collection = opened(home, "text")
    other = open_collection("demo_recursive_hash", home)
    assert ask(other, "text", mode=mode)
    delete_collection("demo_recursive_hash", home)
    for stale in (collection, other):
        with pytest.raises(CollectionError, match="demo_recursive_hash was removed"):
            ask(stale, "text", mode=mode)


def test_a_collection_is_searched_until_it_is_rebuilt(home):
    """An open one, and one opened meanwhile, hold the old version to the end; then they say so."""
    collection = opened(home, "text")
    events = build(corpus_of("text", "more"), WHOLE, HashEncoder(), home)
    for _ in range(5):
        next(events)
        other = open_collection("demo_recursive_hash", home)
        assert texts_of(ask(collection, "text")) == texts_of(ask(other, "text")) == ["text"]
    list(events)
    for stale in (collection, other):
        with pytest.raises(CollectionError, match="was rebuilt since it was opened: open it again"):
            ask(stale, "text")
    assert len(ask(open_collection("demo_recursive_hash", home), "text")) == 2


def test_a_collection_that_was_removed_and_is_built_again(home):
    collection = opened(home, "text")
    delete_collection("demo_recursive_hash", home)
    events = build(corpus_of("text", "more"), WHOLE, HashEncoder(), home)
    for event in events:
        if event.stage == "Writing":
            break
    with pytest.raises(CollectionError, match="is being rebuilt"):
        ask(collection, "text")
    events.close()


def test_rerank_changes_the_order_of_candidates_only(home, monkeypatch):
    """The pool is two; the third text matches best by words but is no candidate and stays third."""
    texts = ["apple", "apple pear", "apple pear plum fig plum fig"]
    collection = opened(home, *texts)
    monkeypatch.setattr(search_module, "POOL", 2)
    assert texts_of(ask(collection, "apple plum", mode="dense", k=3))[2] != texts[0]
    hits = ask(collection, "apple pear", mode="rerank", k=3)
    assert [hit.score_kind for hit in hits] == ["BM25 (re-ranked)"] * 2 + ["cosine similarity"]
    assert hits[0].channels["rerank"] >= hits[1].channels["rerank"]


def test_rerank_without_a_match_keeps_the_dense_order(home):
    collection = opened(home, "alpha", "beta", "gamma")
    assert texts_of(ask(collection, "zzz", mode="rerank")) == texts_of(ask(collection, "zzz", mode="dense"))


def test_rerank_by_a_cross_encoder(home, monkeypatch):
    class Shortest:
        name = "shortest"

        def score(self, query, texts):
            return [-float(len(text)) for text in texts]

    asked = []
    monkeypatch.setattr(rerank_module, "load_cross_encoder", lambda name: asked.append(name) or Shortest())
    hits = ask(opened(home, "apple pear plum", "apple", "apple pear"), "apple", mode="rerank", reranker="some/model")
    assert texts_of(hits) == ["apple", "apple pear", "apple pear plum"]
    assert asked == ["some/model"] and hits[0].score_kind == "cross-encoder (re-ranked)"


def test_questions_are_encoded_once(home):
    class Counting(HashEncoder):
        asked = 0

        def encode_queries(self, texts):
            self.asked += len(texts)
            return super().encode_queries(texts)

    encoder = Counting()
    for _ in range(2):
        collection = opened(home, "text")
        for mode in ("dense", "hybrid", "rerank"):
            search(collection, encoder, "text?", RetrievalSpec(mode=mode))
        collection.close()
    assert encoder.asked == 1


WORDS = st.lists(st.sampled_from(["apple", "pear", "plum", "fig", "kiwi", "lime"]), min_size=1, max_size=4).map(
    " ".join
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(WORDS, min_size=1, max_size=6), WORDS, st.integers(1, 12))
def test_law_budget_is_never_exceeded_and_passages_are_distinct(tmp_path_factory, texts, query, budget):
    collection = opened(tmp_path_factory.mktemp("home"), *texts)
    for mode in ALL_MODES:
        by_budget, by_k = (
            ask(collection, query, mode=mode, token_budget=budget),
            ask(collection, query, mode=mode, k=99),
        )
        assert sum(count_tokens(hit.text) for hit in by_budget) <= budget
        assert by_budget == by_k[: len(by_budget)]
        assert len({hit.text for hit in by_k}) == len(by_k)
        assert [hit.rank for hit in by_k] == list(range(1, len(by_k) + 1))
        assert all(np.isfinite(hit.score) for hit in by_k)
        if mode != "bm25":
            assert {hit.text for hit in by_k} == set(texts)


def test_a_question_with_bytes_that_are_no_text(home):
    collection = opened(home, "Limit is 10.", "Fees are 5.")
    for mode in ("dense", "bm25"):
        assert search(collection, HashEncoder(), "fees \udcff", RetrievalSpec(mode=mode))[0].text == "Fees are 5."


def test_r04_few_matches_among_many_are_all_found_and_in_order():
    """There is no filter by metadata; words are what leaves few of many, and vectors are compared with all of them."""
    rng = np.random.default_rng(4)
    vectors = rng.normal(size=(1000, 32)).astype(np.float32)
    ids = [f"c{number:04}" for number in range(1000)]
    index = VectorIndex(ids, vectors)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    for query in rng.normal(size=(50, 32)).astype(np.float32):
        found = [name for name, _ in index.rank(query)[:5]]
        assert found == [ids[row] for row in np.argsort(-(unit @ query), kind="stable")[:5]]
    texts = {name: f"note {name} about lamps" for name in ids} | {"c0007": "till Sverige", "c0700": "Sverige, Sverige"}
    assert [name for name, _ in WordIndex(texts).rank("sverige")] == ["c0700", "c0007"]
