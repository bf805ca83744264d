"""RECORDS to records: a file, or all record files of a folder. One bad row or file does not stop the rest."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import LoadError
from core.files import user_path
from corpus.ragbench_records import RagbenchRecord, read_records
from corpus.types import Problem

KINDS = (".parquet", ".jsonl")


@dataclass(frozen=True, slots=True)
class LoadedRecords:
    """Records in the order of their files, sorted by path, and the rows or files that were left out."""

    records: tuple[RagbenchRecord, ...]
    problems: tuple[Problem, ...]


def load_records(source: str) -> LoadedRecords:
    """All records of a .parquet or .jsonl file, or of a folder and those in it. Raises LoadError when there is none."""
    path = user_path(source)
    files = [path]
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() in KINDS and file.is_file())
        if not files:
            raise LoadError(f"{source}: holds no record file ({' or '.join(KINDS)}).")
    problems: list[Problem] = []
    records: list[RagbenchRecord] = []
    for file in files:
        try:
            records.extend(read_records(file, problems.append))
        except LoadError as error:
            if len(files) == 1:
                raise
            problems.append(Problem(file.name, str(error).removeprefix(f"{file.name}: ")))
    if not records:
        raise LoadError(f"{source}: holds no record ({problems[0] if problems else 'it is empty'}).")
    return LoadedRecords(tuple(records), tuple(problems))
