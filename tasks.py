"""Everything a person does with this project, as one command each; `python tasks.py --help` lists them.

Needs only Python. The first command makes .venv, installs the pinned requirements and brings the models; later ones
see that this is done. The Makefile calls this file, so both ways do the same.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from collections import deque
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
RUN = ("requirements.txt",)
DEV = ("requirements.txt", "requirements-dev.txt")
SMALL_MODELS = ("minilm", "smollm2", "cl100k")
# What needs no data but the samples, at sizes of a few minutes in all.
QUICK_BENCHMARKS = (
    "chunking",
    "edit_cost",
    "sentences",
    "encode --chunks 400 --repeat 1",
    "bm25 20000",
    "scale 10000",
    "startup 1",
    "first_page 1",
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER_PACKAGES = ("chromium", "fonts-liberation", "fonts-noto-cjk")
NO_TELEMETRY = {
    "ANONYMIZED_TELEMETRY": "False",
    "DO_NOT_TRACK": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false",
}
OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}


class TaskError(Exception):
    """A problem the reader can act on, in one line."""


def main(arguments: list[str] | None = None) -> int:
    """Run one task; its exit code is the command's."""
    options, options.extra = parser().parse_known_args(arguments)
    if options.extra and options.task not in ("test", "browser-test"):
        parser().error(f"unrecognized arguments: {' '.join(options.extra)}")
    try:
        if sys.version_info < (3, 11):  # noqa: UP036 - the linter assumes what is checked here
            raise TaskError(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]} ({sys.executable}).")
        return TASKS[options.task](options)
    except (TaskError, OSError) as problem:
        print(f"Error: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """The command line: one sub-command for each task, described by its docstring."""
    top = argparse.ArgumentParser(description="Set up, run and check ChunkTrace.")
    commands = top.add_subparsers(dest="task", required=True, metavar="TASK")
    for name, task in TASKS.items():
        command = commands.add_parser(name, help=task.__doc__, description=task.__doc__)
        if name == "run":
            command.add_argument("--port", type=int, default=8501, help="the app's port (default: 8501)")
    return top


def run(options: argparse.Namespace) -> int:
    """Set up what is missing and serve the app."""
    install(RUN)
    fetch(*SMALL_MODELS)
    command = [str(PYTHON), "-m", "streamlit", "run", "app.py", "--server.port", str(options.port)]
    if os.name == "nt":
        return call(command)
    # The app takes this process's place, so that whoever stops the command stops the app.
    os.chdir(ROOT)
    os.execve(PYTHON, command, {**os.environ, **NO_TELEMETRY})


def test(options: argparse.Namespace) -> int:
    """Set up what is missing and run the tests, but for those in a browser; further arguments go to pytest."""
    install(DEV)
    fetch(*SMALL_MODELS)
    # Two processes take halves, and from each other at the end; with more threads, they would wait for each other.
    shared_out = ["-n", "2", "--dist", "worksteal"]
    threads = {"OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1")}
    return call([str(PYTHON), "-m", "pytest", "--ignore=tests/browser", *shared_out, *options.extra], OFFLINE | threads)


def browser_test(options: argparse.Namespace) -> int:
    """Run the tests that drive a real Chromium; further arguments go to pytest."""
    browser = browser_path()
    install(DEV)
    fetch(*SMALL_MODELS)
    # Two servers, each with the files of tests that share its state.
    shared_out = ["-n", "2", "--dist", "loadfile"]
    command = [str(PYTHON), "-m", "pytest", "tests/browser", *shared_out, *options.extra]
    return call(command, {**OFFLINE, "CHROMIUM": browser})


def lint(options: argparse.Namespace) -> int:
    """Check style, formatting and types."""
    install(DEV)
    checks = (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",))
    return 1 if [check for check in checks if call([str(PYTHON), "-m", *check]) != 0] else 0


def bench(options: argparse.Namespace) -> int:
    """Run the benchmarks that take minutes; those of benchmarks/ that take hours are run by their names."""
    install(DEV)
    fetch(*SMALL_MODELS)
    commands = [f"benchmarks.{each}".split() for each in QUICK_BENCHMARKS]
    return 1 if [command for command in commands if call([str(PYTHON), "-m", *command]) != 0] else 0


def setup(options: argparse.Namespace) -> int:
    """Set up everything the other tasks need, and start nothing."""
    install(DEV)
    fetch(*SMALL_MODELS)
    return 0


def models(options: argparse.Namespace) -> int:
    """Bring the small models: embedding, language model and token table."""
    install(RUN)
    fetch(*SMALL_MODELS)
    return 0


def models_mpnet(options: argparse.Namespace) -> int:
    """Bring the larger embedding model, all-mpnet-base-v2 (a download of 400 MB)."""
    install(RUN)
    fetch("mpnet")
    return 0


TASKS = {
    "run": run,
    "test": test,
    "browser-test": browser_test,
    "lint": lint,
    "bench": bench,
    "setup": setup,
    "models": models,
    "models-mpnet": models_mpnet,
}


def install(requirements: tuple[str, ...]) -> None:
    """Make .venv and install the requirement files, unless their stamps say that this is done."""
    if not PYTHON.exists():
        make_venv()
    stamps = {VENV / f"{name}.stamp": fingerprint(VENV / "pyvenv.cfg", ROOT / name) for name in requirements}
    if all(is_stamped(stamp, wanted) for stamp, wanted in stamps.items()):
        return
    print(f"Installing {' and '.join(requirements)} (some minutes the first time)", flush=True)
    command = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off"]
    for name in requirements:
        command += ["-r", name]
    run_pip(command)
    for stamp, wanted in stamps.items():
        stamp.write_text(wanted, encoding="utf-8")


def make_venv() -> None:
    """Make .venv with the Python that runs this file."""
    print(f"Making .venv with Python {sys.version.split()[0]}", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        reason = " ".join(done.stdout.split()) or "no reason given"
        raise TaskError(f"could not make .venv (on Debian and Ubuntu, install python3-venv): {reason}")


def fingerprint(*files: Path) -> str:
    """One hash over the files' bytes: it changes when a pin or the venv's Python does."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def is_stamped(stamp: Path, wanted: str) -> bool:
    """Whether the stamp file is there and holds the fingerprint wanted."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted


def run_pip(command: list[str]) -> None:
    """Run pip and show what it collects and installs; when it fails, its last lines are the reason."""
    last: deque[str] = deque(maxlen=8)
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        for line in process.stdout or ():
            if not line.startswith(("Requirement already satisfied", "WARNING")):
                last.append(line.rstrip()[:200])
            if line.startswith(("Collecting", "Installing", "Building")):
                print(f"  {line.rstrip()[:100]}", flush=True)
    if process.returncode != 0:
        raise TaskError("\n  ".join(["pip could not install the requirements; its last lines:", *last]))


def fetch(*names: str) -> None:
    """Bring the named models, unless they are there; the script says itself what went wrong."""
    if call([str(PYTHON), "scripts/fetch_models.py", *names]) != 0:
        raise TaskError(f"the models {', '.join(names)} are not complete (the line above says why).")


def browser_path() -> str:
    """A Chromium on this machine; as root on Debian it is installed when missing."""
    found = find_browser()
    if found is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {' '.join(BROWSER_PACKAGES)} with apt-get", flush=True)
        for command in (("update", "-q"), ("install", "-q", "-y", "--no-install-recommends", *BROWSER_PACKAGES)):
            if call(["apt-get", *command], {"DEBIAN_FRONTEND": "noninteractive"}) != 0:
                raise TaskError("apt-get could not install Chromium (the lines above say why).")
        found = find_browser()
    if found is None:
        raise TaskError(
            "no Chromium found: install it (Debian: apt-get install chromium fonts-noto-cjk) and try again."
        )
    return found


def find_browser() -> str | None:
    """The path of the first Chromium-like browser on this machine."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def call(command: list[str], environment: dict[str, str] | None = None) -> int:
    """Run a command in the project's folder without telemetry; returns its exit code."""
    return subprocess.call(command, cwd=ROOT, env={**os.environ, **NO_TELEMETRY, **(environment or {})})


if __name__ == "__main__":
    sys.exit(main())
