"""Case S01: what a table shows can be downloaded from its toolbar."""

from __future__ import annotations

from ui.tables import frame


def test_text_cells_are_no_formulas_and_numbers_stay_numbers() -> None:
    table = frame([{"answer": "=1+1", "score": -0.5}, {"answer": "plain", "score": None}])
    assert list(table["answer"]) == ["'=1+1", "plain"]
    assert table["score"][0] == -0.5
