"""A small sweep without a real encoder: surroundings that other processes can make, a corpus, and plans."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from core.errors import SettingError
from core.hashing import sha256
from experiments.configurations import expand
from experiments.material import Surroundings
from experiments.plan_file import read_plan
from experiments.sweep import sweep
from generation.extractive import ExtractiveModel
from generation.models import load_model
from tests.fakes import HashEncoder, hash_tools, result_of

HOME = "SWEEP_TEST_HOME"


class CuttingEncoder(HashEncoder):
    """A bag of words that, like real encoders, reads no further than its limit."""

    def __init__(self, max_pieces: int = 256) -> None:
        super().__init__(max_pieces=max_pieces)

    def _vector(self, text: str) -> np.ndarray:
        return super()._vector(" ".join(text.split()[: self.spec.max_pieces - 2]))


TOPICS = ("boiler", "valve", "filter", "sensor", "gateway", "battery", "antenna", "fuse")
SENTENCES = [f"The {topic} of unit {n} is checked every {n + 3} days." for n in range(1, 7) for topic in TOPICS]
ASKED = [(topic, n) for n in (1, 6) for topic in TOPICS[:4]]
TABLES = ("leaderboard.csv", "comparisons.csv", "report.html")
RUN_TABLES = ("questions.csv", "contexts.csv", "metrics.csv", "summary.csv", "curves.csv", "budgets.csv")


def write_corpus(folder: Path) -> None:
    """Four documents of twelve sentences, and a question on each of eight sentences."""
    (folder / "docs").mkdir(parents=True)
    for number in range(4):
        part = SENTENCES[number * 12 : number * 12 + 12]
        text = "\n\n".join(" ".join(part[start : start + 3]) for start in range(0, 12, 3))
        (folder / "docs" / f"manual{number}.md").write_text(f"# Part {number}\n\n{text}\n", encoding="utf-8")
    rows = []
    for topic, n in ASKED:
        quote = f"The {topic} of unit {n} is checked every {n + 3} days."
        number = SENTENCES.index(quote) // 12
        rows.append(
            {
                "id": f"{topic}-{n}",
                "question": f"How often is the {topic} of unit {n} checked?",
                "answer": f"Every {n + 3} days.",
                "evidence": [{"document": f"manual{number}.md", "quote": quote}],
            }
        )
    (folder / "asked.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


PLAN = """
data: docs
questions: asked.jsonl
strategies:
  - recursive: {chunk_size: [60, 120], overlap: 0, unit: chars}
  - name: sparse
    chunk_size: 100
    overlap: 0
    unit: chars
encoders: hash
budgets: 60
"""


def surroundings() -> Surroundings:
    """Of the state directory that the environment names, with a bag-of-words encoder."""
    home = Path(os.environ[HOME])
    hashed = CuttingEncoder()

    def encoder(name: str) -> CuttingEncoder:
        if name != "hash":
            raise SettingError(f"there is no encoder {name}.")
        return hashed

    def model(name: str):
        if name == "none":
            return None
        if name == "extractive":
            return ExtractiveModel()
        return load_model(name, home=home, input_price=1.0, output_price=2.0)

    return Surroundings(home=home, encoder=encoder, model=model, tools=lambda load: hash_tools(hashed))


def plan_file(folder: Path, text: str = PLAN):
    """The plan of this text, lying in the folder."""
    path = folder / "plan.yaml"
    path.write_text(text, encoding="utf-8")
    return read_plan(path)


def swept(folder: Path, out: Path, text: str = PLAN, around: Surroundings | None = None, **options):
    """The result of a sweep by a plan that lies in the folder."""
    file = plan_file(folder, text)
    around = around or surroundings()
    return result_of(sweep(file.plan, expand(file), around, out, folder=folder, **options))


def sweep_from(tell: Callable[..., None], plan: Path, out: Path, home: Path) -> None:
    """Sweep by a plan's file in a process that has that state directory to itself."""
    os.environ[HOME] = str(home)
    file = read_plan(plan)
    result_of(sweep(file.plan, expand(file), surroundings(), out, folder=plan.parent))


def digests(out: Path) -> dict[str, str]:
    """Hashes of everything that must not differ from run to run, by path."""
    names = [out / name for name in (*TABLES, "screening.csv")]
    names += [path for run in sorted((out / "runs").iterdir()) for path in (run / name for name in RUN_TABLES)]
    return {str(path.relative_to(out)): sha256(path.read_text(encoding="utf-8")) for path in names if path.is_file()}
