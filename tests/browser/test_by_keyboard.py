"""Whole jobs without a mouse: a dealer, a supervisor, a cashier, somebody in the office."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.live_site import LiveSite
from browser.test_console import has_state, step, swipe
from web.server_support import PINS

pytestmark = pytest.mark.proof  # minutes of a browser


def tab_to(page: Page, selector: str) -> None:
    """Move the focus with the Tab key until it is there."""
    for _ in range(80):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def test_sign_on_confirm_and_adjust_by_keyboard_alone(browser: Browser, site: LiveSite) -> None:
    hands = site.hands()
    hands.start("C1", 2)
    hands.mark("C1", 2, "straight_flush")
    page = site.context(browser).new_page()
    page.goto(f"{site.address}/sign-on")
    tab_to(page, "[name=badge]")
    page.keyboard.type("E300")
    page.keyboard.press("Tab")
    page.keyboard.type(PINS["E300"])
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "sign-on" not in url)
    page.goto(f"{site.address}/pit")
    expect(page.locator("#tables .needs")).to_have_count(1)
    tab_to(page, '#tables a[href="/pit/C1"]')
    page.keyboard.press("Enter")
    expect(page.locator("#total")).to_have_text("$100.00")
    tab_to(page, "#pin")
    page.keyboard.type(PINS["E300"])
    page.keyboard.press("Enter")
    expect(page.locator("#awarded")).to_contain_text("Straight Flush $100.00")
    adjust(page, site)


def adjust(page: Page, site: LiveSite) -> None:
    """An adjustment by two people who have no mouse."""
    page.goto(f"{site.address}/office/adjustments")
    tab_to(page, "summary")
    page.keyboard.press("Enter")
    tab_to(page, "[name=cents]")
    page.keyboard.type("-12.50")
    tab_to(page, "[name=reason]")
    page.keyboard.type("the sign was dark")
    tab_to(page, "[data-badge]")
    page.keyboard.type("A400")
    page.keyboard.press("Tab")
    page.keyboard.type(PINS["A400"])
    tab_to(page, "[data-pair]")
    page.keyboard.type("fours")
    tab_to(page, "[name=adjustment]")
    page.keyboard.type("Faulty")
    tab_to(page, "form.command button")
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr").first).to_contain_text("-$12.50")
    expect(page.locator("tbody tr").first).to_contain_text("the sign was dark")


def test_a_dealer_from_start_to_confirmed(browser: Browser, site: LiveSite) -> None:
    """Digits are seats, letters hands, Enter the next step; the badge and the box are typed."""
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    for key in "25":
        page.keyboard.press(key)
        has_state(page, int(key), "lit")
    step(page, "start")
    page.keyboard.press("Enter")
    step(page, "play")
    page.keyboard.press("2")
    page.keyboard.press("a")  # the best hand of the table
    has_state(page, 2, "marked")
    step(page, "confirm")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet-pin")).to_be_focused()
    page.keyboard.type(PINS["S200"])
    page.keyboard.press("Enter")
    has_state(page, 2, "awarded")
    step(page, "end")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet-go")).to_be_focused()  # what each seat gets, then END
    page.keyboard.press("Enter")
    step(page, "start")


def test_from_the_menu_of_the_office_to_a_report(browser: Browser, site: LiveSite) -> None:
    page = site.signed_on(browser, "A400", "/")
    tab_to(page, "nav a[href='/office/reports']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/office/reports")
    tab_to(page, "main a[href^='/office/reports/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/office/reports/*")
    page.locator("h1").wait_for()
    page.locator("table").first.wait_for()


def test_whoever_skips_the_menu_is_past_the_search_at_the_head_of_the_page(
    browser: Browser, site: LiveSite
) -> None:
    page = site.signed_on(browser, "A400", "/office/reports")
    tab_to(page, ".skip")
    page.keyboard.press("Enter")
    expect(page.locator("header.head")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("main header.head .help-place button")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("main > header.head ~ * :focus")).to_have_count(1)
