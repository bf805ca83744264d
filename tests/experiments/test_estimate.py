"""What a plan will take: counts that a reader can make, and ranges that hold what a sweep then does."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.calls import Calls
from core.types import Question
from experiments.configurations import expand
from experiments.estimate import Grading, estimate
from experiments.ground import Ground
from experiments.pace import Pace
from experiments.plan_file import plan_of_values
from generation.chat import Price

QUESTIONS = tuple(Question(f"q{n}", "How long?", answer="Ten days") for n in range(40))
GROUND = Ground(3, 100_000, 25_000, QUESTIONS, has_evidence=True)
PACE = Pace({"minilm": 1_000.0}, {"dense gold none": 0.5, "bm25 gold none": 0.1})


@pytest.mark.parametrize(
    ("tokens", "budgets", "better"),
    [
        (1_114, [2048], 256),
        (1_114, [512], None),
        (1_114, [128, 600], 256),
        (40, [2048], 64),
        (40, [64], None),
        (0, [2048], None),
        (25_000, [2048], None),
        (1_114, [], None),
    ],
)
def test_a_budget_that_holds_half_of_the_documents_is_too_much(tokens, budgets, better):
    assert replace(GROUND, tokens=tokens).better_budget(budgets) == better


@dataclass
class Priced:
    """As much of a language model as an estimate asks for."""

    name: str = "m"
    small: bool = False
    context_window: int = 8_000
    price: Price = field(default_factory=lambda: Price(1.0, 2.0))

    def count_tokens(self, text):
        return len(text) // 4


def told(grading=None, ground=GROUND, pace=PACE, contexts=None, **values):
    wanted = {"data": "sample:faq", "strategies": [{"name": "fixed-size", "chunk_size": [100, 200], "overlap": 0}]}
    file = plan_of_values(wanted | values, "a plan")
    return estimate(file.plan, expand(file), ground, pace, grading or Grading(), contexts)


def test_a_plan_by_hand():
    """Two indexes of 100,000 characters at 1,000 a second, 2 x 40 questions of half a second; no call."""
    found = told()
    assert (found.configurations, found.indexes) == (2, 2)
    assert (found.evaluations.least, found.evaluations.most) == (80, 80)
    assert found.seconds.least == pytest.approx(40) and found.seconds.most == pytest.approx(240)
    assert found.calls.most == 0 and found.cost.most == 0 and found.guessed == ()


def test_words_need_no_encoder():
    found = told(retrievers=["bm25"])
    assert found.indexes == 0 and found.seconds.most == pytest.approx(8)


def test_retrievers_share_an_index():
    found = told(retrievers=["dense", "bm25"])
    assert (found.configurations, found.indexes) == (4, 2)
    assert found.seconds.most == pytest.approx(200 + 80 * 0.5 + 80 * 0.1)


def test_a_screening_asks_the_finalists_alone_and_a_race_at_least_a_block():
    found = told(screening={"finalists": 1})
    assert (found.asked.least, found.asked.most, found.evaluations.most) == (1, 1, 40)
    assert found.seconds.most == pytest.approx(100 + 100 + 20)
    raced = told(racing={"block": 10})
    assert (raced.evaluations.least, raced.evaluations.most) == (50, 80)
    both = told(screening={"finalists": 1}, racing={"block": 10})
    assert (both.asked.least, both.asked.most) == (1, 2)


def test_nothing_is_screened_without_evidence():
    bare = Ground(3, 100_000, 25_000, QUESTIONS, has_evidence=False)
    assert told(screening={"finalists": 1}, ground=bare).asked.least == 2


def test_calls_and_money_of_answers_and_a_judge():
    model = Priced()
    answered = told(Grading(answers=model), model="m@http://h/v1", budgets=[1000])
    assert (answered.answers.most, answered.judgements.most) == (80, 0)
    assert answered.cost.most == pytest.approx(2 * (40 * 1250 * 1.0 + 40 * 150 * 2.0) / 1e6)
    judged = told(Grading(model, model), model="m@http://h/v1", judge="llm", judge_model="m@http://h/v1")
    assert judged.judgements.most == 2 * (40 + 40), "each answer is judged, and compared with its reference"
    assert judged.cost.most > answered.cost.most
    unknown = told(Grading(Priced(price=Price())), model="m@http://h/v1")
    assert unknown.cost is None and unknown.calls.most == 80


def test_what_was_never_measured_here_is_named():
    found = told(pace=Pace(), judge="local", encoders=["minilm", "mpnet"])
    assert found.guessed == ("encoding with minilm", "encoding with mpnet", "questions with local as judge")


@given(
    st.lists(st.integers(20, 900), min_size=1, max_size=6, unique=True),
    st.one_of(st.none(), st.integers(1, 5)),
    st.one_of(st.none(), st.integers(1, 60)),
    st.integers(0, 40),
)
def test_least_is_never_more_than_most_and_nothing_exceeds_everything(sizes, finalists, block, questions):
    extra = {"screening": {"finalists": finalists}} if finalists else {}
    extra |= {"racing": {"block": block}} if block else {}
    ground = Ground(1, 1_000, 250, QUESTIONS[:questions], has_evidence=True)
    strategies = [{"name": "recursive", "chunk_size": sizes, "overlap": "10%"}]
    found = told(Grading(answers=Priced()), ground, model="m@http://h/v1", strategies=strategies, **extra)
    for part in (found.asked, found.evaluations, found.seconds, found.calls, found.cost, found.prompt_tokens):
        assert 0 <= part.least <= part.most
    assert found.evaluations.most <= len(sizes) * questions and found.asked.most <= len(sizes)


def test_contexts_that_a_model_writes_are_calls_that_cost_money_and_time():
    contexts = Calls("m", total=30, known=10, prompt_tokens=9_000, cost=0.5)
    plain, written = told(), told(contexts=contexts)
    assert (written.contexts, written.calls.least, written.calls.most) == (20, 20, 20)
    assert written.cost.most == pytest.approx(0.5) and written.prompt_tokens.least == 9_000
    assert written.seconds.least > plain.seconds.least and written.guessed == ("writing contexts",)
    assert told(contexts=replace(contexts, cost=None)).cost is None
