"""What a person does with the app, in a real browser."""

from __future__ import annotations

import csv
import io
import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import PATIENCE_MS, Served

expect.set_options(timeout=PATIENCE_MS)
OPENED = 12

TICKETS = "id,product,note\n" + "".join(
    f'{number:05d},{product},"{note}\nChecked on site {number}."\n'
    for number, (product, note) in enumerate(
        [
            ("Kettle", "The lid does not close because the hinge is bent"),
            ("Toaster", "Smoke came out; the crumb tray was full"),
            ("Lamp", "The switch crackles, a new switch was fitted"),
            ("Radio", "No sound on the left channel, a loose wire was soldered"),
            ("Fan", "It squeaks at speed three and was oiled"),
        ]
        * 6,
        start=1,
    )
)
QUESTIONS = "question,evidence\n" + "\n".join(
    f'{question},"[{{""document"": ""tickets.csv"", ""start"": {TICKETS.index(words)}, ""end"": '
    f'{TICKETS.index(words) + len(words)}}}]"'
    for question, words in [
        ("Why did the lid of the kettle not close?", "the hinge is bent"),
        ("What was done about the fan that squeaks?", "was oiled"),
    ]
)


def choose(page: Page, key: str, option: str) -> None:
    """Pick an option of a select box by its widget key; opens the list again where the page was drawn meanwhile."""
    wanted = page.get_by_role("option", name=re.compile(re.escape(option))).first
    for _ in range(OPENED):
        page.locator(f".st-key-{key} input").click()
        with suppress(PlaywrightTimeout):
            wanted.click(timeout=PATIENCE_MS / OPENED)
            return
    raise AssertionError(f"{option} was not offered")


def open_page(page: Page, path: str) -> None:
    """Go to a page by its address and wait for the sidebar's last step."""
    page.goto(path)
    expect(page.locator(".st-key-collection-build")).to_be_attached()


def test_own_table_from_upload_to_chat_to_score_to_download(served: Served) -> None:
    page = served.page
    open_page(page, "/")
    choose(page, "data-source", "Upload files")
    page.locator(".st-key-data-upload input[type=file]").set_input_files(
        {"name": "tickets.csv", "mimeType": "text/csv", "buffer": TICKETS.encode()}
    )
    choose(page, "chunk-strategy", "Row-based")
    page.locator(".st-key-collection-build button").click()
    expect(page.get_by_text(re.compile(r"chunks of 1 document"))).to_be_visible()

    page.get_by_role("link", name="Chat").click()
    page.locator(".st-key-chat-input textarea").fill("Why did the lid of the kettle not close?")
    page.keyboard.press("Enter")
    sources = page.get_by_text(re.compile(r"Retrieval: \d+ passages"))
    expect(sources).to_be_visible()
    expect(page.get_by_text("SmolLM2").last).to_be_visible()
    sources.click()
    expect(page.get_by_text("tickets.csv · characters").first).to_be_visible()
    expect(page.get_by_text(re.compile(r"\[\d\]")).first).to_be_visible()

    page.get_by_role("link", name="Evaluate").click()
    choose(page, "evaluate-questions", "Upload a question file")
    page.locator(".st-key-evaluate-questions-file input[type=file]").set_input_files(
        {"name": "questions.csv", "mimeType": "text/csv", "buffer": QUESTIONS.encode()}
    )
    expect(page.get_by_text("2 questions, 2 with annotated evidence")).to_be_visible()
    page.locator(".st-key-evaluate-start button").click()
    expect(page.get_by_text("2 questions are scored")).to_be_visible()
    with page.expect_download() as download:
        page.locator(".st-key-evaluate-download button").click()
    content = Path(download.value.path()).read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert [row["question"] for row in rows] == [
        "Why did the lid of the kettle not close?",
        "What was done about the fan that squeaks?",
    ]
    assert all(row["answer"] and row["status"] == "measured" and row["evidence_recall"] for row in rows)
    expect(page.get_by_text("2 questions are scored")).to_be_visible()


@pytest.mark.parametrize("path", ["/chunks", "/chat", "/evaluate", "/compare", "/"])
def test_a_page_opened_by_its_address_has_its_frame(served: Served, path: str) -> None:
    open_page(served.page, path)
    expect(served.page.get_by_role("heading", level=1)).to_be_visible()
    expect(served.page.get_by_role("link", name="Compare")).to_be_visible()


def test_the_sidebar_keeps_its_choices_from_page_to_page(served: Served) -> None:
    page = served.page
    open_page(page, "/")
    choose(page, "data-sample", "Customer FAQ")
    choose(page, "chunk-strategy", "Section")
    page.locator(".st-key-chunk-size input").fill("200")
    page.locator(".st-key-chunk-size input").press("Enter")
    for name in ("Data", "Chunks", "Chat", "Evaluate", "Compare", "Judge", "Start"):
        page.get_by_role("navigation", name="App pages").get_by_role("link", name=name, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".st-key-data-sample input")).to_have_value("Customer FAQ")
        expect(page.locator(".st-key-chunk-strategy input")).to_have_value("Section")
        expect(page.locator(".st-key-chunk-size input")).to_have_value("200")


def test_work_survives_a_reload_and_its_end_is_told(served: Served) -> None:
    page = served.page
    open_page(page, "/")
    choose(page, "data-sample", "Policy handbook")
    page.locator(".st-key-collection-build button").click()
    page.reload()
    expect(page.get_by_text(re.compile(r"Build handbook.*chunks of 1 document"))).to_be_visible()


def test_hostile_text_is_shown_as_text(served: Served) -> None:
    """Cases U06 and S06."""
    hostile = '<img src=x onerror="window.hit=1"> costs $5 million to $7 million, :red[x] [y](javascript:alert(1))'
    page = served.page
    open_page(page, "/")
    choose(page, "data-source", "Upload files")
    page.locator(".st-key-data-upload input[type=file]").set_input_files(
        {"name": "<b>hostile</b>.txt", "mimeType": "text/plain", "buffer": hostile.encode()}
    )
    expect(page.get_by_text("costs $5 million to $7 million, :red[x]")).to_be_visible()
    assert page.evaluate("window.hit") is None
    assert page.locator("[data-testid=stMain] img").count() == 0
