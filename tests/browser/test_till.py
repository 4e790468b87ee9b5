"""A till of the cage, as its cashier works it: the drawer, a prize with its tax form, a second
person by card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.live_site import closed_after
from browser.looks import SCHEMES, broken_rules, too_wide, unreadable
from browser.test_presses import Presser, alone_from_600, fill_winner, said
from pitboss.live.clocks import clock_ms
from web.office_support import list_of_today, played
from web.server_support import PINS, Site, make_keys

SIZES = ((1024, 768), (390, 844), (320, 640))
# What Form W-2G, the house and the law ask for: the hand's cards, deck and camera; the winner's
# name, address, birth date, ID and taxpayer number; the list's date; a signature, a seal.
TYPED = 11


@pytest.fixture
def site(tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    cards = make_keys(tmp_path / "keys")
    with played(tmp_path / "site", (tmp_path / "keys", cards)) as running, closed_after(browser):
        alone_from_600(running, monkeypatch)
        yield running


def till(browser: Browser, site: Site, badge: str = "A400") -> Page:
    """A browser of the cage that is enrolled, with somebody signed in."""
    code = site.access.make_code(kind="till", table="", now_ms=clock_ms())
    page = browser.new_context(base_url=site.address).new_page()
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{site.address}/enroll")
    page.fill("[name=code]", code)
    page.locator("form[action='/enroll'] button").click()
    page.wait_for_url(lambda url: "sign-on" in url)
    page.fill("[name=badge]", badge)
    page.fill("[name=pin]", PINS[badge])
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.endswith("/till") and "sign-on" not in url)
    return page


def swipe(page: Page, site: Site, badge: str) -> None:
    """What a reader at the till types, once the page listens."""
    page.locator("html[data-ready]").wait_for()
    page.keyboard.type(site.cards[badge].track)
    page.keyboard.press("Enter")
    expect(page.locator("form[data-next] .toast.done, details[open] .toast.done")).to_contain_text(
        f"Card read: {badge}"
    )


def go(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("html[data-ready]").wait_for()


def open_drawer(page: Page, site: Site) -> None:
    """Fifty hundreds and $12.50 in chips, typed and summed."""
    go(page, f"{site.address}/till/drawer")
    page.locator("[data-each='10000']").focus()
    page.keyboard.type("50")
    page.locator("[data-rest]").focus()
    page.keyboard.type("12.50")
    expect(page.locator("[name=cents]")).to_have_value("5012.50")
    swipe(page, site, "E300")
    page.locator("details[open] button.go").click()
    expect(page.locator(".toast.done")).to_contain_text("the drawer of till 1 with $5,012.50")


def test_a_w_2g_win_is_paid_in_five_presses_and_only_the_fields_it_needs(
    browser: Browser, site: Site
) -> None:
    page = till(browser, site)
    open_drawer(page, site)
    presser, fields = Presser(page), 0
    presser.press(page.locator(".prizes a").first)
    form = page.locator("form[data-next]")
    for name, text in (("cards", "As Ah Ad Ac 2d"), ("deck_cards", "52"), ("camera", "7")):
        form.locator(f"[name={name}]").fill(text)
        fields += 1
    swipe(page, site, "S200")
    presser.press(form.get_by_role("button", name="VERIFY"))
    expect(page.locator("[data-step=person]")).to_have_attribute("aria-current", "step")
    fill_winner(page)
    fields += 5
    form.locator("[name='payment.exclusion_list']").fill(list_of_today(site).replace(" ", "T"))
    fields += 1
    for unneeded in ("tax_form", "tax_collected_cents", "check_number", "of_age", "exclusion"):
        expect(form.locator(f"[name='payment.{unneeded}']:visible")).to_have_count(0)
    presser.press(form.get_by_role("button"))
    expect(page.locator("[data-step=signatures]")).to_have_attribute("aria-current", "step")
    with page.context.expect_page() as printed:
        presser.press(page.get_by_role("button", name="Print the form"))
    printed.value.close()
    page.bring_to_front()
    form.locator("[name='payment.seal']").focus()
    swipe(page, site, "S200")
    form.locator("[name='payment.winner_signed']").check()
    form.locator("[name='payment.seal']").fill("S-77")
    fields += 2
    presser.press(form.get_by_role("button"))
    expect(page.locator("[data-paid]")).to_contain_text("$1,003.60")
    expect(page.locator(".toast.done")).to_contain_text("at till 1")
    expect(page.get_by_role("button", name="PRINT THE RECEIPT")).to_be_visible()
    assert (presser.presses, 2) == said("A win paid at a till with Form W-2G")
    assert fields == TYPED


def test_a_drawer_is_counted_blind_and_its_difference_explained(
    browser: Browser, site: Site
) -> None:
    page = till(browser, site)
    open_drawer(page, site)
    go(page, f"{site.address}/till/drawer")
    assert "5,012.50" not in page.locator("main").inner_text()
    page.locator("summary", has_text="Close the drawer").click()
    close = page.locator("form[data-command=close-drawer]")
    close.locator("[name=cents]").fill("5000")
    close.locator("[data-badge]").fill("E300")
    close.locator("[data-pin]").fill(PINS["E300"])
    close.get_by_role("button").click()
    expect(page.locator(".toast.refused")).to_contain_text("isn't what the drawer should hold")
    expect(page.locator(".toast.refused")).not_to_contain_text("12.50")
    expect(close.locator("[name=reason]")).to_be_focused()
    close.locator("[name=reason]").fill("chips left in the vault")
    close.locator("[data-pin]").fill(PINS["E300"])
    close.get_by_role("button").click()
    expect(page.locator(".toast.done")).to_contain_text("$5,000.00 counted, $5,012.50 due")
    expect(page.locator("[data-drawer]")).to_contain_text("Open the drawer first")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_tills_pages_fit_and_can_be_read(browser: Browser, site: Site, language: str) -> None:
    site.access.choose_language("A400", language)
    page = till(browser, site)
    prize = page.locator(".prizes a").first.get_attribute("href")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for address in ("/till", "/till/drawer", str(prize)):
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                go(page, f"{site.address}{address}")
                assert too_wide(page) == [], (address, width)
                assert broken_rules(page) == [], address
            assert unreadable(page) == [], (address, scheme)
