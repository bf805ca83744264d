"""How long one waits: for the command's help, for the app's first page, and from a restart to an answer.

python -m benchmarks.startup [RUNS]   3 runs of each unless told otherwise; the app needs Chromium (CHROMIUM names it)

Each run is a process of its own that has run before, so that files come from memory. Of the runs the fastest and the
median are shown, beside Python's own start in the same moment: on a busy machine both grow. Seconds of the processor,
of the process and all that it starts, grow less. A browser is open before the app is started, with nothing in its
cache, and its seconds of the processor are not counted; a page is there when all of it is drawn.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.app_server import APP, PATIENCE, environment, server
from config import ROOT, settings

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUNS = 3
SAMPLE, QUESTION = "manual", "How is it reset?"
BROWSER = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds by the clock, and of the processor in all processes that were started."""

    seconds: float
    processor: float


def main() -> None:
    """Print the table, and write it as JSON below the state directory."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    rows: dict[str, dict[str, list[float]]] = {}
    with TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "models").symlink_to(settings().home.resolve() / "models", target_is_directory=True)
        collection = built(home)
        for name, work in works(home, collection):
            work()
            spent = [work() for _ in range(runs)]
            rows[name] = {"seconds": [one.seconds for one in spent], "processor": [one.processor for one in spent]}
            told(name, rows)
    out = settings().home / "benchmarks" / "startup.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def works(home: Path, collection: str) -> Iterator[tuple[str, Callable[[], Spent]]]:
    """What is measured, by name."""
    new = count()
    yield "python -c pass", lambda: command(home, "-c", "pass")
    yield "cli.py --help", lambda: command(home, "cli.py", "--help")
    yield "cli.py evaluate --help", lambda: command(home, "cli.py", "evaluate", "--help")
    yield "cli.py collections", lambda: command(home, "cli.py", "collections")
    for retriever, model in (("bm25", "none"), ("dense", "none"), ("dense", "extractive"), ("dense", "local")):
        asked = ("cli.py", "ask", "--collection", collection, "--retriever", retriever, "--model", model)
        # Each time another question, whose vector is in no cache.
        yield (
            f"cli.py ask, {retriever}, {model}",
            lambda asked=asked: command(home, *asked, f"{QUESTION} {next(new)}"),
        )
    yield "app: its address answers", lambda: address_answers(home)
    if Path(BROWSER).exists():
        yield "app: first page", lambda: first_page(home)
        yield "app: first page, then Chunks", lambda: first_page(home, and_then="Chunks")


def told(name: str, rows: dict[str, dict[str, list[float]]]) -> None:
    """One line of the table."""
    base, seconds = median(rows["python -c pass"]["seconds"]), rows[name]["seconds"]
    if len(rows) == 1:
        print(f"{'seconds':<34} {'fastest':>8} {'median':>8} {'processor':>10} {'of python -c pass':>18}")
    processor = median(rows[name]["processor"])
    print(
        f"{name:<34} {min(seconds):8.2f} {median(seconds):8.2f} {processor:10.2f} {median(seconds) / base:18.0f}",
        flush=True,
    )


def command(home: Path, *arguments: str) -> Spent:
    """Until a process of this Python has ended. Raises CalledProcessError where it fails."""
    started, before = time.perf_counter(), processor_seconds()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment(home), capture_output=True, check=True)
    return Spent(time.perf_counter() - started, processor_seconds() - before)


def built(home: Path) -> str:
    """The name of a collection to ask."""
    given = ["cli.py", "build", "--data", f"sample:{SAMPLE}", "--strategy", "recursive", "--json"]
    done = subprocess.run(
        [sys.executable, *given], cwd=ROOT, env=environment(home), capture_output=True, text=True, check=True
    )
    name: str = json.loads(done.stdout.splitlines()[-1])["collection"]
    return name


def address_answers(home: Path) -> Spent:
    """From starting the app's server until it is healthy."""
    started, before = time.perf_counter(), processor_seconds()
    with server(home, APP):
        seconds = time.perf_counter() - started
    return Spent(seconds, processor_seconds() - before)


def first_page(home: Path, and_then: str = "") -> Spent:
    """From starting the app's server until the start page is drawn, or from there until that page after a click."""
    with empty_tab() as page:
        started, before = time.perf_counter(), processor_seconds()
        with server(home, APP) as app:
            page.goto(app.address, wait_until="commit")
            wait_until_drawn(page)
            if and_then:
                started = time.perf_counter()
                page.get_by_role("link", name=and_then).first.click()
                page.get_by_role("heading", level=1, name=and_then).wait_for()
                wait_until_drawn(page)
            seconds = time.perf_counter() - started
        return Spent(seconds, processor_seconds() - before)


def wait_until_drawn(page: Page) -> None:
    """Return when the heading and the sidebar's last step are seen and the page's script has ended."""
    page.get_by_role("heading", level=1).first.wait_for()
    page.locator(".st-key-collection-build").wait_for(state="attached")
    page.locator(".stApp[data-test-script-state='notRunning']").wait_for(state="attached")


@contextmanager
def empty_tab() -> Iterator[Page]:
    """A tab of a new browser that has visited nothing."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=FLAGS)
        page = browser.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        yield page
        browser.close()


def processor_seconds() -> float:
    """Of all processes that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
