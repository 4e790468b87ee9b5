"""Several screens of one floor at once, and a server that is killed while they look on."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser.faults import Faults
from browser.live_site import Keys, LiveSite, starter_text
from browser.looks import resized
from browser.test_console import begin, hand, has_state, rounds, spot, step, swipe, tick_all
from devices.support import Speaker
from pitboss.devices.emulator import enroll
from pitboss.devices.signals import Beat
from pitboss.web.shell.middleware import DEVICE
from web.office_support import BANK, approve_tables
from web.server_support import PINS, by_pin, make_site
from web.test_process import Served, served

pytestmark = pytest.mark.proof  # minutes of a browser

LOCK = 'id = "rooms"'


@pytest.fixture
def locking(tmp_path: Path, keys: Keys) -> Iterator[LiveSite]:
    """A site whose jackpot of two tables is locked at the mark."""
    text = starter_text().replace(LOCK, f"{LOCK}\nlock_at_mark = true", 1)
    with LiveSite(tmp_path / "site", keys, text=text).serving() as running:
        yield running


def meter(page: Page, level: str) -> Locator:
    """A level's amount on a sign."""
    return page.locator(f'[data-level="{level}"] .figure')


def shows(page: Page, level: str, amount: str) -> None:
    """Wait until a sign stands on an amount."""
    expect(meter(page, level)).to_have_attribute("aria-label", amount)


# ---- a link -------------------------------------------------------------------------------------


def test_two_consoles_and_two_signs_show_one_meter_PS_30(browser: Browser, site: LiveSite) -> None:
    crazy, holdem = site.console(browser, "C2"), site.console(browser, "H1")
    signs = [site.sign(browser, "C2"), site.sign(browser, "H1")]
    hands = site.hands()
    hands.start("C2", 1, 2, 3)
    hands.start("H1", 5, dealer="D101")
    # Four wagers of $1 give 12 cents each to a meter of $5,000, 5 cents to one of $1,000.
    for page in (crazy, holdem):
        expect(page.locator("#meters dd")).to_have_text(["$5,000.48", "$1,000.20"])
    for page in signs:
        shows(page, "mega", "$5,000.48")
        shows(page, "major", "$1,000.20")


def test_signs_elsewhere_show_the_prize_of_a_swipe_PS_50(browser: Browser, site: LiveSite) -> None:
    sign = site.sign(browser, "C2")
    page = site.console(browser, "H1")
    begin(page, site, 4, 5)
    spot(page, 4).click()
    hand(page, "royal_flush").click()
    step(page, "confirm").click()
    tick_all(page)
    swipe(page, site, "S200")
    expect(page.locator("#sheet-message a[href$=ROLE_TOO_LOW]")).to_be_visible()
    expect(sign.locator(".hit")).to_be_hidden()
    swipe(page, site, "E300")
    hit = sign.locator(".hit")
    expect(hit.locator(".hit-hand")).to_have_text("Royal Flush")
    # Two wagers have put 24 cents on the meter.
    expect(hit.locator(".figure")).to_have_attribute("aria-label", "$5,000.24")
    expect(hit.locator(".hit-place")).to_have_text("Table H1 · Seat 4")
    # The seed, and 2 cents of reserve.
    shows(sign, "mega", "$5,000.02")
    step(page, "end").click()
    expect(page.locator("#sheet .prizes tr")).to_have_text(
        ["Seat 5seat 4 has Royal Flush$1,000.00"]
    )
    page.locator("#sheet").get_by_role("button", name="PAID: END GAME").click()
    step(page, "start")


