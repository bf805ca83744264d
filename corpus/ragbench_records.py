"""RAGBench-format records from Parquet or JSONL, one frozen record a row. Knows nothing of documents or questions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from core.errors import LoadError
from corpus.types import Problem

_BATCH = 256
KeyedSentence = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SentenceSupport:
    """What the annotator said of one response sentence. A null `fully_supported` means missing."""

    response_sentence_key: str | None = None
    explanation: str | None = None
    supporting_sentence_keys: tuple[str, ...] | None = None
    fully_supported: bool | None = None


@dataclass(frozen=True, slots=True)
class RagbenchRecord:
    """One row. Fields are named as in the data set; None is a missing value, key lists are raw (repeats included)."""

    id: str
    question: str
    documents: tuple[str, ...]
    response: str
    generation_model_name: str | None = None
    annotating_model_name: str | None = None
    dataset_name: str | None = None
    documents_sentences: tuple[tuple[KeyedSentence, ...], ...] | None = None
    response_sentences: tuple[KeyedSentence, ...] | None = None
    sentence_support_information: tuple[SentenceSupport, ...] | None = None
    unsupported_response_sentence_keys: tuple[str, ...] | None = None
    adherence_score: bool | None = None
    overall_supported_explanation: str | None = None
    relevance_explanation: str | None = None
    all_relevant_sentence_keys: tuple[str, ...] | None = None
    all_utilized_sentence_keys: tuple[str, ...] | None = None
    trulens_groundedness: float | None = None
    trulens_context_relevance: float | None = None
    ragas_faithfulness: float | None = None
    ragas_context_relevance: float | None = None
    gpt3_adherence: float | None = None
    gpt3_context_relevance: float | None = None
    gpt35_utilization: float | None = None
    relevance_score: float | None = None
    utilization_score: float | None = None
    completeness_score: float | None = None

    @property
    def key(self) -> str:
        """dataset_name/id/generation_model_name, which is unique; a missing part is left out."""
        return "/".join(part for part in (self.dataset_name, self.id, self.generation_model_name) if part)


def read_records(path: Path, on_problem: Callable[[Problem], None] | None = None) -> Iterator[RagbenchRecord]:
    """Records of a .parquet or .jsonl file, a batch in memory at a time.

    `question`, `documents` and `response` must be there; a row without `id` gets its number; other fields may be
    missing and unknown fields are passed over. A bad row raises LoadError naming row and field, or, where
    `on_problem` is given, is reported to it and left out.
    """
    path = Path(path)
    for number, row in _rows(path):
        try:
            yield _record(row, number)
        except LoadError as error:
            problem = Problem(f"{path.name}, row {number}", str(error))
            if on_problem is None:
                raise LoadError(str(problem)) from error
            on_problem(problem)


def _rows(path: Path) -> Iterator[tuple[int, Any]]:
    """(row number from 1, row). In JSONL it is the line number, and a line that is no JSON is handed on as None."""
    if not path.is_file():
        raise LoadError(f"{path}: there is no such file")
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        with path.open(encoding="utf-8-sig", errors="replace") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, _parsed(line)
    elif path.suffix.lower() == ".parquet":
        yield from enumerate(_parquet_rows(path), 1)
    else:
        raise LoadError(f"{path.name}: records are read from .parquet or .jsonl files")


def _parquet_rows(path: Path) -> Iterator[Any]:
    import pyarrow
    import pyarrow.parquet

    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            known = [field.name for field in fields(RagbenchRecord) if field.name in file.schema_arrow.names]
            for batch in file.iter_batches(_BATCH, columns=known):
                yield from batch.to_pylist()
    except (pyarrow.ArrowException, OSError) as error:
        raise LoadError(f"{path.name}: is not a readable Parquet file ({str(error).splitlines()[0]})") from error


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):  # brackets by the thousand
        return None


def _record(row: Any, number: int) -> RagbenchRecord:
    if not isinstance(row, Mapping):
        raise LoadError("is not a JSON object")
    values: dict[str, Any] = {"id": str(number)}
    for field in fields(RagbenchRecord):
        value = row.get(field.name)
        if value is not None:
            read: Callable[[Any, str], Any] = _READERS.get(field.name, _number)
            values[field.name] = read(value, field.name)
    for name in ("question", "documents", "response"):
        if name not in values:
            raise LoadError(f"field {name!r} is missing")
    return RagbenchRecord(**values)


def _text(value: Any, name: str) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and name == "id":
        return str(value)
    if not isinstance(value, str):
        raise LoadError(f"field {name!r} must be a text")
    return value


def _texts(value: Any, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        raise LoadError(f"field {name!r} must be a list of texts")
    return tuple(value)


def _truth(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise LoadError(f"field {name!r} must be true or false")
    return value


def _number(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise LoadError(f"field {name!r} must be a number")
    return float(value)


def _keyed(value: Any, name: str) -> tuple[KeyedSentence, ...]:
    pairs = [part for part in value if _is_pair(part)] if isinstance(value, list) else []
    if not isinstance(value, list) or len(pairs) < len(value):
        raise LoadError(f"field {name!r} must be a list of [key, sentence] pairs")
    return tuple((key, sentence) for key, sentence in pairs)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(part, str) for part in value)


def _keyed_lists(value: Any, name: str) -> tuple[tuple[KeyedSentence, ...], ...]:
    if not isinstance(value, list):
        raise LoadError(f"field {name!r} must be a list, one list of [key, sentence] pairs a document")
    return tuple(_keyed(part, name) for part in value)


def _support(value: Any, name: str) -> tuple[SentenceSupport, ...]:
    if not isinstance(value, list) or not all(isinstance(part, Mapping) for part in value):
        raise LoadError(f"field {name!r} must be a list of objects")
    return tuple(_sentence_support(part, name) for part in value)


def _sentence_support(part: Mapping[str, Any], name: str) -> SentenceSupport:
    values: dict[str, Any] = {}
    for field in fields(SentenceSupport):
        if part.get(field.name) is not None:
            read: Callable[[Any, str], Any] = _SUPPORT_READERS.get(field.name, _text)
            values[field.name] = read(part[field.name], f"{name}.{field.name}")
    return SentenceSupport(**values)


_SUPPORT_READERS: dict[str, Callable[[Any, str], Any]] = {"supporting_sentence_keys": _texts, "fully_supported": _truth}
_READERS: dict[str, Callable[[Any, str], Any]] = {
    **dict.fromkeys(
        (
            "id",
            "question",
            "response",
            "generation_model_name",
            "annotating_model_name",
            "dataset_name",
            "overall_supported_explanation",
            "relevance_explanation",
        ),
        _text,
    ),
    **dict.fromkeys(
        (
            "documents",
            "unsupported_response_sentence_keys",
            "all_relevant_sentence_keys",
            "all_utilized_sentence_keys",
        ),
        _texts,
    ),
    "adherence_score": _truth,
    "documents_sentences": _keyed_lists,
    "response_sentences": _keyed,
    "sentence_support_information": _support,
}
