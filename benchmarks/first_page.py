"""What of the wait for the first page is Streamlit's own, and what this app adds. Unlike startup, needs no browser.

python -m benchmarks.first_page [RUNS]   3 runs of each unless told otherwise

A new server runs the app, and another one a script of one line, in turns. Each is asked as a browser asks it: until it
is healthy, then over a WebSocket until the script of the first page has ended and all that it draws was received. What
a browser does before it asks, and how long it draws, is not in these figures.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.app_server import APP, server
from config import settings
from ui.visitor import sent

RUNS = 3
_EMPTY = "import streamlit as st\nst.title('Empty')\n"
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Opened:
    """Seconds since the server was started, by the clock and of the server's processor.

    `healthy`: its address answers. `told`: the script's first message is here, which the app's navigation follows.
    `sent`: all of the page is here.
    """

    healthy: float
    healthy_processor: float
    told: float
    sent: float
    sent_processor: float


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    with TemporaryDirectory() as folder:
        home, empty = Path(folder, "home"), Path(folder, "empty.py")
        home.mkdir()
        (home / "models").symlink_to(settings().home.resolve() / "models", target_is_directory=True)
        empty.write_text(_EMPTY, encoding="utf-8")
        scripts = {"a script of one line": empty, "the app": APP}
        for script in scripts.values():  # so that files come from memory
            opened(home, script)
        spent: dict[str, list[Opened]] = {name: [] for name in scripts}
        for _ in range(runs):
            for name, script in scripts.items():
                spent[name].append(opened(home, script))
    print(f"{'seconds: fastest and median':<46} {'by the clock':>17}  {'of the processor':>17}")
    for name, of_it in spent.items():
        told(f"{name}, healthy", of_it, lambda one: one.healthy, lambda one: one.healthy_processor)
        told(f"{name}, first told", of_it, lambda one: one.told)
        told(f"{name}, all sent", of_it, lambda one: one.sent, lambda one: one.sent_processor)
        told(
            f"{name}, from healthy to sent",
            of_it,
            lambda one: one.sent - one.healthy,
            lambda one: one.sent_processor - one.healthy_processor,
        )


def told(name: str, of_it: list[Opened], *ways: Callable[[Opened], float]) -> None:
    """One line of the table."""
    cells = [[way(one) for one in of_it] for way in ways]
    print(f"{name:<46} " + "  ".join(f"{min(cell):8.2f} {median(cell):8.2f}" for cell in cells))


def opened(home: Path, script: Path) -> Opened:
    """A new server of this script, until its first page is sent."""
    started = perf_counter()
    with server(home, script) as it:
        healthy, healthy_processor = perf_counter() - started, processor_of(it.process)
        first = 0.0
        for kind in sent(it.address):
            if not first and kind in ("page_config_changed", "delta"):
                first = perf_counter() - started
        return Opened(healthy, healthy_processor, first, perf_counter() - started, processor_of(it.process))


def processor_of(process: int) -> float:
    """Seconds of the processor of a running process, its threads included; on Linux, in hundredths."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


if __name__ == "__main__":
    main()
