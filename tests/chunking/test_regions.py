"""What becomes of tables, code, clauses and list items that are too large, and of those that are not."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.outline import outline_of
from chunking.regions import POLICIES
from chunking.strategy import Note
from chunking_strategies import STRATEGIES, chunk_spec, cut_document
from core.tokens import count_tokens
from core.types import Chunk, Document
from retrieval.chunked import chunk_corpus, finished
from tests.chunking.laws import assert_laws
from tests.fakes import HashEncoder, hash_tools
from tests.retrieval.small import corpus_of

HEADER = "| Item | Qty | Bin |\n|---|---|---|"
ROWS = [f"| part-{n:02} | {3 * n} | B{n} |" for n in range(1, 13)]
TABLE = "\n".join([HEADER, *ROWS, ""])
CODE = "```python\nimport os\n\ndef first():\n    return 1\n\ndef second():\n    return 2\n```"
CONTRACT = (
    "4.1 Price\nThe buyer pays the price.\n(a) within ten days of the invoice;\n(b) in euros and by transfer.\n\n"
    "4.2 Delivery\nThe seller delivers to the depot.\n"
)


def cut(text: str, size: int, **params: object) -> tuple[list[Chunk], dict[Note, int]]:
    found = cut_document(Document.from_text(text, "a.md"), chunk_spec("markdown", {"chunk_size": size, **params}))
    return list(found.chunks), dict(found.notes)


def contexts_and_texts(chunks: list[Chunk]) -> list[tuple[str, str]]:
    return [(chunk.context, chunk.text) for chunk in chunks]


@pytest.mark.parametrize("policy", ["repeat-header", "split", "keep", "summary"])
def test_regions_that_fit_are_whole_whatever_the_policy(policy: str) -> None:
    text = f"Some words before.\n\n{TABLE}\n{CODE}\n"
    chunks, notes = cut(text, 200, overlap=0, regions=policy)
    assert any(TABLE.strip() in chunk.text for chunk in chunks) and any(CODE in chunk.text for chunk in chunks)
    assert notes == {}


def test_c26_every_part_of_a_table_has_the_header_and_no_row_is_cut() -> None:
    chunks, notes = cut(TABLE, 60, overlap=0)
    assert len(chunks) > 1
    assert all(chunk.embed_text.startswith(HEADER) and count_tokens(chunk.embed_text) <= 60 for chunk in chunks)
    rows = [line for chunk in chunks for line in chunk.text.splitlines() if line.startswith("| part")]
    assert rows == ROWS
    assert notes == {Note("table", "split, header repeated"): 1}


def test_c28_the_column_row_is_repeated_and_not_the_heading() -> None:
    chunks, _ = cut(f"## Regional figures\n\n{TABLE}", 60, overlap=0)
    assert chunks[0].text.startswith(f"## Regional figures\n\n{HEADER}\n{ROWS[0]}")
    assert len(chunks) > 1
    for chunk in chunks[1:]:
        assert chunk.context == HEADER and chunk.heading_path == ("Regional figures",)


def test_a_header_that_leaves_too_little_room_is_not_repeated() -> None:
    chunks, notes = cut(TABLE, 20, overlap=0)
    assert [chunk.text for chunk in chunks] == [HEADER, *ROWS]
    assert notes == {Note("table", "split"): 1}


def test_only_a_row_too_large_by_itself_is_cut() -> None:
    text = "| a | b |\n|---|---|\n| one | two |\n| " + "word " * 12 + "| x |\n| end | y |"
    chunks, _ = cut(text, 50, overlap=0, unit="chars")
    assert [chunk.text for chunk in chunks if "one" in chunk.text] == ["| a | b |\n|---|---|\n| one | two |"]
    assert [chunk.context for chunk in chunks[1:]] == ["| a | b |\n|---|---|"] * (len(chunks) - 1)
    assert chunks[-1].text.endswith("| end | y |")


def test_code_is_cut_between_lines_under_its_fence() -> None:
    chunks, notes = cut(CODE, 45, overlap=0, unit="chars")
    assert contexts_and_texts(chunks) == [
        ("", "```python\nimport os\n\ndef first():"),
        ("```python", "    return 1\n\ndef second():"),
        ("```python", "    return 2\n```"),
    ]
    assert notes == {Note("code block", "split, first line repeated"): 1}


def test_indentation_of_indented_code_stays() -> None:
    text = "    one = 1\n    two = 2\n\n    three = 3"
    assert [chunk.text for chunk in cut(text, 25, overlap=0, unit="chars")[0]] == [
        "    one = 1\n    two = 2",
        "    three = 3",
    ]


def test_clauses_hold_their_sub_clauses_and_repeat_their_number() -> None:
    (section,) = outline_of(CONTRACT)
    assert [(clause.marker, [child.marker for child in clause.children]) for clause in section.blocks] == [
        ("4.1", ["", "(a)", "(b)"]),
        ("4.2", []),
    ]
    chunks, notes = cut(CONTRACT, 80, overlap=0, unit="chars")
    assert contexts_and_texts(chunks) == [
        ("", "4.1 Price\nThe buyer pays the price.\n(a) within ten days of the invoice;"),
        ("4.1", "(b) in euros and by transfer."),
        ("", "4.2 Delivery\nThe seller delivers to the depot."),
    ]
    assert notes == {Note("clause", "split, number repeated"): 1}


@pytest.mark.parametrize(
    ("text", "markers"),
    [
        ("§ 1 Scope\nOne.\n\n§ 2 Term\nTwo.", ["§ 1", "§ 2"]),
        ("Article 1\nOne.\n\nArticle 2\nTwo.", ["Article 1", "Article 2"]),
        ("2 TERMS\n\n2.1 Start\nOne.\n\n2.2 End\nTwo.", ["2"]),
        ("It costs\n3.5 million, or\n3.6 million.", []),
        ("As laid down in\nArticle 5 of the law and\nArticle 6 of the law.", []),
        ("1.1 Alone is a number in running text.", []),
    ],
)
def test_lines_that_begin_a_clause(text: str, markers: list[str]) -> None:
    found = [block.marker for section in outline_of(text) for block in section.blocks if block.kind == "clause"]
    assert found == markers


def test_list_items_repeat_their_number() -> None:
    chunks, notes = cut("7. Take it out. Put it in. Close it.\n8. Done.", 20, overlap=0, unit="chars")
    assert contexts_and_texts(chunks) == [
        ("", "7. Take it out."),
        ("7.", "Put it in."),
        ("7.", "Close it."),
        ("", "8. Done."),
    ]
    assert notes == {Note("list item", "split, number repeated"): 1}


def test_what_is_kept_stands_alone_with_its_heading() -> None:
    chunks, notes = cut(f"# H\n\n{TABLE}\nAfter.\n", 30, overlap=10, regions="keep")
    assert [(chunk.text, chunk.overflow) for chunk in chunks] == [(f"# H\n\n{TABLE.strip()}", True), ("After.", False)]
    assert notes == {Note("table", "kept whole"): 1}


def test_a_summary_is_indexed_in_place_of_the_whole() -> None:
    chunks, notes = cut(f"# H\n\n{TABLE}\nAfter.\n", 40, overlap=0, regions="summary")
    assert chunks[0].text == f"# H\n\n{TABLE.strip()}" and chunks[0].overflow
    assert (
        chunks[0].embed_text
        == "Summary of a table under H: Item, Qty, Bin; 12 rows: part-01, part-02, part-03, part-04, part-05, part-06"
    )
    assert count_tokens(chunks[0].summary) <= 40
    assert notes == {Note("table", "indexed by a summary"): 1}


def test_the_build_report_tells_how_regions_were_cut() -> None:
    corpus = corpus_of(f"{TABLE}\n{TABLE}", CODE)
    for policy, notes in (
        ("repeat-header", ("2 tables split, header repeated",)),
        ("summary", ("2 tables indexed by a summary",)),
    ):
        cut = finished(chunk_corpus(corpus, chunk_spec("markdown", {"chunk_size": 100, "regions": policy})))
        assert (cut.notes, cut.warnings) == (notes, ())


def test_summaries_name_what_code_defines() -> None:
    chunks, _ = cut(CODE, 72, overlap=0, unit="chars", regions="summary")
    assert chunks[0].summary == "Summary of a code block: python; 7 lines: first, second"


def test_c31_the_heading_path_counts() -> None:
    sentences = " ".join(f"item{n} is stored in bay {n}." for n in range(60))
    for body in (f"{sentences}\n", f"{TABLE}\n"):
        chunks, _ = cut(f"# Alpha\n## Beta\n{body}", 64, overlap=0, heading_context=True)
        assert all(chunk.context.startswith("Alpha > Beta") for chunk in chunks)
        assert all(count_tokens(chunk.embed_text) <= 64 for chunk in chunks)


def test_c33_a_heading_path_that_does_not_fit_is_told() -> None:
    chunks, notes = cut(f"# {'m ' * 700}\n\n## Short\n\nShort body.", 64, overlap=0, heading_context=True)
    assert chunks[-1].context == "Short" and chunks[-1].text.endswith("Short body.")
    assert [note.outcome for note in notes] == [
        "with heading paths that did not fit whole: up to 703 tokens beside a size of 64"
    ]
    (chunk,) = cut_document(
        Document.from_text("Short body.", "a.md", meta={"note": "m " * 700}), chunk_spec("markdown", {"chunk_size": 64})
    ).chunks
    assert chunk.embed_text == "Short body."


def test_parts_follow_each_other_without_a_gap() -> None:
    for policy in ("repeat-header", "split"):
        chunks, _ = cut(TABLE, 40, overlap=0, regions=policy)
        assert all(TABLE[before.end : after.start] == "\n" for before, after in pairwise(chunks))


LINES = st.sampled_from(
    [
        *("# A", "## B *x*", "Title\n===", "One two three. Four five.", "Intro:", "CAPITALS", "x" * 40, "猫。猫！"),
        *("- item one", "  - nested", "1. one", "   more", "```py", "x = 1", "    y = 2", "```", "> # q", "<div>"),
        *("| a | b |", "|---|---|", "| 1 | 2 |", "| 3 | long words |", "", "", "", "---", "\u200b"),
        *("4.1 Term", "4.2 Other thing", "(a) one", "(b) two", "Article 1"),
    ]
)
TEXTS = st.builds(
    lambda lines, end: end.join(lines), st.lists(LINES, max_size=30), st.sampled_from(["\n", "\r\n", "\r"])
)


@settings(max_examples=300, deadline=None)
@given(
    text=TEXTS,
    name=st.sampled_from(["markdown", "section", "sparse", "recursive"]),
    policy=st.sampled_from(POLICIES),
    unit=st.sampled_from(["chars", "words", "tokens"]),
    size=st.integers(1, 80),
    share=st.floats(0, 0.99),
)
def test_laws_hold_whatever_the_policy(text: str, name: str, policy: str, unit: str, size: int, share: float) -> None:
    document = Document.from_text(text, "a.md")
    values = {"chunk_size": size, "overlap": int(size * share), "unit": unit, "regions": policy}
    cut = cut_document(document, chunk_spec(name, values), hash_tools(HashEncoder(max_pieces=12)))
    assert_laws(document, list(cut.chunks), STRATEGIES[name], size, unit)
    assert policy in {"keep", "summary"} or not any(chunk.overflow for chunk in cut.chunks)
