"""Is the ruler straight? The metrics of a run are checked on its own questions before their numbers are shown.

Unlike the tests, this sees the user's documents. What must be true of one question is in ruler_checks.py.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import compress
from math import isfinite
from typing import Any, Literal

import numpy as np

from core.counted import counted
from core.spans import Span
from core.types import Question
from evaluation.evidence import Passage, passages_of, returned_scores
from evaluation.metrics import BOUNDS, METRICS
from evaluation.outcomes import Outcome
from evaluation.ruler_checks import CHECKS, Check, Measure, Measured
from evaluation.runs import LoadedRun
from evaluation.summary import MetricSummary, summarize

Verdict = Literal["holds", "broken", "cannot be checked"]

SAME_N = "same n"
LABELS: Mapping[str, str] = {SAME_N: "Every question counts, in every metric"} | {
    name: check.label for name, check in CHECKS.items()
}
# Every question depends on nothing but itself, so that a sample of this size shows what is wrong in general.
_SAMPLE = 200
_SEED = 20240711
_SAME = ("evidence_recall", "evidence_iou", "hit", "mrr", "ndcg", "severed")


@dataclass(frozen=True, slots=True)
class RulerFinding:
    """What a check found on `questions`.

    Where it is broken, `question_id` is the first question that shows it, empty where only all of them together do.
    """

    check: str
    verdict: Verdict
    questions: int = 0
    question_id: str = ""
    reason: str = ""


def verify(
    questions: Sequence[Question],
    outcomes: Sequence[Outcome],
    again: Mapping[str, Sequence[Passage]] | None = None,
    measure: Measure = returned_scores,
) -> tuple[RulerFinding, ...]:
    """One finding a check, in the order of LABELS; what re-measures takes a seeded sample where there are many.

    `again` holds, by question id, what a search of the chunks in another order returned, for some of the questions.
    """
    cases = _sample(cases_of(questions, outcomes, again or {}))
    checked = [_checked(name, check, cases, measure) for name, check in CHECKS.items()]
    stored = _stored_in_range(outcomes) or _intervals_in_range(outcomes)
    if stored is not None:
        checked = [stored if finding.check == stored.check else finding for finding in checked]
    return (_same_n(questions, outcomes), *checked)


def cases_of(
    questions: Sequence[Question], outcomes: Sequence[Outcome], again: Mapping[str, Sequence[Passage]]
) -> list[Measured]:
    """The questions that have evidence and were searched."""
    by_id = {question.id: question for question in questions}
    cases = []
    for outcome in outcomes:
        question = by_id.get(outcome.question_id)
        evidence = tuple(passages_of(question.evidence)) if question else ()
        if evidence and outcome.evidence is not None:
            returned = tuple(Passage(hit.document, Span(hit.returned_start, hit.returned_end)) for hit in outcome.found)
            found = again.get(outcome.question_id)
            cases.append(Measured(outcome.question_id, evidence, returned, None if found is None else tuple(found)))
    return cases


def in_one_line(findings: Iterable[RulerFinding]) -> str:
    """How many checks hold, and what the others say."""
    known = list(findings)
    holding = sum(finding.verdict == "holds" for finding in known)
    parts = [f"ruler: {holding:,} of {counted(len(known), 'check')} hold"]
    for finding in known:
        if finding.verdict == "broken":
            where = f"question {finding.question_id}: " if finding.question_id else ""
            parts.append(f"BROKEN: {LABELS[finding.check]} ({where}{finding.reason})")
    unknown = [finding for finding in known if finding.verdict == "cannot be checked"]
    if unknown:
        parts.append(f"{len(unknown):,} cannot be checked ({unknown[0].reason})")
    return "; ".join(parts)


def ruler_record(findings: Iterable[RulerFinding]) -> list[dict[str, Any]]:
    """What run.json says of the checks."""
    return [asdict(finding) for finding in findings]


def ruler_of(run: LoadedRun) -> tuple[RulerFinding, ...]:
    """The findings that a finished run holds; none where it is unfinished or older than the checks."""
    return tuple(RulerFinding(**line) for line in run.record.get("ruler", ()))


def same_n_for_all(runs: Sequence[LoadedRun], metric: str = "evidence_recall") -> RulerFinding:
    """Whether a metric rests on the same questions in every run, whatever strategy it had."""
    columns = [run.columns for run in runs]
    measured = [set(compress(one.question_ids, ~np.isnan(one.score(metric)))) for one in columns]
    if not any(measured):
        return RulerFinding(SAME_N, "cannot be checked", reason=f"no run has {METRICS[metric].label.lower()}")
    everywhere, somewhere = set.intersection(*measured), set.union(*measured)
    if everywhere == somewhere:
        return RulerFinding(SAME_N, "holds", len(everywhere))
    first = min(somewhere - everywhere)
    lacking = next(run.name for run, ids in zip(runs, measured, strict=True) if first not in ids)
    reason = f"not measured in {lacking}; {len(everywhere):,} of {len(somewhere):,} questions are in every run"
    return RulerFinding(SAME_N, "broken", len(somewhere), first, reason)


def _checked(name: str, check: Check, cases: Sequence[Measured], measure: Measure) -> RulerFinding:
    if not cases:
        return RulerFinding(name, "cannot be checked", reason="no question has annotated evidence and was searched")
    fit = [case for case in cases if case.returned or not check.needs_hits]
    if not fit:
        return RulerFinding(name, "cannot be checked", reason="nothing was retrieved for any question")
    for case in fit:
        if reason := check.broken(case, measure):
            return RulerFinding(name, "broken", len(fit), case.question_id, reason)
    return RulerFinding(name, "holds", len(fit))


def _stored_in_range(outcomes: Sequence[Outcome]) -> RulerFinding | None:
    """The first score of the run, judged ones included, that its metric's kind does not allow; None without any."""
    for outcome in outcomes:
        for metric in METRICS.values():
            score = outcome.score(metric.name)
            least, most = BOUNDS[metric.kind]
            if score is not None and not (isfinite(score) and least <= score <= most):
                reason = f"{metric.name} is {float(score):g}"
                return RulerFinding("range", "broken", len(outcomes), outcome.question_id, reason)
    return None


