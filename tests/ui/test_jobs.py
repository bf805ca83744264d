"""The work queue: order, one at a time, cancel, failures, time left."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from core.errors import SettingError
from core.events import Event, Finished, Progress
from ui.jobs import Job, Jobs

WAIT = 10.0


def finished(job: Job) -> Job:
    """The job once it is over."""
    done = threading.Event()
    while job.active:
        done.wait(0.01)
    return job


def test_a_job_runs_to_its_result() -> None:
    job, new = Jobs().submit("a", "A", lambda: iter([Progress("work", 1, 2), Finished("result")]))
    assert new and finished(job).state == "done" and job.result == "result"


def test_the_same_work_is_not_queued_twice_while_it_is_active() -> None:
    """Case U02."""
    gate = threading.Event()
    jobs = Jobs()

    def work() -> Iterator[Event]:
        gate.wait(WAIT)
        yield Finished(None)

    first, _ = jobs.submit("same", "A", work)
    second, new = jobs.submit("same", "A", work)
    assert second is first and not new
    gate.set()
    finished(first)
    assert jobs.submit("same", "A", work)[1]


def test_cancel_closes_the_generator_and_the_next_job_runs() -> None:
    jobs, started, closed = Jobs(), threading.Event(), threading.Event()

    def endless() -> Iterator[Event]:
        try:
            while True:
                started.set()
                yield Progress("work", 1, 0)
        finally:
            closed.set()

    job, _ = jobs.submit("endless", "Endless", endless)
    waiting, _ = jobs.submit("next", "Next", lambda: iter([Finished(1)]))
    unwanted, _ = jobs.submit("unwanted", "Unwanted", lambda: iter([Finished(1)]))
    assert started.wait(WAIT)
    jobs.cancel(unwanted.id)
    jobs.cancel(job.id)
    assert finished(job).state == "cancelled" and closed.wait(WAIT)
    assert finished(waiting).state == "done"
    assert unwanted.state == "cancelled" and unwanted.result is None


def test_errors_become_one_line_and_the_worker_lives_on() -> None:
    jobs = Jobs()

    def refuses() -> Iterator[Event]:
        raise SettingError("the folder is empty")
        yield

    def breaks() -> Iterator[Event]:
        raise ZeroDivisionError
        yield

    refused, _ = jobs.submit("refuses", "Build", refuses)
    broken, _ = jobs.submit("breaks", "Build", breaks)
    last, _ = jobs.submit("fine", "Build", lambda: iter([Finished(1)]))
    assert finished(refused).error == "the folder is empty"
    assert finished(broken).error == "Build stopped by an error in the program (ZeroDivisionError)."
    assert finished(last).state == "done"


def test_time_left_follows_the_pace_of_the_stage() -> None:
    job = Job("a", "A", lambda: iter(()))
    assert job.share is None and job.seconds_left(0.0) is None
    job.note(Progress("encode", 10, 100), now=0.0)
    assert job.seconds_left(5.0) is None
    job.note(Progress("encode", 40, 100), now=6.0)
    assert job.share == 0.4
    assert job.seconds_left(6.0) == 12.0


def test_waiting_work_is_moved_and_what_is_over_is_remembered() -> None:
    gate, started, jobs, order = threading.Event(), threading.Event(), Jobs(), list[str]()

    def work(name: str) -> Iterator[Event]:
        started.set()
        gate.wait(WAIT)
        order.append(name)
        yield Finished(None)

    first, *others = [jobs.submit(name, name, lambda name=name: work(name))[0] for name in "abcd"]
    assert started.wait(WAIT)
    jobs.move(others[2].id, -5)
    jobs.move(others[0].id, 1)
    jobs.move(first.id, 3)
    assert [job.key for job in jobs.active()] == ["a", "d", "c", "b"]
    assert jobs.by_key("c") is others[1]
    gate.set()
    finished(others[0])
    assert order == ["a", "d", "c", "b"] and jobs.by_key("c") is None
    assert {job.key for job in jobs.ended()} == set("abcd")


def test_a_closed_queue_cancels_its_work_and_ends_its_worker() -> None:
    before, started, gate = set(threading.enumerate()), threading.Event(), threading.Event()
    jobs = Jobs()
    (worker,) = (one for one in set(threading.enumerate()) - before if one.name == "jobs")

    def work() -> Iterator[Event]:
        started.set()
        gate.wait(WAIT)
        yield Progress("work", 1, 0)

    running, _ = jobs.submit("running", "Running", work)
    assert started.wait(WAIT)
    waiting, _ = jobs.submit("waiting", "Waiting", lambda: iter([Finished(1)]))
    jobs.close()
    gate.set()
    worker.join(WAIT)
    assert not worker.is_alive() and (running.state, waiting.state) == ("cancelled", "cancelled")
