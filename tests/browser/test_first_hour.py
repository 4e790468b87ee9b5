"""The first hour of a house: from an empty folder to the first round for money, in a browser."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from browser import looks
from browser.faults import Faults
from browser.live_site import LiveSite
from pitboss.rules.catalog import Paytables
from pitboss.site.check import check
from pitboss.site.parse import parse_site
from pitboss.web.setup.draft_file import DRAFT_FILE
from pitboss.words.language import languages
from web.server_processes import WAIT_S
from web.server_support import PINS
from web.test_going_live import BANK, approvals
from web.test_setup import setting_up

pytestmark = pytest.mark.proof  # minutes of a browser

TABLET = {"width": 1024, "height": 768}
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
# Nobody reads or types faster than this, and most people about so: the house's own names and papers
# are at hand. What was counted comes to five minutes, and leaves ten for reading and printing.
FIELD_S, PRESS_S = 8, 4
# The fields of choice whose longest word has no room.
TOO_NARROW = """() => [...document.querySelectorAll('main select')].filter((each) => {
  const whole = each.cloneNode(true);
  Object.assign(whole.style, { position: 'absolute', width: 'auto', minWidth: 0 });
  each.after(whole);
  const needed = whole.offsetWidth;
  whole.remove();
  return needed > each.offsetWidth;
}).map((each) => each.name)"""
WHITE = "rgb(255, 255, 255)"
FIRST_HOUR_S = 15 * 60
PEOPLE = (
    "Dana Reyes", "Omar Haddad", "", "", "Sofia Brandt", "Elias Okafor", "Anna Lindgren",
    "Tom Varga",
)  # fmt: skip


@dataclass
class Counted:
    """A person at a page: every field and every press is counted."""

    page: Page
    fields: int = 0
    presses: int = 0

    def fill(self, name: str, value: str) -> None:
        """Type into a field."""
        self.page.fill(f'main [name="{name}"]', value)
        self.fields += 1

    def press(self, button: Locator) -> None:
        """Press a button or a link."""
        button.click()
        self.presses += 1

    def go(self) -> None:
        """Press the one green button."""
        self.press(self.page.locator("main button.go"))

    def look(self) -> None:
        """Look at the page on a desk and on a phone: nothing is cut off or unreadable."""
        self.page.wait_for_load_state()  # with its style sheets
        for viewport in (PHONE, DESK):
            self.page.set_viewport_size(viewport)  # type: ignore[arg-type]
            assert looks.too_wide(self.page) == []
        assert looks.broken_rules(self.page) == []
        assert looks.unreadable_by_night_and_day(self.page) == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where nothing is yet."""
    empty = tmp_path / "room"
    empty.mkdir()
    return empty


