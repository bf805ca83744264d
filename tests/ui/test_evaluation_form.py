"""Questions are spread over the whole set."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.types import Question
from ui.evaluation_form import spread


@given(st.integers(0, 60), st.integers(1, 70))
def test_a_spread_keeps_order_and_repeats_nothing(total: int, limit: int) -> None:
    questions = [Question(str(number), "?") for number in range(total)]
    chosen = [int(question.id) for question in spread(questions, limit)]
    assert len(chosen) == min(total, limit)
    assert chosen == sorted(set(chosen))


def test_a_spread_takes_the_first_of_each_group() -> None:
    assert [question.id for question in spread([Question(str(n), "?") for n in range(10)], 3)] == ["0", "3", "6"]
