"""The bundled samples: small corpora with questions, written for this project."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from core.errors import LoadError

SAMPLES = Path(__file__).parent.parent / "data" / "samples"


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample and its files in data/samples/documents; `summary` says what it is good for."""

    name: str
    label: str
    summary: str
    documents: tuple[str, ...]


def samples(root: Path = SAMPLES) -> tuple[Sample, ...]:
    """All samples, in the order of data/samples/samples.json. Raises LoadError when that file is not there."""
    path = root / "samples.json"
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return tuple(
            Sample(entry["name"], entry["label"], entry["summary"], tuple(entry["documents"])) for entry in entries
        )
    except OSError as error:
        raise LoadError(f"The samples are not there ({path.name}: {error.strerror}).") from error
    except (ValueError, KeyError, TypeError) as error:
        raise LoadError(f"{path.name} is damaged ({error}).") from error


def sample(name: str, root: Path = SAMPLES) -> Sample:
    """The sample of that name. Raises LoadError, naming those there are."""
    known = samples(root)
    for one in known:
        if one.name == name.strip().lower():
            return one
    raise LoadError(f"There is no sample {name!r}; there are {', '.join(one.name for one in known)}.")


def sample_files(one: Sample, root: Path = SAMPLES) -> list[tuple[str, Path]]:
    """(document id, path) of each document of a sample."""
    return [(name, root / "documents" / name) for name in one.documents]


def questions_file(root: Path = SAMPLES) -> Path:
    """The questions of all samples, JSONL."""
    return root / "questions.jsonl"
