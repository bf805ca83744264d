"""Whether races keep their promise and what they save, on simulated scores. Unlike statistics.py, looks at all times.

python -m benchmarks.racing [SIMULATIONS]   100 races of each kind unless told otherwise; some minutes

Bounds: how often the true mean is ever refuted in 300 looks (at most 5 %), and how wide they are beside an interval
for somebody who looks once. Races: how often the best is lost (at most 5 %), evaluations saved, configurations left at
the end, and by how much the best of those left is worse than the best of all.
"""

from __future__ import annotations

import json
import sys
from math import log
from typing import Any

import numpy as np

from benchmarks.statistics import clusters_of, difference, recall, uniforms
from config import settings
from evaluation.statistics.clusters import Array, clustered
from evaluation.statistics.intervals import ends
from evaluation.statistics.sequences import Betting, mean_bounds
from experiments.racing import Race, blocks_of

SIMULATIONS, QUESTIONS, CONFIGURATIONS, BLOCK = 100, 300, 24, 10
ALPHA = 0.05
WIDTHS_AT = (50, 100, 300)
# From the worst configuration to the best, in standard deviations of a question's score.
SPREADS = {"clear": 1.5, "close": 0.5, "equal": 0.0}


def main() -> None:
    """Print the tables, and write them as JSON below the state directory."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else SIMULATIONS
    found: dict[str, Any] = {"simulations": count, "refuted": refuted(20 * count), "width": widths(), "races": []}
    for case, share in found["refuted"].items():
        print(f"true mean ever refuted, {case:<34} {share:6.1%}")
    for case, ratio in found["width"].items():
        print(f"as wide as an interval for one look, {case:<21} {ratio:6.2f}")
    print(f"\n{CONFIGURATIONS} configurations, {QUESTIONS} questions in blocks of {BLOCK}")
    print(f"{'race':<54} {'best lost':>9} {'saved':>7} {'left':>6} {'regret':>8}")
    for spread in SPREADS:
        for population, icc in ((True, 0.0), (True, 0.3), (False, 0.0), (False, 0.3)):
            for margin in (0.0, 0.02):
                row = raced(spread, count, population=population, icc=icc, margin=margin)
                found["races"].append(row)
                print(
                    f"{row['race']:<54} {row['lost']:9.1%} {row['saved']:7.1%} {row['left']:6.1f} {row['regret']:8.4f}",
                    flush=True,
                )
    out = settings().home / "benchmarks" / "racing.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def refuted(count: int) -> dict[str, float]:
    """How often betting against a threshold at the true mean ever succeeds."""
    labels = clusters_of(QUESTIONS, (1,))
    values, truth = difference(uniforms(np.random.default_rng(1), labels, 0.0, count))
    found = {"questions drawn anew": _ever(values - truth, 1 - truth, None)}
    whole = np.tile(values[:, :1], count)
    mixed = np.random.default_rng(2).permuted(whole, axis=0)
    found["all of a set in random order"] = _ever(mixed - mixed.mean(axis=0), 1 - mixed.mean(axis=0), QUESTIONS)
    return found


def _ever(above: Array, most: Array | float, population: int | None) -> float:
    betting = Betting(np.broadcast_to(most, above.shape[1:]).copy(), population)
    for row in above:
        betting.observe(row)
    return float((betting.evidence >= log(1 / ALPHA)).mean())


def widths() -> dict[str, float]:
    """Widths beside those of the intervals for one look, after some numbers of questions; 20 samples."""
    values, _ = difference(uniforms(np.random.default_rng(3), clusters_of(QUESTIONS, (1,)), 0.0, 20))
    found = {}
    for n in WIDTHS_AT:
        low, high = ends(clustered(values[:n]))
        bounds = np.array([mean_bounds(column[:n].tolist(), ALPHA, (-1.0, 1.0)) for column in values.T])
        found[f"{n} questions"] = float((bounds[:, 1] - bounds[:, 0]).mean() / (high - low).mean())
    return found


def raced(spread: str, count: int, *, population: bool, icc: float, margin: float) -> dict[str, Any]:
    """Many races of one kind. Of a race about a set, the best is that of the set; else the truly best."""
    rng, labels = np.random.default_rng(4), clusters_of(QUESTIONS, (5,))
    lost, regrets, saved, left = 0, [], [], []
    for simulation in range(count):
        scores, truth = configurations(rng, labels, icc, SPREADS[spread])
        means = scores.mean(axis=0) if population else truth
        names = [str(number) for number in range(CONFIGURATIONS)]
        race = Race(names, ALPHA, margin, population=QUESTIONS if population else None)
        for block in blocks_of(QUESTIONS, BLOCK, simulation):
            race.observe({name: scores[block, int(name)].tolist() for name in race.alive})
        kept = max(means[int(name)] for name in race.alive)
        lost += bool(kept < means.max())
        regrets.append(means.max() - kept)
        saved.append(race.saving or 0.0)
        left.append(len(race.alive))
    about = "these questions" if population else "such questions"
    return {
        "race": f"{spread}, about {about}, ICC {icc}, margin {margin}",
        "lost": lost / count,
        "saved": float(np.mean(saved)),
        "left": float(np.mean(left)),
        "regret": float(np.mean(regrets)),
    }


def configurations(rng: np.random.Generator, labels: Array, icc: float, spread: float) -> tuple[Array, Array]:
    """Scores like those of recall, (questions, configurations), on questions more or less hard, and the true means.

    Half of a score's variance is the question's, which all configurations share.
    """
    from scipy.special import ndtr, ndtri

    shared, own = uniforms(rng, labels, icc, 1), uniforms(rng, labels, icc, CONFIGURATIONS)
    effects = np.linspace(-spread, 0.0, CONFIGURATIONS)
    latent = (ndtri(shared) + ndtri(own)) / np.sqrt(2)
    grid = ndtri((np.arange(4000) + 0.5) / 4000)[:, None]
    return recall(ndtr(latent + effects))[0], recall(ndtr(grid + effects))[0].mean(axis=0)


if __name__ == "__main__":
    main()
