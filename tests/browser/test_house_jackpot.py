"""A house jackpot on each screen: console, sign, win page, and the office that posts it (PS-34)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.live_site import Keys, LiveSite, crazy4_table, starter_text
from browser.test_console import begin, hand, has_state, spot, step, swipe, tick_all

POSTED = """
[[jackpot]]
id = "aces"
kind = "house"
paytable = "crazy4/progressive/pays-1"
title = "Four Aces House Jackpot"

[jackpot.prizes]
four_aces = "$2,000"

[[jackpot]]
id = "flushes"
kind = "house"
paytable = "multi_game/five_card/01"
title = "Royal Flush House Jackpot"

[jackpot.prizes]
straight_flush = "$400"
royal_flush = "$4,000"
"""


@pytest.fixture
def posted(tmp_path: Path, keys: Keys) -> Iterator[LiveSite]:
    """A site with a table that has two house jackpots on its layout."""
    before, found, tables = starter_text().partition("[[table]]")
    text = before + POSTED + found + tables + crazy4_table("C9", "aces", "flushes", seats=6)
    with LiveSite(tmp_path / "site", keys, text=text).serving() as running:
        yield running


def test_PS_34_a_house_jackpot_from_button_to_win_page(browser: Browser, posted: LiveSite) -> None:
    sign = posted.sign(browser, "C9")
    aces = sign.locator('.jackpot[data-kind="house"]').first
    expect(aces.locator(".first .figure")).to_have_attribute("data-cents", "200000")
    expect(aces.locator(".hands li").first).to_contain_text("300 for 1")
    expect(aces.locator(".notices p")).to_have_count(3)

    page = posted.console(browser, "C9")
    expect(page.locator("#meters dd")).to_have_text(["$2,000.00", "$4,000.00"])
    begin(page, posted, 1, 2, 3)
    spot(page, 1).click()
    hand(page, "four_of_a_kind").click()
    has_state(page, 1, "marked")
    spot(page, 2).click()
    hand(page, "four_aces").click()
    step(page, "confirm").click()
    prizes = page.locator("#sheet .prizes").first.locator("tbody .money")
    expect(prizes).to_have_text(["$2,000.00", "$300.00"])
    tick_all(page)
    swipe(page, posted, "E300")
    hit = sign.locator(".hit")
    expect(hit.locator(".figure")).to_have_attribute("aria-label", "$2,000.00")
    # It stays posted as it was.
    expect(aces.locator(".first .figure")).to_have_attribute("data-cents", "200000")
    win = page.locator(".award a").first.get_attribute("href")
    page.goto(f"{posted.address}{win}")
    expect(page.locator("body")).to_contain_text("Posted by the house")
    expect(page.locator("body")).to_contain_text("$2,000.00")


def test_PS_34_the_office_sees_the_edge_before_posting(browser: Browser, posted: LiveSite) -> None:
    page = posted.signed_on(browser, "S200", "/office/changes/new/aces")
    form = page.locator("form[data-preview]").first
    form.locator('[name="what.house_prizes.0.1"]').fill("3,000")
    form.locator('[name="reason"]').fill("a busy month")
    form.get_by_role("button").click()
    # 48 of 2,598,960 hands are worth $3,000 and the others 907,904: 1,547,056 stay with the house.
    expect(form.locator(".preview")).to_contain_text("house edge 59.5260% (13813/23205)")
