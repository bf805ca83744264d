"""Whether the statistics keep their promises, on simulated scores: coverage, false verdicts, power, size.

python -m benchmarks.statistics [SIMULATIONS]   2000 unless given; about five minutes of one core

All numbers come from the functions that the product calls. Scores are made from a latent normal variable of which a
part (ICC) is shared by the questions about a document.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from config import settings
from evaluation.differences import pair_differences
from evaluation.statistics.clusters import Array, Clustered, clustered
from evaluation.statistics.equivalence import equivalence_p
from evaluation.statistics.intervals import CONFIDENCE, ends
from evaluation.statistics.power import minimum_detectable
from evaluation.statistics.shares import wilson_ends
from evaluation.verdicts import decide

SIMULATIONS, STRATEGIES, ICC = 2000, 10, 0.3
SIZES = (30, 100, 300)
# Questions a document. Documents that are all alike, and some that are asked about far more than others.
EVEN, UNEVEN = (5,), (1, 2, 3, 4, 6, 9)


def main() -> None:
    """Print each figure as it is known, and write all of them as JSON below the state directory."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else SIMULATIONS
    started = time.perf_counter()
    found: dict[str, Any] = {"simulations": count, "coverage": coverages(count)}
    for name, measure in (("false_better", false_better), ("power", power), ("equivalence_size", equivalence_size)):
        found[name] = measure(count)
        for case, share in found[name].items():
            print(f"{name:<18} {case:<52} {100 * share:6.1f} %", flush=True)
    found["seconds"] = round(time.perf_counter() - started, 1)
    out = settings().home / "benchmarks" / "statistics.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(f"{found['seconds']:.0f} s; written to {out}")


def normal(uniform: Array) -> tuple[Array, float]:
    """Standard normal scores and their true mean."""
    from scipy.special import ndtri

    return ndtri(uniform), 0.0


def skewed(uniform: Array) -> tuple[Array, float]:
    """Exponential scores."""
    return -np.log1p(-uniform), 1.0


def recall(uniform: Array) -> tuple[Array, Array]:
    """Scores like those of recall: 50 to 75 % are 1, 5 to 20 % are 0, the rest lies between.

    Each simulation has shares of its own: where most scores are one of two, coverage at a single share jumps about.
    """
    rng = np.random.default_rng(6)
    none, whole = (rng.uniform(low, high, uniform.shape[1]) for low, high in ((0.05, 0.2), (0.5, 0.75)))
    partly = 1 - none - whole
    return np.clip((uniform - none) / partly, 0.0, 1.0), whole + partly / 2


def difference(uniform: Array) -> tuple[Array, float]:
    """Paired differences of such scores: half are 0, the others uneven."""
    steps = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
    bounds = np.array([0.12, 0.25, 0.75, 0.9])
    return steps[np.searchsorted(bounds, uniform)], float(steps @ np.diff([0.0, *bounds, 1.0]))


SCORES: dict[str, Callable[[Array], tuple[Array, Array | float]]] = {
    "normal": normal,
    "skewed": skewed,
    "recall": recall,
    "difference": difference,
}


def coverages(count: int) -> dict[str, float]:
    """How often 95 % intervals hold the true mean."""
    found: dict[str, float] = {}
    for n in SIZES:
        for shape, sizes, icc in (("questions alone", (1,), 0.0), ("even", EVEN, ICC), ("uneven", UNEVEN, ICC)):
            labels = clusters_of(n, sizes)
            cases = {name: coverage(score, labels, icc, count) for name, score in SCORES.items()}
            cases["yes or no"] = share_coverage(labels, icc, count)
            for name, share in cases.items():
                found[case := f"{name} n={n} {shape}"] = share
                print(f"{'coverage':<18} {case:<52} {100 * share:6.1f} %", flush=True)
    return found


def coverage(score: Callable[[Array], tuple[Array, Array | float]], labels: Array, icc: float, count: int) -> float:
    """Of one kind of score."""
    values, truth = score(uniforms(np.random.default_rng(1), labels, icc, count))
    low, high = ends(clustered(values, list(labels)))
    return float(((low <= truth) & (truth <= high)).mean())


def share_coverage(labels: Array, icc: float, count: int) -> float:
    """Of yes answers whose true share is drawn between .5 and .95 (at a single one, coverage jumps about with n)."""
    rng = np.random.default_rng(2)
    truth = rng.uniform(0.5, 0.95, count)
    values = (uniforms(rng, labels, icc, count) < truth).astype(float)
    sample = clustered(values, list(labels))
    held = 0
    for column, share in enumerate(truth):
        low, high = wilson_ends(Clustered(sample.sums[:, [column]], sample.sizes), CONFIDENCE)
        held += low <= share <= high
    return held / count


