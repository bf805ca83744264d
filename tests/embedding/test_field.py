"""Spans' vectors from one pass: sums against plain means, on words whose states anybody can compute."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.spans import Span
from embedding.encoder import Pieces
from embedding.field import STEP, TokenField
from embedding.windows import states_of, window_starts
from tests.fakes import HashEncoder

texts = st.lists(st.sampled_from(["tide", "quay", "moor", "a", "Zürich", "東京"]), max_size=120).map(" ".join)


def field_of(text, encoder):
    _, pieces, blocks = next(states_of(encoder, [encoder.pieces(text)]))
    return TokenField.of(np.concatenate(list(blocks)).astype(np.float16), pieces, encoder.frame.size)


def random_field(pieces, seed=0, width=3):
    states = np.random.default_rng(seed).normal(size=(pieces, 5)).astype(np.float16)
    starts = np.arange(pieces, dtype=np.int32) * width
    return TokenField.of(states, Pieces(starts, starts, starts + width - 1), framed=2)


def test_a_case_by_hand():
    """Three pieces of two characters each, a blank between them: "ab cd ef"."""
    states = np.array([[3, 4], [0, 2], [4, 0]], dtype=np.float16)
    starts = np.array([0, 3, 6], dtype=np.int32)
    field = TokenField.of(states, Pieces(starts, starts, starts + 2), framed=2)
    spans = [Span(0, 2), Span(0, 8), Span(4, 7), Span(1, 1), Span(2, 3)]
    found = field.vectors(spans)
    assert found.dtype == np.float32
    assert found[0] == pytest.approx([0.6, 0.8])
    assert found[1] == pytest.approx(np.array([7, 6]) / np.sqrt(85))
    assert found[2] == pytest.approx(
        np.array([4, 2]) / np.sqrt(20)
    )  # touches the last letter of one, the first of next
    assert np.isnan(found[3:]).all()
    assert field.vectors([Span(0, 8)], limit=4)[0] == pytest.approx(np.array([3, 6]) / np.sqrt(45))
    assert np.isnan(field.vectors([Span(0, 8)], limit=2)).all()


@settings(deadline=None)
@given(
    pieces=st.integers(0, 5 * STEP),
    bounds=st.lists(st.tuples(st.integers(0, 250), st.integers(0, 250)), max_size=8),
    limit=st.none() | st.integers(0, 60),
)
def test_sums_are_those_of_the_pieces_that_share_a_character(pieces, bounds, limit):
    field = random_field(pieces)
    spans = [Span(min(pair), max(pair)) for pair in bounds]
    found = field.vectors(spans, limit)
    assert found.shape == (len(spans), 5)
    for row, span in zip(found, spans, strict=True):
        inside = [n for n in range(pieces) if max(3 * n, span.start) < min(3 * n + 2, span.end)]
        mean = field.states[inside[: max(0, limit - 2)] if limit is not None else inside].astype(float).sum(axis=0)
        if inside and (limit is None or limit > 2):
            assert np.allclose(row, mean / np.linalg.norm(mean), atol=1e-6)
        else:
            assert np.isnan(row).all()


@settings(deadline=None)
@given(text=texts, max_pieces=st.integers(3, 40))
def test_words_without_surroundings_have_the_vectors_of_any_encoder(text, max_pieces):
    """With states that do not depend on context, windows must change nothing, wherever they end."""
    encoder = HashEncoder(max_pieces=max_pieces)
    field, words = field_of(text, encoder), text.split()
    assert len(field) == len(words) and field.states.shape == (len(words), 64)
    if words:
        half = len(" ".join(words[: len(words) // 2]))
        spans = [Span(0, len(text)), Span(half, len(text))]
        alone = encoder.encode_documents([text[span.start : span.end] for span in spans])
        assert np.allclose(field.vectors(spans), alone, atol=1e-3)


@settings(deadline=None)
@given(pieces=st.integers(0, 400), size=st.integers(1, 60))
def test_windows_cover_a_text_with_full_windows_that_overlap(pieces, size):
    starts = window_starts(pieces, size)
    assert starts[0] == 0 and starts == sorted(set(starts))
    assert starts[-1] + min(size, pieces) == pieces
    assert all(later - earlier <= max(1, 0.75 * size + 0.5) for earlier, later in pairwise(starts))


def test_texts_that_share_a_call_are_not_mixed():
    encoder = HashEncoder(max_pieces=6)
    texts = ["tide " * 30, "", "quay", "moor quay " * 9]
    found = states_of(encoder, (encoder.pieces(text) for text in texts))
    rows = [(number, np.concatenate(list(blocks))) for number, _, blocks in found]
    assert [number for number, _ in rows] == [0, 1, 2, 3]
    for text, (_, states) in zip(texts, rows, strict=True):
        assert np.allclose(states, field_of(text, encoder).states) and len(states) == len(text.split())


def test_weights_favor_the_middle_of_a_window():
    """A state that tells its place in its window: the blend lies nearer to the window in which the piece is central."""

    class Placed(HashEncoder):
        def states(self, texts):
            for place, numbers in enumerate(texts):
                yield place, np.repeat(np.arange(len(numbers), dtype=np.float32)[:, None], 64, axis=1)

    field = field_of("tide " * 11, Placed(max_pieces=10))  # windows of 8: 0 to 7, and 3 to 10
    weights = np.array([[4, 1], [4, 2], [3, 3], [2, 4], [1, 4]])
    places = np.array([[4, 1], [5, 2], [6, 3], [7, 4], [8, 5]])
    assert field.states[3:8, 0] == pytest.approx((weights * places).sum(axis=1) / weights.sum(axis=1), abs=1e-2)
