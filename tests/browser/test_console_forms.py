"""The console has the dealer hold what a tax form is due for, in a house that plays for money."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.live_site import Keys, LiveSite
from browser.played_floor import site_text, write_past
from browser.test_console import step


def test_the_dealer_holds_a_tray_prize_and_envy_for_their_forms(
    browser: Browser, tmp_path: Path, keys: Keys
) -> None:
    """Two royal flushes: seat 3 has a full house, which the tray pays, and $2,000.00 of envy to
    come on the same wager."""
    with LiveSite(tmp_path, keys, text=site_text(), before=write_past).serving() as floor:
        hands = floor.hands()
        hands.press("start-round", table="H1", spots=[{"seat": n, "sensor": 1} for n in (1, 2, 3)])
        for seat, outcome in ((1, "royal_flush"), (2, "royal_flush"), (3, "full_house")):
            hands.mark("H1", seat, outcome)
        hands.swipe("confirm-awards", "E300", table="H1")
        page = floor.console(browser, "H1")
        held = page.locator(".award", has_text="Seat 3")
        expect(held).to_contain_text("Don't pay it yet. It needs a tax form: call a supervisor.")
        expect(page.locator(".award", has_text="Seat 1")).to_contain_text("The cage pays this")
        step(page, "end").click()
        rows = page.locator("#sheet .prizes tr")
        expect(rows.nth(0)).to_contain_text("Seat 3")
        expect(rows.nth(0)).to_contain_text("HOLD IT for the tax form")
        expect(rows.nth(1)).not_to_contain_text("HOLD IT")  # the cage pays seat 2
        expect(page.locator("#sheet-title")).to_contain_text("hold any that needs a tax form")
