"""The first page's plots and how the floor does, in a real browser: read by everybody, at any size,
by night and day, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import looks
from web.office_support import played, signed_on
from web.played_weeks import nine_days
from web.server_support import Site, make_keys

PAGES = ("/office/today", "/office/floor_play?by=seat&begin=2026-11-09&end=2026-11-17")
SIZES = ((1280, 800), (640, 800), (320, 640))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("weeks")
    keys = make_keys(folder / "keys")
    with played(folder / "site", (folder / "keys", keys), then=nine_days) as site:
        yield site


def opened(browser: Browser, house: Site, path: str) -> Page:
    """A page of the office, for accounting."""
    context = browser.new_context()
    cookies = signed_on(house, "A400").cookies.items()
    context.add_cookies([{"name": n, "value": v, "url": house.address} for n, v in cookies])
    page = context.new_page()
    page.goto(f"{house.address}{path}")
    return page


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_page_of_plots_can_be_read(
    browser: Browser, house: Site, path: str, language: str
) -> None:
    house.access.choose_language("A400", language)
    page = opened(browser, house, path)
    for each in page.locator("details").all():
        each.evaluate("(found) => { found.open = true; }")
    wrong = looks.broken_rules(page) + looks.unreadable_by_night_and_day(page)
    for size in SIZES:
        looks.reshaped(page, *size)
        wrong += looks.too_wide(page)
    assert wrong == []


def test_choices_are_made_by_keyboard_and_kept_in_the_csv(browser: Browser, house: Site) -> None:
    house.access.choose_language("A400", "en")
    page = opened(browser, house, PAGES[1])
    page.locator("select[name=by]").select_option("weekday")
    page.locator("select[name=table]").select_option("C1")
    page.locator("form.search button").press("Enter")
    expect(page.locator("#sheet-played_by_weekday")).to_have_text("Play by day of week")
    rows = page.locator("[aria-labelledby=sheet-played_by_weekday] tbody tr")
    expect(rows).to_have_count(7)
    with page.expect_download() as download:
        page.locator("[aria-labelledby=sheet-played_by_weekday] a.export").click()
    text = Path(download.value.path()).read_text("utf-8")
    assert text.count("C2") == 0
    assert len(text.splitlines()) == 8
