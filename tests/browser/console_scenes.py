"""Sheets and rarer states of a console for the pictures of `screens.py`."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from browser.live_site import LiveSite
from browser.played_floor import opened
from browser.scene_pages import Pictures, Scene, console, device_page, step, touch

PLAIN_TABLES = ("P1", "P2", "P3")  # of the demonstration: games without a jackpot


def sheets(browser: Browser, camera: Pictures, folder: Path) -> None:
    """What a dealer opens over the table: help, calls, a shuffler that fails, the way out."""
    if not camera.wants("console-sheet"):
        return
    with opened(folder) as site:
        hands = site.hands()
        page = console(browser, site, "C1")
        step(page, "start")
        page.locator(".help-open").click()
        page.locator("dialog.help").wait_for()
        camera.shoot(page, "console-sheet-help")
        page.keyboard.press("Escape")
        for name, button in (("call", "#call"), ("sign-out", "#dealer"), ("shuffler", "#shuffler")):
            page.locator(button).click()
            settled(page)
            camera.shoot(page, f"console-sheet-{name}")
            page.keyboard.press("Escape")
        hands.swipe("report-shuffler", "D100", table="C1", reason="@jam")
        step(page, "shuffler")
        camera.shoot(page, "console-sheet-shuffler-out")
        page.locator("#next").click()
        settled(page)
        camera.shoot(page, "console-sheet-shuffler-steps")
        other = console(browser, site, "M1")
        hands.swipe("pause-table", "S200", table="M1", reason="@dispute")
        step(other, "resume")
        other.locator("#next").click()
        settled(other)
        camera.shoot(other, "console-sheet-resume")


def settled(page: Page) -> None:
    """Wait until the button of the open sheet can be pressed."""
    page.locator("#sheet-go:enabled").wait_for()


def rarer_states(browser: Browser, camera: Pictures, folder: Path) -> None:
    """A press that is not answered yet, an amount that is held, a jackpot that takes no wagers, a
    journal that cannot be written, a closed table."""
    if not camera.wants("console-state"):
        return
    with opened(folder) as site:
        awaited(browser, camera, site)
        hands = site.hands()
        hands.press("start-round", table="H1", spots=[{"seat": 4, "sensor": 1}])
        hands.mark("H1", 4, "straight_flush")
        held = console(browser, site, "H1")
        step(held, "confirm")
        camera.shoot(held, "console-state-held")
        executive = site.person("E300")
        executive.press("suspend-jackpot", jackpot="fours", reason="sensor board to be changed")
        suspended = console(browser, site, "C2")
        expect(suspended.locator("#why")).to_contain_text("suspended")
        camera.shoot(suspended, "console-state-suspended")
        closed = console(browser, site, "M1")
        close_table(site, "M1")
        closed.locator('main[data-phase="closed"]').wait_for()
        camera.shoot(closed, "console-state-closed")
        # The last of all: on this floor nothing is recorded any more.
        (folder / "floor.db").rename(folder / "elsewhere.db")
        suspended.locator(".band.journal").wait_for()
        camera.shoot(suspended, "console-state-journal-lost")


def awaited(browser: Browser, camera: Pictures, site: LiveSite) -> None:
    """START has been pressed, and the server has not answered."""
    page = console(browser, site, "C1")
    step(page, "start")
    for seat in (2, 5):
        touch(page, seat)
    expect(page.locator('.spot[data-state="lit"]')).to_have_count(2)
    held: list[Route] = []
    page.route("**/api/commands/start-round", lambda route: held.append(route))
    page.locator("#next").click()
    page.locator('#next[aria-busy="true"]').wait_for()
    camera.shoot(page, "console-state-awaited")
    for route in held:
        route.continue_()
    step(page, "play")


def close_table(site: LiveSite, table: str) -> None:
    """Close a table for good, as two people do it."""
    executive, accounting = site.person("E300"), site.person("A400")
    what = {"action": "close_table", "table": table}
    asked = executive.press("request-change", what=what, reason="the game is taken off")
    assert asked.status_code == 200, asked.text
    listed = re.search(
        r'name="change" value="([^"]+)"', accounting.request("GET", "/office/changes").text
    )
    assert listed
    for visitor, command in ((accounting, "approve-change"), (executive, "apply-change")):
        told = visitor.press(command, change=listed[1])
        assert told.status_code == 200, told.text


def spanish(browser: Browser, camera: Pictures, folder: Path) -> None:
    """Consoles in Spanish: wagers, two winners, their list, a shuffler out."""
    if not camera.wants("console-spanish"):
        return
    with opened(folder) as site:
        hands = site.hands()
        one, both = (console(browser, site, table, "es") for table in ("C1", "H3"))
        step(one, "start")
        camera.shoot(one, "console-spanish-wagers")
        hands.swipe("report-shuffler", "D100", table="C1", reason="@jam")
        step(one, "shuffler")
        camera.shoot(one, "console-spanish-shuffler-out")
        spots = [{"seat": 2, "sensor": 2}, {"seat": 4, "sensor": 1}]
        hands.press("start-round", table="H3", spots=spots)
        hands.mark("H3", 2, "royal_flush", sensor=2)
        hands.mark("H3", 4, "straight_flush")
        step(both, "confirm")
        camera.shoot(both, "console-spanish-two-wagers")
        both.locator("#next").click()
        settled(both)
        camera.shoot(both, "console-spanish-confirm")


def plain_tables(browser: Browser, camera: Pictures, folder: Path) -> None:
    """Console and sign of games without a jackpot."""
    if not any(map(camera.wants, ("console-plain", "sign-plain"))):
        return
    with opened(folder) as site:
        for table in PLAIN_TABLES:
            if camera.wants(f"console-plain-{table}"):
                camera.shoot(console(browser, site, table), f"console-plain-{table}")
            if camera.wants(f"sign-plain-{table}"):
                camera.shoot(plain_sign(browser, site, table), f"sign-plain-{table}", sign=True)


def plain_sign(browser: Browser, site: LiveSite, table: str) -> Page:
    """The sign of a table that has no meters to wait for."""
    page = device_page(browser, site, f"/sign/{table}")
    page.wait_for_selector(".sign[data-link=live]")
    return page


CONSOLES: tuple[Scene, ...] = (sheets, rarer_states, spanish, plain_tables)
