"""Every page for everybody: readable, named, by keyboard alone, on a phone and on a wall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import looks, scenes
from browser.faults import Faults
from browser.live_site import Keys, LiveSite
from browser.played_floor import site_text, write_past
from web.server_support import PINS

SIZES = ((390, 844), (3840, 2160))
OFFICE = tuple(f"/office/{path}" for path in scenes.OFFICE)
DOORS = ("/sign-on", "/enroll", "/nowhere")
SIGNS = tuple(f"/sign/{table}" for table in ("C1", "C2", "H1", "H2", "B1", "B3", "M1", "T1"))


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, keys: Keys) -> Iterator[LiveSite]:
    """One site for all of this file: it has been played on for days, and nobody plays on it now."""
    folder = tmp_path_factory.mktemp("floor")
    with LiveSite(folder, keys, text=site_text(), before=write_past).serving() as running:
        yield running


def visit(page: Page, floor: LiveSite, path: str) -> None:
    """Open a page and wait until it lives."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{floor.address}{path}")
    if path == "/pit":
        expect(page.locator("#tables .table").first).to_be_visible()
    elif path.startswith("/pit/"):
        expect(page.locator("#phase")).not_to_be_empty()
    elif path.startswith("/sign/"):
        page.wait_for_selector(".sign[data-link=live] .jackpot:not([data-state=waiting])")
    elif path.startswith("/table/"):
        page.wait_for_selector("main[data-link=live]")


def wrong_with(page: Page) -> list[str]:
    """All that keeps somebody from using a page that is open."""
    found = [*looks.unreadable(page), *looks.nameless(page), *looks.unseen_focus(page)]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += looks.too_wide(page)
    return found


def judged(page: Page, floor: LiveSite, paths: tuple[str, ...]) -> dict[str, list[str]]:
    """The pages that something is wrong with, and what."""
    found = {}
    for path in paths:
        visit(page, floor, path)
        if wrong := wrong_with(page):
            found[path] = wrong
    return found


# ---- every page ---------------------------------------------------------------------------------


def test_the_doors(browser: Browser, floor: LiveSite, faults: Faults) -> None:
    faults.expect("404 ")  # one of them says that there is no such page
    page = floor.context(browser).new_page()
    assert judged(page, floor, DOORS) == {}


@pytest.mark.parametrize("half", [0, 1])
def test_the_office(browser: Browser, floor: LiveSite, half: int) -> None:
    page = floor.signed_on(browser, "E300")
    assert judged(page, floor, OFFICE[half::2]) == {}


def test_the_pit_and_a_win(browser: Browser, floor: LiveSite, faults: Faults) -> None:
    faults.expect("404 ")  # of an entry that is not there
    page = floor.signed_on(browser, "A400")
    page.goto(f"{floor.address}/office/wins")
    page.locator("tbody tr", has_text="Four Aces").locator("a", has_text="C1").click()
    award = page.url.rpartition("/")[2]
    verify = page.locator(".proof a").get_attribute("href") or ""
    paths = (
        "/pit", "/pit/C1", f"/office/wins/{award}", f"/wins/{award}", verify,
        f"{verify}&total_cents=1", f"/verify/12/{'0' * 16}", "/pin",
    )  # fmt: skip
    assert judged(page, floor, paths) == {}


def test_the_signs_and_consoles(browser: Browser, floor: LiveSite) -> None:
    page = scenes.device_page(browser, floor, "/sign/C1")
    assert judged(page, floor, (*SIGNS, "/table/C1", "/table/C2", "/table/B1")) == {}


def test_a_page_is_given_its_own_words_only(browser: Browser, floor: LiveSite) -> None:
    page = floor.signed_on(browser, "E300")
    for path, sections in (
        ("/pit", ["common", "pit", "why"]),
        ("/office/meters", ["common", "desk"]),
        ("/table/C1", ["common", "console", "phase", "why"]),
        ("/sign/C1", ["common", "sign"]),
    ):
        page.goto(f"{floor.address}{path}")
        text = "JSON.parse(document.getElementById('words').textContent)"
        assert page.evaluate(f"Object.keys({text})") == sections


# ---- by keyboard alone --------------------------------------------------------------------------


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
    tab_to(page, "#checked")
    page.keyboard.press("Space")
    expect(page.locator("#checked")).to_be_checked()
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
