"""What became of one question in a run, and its form on disk. Unlike a Judgement, it also holds hits and evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from typing import Any, get_args

from core.spans import Span
from core.types import Answer, Hit, Judgement, Status, Support
from evaluation.curves import EvidenceCurve, curve_from_json
from evaluation.evidence import EvidenceScores, Passage
from evaluation.metrics import CURVE_METRICS, METRICS
from evaluation.references.compared import Compared, compared_from_json


@dataclass(frozen=True, slots=True)
class Found:
    """A hit without its text: enough to show it in its document again."""

    rank: int
    chunk_id: str
    document: str
    start: int
    end: int
    returned_start: int
    returned_end: int
    score: float
    score_kind: str


@dataclass(frozen=True, slots=True)
class Replied:
    """The answer as far as a run keeps it; the prompt is left out."""

    text: str
    model: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    seconds: float = 0.0
    cost: float | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question of a run. Parts that were never reached are None or empty; `reason` says why.

    `context` and `response` map sentence keys to sentences. `judge_replies` are a language model's own words.
    `evidence_documents` are the documents that the question's evidence stands in, in its order; None where a run does
    not know them. `compared` is the answer beside the question's reference answer, None without either. `annotated` is
    the question's evidence and `reference` its reference answer, both as the question set has them; None where a run
    was made before they were kept.
    """

    question_id: str
    question: str
    status: Status
    reason: str = ""
    found: tuple[Found, ...] = ()
    context: Mapping[str, str] = field(default_factory=dict)
    context_tokens: int | None = None
    evidence: EvidenceScores | None = None
    curve: EvidenceCurve | None = None
    answer: Replied | None = None
    response: Mapping[str, str] = field(default_factory=dict)
    judgement: Judgement | None = None
    judge_replies: tuple[str, ...] = ()
    judge_cost: float | None = None
    tags: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    evidence_documents: tuple[str, ...] | None = None
    compared: Compared | None = None
    annotated: tuple[Passage, ...] | None = None
    reference: str | None = None

    def score(self, metric: str) -> float | bool | None:
        """The score of a metric by its column name, None where it was not measured."""
        if metric == "context_tokens":
            return self.context_tokens
        if metric in CURVE_METRICS:
            return getattr(self.curve, metric.removeprefix("evidence_")) if self.curve else None
        name = metric.removeprefix("evidence_")
        if self.evidence is not None and name in type(self.evidence).__slots__:
            value: float | bool | None = getattr(self.evidence, name)
            return value
        if self.compared is not None and metric in self.compared.scores:
            return self.compared.scores[metric]
        return self.judgement.scores.get(metric) if self.judgement else None


def found_of(hits: Sequence[Hit]) -> tuple[Found, ...]:
    """The hits without their texts."""
    return tuple(
        Found(
            rank=hit.rank,
            chunk_id=hit.chunk.id,
            document=hit.chunk.document_id,
            start=hit.chunk.start,
            end=hit.chunk.end,
            returned_start=hit.returned.start,
            returned_end=hit.returned.end,
            score=float(hit.score),
            score_kind=hit.score_kind,
        )
        for hit in hits
    )


def replied_of(answer: Answer) -> Replied:
    """The part of an answer that a run keeps."""
    return Replied(
        text=answer.text,
        model=answer.model,
        prompt_tokens=answer.prompt_tokens,
        completion_tokens=answer.completion_tokens,
        seconds=answer.seconds,
        cost=answer.cost,
        notes=answer.notes,
    )


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """The outcome as one JSON object."""
    plain = _plain(outcome)
    assert isinstance(plain, dict)
    return plain


def _plain(value: object) -> object:
    """Records as objects, whatever they lie in. Unlike asdict, copies nothing that is plain already."""
    if isinstance(value, str | int | float | None):  # most of what there is
        return value
    if is_dataclass(value):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return {name: _plain(one) for name, one in value.items()} if isinstance(value, Mapping) else value


def outcome_from_json(line: Mapping[str, Any]) -> Outcome:
    """The outcome of a journal line. Raises KeyError, TypeError, ValueError or AttributeError for what is none."""
    answer, evidence, judgement = line["answer"], line["evidence"], line["judgement"]
    outcome = Outcome(
        **{
            **line,
            "found": tuple(Found(**hit) for hit in line["found"]),
            "evidence": EvidenceScores(**evidence) if evidence else None,
            "curve": curve_from_json(line["curve"]) if line.get("curve") else None,
            "answer": Replied(**{**answer, "notes": tuple(answer["notes"])}) if answer else None,
            "judgement": judgement_from_json(judgement) if judgement else None,
            "judge_replies": tuple(line["judge_replies"]),
            "tags": tuple(line["tags"]),
            "evidence_documents": _documents(line.get("evidence_documents")),
            "compared": compared_from_json(line.get("compared")),
            "annotated": _annotated(line.get("annotated")),
        }
    )
    _check(outcome)
    return outcome


def _check(outcome: Outcome) -> None:
    """Refuse texts in the place of numbers, and the like, which would fail far from the file that holds them."""
    if not isinstance(outcome.question_id, str) or not isinstance(outcome.question, str):
        raise TypeError("its question or id is no text")
    if outcome.status not in get_args(Status):
        raise ValueError(f"its status is {outcome.status!r}")
    numbers: dict[str, Any] = {metric.name: outcome.score(metric.name) for metric in METRICS.values()}
    numbers |= {"judge_cost": outcome.judge_cost, **{f"seconds of {step}": n for step, n in outcome.seconds.items()}}
    if outcome.answer:
        numbers["cost"] = outcome.answer.cost
    for name, number in numbers.items():
        if number is not None and not isinstance(number, int | float):
            raise TypeError(f"{name} is {number!r}, which is no number")


def _documents(names: Sequence[str] | None) -> tuple[str, ...] | None:
    return None if names is None else tuple(names)


def _annotated(passages: Sequence[tuple[str, tuple[int, int]]] | None) -> tuple[Passage, ...] | None:
    if passages is None:
        return None
    return tuple(Passage(document, Span(int(start), int(end))) for document, (start, end) in passages)


def judgement_from_json(line: Mapping[str, Any]) -> Judgement:
    """The judgement of a journal line; one written before a field was added has its default."""
    support = {key: Support(tuple(value["keys"]), value["supported"]) for key, value in line["support"].items()}
    keys = {"relevant": tuple(line["relevant"]), "utilized": tuple(line["utilized"])}
    return Judgement(**{**line, **keys, "support": support})
