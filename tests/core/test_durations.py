"""Times as people say them."""

from __future__ import annotations

import pytest

from core.durations import between, duration


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "under 1 s"),
        (1, "1 s"),
        (89.4, "89 s"),
        (90, "2 min"),
        (5340, "89 min"),
        (7200, "2 h"),
        (8000, "2 h 13 min"),
    ],
)
def test_a_time_in_its_usual_unit(seconds, said):
    assert duration(seconds) == said


def test_ranges_name_a_shared_unit_once():
    assert between(65, 70) == "65 to 70 s"
    assert between(20, 300) == "20 s to 5 min"
    assert between(119, 121) == "2 min"
    assert between(0, 0) == "under 1 s"
