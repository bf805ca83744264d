"""Screening: where states do not depend on surroundings, its scores are those of an evaluation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.types import Chunk, Document
from embedding.field_store import FieldStore
from evaluation.runs import load_run
from experiments.field_vectors import chunk_vectors
from experiments.finalists import choose
from experiments.plan import Racing, Screening
from tests.experiments.small import PLAN, CuttingEncoder, digests, surroundings, swept

SCREENED = PLAN + "screening: {finalists: 3}\n"
MANY = SCREENED.replace("[60, 120]", "[60, 90, 120]").replace("chunk_size: 100", "chunk_size: [80, 100]")


@pytest.mark.parametrize(
    ("retriever", "limit", "embedding"),
    [
        ("dense", 12, "standard"),
        ("bm25", 256, "standard"),
        ("hybrid", 256, "standard"),
        ("rerank", 12, "standard"),
        ("dense", 12, "late"),
    ],
)
def test_scores_are_those_of_an_evaluation(place, tmp_path, retriever, limit, embedding):
    around, encoder = surroundings(), CuttingEncoder(limit)
    around = replace(around, encoder=lambda name: encoder)
    text = MANY + f"retrievers: {retriever}\nembedding: {embedding}\n"
    result = swept(place, tmp_path / "out", text, around)
    screened = [fate for fate in result.fates if fate.screened is not None]
    assert len(screened) == 5
    assert {fate.state for fate in result.fates} == {"confirmed", "screened out"}
    for fate in result.of_state("confirmed"):
        run = load_run(tmp_path / "out" / "runs" / fate.configuration.name)
        scores = [outcome.score("evidence_recall") for outcome in run.outcomes]
        assert fate.screened == pytest.approx(sum(scores) / len(scores), abs=1e-9)


def test_a_late_configuration_is_measured_as_late(place, tmp_path):
    """Standard encoding reads four words of a chunk; late vectors know them all, so their words alone decide."""
    around, encoder = surroundings(), CuttingEncoder(6)
    text = PLAN + "embedding: [standard, late]\n"
    result = swept(place, tmp_path / "out", text, replace(around, encoder=lambda name: encoder))
    assert {fate.state for fate in result.fates} == {"confirmed"} and len(result.fates) == 6
    runs = {name: load_run(tmp_path / "out" / "runs" / name) for name in (f.configuration.name for f in result.fates)}
    assert {run.plan["collection"]["encoder"] for run in runs.values()} == {"hash", "hash, late"}


def test_the_best_are_confirmed_and_the_rest_has_its_place(place, tmp_path):
    result = swept(place, tmp_path / "out", MANY)
    distinct = [fate for fate in result.fates if "on every question as" not in fate.reason]
    best = sorted(distinct, key=lambda fate: -fate.screened)[:3]
    assert {fate.configuration.name for fate in result.of_state("confirmed")} == {
        fate.configuration.name for fate in best
    }
    assert all("place" in fate.reason for fate in result.of_state("screened out"))
    assert (tmp_path / "out" / "screening.csv").is_file()
    assert not (tmp_path / "out" / "runs" / result.of_state("screened out")[0].configuration.name).exists()


def test_screening_again_gives_the_same_bytes(place, tmp_path, monkeypatch):
    swept(place, tmp_path / "one", MANY)
    swept(place, tmp_path / "one", MANY)
    monkeypatch.setenv("SWEEP_TEST_HOME", str(tmp_path / "another state"))
    swept(place, tmp_path / "two", MANY)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")


def test_an_encoder_without_states_is_not_screened(place, tmp_path):
    around, encoder = surroundings(), CuttingEncoder()
    encoder.averages = False
    result = swept(place, tmp_path / "out", MANY, replace(around, encoder=lambda name: encoder))
    assert len(result.of_state("confirmed")) == 5
    assert any("Nothing was screened" in note for note in result.notes)


WORDS = st.lists(st.sampled_from(["ash", "birch", "cedar", "fir", "oak", "pine", "yew"]), min_size=1, max_size=30)


@settings(max_examples=40, deadline=None)
@given(WORDS, st.data(), st.integers(3, 12), st.booleans())
def test_vectors_of_chunks_are_those_of_encoding_them(tmp_path_factory, words, data, limit, imitate):
    """With context-free states, also behind a context of words and with a limit (all words of one length in states)."""
    encoder = CuttingEncoder(limit if imitate else 256)
    text = " ".join(words)
    document = Document.from_text(text, "a.txt")
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    start = len(" ".join(words[:first])) + bool(first)
    end = len(" ".join(words[:last]))
    chunk = Chunk("c", "a.txt", start, end, text[start:end])
    store = FieldStore(tmp_path_factory.mktemp("home"), encoder)
    found = chunk_vectors([chunk], {"a.txt": document}, store.field, encoder, encoder.encode_documents, imitate=imitate)
    assert np.allclose(found, encoder.encode_documents([chunk.text]), atol=1e-3)


def test_a_context_counts_by_its_share_of_pieces(tmp_path):
    """By hand: one word of context, three of text; orthogonal words a, b: mean (a + 3 b) / 4, scaled."""
    encoder = CuttingEncoder()
    document = Document.from_text("oak oak oak", "a.txt")
    chunk = Chunk("c", "a.txt", 0, 11, "oak oak oak", context="fir")
    store = FieldStore(tmp_path, encoder)
    (found,) = chunk_vectors([chunk], {"a.txt": document}, store.field, encoder, encoder.encode_documents, imitate=True)
    fir, oak = encoder.encode_documents(["fir", "oak"])
    wanted = fir + 3 * oak
    assert np.allclose(found, wanted / np.linalg.norm(wanted), atol=1e-3)


def test_finalists_by_hand():
    scores = {"a": [0.0, 1.0, None], "b": [1.0, 1.0, 1.0], "c": [0.5, 0.5, 0.5], "d": [None, None, None]}
    found = choose(scores, Screening(finalists=1), None)
    assert found.chosen == ("b",)
    assert found.means == {"b": 1.0, "a": 0.5, "c": 0.5}
    assert found.reasons["a"].startswith("place 2 of 3")
    assert "d" not in found.means


def test_configurations_that_score_alike_are_one_finalist():
    scores = {"a": [1.0, 0.5], "b": [1.0, 0.5], "c": [0.5, 0.5], "d": [0.0, None]}
    found = choose(scores, Screening(finalists=2), None)
    assert found.chosen == ("a", "c")
    assert found.reasons["b"] == "place 2 of 4 with 0.750; on every question as a"
    assert choose(scores, Screening(finalists=2), Racing()).chosen == ("a", "c", "d")


def test_those_alike_are_confirmed_where_too_few_differ():
    alike = {name: [1.0, 1.0] for name in "abcd"}
    assert choose(alike, Screening(finalists=3), None).chosen == ("a", "b", "c")
    assert choose({**alike, "e": [0.5, 0.5]}, Screening(finalists=3), Racing()).chosen == ("a", "e", "b")


def test_racing_keeps_who_cannot_be_told_from_the_finalists():
    scores = {"best": [0.9] * 200, "near": [0.9, 0.88] * 100, "far": [0.1] * 200}
    found = choose(scores, Screening(finalists=1), Racing())
    assert found.chosen == ("best", "near")
    assert "behind best" in found.reasons["far"]
    assert choose(scores, Screening(finalists=1, at_most=1), Racing()).chosen == ("best",)
