"""Kill one piece of work before each of its changes on disk, each time from the same state, and look what is left.

Runs in a process of its own, because it forks. It tells of each change that was not made any more, and what a reader
then found: absent, unfinished, old or new.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

# Imported once, before the forks; none of them starts a thread by that.
import bm25s  # noqa: F401
import chromadb.api.rust
import chromadb.telemetry.product.posthog  # noqa: F401

from core.types import RetrievalSpec
from corpus.types import Corpus
from retrieval.build import build
from retrieval.collections import delete_collection, list_collections, open_collection
from retrieval.history import history
from retrieval.search import search
from retrieval.server import use_server, used_server
from tests.fakes import HashEncoder, result_of
from tests.retrieval.small import WHOLE, assert_tidy, corpus_of

_COLLECTIONS = "api/v2/tenants/default_tenant/databases/default_database/collections"
NAME = "demo_recursive_hash"
OLD = corpus_of(*(f"text {n}" for n in range(12)))
NEW = corpus_of(*(f"text {n}" for n in range(5, 12)), "a new text", "and another")


def make(corpus: Corpus, home: Path) -> None:
    """Build the collection of these documents."""
    result_of(build(corpus, WHOLE, HashEncoder(), home))


def delete(home: Path) -> None:
    """Delete it."""
    delete_collection(NAME, home)


# What is there before, the work, and what may be found after a kill.
KINDS: dict[str, tuple[Corpus | None, Callable[[Path], None], set[str]]] = {
    "first": (None, lambda home: make(NEW, home), {"absent", "unfinished", "new"}),
    "update": (OLD, lambda home: make(NEW, home), {"old", "new"}),
    "delete": (OLD, delete, {"absent", "old"}),
}


def found(home: Path) -> str:
    """What a reader finds: a complete collection must be one of the two, with its vectors, words and history."""
    cards = list_collections(home)
    if not cards:
        return "absent"
    if not cards[0].complete:
        return "unfinished"
    collection, encoder = open_collection(NAME, home), HashEncoder()
    state = "new" if "a new text" in {chunk.text for chunk in collection.chunks} else "old"
    corpus = {"old": OLD, "new": NEW}[state]
    assert tuple(collection.documents.values()) == corpus.documents
    assert [chunk.text for chunk in collection.chunks] == [document.text for document in corpus.documents]
    for mode in ("dense", "bm25"):
        assert search(collection, encoder, "text 7", RetrievalSpec(mode=mode, k=1))[0].text == "text 7"
    last = history(NAME, home)[-1]
    assert last.kept + last.added == len(collection.chunks)
    return state


def look_and_finish(home: Path, report: Path) -> None:
    """Report what is found, then build again: the new state, and nothing beside it."""
    report.write_text(found(home))
    make(NEW, home)
    assert found(home) == "new"
    assert_tidy(home, NAME)


def changes_disk(event: str, target: str = "", detail: str = "", *_: str) -> bool:
    """Whether an audit event of Python is a change on disk, as far as can be told beforehand."""
    if event == "open":
        return detail[:1] in "wax"
    if event == "os.mkdir":
        return not Path(target).exists()
    if event == "os.remove":  # a path without a folder is relative to one that is held open
        return "/" not in target or Path(target).exists()
    return event in {"os.rename", "os.rmdir", "sqlite3.connect"}


def killed_before(point: int | None, work: Callable[[Path], None], home: Path) -> list[str]:
    """Do the work and die before its n-th change on disk; without a number, all changes in order."""
    made: list[str] = []

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if not changes_disk(event, *map(str, arguments)):
            return
        made.append(f"{event} {' '.join(str(one).replace(str(home), '') for one in arguments[:2])}")
        if point == len(made) - 1:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    work(home)
    return made


def forked(work: Callable[[], object]) -> int:
    """Run it in a copy of this process, which has no threads of Chroma yet; the exit code."""
    process = os.fork()
    if process:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    try:
        work()
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)


def begin(start: Path, trial: Path, before: Corpus | None) -> None:
    """The state before the work: a copy, or made anew where a server holds a part of it."""
    shutil.copytree(start, trial)
    if used_server() and before is not None:
        assert forked(lambda: make(before, trial)) == 0


def on_server() -> set[str]:
    """The collections on the server, by name."""
    server = used_server()
    if server is None:
        return set()
    with urllib.request.urlopen(f"{server.url}/{_COLLECTIONS}") as reply:
        return {one["name"] for one in json.load(reply)}


def main(tell: Callable[[tuple[str, str]], None], folder: Path, kind: str, server: str | None) -> None:
    """Tell of each change of this kind of work, and fail where something else is found than may be.

    With the address of a Chroma server, the vectors go there.
    """
    use_server(server)
    before, work, allowed = KINDS[kind]
    start, trial, report = folder / "start", folder / "trial", folder / "report"
    start.mkdir(parents=True)
    if not used_server():
        assert before is None or forked(lambda: make(before, start)) == 0
    begin(start, trial, before)
    assert forked(lambda: report.write_text("\n".join(killed_before(None, work, trial)))) == 0
    points = list(enumerate(report.read_text().splitlines()))
    for point, change in points[:: 4 if used_server() else 1]:  # on a server each takes a second and a half
        shutil.rmtree(trial)
        others = on_server()
        begin(start, trial, before)
        assert forked(lambda point=point: killed_before(point, work, trial)) == -signal.SIGKILL
        assert forked(lambda: look_and_finish(trial, report)) == 0, change
        assert len(on_server() - others) == (1 if used_server() else 0), change
        tell((report.read_text(), change))
        assert report.read_text() in allowed
