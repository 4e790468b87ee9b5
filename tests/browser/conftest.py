"""One browser for all tests, and a site of its own for each test that asks for one. Whatever goes
wrong in any page of a test fails it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from browser.faults import Faults
from browser.live_site import Keys, LiveSite, launched, make_keys
from web.conftest import quick_clerks, quick_pins

__all__ = ["browser", "chromium", "faults", "keys", "quick_clerks", "quick_pins", "site"]
PATIENCE_MS = 40_000  # a busy machine is slow; what is awaited comes, or the test fails
PAGE_MS = 120_000  # a page of the books, where their process has to start first
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The machine's own Chromium, for as long as this process runs browser tests: its driver keeps
    an event loop running, and other tests have loops of their own."""
    with sync_playwright() as playwright:
        opened = launched(playwright)
        yield opened
        opened.close()


@pytest.fixture
def faults() -> Iterator[Faults]:
    """What goes wrong in the pages of a test; nothing may that was not expected."""
    found = Faults()
    yield found
    assert found.left() == []


@pytest.fixture
def browser(
    chromium: Browser, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Browser]:
    """The browser, its pages watched, and closed when the test is over."""
    new_context = chromium.new_context

    def watched(**settings: Any) -> BrowserContext:
        context = new_context(**settings)
        context.set_default_timeout(PATIENCE_MS)
        context.set_default_navigation_timeout(PAGE_MS)
        faults.watch(context)
        return context

    monkeypatch.setattr(chromium, "new_context", watched)
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    """The keys of every site."""
    return make_keys(tmp_path_factory.mktemp("keys"))


@pytest.fixture
def site(tmp_path: Path, keys: Keys) -> Iterator[LiveSite]:
    """A running site."""
    with LiveSite(tmp_path / "site", keys).serving() as running:
        yield running
