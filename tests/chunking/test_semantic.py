"""Where semantic chunking cuts, by hand-made vectors, and what it does with texts that have none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from chunking.tools import Tools
from chunking_strategies import STRATEGIES, ChunkingFactory, chunk_document, chunk_spec, cut_document, prepare
from core.errors import ChunkTraceError, SettingError
from core.rulers import ruler_for
from core.types import Document, EmbedSpec
from embedding.cache import VectorCache
from embedding.cached import CachedEncoder
from embedding.field_store import FieldStore
from tests.fakes import HashEncoder, hash_tools

TOPICS = {"cat": 0, "dog": 90, "mixed": 60}
REFUSED = "unreadable"


class AngleEncoder:
    """Vectors in a plane, by the first known word of a text, so that cosines are those of a right angle's parts."""

    spec = EmbedSpec("angles", "1", 2, 256)

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def encode_documents(self, texts: Sequence[str]) -> np.ndarray:
        self.calls.append(list(texts))
        if any(REFUSED in text for text in texts):
            raise ChunkTraceError("This encoder cannot read that.")
        angles = np.radians([next((at for word, at in TOPICS.items() if word in text), 0) for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) + 2 for text in texts]


def cut(text: str, encoder: object = None, **values: object) -> list[str]:
    tools = Tools(encoder=lambda name: encoder or AngleEncoder(), strategies=STRATEGIES)  # type: ignore[arg-type]
    spec = chunk_spec("semantic", {"chunk_size": 512, "overlap": 0, **values})
    return [chunk.text for chunk in chunk_document(Document.from_text(text), spec, tools)]


def test_a_sentence_unlike_the_one_before_begins_a_chunk() -> None:
    text = "A cat sat. A cat ran. A dog sat. A dog ran."
    assert cut(text, min_sentences=1) == ["A cat sat. A cat ran.", "A dog sat. A dog ran."]


def test_a_cosine_at_the_threshold_keeps_sentences_together() -> None:
    """The cosine of 0 and 60 degrees is 0.5, of 60 and 90 it is 0.87."""
    text = "A cat sat. A mixed lot. A dog sat."
    assert cut(text, min_sentences=1, threshold=0.49) == [text]
    assert cut(text, min_sentences=1, threshold=0.51) == ["A cat sat.", "A mixed lot. A dog sat."]


def test_a_chunk_does_not_end_before_it_has_enough_sentences() -> None:
    text = "A cat sat. A dog sat. A cat ran. A dog ran."
    assert cut(text, min_sentences=3) == ["A cat sat. A dog sat. A cat ran.", "A dog ran."]
    assert cut(text) == [text]


def test_running_compares_with_the_mean_of_the_chunk() -> None:
    """The mean of 0, 0 and 60 degrees points to 19.1 degrees: 90 is further (cosine 0.33) than from its neighbor."""
    text = "A cat sat. A cat ran. A mixed lot. A dog sat."
    begins = ["A cat sat. A cat ran. A mixed lot.", "A dog sat."]
    assert cut(text, mode="running", running_threshold=0.4) == begins
    assert cut(text, mode="running", running_threshold=0.3) == [text]


def test_running_ends_a_chunk_that_is_full() -> None:
    text = " ".join(["A cat sat."] * 7)
    assert [part.count("cat") for part in cut(text, mode="running", max_sentences=3)] == [3, 3, 1]


def test_what_belongs_to_the_other_mode_is_refused() -> None:
    with pytest.raises(SettingError, match="threshold has no effect unless mode is adjacent"):
        chunk_spec("semantic", {"mode": "running", "threshold": 0.3})


def test_one_sentence_is_one_chunk() -> None:
    """Case C44."""
    for mode in ("adjacent", "running"):
        assert cut("Only one sentence here.", mode=mode) == ["Only one sentence here."]


def test_chunks_have_an_upper_size_and_exact_offsets() -> None:
    """Case C48."""
    text = "".join(f"File: doc{number:03}.txt. Size: 230. Type: note.\n" for number in range(200))
    document, ruler = Document.from_text(text), ruler_for("tokens", text)
    for mode in ("adjacent", "running"):
        spec = chunk_spec("semantic", {"chunk_size": 256, "overlap": 0, "mode": mode})
        chunks = chunk_document(document, spec, hash_tools())
        assert all(chunk.text == text[chunk.start : chunk.end] for chunk in chunks)
        assert all(ruler.measure(chunk.text) <= 256 for chunk in chunks)
        assert "".join("".join(chunk.text.split()) for chunk in chunks) == "".join(text.split())


