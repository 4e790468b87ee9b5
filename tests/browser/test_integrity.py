"""What surveillance should look at, in a real browser: read at any size, by night and day, in both
languages, and followed by keyboard to its rounds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import looks
from web.office_support import played, signed_on
from web.server_support import Site, make_keys
from web.test_integrity import DAYS, LINE, fours_at_a_seat

SIZES = ((1280, 800), (640, 800), (320, 640))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("cheats")
    keys = make_keys(folder / "keys")
    with played(folder / "site", (folder / "keys", keys), then=fours_at_a_seat) as site:
        yield site


def opened(browser: Browser, house: Site, more: str, language: str) -> Page:
    house.access.choose_language("U600", language)
    context = browser.new_context()
    cookies = signed_on(house, "U600").cookies.items()
    context.add_cookies([{"name": n, "value": v, "url": house.address} for n, v in cookies])
    page = context.new_page()
    page.goto(f"{house.address}/office/integrity?{DAYS}{more}")
    return page


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_can_be_read(browser: Browser, house: Site, language: str) -> None:
    page = opened(browser, house, f"&line={LINE}", language)
    page.locator("main details").evaluate("(found) => { found.open = true; }")
    wrong = looks.broken_rules(page) + looks.unreadable_by_night_and_day(page)
    for size in SIZES:
        looks.reshaped(page, *size)
        wrong += looks.too_wide(page)
    assert wrong == []


def test_a_line_leads_to_the_story_of_a_round(browser: Browser, house: Site) -> None:
    page = opened(browser, house, "", "en")
    expect(page.locator("#sheet-cases")).to_have_count(0)
    page.locator("main ol a").first.press("Enter")
    expect(page.locator("#sheet-cases")).to_have_text("Each time")
    page.locator("[aria-labelledby=sheet-cases] a[href*='/story/round/']").first.press("Enter")
    expect(page).to_have_url(f"{house.address}/office/story/round/C1/7")
