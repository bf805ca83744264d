"""Looking closely: one question across runs, and a judge checked by a person's own labels, in a real browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from config import ROOT
from tests.browser.conftest import PATIENCE_MS, Served, serving, session

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory, models_home: Path) -> Iterator[str]:
    """An app with two real runs of the FAQ's questions: one that brings back little, one that brings back more."""
    home = tmp_path_factory.mktemp("evaluated")
    (home / "models").symlink_to(models_home.resolve() / "models", target_is_directory=True)
    environment = {**os.environ, "CHUNKTRACE_HOME": str(home), "HF_HUB_OFFLINE": "1"}

    def command(*words: str) -> None:
        subprocess.run([sys.executable, "cli.py", *words], cwd=ROOT, env=environment, check=True, capture_output=True)

    command("build", "--data", "sample:faq", "--strategy", "fixed-size", "--chunk-size", "64", "--name", "faq")
    asked = ("--questions", "sample:faq", "--model", "extractive", "--judge", "local", "--limit", "8")
    for name, k in (("narrow", "1"), ("wide", "4")):
        command("evaluate", "--collection", "faq", *asked, "--k", k, "--out", str(home / "runs" / name))
    with serving(home) as address:
        yield address


@pytest.fixture
def looking(evaluated: str, browser: Browser) -> Iterator[Served]:
    with session(browser, evaluated) as seen:
        yield seen


def settled(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    at_rest(page)


def at_rest(page: Page) -> None:
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0)


def test_why_a_run_lost_evidence_and_where_it_stands_in_the_source(looking: Served) -> None:
    page = looking.page
    settled(page, "/question?run=wide&run=narrow&filter=lost")
    headline = page.locator(".st-key-question-headline")
    expect(headline).to_contain_text("of the evidence")
    lost = page.locator(".st-key-question-evidence-B-0")
    expect(lost.locator(".ct-k-lost").first).to_be_visible()
    first = page.url
    page.keyboard.press("j")
    expect(page.get_by_role("button", name="Previous")).to_be_enabled()
    expect(page).not_to_have_url(first)
    page.go_back()
    expect(page.get_by_role("button", name="Previous")).to_be_disabled()
    page.locator(".st-key-question-evidence-B-0-source button").click()
    drawer = page.get_by_role("dialog")
    expect(drawer.locator(".ct-k-lost").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    looking.check_accessible()


def test_what_a_sentence_of_the_answer_rests_on(looking: Served) -> None:
    page = looking.page
    settled(page, "/question?run=wide")
    sentence = page.locator(".st-key-question-answer-A [data-id]").first
    sentence.click()
    expect(page.locator(".st-key-question-answer-A .ct-k-chosen")).to_be_visible()
    expect(page).to_have_url(re.compile("sentence=A.a"))


def test_from_a_result_to_its_questions_to_its_judge(looking: Served) -> None:
    page = looking.page
    settled(page, "/evaluate")
    page.get_by_role("link", name="Check this judge on a few sentences").click()
    expect(page.locator(".st-key-judge-verdict")).to_contain_text("Nothing is labeled yet")
    expect(page.get_by_role("button", name="Not relevant")).to_be_enabled()
    at_rest(page)
    page.keyboard.press("y")
    expect(page.get_by_text("1 of 25 sentences")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_text("2 of 25 sentences")).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_text("1 of 25 sentences")).to_be_visible()
    page.get_by_role("radio", name="A whole question by clicks").click()
    text = page.locator("[class*=st-key-judge-click-relevant]").first
    text.locator("[data-id]").last.click()
    expect(text.locator(".ct-k-relevant")).to_be_visible()
    expect(page.get_by_text("Relevant 2", exact=True)).to_be_visible()
    looking.check_accessible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Labels (CSV)").click()
    content = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert content.count("relevant,yes") == 2
