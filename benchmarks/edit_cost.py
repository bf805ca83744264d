"""What one edited sentence costs: chunks that must be encoded again, by strategy, for edits near the top of a document.

python -m benchmarks.edit_cost [FILE]   60,000 characters of the bundled samples unless a file is named
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import fmean

from chunking_strategies import STRATEGIES, chunk_spec, cut_document
from config import ROOT, settings
from core.sentences import sentences
from core.types import Chunk, Document

LENGTH = 60_000
TOP = 10_000
PLACES = 20
ADDED = {"words": ", as said", "sentence": ". This one was not there before"}


def main() -> None:
    """Print the table and write it as JSON below the state directory."""
    name, text = document()
    ends = [span.end for span in sentences(text) if span.end < TOP and text[span.end - 1] == "."]
    places = ends[:: max(1, len(ends) // PLACES)][:PLACES]
    print(f"{len(text):,} characters of {name}, {len(places)} single edits in its first {TOP:,}")
    print(f"{'strategy':<24} {'added':<9} {'chunks':>7} {'mean new':>9} {'most':>5}  at the edit and beside it only")
    rows = []
    for strategy in STRATEGIES:
        for added, words in ADDED.items():
            row = cost(strategy, name, text, places, words) | {"strategy": strategy, "added": added}
            rows.append(row)
            print(
                f"{strategy:<24} {added:<9} {row['chunks']:7} {row['mean_new']:9.1f} {row['most_new']:5}  "
                f"{row['local']} of {len(places)}"
            )
    out = settings().home / "benchmarks" / "edit_cost.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def document() -> tuple[str, str]:
    """Name and text: the file that was named, or the sample's handbook and manual."""
    if len(sys.argv) > 1:
        return Path(sys.argv[1]).name, Path(sys.argv[1]).read_text(encoding="utf-8")[:LENGTH]
    parts = [ROOT / "data" / "samples" / "documents" / name for name in ("handbook.txt", "manual.md")]
    return "handbook.md", "\n\n".join(part.read_text(encoding="utf-8") for part in parts)[:LENGTH]


def cost(strategy: str, name: str, text: str, places: list[int], words: str) -> dict[str, float | int | str]:
    """New chunks over all edits. An edit stays local where each new chunk holds it or stands beside one that does."""
    spec = chunk_spec(strategy, {})
    before = {chunk.id for chunk in cut_document(Document.from_text(text, name), spec).chunks}
    news, local = [], 0
    for place in places:
        edited = text[: place - 1] + words + text[place - 1 :]
        after = cut_document(Document.from_text(edited, name), spec).chunks
        new = {chunk.ordinal for chunk in after if chunk.id not in before}
        touched = [chunk.ordinal for chunk in after if _touches(chunk, place - 1, place + len(words))]
        news.append(len(new))
        local += new <= {ordinal + step for ordinal in touched for step in (-1, 0, 1)}
    return {"chunks": len(before), "mean_new": fmean(news), "most_new": max(news), "local": local}


def _touches(chunk: Chunk, start: int, end: int) -> bool:
    return chunk.start < end and start < chunk.end


if __name__ == "__main__":
    main()
