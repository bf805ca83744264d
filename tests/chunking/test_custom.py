"""Strategies from a user's files: the example of the docs, refusals, trials, and what an edit changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chunking_strategies import STRATEGIES, ChunkingFactory, chunk_document, chunk_spec
from config import ROOT, settings
from core.errors import SettingError
from core.types import Document
from tests.chunking.laws import assert_laws
from tests.chunking.texts import AWKWARD

DOCS = (ROOT / "docs" / "custom_strategy.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"^```python\n(.*?)^```", DOCS, re.MULTILINE | re.DOTALL)[0]
SPLIT = "        for part in word_parts(Span(start, end), ruler, params.chunk_size):\n            yield Piece(*part)\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A folder of strategies that the settings name."""
    folder = tmp_path / "strategies"
    folder.mkdir()
    monkeypatch.setenv("CHUNKTRACE_STRATEGIES", str(folder))
    settings.cache_clear()
    yield folder
    settings.cache_clear()


def with_split(body: str) -> str:
    assert SPLIT in EXAMPLE
    return EXAMPLE.replace(SPLIT, body)


def test_the_example_of_the_docs_works_to_the_letter(folder: Path) -> None:
    (folder / "turns.py").write_text(EXAMPLE, encoding="utf-8")
    assert STRATEGIES.problems == ()
    assert list(STRATEGIES)[-1] == "turns"
    text = "Ann: Good morning.\nBob: Hello. How\nare you?\nAnn: Fine."
    chunks = ChunkingFactory.create_chunker("turns", unit="chars").chunk_text(text, 40, 0)
    assert chunks == ["Ann: Good morning.", "Bob: Hello. How\nare you?", "Ann: Fine."]


@pytest.mark.parametrize("label", AWKWARD)
def test_the_laws_hold_for_the_example(folder: Path, label: str) -> None:
    (folder / "turns.py").write_text(EXAMPLE, encoding="utf-8")
    document = Document.from_text(AWKWARD[label])
    for size in (1, 16, 120):
        spec = chunk_spec("turns", {"chunk_size": size, "overlap": 0})
        assert_laws(document, chunk_document(document, spec), STRATEGIES["turns"], size, "chars")


def test_an_edit_makes_other_ids_and_another_spec_and_outdates_the_old_one(folder: Path) -> None:
    document = Document.from_text("Ann: Good morning.")
    (folder / "turns.py").write_text(EXAMPLE, encoding="utf-8")
    before = chunk_spec("turns", {})
    first = chunk_document(document, before)
    (folder / "turns.py").write_text(EXAMPLE + "# edited\n", encoding="utf-8")
    after = chunk_spec("turns", {})
    assert before.key != after.key
    assert {chunk.id for chunk in first}.isdisjoint(chunk.id for chunk in chunk_document(document, after))
    with pytest.raises(SettingError, match="file of the strategy turns has changed"):
        chunk_document(document, before)


def test_a_collection_of_other_code_is_not_reused(folder: Path, home: Path, hash_encoder) -> None:
    from corpus.types import Corpus
    from retrieval.build import build
    from tests.fakes import result_of

    corpus = Corpus("talk", (Document.from_text("Ann: Good morning.\nBob: Hello."),), ())
    (folder / "turns.py").write_text(EXAMPLE, encoding="utf-8")
    first = result_of(build(corpus, chunk_spec("turns", {}), hash_encoder, home))
    (folder / "turns.py").write_text(EXAMPLE + "# edited\n", encoding="utf-8")
    second = result_of(build(corpus, chunk_spec("turns", {}), hash_encoder, home))
    assert first.collection != second.collection


def test_inside_another_strategy_it_is_tried_and_versioned_as_well(folder: Path) -> None:
    values = {"chunk_size": 60, "overlap": 0, "unit": "chars", "inner": "turns"}
    document = Document.from_text(f"# Talk\n\n{'Ann: Good morning to you. ' * 9}\nBob: Hello.", "a.md")
    (folder / "turns.py").write_text(EXAMPLE, encoding="utf-8")
    before = chunk_spec("markdown", values)
    assert_laws(document, chunk_document(document, before), STRATEGIES["markdown"], 60, "chars")
    (folder / "turns.py").write_text(EXAMPLE + "# edited\n", encoding="utf-8")
    assert before.key != chunk_spec("markdown", values).key
    assert "version" not in dict(chunk_spec("markdown", values | {"inner": "sparse"}).parameters)
    (folder / "turns.py").write_text(EXAMPLE.replace(SPLIT, "        yield from ()\n"), encoding="utf-8")
    with pytest.raises(SettingError, match="the strategy turns breaks the law of cover"):
        chunk_spec("markdown", values)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("x = 1\n", "it must define STRATEGY, a chunking.strategy.Strategy"),
        ("STRATEGY = 'turns'\n", "it must define STRATEGY"),
        ("x =\n", "it cannot be loaded (line 1: invalid syntax)"),
        ("import no_such_module\n", "line 1: ModuleNotFoundError: No module named 'no_such_module'"),
        ("\n\nraise SystemExit(3)\n", "it cannot be loaded (line 3: SystemExit: 3)"),
        (EXAMPLE.replace('"turns"', '"dense"'), "there is a strategy dense already"),
        (EXAMPLE.replace('"turns"', '"My Turns"'), "must be lower-case words joined by hyphens"),
        (EXAMPLE.replace("params=SizeParameters", "params=dict"), "its params must be SizeParameters"),
        (EXAMPLE.replace('"Speakers\' turns"', '""'), "its label is empty"),
    ],
)
def test_a_file_that_is_no_strategy_is_left_out_in_one_line_and_the_others_go_on(folder, content, says) -> None:
    (folder / "bad.py").write_text(content, encoding="utf-8")
    (folder / "turns.py").write_text(EXAMPLE, encoding="utf-8")
    (problem,) = STRATEGIES.problems
    assert problem.startswith("bad.py is left out: ") and says in problem and "\n" not in problem
    assert "turns" in STRATEGIES and chunk_spec("turns", {})


