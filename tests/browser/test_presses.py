"""How many presses a job takes, counted in a real browser, and the document that says so."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from browser.live_site import LiveSite
from browser.test_console import begin, hand, has_state, spot, step, swipe
from web.server_support import PINS

DOCUMENT = Path(__file__).parents[2] / "docs" / "devices.md"


@dataclass
class Presser:
    """Somebody at a screen, whose touches, keys and swipes are counted."""

    page: Page
    site: LiveSite
    presses: int = 0
    swipes: int = 0

    def press(self, button: Locator) -> None:
        """Touch something."""
        button.click()
        self.presses += 1

    def pin(self, badge: str) -> None:
        """The digits of a PIN, each a press, at a field that has the focus or the pad's."""
        expect(self.page.locator("#sheet-badge")).to_have_value(badge)
        pad = self.page.locator("#sheet-pad")
        for key in PINS[badge]:
            self.press(pad.get_by_role("button", name=key, exact=True))

    def swipe(self, badge: str) -> None:
        """A card through the reader."""
        swipe(self.page, self.site, badge)
        self.swipes += 1


def said(job: str) -> tuple[int, int]:
    """Presses and swipes of a job as the document has them."""
    table = DOCUMENT.read_text("utf-8").partition("<!-- presses -->")[2]
    rows = re.findall(r"^\| (.*?) \| (\d+) \| (\d+) \|", table.partition("<!-- end")[0], re.M)
    found = {name: (int(presses), int(swipes)) for name, presses, swipes in rows}
    return found[job]


def count(presser: Presser) -> tuple[int, int]:
    """What a job took."""
    return presser.presses, presser.swipes


def marked(browser: Browser, site: LiveSite) -> Presser:
    """Two wagers at an Atlas table, and one of them has won all of the meter: seat, then hand."""
    page = site.console(browser, "C1")
    begin(page, site, 2, 3)
    presser = Presser(page, site)
    presser.press(spot(page, 2))
    presser.press(hand(page, "four_aces"))
    has_state(page, 2, "marked")
    return presser


def coined(browser: Browser, site: LiveSite) -> Presser:
    """The same at a table with a key."""
    page = site.console(browser, "B1")
    swipe(page, site, "D101")
    step(page, "start")
    for seat in (2, 4):
        spot(page, seat).click()
        has_state(page, seat, "lit")
    step(page, "start").click()
    step(page, "play")
    presser = Presser(page, site)
    presser.press(spot(page, 4))
    presser.press(hand(page, "three_sevens_suited"))
    has_state(page, 4, "marked")
    presser.press(step(page, "key_jph"))
    return presser


# ---- at the table -------------------------------------------------------------------------------


def test_a_round_without_a_winner(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    presser = Presser(page, site)
    presser.press(step(page, "start"))
    presser.press(step(page, "play"))
    step(page, "start")
    assert count(presser) == said("A round without a winner")


def test_a_winner_confirmed_by_swipe(browser: Browser, site: LiveSite) -> None:
    presser = marked(browser, site)
    page = presser.page
    presser.press(step(page, "confirm"))
    presser.press(page.locator("#sheet .checks input"))
    presser.swipe("S200")
    has_state(page, 2, "awarded")
    assert count(presser) == said("A winner confirmed, by swipe")


def test_a_winner_confirmed_by_pin(browser: Browser, site: LiveSite) -> None:
    presser = marked(browser, site)
    page = presser.page
    presser.press(step(page, "confirm"))
    presser.pin("S200")
    presser.press(page.locator("#sheet-go"))
    has_state(page, 2, "awarded")
    assert count(presser) == said("A winner confirmed, by PIN")


def test_a_winner_at_an_older_keypad_by_swipe(browser: Browser, site: LiveSite) -> None:
    presser = coined(browser, site)
    page = presser.page
    presser.swipe("S200")
    presser.press(step(page, "j_pot"))
    presser.press(step(page, "key_run"))
    step(page, "end")
    assert count(presser) == said("A winner at an older keypad, by swipe")


def test_a_winner_at_an_older_keypad_by_pin(browser: Browser, site: LiveSite) -> None:
    presser = coined(browser, site)
    page = presser.page
    presser.pin("S200")
    presser.press(page.locator("#sheet-go"))
    presser.press(step(page, "key_run"))
    step(page, "end")
    expect(page.locator(".award")).to_contain_text("$2,000.48")
    assert count(presser) == said("A winner at an older keypad, by PIN")


def test_a_relief_is_a_swipe_and_a_pause_is_a_press(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    relief = Presser(page, site)
    relief.swipe("D101")
    expect(page.locator("#dealer")).to_contain_text("Second Dealer")
    assert count(relief) == said("Relief of a dealer")
    pause = Presser(page, site)
    pause.press(page.locator("#pause"))
    step(page, "resume")
    assert count(pause) == said("A table paused")


def test_a_supervisor_is_called(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    call = Presser(page, site)
    call.press(page.locator("#call"))
    call.press(page.get_by_role("button", name="Player question"))
    expect(page.locator("#call")).to_have_class("person")
    assert count(call) == said("A supervisor called")


# ---- who is offered by name ---------------------------------------------------------------------


def test_another_name_is_one_press_and_is_remembered(browser: Browser, site: LiveSite) -> None:
    presser = marked(browser, site)
    page = presser.page
    step(page, "confirm").click()
    expect(page.locator("#sheet-badge")).to_have_value("S200")  # the only supervisor
    page.get_by_role("button", name="Shift Executive").click()
    expect(page.locator("#sheet-badge")).to_have_value("E300")
    presser.pin("E300")
    page.locator("#sheet-go").click()
    has_state(page, 2, "awarded")
    spot(page, 3).click()
    hand(page, "straight_flush").click()
    step(page, "confirm").click()
    expect(page.locator("#sheet-badge")).to_have_value("E300")  # who was here last
