"""Two people at one server: what is private stays private, and work goes on when its page is closed."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Served, session
from tests.browser.test_journeys import choose, open_page

SECRET = "sk-private-000"
ASKED = "Why is this question private?"
NOTE = "The private plan begins on Monday."


def test_a_build_goes_on_when_its_page_is_closed(server: str, browser: Browser, served: Served) -> None:
    with session(browser, server) as other:
        open_page(other.page, "/")
        choose(other.page, "data-sample", "Essay")
        choose(other.page, "chunk-strategy", "Markdown")
        other.page.locator(".st-key-collection-build button").click()
        expect(other.page.get_by_text(re.compile("Build essay|chunks of 1 document")).first).to_be_visible()

    open_page(served.page, "/")
    expect(served.page.locator("[class*=st-key-job-cancel]")).to_have_count(0)
    open_page(served.page, "/chat")
    expect(served.page.get_by_role("combobox", name="Collection").first).to_have_value(re.compile("essay_markdown"))


def test_nobody_sees_what_another_one_uploads_asks_or_types_as_a_key(
    server: str, browser: Browser, served: Served
) -> None:
    build_a_collection(served)
    with session(browser, server) as other:
        page = other.page
        open_page(page, "/chat")
        choose(page, "data-source", "Upload files")
        page.locator(".st-key-data-upload input[type=file]").set_input_files(
            {"name": "private-plan.txt", "mimeType": "text/plain", "buffer": NOTE.encode()}
        )
        expect(page.locator(".st-key-data-name input")).to_have_value("private-plan")
        page.locator(".st-key-chat-input textarea").fill(ASKED)
        page.keyboard.press("Enter")
        expect(page.get_by_text(re.compile(r"Retrieval: \d+ passages"))).to_be_visible()
        choose(page, "chat-model", "Any OpenAI-compatible address")
        page.get_by_role("textbox", name="API key").fill(SECRET)
        page.get_by_role("textbox", name="API key").press("Enter")

        for path in ("/", "/data", "/chunks", "/chat", "/evaluate"):
            open_page(served.page, path)
            expect(served.page.locator("[data-testid=stStatusWidget]")).to_have_count(0)
            seen = served.page.content()
            assert not any(private in seen for private in (SECRET, ASKED, NOTE, "private-plan")), path


def build_a_collection(served: Served) -> None:
    open_page(served.page, "/")
    choose(served.page, "data-sample", "Customer FAQ")
    served.page.locator(".st-key-collection-build button").click()
    expect(served.page.get_by_text(re.compile("chunks of 1 document")).first).to_be_visible()
