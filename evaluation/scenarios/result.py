"""What became of one question under one scenario, and its form on disk. Unlike an Outcome, says what was to be said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from core.types import Judgement, Question, Status
from evaluation.judges.wording import abstains
from evaluation.outcomes import Outcome
from evaluation.references.correctness import Compare
from evaluation.references.words import says_reference
from evaluation.scenarios.altering import Altered
from evaluation.scenarios.labels import MEANINGS, Label, label_of
from evaluation.scenarios.scenario import AS_RETRIEVED
from generation.wording import words

PARTLY = "a part of its evidence was shown, so that neither answering nor abstaining is wrong"
BY_WORDS, BY_JUDGE = "words", "judge"


@dataclass(frozen=True, slots=True)
class Result:
    """`label` is None where the question cannot be counted, and `reason` says why.

    `correct_by` says who compared the answer with the reference: the judge, or its words and numbers. `synthetic` of
    the `passages` shown were made up or mixed in; `altered` is what was written there for what.
    """

    scenario: str
    rate: float
    question_id: str
    question: str
    answer: str = ""
    label: Label | None = None
    correct_by: str = ""
    passages: int = 0
    synthetic: int = 0
    altered: str = ""
    adherence: bool | None = None
    adherence_share: float | None = None
    adherence_probability: float | None = None
    status: Status = "measured"
    reason: str = ""


def result_from_json(line: Mapping[str, Any]) -> Result:
    """The result of a journal line. Raises TypeError or ValueError for what is none."""
    found = Result(**line)
    numbers: tuple[Any, ...] = (found.rate, found.passages, found.synthetic)
    numbers += (found.adherence, found.adherence_share, found.adherence_probability)
    if not all(isinstance(number, int | float | None) for number in numbers):
        raise TypeError("one of its numbers is none")
    if found.status not in get_args(Status) or (found.label is not None and found.label not in MEANINGS):
        raise ValueError("its status or outcome is not known")
    return found


def of_outcome(outcome: Outcome, question: Question, compare: Compare | None, scenario: str = AS_RETRIEVED) -> Result:
    """A question of the run as it was retrieved. Nobody is asked again."""
    recall = outcome.evidence.recall if outcome.evidence else None
    answerable = False if not question.evidence else None if recall is None else _whole(recall)
    known = outcome.compared.verdict if outcome.compared else ""
    judged = None if compare is None or not known else known == "correct"
    return result_of(
        Result(scenario, 0.0, question.id, question.text, passages=len(outcome.found)),
        question,
        " ".join(outcome.response.values()) if outcome.answer else None,
        list(outcome.response.values()),
        answerable=answerable,
        judgement=outcome.judgement,
        judged=judged,
        failure=outcome.reason if outcome.status == "failed" else "",
    )


def result_of(
    begun: Result,
    question: Question,
    answer: str | None,
    said: Sequence[str],
    *,
    answerable: bool | None,
    judgement: Judgement | None,
    judged: bool | None,
    altered: Sequence[Altered] = (),
    failure: str = "",
) -> Result:
    """The result once the answer is there. `said` are its sentences, `judged` the judge's word on its correctness."""
    scores = judgement.scores if judgement else {}
    values = {name: getattr(begun, name) for name in ("scenario", "rate", "question_id", "question", "passages")}
    values |= {"synthetic": begun.synthetic, "altered": "; ".join(f"{one.before} > {one.after}" for one in altered)}
    values |= {
        "adherence": _truth(scores.get("adherence")),
        "adherence_share": _number(scores.get("adherence_share")),
        "adherence_probability": _number(scores.get("adherence_probability")),
    }
    if failure or not answer:
        return Result(**values, status="failed", reason=failure or "no answer was generated")
    if answerable is None:
        return Result(**values, answer=answer, status="not measured", reason=PARTLY)
    correct, by = judged, BY_JUDGE
    if judged is None:
        correct = says_reference(question.text, question.answer, answer) if question.answer else None
        by = BY_WORDS if correct is not None else ""
    abstained = bool(said) and all(abstains(sentence) for sentence in said)
    label = label_of(
        answerable=answerable, abstained=abstained, correct=correct, misled=answerable and _repeats(answer, altered)
    )
    reason = judgement.reason if judgement and judgement.status != "measured" else ""
    return Result(**values, answer=answer, label=label, correct_by=by if answerable else "", reason=reason)


def _repeats(answer: str, altered: Sequence[Altered]) -> bool:
    """Whether the answer has what stands in an altered copy, and not what stands in the source."""
    held = set(words(answer))
    return any(
        one.repeatable and set(words(one.after)) <= held and not set(words(one.before)) <= held for one in altered
    )


def _whole(recall: float) -> bool | None:
    return True if recall == 1 else False if recall == 0 else None


def _truth(value: float | bool | None) -> bool | None:
    return None if value is None else bool(value)


def _number(value: float | bool | None) -> float | None:
    return None if value is None else float(value)