def intervals_in_range(summaries: Iterable[MetricSummary]) -> str:
    """Which end of a mean's interval lies where no mean can lie; empty where all are possible."""
    for summary in summaries:
        least, most = BOUNDS[METRICS[summary.metric].kind]
        for end in (summary.low, summary.high):
            if end is not None and not least <= end <= most:
                return f"the interval of {summary.metric} reaches {end:g}"
    return ""


def _intervals_in_range(outcomes: Sequence[Outcome]) -> RulerFinding | None:
    reason = intervals_in_range(summarize(outcomes))
    return RulerFinding("range", "broken", len(outcomes), reason=reason) if reason else None


def _same_n(questions: Sequence[Question], outcomes: Sequence[Outcome]) -> RulerFinding:
    """No question is dropped: each has one outcome, and all evidence metrics where it has evidence and was searched."""
    annotated = {question.id for question in questions if passages_of(question.evidence)}
    if not annotated:
        return RulerFinding(SAME_N, "cannot be checked", reason="no question has annotated evidence")
    by_id = {outcome.question_id: outcome for outcome in outcomes}
    for question in questions:
        outcome = by_id.get(question.id)
        if outcome is None:
            return RulerFinding(SAME_N, "broken", len(questions), question.id, "it has no outcome")
        there = [metric for metric in _SAME if outcome.score(metric) is not None]
        wanted = len(_SAME) if question.id in annotated else 0
        if outcome.status != "failed" and len(there) != wanted:
            reason = f"{len(there)} of {wanted} evidence metrics are measured"
            return RulerFinding(SAME_N, "broken", len(questions), question.id, reason)
    return RulerFinding(SAME_N, "holds", len(questions))


def _sample(cases: list[Measured]) -> list[Measured]:
    return cases if len(cases) <= _SAMPLE else random.Random(_SEED).sample(cases, _SAMPLE)
