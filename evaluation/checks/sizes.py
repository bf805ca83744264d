"""How large the chunks are, and how much each repeats of the one before: asked for, and really achieved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from chunking.engine import indexed_size
from core.rulers import Ruler
from core.spans import Span, intersect, length
from evaluation.checks.anatomy import Specimen
from evaluation.checks.finding import Finding, found, place


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of what is indexed (context and text, or the summary), in the unit of the chunk size."""

    unit: str
    limit: int
    smallest: int
    low: float
    median: float
    mean: float
    high: float
    largest: int


@dataclass(frozen=True, slots=True)
class Overlap:
    """What neighbors share, in the same unit; `mean` is over pairs of neighbors, None where there is no pair."""

    requested: int
    mean: float | None
    pairs: int


def sizes(specimens: Sequence[Specimen], rulers: Sequence[Ruler], unit: str, limit: int) -> Sizes:
    """The distribution over all chunks, of which there must be one; `low` and `high` are the 5 and 95 % quantiles."""
    counted = [
        indexed_size(ruler, chunk)
        for specimen, ruler in zip(specimens, rulers, strict=True)
        for chunk in specimen.chunks
    ]
    low, median, high = (float(value) for value in np.quantile(counted, (0.05, 0.5, 0.95)))
    return Sizes(unit, limit, min(counted), low, median, float(np.mean(counted)), high, max(counted))


def overlap(specimens: Sequence[Specimen], rulers: Sequence[Ruler], requested: int) -> Overlap:
    """The real overlap, measured on the ranges in the source."""
    shared = [
        ruler.size(after.start, before.end) if after.start < before.end else 0
        for specimen, ruler in zip(specimens, rulers, strict=True)
        for before, after in pairwise(specimen.chunks)
    ]
    return Overlap(requested, float(np.mean(shared)) if shared else None, len(shared))


def repeated(specimens: Sequence[Specimen]) -> Finding:
    """Characters that repeat what a chunk before holds, of the characters of all chunks."""
    number, total, examples = 0, 0, []
    for specimen in specimens:
        spans = [Span(chunk.start, chunk.end) for chunk in specimen.chunks]
        total += sum(span.length for span in spans)
        number += sum(span.length for span in spans) - length(spans)
        for before, after in pairwise(spans):
            for span in intersect([before], [after]):
                examples.append(place(specimen.document, *span))
    return found("repeated", number, total, examples, "there are no chunks")