def test_a_locked_mark_is_pending_elsewhere_PS_20(browser: Browser, locking: LiveSite) -> None:
    elsewhere, sign = locking.console(browser, "C2"), locking.sign(browser, "C2")
    page = locking.console(browser, "H1")
    begin(page, locking, 4)
    hand(page, "royal_flush").click()
    has_state(page, 4, "marked")
    expect(spot(page, 4)).to_have_accessible_name(re.compile("winner, Royal Flush, amount held$"))
    spot(page, 4).get_by_text("amount held").wait_for()
    resized(page, 360, 740)  # no room beside the spot
    spot(page, 4).get_by_text("held", exact=True).wait_for()
    resized(page, 1280, 800)
    expect(sign.locator('[data-level="mega"] .under')).to_have_text("Award pending at table H1")
    shows(sign, "mega", "$5,000.01")  # the seed, and a cent of reserve
    expect(elsewhere.locator("#meters .pending dd")).to_have_text("$5,000.01")
    hand(page, "royal_flush").click()
    has_state(page, 4, "locked")
    shows(sign, "mega", "$5,000.12")
    expect(elsewhere.locator("#meters .pending")).to_have_count(0)


# ---- tables that stand --------------------------------------------------------------------------


def test_a_dead_sensor_board_closes_betting_until_heard(browser: Browser, site: LiveSite) -> None:
    pit, page = site.signed_on(browser, "S200", "/pit"), site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    code = site.access.make_code(kind="sensor", table="C1", now_ms=site.running_site.now_ms())
    board = Speaker(enroll(site.address, code))
    assert board.say("on 3") == "ok"
    has_state(page, 3, "lit")
    # It is silent from here on.
    row = pit.locator("#tables li", has_text="C1")
    expect(row).to_contain_text("Sensors not responding")
    expect(page.locator("#next")).to_have_attribute("data-step", "wait")
    expect(page.locator("#next")).to_be_disabled()
    board.last += 1
    assert board.send(Beat(n=board.last)) == "ok"
    step(page, "start")
    expect(row).not_to_contain_text("Sensors not responding")


def test_a_supervisor_is_called_and_answers_from_the_pit(browser: Browser, site: LiveSite) -> None:
    pit, page = site.signed_on(browser, "S200", "/pit"), site.console(browser, "M1")
    pit.get_by_role("button", name="Sound is off. Turn it on").click()
    expect(pit.locator("#sound")).to_have_attribute("data-played", "1")
    site.access.choose_language("D100", "es")
    swipe(page, site, "D100")
    expect(page.locator("html[lang=es]")).to_be_attached()
    step(page, "start")
    page.click("#call")
    page.get_by_role("button", name="Pregunta de un jugador").click()
    page.locator("#call.person").wait_for()
    first = pit.locator("#tables li").first
    expect(first).to_contain_text("M1")
    expect(first).to_contain_text("Supervisor called")
    expect(first).to_contain_text("Called: Player question")  # recorded in the house's language
    expect(pit.locator("#sound")).to_have_attribute("data-played", "2")
    first.locator("a").click()
    pit.get_by_role("button", name="I'm here: clear the call").click()
    page.locator("#call:not(.person)").wait_for()
    expect(pit.get_by_role("button", name="I'm here: clear the call")).to_be_hidden()


def test_a_suspended_jackpot_leaves_the_sign_and_takes_no_wager(
    browser: Browser, site: LiveSite
) -> None:
    sign, page = site.sign(browser, "C1"), site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    for seat in (1, 4):
        spot(page, seat).click()
        has_state(page, seat, "lit")
    executive = site.person("E300")
    told = executive.press("suspend-jackpot", jackpot="fours", reason="the sensor is changed")
    assert told.status_code == 200, told.text
    returns = "Return the jackpot wagers at seats 1, 4. This bet is closed."
    expect(page.locator("#hint")).to_have_text(returns)
    expect(page.locator("#next")).to_be_disabled()
    expect(page.locator("#next")).to_contain_text("return the wagers first")
    for seat in (1, 4):
        spot(page, seat).click()
        has_state(page, seat, "shut")
    step(page, "start")
    expect(sign.locator(".word").first).to_have_text("Not in play")
    expect(sign.locator(".first .figure")).to_have_count(0)
    expect(page.locator("#why")).to_contain_text(
        "Four-card progressive, Pays 3 is suspended: no wagers"
    )
    expect(page.locator("#hands-more")).to_have_text("No wagers, so no hand to mark.")
    page.keyboard.press("?")
    expect(page.locator("#help-now")).to_contain_text("This jackpot is suspended")
    told = executive.press("resume-jackpot", jackpot="fours", reason="it is changed")
    assert told.status_code == 200, told.text
    shows(sign, "main", "$1,000.00")


