"""What a plan will take, told before it starts. Unlike pace.py, which is what work took.

Everything is a range: a screening or a race asks part of the configurations, and vectors may be known from before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chunking_strategies import STRATEGIES
from core.calls import Calls
from core.parameters import parameters_of
from evaluation.judges.llm_calls import calls_within
from experiments.configurations import Configuration
from experiments.ground import Ground
from experiments.pace import Pace
from experiments.plan import SweepPlan
from generation.chat import ChatModel

# Of a laptop with two cores, for what this machine was never seen to do: characters that an encoder reads a second,
# and seconds that a call of a model takes, that a judge without a model takes, and that a search takes.
_CHARACTERS: Mapping[str, float] = {"minilm": 5_000.0, "mpnet": 1_200.0}
_OTHER_ENCODER, _CALL, _LOCAL_JUDGE, _SEARCH = 1_000.0, 4.0, 0.3, 0.05
# Tokens around the context of a question that is answered, and of a usual answer.
_TOKENS_AROUND, _ANSWER_TOKENS = 250, 150
_ASK_NOBODY = ("none", "extractive")


@dataclass(frozen=True, slots=True)
class Range:
    """From the least to the most."""

    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Grading:
    """The models as far as an estimate needs them; None where none answers, or none judges."""

    answers: ChatModel | None = None
    judge: ChatModel | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """`asked` configurations are asked all questions, which makes `evaluations`; the others are screened.

    `contexts` are calls that write contexts of chunks. `cost` in US dollars is None where a price is not known.
    `guessed` names what was never measured on this machine.
    """

    configurations: int
    indexes: int
    asked: Range
    evaluations: Range
    seconds: Range
    answers: Range
    judgements: Range
    contexts: int
    prompt_tokens: Range
    cost: Range | None
    guessed: tuple[str, ...]

    @property
    def calls(self) -> Range:
        """Calls of language models for contexts, answers and judgements."""
        least, most = (self.answers.least + self.judgements.least, self.answers.most + self.judgements.most)
        return Range(self.contexts + least, self.contexts + most)


def estimate(
    plan: SweepPlan,
    configurations: Sequence[Configuration],
    ground: Ground,
    pace: Pace,
    grading: Grading,
    contexts: Calls | None = None,
) -> Estimate:
    """What these configurations of the plan will take on this machine; `contexts` are those that models write."""
    asked, evaluations = _asked(plan, len(configurations), ground)
    judge = plan.judge or ("gold" if ground.has_evidence else "local")
    reading, unread = _reading(plan, configurations, ground, pace, asked)
    asking, unasked = _asking(plan, configurations, judge, pace)
    questions = max(1, len(ground.questions))
    answers, judgements, tokens, cost = _calls(plan, configurations, ground, judge, grading)
    share = Range(evaluations.least / questions, evaluations.most / questions)
    written, known = (contexts.new, contexts.cost) if contexts else (0, 0.0)
    guessed = [*unread, *unasked, *(["writing contexts"] if written else [])]
    return Estimate(
        configurations=len(configurations),
        indexes=len({one.index_key for one in configurations if one.retrieval.mode != "bm25"}),
        asked=asked,
        evaluations=evaluations,
        seconds=_plus(Range(evaluations.least * asking, reading + evaluations.most * asking), written * _CALL),
        answers=_times(answers, share),
        judgements=_times(judgements, share),
        contexts=written,
        prompt_tokens=_plus(_times(tokens, share), contexts.prompt_tokens if contexts else 0),
        cost=None if cost is None or known is None else _plus(_times(cost, share), known),
        guessed=tuple(dict.fromkeys(guessed)),
    )


def _asked(plan: SweepPlan, configurations: int, ground: Ground) -> tuple[Range, Range]:
    """How many configurations are asked, and how many evaluations of a question that makes."""
    least = most = configurations
    if plan.screening is not None and ground.has_evidence and configurations > plan.screening.finalists:
        least = most = plan.screening.finalists
        if plan.racing is not None:
            most = min(configurations, plan.screening.at_most or configurations)
    questions = len(ground.questions)
    fewest = least * questions
    if plan.racing is not None and least > 1:  # all but one may leave after the first block
        fewest = questions + (least - 1) * min(plan.racing.block, questions)
    return Range(least, most), Range(fewest, most * questions)


def _reading(
    plan: SweepPlan, configurations: Sequence[Configuration], ground: Ground, pace: Pace, asked: Range
) -> tuple[float, list[str]]:
    """Seconds for encoders to read everything, nothing being known, and those whose pace is a guess."""
    indexes = {one.index_key: one for one in configurations if one.retrieval.mode != "bm25"}
    cutting = {(one.chunking.strategy, one.encoder) for one in indexes.values() if _cuts_by_meaning(one)}
    passes = [(one.encoder, 1 + _overlap(one)) for one in indexes.values()]
    part = min(1.0, asked.most / len(configurations))
    seconds = sum(share * part * ground.characters / _speed(encoder, pace) for encoder, share in passes)
    seconds += sum(ground.characters / _speed(encoder, pace) for _, encoder in cutting)
    encoders = dict.fromkeys(encoder for encoder, _ in passes)
    if part < 1:  # the one pass that screens all
        seconds += sum(ground.characters / _speed(encoder, pace) for encoder in encoders)
    return seconds, [f"encoding with {one}" for one in encoders if one not in pace.characters]


def _speed(encoder: str, pace: Pace) -> float:
    return pace.characters.get(encoder) or _CHARACTERS.get(encoder, _OTHER_ENCODER)


def _overlap(one: Configuration) -> float:
    """The share of the text that chunks read a second time."""
    values = dict(one.chunking.parameters)
    size, overlap = float(values["chunk_size"]), float(values["overlap"])
    return overlap / max(1.0, size - overlap)


def _cuts_by_meaning(one: Configuration) -> bool:
    """Whether the strategy itself asks an encoder where to cut."""
    knobs = parameters_of(STRATEGIES[one.chunking.strategy].params)
    values = dict(one.chunking.parameters)
    return any(knob.setting == "embedding_model" and knob.when is None and knob.matters(values) for knob in knobs)


def _asking(
    plan: SweepPlan, configurations: Sequence[Configuration], judge: str, pace: Pace
) -> tuple[float, list[str]]:
    """Seconds of one evaluation, on average over the configurations, and what of it is a guess."""
    model = plan.model
    guess = _SEARCH + (_LOCAL_JUDGE if judge == "local" else 0.0)
    guess += _CALL * ((model not in _ASK_NOBODY) + (judge == "llm"))
    modes = [one.retrieval.mode for one in configurations]
    known = {mode: pace.question(mode, judge, model) for mode in set(modes)}
    seconds = [known[mode] or guess for mode in modes]
    told = f"questions with {judge} as judge" + (f", answered by {model}" if model != "none" else "")
    return sum(seconds) / len(seconds), [told] if None in known.values() else []


def _calls(
    plan: SweepPlan, configurations: Sequence[Configuration], ground: Ground, judge: str, grading: Grading
) -> tuple[float, float, float, float | None]:
    """Of one configuration that is asked everything: answers, judgements, prompt tokens and their cost."""
    context = sum(map(_context_tokens, configurations)) // len(configurations)
    questions = len(ground.questions)
    answers, judgements, tokens, costs = 0, 0, 0, list[float | None]()
    if grading.answers is not None:
        answers = questions
        tokens += questions * (context + _TOKENS_AROUND)
        costs.append(grading.answers.price.of(tokens, questions * _ANSWER_TOKENS))
    if judge == "llm" and grading.judge is not None:
        calls = calls_within(context, grading.judge, ground.questions, answered=plan.model != "none")
        judgements, tokens = calls.new, tokens + calls.prompt_tokens
        costs.append(calls.cost)
    known = [cost for cost in costs if cost is not None]
    return answers, judgements, tokens, sum(known) if len(known) == len(costs) else None


def _context_tokens(one: Configuration) -> int:
    """What a question is shown at most; characters are four to a token."""
    if one.retrieval.token_budget is not None:
        return one.retrieval.token_budget
    values = dict(one.chunking.parameters)
    size = int(values["chunk_size"])
    return one.retrieval.k * (size // 4 if values["unit"] == "chars" else size)


def _times(amount: float, share: Range) -> Range:
    return Range(amount * share.least, amount * share.most)


def _plus(range_: Range, amount: float) -> Range:
    return Range(range_.least + amount, range_.most + amount)
