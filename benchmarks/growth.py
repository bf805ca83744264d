"""Whether the time to cut a text grows with its length alone: speeds at 1 to 50 MB, and a long line without a space.

python -m benchmarks.growth [FILE or FOLDER ...]   the bundled samples, in other orders again and again, unless named

Strategies that need an encoder have a bag of words instead, whose time is in the figures.
"""

from __future__ import annotations

import json
import random
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.apart import apart, peak_megabytes, processor_seconds
from benchmarks.chunking import SAMPLES, files, texts_of
from chunking_strategies import STRATEGIES, chunk_spec, cut_document
from config import settings
from core.tokens import encoding
from core.types import Document
from tests.fakes import hash_tools

MEGABYTES = (1, 5, 10, 25, 50)
LINE = 5
SIZES = {"chars": {"chunk_size": 512, "overlap": 50}, "tokens": {"chunk_size": 256, "overlap": 32}}
LIMIT = 900.0


def main() -> None:
    """Print the table as it grows, and write it as JSON below the state directory."""
    paths = [file for name in sys.argv[1:] or [str(SAMPLES)] for file in files(Path(name))]
    print(f"MB/s at {', '.join(map(str, MEGABYTES))} MB, and of a {LINE} MB line; most memory", flush=True)
    rows = []
    for strategy in STRATEGIES:
        for unit in SIZES:
            row = {"strategy": strategy, "unit": unit}
            print(f"{strategy:<24} {unit:<7}", end="", flush=True)
            for size in (*MEGABYTES, 0):
                speed, memory = apart(speed_and_memory, strategy, unit, size, paths, seconds=LIMIT) or (0.0, 0.0)
                row[f"{size} MB" if size else "line"] = speed
                row["peak MB"] = max(memory, row.get("peak MB", 0.0))
                print(f"{speed:8.2f}" if speed else f" >{LIMIT:.0f} s", end="", flush=True)
            print(f"{row['peak MB']:9,.0f} MB", flush=True)
            rows.append(row)
    out = settings().home / "benchmarks" / "growth.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def speed_and_memory(strategy: str, unit: str, megabytes: int, paths: list[Path]) -> tuple[float, float]:
    """Megabytes a second for one document of that many (0: the line without a space), and the most memory held."""
    text = grown(texts_of(paths), megabytes) if megabytes else line_without_a_space()
    document, spec = Document.from_text(text, "grown.md"), chunk_spec(strategy, {"unit": unit, **SIZES[unit]})
    encoding()
    seconds = processor_seconds(lambda: cut_document(document, spec, hash_tools()))
    return len(text.encode()) / 1e6 / seconds, peak_megabytes()


def grown(texts: list[str], megabytes: int) -> str:
    """The texts again and again, their paragraphs in other orders, under numbered headings."""
    return "".join(_parts(texts, megabytes * 1_000_000))


def _parts(texts: list[str], left: int) -> Iterator[str]:
    number = 0
    while left > 0:
        chance = random.Random(number)
        paragraphs = chance.choice(texts).split("\n\n")
        chance.shuffle(paragraphs)
        number += 1
        part = f"# Part {number}\n\n" + "\n\n".join(paragraphs) + "\n\n"
        yield part
        left -= len(part.encode())


def line_without_a_space() -> str:
    """Letters and digits by chance, as encoded files have them."""
    return "".join(random.Random(0).choices(string.ascii_letters + string.digits, k=LINE * 1_000_000))


if __name__ == "__main__":
    main()
