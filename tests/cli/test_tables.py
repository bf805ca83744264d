"""chunks on CSV files: how they were read is told, and can be changed."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def prices(tmp_path):
    path = tmp_path / "e.csv"
    path.write_text("name;price\nTea;1,50\nJam;2,75\n", encoding="utf-8")
    return path


def test_d08_the_delimiter_is_told_and_can_be_changed(command, prices, tmp_path):
    asked = ("chunks", "--data", prices, "--strategy", "row-based", "--out", tmp_path / "chunks.jsonl")
    knobs = ("--set", "rows_per_chunk=1", "--set", "has_header=false", "--set", "repeat_header=true")
    contexts = {}
    for name in ("detected", "comma"):
        done = command(*asked, *knobs, "--set", f"delimiter={name}")
        assert done.code == 0 and "Read e.csv as CSV, utf-8, semicolons." in done.err
        lines = (tmp_path / "chunks.jsonl").read_text(encoding="utf-8").splitlines()
        contexts[name] = {json.loads(line)["context"] for line in lines}
    assert contexts == {"detected": {"col1;col2"}, "comma": {"col1"}}


def test_c52_a_header_alone_is_told(command, tmp_path):
    (tmp_path / "h.csv").write_text("id,name\n", encoding="utf-8")
    done = command("chunks", "--data", tmp_path / "h.csv", "--strategy", "row-based", "--out", tmp_path / "c.jsonl")
    assert done.code == 0 and "1 table without a row of data below the header" in done.err
