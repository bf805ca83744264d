"""Whoever does the work, the files are the same; a worker that is killed changes nothing."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from experiments.executors.processes import Processes
from experiments.executors.ray import on_ray
from tests.experiments.small import HOME, PLAN, digests, surroundings, swept

DRIVER = "SWEEP_TEST_DRIVER"


def on_processes(bench, locate=surroundings):
    return Processes(bench, 2, locate)


def dying_once():
    """Surroundings whose encoder takes the first two workers down that ask for it, never the process that sweeps."""
    around = surroundings()

    def encoder(name):
        if os.environ[DRIVER] != str(os.getpid()):
            for mark in ("first", "second"):
                try:
                    Path(os.environ[HOME], mark).touch(exist_ok=False)
                except FileExistsError:
                    continue
                os.kill(os.getpid(), signal.SIGKILL)
        return around.encoder(name)

    return replace(around, encoder=encoder)


def always_dying():
    """Surroundings whose encoder takes every worker down."""
    around = surroundings()

    def encoder(name):
        if os.environ[DRIVER] != str(os.getpid()):
            os.kill(os.getpid(), signal.SIGKILL)
        return around.encoder(name)

    return replace(around, encoder=encoder)


@pytest.fixture
def expected(place, tmp_path, monkeypatch):
    """What one process makes of the plan, from a state directory of its own."""
    monkeypatch.setenv(HOME, str(tmp_path / "state of one"))
    monkeypatch.setenv(DRIVER, str(os.getpid()))
    swept(place, tmp_path / "one")
    monkeypatch.setenv(HOME, str(tmp_path / "state"))
    (tmp_path / "state").mkdir()
    return digests(tmp_path / "one")


def test_processes_give_the_same_bytes(place, tmp_path, expected):
    swept(place, tmp_path / "out", executor=on_processes)
    assert digests(tmp_path / "out") == expected


@pytest.mark.slow
def test_killed_processes_change_nothing(place, tmp_path, expected):
    swept(place, tmp_path / "out", executor=partial(on_processes, locate=dying_once))
    assert (tmp_path / "state" / "second").exists()
    assert digests(tmp_path / "out") == expected


@pytest.mark.slow
def test_a_task_that_kills_every_process_fails_alone(place, tmp_path, monkeypatch):
    monkeypatch.setenv(DRIVER, str(os.getpid()))
    alone = PLAN.replace("[60, 120]", "60").split("  - name")[0] + "encoders: hash\n"
    result = swept(place, tmp_path / "out", alone, executor=partial(on_processes, locate=always_dying))
    assert {fate.state for fate in result.fates} == {"failed"}
    assert all("ended without a word 3 times" in fate.reason for fate in result.fates)


@pytest.fixture
def ray_library(monkeypatch, tmp_path):
    """Ray, told nothing of the network."""
    library = pytest.importorskip("ray", reason="ray is not installed: pip install -r requirements-ray.txt")
    yield library
    library.shutdown()


@pytest.mark.slow
@pytest.mark.parametrize("locate", [surroundings, dying_once])
def test_a_cluster_gives_the_same_bytes(place, tmp_path, expected, ray_library, locate):
    swept(place, tmp_path / "out", executor=on_ray("local", locate, 2))
    assert (tmp_path / "state" / "second").exists() == (locate is dying_once)
    assert digests(tmp_path / "out") == expected
