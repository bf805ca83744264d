"""Choosing a winner in a real browser: the answer, the questions behind it, and what is handed on to others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PATIENCE_MS, Served, serving, session
from tests.evaluation.compared import run_of, written

expect.set_options(timeout=PATIENCE_MS)
RNG = np.random.default_rng(5)
BASE = RNG.uniform(0.3, 0.7, 40)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory, models_home: Path) -> Iterator[str]:
    """An app with three runs: sections beat fixed sizes though not on every question, and lines cost few tokens."""
    home = tmp_path_factory.mktemp("measured")
    (home / "models").symlink_to(models_home.resolve() / "models", target_is_directory=True)
    for name, gain, tokens in (("fixed", 0.0, 700), ("section", 0.2, 900), ("lines", -0.1, 300)):
        scores = np.clip(BASE + gain + RNG.normal(0, 0.15, 40), 0, 1)
        written(run_of(name, list(scores), tokens=tokens), home / "runs")
    with serving(home) as address:
        yield address


@pytest.fixture
def comparing(measured: str, browser: Browser) -> Iterator[Served]:
    with session(browser, measured) as seen:
        yield seen


def test_who_wins_and_which_questions_got_worse(comparing: Served) -> None:
    page = comparing.page
    page.goto("/compare?run=fixed&run=section&run=lines&baseline=fixed&filter=regressed")
    expect(page.get_by_test_id("stAlert").first).to_contain_text("section is best (evidence recall")
    expect(page.locator(".st-key-compare-cards")).to_contain_text("Regressed")
    page.get_by_role("radio", name="Improved").click()
    page.wait_for_url("**filter=improved**")
    expect(page.get_by_role("link", name="side by side")).to_be_visible()
    comparing.check_accessible()
    page.get_by_role("link", name="side by side").click()
    page.wait_for_url("**/question?**filter=improved**")
    expect(page.get_by_role("heading", level=1)).to_have_text("Question")


def test_a_click_on_a_point_looks_at_its_run_and_the_address_keeps_it(comparing: Served) -> None:
    page = comparing.page
    page.goto("/compare?run=fixed&run=section&run=lines&baseline=fixed&view=tradeoff")
    points = page.locator(".st-key-compare-tradeoff .scatterlayer .point path, .scatterlayer path.point")
    expect(points.first).to_be_visible()
    expect(page.locator(".st-key-compare-candidate input")).to_have_value("1. section")
    points.first.click(force=True)
    page.wait_for_url("**with=lines**")
    expect(page.locator(".st-key-compare-candidate input")).to_have_value("3. lines")
    page.reload()
    expect(page.locator(".st-key-compare-candidate input")).to_have_value("3. lines")


def test_the_report_opens_anywhere_and_the_winner_is_handed_on(comparing: Served, tmp_path: Path) -> None:
    page = comparing.page
    page.goto("/compare?run=fixed&run=section&baseline=fixed&view=report")
    with page.expect_download() as download:
        page.locator(".st-key-compare-report button").click()
    report = tmp_path / "report.html"
    report.write_bytes(Path(download.value.path()).read_bytes())
    page.get_by_role("tab", name="Commands").click()
    expect(page.get_by_text("--strategy section --chunk-size 512")).to_be_visible()
    comparing.check_accessible()
    alone = page.context.browser.new_context(offline=True).new_page() if page.context.browser else page
    asked: list[str] = []
    alone.on("request", lambda sent: asked.append(sent.url))
    alone.goto(report.as_uri())
    expect(alone.locator("h1")).to_have_text("Comparison of 2 runs")
    expect(alone.locator("svg.chart").first).to_be_visible()
    expect(alone.locator("pre").first).to_contain_text("strategies:")
    assert asked == [report.as_uri()], "nothing is loaded from anywhere"
    alone.context.close()
