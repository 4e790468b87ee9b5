"""A jackpot that several properties share, on a sign: closed without a lease, a hit pending."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.fake_floor import FakeFloor, jackpot, level, site_of
from browser.live_site import closed_after
from browser.test_sign import SITE

pytestmark = pytest.mark.proof  # minutes of a browser

NOW_MS = 1_700_000_000_000  # 2:13:20 PM in Los Angeles, on November 14, 2023
LEASE_MS = 30_000


@pytest.fixture
def floor(browser: Browser, tmp_path: Path) -> Iterator[FakeFloor]:
    """A table with a shared jackpot and one of its own."""
    with FakeFloor(site_of(SITE), tmp_path).running() as running, closed_after(browser):
        yield running


def _shared(seq: int = 1, **wide: Any) -> dict[str, Any]:
    told = {"hub": "hub", "confirmed_ms": NOW_MS, "open_until_ms": NOW_MS + LEASE_MS} | wide
    levels = [level("mega", 123_456), level("major", 9_900)]
    return jackpot("rooms", levels, seq=str(seq), wide={"pending": [], **told})


def _shown(browser: Browser, floor: FakeFloor, *, at_ms: int) -> Page:
    floor.say("jackpot", jackpot("fours", [level("main", 5_000)]))
    floor.say("beat", {"at_ms": at_ms, "journal": "ok"})
    page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"{floor.address}/sign/C2")
    return page


def test_without_a_lease_it_is_closed_with_the_last_confirmed_time_of_the_house(
    browser: Browser, floor: FakeFloor
) -> None:
    floor.say("jackpot", _shared())
    page = _shown(browser, floor, at_ms=NOW_MS + 1_000)
    shared, own = page.locator('[data-jackpot="rooms"]'), page.locator('[data-jackpot="fours"]')
    expect(shared).to_have_attribute("data-state", "playing")
    floor.say("beat", {"at_ms": NOW_MS + LEASE_MS, "journal": "ok"})
    expect(shared).to_have_attribute("data-state", "suspended")
    expect(shared.locator(".word")).to_have_text("Closed")
    expect(shared.locator(".under")).to_contain_text("Last confirmed Nov 14, 2023, 2:13 PM")
    expect(shared.locator(".under")).to_contain_text("Mega $1,234.56 · Major $99.00")
    expect(own).to_have_attribute("data-state", "playing")
    floor.say("jackpot", _shared(2, open_until_ms=NOW_MS + 3 * LEASE_MS))
    expect(shared).to_have_attribute("data-state", "playing")


def test_a_closed_jackpot_shows_its_pending_hit_too(browser: Browser, floor: FakeFloor) -> None:
    here = {"claim": "C2-1-9.w1", "table": "C2", "level": "mega", "hand": "Royal Flush"}
    floor.say("jackpot", _shared(pending=[here]))
    page = _shown(browser, floor, at_ms=NOW_MS + LEASE_MS)
    shared = page.locator('[data-jackpot="rooms"]')
    expect(shared.locator(".word")).to_have_text("Closed")
    expect(shared.locator(".under.hit-pending")).to_have_text(
        "Award pending at this table: we're verifying the amount"
    )


def test_a_hit_is_pending_under_the_level_that_was_hit(browser: Browser, floor: FakeFloor) -> None:
    elsewhere = {"claim": "H1-1-9.w1", "table": "H1", "level": "mega", "hand": "Royal Flush"}
    floor.say("jackpot", _shared(pending=[elsewhere]))
    page = _shown(browser, floor, at_ms=NOW_MS + 1_000)
    shared = page.locator('[data-jackpot="rooms"]')
    hit, other = shared.locator('[data-level="mega"]'), shared.locator('[data-level="major"]')
    expect(hit.locator(".under")).to_have_text(
        "Award pending at table H1: we're verifying the amount"
    )
    expect(other).not_to_have_attribute("data-pending", "")
