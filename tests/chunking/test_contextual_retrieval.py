"""What stands in front of a chunk: outlines by hand, the size that both share, and contexts that failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from chunking.tools import Tools
from chunking.writer import NOT_YET, Passage, Written
from chunking_strategies import (
    STRATEGIES,
    ChunkingFactory,
    chunk_document,
    chunk_spec,
    cut_document,
    expected_calls,
    prepare,
)
from core.calls import Calls
from core.errors import SettingError
from core.events import Progress
from core.rulers import ruler_for
from core.types import Chunk, Document
from tests.chunking.laws import assert_laws
from tests.chunking.texts import AWKWARD
from tests.fakes import hash_tools

NAME = "contextual-retrieval"
GUIDE = (
    "# Heron\n\nIt is a sensor.\n\n## Warranty\n\n"
    "The warranty is three years. It covers the fan, the filter and the housing."
)


class Scripted:
    """A writer that says what it is told to, by the text of the passage."""

    def __init__(self, *refused: str) -> None:
        self.refused = refused
        self.written: list[Passage] = []

    def calls(self, passages: Sequence[Passage]) -> Calls:
        return Calls("scripted", len(passages), len(self.written), 10 * len(passages), None)

    def write(self, passages: Sequence[Passage]) -> Iterator[Progress]:
        self.written += passages
        yield Progress("Writing contexts", len(passages), len(passages))

    def known(self, passage: Passage) -> Written | None:
        return self.context(passage) if passage in self.written else None

    def context(self, passage: Passage) -> Written:
        if any(word in passage.text for word in self.refused):
            return Written(failure="it is not available")
        return Written(f"About {len(passage.text)} letters.")


def tools_with(writer: Scripted) -> Tools:
    return Tools(encoder=lambda name: pytest.fail(name), strategies=STRATEGIES, writer=lambda name: writer)


def outlined(text: str, name: str = "guide.md", **values: object) -> list[Chunk]:
    spec = chunk_spec(NAME, {"overlap": 0, "unit": "chars", **values})
    return chunk_document(Document.from_text(text, name), spec, hash_tools())


def test_an_outline_names_the_document_the_headings_and_the_sentence_before() -> None:
    shown = {chunk.text: chunk.context for chunk in outlined(GUIDE, chunk_size=130, context_size=62, inner="sparse")}
    assert shown == {
        "# Heron\n\nIt is a sensor.\n\n## Warranty": "From guide, Heron.",
        "The warranty is three years.": "From guide, Heron > Warranty.",
        "It covers the fan, the filter and the housing.": "From guide, Heron > Warranty: The warranty is three years.",
    }


def test_the_title_of_the_document_comes_before_its_name() -> None:
    document = Document.from_text("One sentence.", "a.html", meta={"title": "Tides  of\nthe sea"})
    (chunk,) = chunk_document(document, chunk_spec(NAME, {}), hash_tools())
    assert chunk.embed_text == "From Tides of the sea.\n\nOne sentence."


def test_of_a_divided_sentence_the_beginning_is_told() -> None:
    text = "The first sentence is quite long and is divided by the end of the first chunk."
    first, second, *_ = outlined(text, "a.txt", chunk_size=100, context_size=50)
    assert second.context.startswith("From a: The first sentence is quite")
    assert first.text.startswith(second.context.removeprefix("From a: "))


@pytest.mark.parametrize("unit", ["chars", "words", "tokens"])
@pytest.mark.parametrize("inner", [name for name, part in STRATEGIES.items() if not part.takes_inner])
def test_context_and_chunk_share_the_size_whatever_cuts(unit: str, inner: str) -> None:
    for label in ("markdown", "chinese", "csv", "windows line ends", "emoji"):
        document = Document.from_text(AWKWARD[label] * 3, "a.md")
        for size, overlap, context in ((40, 0, 20), (40, 10, 500), (16, 8, 3)):
            values = {"chunk_size": size, "overlap": overlap, "unit": unit, "context_size": context, "inner": inner}
            chunks = chunk_document(document, chunk_spec(NAME, values), hash_tools())
            assert_laws(document, chunks, STRATEGIES[NAME], size, unit)
            measure = ruler_for(unit, document.text).measure
            assert all(measure(chunk.embed_text) <= size for chunk in chunks if not chunk.overflow)


def test_a_model_is_shown_the_text_around_the_chunk() -> None:
    writer = Scripted()
    document = Document.from_text("abcdefghij" * 10, "letters.txt")
    values = {"model": "m@ollama", "unit": "chars", "chunk_size": 60, "overlap": 0, "context_size": 20}
    spec = chunk_spec(NAME, {**values, "before": 5, "after": 3})
    list(prepare([document], spec, tools_with(writer)))
    assert writer.written[1] == Passage("letters", "fghij", "abcdefghij" * 4, "abc")
    assert [chunk.context for chunk in chunk_document(document, spec, tools_with(writer))][1] == "About 40 letters."


def test_a_failed_call_leaves_the_plain_chunk_and_says_why() -> None:
    writer = Scripted("beta")
    document = Document.from_text("alpha alpha.\n\nbeta beta.\n\ngamma gamma.", "a.txt")
    spec = chunk_spec(NAME, {"model": "m@ollama", "inner": "sparse", "unit": "words", "chunk_size": 6, "overlap": 0})
    found = cut_document(document, spec, tools_with(writer))
    assert [bool(chunk.context) for chunk in found.chunks] == [True, False, True]
    assert [(note.subject, note.outcome, count) for note, count in found.notes.items()] == [
        ("chunk", "left without context: it is not available", 1)
    ]


def test_a_plan_asks_nobody_and_counts_what_is_to_come() -> None:
    writer = Scripted()
    document = Document.from_text("alpha beta gamma delta.", "a.txt")
    spec = chunk_spec(NAME, {"model": "m@ollama"})
    silent = tools_with(writer).silent
    assert list(prepare([document], spec, silent)) == []
    assert [chunk.context for chunk in chunk_document(document, spec, silent)] == [NOT_YET]
    told = expected_calls([document], spec, silent)
    assert told is not None and (told.total, told.known) == (1, 0)
    assert expected_calls([document], chunk_spec(NAME, {}), silent) is None


def test_one_document_that_cannot_be_cut_costs_the_others_nothing() -> None:
    writer = Scripted()
    documents = [Document.from_text("alpha.", "a.txt"), Document.from_text(" \n", "blank.txt")]
    list(prepare(documents, chunk_spec(NAME, {"model": "m@ollama"}), tools_with(writer)))
    assert [passage.title for passage in writer.written] == ["a"]


def test_a_strategy_with_contexts_does_not_go_inside_another() -> None:
    with pytest.raises(SettingError, match="cannot be used inside"):
        chunk_spec(NAME, {"inner": NAME})


def test_tools_without_a_model_say_so() -> None:
    with pytest.raises(SettingError, match="no language model 'm@ollama'"):
        chunk_document(Document.from_text("a"), chunk_spec(NAME, {"model": "m@ollama"}), hash_tools())


def test_the_factory_shows_each_chunk_with_its_context() -> None:
    text = "The Heron is a sensor. " * 200
    parts = ChunkingFactory.create_chunker("contextual_retrieval").chunk_text(text, chunk_size=512, overlap=50)
    measure = ruler_for("tokens", text).measure
    assert len(parts) > 1 and all(measure(part) <= 512 for part in parts)
    assert all(part.startswith("From text") and "\n\n" in part for part in parts)
