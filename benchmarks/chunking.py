"""How fast each strategy cuts, beside tiktoken's plain encoding of the same text in the same run.

python -m benchmarks.chunking [FILE ...]   the bundled samples unless files are named
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from chunking_strategies import STRATEGIES, chunk_document, chunk_spec
from config import ROOT, settings
from core.tokens import encoding
from core.types import Document

ROUNDS = 3
SIZES = {"chars": {"chunk_size": 512, "overlap": 50}, "tokens": {"chunk_size": 128, "overlap": 16}}


def main() -> None:
    """Print the table and write it as JSON below the state directory."""
    paths = [Path(name) for name in sys.argv[1:]] or sorted((ROOT / "data" / "samples" / "documents").iterdir())
    documents = [Document.from_text(path.read_text(encoding="utf-8"), path.name) for path in paths]
    megabytes = sum(len(document.text.encode()) for document in documents) / 1e6
    encoding()
    base = megabytes / seconds(lambda: [encoding().encode_ordinary(document.text) for document in documents])
    rows = [{"strategy": "tiktoken encoding alone", "unit": "tokens", "mb_per_second": base, "ratio": 1.0}]
    for name in STRATEGIES:
        for unit, sizes in SIZES.items():
            spec = chunk_spec(name, {**sizes, "unit": unit})
            speed = megabytes / seconds(lambda spec=spec: [chunk_document(document, spec) for document in documents])
            rows.append({"strategy": name, "unit": unit, "mb_per_second": speed, "ratio": speed / base})
    print(f"{megabytes:.2f} MB, median of {ROUNDS} rounds")
    for row in rows:
        print(f"{row['strategy']:<24} {row['unit']:<7} {row['mb_per_second']:8.2f} MB/s {row['ratio']:7.2f}")
    out = settings().home / "benchmarks" / "chunking.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def seconds(work: Callable[[], object]) -> float:
    """The median time of a few rounds."""
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return median(times)


if __name__ == "__main__":
    main()
