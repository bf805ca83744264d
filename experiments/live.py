"""Runs of a sweep as they grow: questions done, mean and interval so far. Unlike runs.py, reads only what is new.

A line of a run's journal is long, most of it of no interest here: what is kept of a question is enough for its score.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from evaluation.metrics import METRICS
from evaluation.outcomes import Outcome, outcome_from_json
from evaluation.plans import OUTCOMES
from evaluation.statistics.clusters import labels_of
from evaluation.summary import MetricSummary, summarize_metric


@dataclass(frozen=True, slots=True)
class SoFar:
    """A run until now: questions that have an outcome, those among them that failed, and its metric."""

    done: int
    failed: int
    summary: MetricSummary


class Follower:
    """One run's journal, followed. `read` is cheap where nothing was added."""

    def __init__(self, folder: Path, metric: str) -> None:
        self._path = folder / OUTCOMES
        self._metric = METRICS[metric]
        self._offset = 0
        self._outcomes: dict[str, Outcome] = {}
        self._known: SoFar | None = None

    def read(self) -> SoFar | None:
        """What there is by now; None before the first question. A damaged line is passed by: opening the run tells."""
        if not self._path.is_file():
            return None
        if self._path.stat().st_size < self._offset:  # begun anew
            self._offset, self._outcomes, self._known = 0, {}, None
        added = {outcome.question_id: outcome for outcome in self._added()}
        if added or self._known is None:
            self._outcomes |= added
            self._known = self._summed()
        return self._known if self._outcomes else None

    def _added(self) -> Iterator[Outcome]:
        """The outcomes of complete lines after the last ones."""
        with self._path.open("rb") as file:
            file.seek(self._offset)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.splitlines():
            try:
                yield _slim(outcome_from_json(json.loads(line)))
            except (KeyError, TypeError, ValueError, AttributeError):
                continue

    def _summed(self) -> SoFar:
        outcomes = list(self._outcomes.values())
        failed = sum(outcome.status == "failed" for outcome in outcomes)
        labels = labels_of(outcomes)
        return SoFar(len(outcomes), failed, summarize_metric(outcomes, self._metric.name, self._metric.kind, labels))


def _slim(outcome: Outcome) -> Outcome:
    return replace(outcome, question="", found=(), context={}, answer=None, response={}, judge_replies=(), seconds={})
