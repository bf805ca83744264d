"""How fast the Chunks page follows a slider: one text of 100 KB, cut again at another size by every strategy.

python -m benchmarks.previews [FILE]     by default the handbook and the manual of the samples, repeated

`cut` is from the text to checked chunks, `measured` adds sizes in every unit, the encoder's limit and the fate of the
evidence, `drawn` the marks of the part that is shown. Milliseconds of processor time on one core, the median of several
sizes; the first size of a text, which lays the tokens out once, is `first`. What encodes before it cuts is left out, as
on the page, where it has a button; contexts by a language model count as those that need none.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import TypeVar

from chunking_strategies import STRATEGIES, chunk_document, chunk_spec, local_tools
from config import ROOT, settings
from core.parameters import parameters_of
from core.spans import Span
from core.types import Document, Evidence, Question
from embedding.encoder import Encoder
from embedding.transformer import load_encoder
from evaluation.inspection import inspect
from ui.chunk_marks import marks_of
from ui.chunk_view import PAGE
from ui.marked_text import pieces

CHARACTERS = 100_000
SIZES = (200, 230, 260, 300, 350)
Result = TypeVar("Result")
SAMPLES = ROOT / "data" / "samples" / "documents"


@dataclass(frozen=True, slots=True)
class Speed:
    """Milliseconds; `total` is what a move of the slider takes until the text can be drawn."""

    strategy: str
    chunks: int
    first: float
    cut: float
    measured: float
    drawn: float
    total: float


def main() -> None:
    """Print the table and write it as JSON below the state directory."""
    document = text_of(sys.argv[1:])
    encoder = load_encoder("minilm", settings().home)
    questions = evidence_all_over(document)
    print(f"{len(document.text):,} characters, {len(questions):,} passages of evidence; milliseconds of one core")
    print(f"{'strategy':<24}{'chunks':>8}{'first':>8}{'cut':>8}{'measured':>10}{'drawn':>8}{'total':>8}")
    rows = [speed_of(name, document, questions, encoder) for name in STRATEGIES if at_once(name)]
    for row in rows:
        print(
            f"{row.strategy:<24}{row.chunks:>8,}{row.first:>8.0f}{row.cut:>8.0f}{row.measured:>10.0f}{row.drawn:>8.0f}"
            f"{row.total:>8.0f}"
        )
    folder = settings().home / "benchmarks"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "previews.json").write_text(json.dumps([asdict(row) for row in rows], indent=1), encoding="utf-8")


def at_once(name: str) -> bool:
    """Whether the page cuts without a button."""
    part = STRATEGIES[name]
    return part.prepare is None or any(knob.kind == "model" for knob in parameters_of(part.params))


def text_of(names: Sequence[str]) -> Document:
    """The named file, or the samples; repeated up to the size."""
    paths = [Path(name) for name in names] or [SAMPLES / "handbook.txt", SAMPLES / "manual.md"]
    text = "\n\n".join(path.read_text(encoding="utf-8") for path in paths)
    return Document.from_text((text * (CHARACTERS // len(text) + 1))[:CHARACTERS], "text.md")


def evidence_all_over(document: Document) -> list[Question]:
    """A passage of 120 characters every thousand."""
    step = 1_000
    places = [(start, start + 120) for start in range(0, len(document.text) - 120, step)]
    return [
        Question(f"q{number}", "Which?", (Evidence(document.id, a, b, document.text[a:b]),))
        for number, (a, b) in enumerate(places)
    ]


def speed_of(name: str, document: Document, questions: Sequence[Question], encoder: Encoder) -> Speed:
    """One strategy at several sizes."""
    tools = local_tools().silent
    times: list[tuple[float, float, float]] = []
    chunks = []
    for size in SIZES:
        spec = chunk_spec(name, {"chunk_size": size, "overlap": size // 8, "unit": "tokens"})
        cut, chunks = timed(lambda spec=spec: chunk_document(document, spec, tools))
        measured, found = timed(lambda spec=spec, made=chunks: inspect(document, made, spec, questions, encoder))
        window = Span(0, PAGE)
        drawn, _ = timed(lambda found=found, at=window: list(pieces(marks_of(found, at), *at)))
        times.append((cut, measured, drawn))
    cut, measured, drawn = (median(each) for each in zip(*times[1:], strict=True))
    total = median(sum(each) for each in times[1:])
    return Speed(name, len(chunks), sum(times[0]), cut, measured, drawn, total)


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Milliseconds of processor time, and what came out."""
    start = time.process_time()
    result = work()
    return 1_000 * (time.process_time() - start), result


if __name__ == "__main__":
    main()
