"""The console where folded hands cannot win: the press that says so, and the chips after START."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.live_site import Keys, LiveSite, starter_text
from browser.test_console import begin, hand, has_state, spot


def test_PS_35_the_dealer_says_who_folded(browser: Browser, tmp_path: Path, keys: Keys) -> None:
    text = starter_text().replace('folded_qualify = "yes"', 'folded_qualify = "no"')
    with LiveSite(tmp_path / "site", keys, text=text).serving() as site:
        page = site.console(browser, "C1")
        begin(page, site, 2, 3)
        expect(page.locator("#hint")).to_have_text(
            "Take down the $1 wagers on Four-card progressive, Pays 3. "
            "Deal. For a winner, press the seat, then the hand."
        )
        spot(page, 2).click()
        page.locator("#folded").click()
        hand(page, "four_of_a_kind").click()
        expect(page.locator("#toasts")).to_contain_text("a folded hand can't win at this table")
        has_state(page, 2, "locked")
        expect(page.locator("#folded")).to_have_attribute("aria-pressed", "false")
        hand(page, "four_of_a_kind").click()
        has_state(page, 2, "marked")
