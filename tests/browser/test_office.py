"""The office and the pit in a real browser: tables, forms, prints, live meters, confirmation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.faults import Faults
from browser.live_site import Keys, LiveSite, starter_text
from browser.looks import resized
from web.server_support import PINS

pytestmark = pytest.mark.proof  # minutes of a browser


def marked(browser: Browser, site: LiveSite) -> Page:
    """A console of C1 whose dealer has marked a straight flush at seat 2."""
    console = site.console(browser, "C1")
    console.keyboard.type(site.tracks["D100"])
    console.keyboard.press("Enter")
    start = console.locator('#next[data-step="start"]:enabled')
    start.wait_for()
    console.locator('.spot[data-seat="2"][data-sensor="1"]').click()
    expect(console.locator('.spot[data-seat="2"][data-sensor="1"]')).to_have_attribute(
        "data-state", "lit"
    )
    start.click()
    console.locator('#next[data-step="play"]:enabled').wait_for()
    console.locator('.spot[data-seat="2"][data-sensor="1"]').click()
    console.locator('.hand[data-outcome="straight_flush"]').click()
    console.locator('#next[data-step="confirm"]:enabled').wait_for()
    return console


def test_the_pit_shows_who_waits_and_confirms_PS_4(browser: Browser, site: LiveSite) -> None:
    pit = site.signed_on(browser, "S200", "/pit")
    expect(pit.locator("#summary")).to_have_text("No dealer has signed in yet.")
    marked(browser, site)
    first = pit.locator("#tables li").first
    expect(first).to_contain_text("Confirm an award")
    expect(first).to_contain_text("C1")
    first.locator("a").click()
    expect(pit.locator("#total")).to_have_text("$100.00")
    pit.fill("#pin", PINS["S200"])
    pit.locator("#confirm-form button").click()
    expect(pit.locator("#awarded")).to_contain_text("Straight Flush $100.00")
    expect(pit.locator("#story")).to_contain_text("Straight Flush at seat 2, $100.00")


def test_the_pit_asks_for_the_badge_that_is_needed_PS_4(browser: Browser, site: LiveSite) -> None:
    hands = site.hands()
    hands.start("H1", 2)
    pit = site.signed_on(browser, "S200", "/pit/H1")
    hands.mark("H1", 2, "flush")
    expect(pit.locator("#authority")).to_contain_text("Supervisor's badge")
    expect(pit.locator("#badge")).to_have_value("S200")
    hands.mark("H1", 2, "flush")
    hands.mark("H1", 2, "royal_flush")
    expect(pit.locator("#authority")).to_contain_text("Executive's badge")
    expect(pit.locator("#badge")).to_have_value("")


def test_the_pit_shows_jackpots_on_hold(browser: Browser, site: LiveSite) -> None:
    pit = site.signed_on(browser, "S200", "/pit")
    pit.locator("#tables .table").first.wait_for()
    expect(pit.locator("#locked")).to_be_hidden()
    hands = site.hands()
    hands.start("B1", 4, dealer="D101")
    hands.mark("B1", 4, "three_sevens_diamonds")
    hands.swipe("turn-key", "E300", table="B1", position="JPH")
    hands.press("press-jackpot", table="B1", spot={"seat": 4, "sensor": 1})
    lines = pit.get_by_role("list", name="Jackpots on hold").locator("li")
    suspended = "Four-card progressive, Pays 3: suspended (new sensor board) View"
    pending = "Blazing 7's 1: award pending at B1 House Money"
    expect(lines).to_have_text([pending])
    executive = site.person("E300")
    executive.press("suspend-jackpot", jackpot="fours", reason="new sensor board")
    expect(lines).to_have_text([suspended, pending])
    hands.swipe("turn-key", "E300", table="B1", position="RUN")
    expect(lines).to_have_text([suspended])
    executive.press("resume-jackpot", jackpot="fours", reason="changed")
    expect(pit.locator("#locked")).to_be_hidden()


def test_where_tables_confirm_pits_say_so(browser: Browser, tmp_path: Path, keys: Keys) -> None:
    text = starter_text().replace('profile = "washington"', 'profile = "new_york"')
    with LiveSite(tmp_path / "site", keys, text=text).serving() as site:
        hands = site.hands()
        hands.start("C1", 2)
        hands.mark("C1", 2, "straight_flush")
        pit = site.signed_on(browser, "S200", "/pit/C1")
        expect(pit.locator("#total")).to_have_text("$100.00")
        expect(pit.locator("#at-table-only")).to_contain_text("Confirm this at the table")
        expect(pit.get_by_role("button", name="CONFIRM")).to_have_count(0)
        hands.swipe("confirm-awards", "S200", table="C1")
        expect(pit.locator("#awarded")).to_contain_text("Straight Flush $100.00")


def test_a_win_page_is_printed_from_the_office_PS_8(browser: Browser, site: LiveSite) -> None:
    console = marked(browser, site)
    console.keyboard.press("Escape")
    pit = site.signed_on(browser, "S200", "/pit/C1")
    expect(pit.locator("#total")).to_have_text("$100.00")
    pit.keyboard.type(site.tracks["S200"])
    pit.keyboard.press("Enter")
    pit.keyboard.type(PINS["S200"])  # the card has filled in the badge
    pit.locator("#confirm-form button").click()
    pit.locator("#awarded").wait_for()
    office = site.signed_on(browser, "A400", "/office/wins")
    office.locator("tbody a").first.click()
    expect(office.locator(".proof")).to_contain_text("View only: never printed")
    with office.context.expect_event(
        "response", lambda answer: "/page.pdf?paper=letter" in answer.url
    ) as printed:
        office.locator("[data-print]").click()
    assert printed.value.headers["content-type"] == "application/pdf"
    expect(office.locator(".proof")).to_contain_text("Printed: original")


def test_a_table_sorts_filters_and_grows_with_the_screen(browser: Browser, site: LiveSite) -> None:
    page = site.signed_on(browser, "A400", "/office/meters")
    sheet = page.locator(".sheet").first
    head = sheet.locator("th button", has_text="Meter")
    head.click()
    head.click()
    expect(sheet.locator("tbody tr td").nth(2)).to_have_text("$10,000.00")
    sheet.locator(".filter").fill("maj $1,000")
    expect(sheet.locator("tbody tr:visible")).to_have_count(1)
    expect(sheet.locator("[data-count]")).to_have_text("1")
    # On a screen of 3840 points everything is twice as large: as on one of 1920.
    resized(page, 3840, 2160)
    expect(page.locator("body")).to_have_css("zoom", "2")
    assert page.evaluate("document.documentElement.scrollWidth") == 3840
    menu = page.locator(".office nav").bounding_box()
    assert menu is not None
    assert menu["height"] == 2160


def test_cards_beside_each_other_are_of_one_height(browser: Browser, site: LiveSite) -> None:
    page = site.signed_on(browser, "E300", "/office/changes")
    shorter = "cards => cards.filter((card) => card.offsetHeight < card.parentElement.offsetHeight)"
    assert page.locator(".cards a").evaluate_all(f"{shorter}.map((card) => card.innerText)") == []


def test_the_address_of_a_page_that_there_is_not_gets_no_capital(
    browser: Browser, site: LiveSite, faults: Faults
) -> None:
    faults.expect("404 ")
    page = site.signed_on(browser, "E300", "/office/no/such/page")
    first = "(each) => getComputedStyle(each, '::first-letter').textTransform"
    assert page.locator(".refusal").evaluate(first) == "none"


def test_light_or_dark_is_chosen_once_and_signing_off_is_in_sight_on_every_page(
    browser: Browser, site: LiveSite
) -> None:
    page = site.signed_on(browser, "E300")
    page.emulate_media(color_scheme="dark")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    page.goto(f"{site.address}/office/today")
    assert page.evaluate(ground) == "rgb(11, 14, 20)"
    page.get_by_role("button", name="Light").click()
    assert page.evaluate(ground) == "rgb(244, 245, 248)"
    page.goto(f"{site.address}/office/wins")
    assert page.evaluate(ground) == "rgb(244, 245, 248)"
    page.get_by_role("button", name="Dark").wait_for()
    page.goto(f"{site.address}/pit")
    assert page.evaluate(ground) == "rgb(244, 245, 248)"
    page.locator("#help-open").click()
    page.locator("dialog.help").get_by_role("button", name="Dark").click()
    assert page.evaluate(ground) == "rgb(11, 14, 20)"
    page.goto(f"{site.address}/office/wins")
    for size in ((1280, 800), (1024, 768), (1280, 720), (1280, 560)):
        resized(page, *size)
        expect(page.get_by_role("button", name="Sign out")).to_be_in_viewport(ratio=1)


def test_a_retired_console_says_so(browser: Browser, site: LiveSite, faults: Faults) -> None:
    faults.expect("401")
    console = site.console(browser, "C1")
    for device in site.access.devices():
        site.access.retire(device.device)
    expect(console.locator(".band.lost")).to_contain_text("no longer enrolled")


def test_a_page_that_is_left_open_after_signing_off_goes_to_the_door(
    browser: Browser, site: LiveSite, faults: Faults
) -> None:
    faults.expect("401")
    pit = site.signed_on(browser, "S200", "/pit")
    expect(pit.locator("#summary")).to_have_text("No dealer has signed in yet.")
    other = pit.context.new_page()
    other.goto(f"{site.address}/sign-on")
    other.locator('form[action="/sign-off"] button').click()
    expect(pit).to_have_url(f"{site.address}/sign-on?next=/pit")


def test_a_prize_by_hand_is_chosen_from_its_rounds_wagers(browser: Browser, site: LiveSite) -> None:
    hands = site.hands()
    hands.start("C1", 2, 5)
    page = site.signed_on(browser, "A400", "/office/adjustments")
    page.locator("summary").click()
    page.select_option("[data-pair]", "fours|main")
    page.select_option("[name=adjustment]", "won")
    expect(page.locator("[data-unless]")).to_be_hidden()
    page.select_option("[name='won_at.table']", "C1")
    page.fill("[name='won_at.round']", "1")
    said = page.locator("[data-round]")
    expect(said).to_have_text("That round is still open: mark the hand at the table.")
    hands.press("end-round", table="C1")
    page.fill("[name='won_at.round']", "9")
    expect(said).to_have_text("Nobody bet on this jackpot in that round.")
    page.fill("[name='won_at.round']", "1")
    wagers = page.locator("[name='won_at.spot'] option:not([value=''])")
    expect(wagers).to_have_text(["Seat 2, sensor 1", "Seat 5, sensor 1"])
    page.select_option("[name='won_at.spot']", label="Seat 5, sensor 1")
    lines = page.locator("[name='won_at.outcome'] option:enabled:not([value=''])")
    expect(lines).to_have_text(["Four Aces · $1,000.40"])
    page.select_option("[name='won_at.outcome']", "four_aces")
    reason = page.locator("[name=amount_reason]")
    expect(reason).to_be_hidden()
    page.fill("[data-kind=prize]", "900")
    reason.wait_for()
    change = page.locator("[data-change]")
    expect(change).to_contain_text("Before $1,000.40 After $1,000.00 The house adds $899.60")
    page.fill("[data-kind=prize]", "")
    expect(reason).to_be_hidden()
    expect(change).to_be_hidden()
    page.fill("[name=reason]", "the console was dark")
    page.keyboard.type(site.tracks["S200"])
    page.keyboard.press("Enter")
    page.keyboard.type(PINS["S200"])  # the card has filled in the badge
    page.locator("form.command button").click()
    expect(page.locator("tbody")).to_contain_text("-$1,000.40")
    page.locator("tbody a[href^='/office/wins/adjustment-']").click()
    expect(page.locator("[data-command=cancel-prize]")).to_have_count(1)
    expect(page.locator("[data-command=back-out-award]")).to_have_count(0)


def test_an_adjustment_by_two_people_moves_the_live_meter(browser: Browser, site: LiveSite) -> None:
    watching = site.signed_on(browser, "E300", "/office/meters")
    meter = watching.locator('[data-jackpot="fours"][data-level="main"] .money')
    expect(meter).to_have_text("$1,000.00")
    page = site.signed_on(browser, "A400", "/office/adjustments")
    page.locator("summary").click()
    page.select_option("[data-pair]", "fours|main")
    page.select_option("[name=adjustment]", "faulty_display")
    page.fill("[name=cents]", "1,234.50")
    expect(page.locator("[data-change]")).to_contain_text("Before $1,000.00 After $2,234.50")
    page.fill("[name=reason]", "the sign was dark")
    page.locator("form.command button").click()
    expect(page.locator(".toast")).to_contain_text("a second person must type badge and PIN too")
    page.keyboard.type(site.tracks["S200"])
    page.keyboard.press("Enter")
    page.keyboard.type(PINS["S200"])  # the card has filled in the badge
    page.locator("form.command button").click()
    expect(meter).to_have_text("$2,234.50")
    expect(page.locator("tbody")).to_contain_text("the sign was dark")
    # The page has come anew, and what was done still stands there.
    expect(page.locator("main > .toast.done")).to_contain_text("$2,234.50")
    expect(page.locator("main > .toast.done")).to_be_in_viewport()
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("cell", name="Change $1,234.50").wait_for()
    scrolls = "list => list.scrollWidth > list.clientWidth"
    assert not page.locator(".scroll").evaluate(scrolls)
    page.locator("tbody a").first.click()
    page.locator("details", has=page.locator("pre")).evaluate("raw => { raw.open = true; }")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_an_amount_is_read_with_its_sign(browser: Browser, site: LiveSite) -> None:
    page = site.signed_on(browser, "A400", "/office/today")
    read = "async (text) => (await import('/static/live.js')).centsOf(text)"
    typed = {"+0.77": 77, "0.77": 77, "-$1,000.05": -100_005, "+$1,000": 100_000, "-0": 0}
    assert {text: page.evaluate(read, text) for text in typed} == typed


def test_two_people_see_a_statement_line_by_line_and_sign_what_they_see_PS_62(
    browser: Browser, site: LiveSite, tmp_path: Path
) -> None:
    page = site.signed_on(browser, "A400", "/office/bank")
    open_all = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
    page.evaluate(open_all)
    named = page.locator("form[data-command='name-bank-account']")
    account = {"account.bank": "Cedar Bank", "account.state": "WA", "account.last_four": "4821"}
    for name, value in account.items():
        named.locator(f"[name='{name}']").fill(value)
    named.locator("[data-badge]").fill("E300")
    named.locator("[data-pin]").fill(PINS["E300"])
    named.get_by_role("button").click()
    page.get_by_text("Cedar Bank, WA, ••••4821").wait_for()
    page.evaluate(open_all)
    form = page.locator("form:has([name='cents'])").first
    form.locator("[name='cents']").fill("44.00")
    form.locator("[name='reference']").fill("slip 44")
    day = form.locator("[name='day']").input_value()
    form.get_by_role("button").click()
    page.get_by_role("cell", name="slip 44").wait_for()
    page.evaluate(open_all)
    statement = page.locator("form[data-shows]")
    proposed, shown = statement.locator("[data-kind='same']"), statement.locator(".preview")
    expect(proposed).to_be_hidden()
    expect(statement.locator("button")).to_be_disabled()
    text = f"Date;Debit;Credit;Reference;Balance\n{day};;44.00;Fé901;44.00\n"
    file = tmp_path / "bank.csv"
    file.write_text(text, "cp1252")  # as older programs of banks write
    statement.locator("[data-statement]").set_input_files(file)
    expect(proposed).to_contain_text(f"Fé901: $44.00 on {day} is our slip 44")
    expect(shown.locator("tbody tr").first).to_have_text(f"{day}Fé901$44.00not recorded$44.00")
    proposed.locator("input").check()
    expect(shown.locator("tbody tr").first).to_have_text(f"{day}Fé901$44.00slip 44")
    statement.locator("[name='closing_cents']").fill("43.00")
    statement.locator("[name='closing_cents']").blur()
    expect(shown.locator("dl")).to_contain_text("Closing balance$43.00")
    statement.locator("[data-badge]").fill("E300")
    statement.locator("[data-pin]").fill(PINS["E300"])
    statement.locator("button").click()
    expect(page.locator("dl.facts").first).to_contain_text("$43.00")


def test_the_heads_of_the_menu_and_signing_off_are_in_sight_on_a_low_screen(
    browser: Browser, site: LiveSite
) -> None:
    page = site.signed_on(browser, "A400", width=1280, height=800)
    for language in ("en", "es"):
        site.access.choose_language("A400", language)
        page.goto(f"{site.address}/office/today")
        expect(page.locator("html")).to_have_attribute("lang", language)
        name = page.locator(".office nav .house").evaluate_handle("house => house.firstChild")
        name.evaluate("name => { name.data = 'A House of a Name in Two Lines'; }")
        page.evaluate("dispatchEvent(new Event('resize'))")  # as a window that has changed
        heads = page.locator(".office nav .group").evaluate_all(
            "heads => heads.map(head => head.clientHeight >= 12)"
        )
        assert heads == [True] * 6
        expect(page.locator(".office nav .off button")).to_be_in_viewport(ratio=1)
        assert page.locator(".office nav > ul").evaluate(
            "list => list.scrollHeight <= list.clientHeight && list.scrollLeft === 0"
        )
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator(".office nav .off button")).to_be_in_viewport(ratio=1)
    beyond = page.locator(".office nav").evaluate("menu => menu.scrollWidth - menu.clientWidth")
    assert beyond == 0, "signing off lies on the page beside the menu"
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site.address}/office/system")
    expect(page.locator(".office nav [aria-current]")).to_be_in_viewport(ratio=0.9)
    closed = page.locator(".office nav details:not([open])")
    before = closed.count()
    closed.first.locator("summary").press("Enter")  # a group that has no room opens by keyboard too
    expect(closed).to_have_count(before - 1)


def test_a_badge_that_is_issued_is_in_the_list_and_its_slip_has_a_code(
    browser: Browser, site: LiveSite
) -> None:
    """The page stays for the slip, which is shown once."""
    page = site.signed_on(browser, "E300", "/office/badges")
    form = page.locator("form[data-command=issue-badge]")
    page.locator("details.ask", has=form).locator("summary").click()
    form.locator("[name=badge]").fill("D800")
    form.locator("[name=name]").fill("Ola Berg")
    form.locator("[name=role]").select_option("dealer")
    form.locator("[data-badge]").fill("A400")
    form.locator("[data-pin]").fill(PINS["A400"])
    form.locator("button.go").click()
    expect(form.locator("output img")).to_have_attribute("src", re.compile("^data:image/svg"))
    badges = page.locator(".sheet", has=page.locator("#sheet-badges"))
    expect(badges.locator("tbody tr", has_text="Ola Berg")).to_have_count(1)
