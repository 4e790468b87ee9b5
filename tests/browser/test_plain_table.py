"""A game without a jackpot in a real browser: its console, its sign, against a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.live_site import Keys, LiveSite, starter_text
from browser.looks import colliding, reshaped, resized, still_wrong
from browser.test_console import step, swipe

pytestmark = pytest.mark.proof  # minutes of a browser

PLAIN = """
[[table]]
id = "P1"
game = "caribbean_stud"
title = "Caribbean Stud Poker"
seats = 7
jackpots = []

[table.paytables]
base = "caribbean_stud/base/standard"
cover_all = "caribbean_stud/cover_all/standard"

[table.limits]
ante = ["$5", "$100"]
cover_all = ["$1", "$25"]
"""
# Printed in the letter: seven players and the dealer are eight hands.
ROYAL_PAYS = ["500", "300", "250", "200", "150", "125", "100"]
OVERFLOWING = """() => [...document.querySelectorAll('.sign, .panels, .game, .bets, .bet')]
  .filter(part => part.scrollHeight > part.clientHeight + 2
    || part.scrollWidth > part.clientWidth + 2)
  .map(part => part.className)"""


@pytest.fixture
def plain_site(tmp_path: Path, keys: Keys) -> Iterator[LiveSite]:
    with LiveSite(tmp_path / "site", keys, text=starter_text() + PLAIN).serving() as running:
        yield running


def test_a_dealer_deals_rounds_without_a_jackpot(browser: Browser, plain_site: LiveSite) -> None:
    page = plain_site.console(browser, "P1")
    step(page, "sign_in")
    swipe(page, plain_site, "D100")
    expect(page.locator("#dealer")).to_contain_text("First Dealer")
    expect(page.locator("#hands-title")).to_have_text("This game has no jackpot")
    expect(page.locator(".seat .place")).to_have_text(list("1234567"))
    expect(page.locator(".spot, .hand")).to_have_count(0)
    expect(page.locator("#win, #same")).to_have_count(2)
    for hidden in ("#win", "#same"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator('.bet[data-slot="cover_all"] tbody tr').first.locator("td")).to_have_text(
        ROYAL_PAYS
    )
    resized(page, 1024, 768)
    assert (
        still_wrong(page, lambda: colliding(page, ".panel", "#hands-more, #hand-count span")) == []
    )
    page.keyboard.press("3")  # no seat has a spot: nothing lights, and nothing breaks
    step(page, "start").click()
    expect(page.locator("#phase")).to_have_text("Round open")
    expect(page.locator("#round")).to_have_text("Round 1")
    step(page, "play").click()
    step(page, "start").click()
    step(page, "play")
    page.click("#call")
    page.get_by_role("button", name="Fill or credit").click()
    expect(page.locator("#call")).to_have_class("person")
    page.click("#pause")
    expect(page.locator("#phase")).to_have_text("Table paused")
    expect(page.locator("#misdeal")).to_be_enabled()
    page.click("#misdeal")
    page.get_by_role("button", name="Card exposed").click()
    swipe(page, plain_site, "S200")
    expect(page.locator("#misdeal")).to_be_disabled()
    step(page, "resume").click()
    page.get_by_role("button", name="Settled").click()
    swipe(page, plain_site, "S200")
    step(page, "start")


def sign_of(page: Page, site: LiveSite) -> Page:
    sign = page.context.new_page()
    reshaped(sign, 1920, 1080)
    sign.goto(f"{site.address}/sign/P1")
    sign.wait_for_selector('[data-link="live"]')
    return sign


def test_the_sign_of_a_game_without_a_jackpot(browser: Browser, plain_site: LiveSite) -> None:
    page = plain_site.console(browser, "P1")
    sign = sign_of(page, plain_site)
    expect(sign.locator("h1")).to_have_text("Caribbean Stud Poker")
    expect(sign.locator(".limits dt")).to_have_text(["Ante", "Cover All Bonus"])
    expect(sign.locator(".limits dd")).to_have_text(["$5to$100", "$1to$25"])
    expect(sign.locator(".bet h2")).to_have_text(["Cover All Bonus", "Raise"])
    royal = sign.locator('.bet[data-slot="cover_all"] tbody tr').first
    expect(royal.locator("td")).to_have_text(ROYAL_PAYS)
    raised = sign.locator('.bet[data-slot="base"] tbody tr')
    expect(raised).to_have_count(10)
    expect(raised.first).to_have_text("Royal Flush100 to 1")
    expect(sign.locator(".line")).to_have_text("Waiting for a dealer")
    for size in ((1920, 1080), (3840, 2160), (1080, 1920)):
        reshaped(sign, *size)
        assert (size, still_wrong(sign, lambda: sign.evaluate(OVERFLOWING))) == (size, [])
    swipe(page, plain_site, "D100")
    step(page, "start").click()
    expect(sign.locator(".line")).to_have_text("No more bets")
    step(page, "play").click()
    expect(sign.locator(".line")).to_have_text("")


def test_CS_2_the_hands_dealt_choose_the_column(browser: Browser, plain_site: LiveSite) -> None:
    page = plain_site.console(browser, "P1")
    sign = sign_of(page, plain_site)
    swipe(page, plain_site, "D100")
    step(page, "start")
    page.locator('#hand-count [data-hands="5"]').click()
    step(page, "start").click()
    step(page, "play")
    for shown in (page, sign):
        expect(shown.locator(".bet thead [data-chosen]")).to_have_text("5")
        expect(shown.locator(".bet tbody [data-chosen]").first).to_have_text("200")
    step(page, "play").click()
    expect(sign.locator("[data-chosen]")).to_have_count(0)


def test_CS_2_a_wrong_number_of_hands_is_corrected(browser: Browser, plain_site: LiveSite) -> None:
    page = plain_site.console(browser, "P1")
    sign = sign_of(page, plain_site)
    swipe(page, plain_site, "D100")
    step(page, "start").click()
    step(page, "play")
    page.locator('#hand-count [data-hands="5"]').click()  # nobody had counted: no reason is asked
    expect(sign.locator(".bet thead [data-chosen]")).to_have_text("5")
    page.locator('#hand-count [data-hands="4"]').click()
    expect(page.locator("#sheet")).to_contain_text("4 hands in this round")
    page.locator("#sheet .choice", has_text="Wrong button").click()
    page.locator("#sheet-go").click()
    for shown in (page, sign):
        expect(shown.locator(".bet thead [data-chosen]")).to_have_text("4")
    step(page, "play").click()
