"""A sweep of 24 configurations against the naive way: each one encoded by SentenceTransformer.encode and scored alone.

python -m benchmarks.sweep FOLDER... [--share S] [--questions N] [--finalists K] [--budget TOKENS] [--workers N]
                           [--skip-standard]

FOLDER is the chroma_eval or covid_qa folder as released; --share takes the first part of the documents, --questions so
many of the questions; --workers is that of `cli.py sweep`. Everything starts from empty state directories, so that
nothing is known from before. The naive way shares nothing between configurations and encodes with the library's
defaults; it scores recall and IoU alone, so that nothing but encoding is held against it, while the sweep writes whole
runs, tables and a report.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from benchmarks.naive import METRICS, Measured, naive_scores, surroundings
from benchmarks.released import write_out
from chunking.tools import Tools
from chunking_strategies import STRATEGIES
from config import settings
from core.events import Finished
from core.tokens import use_ranks_from
from embedding.cache import VectorCache
from embedding.cached import CachedEncoder
from embedding.encoder import Encoder
from embedding.transformer import load_encoder
from evaluation.statistics.intervals import mean_interval
from experiments.configurations import expand
from experiments.executors.alone import Alone
from experiments.executors.processes import Processes
from experiments.material import Asked, Surroundings, load_asked
from experiments.outcome import SweepResult
from experiments.plan_file import PlanFile, read_plan
from experiments.prepare import Preparation
from experiments.screening import Screener
from experiments.sweep import MakeExecutor, sweep
from retrieval.chunked import finished

NAMES = ("fixed-size", "recursive", "sparse", "dense", "section", "markdown", "sentence-window", "semantic")


def main() -> None:
    """Print a table a set, and write everything as JSON below the state directory."""
    options = _options()
    home = settings().home
    use_ranks_from(home)
    rows = []
    for folder in options.folders:
        with tempfile.TemporaryDirectory() as scratch:
            row = measured(folder, Path(scratch), options)
        rows.append(row)
        print(_told(row), flush=True)
    out = home / "benchmarks" / "sweep.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print(f"written to {out}")


def measured(folder: Path, scratch: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Everything about one set."""
    documents, questions = write_out(folder, scratch, options.share, options.questions)
    encoder = load_encoder("minilm", settings().home)
    encoder.encode_documents(["loaded before any clock runs"])
    naive = naive_scores(_file(scratch, documents, questions, options), scratch, encoder)
    screening = _file(scratch, documents, questions, options, screening=True)
    swept, seconds = timed_sweep(screening, scratch / "a", encoder, options.workers)
    estimates = screened_scores(_file(scratch, documents, questions, options), scratch / "a", encoder)
    standard = None
    if not options.skip_standard:
        plan = _file(scratch, documents, questions, options)
        _, standard = timed_sweep(plan, scratch / "b", encoder, options.workers)
    return _row(folder.name, naive, swept, seconds, standard, estimates)


def screened_scores(file: PlanFile, home: Path, encoder: Encoder) -> Measured:
    """What screening says, by both metrics."""
    around = surroundings(home, encoder, _tools(home, encoder))
    asked: Asked = load_asked(file.plan, around, home)
    preparation = Preparation(asked, around, partial(around.tools, around.writer), around.encoder)
    scores = {
        metric: {one.name: finished(Screener(asked, around, preparation, metric).scores(one)) for one in expand(file)}
        for metric in METRICS
    }
    return Measured(scores, {})


def timed_sweep(file: PlanFile, home: Path, encoder: Encoder, workers: int) -> tuple[SweepResult, float]:
    """A whole sweep from an empty state directory, and its seconds, the start of further processes included."""
    home.mkdir(parents=True)
    around = surroundings(home, encoder, _tools(home, encoder))
    executor: MakeExecutor = _processes(workers, home) if workers > 1 else Alone
    started = time.perf_counter()
    for event in sweep(file.plan, expand(file), around, home / "out", executor=executor):
        if isinstance(event, Finished):
            return event.result, time.perf_counter() - started
    raise AssertionError("a sweep ends with Finished")


def _row(
    name: str,
    naive: Measured,
    swept: SweepResult,
    seconds: float,
    standard: float | None,
    estimates: Measured,
) -> dict[str, Any]:
    truth, total = naive.means(METRICS[0]), sum(naive.seconds.values())
    best = max(truth, key=lambda one: truth[one])
    finalists = [fate.configuration.name for fate in swept.of_state("confirmed")]
    winner = next(entry.name for entry in swept.family.entries if entry.rank == 1) if swept.family else best
    scores = naive.scores[METRICS[0]]
    deltas = [a - b for a, b in zip(scores[best], scores[winner], strict=True) if a is not None and b is not None]
    around = mean_interval(deltas)
    return {
        "set": name,
        "configurations": len(truth),
        "questions": len(deltas),
        "cores": len(os.sched_getaffinity(0)),
        "naive_seconds": total,
        "screened_seconds": seconds,
        "standard_seconds": standard,
        "ratio_screened": total / seconds,
        "ratio_standard": total / standard if standard else None,
        "best": best,
        "finalists": finalists,
        "best_is_finalist": best in finalists,
        "winner": winner,
        "regret": truth[best] - truth[winner],
        "regret_low": around.low,
        "regret_high": around.high,
        "spearman": {metric: _spearman(_pairs(naive, estimates, metric)) for metric in METRICS},
        "naive": {metric: naive.means(metric) for metric in METRICS},
        "screened": {metric: estimates.means(metric) for metric in METRICS},
        "by_configuration": dict(naive.seconds),
        "sweep_seconds": dict(swept.seconds),
    }


