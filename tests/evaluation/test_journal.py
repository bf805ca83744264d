"""What a kill may do to files, and what it may not."""

from __future__ import annotations

import pytest

from core.errors import LoadError
from evaluation.journal import Journal, read_journal


def test_e15_a_torn_last_line_is_left_out_and_overwritten(tmp_path):
    path = tmp_path / "journal.jsonl"
    with Journal(path) as journal:
        journal.append({"n": 1})
    path.write_bytes(path.read_bytes() + b'{"n": 2, "text": "ha')
    assert read_journal(path) == [{"n": 1}]
    with Journal(path) as journal:
        journal.append({"n": 2})
    assert read_journal(path) == [{"n": 1}, {"n": 2}]


def test_a_journal_that_is_only_half_a_line_is_empty(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"n"')
    assert read_journal(path) == []
    with Journal(path) as journal:
        journal.append({"n": 1})
    assert read_journal(path) == [{"n": 1}]


def test_text_of_any_kind_is_one_line(tmp_path):
    text = "a\nb\u2028c\x85d\ud800e\x00"
    with Journal(tmp_path / "j") as journal:
        journal.append({"text": text})
    assert read_journal(tmp_path / "j") == [{"text": text}]


def test_a_broken_line_in_the_middle_is_named(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"n": 1}\nnonsense\n{"n": 3}\n')
    with pytest.raises(LoadError, match="line 2 of"):
        read_journal(path)
