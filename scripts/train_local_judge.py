"""The local judge's coefficients, fitted on labeled records: python -m scripts.train_local_judge [SOURCE ...] .

SOURCE is a folder laid out as SUBSET/validation-*.parquet, a file of RAGBench-format records, or
ragbench:SUBSET[:SPLIT]; without one, the validation splits of six RAGBench subsets. Both modes are fitted: by wording
alone, and by meaning with the encoder of --encoder. The file tells what it was trained on (SHA-256 of each file, and a
short hash of each record), what cross-validation over questions and leaving out one subset after the other gave, and
how reliable its probabilities are.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from config import settings
from core.errors import LoadError
from core.files import write_atomic
from corpus.ragbench import read_records, record_files
from corpus.ragbench_records import RagbenchRecord
from embedding.cache import VectorCache
from embedding.cached import CachedEncoder
from embedding.transformer import load_encoder
from evaluation.judges.examples import Examples, examples_of, usable
from evaluation.judges.features.meaning import meaning_of
from evaluation.judges.figures import figures_of, reliability
from evaluation.judges.local_model import FILE, Model, model_json
from evaluation.judges.training import LEVEL, Predicted, leave_out, train
from evaluation.judges.training_records import record_hashes

SUBSETS = ("covidqa", "emanual", "expertqa", "hagrid", "hotpotqa", "msmarco")
VERSION = 3


@dataclass(frozen=True, slots=True)
class Source:
    """One file of records; its records belong to the subset."""

    subset: str
    path: Path


def main() -> None:
    """Read, fit, validate and write; tells the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*", metavar="SOURCE")
    parser.add_argument(
        "--encoder", default="minilm", help="a bundled name, a folder or a hub name; none for wording only"
    )
    parser.add_argument("--out", type=Path, default=FILE, help="the file to write (default: the judge's own)")
    given = parser.parse_args()
    sources = [source for text in given.sources or default_sources() for source in sources_of(text)]
    records, subsets, files = read(sources)
    models, figures = {}, {}
    for mode, examples, encoder in modes(records, given.encoder):
        model, predicted = train(examples, encoder)
        models[mode], figures[mode] = model_json(model), validated(examples, predicted, subsets, model)
        print(f"{mode}: {json.dumps(figures[mode]['by_question']['all'])}", flush=True)
    training = {
        "encoder": given.encoder,
        "files": files,
        "records": len(records),
        "record_hashes": record_hashes(records),
        "figures": figures,
    }
    value = {"version": VERSION, "level": LEVEL, "training": training, "models": models}
    write_atomic(given.out, compact_json(value).encode("utf-8"))
    print(f"written to {given.out}")


def sources_of(text: str) -> list[Source]:
    """The files that a SOURCE names."""
    if text.startswith("ragbench:"):
        _, subset, *split = text.split(":")
        root = settings().ragbench
        return [Source(subset, path) for path in record_files(subset, *split, root=root)]
    path = Path(text)
    if path.is_dir() and (laid_out := sorted(path.glob("*/validation*.parquet"))):
        return [Source(file.parent.name, file) for file in laid_out]
    files = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    if not files:
        raise LoadError(f"{text}: holds no records (SUBSET/validation-*.parquet)")
    return [Source(file.stem, file) for file in files]


def read(sources: Sequence[Source]) -> tuple[list[RagbenchRecord], list[str], list[dict[str, Any]]]:
    """The usable records, the subset of each, and what is told of their files."""
    records: list[RagbenchRecord] = []
    subsets: list[str] = []
    files = []
    for source in sources:
        found = [record for record in read_records(source.path) if usable(record)]
        records += found
        subsets += [source.subset] * len(found)
        name = f"{source.subset}/{source.path.name}"
        files.append(
            {"file": name, "records": len(found), "sha256": hashlib.sha256(source.path.read_bytes()).hexdigest()}
        )
    return records, subsets, files


def modes(records: Sequence[RagbenchRecord], encoder_name: str) -> list[tuple[str, Examples, str | None]]:
    """The examples of each mode, with the key of the encoder that they rest on."""
    found: list[tuple[str, Examples, str | None]] = [("wording", examples_of(records, lambda exchange: None), None)]
    if encoder_name != "none":
        plain = load_encoder(encoder_name, settings().home)
        encoder = CachedEncoder(plain, VectorCache(settings().home, plain.spec))
        examples = examples_of(records, lambda exchange: meaning_of(exchange, encoder))
        found.append(("meaning", examples, encoder.spec.key))
    return found


def validated(examples: Examples, predicted: Predicted, subsets: Sequence[str], model: Model) -> dict[str, Any]:
    """Figures of both kinds of cross-validation, and how often probabilities come true."""
    names = np.array(subsets)
    found = {"by_question": figures_of(examples, predicted, names, model)}
    if len(set(subsets)) > 1:
        found["by_subset"] = figures_of(examples, leave_out(examples, names), names, model)
    return {**found, "reliability": reliability(examples, predicted)}


def compact_json(value: Any) -> str:
    """JSON with one line for each list of numbers."""
    text = json.dumps(value, indent=1)
    return re.sub(r"\[[^\[\]{}]+\]", lambda match: " ".join(match[0].split()), text) + "\n"


def default_sources() -> list[str]:
    """Where the records come from unless told otherwise."""
    return [f"ragbench:{subset}:validation" for subset in SUBSETS]


if __name__ == "__main__":
    main()
