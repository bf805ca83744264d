"""Encoding and evaluations as tasks of a Ray cluster. Unlike processes.py, workers need not share a disk with this one.

What a task needs is sent with it and what it made is sent back, so that the results lie here as if made here. Texts
are encoded in the same batches as on one machine, so that vectors do not depend on who encodes them. Ray does a task
again whose worker died. Each machine brings the project, its models and its own keys (CHUNKTRACE_HOME and so on).
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from core.errors import SettingError
from core.events import Progress
from core.files import write_atomic
from core.hashing import key_of
from embedding.encoder import Encoder, Vectors
from embedding.encoding import BATCH
from evaluation.plans import OUTCOMES
from evaluation.runs import RUN
from experiments.executors.executor import Work
from experiments.kept_calls import CallRow
from experiments.material import Locate, Surroundings
from experiments.tasks import Bench, Done, Setup, Task, carried_out, run_folder

if TYPE_CHECKING:
    from core.types import EmbedSpec

LOCAL = "local"
_RETRIES = 2
_AHEAD = 2  # tasks for each processor that wait or run, so that none is idle
Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class _Made:
    """What a task sends back: how it ended, the files of its run, and the finished calls of language models."""

    done: Done
    files: Files
    calls: tuple[CallRow, ...]


class RayCluster:
    """The executor of a cluster by its address; `local` starts one on this machine, and ends it."""

    def __init__(self, bench: Bench, address: str, locate: Locate, processors: int | None = None) -> None:
        """Raises SettingError where Ray is not installed or there is no cluster at the address."""
        self._bench = bench
        self._locate = locate
        self._ray = _connected(address, processors)
        self._slots = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        setup = Setup(bench.plan, bench.asked, bench.out, bench.started, locate)
        self._setup = self._ray.put(setup)
        self._task = self._ray.remote(max_retries=_RETRIES)(_evaluated)

    @property
    def batch(self) -> int:
        """See Executor.batch: as much as keeps the cluster busy."""
        return BATCH * self._slots * _AHEAD

    def encoder(self, name: str) -> Encoder:
        """An encoder that has the documents read by the cluster."""
        return _Spread(self._ray, name, self._bench.around.encoder(name), self._locate)

    def run(self, work: Work) -> Iterator[Progress | Done]:
        """See Executor.run."""
        running: dict[Any, Task] = {}
        for step in work:
            if not isinstance(step, Task):
                yield step
                continue
            begun = _files(run_folder(self._bench.out, step.configuration))
            running[self._task.remote(self._setup, step, begun)] = step
            while len(running) >= self._slots * _AHEAD:
                yield self._next(running)
        while running:
            yield self._next(running)

    def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()

    def _next(self, running: dict[Any, Task]) -> Done:
        """The end of the task that ends first; what it made is written here."""
        (ready, *_), _ = self._ray.wait(list(running))
        task = running.pop(ready)
        try:
            made: _Made = self._ray.get(ready)
        except Exception as error:  # whatever Ray says of a worker that died for good, or of a machine that is gone
            return Done(task.configuration.name, f"the cluster lost it ({' '.join(str(error).split())[:200]})")
        self._bench.ledger.add(made.calls)
        _write(run_folder(self._bench.out, task.configuration), made.files)
        return made.done


class _Spread:
    """An encoder whose documents are read by the cluster, in the batches in which one process reads them."""

    def __init__(self, ray: Any, name: str, encoder: Encoder, locate: Locate) -> None:
        self._ray = ray
        self._name = name
        self._encoder = encoder
        self._locate = locate
        self._task = ray.remote(max_retries=_RETRIES)(_vectors)

    @property
    def spec(self) -> EmbedSpec:
        """See Encoder.spec."""
        return self._encoder.spec

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """See Encoder.encode_documents."""
        parts = [list(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        found = self._ray.get([self._task.remote(self._locate, self._name, part) for part in parts])
        return np.concatenate(found)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """See Encoder.encode_queries; questions are few, and read here."""
        parts = [list(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        return np.concatenate([self._encoder.encode_queries(part) for part in parts])

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        """See Encoder.count_pieces."""
        return self._encoder.count_pieces(texts)


def on_ray(address: str, locate: Locate, processors: int | None = None) -> Callable[[Bench], RayCluster]:
    """What makes the executor of a sweep."""
    return lambda bench: RayCluster(bench, address, locate, processors)


def _connected(address: str, processors: int | None) -> Any:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError:
        raise SettingError(
            "Ray is not installed: run `pip install -r requirements-ray.txt`, or choose --executor local."
        ) from None
    here: dict[str, Any] = {"num_cpus": processors, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **here)
    except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
        raise SettingError(f"There is no Ray cluster at {address} ({' '.join(str(error).split())[:200]}).") from None
    return ray


@lru_cache(maxsize=1)
def _place(locate: Locate) -> Surroundings:
    return locate()


def _vectors(locate: Locate, name: str, texts: list[str]) -> Vectors:
    """On the cluster: a batch of texts read."""
    return _place(locate).encoder(name).encode_documents(texts)


def _evaluated(setup: Setup, task: Task, begun: Files) -> _Made:
    """On the cluster: a task done in this machine's state directory, from where the run was before."""
    bench = _here(setup)
    folder = run_folder(bench.out, task.configuration)
    if len(begun.get(OUTCOMES, b"")) > _size(folder / OUTCOMES) or RUN in begun:
        _write(folder, begun)
    done = carried_out(task, bench)
    made = _Made(done, _files(folder), tuple(bench.ledger.rows()))
    if (folder / RUN).is_file():  # a whole run is sent back, and needs no place here; its calls are in the ledger
        shutil.rmtree(folder, ignore_errors=True)
    return made


_benches: dict[str, Bench] = {}


def _here(setup: Setup) -> Bench:
    """This process's bench of the sweep, made once."""
    key = key_of([str(setup.out), setup.asked.corpus.key, setup.asked.questions.key, setup.started])
    if key not in _benches:
        _benches.clear()
        home = setup.locate().home
        own = home / "sweeps" / key_of([str(setup.out), setup.asked.corpus.key, setup.asked.questions.key])
        _benches[key] = replace(setup, out=own).bench()
    return _benches[key]


def _files(folder: Path) -> Files:
    """The files of a run."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())} if folder.is_dir() else {}


def _write(folder: Path, files: Files) -> None:
    """Write the files of a run, the one that calls it complete last."""
    for name in sorted(files, key=lambda name: name == RUN):
        write_atomic(folder / Path(name).name, files[name])


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0
