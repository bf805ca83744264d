"""How quickly the app's pages come again with many large runs on disk: makes such runs, and times every page.

python -m benchmarks.app [--questions N] [--runs N] [--home FOLDER] [--out FILE.json]     5,000 x 20 unless given

The pages run in this process, without a browser, as the tests run them. "first" is the first visit of a new server;
of comparisons that are computed beside the page it is the time until the answer is there. "again" is the median of
three reruns, which is what every click costs. Beside each stand the seconds of the processor, which a busy machine
changes less. The runs' texts are of the size of real ones (8 KB a question).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

QUESTIONS, RUNS, DOCUMENTS = 5_000, 20, 400
_SENTENCE = "A sentence of the retrieved passage that is about as long as sentences of real documents are, number {}. "
_STRATEGIES = ("fixed-size", "recursive", "sentence-window", "section", "semantic")
_TIMES = 3
_PATIENCE = 600


@dataclass(frozen=True, slots=True)
class Timing:
    """A page, or a view of it: seconds of the first visit and of a rerun, of the clock and of the processor."""

    page: str
    first: float
    first_processor: float
    again: float
    again_processor: float


def main() -> None:
    """Make the runs where they are not there, then time the pages and print a table."""
    options = _options()
    with ExitStack() as stack:
        home = options.home or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        made = make_home(home, options.questions, options.runs)
        os.environ["CHUNKTRACE_HOME"] = str(home)
        timings = list(time_pages(options.runs))
    print(f"{options.runs} runs of {options.questions:,} questions; made in {made:.0f} s")
    print(f"{'page':<26}{'first, s':>10}{'processor':>11}{'again, s':>10}{'processor':>11}")
    for one in timings:
        first, again = (
            f"{one.first:>10.2f}{one.first_processor:>11.2f}",
            f"{one.again:>10.2f}{one.again_processor:>11.2f}",
        )
        print(f"{one.page:<26}{first}{again}")
    if options.out:
        rows = [asdict(one) for one in timings]
        options.out.write_text(json.dumps({"questions": options.questions, "runs": options.runs, "pages": rows}))


def make_home(home: Path, questions: int, runs: int) -> float:
    """A state directory with a small collection and so many runs of it; the seconds that this took."""
    started = time.perf_counter()
    _link_models(home)
    _collection(home)
    for number in range(runs):
        _run(home / "runs" / f"bench-{number:02}", number, questions)
    return time.perf_counter() - started


def time_pages(runs: int) -> Iterator[Timing]:
    """Every page, and every view of Compare, one after the other on one server."""
    from config import settings
    from ui.visitor import visitor

    settings.cache_clear()
    app = visitor(_PATIENCE)
    yield _timed("home", app.run)
    for page in ("data", "chunks", "chat", "evaluate"):
        app.switch_page(f"pages/{page}.py")
        yield _timed(page, app.run)
    app.switch_page("pages/compare.py")
    app.query_params["run"] = [f"bench-{number:02}" for number in range(runs)]
    yield _timed("compare: questions", lambda: _answered(app))
    for view in ("differences", "budgets", "tradeoff", "metrics", "settings", "report"):
        app.segmented_control(key="compare-view").set_value(view)
        yield _timed(f"compare: {view}", lambda: _answered(app))
    app.switch_page("pages/question.py")
    app.query_params["run"] = ["bench-00", "bench-01"]
    yield _timed("question", app.run)
    app.switch_page("pages/judge.py")
    yield _timed("judge", app.run)


def _answered(app: Any) -> None:
    """Run the page until what is computed beside it is there."""
    until = time.perf_counter() + _PATIENCE
    app.run()
    while any("The page is drawn as soon as" in str(one.value) for one in app.caption):
        if time.perf_counter() > until:
            raise TimeoutError("the comparison did not end")
        time.sleep(0.1)
        app.run()


def _timed(page: str, visit: Callable[[], object]) -> Timing:
    first, *again = [_spent(visit) for _ in range(1 + _TIMES)]
    middle = [round(statistics.median(each), 3) for each in zip(*again, strict=True)]
    return Timing(page, round(first[0], 3), round(first[1], 3), middle[0], middle[1])


def _spent(visit: Callable[[], object]) -> tuple[float, float]:
    clock, processor = time.perf_counter(), time.process_time()
    visit()
    return time.perf_counter() - clock, time.process_time() - processor


def _link_models(home: Path) -> None:
    from config import ROOT, settings

    models = (settings().home if settings().home != home else ROOT / "data" / "local") / "models"
    home.mkdir(parents=True, exist_ok=True)
    if not (home / "models").exists():
        (home / "models").symlink_to(models.resolve(), target_is_directory=True)


def _collection(home: Path) -> None:
    from chunking_strategies import chunk_spec
    from corpus.load import load
    from embedding.sources import encoder_by
    from retrieval.build import build

    spec = chunk_spec("fixed-size", {"chunk_size": 256, "overlap": 0})
    for _ in build(load("sample:handbook"), spec, encoder_by("minilm", "standard", home), home, "bench"):
        pass


def _run(folder: Path, number: int, questions: int) -> None:
    """One complete run, unless it is there."""
    from core.files import write_atomic, write_json
    from evaluation.plans import OUTCOMES, PLAN
    from evaluation.runs import RUN
    from evaluation.stored import keep_columns, open_outcomes

    if (folder / RUN).is_file():
        return
    plan = _plan(number, questions)
    write_json(folder / PLAN, plan)
    write_atomic(folder / OUTCOMES, _outcomes(number, questions))
    write_json(folder / RUN, plan)
    keep_columns(open_outcomes(folder))


def _plan(number: int, questions: int) -> dict[str, Any]:
    strategy, size = _STRATEGIES[number % len(_STRATEGIES)], 128 * 2 ** (number // len(_STRATEGIES))
    return {
        "metric_version": 2,
        "collection": {
            "name": "bench",
            "strategy": strategy,
            "parameters": {"chunk_size": size, "overlap": 0, "unit": "tokens"},
            "encoder": "minilm",
            "chunks": 100,
            "chunk_set": f"chunks {number}",
        },
        "questions": {"name": "bench", "key": f"bench {questions}", "count": questions},
        "retrieval": {"mode": "dense", "k": 5, "token_budget": 1024},
        "judge": {"name": "local", "version": 1},
        "model": "extractive (not a language model)",
        "unit": "sentence",
        "key": f"bench {number}",
        "created": f"2024-01-01T00:{number:02}:00+00:00",
    }


def _outcomes(number: int, questions: int) -> Iterator[bytes]:
    """Lines of a journal: a question is as hard for all runs, and each run is a little better than the one before."""
    rng = np.random.default_rng(number)
    difficulty = np.random.default_rng(2024).uniform(0.2, 0.9, questions)
    scores = np.clip(np.round(difficulty + 0.01 * number + rng.normal(0, 0.2, questions), 2), 0, 1)
    for place, score in enumerate(scores.tolist()):
        yield json.dumps(_outcome(place, score, int(700 + 10 * number + place % 50))).encode("ascii") + b"\n"


def _outcome(place: int, score: float, tokens: int) -> dict[str, Any]:
    from evaluation.columns import LIMITS

    context = {f"{part}{chr(97 + key)}": _SENTENCE.format(key) for part in range(5) for key in range(10)}
    shares = {"precision": score / 8, "iou": score / 9, "hit": score > 0, "mrr": score, "ndcg": score}
    points = [
        {"by": by, "limit": limit, "hits": 5, "tokens": min(tokens, limit), "recall": score, **shares}
        for by, limit in LIMITS
    ]
    found = [
        {
            "rank": rank,
            "chunk_id": f"chunk {rank}",
            "document": f"document {place % DOCUMENTS}",
            "start": 1000 * rank,
            "end": 1000 * rank + 900,
            "returned_start": 1000 * rank,
            "returned_end": 1000 * rank + 900,
            "score": 1 / rank,
            "score_kind": "cosine similarity",
        }
        for rank in range(1, 6)
    ]
    return {
        "question_id": f"q{place:05}",
        "question": f"What is asked here, in question number {place:,} of a large set?",
        "status": "failed" if place % 500 == 0 else "measured",
        "reason": "the model did not reply" if place % 500 == 0 else "",
        "found": found,
        "context": context,
        "context_tokens": tokens,
        "evidence": {"recall": score, "precision_omega": 0.5, "severed": 0.0, **shares},
        "curve": {"points": points, "recall_area": score, "tokens_to_90": 900 if score > 0.8 else None, "reason": ""},
        "answer": {"text": "An answer of one sentence. " * 4, "model": "extractive", "notes": [], "seconds": 0.1},
        "response": {"a": "An answer of one sentence."},
        "judgement": {
            "judge": "local",
            "status": "measured",
            "relevant": ["0a"],
            "utilized": ["0a"],
            "support": {"a": {"keys": ["0a"], "supported": True}},
            "scores": {
                "relevance": score / 2,
                "utilization": score / 3,
                "completeness": score,
                "adherence": score > 0.3,
            },
        },
        "judge_replies": [],
        "tags": [],
        "seconds": {"search": 0.01, "answer": 0.1},
        "evidence_documents": [f"document {place % DOCUMENTS}"],
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--home", type=Path, help="a state directory that is kept, and used again the next time")
    parser.add_argument("--out", type=Path, help="a JSON file for the times")
    return parser.parse_args()


if __name__ == "__main__":
    main()