def false_better(count: int) -> dict[str, float]:
    """In how many families of ten equal strategies any verdict is "better" or "worse"."""
    families = {
        "all 45 pairs": list(combinations(range(STRATEGIES), 2)),
        "9 pairs with a baseline": [(0, other) for other in range(1, STRATEGIES)],
    }
    found = {}
    for shape, labels in (
        ("30 questions alone", clusters_of(30, (1,))),
        ("100 in uneven documents", clusters_of(100, UNEVEN)),
    ):
        for name, pairs in families.items():
            rng = np.random.default_rng(3)
            wrong = sum(said(strategies(rng, labels), labels, pairs, "better", "worse") for _ in range(count))
            found[f"{name}, {shape}"] = wrong / count
    return found


def power(count: int) -> dict[str, float]:
    """How often a true difference, as large as another sample of the same size says it can find, is called better."""
    found = {}
    for family in (1, STRATEGIES - 1):
        for shape, labels in (
            ("100 questions alone", clusters_of(100, (1,))),
            ("100 in 20 documents", clusters_of(100, EVEN)),
        ):
            rng = np.random.default_rng(4)
            hits = 0
            for _ in range(count):
                pilot = strategies(rng, labels, family + 1)
                stated = minimum_detectable(clustered(pilot[:, 1] - pilot[:, 0], list(labels)), family)
                scores = strategies(rng, labels, family + 1)
                scores[:, 1] += stated or 0.0
                pairs = [(0, other) for other in range(1, family + 1)]
                hits += verdicts(scores, labels, pairs)[0] == "better"
            found[f"one of {family} comparisons, {shape}"] = hits / count
    return found


def equivalence_size(count: int) -> dict[str, float]:
    """How often a difference of exactly the margin is called equivalent; 5 % at most."""
    found = {}
    for shape, labels in (
        ("100 questions alone", clusters_of(100, (1,))),
        ("100 in 20 documents", clusters_of(100, EVEN)),
    ):
        values, mean = difference(uniforms(np.random.default_rng(5), labels, 0.0 if "alone" in shape else ICC, count))
        margin = 0.2
        p = equivalence_p(clustered(values - mean + margin, list(labels)), margin)
        found[f"at the margin, {shape}"] = float((p < 1 - CONFIDENCE).mean())
    return found


def said(scores: Array, labels: Array, pairs: list[tuple[int, int]], *words: str) -> bool:
    """Whether any verdict of a family is one of these words."""
    return any(verdict in words for verdict in verdicts(scores, labels, pairs))


def verdicts(scores: Array, labels: Array, pairs: list[tuple[int, int]]) -> list[str]:
    """The product's verdicts on a family of pairs."""
    rows = pair_differences(scores, list(labels), pairs, "evidence_recall", family=len(pairs))
    return [one.verdict for one in decide(rows)]


def strategies(rng: np.random.Generator, labels: Array, number: int = STRATEGIES) -> Array:
    """Scores of equal strategies, shape (questions, strategies), on questions that are more or less hard."""
    hard = uniforms(rng, labels, ICC, 1)
    own = np.stack([uniforms(rng, labels, ICC, 1)[:, 0] for _ in range(number)], axis=1)
    return np.clip(1.4 * (0.5 * hard + 0.5 * own) - 0.1, 0.0, 1.0)


def uniforms(rng: np.random.Generator, labels: Array, icc: float, count: int) -> Array:
    """Uniform numbers of shape (questions, count), alike within a cluster by the latent correlation `icc`."""
    from scipy.special import ndtr

    shared = rng.standard_normal((int(labels.max()) + 1, count))[labels]
    return np.asarray(ndtr(np.sqrt(icc) * shared + np.sqrt(1 - icc) * rng.standard_normal((len(labels), count))))


def clusters_of(n: int, sizes: tuple[int, ...]) -> Array:
    """The cluster of each of n questions, their sizes taken in turn."""
    labels: list[int] = []
    while len(labels) < n:
        cluster = labels[-1] + 1 if labels else 0
        labels += [cluster] * sizes[cluster % len(sizes)]
    return np.array(labels[:n])


if __name__ == "__main__":
    main()
