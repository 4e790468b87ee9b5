"""The console of a table whose keypad has a key (PS-5), in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.live_site import Keys, LiveSite, starter_text
from browser.test_console import hand, has_state, spot, step, swipe

pytestmark = pytest.mark.proof  # minutes of a browser


def test_the_older_keypad(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "B1")
    swipe(page, site, "D101")
    expect(step(page, "start")).to_contain_text("COIN IN")
    spot(page, 4).click()
    has_state(page, 4, "lit")
    step(page, "start").click()
    step(page, "play")
    hand(page, "three_sevens_suited").click()
    step(page, "key_jph").click()
    expect(page.locator("#sheet .checks li")).to_have_count(3)
    swipe(page, site, "S200")
    expect(page.locator("#key")).to_have_attribute("data-position", "JPH")
    page.locator('#sheet[data-kind="jackpot"]').wait_for()
    page.keyboard.press("Escape")
    # The seed of $2,000 and 24 cents of one wager.
    expect(step(page, "j_pot")).to_contain_text("Seat 4 · $2,000.24")
    step(page, "j_pot").click()
    expect(page.locator("#sheet .checks li")).to_have_count(3)
    page.get_by_role("button", name="CHECKED: J-POT").click()
    expect(page.locator(".award")).to_contain_text("meter hasn't moved yet")
    step(page, "key_run").click()  # the key is in the lock: it goes back without a badge
    expect(page.locator("#meters dd")).to_have_text("$2,000.00")
    expect(step(page, "end")).to_contain_text("GAME OVER")
    step(page, "end").click()
    step(page, "start")


def test_the_older_keypad_is_told_of_by_its_own_keys(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "B1")
    swipe(page, site, "D101")
    spot(page, 4).click()
    has_state(page, 4, "lit")
    step(page, "start").click()
    step(page, "play")
    swipe(page, site, "D100")
    expect(page.locator(".toast")).to_contain_text("Relief dealer: swipe after GAME OVER")


def test_at_an_older_keypad_no_meter_is_waited_for_where_the_tray_pays(
    browser: Browser, site: LiveSite
) -> None:
    page = site.console(browser, "B1")
    swipe(page, site, "D101")
    spot(page, 4).click()
    has_state(page, 4, "lit")
    step(page, "start").click()
    step(page, "play")
    hand(page, "three_sevens").click()
    step(page, "key_jph").click()
    swipe(page, site, "S200")
    page.get_by_role("button", name="CHECKED: J-POT").click()
    expect(page.locator(".award .quiet")).to_have_text("from the tray · recorded")


def test_PS_4_the_older_keypad_says_when_an_executive_turns_the_key(
    browser: Browser, tmp_path: Path, keys: Keys
) -> None:
    named = 'id = "sevens"'
    text = starter_text().replace(named, f'{named}\nexecutive_above = "$1,500"', 1)
    text = text.replace('keypad = "atlas"', 'keypad = "aquarius"', 1)  # C1's
    with LiveSite(tmp_path / "site", keys, text=text).serving() as site:
        the_key_s_sheet_names_the_envy(browser, site)
        site.hands().start("B1", 4, dealer="D101")
        site.hands().mark("B1", 4, "three_sevens_suited")
        page = site.console(browser, "B1")
        expect(page.locator("#hint")).to_contain_text("Call an executive: awards over $1,500.00")
        step(page, "key_jph").click()
        expect(page.locator(".needs")).to_have_text("Executive's badge over $1,500.00")
        swipe(page, site, "S200")
        message = page.locator("#sheet-message")
        expect(message).to_contain_text("awards over $1,500.00 need an executive")
        swipe(page, site, "E300")
        page.get_by_role("button", name="CHECKED: J-POT").click()
        step(page, "key_run")


def the_key_s_sheet_names_the_envy(browser: Browser, site: LiveSite) -> None:
    """As at the other keypads: C1's four aces pay $100 to each other seat."""
    site.hands().start("C1", 1, 2)
    site.hands().mark("C1", 2, "four_aces")
    page = site.console(browser, "C1")
    step(page, "key_jph").click()
    envy = "Envy to pay at the end of the game: seat 1 $100.00"
    expect(page.locator("#sheet-content [data-part=envy]")).to_have_text(envy)
    the_key_s_sheet_follows_the_meter(page, site)
    page.close()


def the_key_s_sheet_follows_the_meter(page: Page, site: LiveSite) -> None:
    """C3 shares the meter: once its own four aces have emptied it, C1's are worth the seed."""
    hands = site.hands()
    hands.start("C3", 4, dealer="D101")
    hands.mark("C3", 4, "four_aces")
    hands.swipe("confirm-awards", "E300", table="C3")
    hands.press("end-round", table="C3")
    message = page.locator("#sheet-message")
    expect(message).to_contain_text("This meter just paid another award.")
    amount = page.locator("#sheet-go .sub").inner_text()
    expect(message).to_contain_text(f"The amount is now {amount}.")
    expect(page.locator("#sheet [data-part=prizes]")).to_contain_text(amount)


def test_MB_6_j_pot_records_a_shared_hand_marked_from_any_seat(
    browser: Browser, tmp_path: Path, keys: Keys
) -> None:
    with LiveSite(tmp_path / "site", keys, text=baccarat_with_a_key()).serving() as site:
        site.hands().start("M1", 1, 3, 5)
        page = site.console(browser, "M1")
        spot(page, 1).click()  # the last of them to be paid
        hand(page, "two_three_four_suited").click()
        page.locator("#sheet").get_by_role("button", name="Seat 5").click()
        page.get_by_role("button", name="MARK").click()
        step(page, "key_jph").click()
        # 10 % of $10,000.60 is $1,000.06; half of it each. What is recorded is what is shown.
        sheet = page.locator("#sheet")
        expect(sheet.locator("h2 small")).to_have_text(
            "Then press J-POT to record every share of this award"
        )
        expect(sheet.locator(".prizes tbody th")).to_have_text(["3", "1"])
        expect(sheet.locator(".prizes .money")).to_have_text(["$500.03", "$500.03", "$1,000.06"])
        shares = "2, 3 & 4 - 0 Suited: 2 seats share it, $500.03 each, $1,000.06 in all."
        expect(sheet.locator(".shared")).to_have_text(shares)
        swipe(page, site, "S200")
        expect(page.locator("#hint")).to_have_text(
            "Press J-POT to record the shares for seats 3, 1."
        )
        expect(step(page, "j_pot")).to_contain_text("Seats 3, 1 · $1,000.06")
        expect(page.locator("#sheet-go")).to_contain_text("$1,000.06")
        page.get_by_role("button", name="CHECKED: J-POT").click()
        step(page, "key_run").click()
        expect(page.locator(".award .amount")).to_have_text(["$500.03", "$500.03"])
        step(page, "end")


def baccarat_with_a_key() -> str:
    """The starter's site, with the older keypad at M1."""
    named = 'id = "M1"\n'
    return starter_text().replace(named, f'{named}keypad = "aquarius"\n', 1)
