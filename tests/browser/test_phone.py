"""The supervisor's phone in a real browser: what waits, one alarm for each, and no connection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import looks
from browser.faults import Faults
from browser.live_site import HOLDS_BACK, Keys, LiveSite, starter_text

pytestmark = pytest.mark.proof  # minutes of a browser

# Notes each vibration.
BUZZES = """
window.buzzed = [];
navigator.vibrate = (pattern) => window.buzzed.push(pattern);
"""
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  }
  return found.sort();
}"""
OFFLINE_HTML = "async () => (await (await caches.match('/phone/offline?language=en')).text())"
LOST = "No connection since "


@pytest.fixture
def strict(tmp_path: Path, keys: Keys) -> Iterator[LiveSite]:
    """A site whose profile has awards confirmed at the table alone."""
    text = starter_text().replace('profile = "washington"', 'profile = "new_york"')
    with LiveSite(tmp_path / "strict", keys, text=text).serving() as running:
        yield running


def phone(site: LiveSite, browser: Browser, *scripts: str) -> Page:
    page = site.signed_on(browser, "S200", width=390, height=844)
    for script in (BUZZES, *scripts):
        page.add_init_script(script)
    page.goto(f"{site.address}/phone")
    expect(page.locator("#own summary")).to_have_text("Your tables: all")
    return page


def win(site: LiveSite, table: str = "C1") -> Any:
    hands = site.hands()
    hands.start(table, 3)
    hands.mark(table, 3, "four_aces")
    return hands


def test_a_marked_win_arrives_and_alarms_once(browser: Browser, site: LiveSite) -> None:
    page = phone(site, browser, HOLDS_BACK)
    expect(page.locator("#none")).to_have_text("Nobody needs you.")
    page.get_by_role("button", name="Sound is off. Turn it on").click()
    hands = win(site)
    card = page.locator("#cards > li")
    expect(card.locator("h2")).to_have_text("Four Aces")
    expect(card.locator(".where")).to_have_text("C1 seat 3")
    expect(card.locator(".amount")).to_contain_text("$")
    expect(card.locator(".checks li").first).to_contain_text("Cards are face up")
    expect(page.locator("#said")).to_contain_text("Four Aces, C1 seat 3, $")
    expect(page).to_have_title(re.compile(r"^\(1\) Pit phone"))
    # Neither a lost connection nor a new page alarms again.
    page.evaluate("window.heldBack = []")
    expect(page.locator("#band")).to_have_text(
        re.compile(LOST + r"\d+:\d\d [AP]M\. Tables keep playing without this phone\.")
    )
    page.evaluate(
        "() => { const held = heldBack; heldBack = null; held.forEach((each) => each()); }"
    )
    expect(page.locator(".phone")).to_have_attribute("data-link", "live")
    assert page.evaluate("buzzed") == [[400, 150, 400]]
    page.reload()
    expect(card.locator("h2")).to_have_text("Four Aces")
    expect(page.locator("#touch")).to_be_visible()  # a browser is silent until touched
    page.locator("h1").click()
    hands.press("call-supervisor", table="C2", reason="Fill or credit")
    expect(page.locator("#said")).to_have_text("C2: Supervisor called")
    assert page.evaluate("buzzed.length") == 1
    card.filter(has_text="Four Aces").get_by_role("link", name="Confirm at C1").click()
    expect(page.locator("#confirm-form")).to_be_visible()


def test_where_the_profile_asks_for_the_table_the_phone_sends_there(
    browser: Browser, strict: LiveSite
) -> None:
    page = phone(strict, browser)
    win(strict)
    card = page.locator("#cards > li")
    expect(card.locator(".next")).to_have_text("Confirm at the table's console.")
    expect(card.get_by_role("link")).to_have_count(0)


def test_a_supervisor_chooses_tables(browser: Browser, site: LiveSite) -> None:
    page = phone(site, browser)
    page.locator("#own summary").click()
    page.get_by_label("C2").check()
    win(site)
    expect(page.locator("#others")).to_have_text("1 more at other tables")
    expect(page.locator("#none")).to_be_visible()
    page.reload()
    expect(page.locator("#own summary")).to_have_text("Your tables: C2")
    expect(page.locator("#cards > li")).to_have_count(0)
    page.locator("#own summary").click()
    page.get_by_label("C2").uncheck()
    expect(page.locator("#cards h2")).to_have_text("Four Aces")


def test_only_supervisors_and_above_have_it(
    browser: Browser, site: LiveSite, faults: Faults
) -> None:
    faults.expect("answer: 403")
    page = site.signed_on(browser, "A400")
    answer = page.goto(f"{site.address}/phone")
    assert answer is not None
    assert answer.status == 403


def test_it_installs_and_says_since_when_it_has_no_connection(
    browser: Browser, site: LiveSite, faults: Faults
) -> None:
    faults.expect("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_NETWORK")
    page = phone(site, browser)
    manifest = page.evaluate(
        "async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()"
    )
    assert (manifest["start_url"], manifest["display"]) == ("/phone", "standalone")
    for icon in manifest["icons"]:
        got = page.evaluate(
            "async (src) => { const i = await createImageBitmap(await (await fetch(src)).blob());"
            " return `${i.width}x${i.height}`; }",
            icon["src"],
        )
        assert got == icon["sizes"]
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    page.evaluate("async () => (await navigator.serviceWorker.ready).scope")
    win(site)
    expect(page.locator("#cards h2")).to_have_text("Four Aces")
    page.reload()
    kept = ["/phone/offline", "/static/base.css", "/static/front.css", "/static/phone_offline.js"]
    assert page.evaluate(KEPT) == kept  # never a page of somebody
    assert "S200" not in page.evaluate(OFFLINE_HTML)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#since")).to_have_text(
        re.compile(LOST + r"\d+:\d\d [AP]M\. Tables keep playing without this phone\.")
    )
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    assert looks.broken_rules(page) == []
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#cards h2")).to_have_text("Four Aces")


def test_the_phone_is_readable_by_night_and_day(browser: Browser, site: LiveSite) -> None:
    page = phone(site, browser)
    hands = win(site)
    hands.press("call-supervisor", table="C2", reason="Fill or credit")
    expect(page.locator("#cards > li")).to_have_count(2)
    wrong = [
        *looks.broken_rules(page),
        *looks.unreadable_by_night_and_day(page),
        *looks.unseen_focus(page),
    ]
    for language in ("en", "es"):
        page.goto(f"{site.address}/phone?language={language}")
        expect(page.locator("#cards > li")).to_have_count(2)
        for size in ((320, 640), (390, 844), (1280, 800)):
            looks.reshaped(page, *size)
            wrong += looks.too_wide(page)
    assert wrong == []
