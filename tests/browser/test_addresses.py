"""Every page by its address: on a cold server, without errors, and for those who do not see or point."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE_MS, Served, serving, session

ADDRESSES = ("", "data", "chunks", "chat", "evaluate", "compare", "judge", "question")


def wait_until_drawn(page: Page) -> None:
    """Until the page has its heading and the sidebar's last step, and nothing is running."""
    expect(page.locator("h1")).to_have_count(1, timeout=PATIENCE_MS)
    expect(page.locator(".st-key-collection-build")).to_be_attached(timeout=PATIENCE_MS)
    expect(page.locator("[data-testid=stStatusWidget]")).to_have_count(0, timeout=PATIENCE_MS)


def test_a_first_visit_by_address_on_a_cold_server(browser: Browser, models_home: Path, tmp_path: Path) -> None:
    with ExitStack() as stack:
        visits = []
        for number, address in enumerate(ADDRESSES):
            home = tmp_path / str(number)
            home.mkdir()
            (home / "models").symlink_to(models_home.resolve() / "models", target_is_directory=True)
            seen = stack.enter_context(session(browser, stack.enter_context(serving(home))))
            seen.page.goto(f"/{address}?unknown=1", wait_until="commit")
            visits.append((seen, address))
        for seen, address in visits:
            wait_until_drawn(seen.page)
            links = seen.page.locator("[data-testid=stTopNavLink]").all_inner_texts()
            assert len(links) == len(ADDRESSES) - 1 and not any("app" in link for link in links)
            assert urlsplit(seen.page.url).path == f"/{address}"


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_empty_page_is_accessible(served: Served, address: str, scheme: str) -> None:
    served.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    served.page.goto(f"/{address}")
    wait_until_drawn(served.page)
    served.check_accessible()
