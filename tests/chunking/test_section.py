"""A chunk for each section: heading paths, the floor, both limits and flat text, by hand."""

from __future__ import annotations

import pytest

from chunking.strategy import Note
from chunking.two_limits import TwoLimits
from chunking_strategies import STRATEGIES, chunk_spec, cut_document
from core.rulers import CharacterRuler, WordRuler
from core.tokens import count_tokens
from core.types import Chunk, Document
from tests.chunking.laws import assert_laws
from tests.fakes import HashEncoder, hash_tools


def cut(text: str, size: int = 512, **params: object) -> tuple[list[Chunk], dict[Note, int]]:
    values = {"chunk_size": size, "overlap": 0, "unit": "chars", "floor": 0, "fit_encoder": False, **params}
    found = cut_document(Document.from_text(text, "a.md"), chunk_spec("section", values), hash_tools())
    return list(found.chunks), dict(found.notes)


def contexts_and_texts(chunks: list[Chunk]) -> list[tuple[str, str]]:
    return [(chunk.context, chunk.text) for chunk in chunks]


def test_each_section_is_a_chunk_under_its_path() -> None:
    chunks, notes = cut("Before.\n\n# A\n\nOne.\n\n## B\n\nTwo.\n\n# C\n\nThree.\n")
    assert contexts_and_texts(chunks) == [
        ("", "Before."),
        ("A", "# A\n\nOne."),
        ("A > B", "## B\n\nTwo."),
        ("C", "# C\n\nThree."),
    ]
    assert notes == {}


def test_neighbors_below_the_floor_share_a_chunk_and_the_path_they_have_in_common() -> None:
    text = "# A\n\n## B\n\nOne.\n\n## C\n\nTwo.\n\n## D\n\n" + "Long enough. " * 4 + "\n\n# E\n\nThree."
    chunks, _ = cut(text, floor=30)
    assert [(chunk.context, chunk.heading_path) for chunk in chunks] == [
        ("A", ("A",)),
        ("A > D", ("A", "D")),
        ("E", ("E",)),
    ]
    assert chunks[0].text == "# A\n\n## B\n\nOne.\n\n## C\n\nTwo."


def test_a_section_too_large_is_cut_by_the_inner_strategy_under_its_path() -> None:
    text = "# A\n\nOne two three. Four five six.\n\nSeven eight nine. Ten."
    chunks, notes = cut(text, 40)
    assert contexts_and_texts(chunks) == [
        ("A", "# A\n\nOne two three. Four five six."),
        ("A", "Seven eight nine. Ten."),
    ]
    assert notes == {}


def test_outer_titles_are_left_out_first_and_it_is_told() -> None:
    chunks, notes = cut("# An outer title\n\n## Inner\n\nSome words here.", 40)
    assert contexts_and_texts(chunks) == [("Inner", "# An outer title\n\n## Inner"), ("Inner", "Some words here.")]
    assert [note.outcome for note in notes] == [
        "with heading paths that did not fit whole: up to 24 chars beside a size of 40"
    ]


def test_flat_text_is_cut_by_recursive_and_says_so() -> None:
    chunks, notes = cut("One two.\n\nThree four.\n\nFive.", 20)
    assert [chunk.text for chunk in chunks] == ["One two.", "Three four.\n\nFive."]
    assert notes == {Note("document", "without headings, cut by recursive"): 1}


def test_no_chunk_is_larger_than_the_encoder_reads() -> None:
    """The bag of words counts a word as a piece, and two on top."""
    text = "# A\n\n" + " ".join(f"word{n}." for n in range(30))
    spec = chunk_spec("section", {"chunk_size": 512, "overlap": 0})
    found = cut_document(Document.from_text(text, "a.md"), spec, hash_tools(HashEncoder(max_pieces=12)))
    assert len(found.chunks) > 3
    assert all(HashEncoder().count_pieces([chunk.embed_text])[0] <= 12 for chunk in found.chunks)
    assert found.notes == {Note("section", "cut only because minilm reads no more than 12 word pieces"): 1}
    assert len(cut(text)[0]) == 1


@pytest.mark.parametrize("limit", [1, 5, 20, 40])
def test_a_ruler_of_two_limits_keeps_both(limit: int) -> None:
    text = "a bb ccc dddd eeeee ffffff a b c d e f g h"
    ruler = TwoLimits(CharacterRuler(text), 40, WordRuler(text), 5)
    assert (ruler.measure("a bb ccc"), ruler.measure("a b c d e f"), ruler.size(0, 2)) == (24, 48, 8)
    for start in range(len(text)):
        end = ruler.reach(start, len(text), limit)
        assert end == start + 1 or ruler.size(start, end) <= limit
        begin = ruler.back(0, start + 1, limit)
        assert begin == start + 1 or ruler.size(begin, start + 1) <= limit


def test_c31_the_heading_path_counts_in_every_chunk() -> None:
    text = "# Alpha\n## Beta\n" + " ".join(f"item{n} is stored in bay {n}." for n in range(60)) + "\n"
    spec = chunk_spec("section", {"chunk_size": 64, "overlap": 0, "fit_encoder": False})
    chunks = cut_document(Document.from_text(text, "a.md"), spec).chunks
    assert {chunk.context for chunk in chunks} == {"Alpha > Beta"}
    assert all(count_tokens(chunk.embed_text) <= 64 for chunk in chunks)


@pytest.mark.parametrize("inner", [name for name, strategy in STRATEGIES.items() if not strategy.takes_inner])
def test_laws_hold_whatever_cuts_inside(inner: str) -> None:
    """Some strategies count otherwise: entity-based joins what blank lines divide, row-based keeps long rows whole."""
    text = "# A\n\n" + "aa\n\n\n\nbb. cc dd ee ff.\n\n\n\n" * 5 + "\n## B\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    document = Document.from_text(text, "a.md")
    for size in range(1, 40):
        spec = chunk_spec("section", {"chunk_size": size, "overlap": size // 3, "unit": "chars", "inner": inner})
        chunks = cut_document(document, spec, hash_tools()).chunks
        assert_laws(document, list(chunks), STRATEGIES["section"], size, "chars")
