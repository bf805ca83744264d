"""A Streamlit server of a process of its own, for benchmarks that wait for it as a reader does."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from config import ROOT

APP = ROOT / "app.py"
PATIENCE = 120.0


@dataclass(frozen=True, slots=True)
class Server:
    """Where it answers, and the number of its process."""

    address: str
    process: int


@contextmanager
def server(home: Path, script: Path) -> Iterator[Server]:
    """A new server of a script, which is healthy; at the end it is stopped. Raises TimeoutError."""
    with free_port() as port:
        address = f"http://127.0.0.1:{port}"
    flags = [f"--server.port={port}", "--server.headless=true", "--server.address=127.0.0.1"]
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", str(script), *flags, "--server.fileWatcherType=none"],
        cwd=ROOT,
        env=environment(home),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(f"{address}/_stcore/health", started + PATIENCE)
        yield Server(address, process.pid)
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_for(address: str, until: float) -> None:
    """Return when the address answers. Raises TimeoutError."""
    while time.perf_counter() < until:
        try:
            with urlopen(address, timeout=2):
                return
        except (URLError, ConnectionError):
            time.sleep(0.02)
    raise TimeoutError(f"{address} did not answer within {PATIENCE:.0f} s")


@contextmanager
def free_port() -> Iterator[int]:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        yield probe.getsockname()[1]


def environment(home: Path) -> dict[str, str]:
    """This process's, with a state directory of its own."""
    return {**os.environ, "CHUNKTRACE_HOME": str(home), "HF_HUB_OFFLINE": "1"}
