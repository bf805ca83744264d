"""DATA to a Corpus: a file, a folder, uploads, what was saved by name, a bundled sample, or a RAGBench subset.

One bad file never stops the rest: it becomes a Problem. LoadError is raised only when nothing is left.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from core.errors import LoadError
from core.files import is_file, is_folder, user_path
from core.types import Document
from corpus.files import KINDS, Loaded, check_kind, check_size, read_document, suffix_of
from corpus.library import open_corpus
from corpus.names import corpus_name, display_name, printable, unique_name
from corpus.questions import sample_questions
from corpus.samples import sample, sample_files
from corpus.saved_folders import SAVED, kept_below
from corpus.types import Corpus, Problem

__all__ = ["Corpus", "Problem", "load", "load_uploads"]

SAMPLE = "sample:"
RAGBENCH = "ragbench:"


def load(
    data: str,
    *,
    ragbench: Path | None = None,
    limit_mb: int = 50,
    questions: str | None = None,
    home: Path | None = None,
) -> Corpus:
    """The corpus that DATA names: FILE, FOLDER, saved:NAME, sample:NAME or ragbench:SUBSET[:SPLIT] (validation).

    `ragbench` is a local folder of SUBSET/SPLIT-*.parquet; without it the data set's hub is asked. A file may
    have up to `limit_mb` MB. What is saved by name lies below `home`. `questions` names a question set: a folder's file
    of that name is no document, for its own quotes would be found in it. Raises LoadError in one line when nothing
    can be loaded.
    """
    if data.startswith(SAMPLE):
        return _load_sample(data.removeprefix(SAMPLE), limit_mb)
    if data.startswith(SAVED):
        return open_corpus(data.removeprefix(SAVED), kept_below(home, data))
    if data.startswith(RAGBENCH):
        from corpus.ragbench import load_ragbench  # here, because other documents need not wait for it

        subset, _, split = data.removeprefix(RAGBENCH).partition(":")
        return load_ragbench(subset, split or "validation", ragbench)
    if not data.strip():
        raise LoadError("no data is named: write a file, a folder, saved:NAME, sample:NAME, or ragbench:SUBSET")
    path = user_path(data)
    if is_folder(path):
        return _load_folder(path, limit_mb, user_path(questions) if questions else None)
    if is_file(path):
        return _corpus(corpus_name(path.stem), _read_all([(printable(path.name), path)], limit_mb))
    raise LoadError(f"{data}: there is no such file or folder (or write saved:NAME, sample:NAME, or ragbench:SUBSET)")


def load_uploads(files: Sequence[tuple[str, bytes]], name: str = "uploads", limit_mb: int = 50) -> Corpus:
    """Documents from (name, content) pairs of a browser. Names are only shown; nothing is written to disk."""
    taken: set[str] = set()
    named = [(unique_name(display_name(given), taken), content) for given, content in files]
    return _corpus(corpus_name(name), (_attempt(shown, content, limit_mb) for shown, content in named))


def _load_sample(name: str, limit_mb: int) -> Corpus:
    found = sample(name)
    corpus = _corpus(corpus_name(found.name), _read_all(sample_files(found), limit_mb))
    questions = sample_questions(found.name, corpus.documents)
    return Corpus(corpus.name, corpus.documents, corpus.problems + questions.problems, questions.questions)


def _load_folder(folder: Path, limit_mb: int, questions: Path | None) -> Corpus:
    problems: list[Problem] = []
    files = list(_files_below(folder, problems, questions))
    name = corpus_name(folder.resolve().name)
    if not files:
        failed = [problem for problem in problems if problem.kind == "failed"]
        if failed:
            raise LoadError(f"{folder}: {failed[0]}")
        raise LoadError(f"{folder}: holds no file of a kind that can be read ({', '.join(kind[1:] for kind in KINDS)})")
    return _corpus(name, [*problems, *_read_all(files, limit_mb)])


def _files_below(folder: Path, problems: list[Problem], questions: Path | None) -> Iterator[tuple[str, Path]]:
    """(id, path) of what can be read, sorted; the id is the path relative to the folder. Hidden names are passed by."""
    asked = questions if questions is not None and is_file(questions) else None
    root = folder.resolve()
    taken: set[str] = set()
    found: list[Path] = []
    closed: list[OSError] = []
    for place, folders, names in os.walk(root, onerror=closed.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(place, name) for name in names if not name.startswith((".", "~$"))]
    for error in closed:
        name = "/".join(map(printable, Path(error.filename).relative_to(root).parts))
        problems.append(Problem(name or ".", f"folder cannot be read ({error.strerror})"))
    for path in sorted(found, key=lambda path: path.relative_to(root).as_posix()):
        name = unique_name("/".join(map(printable, path.relative_to(root).parts)), taken)
        reason = _why_not(path, root)
        if not reason and asked is not None and path.samefile(asked):
            reason = "left out of the documents, it is the question file"
        if reason:
            problems.append(Problem(name, reason, "warning"))
        else:
            yield name, path


def _why_not(path: Path, root: Path) -> str:
    """Why a file of a folder is passed by; empty when it is to be read."""
    if path.is_symlink() and not path.resolve().is_relative_to(root):
        return "skipped, it is a link that leaves the folder"
    if not path.is_file():
        return "skipped, it is not a regular file"
    if suffix_of(path.name) not in KINDS:
        return "skipped, files of this kind cannot be read"
    return ""


def _read_all(files: Iterable[tuple[str, Path]], limit_mb: int) -> Iterator[Loaded | Problem]:
    for name, path in files:
        try:
            check_kind(name)
            check_size(name, path.stat().st_size, limit_mb)
            content = path.read_bytes()
        except LoadError as error:
            yield _problem(name, error)
        except OSError as error:
            yield Problem(name, f"cannot be read ({error.strerror})")
        else:
            yield _attempt(name, content, limit_mb)


def _attempt(name: str, content: bytes, limit_mb: int) -> Loaded | Problem:
    try:
        return read_document(name, content, limit_mb)
    except LoadError as error:
        return _problem(name, error)


def _problem(name: str, error: LoadError) -> Problem:
    return Problem(name, str(error).removeprefix(f"{name}: "))


def _corpus(name: str, outcomes: Iterable[Loaded | Problem]) -> Corpus:
    documents: list[Document] = []
    problems: list[Problem] = []
    for outcome in outcomes:
        if isinstance(outcome, Loaded):
            documents.append(outcome.document)
            problems += outcome.warnings
        else:
            problems.append(outcome)
    if not documents:
        failed = [problem for problem in problems if problem.kind == "failed"]
        if not problems:
            raise LoadError("no file was given")
        first = (failed or problems)[0]
        raise LoadError(str(first) if len(failed) < 2 else f"{first} (and {len(failed) - 1} more files failed)")
    return Corpus(name, tuple(documents), tuple(problems))
