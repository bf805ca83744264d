"""Recipes of the Chunks page: an address brings back exactly what was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking_strategies import STRATEGIES
from core.errors import SettingError
from core.spans import Span
from core.types import Document, Evidence, Question
from evaluation.inspection import inspect
from tests.evaluation.test_inspection import CHARS, chunks_of
from ui.chunk_address import number
from ui.chunk_marks import LEGEND, marks_of
from ui.chunk_recipe import Recipe, like, read, recipe_of, written


@given(st.sampled_from(list(STRATEGIES)), st.integers(2, 4_000), st.data())
def test_what_is_written_is_read_again(name: str, size: int, data: st.DataObject) -> None:
    values = {"chunk_size": size, "overlap": data.draw(st.integers(0, size - 1)), "unit": "words"}
    spec = Recipe(name, values).spec()
    assert read(written(recipe_of(spec))).spec() == spec


def test_only_what_differs_is_written() -> None:
    assert written(Recipe("fixed-size", {"chunk_size": 60, "overlap": 5, "unit": "tokens"})) == (
        "fixed-size,chunk_size=60,overlap=5"
    )
    assert written(read("collection:my_docs")) == "collection:my_docs"
    assert read("sentence-window,sentences=2").values["sentences"] == 2
    odd = Recipe("row-based", {"unit": "pieces", "encoder": "a,b=c&d"})
    assert read(written(odd)).values["encoder"] == "a,b=c&d"


@pytest.mark.parametrize("text", ["gone", "", "fixed-size,chunk_size=x", "fixed-size,what=1", "fixed-size,=,"])
def test_what_names_nothing_is_refused(text: str) -> None:
    with pytest.raises(SettingError):
        read(text)


def test_another_strategy_keeps_the_sizes_alone() -> None:
    left = Recipe("section", {"chunk_size": 9, "overlap": 1, "unit": "words", "floor": 3})
    assert like(left, "recursive") == Recipe("recursive", {"chunk_size": 9, "overlap": 1, "unit": "words"})


@pytest.mark.parametrize(("text", "value"), [("12", 12), ("-1", None), ("x", None), ("", None), ("9" * 40, None)])
def test_numbers_of_an_address(text: str, value: int | None) -> None:
    assert number(text) == value


def test_marks_by_hand() -> None:
    document = Document.from_text("0123456789" * 2)
    question = Question("q", "Which?", (Evidence(document.id, 6, 13, "6789012"),))
    found = inspect(document, chunks_of(document, (0, 10), (8, 20)), CHARS, [question])
    marks = marks_of(found, Span(0, 20), found.chunks[1])
    told = [(mark.start, mark.end, mark.kind, mark.id) for mark in marks]
    assert told == [
        (0, 10, "even", "c0"),
        (8, 20, "odd", "c8"),
        (8, 10, "both", ""),
        (6, 13, "severed", ""),
        (8, 8, "cut", ""),
        (10, 10, "cut", ""),
        (8, 20, "chosen", ""),
    ]
    assert [kind for kind in LEGEND if kind in {mark.kind for mark in marks}] == ["even", "odd", "both", "severed"]
    assert {mark.id for mark in marks_of(found, Span(0, 5))} == {"c0"}
