"""The pit's plan in a real browser: arranged by hand and keyboard, seen by everybody, on a wall."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import looks
from browser.live_site import LiveSite
from pitboss.web.shell.middleware import DEVICE

pytestmark = pytest.mark.proof  # minutes of a browser

# Counts the notes that a page plays.
COUNTS_NOTES = """
window.notes = 0;
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...rest) { window.notes += 1; begin.apply(this, rest); };
"""
NOTES = 2  # of one chime
ORDER = "cards => cards.map((card) => card.dataset.table)"
WALLS = ((3840, 2160), (1920, 1080))
# What a wall cuts off: of the page, and of each felt.
CUT = """() => [document.documentElement, ...document.querySelectorAll('.table > *')]
  .filter((part) => part.scrollWidth > part.clientWidth + 1
    || part.scrollHeight > part.clientHeight + 1)
  .map((part) => part.innerText)"""
LEAST_LETTER = """() => Math.min(...[...document.querySelectorAll('.name b, .state, .need')]
  .map((part) => parseFloat(getComputedStyle(part).fontSize)))"""


def place_of(page: Page, table: str) -> str:
    """Where the plan draws a table: its row and column."""
    drawn: str = page.locator(f'[data-table="{table}"]').evaluate("card => card.style.gridArea")
    return drawn


def arrange(page: Page) -> None:
    page.get_by_role("button", name="Arrange").click()
    expect(page.get_by_role("button", name="Save plan")).to_be_visible()


def save(page: Page) -> None:
    page.get_by_role("button", name="Save plan").click()
    expect(page.get_by_role("button", name="Arrange")).to_be_focused()


def test_a_felt_is_dragged_to_its_place_and_everybody_sees_it_there(
    browser: Browser, site: LiveSite
) -> None:
    page = site.signed_on(browser, "S200", "/pit")
    other = site.signed_on(browser, "E300", "/pit")
    arrange(page)
    before, there = place_of(page, "C1"), place_of(page, "H1")
    assert before != there
    target = page.locator('[data-table="H1"]').bounding_box()
    assert target is not None
    page.locator('[data-table="C1"]').hover()
    page.mouse.down()
    page.mouse.move(target["x"] + 20, target["y"] + 20, steps=4)
    page.mouse.up()
    assert (place_of(page, "C1"), place_of(page, "H1")) == (there, before), "they change places"
    expect(other.locator(".plan")).to_have_count(0)  # nothing is recorded yet
    save(page)
    expect(other.locator(".plan")).to_have_count(1)
    assert (place_of(other, "C1"), place_of(other, "H1")) == (there, before)
    page.locator('[data-table="C1"] a').click()  # a link again
    expect(page).to_have_url(f"{site.address}/pit/C1")


def test_a_felt_is_moved_by_keyboard_and_all_are_put_back_in_rows(
    browser: Browser, site: LiveSite
) -> None:
    page = site.signed_on(browser, "S200", "/pit")
    page.get_by_role("button", name="Arrange").press("Enter")
    expect(page.locator('[data-table="B1"] a')).to_be_focused()
    page.keyboard.press("ArrowLeft")  # there is nothing beyond the edge
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("#said")).to_have_text("B1: column 2, row 3")
    expect(page.locator('[data-table="B1"] a')).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".plan")).to_have_count(0)
    arrange(page)
    page.keyboard.press("ArrowDown")
    save(page)
    expect(page.locator(".plan")).to_have_count(1)
    assert looks.broken_rules(page) == []
    arrange(page)
    assert looks.broken_rules(page) == []
    page.get_by_role("button", name="Put back in rows").click()
    expect(page.locator(".plan")).to_have_count(0)


def test_a_call_comes_to_the_front_of_a_plan_and_sounds_once(
    browser: Browser, site: LiveSite
) -> None:
    hands = site.hands()
    hands.start("C1", 2, 5)
    page = site.signed_on(browser, "S200")
    page.add_init_script(COUNTS_NOTES)
    page.goto(f"{site.address}/pit")
    arrange(page)
    save(page)
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator('[data-table="C1"] .spot.locked')).to_have_count(2)
    expect(page.locator('[data-table="C1"] .pace')).to_have_text("Round 1 · 1 in the last hour")
    page.get_by_role("button", name="Sound is off. Turn it on").click()
    assert page.evaluate("notes") == NOTES
    hands.mark("C1", 2, "four_aces")
    expect(page.locator("#waiting li")).to_contain_text("C1Confirm an award")
    expect(page.locator('[data-table="C1"] .spot.marked')).to_have_count(1)
    hands.start("H1", 4, dealer="D101")  # the pit is drawn again
    hands.press("call-supervisor", table="H1", reason="Fill or credit")
    expect(page.locator("#waiting b")).to_have_text(["C1", "H1"])  # the longest wait first
    assert page.evaluate("notes") == 3 * NOTES
    page.locator("#waiting a").first.click()
    expect(page.locator("#prizes")).to_contain_text("Four Aces")


def test_a_phone_shows_the_order_of_needs_in_place_of_the_plan(
    browser: Browser, site: LiveSite
) -> None:
    hands = site.hands()
    hands.start("M1", 2)
    hands.press("call-supervisor", table="M1", reason="Fill or credit")
    page = site.signed_on(browser, "S200", "/pit")
    arrange(page)
    save(page)
    cards = page.locator("#tables > li")
    assert cards.evaluate_all(ORDER)[0] == "B1"
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".plan")).to_have_count(0)
    assert cards.evaluate_all(ORDER)[0] == "M1"
    expect(page.get_by_role("button", name="Arrange")).to_be_hidden()
    assert looks.too_wide(page) == []


def test_an_auditor_sees_the_plan_and_does_not_arrange_it(browser: Browser, site: LiveSite) -> None:
    page = site.signed_on(browser, "U600", "/pit?tables=C1,H1")
    expect(page.locator("#tables > li")).to_have_count(2)
    expect(page.get_by_role("button", name="Arrange")).to_have_count(0)


def test_a_paired_wall_shows_the_whole_plan_without_controls(
    browser: Browser, site: LiveSite
) -> None:
    hands = site.hands()
    hands.start("C1", 2, 5)
    hands.mark("C1", 2, "four_aces")
    hands.press("call-supervisor", table="C1", reason="Fill or credit")
    pit = site.signed_on(browser, "S200", "/pit")
    arrange(pit)
    for _ in range(3):
        pit.keyboard.press("ArrowDown")
    save(pit)
    context = site.context(browser)
    _, token = site.access.add_device(
        kind="sign", table="", enrolled_by="E300", now_ms=site.running_site.now_ms()
    )
    context.add_cookies([{"name": DEVICE, "value": token, "url": site.address}])
    page = context.new_page()
    for width, height in WALLS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{site.address}/pit/wall")
        expect(page.locator(".plan > li")).to_have_count(7)
        expect(page.locator("#waiting li")).to_contain_text("C1")
        expect(page.locator("a:visible, button:visible")).to_have_count(0)
        assert page.evaluate(CUT) == []
        assert page.evaluate(LEAST_LETTER) >= 0.018 * height
    assert looks.broken_rules(page) == []
