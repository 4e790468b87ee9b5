"""The controller's pages in a browser: codes are mapped by two people, a ledger and statements are
saved, on a desk and on a narrow screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import looks
from browser.busy_floor import write_busy_past
from browser.live_site import Keys, LiveSite
from browser.played_floor import site_text
from browser.test_office_flows import by_second, opened

PAGES = ("/office/ledger", "/office/months", "/office/tax_year?year=2026")
NARROW, DESK = (320, 640), (1280, 800)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, keys: Keys) -> Iterator[LiveSite]:
    folder = tmp_path_factory.mktemp("controller")
    with LiveSite(folder, keys, text=site_text(), before=write_busy_past).serving() as running:
        yield running


def map_account(page: Page, account: str, code: str) -> None:
    form = opened(page, "Map an account")
    form.locator("[name=account]").select_option(account)
    form.locator("[name=account_code]").fill(code)
    form.locator("[name=account_name]").fill(f"Ours {code}")
    form.locator("[name=first_day]").fill("2026-11-01")
    by_second(form, "E300")
    form.get_by_role("button", name="MAP ACCOUNT").click()
    expect(page.locator("main > .toast.done")).to_contain_text(f"{account} to {code} Ours {code}")


def test_two_people_map_accounts_and_save_the_ledger(
    browser: Browser, floor: LiveSite, tmp_path: Path
) -> None:
    page = floor.signed_on(browser, "A400", "/office/ledger")
    expect(page.locator("#unmapped")).to_contain_text("House")
    for place, account in enumerate(
        ("players", "meter", "reserve", "overflow", "owed", "house", "bank", "cage", "withheld")
    ):
        map_account(page, account, str(1000 + place))
    expect(page.locator("table")).to_contain_text("Ours 1008")
    for account in ("pending", "held", "rounding", "forfeited", "unclaimed", "paid_over"):
        map_account(page, account, "1999")
    expect(page.locator("#all-mapped")).to_be_visible()
    page.locator("[name=first]").fill("2026-11-07")
    page.locator("[name=last]").fill("2026-11-08")
    with page.expect_download() as saved:
        page.get_by_role("button", name="SAVE IIF FOR QUICKBOOKS").click()
    assert saved.value.suggested_filename.startswith("general-ledger-by-day-rows-1-")
    saved.value.save_as(tmp_path / "ledger.iif")
    assert (tmp_path / "ledger.iif").read_bytes().startswith(b"!TRNS\tTRNSTYPE\tDATE\t")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_pages_fit_and_are_readable(browser: Browser, floor: LiveSite, language: str) -> None:
    floor.access.choose_language("A400", language)
    page = floor.signed_on(browser, "A400")
    found = {}
    for path in PAGES:
        page.goto(f"{floor.address}{path}")
        page.evaluate("document.querySelectorAll('details.ask').forEach(each => each.open = true)")
        for width, height in (NARROW, DESK):
            looks.reshaped(page, width, height)
            wrong = looks.too_wide(page) + looks.broken_rules(page)
            if wrong := wrong + looks.unreadable_by_night_and_day(page):
                found[f"{path} {width}"] = wrong
    floor.access.choose_language("A400", "en")
    assert found == {}


def test_statements_are_saved_with_a_reason(browser: Browser, floor: LiveSite) -> None:
    page = floor.signed_on(browser, "A400", "/office/tax_year?year=2026")
    expect(page.locator("table").first).to_contain_text("W-2G")
    form = opened(page, "Winners' statements")
    form.locator("[name=reason]").fill("the year is over")
    with page.expect_download() as saved:
        form.get_by_role("button", name="SAVE CSV").click()
    assert saved.value.suggested_filename == "winner-statements-2026-copy-1.csv"
    page.reload()
    expect(page.locator("main")).to_contain_text("Winners' statements")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_note_takes_a_file_and_gives_it_back(
    browser: Browser, floor: LiveSite, tmp_path: Path, language: str
) -> None:
    floor.access.choose_language("A400", language)
    page = floor.signed_on(browser, "A400", "/office/bank")
    scan = tmp_path / f"slip {language}.pdf"
    scan.write_bytes(b"%PDF-1.7\n" + bytes(60_000))
    form = page.locator("[data-ask=add-note]")
    form.locator("summary").click()
    form.locator("[name=reference]").fill("slip 9")
    form.locator("[name=note]").fill("The bank credited it a day late.")
    form.locator("[type=file]").set_input_files(scan)
    form.locator("button").click()
    expect(page.locator("main > .toast.done")).to_be_visible()
    link = page.get_by_role("link", name=scan.name)
    with page.expect_download() as saved:
        link.click()
    assert Path(saved.value.path()).read_bytes() == scan.read_bytes()
    for width, height in (NARROW, DESK):
        page.locator("[data-ask=add-note]").evaluate("each => each.open = true")
        looks.reshaped(page, width, height)
        assert looks.too_wide(page) + looks.broken_rules(page) == []
    floor.access.choose_language("A400", "en")
