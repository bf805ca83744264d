"""How far each configuration of a sweep is, on disk while it runs. Unlike outcome.py, for readers who come meanwhile.

The page and other processes read the file; the sweep itself goes by its run folders and never reads it back.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from core.errors import ChunkTraceError
from core.files import read_json, write_json
from core.parameters import Value
from experiments.folders import STANDINGS

if TYPE_CHECKING:
    from experiments.configurations import Configuration

Stand = Literal[
    "waiting", "screened", "preparing", "asking", "confirmed", "screened out", "dropped", "failed", "not done"
]
Ended = Literal["", "finished", "stopped"]
# At most so often while configurations come and go; the last word is always written.
_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Standing:
    """A configuration with its state. `screened` is its mean in the screening, None without one."""

    name: str
    strategy: str
    parameters: Mapping[str, Value]
    encoder: str
    method: str
    retriever: str
    k: int | None
    budget: int | None
    state: Stand = "waiting"
    reason: str = ""
    screened: float | None = None


@dataclass(frozen=True, slots=True)
class SweepState:
    """A sweep as its file tells it. `ended` is empty while it runs, and stays so where its process was killed.

    `metric` is what it ranks by, `questions` how many each configuration is asked; `verdict` holds the conclusions in
    sentences, `problem` why it stopped by itself.
    """

    metric: str
    questions: int
    standings: tuple[Standing, ...]
    ended: Ended = ""
    verdict: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    seconds: float = 0.0

    @property
    def has_more_to_do(self) -> bool:
        """Whether starting it again would do anything."""
        return self.ended != "finished" or self.count("not done", "failed") > 0

    def count(self, *states: Stand) -> int:
        """How many configurations are in one of these states."""
        return sum(one.state in states for one in self.standings)


class Standings:
    """Writes the file of a sweep at work. Leaving its context without `finish` notes that it was stopped."""

    def __init__(self, out: Path, metric: str, questions: int, configurations: Iterable[Configuration]) -> None:
        self._path = out / STANDINGS
        self._known = {one.name: standing_of(one) for one in configurations}
        self._state = SweepState(metric, questions, ())
        self._started = time.monotonic()
        self._write()

    def put(self, name: str, state: Stand, reason: str = "", screened: float | None = None) -> None:
        """Note the state of a configuration; a mean of the screening stays."""
        known = self._known[name]
        mean = known.screened if screened is None else screened
        self._known[name] = replace(known, state=state, reason=reason, screened=mean)
        self._dirty = True
        self.flush()

    def flush(self) -> None:
        """Write what was noted, unless that was done a moment ago; to be called while work goes on."""
        if self._dirty and time.monotonic() - self._written >= _SECONDS:
            self._write()

    def finish(self, verdict: Sequence[str], notes: Sequence[str]) -> None:
        """The sweep came to its end, and what it came to."""
        self._state = replace(self._state, ended="finished", verdict=tuple(verdict), notes=tuple(notes))
        self._write()

    def __enter__(self) -> Standings:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Whatever was in hand waits again; an error that is meant for the reader is kept."""
        if self._state.ended:
            return
        for name, one in self._known.items():
            if one.state in ("preparing", "asking"):
                self._known[name] = replace(one, state="waiting")
        problem = str(error) if isinstance(error, ChunkTraceError) else ""
        self._state = replace(self._state, ended="stopped", problem=problem)
        self._write()

    def _write(self) -> None:
        self._written, self._dirty = time.monotonic(), False
        seconds = round(self._written - self._started, 1)
        state = replace(self._state, standings=tuple(self._known.values()), seconds=seconds)
        write_json(self._path, asdict(state))


def standing_of(one: Configuration) -> Standing:
    """A configuration that nothing has been done for yet."""
    spec = one.retrieval
    return Standing(
        name=one.name,
        strategy=one.chunking.strategy,
        parameters=dict(one.chunking.parameters),
        encoder=one.encoder,
        method=one.method,
        retriever=spec.mode,
        k=spec.k if spec.token_budget is None else None,
        budget=spec.token_budget,
    )


def read_standings(out: Path) -> SweepState | None:
    """The state of the sweep in this folder; None where it never began, or the file is of another version."""
    try:
        found = read_json(out / STANDINGS)
        standings = tuple(_standing(one) for one in found.pop("standings"))
        verdict, notes = (tuple(map(str, found.pop(name))) for name in ("verdict", "notes"))
        return SweepState(standings=standings, verdict=verdict, notes=notes, **found)
    except (ChunkTraceError, AttributeError, KeyError, TypeError):
        return None


def _standing(found: Mapping[str, Any]) -> Standing:
    if found["state"] not in get_args(Stand):
        raise KeyError(found["state"])
    return Standing(**found)