def test_several_reasons_are_said_as_a_sentence_each(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    say = "async (reasons) => (await import('/static/live.js')).inSentences(reasons)"
    assert page.evaluate(say, ["fours is suspended: no wagers"]) == "fours is suspended: no wagers"
    both = ["The account is short $5. Deposit it first.", "fours is suspended: no wagers"]
    assert page.evaluate(say, both) == f"{both[0]} Fours is suspended: no wagers."


def for_money(folder: Path) -> None:
    """A site of the starter's tables that plays for money."""
    approve_tables(folder / "site.toml")
    with (folder / "site.toml").open("a", encoding="utf-8") as file:
        file.write(BANK)


def test_a_short_bank_account_closes_screens(browser: Browser, tmp_path: Path, keys: Keys) -> None:
    with LiveSite(tmp_path / "site", keys, before=for_money).serving() as site:
        sign, page = site.sign(browser, "C1"), site.console(browser, "C1")
        pit = site.signed_on(browser, "S200", "/pit")
        swipe(page, site, "D100")
        step(page, "start")
        seized = site.person("A400").press(
            "record-withdrawal", cents=500_000, reference="order 7", day="2024-01-03",
            purpose="seizure", second_swipe=by_pin("E300"),
        )  # fmt: skip
        assert seized.status_code == 200, seized.text
        lacks = "The jackpot account is short $3,000.00"
        expect(page.locator("#phase")).to_have_text("Closed: don't start a round")
        expect(page.locator("#why")).to_contain_text(lacks)
        spot(page, 2).click()
        expect(page.locator(".toast").first).to_contain_text(lacks)
        has_state(page, 2, "shut")
        page.keyboard.press("?")
        expect(page.locator("#help-now")).to_contain_text("No round can start here")
        expect(pit.locator("#locked li").first).to_contain_text(lacks)
        first = pit.locator("#tables li").first
        for said in ("C1", "Closed for now", "Can't start a round", lacks):
            expect(first).to_contain_text(said)
        expect(sign.locator(".first .word")).to_have_text("Closed")
        expect(sign.locator(".first .figure")).to_have_count(0)
        first.locator("a").click()
        expect(pit.locator("#phase")).to_contain_text(f"Closed for now: {lacks}")


def test_a_table_that_is_closed_says_so_everywhere(browser: Browser, site: LiveSite) -> None:
    sign, page = site.sign(browser, "M1"), site.console(browser, "M1")
    step(page, "sign_in")
    executive, accounting = site.person("E300"), site.person("A400")
    asked = executive.post(
        "/api/commands/request-change",
        {
            "command_id": "close-m1",
            "what": {"action": "close_table", "table": "M1"},
            "reason": "the game is taken off",
        },
    )
    assert asked.status_code == 200, asked.text
    listed = accounting.request("GET", "/office/changes").text
    found = re.search(r'name="change" value="([^"]+)"', listed)
    assert found
    for visitor, command in ((accounting, "approve-change"), (executive, "apply-change")):
        told = visitor.press(command, change=found[1])
        assert told.status_code == 200, told.text
    expect(page.locator("#phase")).to_have_text("Table closed")
    expect(page.locator("#next")).to_be_hidden()  # there is nothing to wait for
    expect(page.locator('.spot[data-state="shut"]')).to_have_count(7)
    expect(sign.locator(".line")).to_have_text(
        "Progressive closed at this table. No progressive wagers right now"
    )


def test_training_is_said_on_every_screen(browser: Browser, site: LiveSite) -> None:
    # A table without the papers of an approval trains (PS-64).
    expect(site.console(browser, "C1").locator(".band.training")).to_have_text(
        "TRAINING: no real money"
    )
    expect(site.sign(browser, "C1").locator(".training")).to_have_text("TRAINING: no real money")
    office = site.signed_on(browser, "A400", "/pit")
    expect(office.locator("#tables .chip.training").first).to_have_text("Training")
    office.goto(f"{site.address}/office/meters")
    expect(office.locator(".cards a").first).to_contain_text("Training")
    expect(office.locator("tbody tr", has_text="dragon")).to_contain_text("Training")
    office.goto(f"{site.address}/office/meters/fours/main")
    expect(office.locator("main .training")).to_have_text("TRAINING: no real money")


# ---- a server that is killed --------------------------------------------------------------------


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def console_of(browser: Browser, server: Served, table: str) -> Page:
    """A console of a server in another process; its clock is the real one."""
    token = server.visitor().enroll("console", table).cookies[DEVICE]
    context = browser.new_context(reduced_motion="reduce")
    context.add_cookies([{"name": DEVICE, "value": token, "url": server.address}])
    page = context.new_page()
    page.goto(f"{server.address}/table/{table}")
    page.wait_for_selector("main[data-link=live]")
    return page


def typed(page: Page, badge: str) -> None:
    """Badge and PIN in the open sheet."""
    page.fill("#sheet-badge", badge)
    page.fill("#sheet-pin", PINS[badge])
    page.locator("#sheet-go").click()


def test_a_round_goes_on_after_the_server_was_killed(
    browser: Browser, tmp_path: Path, keys: Keys, faults: Faults
) -> None:
    faults.expect("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED", "ERR_CONNECTION_RESET")
    folder = make_site(tmp_path / "site")
    (folder / "access.db").write_bytes(keys.file.read_bytes())
    port = ("--port", str(free_port()))
    with served(folder, *port) as server:
        page = console_of(browser, server, "C1")
        step(page, "sign_in").click()
        typed(page, "D100")
        step(page, "start")
        for seat in (2, 3):
            spot(page, seat).click()
            has_state(page, seat, "lit")
        step(page, "start").click()
        step(page, "play")
        spot(page, 2).click()
        with page.expect_response("**/api/commands/*") as answered:
            hand(page, "four_aces").click()
        answered.value.finished()
        has_state(page, 2, "marked")
        server.end(signal.SIGKILL)
    band = page.locator(".band.lost")
    band.wait_for()
    expect(band).to_contain_text("Last press: Four Aces, Seat 2: recorded")
    with served(folder, *port):
        expect(band).to_be_hidden()
        has_state(page, 2, "marked")
        has_state(page, 3, "locked")
        expect(page.locator("#meters dd")).to_have_text("$1,000.40")
        step(page, "confirm").click()
        tick_all(page)
        typed(page, "S200")
        expect(page.locator(".award")).to_contain_text("$1,000.40")
        expect(page.locator("#meters dd")).to_have_text("$1,000.10")
        step(page, "end").click()
        page.locator("#sheet").get_by_role("button", name="PAID: END GAME").click()
        step(page, "start")
        page.close()


def test_a_press_into_a_dead_server_is_done_once_when_it_is_back(
    browser: Browser, site: LiveSite, faults: Faults
) -> None:
    faults.expect("ERR_INTERNET_DISCONNECTED")
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    button = step(page, "start")
    page.context.set_offline(True)
    button.click()
    expect(page.locator("#next")).to_have_attribute("aria-busy", "true")
    page.clock.run_for(1_500)  # it is sent again and again
    page.context.set_offline(False)
    page.clock.run_for(1_500)
    step(page, "play")
    assert rounds(site) == 1
