"""Texts through the cache: each once, in input order, with blanks, bad vectors and failing batches set apart."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import ChunkTraceError
from core.events import Finished, Progress
from embedding.cache import VectorCache
from embedding.encoding import BATCH, EncodingError, encode_cached, encode_query
from tests.fakes import HashEncoder, result_of


class Picky(HashEncoder):
    """Fails on chosen calls, gives NaN for chosen texts, and refuses blanks and large requests."""

    def __init__(self, fail_on: tuple[int, ...] = (), invalid: tuple[str, ...] = (), largest: int = 10**9) -> None:
        super().__init__()
        self.fail_on, self.invalid, self.largest = fail_on, invalid, largest
        self.calls = 0

    def encode_documents(self, texts):
        self.calls += 1
        if self.calls in self.fail_on:
            raise ConnectionError("status 500")
        if len(texts) > self.largest or any(not text.strip() for text in texts):
            raise ValueError("status 400")
        vectors = super().encode_documents(texts)
        for row, text in enumerate(texts):
            if text in self.invalid:
                vectors[row, 0] = np.nan
        return vectors


@pytest.fixture
def cache(home):
    with VectorCache(home, HashEncoder().spec) as cache:
        yield cache


def test_order_is_the_order_of_the_texts(cache, hash_encoder):
    texts = [f"{'word ' * (n * 7 % 13)}text {n}" for n in range(200)]
    encoded = result_of(encode_cached(hash_encoder, texts, cache, batch=16))
    assert np.array_equal(encoded.vectors, HashEncoder().encode_documents(texts))
    assert (encoded.encoded, encoded.reused, encoded.missing) == (200, 0, frozenset())


def test_batches_hold_texts_of_like_length_and_each_distinct_text_once(cache, hash_encoder):
    texts = ["bb", "a", "dddd", "ccc", "bb", "a"]
    encoded = result_of(encode_cached(hash_encoder, texts, cache, batch=2))
    assert hash_encoder.encoded == ["dddd", "ccc", "bb", "a"]
    assert (encoded.encoded, encoded.reused) == (4, 2)


def test_a_second_time_nothing_is_encoded(cache, hash_encoder):
    texts = ["one", "two", "three"]
    first = result_of(encode_cached(hash_encoder, texts, cache))
    again = result_of(encode_cached(hash_encoder, [*texts, "four"], cache))
    assert hash_encoder.encoded == ["three", "one", "two", "four"]
    assert np.array_equal(again.vectors[:3], first.vectors)
    assert (again.encoded, again.reused) == (1, 3)


def test_progress_counts_new_texts_and_each_batch_is_on_disk_at_once(home, cache, hash_encoder):
    texts = [f"text {n}" for n in range(10)]
    cache.put_many("document", {"text 0": hash_encoder.encode_documents(["text 0"])[0]})
    events = encode_cached(hash_encoder, texts, cache, batch=4)
    assert next(events) == Progress("Encoding", 0, 9, "1 known already")
    for done in (4, 8, 9):
        event = next(events)
        assert (event.done, event.total) == (done, 9)
        with VectorCache(home, hash_encoder.spec) as other:
            assert len(other) == done + 1
    assert isinstance(next(events), Finished)


def test_closing_cancels_and_keeps_what_is_done(cache, hash_encoder):
    texts = [f"text {n}" for n in range(10)]
    events = encode_cached(hash_encoder, texts, cache, batch=4)
    next(events), next(events)
    events.close()
    assert len(cache) == 4
    assert result_of(encode_cached(hash_encoder, texts, cache)).encoded == 6


def test_i16_a_failed_batch_is_not_done_and_only_it_is_sent_again(cache):
    """I16: call 2 of 3 fails; 64 of 96 are kept, the job is not finished, and a retry sends the 32."""
    texts = [f"chunk {n:02}" for n in range(96)]
    encoder = Picky(fail_on=(2,))
    events = encode_cached(encoder, texts, cache, batch=32)
    seen = []
    with pytest.raises(EncodingError, match=r"failed on 32 of 96 texts \(ConnectionError: status 500\).*other 64"):
        seen.extend(events)
    assert not any(isinstance(event, Finished) for event in seen)
    assert len(cache) == 64
    encoder.encoded.clear()
    assert result_of(encode_cached(encoder, texts, cache, batch=32)).encoded == 32
    assert len(encoder.encoded) == 32


def test_an_encoder_that_is_down_is_not_asked_forever(cache):
    encoder = Picky(fail_on=tuple(range(1, 1000)))
    with pytest.raises(EncodingError, match="failed on 1000 of 1000"):
        result_of(encode_cached(encoder, [f"text {n}" for n in range(1000)], cache, batch=10))
    assert encoder.calls == 3


def test_i17_blanks_are_never_sent(cache):
    """I17: the encoder refuses blanks; the two texts get their vectors, the blanks get none."""
    encoded = result_of(encode_cached(Picky(), ["alpha", "", "   ", "beta", "\u200b"], cache))
    assert encoded.blank == (1, 2, 4)
    assert np.isnan(encoded.vectors[[1, 2, 4]]).all()
    assert np.array_equal(encoded.vectors[[0, 3]], HashEncoder().encode_documents(["alpha", "beta"]))
    assert len(cache) == 2


def test_i18_requests_stay_small_and_the_order_holds(cache):
    """I18: 3000 texts against an encoder that takes at most 2048 at once."""
    texts = [f"note {n}" for n in range(3000)]
    encoded = result_of(encode_cached(Picky(largest=BATCH), texts, cache))
    assert np.array_equal(encoded.vectors, HashEncoder().encode_documents(texts))


def test_i23_a_vector_that_is_not_finite_is_reported_and_not_kept(cache):
    """I23: the second of three is NaN; the others are kept, it is named, and no zero vector stands in for it."""
    encoded = result_of(encode_cached(Picky(invalid=("two",)), ["one", "two", "three", "two"], cache))
    assert encoded.invalid == (1, 3)
    assert np.isnan(encoded.vectors[[1, 3]]).all()
    assert (encoded.encoded, encoded.reused) == (2, 0)
    assert cache.get_many("document", ["one", "two", "three"]).keys() == {"one", "three"}


def test_an_encoder_of_another_shape_is_refused(cache):
    class Short(HashEncoder):
        def encode_documents(self, texts):
            return super().encode_documents(texts)[:-1]

    with pytest.raises(EncodingError, match=r"shape \(1, 64\) where \(2, 64\)"):
        result_of(encode_cached(Short(), ["one", "two"], cache))


def test_an_error_for_the_reader_passes_as_it_is(cache):
    class Missing(HashEncoder):
        def encode_documents(self, texts):
            raise ChunkTraceError("run make models")

    with pytest.raises(ChunkTraceError, match=r"^run make models$"):
        result_of(encode_cached(Missing(), ["one"], cache))


def test_no_texts(cache, hash_encoder):
    encoded = result_of(encode_cached(hash_encoder, [], cache))
    assert encoded.vectors.shape == (0, 64)


def test_questions_are_cached_apart_from_passages(cache):
    encoder = HashEncoder()
    result_of(encode_cached(encoder, ["tides"], cache))
    first = encode_query(encoder, "tides", cache)
    assert len(cache) == 2
    assert np.array_equal(encode_query(encoder, "tides", cache), first)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(max_size=12), max_size=30), st.integers(1, 8))
def test_law_cached_and_direct_vectors_agree(tmp_path_factory, texts, batch):
    encoder = HashEncoder()
    with VectorCache(tmp_path_factory.mktemp("home"), encoder.spec) as cache:
        texts = [text.encode("utf-8", "replace").decode() for text in texts]
        for _ in range(2):
            encoded = result_of(encode_cached(encoder, texts, cache, batch=batch))
            rows = [row for row in range(len(texts)) if row not in encoded.missing]
            direct = HashEncoder().encode_documents([texts[row] for row in rows])
            assert np.array_equal(encoded.vectors[rows], direct)
            assert encoded.encoded + encoded.reused + len(encoded.missing) == len(texts)
        assert encoded.encoded == 0
