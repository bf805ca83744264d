"""How fast chunking is beside other libraries that do the same job, on the same texts, in the same unit, in one run.

python -m benchmarks.chunking [FILE or FOLDER ...]   the bundled samples unless others are named
pip install -r requirements-bench.txt                brings the peers; one that is absent is left out by name

Timed is the way from texts to the texts of their chunks, checks of the laws included on our side; reading files and
loading tokenizers is not. Each contender runs in processes of its own, the fastest counts. `first` is its first pass
over the texts. `again` is one more pass: semchunk has remembered every count by then, we tokens and sentences.
"""

from __future__ import annotations

import gc
import json
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from benchmarks import peers
from benchmarks.apart import apart, processor_seconds
from chunking_strategies import ChunkingFactory
from config import ROOT, settings
from core.rulers import ruler_for
from core.tokens import encoding

ROUNDS = 3
OURS = "this project"
# Longer than any chunk, so that what each level needs is loaded before the clock runs (ICU's rules, token ranks).
FIRST = "A first text, of which a part is needed for every way to cut. It has sentences, but no line ends. " * 40
SAMPLES = ROOT / "data" / "samples" / "documents"


@dataclass(frozen=True, slots=True)
class Job:
    """One task: our strategy for it, and the peers that have one."""

    strategy: str
    unit: str
    size: int
    overlap: int
    peers: tuple[peers.Maker, ...]

    @property
    def label(self) -> str:
        """As the table shows it."""
        return f"{self.strategy}, {self.size} {self.unit}, overlap {self.overlap}"


_RECURSIVE = (peers.langchain_recursive, peers.chonkie_recursive, peers.semchunk, peers.semantic_text_splitter)
_OVERLAPPING = (peers.langchain_recursive, peers.semchunk, peers.semantic_text_splitter)
_TOKENS = (peers.langchain_tokens, peers.chonkie_tokens)
JOBS = (
    Job("recursive", "chars", 512, 0, _RECURSIVE),
    Job("recursive", "tokens", 256, 0, _RECURSIVE),
    Job("recursive", "tokens", 256, 32, _OVERLAPPING),
    Job("fixed-size", "tokens", 256, 0, _TOKENS),
    Job("fixed-size", "tokens", 256, 32, _TOKENS),
    Job("dense", "chars", 512, 0, (peers.chonkie_sentences,)),
    Job("sparse", "chars", 512, 0, (peers.chonkie_sentences,)),
    Job("dense", "tokens", 256, 32, (peers.chonkie_sentences,)),
    Job("sparse", "tokens", 256, 32, (peers.chonkie_sentences,)),
)


@dataclass(frozen=True, slots=True)
class Speed:
    """Megabytes of UTF-8 a second of processor time, and how many chunks came out, of which largest size."""

    first: float
    again: float
    chunks: int
    largest: int


def main() -> None:
    """Print the table and write it as JSON below the state directory."""
    paths = [file for name in sys.argv[1:] or [str(SAMPLES)] for file in files(Path(name))]
    megabytes = sum(path.stat().st_size for path in paths) / 1e6
    print(f"{megabytes:.2f} MB in {len(paths)} texts; tiktoken alone {apart(tokens_alone, paths):.1f} MB/s", flush=True)
    rows = []
    for job in JOBS:
        speeds = fastest(job, paths)
        print(f"\n{job.label:<36} MB/s: first  again   ours/theirs: first  again   chunks  largest")
        for name, speed in speeds.items():
            ratios = speeds[OURS].first / speed.first, speeds[OURS].again / speed.again
            print(
                f"  {name:<38} {speed.first:7.1f}{speed.again:7.1f} {ratios[0]:20.2f}{ratios[1]:7.2f} "
                f"{speed.chunks:8,} {speed.largest:8,}"
            )
            rows.append({"job": job.label, "contender": name, **asdict(speed)})
        for maker in job.peers:
            if maker.__name__ not in speeds:
                print(f"  {maker.__name__:<38} is not installed")
        sys.stdout.flush()
    out = settings().home / "benchmarks" / "chunking.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    print(f"\nwritten to {out}")


def files(path: Path) -> list[Path]:
    """The file itself, or those of a folder."""
    return sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]


def texts_of(paths: list[Path]) -> list[str]:
    """The files as UTF-8."""
    return [path.read_text(encoding="utf-8") for path in paths]


def fastest(job: Job, paths: list[Path]) -> dict[str, Speed]:
    """The best speed of each contender by name, ours first. All take turns, so that a busy moment meets all."""
    makers = {OURS: None, **{maker.__name__: maker for maker in job.peers}}
    best: dict[str, Speed] = {}
    for _ in range(ROUNDS):
        for name, maker in makers.items():
            speed = apart(measured, job, maker, paths)
            if speed is not None:
                known = best.get(name, speed)
                best[name] = replace(speed, first=max(speed.first, known.first), again=max(speed.again, known.again))
    return best


def measured(job: Job, maker: peers.Maker | None, paths: list[Path]) -> Speed | None:
    """The speed of one contender in this process; None where it is not installed."""
    texts = texts_of(paths)
    try:
        cut = maker(job.unit, job.size, job.overlap) if maker else ours(job)
    except ModuleNotFoundError:
        return None
    cut(FIRST)
    gc.collect()
    gc.freeze()  # or some contender pays for a walk over all that was imported
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    first, again = (megabytes / processor_seconds(lambda: [cut(text) for text in texts]) for _ in range(2))
    chunks = [chunk for text in texts for chunk in cut(text)]
    measure = ruler_for(job.unit, "").measure
    return Speed(first, again, len(chunks), max(map(measure, chunks)))


def ours(job: Job) -> peers.Cutter:
    """Our strategy as other programs call it, with the laws checked."""
    sizes = {"unit": job.unit, "chunk_size": job.size, "overlap": job.overlap}
    return ChunkingFactory.create_chunker(job.strategy, **sizes).chunk_text


def tokens_alone(paths: list[Path]) -> float:
    """What plain encoding reaches, as a mark of the machine's speed."""
    texts = texts_of(paths)
    encoding()
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    seconds = (processor_seconds(lambda: [encoding().encode_ordinary(text) for text in texts]) for _ in range(ROUNDS))
    return megabytes / min(seconds)


if __name__ == "__main__":
    main()
