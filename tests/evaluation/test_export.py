"""Tables that programs and spreadsheets read alike."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.export import safe_text, to_csv


def read(content):
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


FORMULAS = ["=1+1", "+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\u200b=1+1", " =1+1", "-Infinity", "＝1+1", "\ufeff=1"]


@pytest.mark.parametrize("text", FORMULAS)
def test_s01_text_that_a_spreadsheet_would_run_gets_a_quote(text):
    assert read(to_csv(["cell"], [{"cell": text}]))[0]["cell"] == "'" + text


def test_s01_plain_text_and_numbers_stay_as_they_are():
    assert to_csv(["a", "b"], [{"a": "plain", "b": -0.5}]) == b"a,b\r\nplain,-0.5\r\n"


def test_s01_headers_too():
    assert to_csv(["=x"], []) == b"'=x\r\n"


def test_u10_a_byte_order_mark_where_asked():
    rows = [{"question": "Wo ist Zürich?", "answer": "答案 שלום"}]
    content = to_csv(["question", "answer"], rows, bom=True)
    assert content.startswith(b"\xef\xbb\xbf")
    assert read(content) == rows
    assert not to_csv(["question", "answer"], rows).startswith(b"\xef\xbb\xbf")


def test_u12_equal_rows_are_equal_bytes():
    rows = [{"a": 1 / 3, "b": None, "c": True}]
    assert to_csv("abc", rows) == to_csv("abc", rows) == b"a,b,c\r\n0.3333333333333333,,True\r\n"


def test_numpy_numbers_are_written_as_numbers():
    assert to_csv("ab", [{"a": np.float64(0.25), "b": np.int64(3)}]) == b"a,b\r\n0.25,3\r\n"


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_cannot_be_said_is_never_written_as_a_number(value):
    with pytest.raises(ValueError, match="use None"):
        to_csv("a", [{"a": value}])


def test_text_that_no_encoding_can_hold_does_not_end_the_export():
    assert to_csv("a", [{"a": "x\ud800y"}]) == b"a\r\nx?y\r\n"


@settings(deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=4))
def test_every_text_comes_back_up_to_its_quote(texts):
    columns = [f"c{number}" for number in range(len(texts))]
    row = (
        read(to_csv(columns, [dict(zip(columns, texts, strict=True))]))[0] if any(texts) else dict.fromkeys(columns, "")
    )
    assert list(row.values()) == [safe_text(text) for text in texts]
