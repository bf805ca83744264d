"""The structure of Markdown: headings, sections and blocks, by hand and by the failures of peers."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from chunking.blocks import blocks_of
from chunking.outline import outline_of
from chunking_strategies import chunk_spec, cut_document
from core.tokens import count_tokens
from core.types import Chunk, Document, RetrievalSpec
from evaluation.export import to_csv
from retrieval.search import search
from tests.fakes import HashEncoder
from tests.retrieval.small import opened


def chunks_of(text: str, size: int = 512, overlap: int = 0, **params: object) -> list[Chunk]:
    spec = chunk_spec("markdown", {"chunk_size": size, "overlap": overlap, **params})
    return list(cut_document(Document.from_text(text, "a.md"), spec).chunks)


def test_blocks_are_packed_within_their_section() -> None:
    text = "Start.\n\n# A\n\nOne two.\n\nThree four.\n\n## B\n\n- five\n- six\n"
    assert [(chunk.text, chunk.heading_path) for chunk in chunks_of(text, 14, unit="chars")] == [
        ("Start.", ()),
        ("# A\n\nOne two.", ("A",)),
        ("Three four.", ("A",)),
        ("## B\n\n- five", ("A", "B")),
        ("- six", ("A", "B")),
    ]


def test_whole_blocks_are_repeated_but_never_across_a_section() -> None:
    text = "# A\n\nX.\n\nAa bb.\n\nCc dd.\n\nEe ff.\n\n# B\n\nGg hh."
    assert [chunk.text for chunk in chunks_of(text, 15, 6, unit="chars")] == [
        "# A\n\nX.\n\nAa bb.",
        "Aa bb.\n\nCc dd.",
        "Cc dd.\n\nEe ff.",
        "# B\n\nGg hh.",
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_kind_of_block_has_its_range(line_end: str) -> None:
    lines = ["---", "a: 1", "---", "# H *x*", "P", "", "- i", "  1. j", "", "```py", "\tc", "```", "", "    code"]
    lines += ["", "| a | b |", "|---|---|", "| 1 | 2 |", "", "> # q", "", "<div>", "", "***"]
    text = line_end.join(lines)
    found = [(block.kind, text[block.start : block.end].replace(line_end, "\n")) for block in blocks_of(text)]
    assert found == [
        ("front matter", "---\na: 1\n---"),
        ("heading", "# H *x*"),
        ("paragraph", "P"),
        ("list item", "- i\n  1. j"),
        ("code", "```py\n\tc\n```"),
        ("code", "    code"),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ("quote", "> # q"),
        ("html", "<div>"),
        ("rule", "***"),
    ]
    assert blocks_of(text)[1].title == "H x"


def test_other_separators_end_no_line() -> None:
    text = "One\x0btwo\u2028# three\n\n# Four\x85still\n\nFive"
    assert [section.path for section in outline_of(text)] == [(), ("Four still",)]


def test_a_rule_at_the_start_is_no_front_matter() -> None:
    text = "---\n\nNot metadata.\n\n# One\n\nBody.\n\n---\n\nEnd."
    assert [section.path for section in outline_of(text)] == [(), ("One",)]


def test_headings_without_text_join_the_section_below() -> None:
    chunks = chunks_of("# A\n\n## B\n\n### C\n\nText.\n\n## D\n\nMore.\n\n## E\n")
    assert [(chunk.text, chunk.heading_path) for chunk in chunks] == [
        ("# A\n\n## B\n\n### C\n\nText.", ("A", "B", "C")),
        ("## D\n\nMore.", ("A", "D")),
        ("## E", ("A", "E")),
    ]


def test_headings_in_quotes_and_lists_begin_no_section() -> None:
    chunks = chunks_of("# A\n\n> # Quoted\n> text\n\n- # Listed\n  text\n\nEnd.")
    assert [chunk.heading_path for chunk in chunks] == [("A",)]


def test_a_heading_is_never_alone_before_a_paragraph_that_is_too_large() -> None:
    text = "# Title\n\n" + " ".join(f"Sentence number {n} is here." for n in range(40))
    chunks = chunks_of(text, 64)
    assert chunks[0].text.startswith("# Title\n\nSentence number 0 is here.")
    assert all(chunk.text.endswith(".") and count_tokens(chunk.text) <= 64 for chunk in chunks)


def test_an_introduction_stays_with_what_it_introduces() -> None:
    text = "A longer paragraph stands here before it.\n\nSteps:\n\n- take one\n- take two\n"
    assert [chunk.text for chunk in chunks_of(text, 44, unit="chars")][1] == "Steps:\n\n- take one\n- take two"


def test_a_line_that_is_no_sentence_stays_with_what_follows() -> None:
    text = "A longer paragraph stands here.\n\nOpening hours\n\nFrom nine to five on most days.\n"
    assert [chunk.text for chunk in chunks_of(text, 50, unit="chars")] == [
        "A longer paragraph stands here.",
        "Opening hours\n\nFrom nine to five on most days.",
    ]


def test_lists_nested_deeply_do_not_swallow_the_rest() -> None:
    text = "".join("  " * depth + f"- item {depth}\n" for depth in range(20)) + "\n# After\n\nText."
    assert outline_of(text)[-1].path == ("After",)


def test_c15_a_comment_in_a_code_fence_is_no_heading() -> None:
    text = "# Setup\nRun this:\n```python\n# load settings\nx = 1\n```\nDone.\n"
    chunks = chunks_of(text)
    assert [chunk.heading_path for chunk in chunks] == [("Setup",)]
    assert "```python\n# load settings\nx = 1\n```" in chunks[0].text


def test_c17_marks_that_make_no_heading() -> None:
    text = "#tag one\n\n####### seven\n\n\\# escaped\n\n#\tTabbed title\n\n   # Indented three\n\n    # indented four\n"
    sections = outline_of(text)
    assert [heading.title for section in sections for heading in section.headings] == ["Tabbed title", "Indented three"]
    assert [chunk.text for chunk in chunks_of(text)] == [
        "#tag one\n\n####### seven\n\n\\# escaped",
        "#\tTabbed title\n\n   # Indented three\n\n    # indented four",
    ]


def test_c18_setext_headings_are_seen() -> None:
    text = "Guide\n=====\nIntro.\n\nInstall\n-------\nRun it.\n"
    assert [(chunk.text, chunk.heading_path) for chunk in chunks_of(text)] == [
        ("Guide\n=====\nIntro.", ("Guide",)),
        ("Install\n-------\nRun it.", ("Guide", "Install")),
    ]


def test_c20_text_before_the_first_heading_is_kept() -> None:
    first = chunks_of("Notice: version 2 only.\n\n# One\nBody.\n")[0]
    assert (first.text, first.heading_path) == ("Notice: version 2 only.", ())


def test_c22_a_path_with_separators_comes_back_from_the_index_and_the_csv(home: Path) -> None:
    collection = opened(home, "# Ops\n## 24/7 desk > night\nCall us.\n", spec=chunk_spec("markdown", {}))
    (hit,) = search(collection, HashEncoder(), "Call us", RetrievalSpec())
    assert hit.chunk.heading_path == ("Ops", "24/7 desk > night")
    table = to_csv(["heading_path"], [{"heading_path": json.dumps(hit.chunk.heading_path)}])
    (row,) = csv.DictReader(io.StringIO(table.decode("utf-8"), newline=""))
    assert tuple(json.loads(row["heading_path"])) == hit.chunk.heading_path


def test_c24_tabs_and_no_break_spaces_stay() -> None:
    text = "# A\n```\n\tif x:\n\t\tgo()\n```\n10\u00a0km\n"
    chunk = chunks_of(text)[0].text
    assert "\n\t\tgo()" in chunk and "10\u00a0km" in chunk


def test_c25_blank_lines_between_paragraphs_stay() -> None:
    assert "P one.\n\nP two." in chunks_of("# H\n\nP one.\n\nP two.\n")[0].text
