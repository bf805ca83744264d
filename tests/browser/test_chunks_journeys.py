"""What a person does on the Chunks page, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE_MS, Served

expect.set_options(timeout=PATIENCE_MS)


def opened(served: Served, address: str) -> Page:
    page = served.page
    page.goto(f"/chunks?data=sample:handbook&{address}")
    expect(page.locator(".st-key-chunks-left-text .ct-marked")).to_be_visible()
    return page


def test_see_which_evidence_is_cut_and_mend_it_with_a_slider(served: Served) -> None:
    page = opened(served, "left=recursive,chunk_size=40,overlap=0")
    expect(page.get_by_role("heading", name=re.compile("evidence (is|are) cut apart"))).to_be_visible()
    page.get_by_role("button", name=re.compile("Next cut apart")).click()
    expect(page.locator(".st-key-chunks-left-text .ct-k-severed").first).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Chunk \d+ of \d+$"))).to_be_visible()
    served.check_accessible()

    page.locator(".st-key-chunks-left-chunk_size input[type=range]").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name=re.compile("passages of evidence are whole"))).to_be_visible()
    expect(page.locator(".ct-k-severed")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"left=recursive%2Cchunk_size%3D1024"))


def test_two_strategies_are_compared_at_the_same_place_and_a_reload_keeps_the_view(served: Served) -> None:
    page = opened(served, "left=fixed-size,chunk_size=100,overlap=20")
    page.get_by_text("Compare two side by side").click()
    expect(page.locator(".st-key-chunks-right-text .ct-marked")).to_be_visible()
    page.locator(".st-key-chunks-left-text [data-id]").first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-chunks-left-record").get_by_text(re.compile(r"^Chunk 4 of \d+$"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Chunk \d+ of \d+$"))).to_have_count(2)
    served.check_accessible()

    page.get_by_role("tab", name="Doctor").click()
    expect(page.get_by_text("Ends inside a sentence", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("Ends inside a sentence", exact=True)).to_be_visible()
    expect(page.locator(".st-key-chunks-right-settings")).to_be_visible()
    page.get_by_role("tab", name="Text").click()
    expect(page.locator(".st-key-chunks-left-record").get_by_text(re.compile(r"^Chunk 4 of \d+$"))).to_be_visible()
