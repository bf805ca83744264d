"""Asking documents, checking answers in their source, and choosing between two collections blindly, in a browser."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from config import ROOT
from tests.browser.conftest import PATIENCE_MS, Served, serving, session

expect.set_options(timeout=PATIENCE_MS)

WARRANTY = "How long is the warranty of a Wren?"
HOSTILE = '<img src=x onerror="window.hit=1"> costs $5 to $7, :red[x] [y](javascript:alert(1))'


@pytest.fixture(scope="module")
def chat_home(tmp_path_factory: pytest.TempPathFactory, models_home: Path) -> Path:
    """A state directory with two collections of the FAQ and one of a hostile document."""
    home = tmp_path_factory.mktemp("chat")
    (home / "models").symlink_to(models_home.resolve() / "models", target_is_directory=True)
    environment = {**os.environ, "CHUNKTRACE_HOME": str(home), "HF_HUB_OFFLINE": "1"}
    hostile = home / "hostile.txt"
    hostile.write_text(f"The {HOSTILE}.\n", encoding="utf-8")

    def build(data: str, strategy: str, name: str) -> None:
        words = ("build", "--data", data, "--strategy", strategy, "--name", name)
        subprocess.run([sys.executable, "cli.py", *words], cwd=ROOT, env=environment, check=True, capture_output=True)

    build("sample:faq", "section", "faq_sections")
    build("sample:faq", "fixed-size", "faq_windows")
    build(str(hostile), "sparse", "hostile")
    return home


@pytest.fixture(scope="module")
def chat_server(chat_home: Path) -> Iterator[str]:
    with serving(chat_home) as address:
        yield address


@pytest.fixture
def asking(chat_server: str, browser: Browser) -> Iterator[Served]:
    with session(browser, chat_server) as seen:
        yield seen


def open_chat(page: Page, **address: str) -> None:
    """The Chat page by its address, with answers that are quoted from the documents."""
    model = "Extractive (no model)"
    page.goto("/chat?" + urlencode({"chat-model": model} | {f"chat-{name}": each for name, each in address.items()}))
    expect(page.locator(".st-key-chat-input textarea")).to_be_enabled()


def ask(page: Page, question: str) -> None:
    page.locator(".st-key-chat-input textarea").fill(question)
    page.keyboard.press("Enter")


def scored(page: Page, answers: int) -> None:
    """Wait for the scores of so many answers."""
    scores = page.locator("[class*=st-key-chat-scores]")
    expect(scores).to_have_count(answers)
    for number in range(answers):
        expect(scores.nth(number)).to_contain_text(re.compile(r"Adherence\s*(yes|no)"))


def citation(page: Page) -> None:
    """Press the first citation; a narrow screen holds a second, hidden button for its tooltip."""
    page.locator("[class*=st-key-chat-citations] button:visible").first.click()


def test_is_the_answer_really_in_the_documents(asking: Served) -> None:
    page = asking.page
    open_chat(page, collection="faq_sections")
    ask(page, WARRANTY)
    scored(page, 1)
    expect(page.locator(".ct-marked .ct-k-supported").first).to_be_visible()
    asking.check_accessible()
    drawer = page.get_by_role("dialog")
    page.locator(".ct-marked [data-id]").first.press("Enter")
    expect(drawer.locator(".ct-k-chosen").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    citation(page)
    expect(drawer.locator(".ct-k-chosen").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    page.get_by_text(re.compile(r"Retrieval: \d passages")).click()
    expect(page.locator(".ct-bar")).to_be_visible()
    expect(page.get_by_text("Left out")).to_be_visible()
    expect(page.locator(".ct-k-relevant-used").first).to_be_visible()
    asking.check_accessible()


def test_keeping_a_question_as_a_test_with_evidence_of_my_own_choice(asking: Served, chat_home: Path) -> None:
    page = asking.page
    open_chat(page, collection="faq_sections")
    ask(page, WARRANTY)
    page.get_by_role("button", name="Save as test question").click()
    dialog = page.get_by_role("dialog")
    passage = dialog.locator(".ct-marked")
    expect(passage).to_be_visible()
    ticked = dialog.get_by_role("checkbox", name=re.compile("faq"))
    expect(ticked.first).to_be_visible()
    offered = ticked.count()
    passage.locator("span").last.dblclick()
    dialog.get_by_role("button", name="Use selection").click()
    expect(ticked).to_have_count(offered + 1)
    asking.check_accessible()
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog.get_by_text(re.compile("Saved in From the chat"))).to_be_visible()
    (saved,) = chat_home.rglob("questions.jsonl")
    (row,) = map(json.loads, saved.read_text(encoding="utf-8").splitlines())
    assert row["question"] == WARRANTY and len(row["evidence"]) == offered + 1


def test_which_collection_i_prefer_without_knowing_which_is_which(asking: Served) -> None:
    page = asking.page
    open_chat(page, mode="Blind A/B", collection="faq_sections", other="faq_windows")
    ask(page, WARRANTY)
    expect(page.get_by_role("button", name="Tie")).to_be_visible()
    talk = page.locator("[data-testid=stChatMessage]").last
    expect(talk).not_to_contain_text("faq_")
    expect(talk).not_to_contain_text("Relevance")
    asking.check_accessible()
    page.locator("h1").click()
    page.keyboard.press("1")
    expect(page.get_by_text("👍 preferred")).to_be_visible()
    expect(talk).to_contain_text("faq_sections")
    scored(page, 2)
    expect(page.locator(".st-key-chat-board")).to_contain_text("1 of 1 decided vote")
    page.reload()
    expect(page.locator(".st-key-chat-board")).to_contain_text("1 of 1 decided vote")
    page.get_by_role("button", name="Export votes").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Votes (JSON)").click()
    (vote,) = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert (vote["question"], vote["choice"]) == (WARRANTY, "first")
    asking.check_accessible()


def test_taking_a_conversation_along(asking: Served) -> None:
    page = asking.page
    open_chat(page, mode="Two side by side", collection="faq_sections", other="faq_windows")
    ask(page, WARRANTY)
    scored(page, 2)
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Markdown").click()
    text = Path(download.value.path()).read_text(encoding="utf-8").replace("\\", "")
    assert f"## 1. {WARRANTY}" in text and "### faq_sections" in text and "**[1]** faq.md, characters" in text
    with page.expect_download() as download:
        page.get_by_role("button", name="JSON with sources").click()
    replies = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))["exchanges"][0]["replies"]
    assert [reply["collection"] for reply in replies] == ["faq_sections", "faq_windows"]
    assert all(reply["sources"] and reply["scores"] for reply in replies)


def test_u06_s06_hostile_documents_and_questions_are_shown_as_text(asking: Served) -> None:
    page = asking.page
    open_chat(page, collection="hostile")
    ask(page, HOSTILE)
    expect(page.locator("[class*=st-key-chat-citations] button:visible").first).to_be_visible()
    expect(page.locator("[data-testid=stChatMessage]").first).to_contain_text(HOSTILE)
    expect(page.locator(".ct-marked").first).to_contain_text(HOSTILE)
    page.get_by_text(re.compile(r"Retrieval: \d passage")).click()
    expect(page.locator(".ct-bar")).to_be_visible()
    citation(page)
    expect(page.get_by_role("dialog").locator(".ct-marked")).to_contain_text(HOSTILE)
    assert page.evaluate("window.hit") is None
    assert page.locator("[data-testid=stMain] img, .ct-marked img, [href^=javascript]").count() == 0


def test_on_a_telephone_in_the_dark(asking: Served) -> None:
    page = asking.page
    page.set_viewport_size({"width": 420, "height": 900})
    page.emulate_media(color_scheme="dark")
    open_chat(page, mode="Two side by side", collection="faq_sections", other="faq_windows")
    ask(page, WARRANTY)
    scored(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 420
    asking.check_accessible()
