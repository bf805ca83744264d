"""Scores of questions, summed by the document that their evidence is in. The other files here work on these sums.

Questions about one document rise and fall together, so that it is documents, not questions, that are drawn anew
(Cameron and Miller, "A Practitioner's Guide to Cluster-Robust Inference", 2015, section II).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.counted import counted
from evaluation.outcomes import Outcome

Array = npt.NDArray[np.float64]
# The signs of ten documents fall in 1,024 ways, so that among the 45 pairs of ten runs no difference at all could reach
# an adjusted p of .05. Fewer documents than this are taken as they are, and only questions as a sample of others.
FEWEST_DOCUMENTS = 11


@dataclass(frozen=True, slots=True)
class Clustered:
    """`sums` has a row for each cluster and a column for each series (a run, a difference); `sizes` count questions."""

    sums: Array
    sizes: Array

    @property
    def n(self) -> int:
        """Questions."""
        return int(self.sizes.sum())

    @property
    def clusters(self) -> int:
        """Clusters; as many as questions where each stands for itself."""
        return len(self.sizes)

    @property
    def means(self) -> Array:
        """The mean over questions of each series."""
        means: Array = self.sums.sum(axis=0) / self.sizes.sum()
        return means

    @property
    def residuals(self) -> Array:
        """Each cluster's sum, less what it would be at the mean."""
        residuals: Array = self.sums - self.sizes[:, None] * self.means
        return residuals


@dataclass(frozen=True, slots=True)
class Labels:
    """The cluster of each question, and in words what was taken for one."""

    by_question: dict[str, Hashable]
    note: str

    def of(self, questions: Iterable[str]) -> list[Hashable]:
        """The labels of these questions; one that is not known stands for itself."""
        return [self.by_question.get(question, ("question", question)) for question in questions]


def clustered(values: npt.ArrayLike, labels: Sequence[Hashable] | None = None) -> Clustered:
    """Sum scores by cluster.

    Args:
        values: one score a question, or an array of shape (questions, series).
        labels: the cluster of each question; by default each question is one.
    """
    table = np.asarray(values, dtype=float)
    table = table[:, None] if table.ndim == 1 else table
    if labels is None:
        return Clustered(table, np.ones(len(table)))
    places: dict[Hashable, int] = {}
    rows = np.array([places.setdefault(label, len(places)) for label in labels], dtype=int)
    sums = np.zeros((len(places), table.shape[1]))
    np.add.at(sums, rows, table)
    return Clustered(sums, np.bincount(rows, minlength=len(places)).astype(float))


def labels_of(outcomes: Iterable[Outcome]) -> Labels:
    """Cluster questions by the document that their evidence stands in first; those without evidence stand alone.

    Outcomes may be those of several runs. Where none of them knows the documents of a question, or where there are too
    few to stand for others, each question stands alone, and the note says what the intervals then speak of.
    """
    return labels_by((outcome.question_id, outcome.evidence_documents) for outcome in outcomes)


def labels_by(documents: Iterable[tuple[str, tuple[str, ...] | None]]) -> Labels:
    """The same from pairs of a question's id and its evidence's documents."""
    known: dict[str, tuple[str, ...] | None] = {}
    for question, names in documents:
        if known.get(question) is None:
            known[question] = names
    if any(names is None for names in known.values()):
        return Labels({}, "questions count one by one: a run does not say which documents hold their evidence")
    sizes = Counter(names[0] for names in known.values() if names)
    if not sizes:
        return Labels({}, "questions count one by one: they have no annotated evidence")
    if len(sizes) < FEWEST_DOCUMENTS:
        return Labels(
            {},
            f"the evidence is in {counted(len(sizes), 'document')}, too few to stand for others: intervals speak of "
            f"more questions about {'it' if len(sizes) == 1 else 'these'}, not of other documents",
        )
    labels: dict[str, Hashable] = {
        question: ("document", names[0]) if names else ("question", question) for question, names in known.items()
    }
    return Labels(
        labels,
        f"questions are clustered by {counted(len(sizes), 'document')}; more of them help most about other documents",
    )
