"""The laws that every registered strategy obeys, on awkward, real and random texts."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking_strategies import STRATEGIES, chunk_document, chunk_spec
from core.rulers import ruler_for
from core.types import Document
from tests.chunking.laws import assert_laws
from tests.chunking.texts import AWKWARD, TEXTS
from tests.fakes import hash_tools

NAMES = list(STRATEGIES)
TOOLS = hash_tools()
UNITS = [(name, unit) for name in NAMES for unit in ("chars", "words", "tokens")]
DATA = Path(__file__).parents[2] / "data" / "samples" / "documents"


@pytest.mark.parametrize(("name", "unit"), UNITS)
@pytest.mark.parametrize("label", AWKWARD)
def test_laws_hold_on_awkward_texts(name: str, unit: str, label: str) -> None:
    for suffix in (".txt", ".csv", ".md"):
        document = Document.from_text(AWKWARD[label], f"a{suffix}")
        for size in (1, 2, 16, 120):
            for overlap in sorted({0, 1, size // 2, size - 1} & set(range(size))):
                spec = chunk_spec(name, {"chunk_size": size, "overlap": overlap, "unit": unit})
                assert_laws(document, chunk_document(document, spec, TOOLS), STRATEGIES[name], size, unit)


@settings(max_examples=250, deadline=None)
@given(
    text=TEXTS,
    choice=st.sampled_from(UNITS),
    size=st.integers(1, 60),
    share=st.floats(0, 0.99),
    name=st.sampled_from(["a.txt", "a.csv", "a.md"]),
)
def test_laws_hold_on_random_texts(text: str, choice: tuple[str, str], size: int, share: float, name: str) -> None:
    strategy, unit = choice
    document = Document.from_text(text, name)
    spec = chunk_spec(strategy, {"chunk_size": size, "overlap": int(size * share), "unit": unit})
    assert_laws(document, chunk_document(document, spec, TOOLS), STRATEGIES[strategy], size, unit)


@settings(max_examples=100, deadline=None)
@given(text=TEXTS, size=st.integers(8, 60), strategy=st.sampled_from(["row-based", "entity-based"]))
def test_laws_hold_where_what_is_too_large_is_split(text: str, size: int, strategy: str) -> None:
    document = Document.from_text(text, "a.csv")
    chunks = chunk_document(
        document, chunk_spec(strategy, {"chunk_size": size, "overlap": 2, "overflow": "split"}), TOOLS
    )
    assert_laws(document, chunks, STRATEGIES[strategy], size, "chars")
    assert not any(chunk.overflow for chunk in chunks)


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, size=st.integers(8, 60))
def test_laws_hold_with_a_repeated_header(text: str, size: int) -> None:
    document = Document.from_text(text, "a.csv")
    spec = chunk_spec("row-based", {"chunk_size": size, "overlap": size // 3, "repeat_header": True})
    assert_laws(document, chunk_document(document, spec, TOOLS), STRATEGIES["row-based"], size, "chars")


@pytest.mark.parametrize("name", NAMES)
def test_laws_hold_on_the_samples(name: str) -> None:
    for path in sorted(DATA.iterdir()):
        document = Document.from_text(path.read_text(encoding="utf-8"), path.name)
        for size, overlap in ((120, 60), (512, 50), (4000, 400)):
            spec = chunk_spec(name, {"chunk_size": size, "overlap": overlap})
            assert_laws(document, chunk_document(document, spec, TOOLS), STRATEGIES[name], size, STRATEGIES[name].unit)


@pytest.mark.parametrize("unit", ["chars", "tokens"])
@pytest.mark.parametrize("name", [name for name in NAMES if name != "entity-based"])
def test_what_is_repeated_is_no_more_than_the_overlap(name: str, unit: str) -> None:
    for path in sorted(DATA.iterdir())[:4]:
        document = Document.from_text(path.read_text(encoding="utf-8"), path.name)
        ruler = ruler_for(unit, document.text)
        chunks = chunk_document(document, chunk_spec(name, {"chunk_size": 64, "overlap": 20, "unit": unit}), TOOLS)
        assert all(ruler.size(after.start, before.end) <= 20 for before, after in pairwise(chunks))


@pytest.mark.parametrize("name", NAMES)
def test_laws_hold_on_the_texts_that_broke_peers(name: str, shared: Path) -> None:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [case["input"] for case in map(json.loads, lines) if isinstance(case.get("input"), str)]
    assert len(texts) > 30
    for text in texts:
        document = Document.from_text(text, "a.md")
        for size, overlap in ((16, 8), (120, 0), (512, 50)):
            spec = chunk_spec(name, {"chunk_size": size, "overlap": overlap})
            assert_laws(document, chunk_document(document, spec, TOOLS), STRATEGIES[name], size, STRATEGIES[name].unit)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_input_gives_the_same_ids_and_other_settings_give_others(name: str) -> None:
    """Case C62."""
    document = Document.from_text(AWKWARD["markdown"], "a.md")

    def ids(size: int) -> list[str]:
        spec = chunk_spec(name, {"chunk_size": size, "overlap": 8})
        return [chunk.id for chunk in chunk_document(document, spec, TOOLS)]

    first = ids(64)
    assert ids(64) == first
    assert not set(first) & set(ids(63))


def test_text_put_in_front_renames_no_chunk_that_stays_the_same() -> None:
    document = Document.from_text("Alpha one.\n\nBeta two.\n\nGamma three.", "a.txt")
    edited = Document.from_text("A new first paragraph.\n\n" + document.text, "a.txt")
    spec = chunk_spec("sparse", {"chunk_size": 24, "overlap": 0})
    before = {chunk.text: chunk.id for chunk in chunk_document(document, spec, TOOLS)}
    after = {chunk.text: chunk.id for chunk in chunk_document(edited, spec, TOOLS)}
    assert before.items() <= after.items()


@pytest.mark.parametrize("name", NAMES)
def test_very_long_runs_end(name: str) -> None:
    """Case C10."""
    for text in ("x" * 200_000, "-" * 200_000, " " * 200_000, "水" * 50_000):
        document = Document.from_text(text)
        chunks = chunk_document(document, chunk_spec(name, {"chunk_size": 256, "overlap": 0, "unit": "tokens"}), TOOLS)
        assert_laws(document, chunks, STRATEGIES[name], 256, "tokens")
