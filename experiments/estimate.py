"""What a plan will take, told before it starts. Unlike pace.py, which is what work took.

Everything is a range: a screening or a race asks part of the configurations, and vectors may be known from before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chunking_strategies import STRATEGIES
from core.parameters import parameters_of
from core.tokens import count_tokens
from core.types import Question
from evaluation.judges.llm_calls import calls_within
from experiments.configurations import Configuration
from experiments.material import Asked, judge_name
from experiments.pace import Pace
from experiments.plan import SweepPlan
from generation.chat import ChatModel

# Of a laptop with two cores, for what this machine was never seen to do: characters that an encoder reads a second,
# and seconds that a call of a model takes, that a judge without a model takes, and that a search takes.
_CHARACTERS: Mapping[str, float] = {"minilm": 5_000.0, "mpnet": 1_200.0}
_OTHER_ENCODER, _CALL, _LOCAL_JUDGE, _SEARCH = 1_000.0, 4.0, 0.3, 0.05
# Tokens around the context of a question that is answered, and of a usual answer.
_TOKENS_AROUND, _ANSWER_TOKENS = 250, 150
_SAMPLE = 200_000


@dataclass(frozen=True, slots=True)
class Range:
    """From the least to the most."""

    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Ground:
    """What documents and questions amount to; `tokens` are cl100k, counted on the beginning and scaled."""

    documents: int
    characters: int
    tokens: int
    questions: tuple[Question, ...]
    has_evidence: bool


@dataclass(frozen=True, slots=True)
class Grading:
    """The models as far as an estimate needs them; None where none answers, or none judges."""

    answers: ChatModel | None = None
    judge: ChatModel | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """`asked` configurations are asked all questions, which makes `evaluations`; the others are screened.

    `cost` in US dollars is None where a price is not known. `guessed` names what was never measured on this machine.
    """

    configurations: int
    indexes: int
    asked: Range
    evaluations: Range
    seconds: Range
    answers: Range
    judgements: Range
    prompt_tokens: Range
    cost: Range | None
    guessed: tuple[str, ...]

    @property
    def calls(self) -> Range:
        """Calls of language models for answers and judgements."""
        return Range(self.answers.least + self.judgements.least, self.answers.most + self.judgements.most)


def ground_of(asked: Asked) -> Ground:
    """The amounts of what was loaded."""
    text = "".join(document.text[:_SAMPLE] for document in asked.corpus.documents[:20])[:_SAMPLE]
    characters = sum(len(document.text) for document in asked.corpus.documents)
    tokens = round(count_tokens(text) * characters / len(text)) if text else 0
    return Ground(
        len(asked.corpus.documents), characters, tokens, tuple(asked.questions.questions), asked.has_evidence
    )


def estimate(
    plan: SweepPlan, configurations: Sequence[Configuration], ground: Ground, pace: Pace, grading: Grading
) -> Estimate:
    """What these configurations of the plan will take on this machine."""
    asked, evaluations = _asked(plan, len(configurations), ground)
    judge = plan.judge or ("gold" if ground.has_evidence else "local")
    reading, unread = _reading(plan, configurations, ground, pace, asked)
    asking, unasked = _asking(plan, configurations, judge, pace)
    questions = max(1, len(ground.questions))
    answers, judgements, tokens, cost = _calls(plan, configurations, ground, judge, grading)
    share = Range(evaluations.least / questions, evaluations.most / questions)
    return Estimate(
        configurations=len(configurations),
        indexes=len({one.index_key for one in configurations if one.retrieval.mode != "bm25"}),
        asked=asked,
        evaluations=evaluations,
        seconds=Range(evaluations.least * asking, reading + evaluations.most * asking),
        answers=_times(answers, share),
        judgements=_times(judgements, share),
        prompt_tokens=_times(tokens, share),
        cost=None if cost is None else _times(cost, share),
        guessed=tuple(dict.fromkeys((*unread, *unasked))),
    )
