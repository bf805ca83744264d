"""What a person does with documents and questions of their own, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE_MS, Served
from tests.browser.test_journeys import choose, open_page

expect.set_options(timeout=PATIENCE_MS)

NOTES = "# Pump\n\nThe pump 🧩 stops after nine minutes.\n\n## Mast\n\nThe mast leans north <b>by</b> $4 degrees.\n"
QUOTE = "stops after nine minutes"
SELECT = """
(box, words) => {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.indexOf(words);
    if (at < 0) continue;
    document.getSelection().setBaseAndExtent(node, at, node, at + words.length);
    return true;
  }
  return false;
}
"""


def upload(page: Page, name: str, text: str) -> None:
    page.locator("[class*=st-key-data-files-] input[type=file]").set_input_files(
        {"name": name, "mimeType": "text/markdown", "buffer": text.encode()}
    )


def button(page: Page, key: str) -> None:
    """Press a button; one with a tooltip is in the page twice, for both kinds of pointers."""
    page.locator(f".st-key-{key} button:visible").click()


def save_documents(page: Page, name: str) -> None:
    open_page(page, "/data")
    opener = page.get_by_text("Add documents of your own")
    if not page.locator("[class*=st-key-data-files-] input[type=file]").count():
        opener.click()
    upload(page, f"{name}.md", NOTES)
    expect(page.get_by_text("nobody else sees them").last).to_be_visible()
    field = page.locator(".st-key-data-save-card input").last
    expect(field).to_have_value(name)
    button(page, "data-save")


def test_own_documents_are_looked_at_saved_and_there_after_a_reload(served: Served) -> None:
    page = served.page
    save_documents(page, "pump-notes")
    expect(page.get_by_text("1 document saved.")).to_be_visible()
    expect(page.locator(".st-key-data-text .ct-marked")).to_contain_text("<b>by</b> $4 degrees")
    page.reload()
    expect(page.locator(".st-key-data-corpus input")).to_have_value("📁 pump-notes")
    page.locator(".st-key-data-find input").fill("MAST leans")
    page.keyboard.press("Enter")
    expect(page.locator(".ct-k-found")).to_have_text("mast leans")
    served.check_accessible()
    choose(page, "data-source", "Saved on this machine")
    expect(page.locator(".st-key-data-saved input")).to_have_value("pump-notes")
    button(page, "data-to-chunks")
    expect(page.get_by_role("heading", level=1)).to_have_text("Chunks")


def test_a_question_is_written_and_its_evidence_picked_in_the_text(served: Served) -> None:
    page = served.page
    save_documents(page, "evidence-notes")
    button(page, "data-to-questions")
    page.locator(".st-key-data-new-title input").fill("Pump questions")
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="Type, paste or upload").click()
    page.locator("[class*=st-key-data-add-text-] textarea").fill("When does the pump halt?")
    page.keyboard.press("Control+Enter")
    button(page, "data-new-press")
    text = page.locator(".st-key-data-source-text .ct-marked")
    expect(text).to_contain_text(QUOTE)
    assert text.evaluate(SELECT, QUOTE)
    page.get_by_role("button", name="Use selection").click()
    expect(page.locator(".st-key-data-passage-0")).to_contain_text(QUOTE)
    start = NOTES.index(QUOTE)
    expect(page.locator(".st-key-data-passage-0")).to_contain_text(f"{start} to {start + len(QUOTE)}")
    expect(page.get_by_text("not saved yet")).to_be_visible()
    button(page, "data-save-question")
    expect(page.get_by_text("is saved.")).to_be_visible()
    served.check_accessible()
    page.reload()
    expect(page.locator(".ct-k-evidence", has_text=QUOTE)).to_be_visible()
    expect(page.get_by_text("1 question, 1 with evidence")).to_be_visible()


def test_generated_questions_are_reviewed_by_key(served: Served) -> None:
    page = served.page
    open_page(page, "/data?view=questions&set=new")
    choose(page, "data-new-documents", "Sample: Customer FAQ")
    page.locator(".st-key-data-new-title input").fill("To review")
    page.keyboard.press("Enter")
    page.locator(".st-key-data-generate-count input").fill("6")
    page.keyboard.press("Enter")
    button(page, "data-new-press")
    expect(page.get_by_text(re.compile(r"\d+ questions to review"))).to_be_visible()
    expect(page.get_by_text("1 of 6")).to_be_visible()
    page.keyboard.press("Alt+a")
    expect(page.get_by_text("1 of 5")).to_be_visible()
    button(page, "data-reject")
    expect(page.get_by_text("1 of 4")).to_be_visible()
    button(page, "data-undo-press")
    expect(page.get_by_text(re.compile("of 5 questions"))).to_be_visible()


def test_back_and_forward_bring_the_same_view_at_once(served: Served) -> None:
    page = served.page
    open_page(page, "/data")
    expect(page.locator(".st-key-data-numbers")).to_be_visible()
    page.get_by_role("radio", name="Questions").click()
    expect(page.locator(".st-key-data-set")).to_be_visible()
    expect(page).to_have_url(re.compile("view=questions"))
    page.get_by_role("radio", name="Check").click()
    expect(page).to_have_url(re.compile("part=check"))
    page.go_back()
    expect(page.locator(".st-key-data-previous")).to_be_visible()
    page.go_back()
    expect(page.locator(".st-key-data-numbers")).to_be_visible()
    page.go_forward()
    expect(page.locator(".st-key-data-set")).to_be_visible()


def test_words_that_are_still_being_typed_are_saved_too(served: Served) -> None:
    page = served.page
    open_page(page, "/data?view=questions&set=sample:faq")
    button(page, "data-copy")
    expect(page.locator(".st-key-data-actions")).to_be_visible()
    text = page.locator("[class*=st-key-data-text-saved] textarea")
    text.fill("Typed and not left?")
    text.press("Control+s")
    expect(page.get_by_text("is saved.")).to_be_visible()
    page.reload()
    expect(text).to_have_value("Typed and not left?")