def test_a_binary_file_and_a_folder_that_is_not_there_are_told(folder, tmp_path, monkeypatch) -> None:
    (folder / "bad.py").write_bytes(b"\x00\xff\xfe")
    assert STRATEGIES.problems[0].startswith("bad.py is left out: it cannot be loaded")
    monkeypatch.setenv("CHUNKTRACE_STRATEGIES", str(tmp_path / "nowhere"))
    settings.cache_clear()
    assert "which is no folder" in STRATEGIES.problems[0]
    assert "dense" in STRATEGIES


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("        yield Piece(start, end)\n", "law of "),
        ("        if start < end:\n            yield Piece(start, end)\n", "law of "),
        ("        yield from ()\n", r"one-character.txt: .* law of cover: the text in \[0, 1\) is in no chunk"),
        ("        yield Piece(0, 1)\n        yield Piece(0, 1)\n", "law of progress"),
        ("        while True:\n            yield Piece(0, 1)\n", "law of progress"),
        ("        yield (start, end)\n", "yields a tuple, not a Piece"),
        ("        raise KeyError('no key')\n", "fails .KeyError: 'no key'"),
    ],
)
def test_a_breach_of_a_law_is_refused_before_anything_is_indexed(folder: Path, body: str, says: str) -> None:
    (folder / "turns.py").write_text(with_split(body), encoding="utf-8")
    assert STRATEGIES.problems == ()
    for _ in range(2):  # remembered, and refused again
        with pytest.raises(SettingError, match=says) as refused:
            chunk_spec("turns", {})
        assert "turns" in str(refused.value) and "\n" not in str(refused.value)


def test_work_beforehand_that_fails_is_refused_as_well(folder: Path) -> None:
    failing = EXAMPLE.replace("split=split,", "split=split, prepare=lambda documents, params, tools: iter([1 / 0]),")
    (folder / "turns.py").write_text(failing, encoding="utf-8")
    with pytest.raises(SettingError, match=r"turns fails to prepare the documents \(ZeroDivisionError"):
        chunk_spec("turns", {})


def test_a_chunk_that_is_too_large_is_told_with_its_place(folder: Path) -> None:
    (folder / "turns.py").write_text(
        EXAMPLE.replace(
            SPLIT, "        for part in word_parts(Span(start, end), ruler, 200):\n            yield Piece(*part)\n"
        )
    )
    with pytest.raises(SettingError, match=r"law of size: \[0, \d+\) has \d+ chars, more than 2\. \(In a trial"):
        chunk_spec("turns", {})


def test_cuts_that_differ_from_run_to_run_are_refused(folder: Path) -> None:
    body = (
        "        import random\n        for part in word_parts(Span(start, end), ruler, "
        "random.randint(1, params.chunk_size)):\n            yield Piece(*part)\n"
    )
    (folder / "turns.py").write_text(with_split(body), encoding="utf-8")
    with pytest.raises(SettingError, match="law of same input, same chunks"):
        chunk_spec("turns", {})


def test_the_trial_runs_once_for_a_file(folder: Path) -> None:
    counting = EXAMPLE.replace("    starts =", f"    open({str(folder / 'calls')!r}, 'a').write('.')\n    starts =")
    (folder / "turns.py").write_text(counting, encoding="utf-8")
    chunk_spec("turns", {})
    calls = (folder / "calls").stat().st_size
    chunk_spec("turns", {"chunk_size": 99})
    assert (folder / "calls").stat().st_size == calls > 10


OWN = """from dataclasses import dataclass
from core.parameters import knob


@dataclass(frozen=True, slots=True)
class Own(SizeParameters):
    deep: bool = knob(False, label="Deep", help="Deeper.")


TURN ="""


def test_parameters_of_its_own_are_parsed_and_shown(folder: Path) -> None:
    own = f"from __future__ import annotations\n{EXAMPLE.partition(chr(10))[2]}"
    own = own.replace("TURN =", OWN).replace("params=SizeParameters", "params=Own")
    (folder / "turns.py").write_text(own, encoding="utf-8")
    assert STRATEGIES.problems == ()
    assert dict(chunk_spec("turns", {"deep": "yes"}).parameters)["deep"] is True
    (folder / "turns.py").write_text(own.replace("deep:", "version:"), encoding="utf-8")
    assert "not be named version" in STRATEGIES.problems[0]
