"""Rates of this machine: what work took is what the next estimate is made of."""

from __future__ import annotations

import pytest

from experiments.pace import PACE, PaceBook, read_pace
from tests.experiments.small import PLAN, surroundings, swept


def test_rates_by_hand(tmp_path):
    book = PaceBook()
    book.reading("minilm", 4_000, 1.0)
    book.reading("minilm", 8_000, 2.0)
    book.asking("dense", "gold", "none", 50, 5.0)
    book.reading("mpnet", 10, 0.001)
    book.save(tmp_path)
    pace = read_pace(tmp_path)
    assert pace.characters == {"minilm": 4_000.0}
    assert pace.question("dense", "gold", "none") == pytest.approx(0.1)
    assert pace.question("dense", "llm", "none") is None


def test_new_work_counts_more_than_old(tmp_path):
    for speed in (1_000, 9_000):
        book = PaceBook()
        book.reading("minilm", speed, 1.0)
        book.save(tmp_path)
    assert read_pace(tmp_path).characters["minilm"] == pytest.approx((500 + 9_000) / 1.5)


@pytest.mark.parametrize(
    "text", ["", "[]", '{"characters": 3}', '{"characters": {"minilm": [0, 1]}}', '{"questions": {"a": ["x", 2]}}']
)
def test_a_damaged_file_is_no_pace(tmp_path, text):
    (tmp_path / PACE).write_text(text)
    assert read_pace(tmp_path).characters == {} and read_pace(tmp_path).questions == {}
    PaceBook().save(tmp_path)


def test_a_sweep_leaves_its_pace(place, tmp_path, monkeypatch):
    monkeypatch.setattr("experiments.pace._LEAST_SECONDS", 0.0)
    swept(place, tmp_path / "out", PLAN + "retrievers: [dense, bm25]\n")
    pace = read_pace(surroundings().home)
    assert pace.characters["hash"] > 0
    assert pace.question("dense", "gold", "none") > 0 and pace.question("bm25", "gold", "none") > 0
