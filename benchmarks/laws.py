"""Whether the laws of chunking hold on whole corpora. Unlike the tests: every size and overlap on every document.

python -m benchmarks.laws [FOLDER ...]   the bundled samples, and labelled data laid out as in the tests' shared folder
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from chunking.tools import Tools
from chunking_strategies import STRATEGIES, chunk_spec, cut_document
from config import ROOT, settings
from core.types import Document
from tests.chunking.laws import assert_laws
from tests.fakes import HashEncoder

SIZES = (16, 120, 512, 4000)
SHORT_SIZES = (1, 2)
SHORT = 2_000
# An overlap of size - 1 makes a window a token: of long documents the beginning is enough.
DENSEST = 6_000
ENCODER = HashEncoder()
TOOLS = Tools(encoder=lambda name: ENCODER, strategies=STRATEGIES)


def main() -> None:
    """Print runs and violations by strategy, and write them as JSON below the state directory."""
    roots = [Path(name) for name in sys.argv[1:]]
    corpora = {"samples": sample_documents(), **{k: v for root in roots for k, v in labelled(root).items()}}
    jobs = [(strategy, name, documents) for strategy in STRATEGIES for name, documents in corpora.items()]
    runs: Counter[str] = Counter()
    violations: list[str] = []
    started = time.perf_counter()
    with ProcessPoolExecutor() as pool:
        for (strategy, name, _), (done, broken) in zip(jobs, pool.map(checked, jobs), strict=True):
            runs[strategy] += done
            violations += broken
            print(f"{strategy:<24} {name:<12} {done:8,} runs {len(broken):3} violations", flush=True)
    print(f"{sum(runs.values()):,} runs, {len(violations)} violations, {time.perf_counter() - started:,.0f} s")
    out = settings().home / "benchmarks" / "laws.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps({"runs": runs, "violations": violations}, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def checked(job: tuple[str, str, list[Document]]) -> tuple[int, list[str]]:
    """How often one strategy cut one corpus, and every law that it broke there."""
    strategy, _, documents = job
    runs, violations = 0, []
    for document in documents:
        for size in (*SIZES, *(SHORT_SIZES if len(document.text) <= SHORT else ())):
            for overlap in sorted({0, 1, size // 2, size - 1} & set(range(size))):
                part = beginning(document, DENSEST) if overlap == size - 1 and size > SIZES[0] else document
                spec = chunk_spec(strategy, {"chunk_size": size, "overlap": overlap})
                unit = str(dict(spec.parameters)["unit"])
                runs += 1
                try:
                    chunks = list(cut_document(part, spec, TOOLS).chunks)
                    assert_laws(part, chunks, STRATEGIES[strategy], size, unit)
                except Exception as error:  # every kind of failure is what this looks for
                    violations.append(f"{strategy}, {document.name}, {size}/{overlap}: {type(error).__name__} {error}")
    return runs, violations


def beginning(document: Document, characters: int) -> Document:
    """The first characters of a document."""
    return Document.from_text(document.text[:characters], document.name)


def sample_documents() -> list[Document]:
    """The bundled samples."""
    folder = ROOT / "data" / "samples" / "documents"
    return [Document.from_text(path.read_text(encoding="utf-8"), path.name) for path in sorted(folder.iterdir())]


def labelled(root: Path) -> dict[str, list[Document]]:
    """Failures of other tools, and the corpora of covid_qa, chroma_eval and tatqa (tables as Markdown and as CSV)."""
    data = root / "data"
    covid = json.loads(gzip.decompress(next((data / "covid_qa").glob("*.json.gz")).read_bytes()))["data"]
    tables = json.loads(gzip.decompress(next((data / "tatqa").glob("*dev.json.gz")).read_bytes()))
    texts = [paragraph["context"] for article in covid for paragraph in article["paragraphs"]]
    return {
        "cases": list(cases(root / "cases" / "cases.jsonl")),
        "covid_qa": [Document.from_text(text, f"{number}.txt") for number, text in enumerate(texts)],
        "chroma_eval": [
            Document.from_text(path.read_text(encoding="utf-8"), path.name)
            for path in sorted((data / "chroma_eval" / "corpora").iterdir())
        ],
        "tatqa": [document for number, entry in enumerate(tables) for document in rendered(number, entry)],
    }


def cases(path: Path) -> Iterator[Document]:
    """Every input that is a text; some are written as a Python expression."""
    for case in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        text = case["input"]
        if isinstance(text, dict) and "py" in text:
            text = eval(text["py"], {})
        if isinstance(text, str):
            yield Document.from_text(text, f"{case['id']}.md")


def rendered(number: int, entry: dict[str, dict[str, list[list[str]]]]) -> Iterator[Document]:
    """A table of tatqa with its paragraphs as Markdown, and alone as CSV."""
    rows = entry["table"]["table"]
    lines = ["| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    prose = [paragraph["text"] for paragraph in entry["paragraphs"]]  # type: ignore[index]
    yield Document.from_text("\n\n".join(["# Report", *prose[:1], "\n".join(lines), *prose[1:]]), f"{number}.md")
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    yield Document.from_text(written.getvalue(), f"{number}.csv")


if __name__ == "__main__":
    main()