def test_the_chunk_is_a_slice_of_the_source() -> None:
    """Case C49."""
    text = "A first point.\n\nA second  point.\n\tThird."
    assert cut(text) == [text]


def test_a_sentence_that_cannot_be_encoded_stays_with_the_one_before() -> None:
    text = f"A cat sat. An {REFUSED} one. A cat ran. A dog sat. A dog ran. One {REFUSED} more."
    document = Document.from_text(text)
    tools = Tools(encoder=lambda name: AngleEncoder(), strategies=STRATEGIES)
    found = cut_document(document, chunk_spec("semantic", {"min_sentences": 1}), tools)
    assert [chunk.text for chunk in found.chunks] == [text[:40], text[41:]]
    assert [(note.subject, count) for note, count in found.notes.items()] == [("sentence", 2)]
    assert "stays with the one before" in next(iter(found.notes)).outcome


def test_an_encoder_that_reads_nothing_is_told() -> None:
    with pytest.raises(ChunkTraceError, match="cannot read that"):
        cut(f"An {REFUSED} one. Another {REFUSED} one.")


def test_preparing_encodes_each_sentence_once_and_cutting_finds_it(home) -> None:
    encoder = HashEncoder()
    tools = hash_tools(CachedEncoder(encoder, VectorCache(home, encoder.spec)))  # type: ignore[arg-type]
    documents = [Document.from_text("One two. Three four. One two."), Document.from_text("Three four. Five.")]
    spec = chunk_spec("semantic", {})
    events = list(prepare(documents, spec, tools))
    assert (events[-1].done, events[-1].total) == (3, 3)
    assert sorted(encoder.encoded) == ["Five.", "One two.", "Three four."]
    for document in documents:
        chunk_document(document, spec, tools)
    assert len(encoder.encoded) == 3


@pytest.mark.parametrize("strategy", ["semantic", "semantic-parent-child"])
def test_late_vectors_cut_alike_where_surroundings_change_nothing(home, strategy) -> None:
    text = "A cat sat.\n\nA cat ran. A dog sat.\n\nA dog ran. Ships moor.\n\nShips sail."
    document, encoder = Document.from_text(text), HashEncoder()
    tools = Tools(lambda name: encoder, STRATEGIES, reader=lambda name: FieldStore(home, encoder))
    values = {"threshold": 0.4} | ({"min_sentences": 1} if strategy == "semantic" else {})
    alone, late = (chunk_spec(strategy, {**values, "embedding": method}) for method in ("standard", "late"))
    expected = chunk_document(document, alone, tools)
    encoder.encoded.clear()
    assert [event.stage for event in prepare([document], late, tools)][-1] == "Reading"
    found = chunk_document(document, late, tools)
    assert [(one.start, one.end, one.parent) for one in found] == [(one.start, one.end, one.parent) for one in expected]
    assert encoder.encoded == [] and len(encoder.read) == 1 and alone.key != late.key


def test_tools_without_a_reader_say_so() -> None:
    with pytest.raises(SettingError, match="choose embedding standard"):
        cut("A cat sat. A dog ran.", embedding="late")


def test_preparing_gives_up_on_an_encoder_that_is_broken() -> None:
    encoder = AngleEncoder()
    tools = Tools(encoder=lambda name: encoder, strategies=STRATEGIES)
    documents = [Document.from_text(" ".join(f"An {REFUSED} number {n}." for n in range(2000)))]
    with pytest.raises(ChunkTraceError, match="cannot read that"):
        list(prepare(documents, chunk_spec("semantic", {}), tools))
    assert len(encoder.calls) == 3


def test_real_sentences_part_where_the_topic_turns(models_home) -> None:
    text = (
        "The cat sleeps on the sofa. Kittens like to sleep near the stove. A cat purrs when it is stroked. "
        "The central bank raised its interest rate. Higher rates make loans more expensive. Inflation fell in March."
    )
    chunker = ChunkingFactory.create_chunker("semantic", min_sentences=3, threshold=0.2)
    parts = chunker.chunk_text(text, chunk_size=512, overlap=50)
    assert [part[:20] for part in parts] == ["The cat sleeps on th", "The central bank rai"]