@pytest.fixture
def link(folder: Path, browser: Browser) -> Iterator[str]:
    """The link that a real server of that folder prints, in a process of its own."""
    words = [sys.executable, "-m", "pitboss", "serve", "--site", str(folder), "--port", "0"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield next(line.strip() for line in process.stdout if "/setup/code" in line)
        for context in browser.contexts:
            context.close()
        process.terminate()
        process.communicate(timeout=WAIT_S)
        assert process.returncode == 0


def phone_of(browser: Browser) -> BrowserContext:
    return browser.new_context(viewport=PHONE)  # type: ignore[arg-type]


def write_site(person: Counted, link: str, folder: Path) -> dict[str, str]:
    """House, people, four tables, jackpots, equipment, check, slips: everybody's PIN."""
    page = person.page
    page.goto(link)
    assert looks.filled(page, ".setup form.card") > 0.9
    person.look()
    person.fill("name", "The Corner Card Room")
    page.select_option("[name=profile]", "washington")
    page.select_option("[name=time_zone]", "America/Los_Angeles")
    person.fields += 2
    person.go()
    person.look()
    for row, name in enumerate(PEOPLE, 1):
        if name:
            person.fill(f"name-{row}", name)
    person.go()
    person.look()
    for game, count in (("crazy4", 2), ("four_card_poker", 1), ("blackjack", 1)):
        person.fill(f"count-{game}", str(count))
    person.go()
    expect(page.locator(".proven")).to_contain_text("Link proven: C1, C2, F1 have equal odds.")
    expect(page.locator(".total b")).to_have_text("$3,000.00")
    person.look()
    person.go()
    person.look()
    person.go()
    person.look()
    faults = check(parse_site((folder / DRAFT_FILE).read_text("utf-8")), Paytables())
    assert {fault.severity for fault in faults} == {"warning"}
    person.go()
    person.look()
    return {
        slip.get_attribute("data-badge") or "": slip.locator(".pin").inner_text()
        for slip in page.locator(".slip").all()
    }


def pair(browser: Browser, address: str, person: Counted, pins: dict[str, str]) -> Page:
    """The console of C1: it shows a picture, the technician's phone says what it is."""
    console = browser.new_context(viewport=DESK).new_page()  # type: ignore[arg-type]
    console.goto(f"{address}/enroll")
    ticket = console.locator("[data-ticket]").get_attribute("data-ticket")
    phone = phone_of(browser).new_page()
    phone.goto(f"{address}/pair/{ticket}")
    phone.fill("[name=badge]", "T500")
    phone.fill("[name=pin]", pins["T500"])
    person.fields += 2
    person.press(phone.locator("button.go"))
    expect(phone.locator("main")).to_contain_text(console.locator(".scan .code").inner_text())
    assert [*looks.broken_rules(phone, contrast=True), *looks.too_wide(phone)] == []
    person.press(phone.locator('button[value="console C1"]'))
    phone.locator(".done").wait_for()
    console.wait_for_url("**/table/C1")
    console.locator("main[data-link=live]").wait_for()
    return console


def rehearse_and_go_live(person: Counted, pins: dict[str, str]) -> None:
    """A rehearsed win, the papers, the deposit, and two people."""
    page = person.page
    person.look()
    person.press(page.locator('a.button[href="/setup/rehearsal"]'))
    page.select_option("[name=table]", "C1")
    person.fields += 1
    person.go()
    expect(page.locator(".story")).to_contain_text("The dealer pressed seat 2, then Four Aces.")
    # $1,000 of seed, and 20 cents of each of three wagers.
    expect(page.locator(".proven")).to_contain_text("Table C1 awarded $1,000.60 in play money.")
    person.look()
    person.press(page.locator("a.button.go"))
    person.look()
    person.fill("letter", "commission's letter of 14 June 2026")
    person.fill("internal_controls", "section 12")
    person.fill("own", "laboratory report 77")
    person.fill("signer", "M. Rowe")
    person.go()
    page.locator("[name=last_four]").wait_for()
    person.look()
    for name, value in (("name", "First Bank"), ("state", "WA"), ("last_four", "0001")):
        person.fill(name, value)
    person.fill("reference", "opening deposit")
    person.go()
    expect(page.locator(".proven")).to_contain_text("Ready, with one warning.")
    person.look()
    person.fill("pin-1", pins["E300"])
    person.fill("badge-2", "A400")
    person.fill("pin-2", pins["A400"])
    person.go()


@pytest.mark.slow
def test_a_room_of_four_tables_from_nothing_to_the_first_round_for_money(
    browser: Browser, link: str, folder: Path, faults: Faults
) -> None:
    address = link.partition("/setup")[0]
    faults.expect("/api/stream/", "ERR_CONNECTION", "ERR_INCOMPLETE", "404")
    page = browser.new_context(viewport=DESK).new_page()  # type: ignore[arg-type]
    person = Counted(page)
    pins = write_site(person, link, folder)
    person.press(page.locator("form[action='/setup/open'] button"))  # the green one prints
    page.wait_for_url("**/sign-on?next=/setup")
    expect(page.locator("#who")).to_contain_text("An executive can do every step")
    person.fill("badge", "E300")
    person.fill("pin", pins["E300"])
    person.go()
    expect(page.locator("main tbody .good")).to_have_count(0)
    console = pair(browser, address, person, pins)
    expect(page.locator("main tbody .good")).to_have_count(1)  # by itself
    expect(page.locator("[aria-current] small")).to_have_text("1 of 8 done")
    console.locator("#call").click()
    console.get_by_role("button", name="Equipment").click()
    expect(console.locator("#last")).to_contain_text("recorded")
    rehearse_and_go_live(person, pins)
    page.wait_for_url("**/pit")
    expect(page.locator("#new")).to_contain_text("Open for real money: B1, C1, C2, F1.")
    expect(page.locator("#summary")).to_have_text("No dealer has signed in yet.")
    assert page.goto(f"{address}/setup").status == 404  # type: ignore[union-attr]
    play_first_round(console, person, pins)
    assert person.fields * FIELD_S + person.presses * PRESS_S < FIRST_HOUR_S
    assert (person.fields, person.presses) == (30, 19)
    (aside,) = (folder / "training").iterdir()
    assert {path.name for path in aside.iterdir()} >= {"floor.db", "site.toml"}


def test_the_button_of_setups_door_is_in_the_first_view(browser: Browser, site: LiveSite) -> None:
    page = site.context(browser).new_page()
    page.goto(f"{site.address}/setup")
    page.locator("#who").wait_for()
    for viewport in (TABLET, DESK):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        expect(page.locator("button.go")).to_be_in_viewport(ratio=1)
        expect(page.locator("main a").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", languages())
def test_roles_are_read_whole_with_the_names(browser: Browser, folder: Path, language: str) -> None:
    with setting_up(folder) as room:
        page = browser.new_context(locale=language).new_page()
        room.let_in(page.context)
        page.goto(f"http://127.0.0.1:{room.port}/setup/people")
        page.locator("main select").first.wait_for()
        for viewport in (PHONE, TABLET, {"width": 1201, "height": 800}, DESK):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            assert (viewport, page.evaluate(TOO_NARROW)) == (viewport, [])
        page.context.close()


def test_where_two_people_go_live_is_in_the_first_view(browser: Browser, site: LiveSite) -> None:
    executive = site.person("E300")
    approvals(executive, "H2")
    executive.form("/setup/bank", **BANK)
    page = site.signed_on(browser, "E300", "/setup/live", **TABLET)
    told = page.locator(".proven a")
    expect(told).to_be_in_viewport(ratio=1)
    told.click()
    for part in ("[name=badge-1]", "[name=pin-2]", "main button.go"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_figures_move_while_somebody_types_and_say_what_cannot_be_read(
    browser: Browser, folder: Path
) -> None:
    with setting_up(folder) as room:
        room.write()
        page = browser.new_context(viewport=DESK).new_page()  # type: ignore[arg-type]
        room.let_in(page.context)
        page.goto(f"http://127.0.0.1:{room.port}/setup/jackpots")
        keeps, told = page.locator(".gives dd").nth(4), page.locator("#figures-refused")
        before = keeps.inner_text()
        page.fill("[name=seed-four-card-main]", "$2,345.67")
        expect(page.locator("#cash")).to_have_text("$2,345.67")
        expect(keeps).not_to_have_text(before)
        page.fill("[name=rate-four-card-main]", "1x")
        expect(told).to_contain_text("isn't a percentage")
        expect(page.locator("[name=rate-four-card-main]")).to_be_focused()
        page.fill("[name=rate-four-card-main]", "20")
        expect(told).to_be_hidden()
        page.reload()
        expect(page.locator("#cash")).to_have_text("$1,000.00")
        page.context.close()


def test_enter_in_a_figure_saves_it_and_removes_nothing(browser: Browser, folder: Path) -> None:
    with setting_up(folder) as room:
        room.write()
        page = browser.new_context(viewport=DESK).new_page()  # type: ignore[arg-type]
        room.let_in(page.context)
        page.goto(f"http://127.0.0.1:{room.port}/setup/jackpots")
        page.fill("[name=seed-four-card-main]", "$2,000")
        page.keyboard.press("Enter")
        page.wait_for_url("**/jackpots?rounds=*")
        expect(page.locator("#cash")).to_have_text("$2,000.00")
        expect(page.locator(".jackpot")).to_have_count(1)
        page.context.close()


def the_wrong_field_says_why(page: Page, field: str, reason: str) -> None:
    """After a refusal the keyboard is there, and the reason stands beside it."""
    wrong = page.locator(f'[name="{field}"]')
    expect(wrong).to_be_focused()
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description(re.compile(reason))
    for shown in (wrong, page.locator("#refusal")):
        expect(shown).to_be_in_viewport(ratio=1)


def test_a_refused_step_shows_the_wrong_field_and_beside_it_why(
    browser: Browser, folder: Path, faults: Faults
) -> None:
    faults.expect("409 ")
    with setting_up(folder) as room:
        room.write()
        page = browser.new_context(viewport=TABLET).new_page()  # type: ignore[arg-type]
        room.let_in(page.context)
        for step, field, typed, reason in (
            ("people", "badge-2", "d100", "both have badge"),
            ("jackpots", "rate-four-card-main", "abc", "isn't a percentage"),
        ):
            page.goto(f"http://127.0.0.1:{room.port}/setup/{step}")
            page.fill(f'[name="{field}"]', typed)
            page.locator("main button.go").click()
            the_wrong_field_says_why(page, field, reason)
            assert looks.covered(page) == []
        page.context.close()


def test_of_two_who_go_live_the_one_who_was_refused_has_the_keyboard(
    browser: Browser, site: LiveSite, faults: Faults
) -> None:
    faults.expect("401 ", "409 ")
    executive = site.person("E300")
    approvals(executive, "H2")
    executive.form("/setup/bank", **BANK)
    page = site.signed_on(browser, "E300", "/setup/live", **TABLET)
    for second, pin, field, reason in (
        ("A400", "9999", "pin-2", "A400"),
        ("E300", PINS["E300"], "badge-2", "two different people"),
    ):
        for name, typed in (("pin-1", PINS["E300"]), ("badge-2", second), ("pin-2", pin)):
            page.fill(f"[name={name}]", typed)
        page.locator("main button.go").click()
        the_wrong_field_says_why(page, field, reason)


def test_a_page_that_is_dark_on_a_screen_is_read_on_paper(browser: Browser, site: LiveSite) -> None:
    page = site.signed_on(browser, "E300")
    page.emulate_media(media="print")
    for path in ("/setup/live", "/pit/C1", "/pin", "/help/refusals"):
        page.goto(f"{site.address}{path}")
        assert (path, looks.unreadable(page)) == (path, [])
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == WHITE


def play_first_round(console: Page, person: Counted, pins: dict[str, str]) -> None:
    """A dealer takes the table, a chip lies on seat 4, START: the first round for money."""
    expect(console.locator(".training")).to_be_hidden()
    console.locator("main[data-link=live]").wait_for()
    expect(console.locator("#meters dd")).to_have_text(["$1,000.00"])
    expect(console.locator("#last")).to_be_empty()  # what was pressed in training is gone
    person.press(console.locator("#next"))
    console.locator("#sheet [name=badge]").fill("D100")
    console.locator("#sheet [name=pin]").fill(pins["D100"])
    person.fields += 2
    console.keyboard.press("Enter")
    person.press(console.locator('.spot[data-seat="4"]'))
    person.press(console.locator('#next[data-step="start"]:enabled'))
    # One wager of $1 gives 20 cents to the meter.
    expect(console.locator("#meters dd")).to_have_text(["$1,000.20"])