def _spearman(pairs: Sequence[tuple[float, float]]) -> float | None:
    """None where one side is the same for all, which orders nothing."""
    from scipy.stats import spearmanr

    sides = list(zip(*pairs, strict=True))
    return float(spearmanr(*sides).statistic) if all(len(set(side)) > 1 for side in sides) else None


def _pairs(naive: Measured, estimates: Measured, metric: str) -> list[tuple[float, float]]:
    theirs = estimates.means(metric)
    return [(mean, theirs[name]) for name, mean in naive.means(metric).items()]


def _told(row: Mapping[str, Any]) -> str:
    by = row["naive"][METRICS[0]]
    lines = [f"\n{row['set']}: {row['configurations']} configurations, {row['questions']} questions"]
    lines.append(f"{'configuration':<28} {'recall':>7} {'screened':>9} {'IoU':>7} {'screened':>9}")
    for name in sorted(by, key=lambda one: -by[one]):
        cells = [row[kind][metric][name] for metric in METRICS for kind in ("naive", "screened")]
        mark = " *" if name in row["finalists"] else ""
        lines.append(f"{name:<28} {cells[0]:>7.3f} {cells[1]:>9.3f} {cells[2]:>7.3f} {cells[3]:>9.3f}{mark}")
    lines.append(f"{'the naive way':<44} {row['naive_seconds']:>8.1f} s    1.0")
    for way, kind in (("screening and confirmed finalists (*)", "screened"), ("standard encoding alone", "standard")):
        if row[f"{kind}_seconds"]:
            lines.append(f"{way:<44} {row[f'{kind}_seconds']:>8.1f} s  {row[f'ratio_{kind}']:>5.1f}")
    spearman = ", ".join(
        f"{metric} {'-' if value is None else f'{value:.3f}'}" for metric, value in row["spearman"].items()
    )
    low, high = (f"{row[end]:.3f}" if row[end] is not None else "-" for end in ("regret_low", "regret_high"))
    lines.append(f"Spearman with the naive way: {spearman}")
    lines.append(
        f"true best {row['best']} {'is' if row['best_is_finalist'] else 'is NOT'} a finalist; chosen {row['winner']}, "
        f"regret {row['regret']:.3f} (95 %: {low} to {high})"
    )
    return "\n".join(lines)


def _file(
    scratch: Path, documents: Path, questions: Path, options: argparse.Namespace, *, screening: bool = False
) -> PlanFile:
    strategies = [{"name": name, "chunk_size": options.sizes, "overlap": 0, "unit": "tokens"} for name in NAMES]
    plan: dict[str, Any] = {
        "data": str(documents),
        "questions": str(questions),
        "strategies": strategies,
        "retrievers": ["dense"],
        "budgets": [options.budget],
        "screening": {"finalists": options.finalists} if screening else False,
    }
    path = scratch / "plan.yaml"
    path.write_text(json.dumps(plan), encoding="utf-8")
    return read_plan(path)


def _processes(workers: int, home: Path) -> MakeExecutor:
    return lambda bench: Processes(bench, workers, partial(_elsewhere, home))


def _elsewhere(home: Path) -> Surroundings:
    """The same surroundings in another process, which has no encoder before it needs one."""

    @lru_cache(maxsize=1)
    def encoder(name: str) -> Encoder:
        return load_encoder(name, settings().home)

    @lru_cache(maxsize=1)
    def cached(name: str) -> CachedEncoder:
        return CachedEncoder(encoder(name), VectorCache(home, encoder(name).spec))

    tools = Tools(encoder=cached, strategies=STRATEGIES)
    return Surroundings(home=home, encoder=encoder, model=lambda name: None, tools=lambda load: tools)


def _tools(home: Path, encoder: Encoder) -> Tools:
    cached = CachedEncoder(encoder, VectorCache(home, encoder.spec))
    return Tools(encoder=lambda name: cached, strategies=STRATEGIES)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sweep")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--questions", type=int)
    parser.add_argument("--finalists", type=int, default=3)
    parser.add_argument("--budget", type=int, default=1024)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 200, 400])
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--skip-standard", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
