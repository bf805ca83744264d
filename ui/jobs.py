"""Long work outside the script run: one worker thread, a queue, progress, cancel. Knows no Streamlit.

A job is a generator of events. It lives in the process, so clicks, page changes, reloads and closed tabs do not
end it. Two jobs never run at once: an encoder takes all cores already.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

from core.errors import ChunkTraceError
from core.events import Finished, Progress

State = Literal["queued", "running", "done", "failed", "cancelled"]
_REMEMBERED = 30


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the app a job's work is seen: the file of a page and its address."""

    page: Path
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Job:
    """One piece of work. The worker writes its fields, sessions read them.

    `began` and `ended` are in seconds since 1970, 0 before.
    """

    key: str
    title: str
    start: Callable[[], Iterator[Any]]
    place: Place | None = None
    id: str = field(default_factory=lambda: uuid4().hex)
    state: State = "queued"
    progress: Progress | None = None
    stage_started: float = 0.0
    stage_first_done: int = 0
    result: Any = None
    error: str = ""
    cancelling: bool = False
    submitted: float = field(default_factory=time.time)
    began: float = 0.0
    ended: float = 0.0

    @property
    def active(self) -> bool:
        """Whether it still waits or runs."""
        return self.state in ("queued", "running")

    @property
    def share(self) -> float | None:
        """Share of the stage that is done, None while its size is not known."""
        if self.progress is None or self.progress.total <= 0:
            return None
        return min(1.0, self.progress.done / self.progress.total)

    def seconds_left(self, now: float) -> float | None:
        """Seconds until this stage ends if it goes on as it did, None while nothing can be said."""
        if self.progress is None or self.progress.done <= self.stage_first_done:
            return None
        pace = (now - self.stage_started) / (self.progress.done - self.stage_first_done)
        return max(0.0, pace * (self.progress.total - self.progress.done))

    def note(self, event: Progress, now: float) -> None:
        """Take over a progress event."""
        if self.progress is None or self.progress.stage != event.stage:
            self.stage_started, self.stage_first_done = now, event.done
        self.progress = event


class Jobs:
    """The queue and its worker."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._waiting: deque[Job] = deque()
        self._changed = threading.Condition()
        self._closed = False
        threading.Thread(target=self._work, name="jobs", daemon=True).start()

    def submit(
        self, key: str, title: str, start: Callable[[], Iterator[Any]], place: Place | None = None
    ) -> tuple[Job, bool]:
        """Queue a job, unless one of the same key is active: then that one and False."""
        with self._changed:
            for job in self._jobs.values():
                if job.key == key and job.active:
                    return job, False
            job = Job(key, title, start, place)
            self._jobs[job.id] = job
            self._waiting.append(job)
            self._forget_old()
            self._changed.notify()
            return job, True

    def cancel(self, job_id: str) -> None:
        """Ask a job to stop after the event in hand; a queued one does not start."""
        with self._changed:
            job = self._jobs.get(job_id)
            if job is None or not job.active:
                return
            job.cancelling = True
            if job.state == "queued":
                self._waiting.remove(job)
                job.state, job.ended = "cancelled", time.time()

    def move(self, job_id: str, steps: int) -> None:
        """Let a waiting job start so many places later, or sooner where that is negative."""
        with self._changed:
            order = [job.id for job in self._waiting]
            if job_id in order:
                place = order.index(job_id)
                job = self._waiting[place]
                self._waiting.remove(job)
                self._waiting.insert(max(0, place + steps), job)

    def active(self) -> list[Job]:
        """The job that runs, then those that wait, in the order in which they will start."""
        with self._changed:
            return [*(job for job in self._jobs.values() if job.state == "running"), *self._waiting]

    def ended(self) -> list[Job]:
        """Jobs that are over, the last one first; the oldest are forgotten."""
        with self._changed:
            return sorted((job for job in self._jobs.values() if not job.active), key=lambda job: -job.ended)

    def by_key(self, key: str) -> Job | None:
        """The active job of that key; None where there is none."""
        with self._changed:
            return next((job for job in self._jobs.values() if job.key == key and job.active), None)

    def get(self, job_id: str) -> Job | None:
        """A job by id, None when it is long forgotten."""
        with self._changed:
            return self._jobs.get(job_id)

    def close(self) -> None:
        """Cancel what runs and what waits, and end the worker: nobody can see this queue any more."""
        for job in self.active():
            self.cancel(job.id)
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _forget_old(self) -> None:
        finished = [job.id for job in self._jobs.values() if not job.active]
        for job_id in finished[:-_REMEMBERED]:
            del self._jobs[job_id]

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    if self._closed:
                        return
                    self._changed.wait()
                job = self._waiting.popleft()
                job.state, job.began = "running", time.time()
            self._run(job)
            job.ended = time.time()

    def _run(self, job: Job) -> None:
        try:
            events = job.start()
            for event in events:
                if isinstance(event, Progress):
                    job.note(event, time.monotonic())
                elif isinstance(event, Finished):
                    job.result, job.state = event.result, "done"
                if job.cancelling and job.state == "running":
                    events.close()  # type: ignore[attr-defined]
                    job.state = "cancelled"
                    break
        except ChunkTraceError as error:
            job.error, job.state = str(error), "failed"
        except Exception as error:
            # A bug: the traceback goes to the server's log, the page shows one line, the worker lives on.
            logging.getLogger(__name__).exception("The job %s failed", job.title)
            job.error, job.state = f"{job.title} stopped by an error in the program ({type(error).__name__}).", "failed"
        if job.state == "running":
            job.error, job.state = f"{job.title} ended without a result.", "failed"
