"""A server of the app on an empty state directory, and Chromium in front of it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
from tenacity import retry, stop_after_delay, wait_fixed

from config import ROOT

_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
_FLAGS += ["--disable-sync", "--no-first-run"]
PATIENCE_MS = 120_000


# Streamlit asks for its own addresses below the page's path first, and finds them one level up.
_PROBES = ("_stcore/health", "_stcore/host-config")
# Parts of Streamlit's own frame: the sidebar scrolls with the focus of its widgets, and toasts have no name.
_FRAME = {
    "scrollable-region-focusable": 'data-testid="stSidebarContent"',
    "aria-dialog-name": 'data-testid="stToast"',
}


@dataclass
class Served:
    """A page with what went wrong on it: errors of scripts and of the console, and requests that left this machine."""

    page: Page
    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def check_accessible(self) -> None:
        """Fails on what axe-core finds serious or critical in the page as it stands, once nothing is dimmed."""
        self.page.wait_for_function("() => !document.querySelector('[data-stale=true]')")
        told = [
            f"{each['id']}: {each['help']}: {node['html'][:300]}"
            for each in Axe().run(self.page).response["violations"]
            for node in each["nodes"]
            if each["impact"] in ("serious", "critical") and _FRAME.get(each["id"], "\n") not in node["html"]
        ]
        assert told == [], "\n".join(told)


@contextmanager
def serving(home: Path) -> Iterator[str]:
    """The address of an app that has just started on a state directory."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    flags = [f"--server.port={port}", "--server.headless=true", "--server.address=127.0.0.1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", "app.py", *flags, "--server.fileWatcherType=none"],
        cwd=ROOT,
        env={**os.environ, "CHUNKTRACE_HOME": str(home), "HF_HUB_OFFLINE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_until_healthy(address)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


@retry(stop=stop_after_delay(60), wait=wait_fixed(0.2), reraise=True)
def _wait_until_healthy(address: str) -> None:
    with urlopen(f"{address}/_stcore/health", timeout=2) as reply:
        assert reply.read() == b"ok"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, models_home: Path) -> Iterator[str]:
    """The address of a running app."""
    home = tmp_path_factory.mktemp("home")
    (home / "models").symlink_to(models_home.resolve() / "models", target_is_directory=True)
    with serving(home) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, from CHROMIUM or Debian's place."""
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        opened = playwright.chromium.launch(executable_path=path, args=_FLAGS)
        yield opened
        opened.close()


@contextmanager
def session(browser: Browser, server: str) -> Iterator[Served]:
    """A fresh browser session; ends with a failure on errors and on requests that leave this machine."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, base_url=server, accept_downloads=True)
    context.set_default_timeout(PATIENCE_MS)
    seen = Served(context.new_page())
    seen.page.on("pageerror", lambda error: seen.errors.append(str(error)))
    seen.page.on("console", lambda message: _note_error(message, seen.errors))
    seen.page.on("request", lambda sent: _note_outside(sent.url, server, seen.outside))
    yield seen
    context.close()
    assert seen.errors == []
    assert seen.outside == []


@pytest.fixture
def served(server: str, browser: Browser) -> Iterator[Served]:
    """A fresh browser session on the running app."""
    with session(browser, server) as seen:
        yield seen


def _note_error(message: ConsoleMessage, errors: list[str]) -> None:
    if message.type == "error" and not message.location.get("url", "").endswith(_PROBES):
        errors.append(f"{message.text} ({message.location.get('url')})")


def _note_outside(url: str, server: str, outside: list[str]) -> None:
    if not url.startswith((server, server.replace("http", "ws"), "data:", "blob:")):
        outside.append(url)
