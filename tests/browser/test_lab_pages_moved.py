"""The lab in a browser: figures move with sliders, tables are dragged, designs are found."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import looks
from browser.live_site import LiveSite

pytestmark = pytest.mark.proof  # minutes of a browser

LAB = "/office/lab"
TIE = "casino_war/tie/10"
STUD = "caribbean_stud/progressive/250-150-100"
FIVE = "multi_game/five_card/01"
PAGES = (
    LAB, f"{LAB}/wager/{STUD}?seed.main=x", f"{LAB}/wager/pai_gow/progressive/500-375-20",
    f"{LAB}/wager/crazy4/base/c4p", f"{LAB}/law/main/{STUD}", f"{LAB}/link?w={STUD}&w={FIVE}",
    f"{LAB}/link?w={FIVE}", f"{LAB}/design/{TIE}?edge.low=11&edge.high=12&find=1",
    f"{LAB}/design/{TIE}?edge.low=x&find=1",
)  # fmt: skip
SIZES = ((320, 640), (640, 400), (3840, 2160))


@pytest.fixture
def page(browser: Browser, site: LiveSite) -> Page:
    return site.signed_on(browser, "E300", LAB)


def test_the_lab_is_for_everybody(page: Page, site: LiveSite) -> None:
    wrong = {}
    for path in PAGES:
        looks.reshaped(page, 1280, 800)
        page.goto(f"{site.address}{path}")
        found = [
            *looks.broken_rules(page, known=()),
            *looks.unreadable_by_night_and_day(page),
            *looks.unseen_focus(page),
        ]
        for width, height in SIZES:
            looks.reshaped(page, width, height)
            found += looks.too_wide(page)
        if found:
            wrong[path] = found
    assert wrong == {}


def test_by_keyboard_a_slider_moves_its_field_and_the_edge(page: Page, site: LiveSite) -> None:
    """At 11 to 1, six decks keep 35 / 311; at one deck 5 / 17."""
    page.goto(f"{site.address}{LAB}/wager/{TIE}")
    edge = page.locator(".first dd")
    expect(edge).to_have_text("18.6495%")
    page.locator('[data-of="pay.tie"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('[name="pay.tie"]')).to_have_value("11 to 1")
    expect(edge).to_have_text("11.2540%")
    page.locator('[data-of="set.decks"]').focus()
    page.keyboard.press("Home")
    expect(edge).to_have_text("29.4118%")
    page.locator('[name="pay.tie"]').fill("lots")
    expect(page.locator('[id="why-pay.tie"]')).to_contain_text("isn't a pay")
    page.locator('[name="pay.tie"]').fill("10 to 1")
    expect(page.locator('[id="why-pay.tie"]')).to_be_empty()
    page.reload()  # the address has what was typed
    expect(page.locator('[name="set.decks"]')).to_have_value("1")


def test_a_folded_list_is_made_again_once_it_is_seen(page: Page, site: LiveSite) -> None:
    page.goto(f"{site.address}{LAB}/wager/crazy4/base/c4p")
    page.locator('[name="pay.four_aces"]').fill("300 to 1")
    expect(page.locator(".first dd")).not_to_have_text("3.4189%")
    expect(page.locator("#cases")).to_contain_text("wins 204")
    page.locator("#cases summary").click()
    expect(page.locator("#cases")).to_contain_text("wins 304")
    page.locator('[name="pay.four_aces"]').fill("400 to 1")
    expect(page.locator("#cases tbody")).to_contain_text("wins 404")


def test_tables_are_dragged_together(page: Page, site: LiveSite) -> None:
    page.goto(f"{site.address}{LAB}/link")
    page.locator("#find").fill("progressive 01")
    page.drag_and_drop(f'li:has([value="{FIVE}"])', "#shared")
    expect(page.locator(".verdict")).to_have_text("Yes. They can share a meter.")
    page.locator("#find").fill("250-150")
    page.locator(f'[value="{STUD}"]').focus()
    page.keyboard.press("Space")
    expect(page.locator(".verdict")).to_have_text("No. They can't share a meter.")
    expect(page.locator("#shared li")).to_have_count(2)


def test_a_design_is_found_and_opened(page: Page, site: LiveSite) -> None:
    page.goto(f"{site.address}{LAB}/wager/{TIE}")
    page.get_by_role("link", name="Design one for me").click()
    page.locator('[name="edge.low"]').fill("11")
    page.locator('[name="edge.high"]').fill("12")
    page.get_by_role("button", name="Find designs").click()
    page.get_by_role("link", name="Open 1").click()
    expect(page.locator(".first dd")).to_have_text("11.2540%")
    expect(page.locator('[name="pay.tie"]')).to_have_value("11 to 1")
