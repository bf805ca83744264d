"""Vectors of chunks by both methods, with an encoder for which both must be the same."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SettingError
from core.types import Chunk, Document
from embedding.cache import VectorCache
from embedding.chunks import chunk_vectors, context_remark, encode_chunks
from embedding.late import LateEncoder
from embedding.limits import limit_report
from tests.fakes import HashEncoder

TEXT = "The tide rises twice a day.\n\nShips moor at the quay.\n\n\u200b\n\nA pilot boards."
TIDES = Document.from_text(TEXT, "tides.md")


def chunk_of(text, document=TIDES, **fields):
    start = document.text.index(text)
    return Chunk(f"{document.id}:{start}:{len(text)}", document.id, start, start + len(text), text, **fields)


FIRST, SECOND, LAST = (chunk_of(text) for text in ("The tide rises", "Ships moor at the quay.", "A pilot boards."))


@pytest.fixture
def late(home):
    return LateEncoder(HashEncoder(), home)


@pytest.fixture
def cache(home, late):
    with VectorCache(home, late.spec.alone) as opened:
        yield opened


def vectors_of(encoder, chunks, cache, documents=(TIDES,)):
    return chunk_vectors(encoder, chunks, {document.id: document for document in documents}, cache)


words = st.lists(st.sampled_from(["tide", "quay", "moor", "Zürich"]), min_size=1, max_size=40)


@settings(deadline=None)
@given(words=words, bounds=st.lists(st.tuples(st.integers(0, 39), st.integers(1, 12)), max_size=6))
def test_law_without_influence_of_surroundings_both_methods_agree(tmp_path_factory, words, bounds):
    document = Document.from_text(" ".join(words), "a.txt")
    chunks = []
    for first, count in bounds:
        some = words[first : first + count]
        if some:
            start = len(" ".join([*words[:first], ""])) if first else 0
            text = " ".join(some)
            chunks.append(Chunk(f"{first}-{count}", "a.txt", start, start + len(text), text))
    home = tmp_path_factory.mktemp("home")
    encoder = HashEncoder(max_pieces=9)
    with VectorCache(home, encoder.spec) as cache:
        found = vectors_of(LateEncoder(encoder, home), chunks, cache, [document])
    assert found.vectors.shape == (len(chunks), 64) and found.vectors.dtype == np.float32
    assert found.missing == frozenset() and (found.encoded, found.reused) == (len(chunks), 0)
    assert np.allclose(found.vectors, encoder.encode_documents([chunk.text for chunk in chunks]), atol=1e-3)


def test_a_document_is_read_once_and_its_chunks_are_counted(late, cache):
    assert vectors_of(late, [FIRST, LAST], cache).encoded == 2
    read = len(late.encoder.read)
    again = vectors_of(late, [FIRST, SECOND, LAST], cache)
    assert (again.encoded, again.reused) == (0, 3)
    assert len(late.encoder.read) == read and late.encoder.encoded == []


def test_progress_is_counted_in_chunks(late, cache):
    events = list(encode_chunks(late, [FIRST, SECOND, LAST], {TIDES.id: TIDES}, cache))
    assert [(event.done, event.total) for event in events[:-1]] == [(0, 3), (3, 3)]
    assert {event.stage for event in events[:-1]} == {"Encoding"}


def test_a_summary_is_read_alone_and_a_context_is_left_out(late, cache):
    summed = chunk_of("Ships moor at the quay.", summary="Where ships lie.")
    headed = chunk_of("A pilot boards.", context="Harbor > Pilots")
    found = vectors_of(late, [summed, headed], cache)
    assert np.allclose(found.vectors[0], late.encode_documents(["Where ships lie."])[0])
    assert np.allclose(found.vectors[1], vectors_of(late, [LAST], cache).vectors[0])
    assert late.encoder.encoded[0] == "Where ships lie." and (found.encoded, found.reused) == (2, 0)
    assert context_remark(late.spec, [summed, headed]).startswith("1 chunk with added context: late vectors are")
    assert context_remark(late.spec, [summed, FIRST]) == context_remark(late.encoder.spec, [headed]) == ""


def test_a_chunk_without_a_word_piece_has_no_vector(late, cache):
    nothing = Chunk("none", TIDES.id, 27, 29, "\n\n")
    symbol = Chunk("symbol", TIDES.id, 29, 29, "x")
    found = vectors_of(late, [FIRST, nothing, symbol], cache)
    assert (found.blank, found.invalid, found.encoded) == ((1,), (2,), 1)
    assert np.isnan(found.vectors[1:]).all() and np.isfinite(found.vectors[0]).all()


def test_standard_vectors_are_of_what_is_indexed(cache):
    encoder = HashEncoder()
    headed = chunk_of("A pilot boards.", context="Harbor")
    found = vectors_of(encoder, [headed], cache)
    assert encoder.encoded == ["Harbor\n\nA pilot boards."] and found.encoded == 1


def test_nothing_is_beyond_the_limit_of_a_document_read_whole(home):
    long = Document.from_text("tide " * 400, "long.md")
    chunks = [Chunk("a", long.id, 0, 2000, long.text), Chunk("b", long.id, 0, 9, "tide tide", summary="sum " * 300)]
    short = HashEncoder(max_pieces=100)
    assert limit_report(short, chunks).beyond_chunks == 2
    report = limit_report(LateEncoder(short, home), chunks)
    assert (report.beyond_chunks, report.chunks) == (1, 2) and 0.2 < report.beyond_share < 0.3
    assert limit_report(LateEncoder(short, home), chunks[:1]).sentence == ""


def test_the_specs_differ_and_what_is_read_alone_is_the_same(late):
    assert late.spec.key != late.encoder.spec.key and late.spec.alone == late.encoder.spec
    assert (late.spec.told, late.encoder.spec.told) == ("hash, late", "hash")


def test_an_encoder_that_does_not_average_is_refused_at_once(home):
    encoder = HashEncoder()
    encoder.averages = False
    with pytest.raises(SettingError, match="use standard embedding"):
        LateEncoder(encoder, home)
