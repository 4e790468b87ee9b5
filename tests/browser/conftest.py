"""A browser for each file of tests, and a site of its own for each test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.live_site import LiveSite, launched


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium."""
    with sync_playwright() as playwright:
        opened = launched(playwright)
        yield opened
        opened.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[LiveSite]:
    """A running site."""
    with LiveSite(tmp_path / "site").serving() as running:
        yield running
