"""What a person does to find a configuration, and to come back to it, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE_MS, Served
from tests.browser.test_journeys import choose, open_page

expect.set_options(timeout=PATIENCE_MS)

PLAN = """
data: sample:faq
strategies:
- {name: recursive, chunk_size: [48, 128], overlap: 0}
- {name: section, chunk_size: 128, overlap: 0}
retrievers: [bm25]
budgets: [256]
"""


def open_plan(page: Page, text: str) -> None:
    """Upload a plan into the builder, and close the box that it was opened from."""
    page.get_by_role("button", name="Open a plan").click()
    page.locator(".st-key-evaluate-plan-file input[type=file]").set_input_files(
        {"name": "mine.yaml", "mimeType": "application/yaml", "buffer": text.encode()}
    )
    expect(page.locator(".st-key-evaluate-plan-row-semantic")).to_have_count(0)
    expect(page.locator(".st-key-evaluate-plan-cost")).not_to_contain_text("→")
    page.keyboard.press("Escape")


def start(page: Page, name: str) -> None:
    """Name the sweep and start it."""
    field = page.locator(".st-key-evaluate-plan-name input")
    field.fill(name)
    field.press("Enter")
    page.locator(".st-key-evaluate-plan-begin button").click()
    expect(page.locator(".st-key-evaluate-sweep input")).to_have_value(name)


def test_a_plan_of_ones_own_from_its_file_to_the_verdict_and_back_by_its_address(served: Served) -> None:
    page = served.page
    open_page(page, "/evaluate?view=sweep")
    expect(page.locator(".st-key-evaluate-plan-cost")).to_contain_text("29 → 3")
    served.check_accessible()
    open_plan(page, PLAN)
    expect(page.locator(".st-key-evaluate-plan-row-section")).to_be_visible()
    start(page, "own-plan")
    expect(page.get_by_text(re.compile("own-plan: 3 of 3 configurations evaluated to the end"))).to_be_visible()
    expect(page.get_by_text(re.compile("evidence recall 0|No winner|leads|is best")).first).to_be_visible()
    expect(page.get_by_role("button", name="Leaderboard (CSV)")).to_be_visible()
    served.check_accessible()

    assert "sweep=own-plan" in page.url and "view=sweep" in page.url
    choose(page, "evaluate-configuration", "recursive-48-0")
    expect(page.get_by_text("Question by question")).to_be_visible()
    page.reload()
    expect(page.locator(".st-key-evaluate-sweep input")).to_have_value("own-plan")
    expect(page.get_by_text("Question by question")).to_be_visible()
    page.get_by_role("link", name="Compare these 3").click()
    expect(page).to_have_url(re.compile("compare.*own-plan"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Compare")


def test_a_sweep_is_cancelled_from_the_queue_and_goes_on_from_the_start_page(served: Served) -> None:
    page = served.page
    open_page(page, "/evaluate?view=sweep")
    open_plan(page, PLAN.replace("data: sample:faq", "data: sample:tarnwick"))
    start(page, "long-plan")
    expect(page.locator("[data-testid=stDataFrame]").first).to_be_visible()
    page.get_by_text("Queue", exact=True).click()
    page.locator("[class*=st-key-evaluate-queue-cancel] button").click()
    expect(page.get_by_text(re.compile("long-plan: cancelled")).first).to_be_visible()
    page.get_by_role("link", name="Start").click()
    card = page.locator(".st-key-home-sweep-long-plan")
    expect(card).to_contain_text("What is measured is kept")
    card.get_by_role("button", name="Go on").click()
    expect(page.get_by_text(re.compile("Sweep long-plan: Configurations"))).to_be_visible()
    expect(card).to_have_count(0)
    page.locator("[class*=st-key-job-cancel] button").click()
    expect(card).to_contain_text("What is measured is kept")
    served.check_accessible()
