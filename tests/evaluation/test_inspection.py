"""One document under one strategy: laws over all that cut at once, and cases that a reader can count."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking_strategies import chunk_document, chunk_spec, local_tools
from core.spans import Span, contains, length, merge
from core.types import Chunk, ChunkSpec, Document, Evidence, Question
from evaluation.doctor import without_encoding
from evaluation.evidence import passages_of, returnable, severed
from evaluation.inspection import Inspection, inspect
from evaluation.inspection_facts import facts_of, verdict
from tests.chunking.texts import TEXTS
from tests.fakes import HashEncoder

CHARS = ChunkSpec("dense", (("chunk_size", 100), ("encoder", "minilm"), ("overlap", 10), ("unit", "chars")))


def chunks_of(
    document: Document, *ranges: tuple[int, int], parent: Span | None = None, context: str = ""
) -> list[Chunk]:
    return [
        Chunk(f"c{start}", document.id, start, end, document.text[start:end], context, parent, ordinal=number)
        for number, (start, end) in enumerate(ranges)
    ]


def asked(document: Document, *ranges: tuple[int, int]) -> list[Question]:
    return [
        Question(f"q{number}", f"Question {number}?", (Evidence(document.id, a, b, document.text[a:b]),))
        for number, (a, b) in enumerate(ranges)
    ]


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.sampled_from(without_encoding()), st.integers(2, 40), st.data())
def test_fates_agree_with_the_metric_and_sizes_with_the_limit(
    text: str, strategy: str, size: int, data: st.DataObject
) -> None:
    document = Document.from_text(text, "a.md")
    spec = chunk_spec(strategy, {"chunk_size": size, "overlap": size // 4, "unit": "tokens"})
    chunks = chunk_document(document, spec, local_tools().silent)
    edges = (
        data.draw(st.lists(st.integers(0, len(document.text)), min_size=2, max_size=2, unique=True).map(sorted))
        if (len(document.text) > 1)
        else [0, 0]
    )
    questions = asked(document, (edges[0], edges[1]))
    found = inspect(document, chunks, spec, questions, HashEncoder(max_pieces=8))
    passages = passages_of(questions[0].evidence)
    cut = sum(fate.fate in ("severed", "outside") for fate in found.fates)
    assert cut == (round(severed(passages, returnable(chunks)) * len(passages)) if passages else 0)
    for one, chunk in zip(found.chunks, chunks, strict=True):
        assert one.characters == len(chunk.embed_text)
        assert one.unread is None or contains(Span(chunk.start, chunk.end), one.unread)
        assert (one.pieces or 0) == len(chunk.embed_text.split()) + 2
        assert one.unread is None or (one.pieces or 0) > 8
    held = merge(Span(chunk.start, chunk.end) for chunk in chunks)
    assert all(any(contains(span, unread) for span in held) for unread in found.unread)


@settings(max_examples=100, deadline=None)
@given(TEXTS.filter(bool), st.integers(0, 400))
def test_the_chunk_at_a_place_begins_there_or_before(text: str, place: int) -> None:
    document = Document.from_text(text, "a.md")
    spec = chunk_spec("fixed-size", {"chunk_size": 5, "overlap": 1})
    found = inspect(document, chunk_document(document, spec), spec)
    one = found.chunk_at(place)
    assert (one is None) == (not found.chunks)
    if one is not None:
        later = [each for each in found.chunks if one.chunk.start < each.chunk.start <= place]
        assert not later and (one.chunk.start <= place or one is found.chunks[0])


def test_each_fate_by_hand() -> None:
    document = Document.from_text("0123456789" * 3)
    chunks = chunks_of(document, (0, 10), (8, 18))
    found = inspect(document, chunks, CHARS, asked(document, (1, 5), (5, 12), (20, 25), (8, 10)))
    told = {fate.question.id: (fate.fate, fate.chunks, fate.cuts) for fate in found.fates}
    assert told == {
        "q0": ("whole", (0,), ()),
        "q1": ("severed", (0, 1), (8, 10)),
        "q3": ("whole", (0, 1), ()),
        "q2": ("outside", (), ()),
    }
    assert [fate.question.id for fate in found.fates] == ["q0", "q1", "q3", "q2"], "in the order of their places"
    assert [one.shared for one in found.chunks] == [0, 2]
    facts = facts_of(found)
    assert facts is not None and (facts.chunks, facts.overlap, facts.whole, facts.evidence) == (2, 2, 2, 4)
    assert facts.unread is None, "without an encoder its limit is not known"


def test_a_parent_returns_what_no_chunk_holds() -> None:
    document = Document.from_text("0123456789" * 3)
    found = inspect(
        document, chunks_of(document, (0, 10), (10, 20), parent=Span(0, 20)), CHARS, asked(document, (8, 12))
    )
    assert [fate.fate for fate in found.fates] == ["parent"]


def test_what_the_next_chunk_reads_is_not_unread() -> None:
    """The hash encoder counts words and two special pieces; with six it reads four words."""
    document = Document.from_text("a b c d e f g h i j")
    found = inspect(
        document, chunks_of(document, (0, 11), (8, 19)), CHARS, asked(document, (14, 19)), HashEncoder(max_pieces=6)
    )
    assert [one.pieces for one in found.chunks] == [8, 8]
    assert [document.text[one.unread.start : one.unread.end].strip() for one in found.chunks if one.unread] == [
        "e f",
        "i j",
    ]
    assert length(found.unread) == len(found.unread and "i j") and found.reads == 6
    assert found.fates[0].unread == 3
    assert found.at("c8") is found.chunks[1] and found.at("gone") is None


@pytest.mark.parametrize(
    ("ranges", "says"),
    [
        (((0, 10), (10, 20)), "All 2 passages of evidence are whole."),
        (((0, 3), (3, 20)), "1 of 2 passages of evidence is cut apart: no chunk holds it whole."),
        (((0, 3), (3, 14), (14, 20)), "2 of 2 passages of evidence are cut apart: no chunk holds them whole."),
    ],
)
def test_the_verdict_of_one_side(ranges: tuple[tuple[int, int], ...], says: str) -> None:
    assert verdict([("Dense", facts(*ranges))]) == says


def test_the_verdict_of_two_sides() -> None:
    both, none = facts((0, 10), (10, 20)), facts((0, 3), (3, 14), (14, 20))
    assert verdict([("A", none), ("B", both)]) == "B keeps 2 of 2 passages of evidence whole, A 0."
    assert verdict([("A", both), ("B", both)]) == "Both keep 2 of 2 passages of evidence whole."


def facts(*ranges: tuple[int, int]) -> object:
    document = Document.from_text("0123456789" * 2)
    found: Inspection = inspect(document, chunks_of(document, *ranges), CHARS, asked(document, (1, 5), (12, 16)))
    return facts_of(found)
