"""Rows of CSV and TSV: how many in a chunk, headers, rows larger than a chunk (cases C50 to C53, D06 to D12)."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.strategy import Note
from chunking_strategies import chunk_spec, cut_document
from core.errors import SettingError
from core.text import is_blank
from core.tokens import count_tokens
from core.types import Chunk, Document
from corpus.load import load_uploads

CELLS = st.text(st.sampled_from('ab 7é猫,;\n"\t'), max_size=12) | st.sampled_from(["", "x" * 40, "NA", "007"])
TABLES = st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=12)
KNOBS = st.fixed_dictionaries(
    {
        "rows_per_chunk": st.integers(0, 4),
        "has_header": st.booleans(),
        "repeat_header": st.booleans(),
        "overflow": st.sampled_from(["keep", "split"]),
        "chunk_size": st.integers(1, 90),
        "unit": st.sampled_from(["chars", "tokens", "words"]),
    }
)


def cut(text: str, name: str = "a.csv", **parameters: Any) -> tuple[list[Chunk], list[Note]]:
    found = cut_document(Document.from_text(text, name), chunk_spec("row-based", parameters))
    return list(found.chunks), list(found.notes)


def shown(chunk: Chunk) -> str:
    return chunk.embed_text.strip()


def test_c50_a_quoted_line_end_does_not_end_the_row() -> None:
    chunks, _ = cut('id,note\n1,"line a\nline b"\n2,ok\n', rows_per_chunk=1)
    assert len(chunks) == 2
    assert "line a\nline b" in chunks[0].text and chunks[1].text.startswith("2,")


@pytest.mark.parametrize(("rows", "expected"), [(1, [1] * 20), (7, [7, 7, 6]), (50, [20])])
def test_c51_rows_per_chunk_is_kept_and_the_header_is_no_row(rows: int, expected: list[int]) -> None:
    text = "id,v\n" + "".join(f"{number},{number**2}\n" for number in range(20))
    chunks, _ = cut(text, rows_per_chunk=rows, repeat_header=True)
    assert [len(shown(chunk).split()) - 1 for chunk in chunks] == expected
    assert all(shown(chunk).startswith("id,v\n") for chunk in chunks)


def test_c52_a_header_alone_is_one_chunk_and_a_note() -> None:
    chunks, notes = cut("id,name\n", rows_per_chunk=1)
    assert [chunk.text.strip() for chunk in chunks] == ["id,name"]
    assert notes == [Note("table", "without a row of data below the header")]


def test_c52_without_a_header_no_row_is_lost_and_columns_have_numbers() -> None:
    chunks, notes = cut("1,Ana\n2,Bo\n", rows_per_chunk=1, has_header=False, repeat_header=True)
    assert [shown(chunk) for chunk in chunks] == ["col1,col2\n\n1,Ana", "col1,col2\n\n2,Bo"]
    assert notes == []


def test_c53_a_row_larger_than_the_limit_is_split_and_each_part_says_whose_it_is() -> None:
    text = "id,essay\n7," + "deep sea " * 3000 + "\n"
    chunks, notes = cut(text, chunk_size=256, unit="tokens", overflow="split", repeat_header=True)
    head, parts = chunks[0], chunks[1:]
    assert head.text == "id,essay" and notes == [Note("row", "split")]
    assert [part.context for part in parts] == [
        f"id,essay\nid=7, part {number} of {len(parts)}" for number in range(1, len(parts) + 1)
    ]
    assert all(count_tokens(part.embed_text) <= 256 for part in parts)
    assert " ".join(part.text for part in parts) == text.splitlines()[1].strip()


@pytest.mark.parametrize(
    ("size", "context"),
    [
        (110, "id,essay,and,many,more,columns\nid=7, part 7 of 7"),
        (60, "id=7, part 9 of 9"),
        (40, "part 16 of 16"),
        (30, ""),
    ],
)
def test_c53_what_would_fill_the_chunk_is_left_out_from_the_header_on(size: int, context: str) -> None:
    text = "id,essay,and,many,more,columns\n7," + "deep sea " * 40
    chunks, _ = cut(text, chunk_size=size, overlap=0, overflow="split", repeat_header=True)
    assert chunks[-1].context == context


def test_d06_cells_stay_as_they_are_written() -> None:
    chunks, _ = cut("sku,country,rate\n00071,NA,4.50\n00080,NULL,0.10\n", rows_per_chunk=1)
    assert chunks[0].text.endswith("\n00071,NA,4.50") and chunks[1].text == "00080,NULL,0.10\n"


def test_d08_the_delimiter_of_a_text_in_memory_is_found() -> None:
    text = 'name;price\nTea;"1,50\nnet"\nJam;2,75\n'
    chunks, _ = cut(text, rows_per_chunk=1, has_header=False, repeat_header=True)
    assert {chunk.context for chunk in chunks} == {"col1;col2"}
    assert [chunk.text.strip() for chunk in chunks] == ["name;price", 'Tea;"1,50\nnet"', "Jam;2,75"]


def test_d08_the_delimiter_can_be_changed() -> None:
    text = "name;price\nTea;1,50\n"
    chunks, _ = cut(text, rows_per_chunk=1, has_header=False, repeat_header=True, delimiter="comma")
    assert [chunk.context for chunk in chunks] == ["col1", "col1"]
    loaded = load_uploads([("a.csv", text.encode())]).documents[0]
    spec = chunk_spec("row-based", {"has_header": False, "repeat_header": True, "delimiter": "comma"})
    assert cut_document(loaded, spec).chunks[0].context == "col1"


def test_d10_a_ragged_row_is_a_row_like_the_others() -> None:
    chunks, _ = cut("a,b\n1,2\n3,4,5\n6,7\n", rows_per_chunk=1)
    assert [chunk.text.strip() for chunk in chunks] == ["a,b\n1,2", "3,4,5", "6,7"]


def test_d11_an_unclosed_quote_swallows_no_row() -> None:
    chunks, _ = cut('a,b\n1,"oops\n2,x\n3,y\n', rows_per_chunk=1)
    assert [chunk.text.strip() for chunk in chunks] == ['a,b\n1,"oops', "2,x", "3,y"]


def test_d12_columns_of_one_name_are_told_apart_where_the_header_is_repeated() -> None:
    chunks, _ = cut("note,note\nred,blue\nlow,high\n", rows_per_chunk=1, repeat_header=True)
    assert [shown(chunk) for chunk in chunks] == ["note,note\nred,blue", "note,note (2)\n\nlow,high"]


def test_rows_per_chunk_counts_lines_of_other_texts_and_no_blank_ones() -> None:
    chunks, _ = cut("one\n\ntwo\nthree\n", "a.log", rows_per_chunk=2)
    assert [chunk.text.strip() for chunk in chunks] == ["one\n\ntwo", "three"]


def test_rows_per_chunk_must_be_a_number_of_rows() -> None:
    with pytest.raises(SettingError, match="rows_per_chunk must be at least 0"):
        chunk_spec("row-based", {"rows_per_chunk": -1})


@settings(max_examples=400, deadline=None)
@given(TABLES, KNOBS, st.sampled_from(["comma", "semicolon", "tab"]))
def test_whatever_the_knobs_the_laws_hold_and_rows_are_counted(
    table: list[list[str]], knobs: dict[str, Any], named: str
) -> None:
    delimiter = {"comma": ",", "semicolon": ";", "tab": "\t"}[named]
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(table)
    chunks, _ = cut(out.getvalue(), overlap=0, delimiter=named, **knobs)
    if is_blank(out.getvalue()):
        assert not chunks
    if knobs["overflow"] == "keep" and knobs["rows_per_chunk"] and not knobs["has_header"]:
        rows = [list(csv.reader(io.StringIO(chunk.text), delimiter=delimiter)) for chunk in chunks]
        assert all(sum(any(cell.strip() for cell in row) for row in found) <= knobs["rows_per_chunk"] for found in rows)
