"""The pit in a real browser: who is needed first, what is not current, and every size of screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.live_site import HOLDS_BACK, Keys, LiveSite, crazy4_table, starter_text
from browser.looks import resized
from web.office_support import FOURS
from web.server_support import PINS

pytestmark = pytest.mark.proof  # minutes of a browser

# A page that says when it has heard a beat.
TELLS_BEATS = """
const heard = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (kind, ...rest) {
  heard.call(this, kind, ...rest);
  if (kind === 'beat') heard.call(this, kind, () => console.info('beat'));
};
"""
# Of a wall, in its letters: the gap between cards, the room in one, what is empty below the last.
WALL_ROOM = """() => {
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const list = document.getElementById('tables');
  const styles = [list, list.querySelector('a')].map((part) => getComputedStyle(part));
  const room = [styles[0].rowGap, styles[1].paddingTop];
  const below = innerHeight - list.lastElementChild.getBoundingClientRect().bottom;
  return [...room.map(parseFloat), below].map((each) => each / letter);
}"""
WALL = {"width": 3840, "height": 2160}
# How many lines the day of a time takes.
TIME_LINES = """place => {
  const time = document.createRange();
  time.selectNodeContents(place);
  return time.getClientRects().length;
}"""
REFUSED_ROOM = "['.refused', '#lists'].map((part) => document.querySelector(part).clientWidth)"
PHONE = {"width": 390, "height": 844}


def test_a_call_from_a_paused_table_is_heard_and_keeps_the_older_clock(
    browser: Browser, site: LiveSite
) -> None:
    hands = site.hands()
    hands.swipe("sign-in", "D100", table="C1")
    hands.press("pause-table", table="C1", reason="@chips_mixed_up")
    page = site.signed_on(browser, "S200", "/pit")
    expect(page.locator("#summary")).to_have_text("1 waiting")
    page.get_by_role("button", name="Sound is off. Turn it on").click()
    page.get_by_role("button", name="Sound is on. Turn it off").wait_for()
    hands.press("call-supervisor", table="C1", reason="Fill or credit")
    first = page.locator("#tables li").first
    expect(first.locator(".need > :first-child")).to_have_text(
        ["Supervisor called", "Paused: resume it"]
    )
    expect(page.locator("#sound")).to_have_attribute("data-played", "2")
    expect(page.locator("#said")).to_have_text("C1: Supervisor called")
    called, paused = (
        int(clock.get_attribute("data-since") or 0) for clock in first.locator(".wait").all()
    )
    assert paused < called
    page.keyboard.press("?")
    expect(page.locator("#help-now")).to_contain_text("A table is calling")


def test_a_suspended_jackpot_says_why_on_its_cards_and_above_them(
    browser: Browser, site: LiveSite
) -> None:
    site.person("S200").press("suspend-jackpot", jackpot="fours", reason="Meter display wrong")
    page = site.signed_on(browser, "S200", "/pit")
    expect(page.locator(".chip.suspended").first).to_contain_text("suspended (Meter display wrong)")
    expect(page.locator("#locked")).to_contain_text("suspended (Meter display wrong)")


def test_a_jackpot_that_a_change_holds_names_it_and_leads_there(
    browser: Browser, site: LiveSite
) -> None:
    hands = site.hands()
    hands.swipe("sign-in", "D100", table="C1")
    hands.press("start-round", table="C1", spots=[{"seat": 2, "sensor": 1}])
    level = {"level": "main", "seed_cents": 100_000, "rate_ppm": 300_000, "reserve_ppm": 50_000}
    what = {"action": "set", "jackpot": "fours", "levels": [{**level, "maximum_cents": 5_000_000}]}
    asked = site.person("A400").press("request-change", what=what, reason="a busy month").json()
    change = asked["events"][0]["change"]
    executive = site.person("E300")
    executive.press("approve-change", change=change)
    executive.press("plan-change", change=change, from_ms=0)
    page = site.signed_on(browser, "S200", "/pit")
    said = f"on hold for {change.replace('-', ' ')} until rounds end (a busy month)"
    expect(page.locator("#locked")).to_contain_text(said)
    expect(page.locator(".chip.suspended").first).to_contain_text(said)
    page.locator("#locked a").click()
    expect(page.locator(f"#{change}")).to_contain_text("Waiting for rounds to end at C1.")


def test_who_is_locked_out_at_a_table_is_told_on_the_overview(
    browser: Browser, site: LiveSite
) -> None:
    page = site.signed_on(browser, "E300", "/pit")
    told = page.locator("#locked-out li")
    page.locator("#tables li").first.wait_for()
    expect(told).to_have_count(0)
    hands = site.hands()
    for _ in range(5):
        hands.refused("sign-in", table="C1", swipe={"badge": "S200", "pin": "0000"})
    # These hands press at every table: no one table is named.
    expect(told).to_contain_text("Floor Supervisor (S200) is locked out until")
    expect(told).to_contain_text("(5 wrong PINs). Swipe the card")
    expect(told.get_by_role("link")).to_have_attribute("href", "/office/badges")
    page.reload()  # who comes later is told too
    expect(told).to_contain_text("Floor Supervisor (S200) is locked out")


def test_a_pit_without_a_line_is_dim_and_says_as_of_when(browser: Browser, site: LiveSite) -> None:
    page = site.signed_on(browser, "S200")
    page.add_init_script(HOLDS_BACK)
    page.add_init_script(TELLS_BEATS)
    for path in ("/pit", "/pit/C1"):
        page.goto(f"{site.address}{path}")
        expect(page.locator("#summary, .phase").first).not_to_be_empty()
        page.wait_for_event("console", predicate=lambda said: said.text == "beat")
        page.evaluate("window.heldBack = []")
        band = page.locator("#band")
        expect(band).to_have_text(
            re.compile(r"No connection to the server\. As of \d+:\d\d [AP]M$")
        )
        expect(page.locator(".pit")).to_have_attribute("data-link", "lost")
        assert "brightness" in page.evaluate(
            "getComputedStyle(document.querySelector('main')).filter"
        )
        if path == "/pit":
            expect(page.locator("#summary")).not_to_be_visible()
        page.evaluate(
            "() => { const held = heldBack; heldBack = null; held.forEach((each) => each()); }"
        )
        expect(page.locator(".pit")).to_have_attribute("data-link", "live")


def test_a_phone_shows_the_whole_amount_and_why_a_press_was_refused(
    browser: Browser, site: LiveSite
) -> None:
    hands = site.hands()
    hands.start("C1", 2, 5)
    hands.mark("C1", 2, "four_aces")
    hands.mark("C1", 5, "four_of_a_kind")
    hands.refused("start-round", table="C1", spots=[])
    page = site.signed_on(browser, "S200", "/pit/C1", **PHONE)
    page.locator("#total").wait_for()
    # As wide as a jackpot gets.
    page.locator("#total").evaluate("place => { place.textContent = '$1,010,050.50'; }")
    page.locator("#prizes .money").first.evaluate("place => { place.textContent = '$999,750.50'; }")
    wide, room = page.evaluate("""() => {
      const table = document.querySelector('.prizes');
      return [table.scrollWidth, table.parentElement.clientWidth];
    }""")
    assert wide <= room
    expect(page.locator("#prizes td:nth-child(3)")).to_have_text(["Tray", FOURS])
    reason = page.locator(".refused td:last-child").first
    expect(reason).to_contain_text("ROUND_OPEN")
    box = reason.bounding_box()
    assert box is not None
    assert box["width"] > 0.7 * PHONE["width"]
    resized(page, 1280, 800)
    assert page.locator(".refused tbody td").first.evaluate(TIME_LINES) == 1
    wide, room = page.evaluate(REFUSED_ROOM)
    assert wide > 0.9 * room  # a reason is read in a line or two


def test_a_supervisor_is_told_that_an_executive_confirms(browser: Browser, site: LiveSite) -> None:
    hands = site.hands()
    hands.start("H1", 4, dealer="D101")
    hands.mark("H1", 4, "royal_flush")
    page = site.signed_on(browser, "S200", "/pit/H1")
    page.locator("#total").wait_for()
    page.fill("#badge", "S200")
    page.fill("#pin", PINS["S200"])
    page.locator("#confirm-form button").click()
    expect(page.locator(".toast")).to_contain_text(
        "S200: supervisor's badge refused. Awards over $5,000.00 need an executive; "
        "swipe an executive's badge"
    )
    # It stands among the refused presses at once.
    expect(page.locator("table.refused")).to_contain_text("S200")


def test_two_wagers_are_told_apart_and_envy_is_summed_by_seat(
    browser: Browser, site: LiveSite
) -> None:
    hands = site.hands()
    hands.swipe("sign-in", "D100", table="C3")
    spots = [{"seat": seat, "sensor": sensor} for seat in (2, 5) for sensor in (1, 2)]
    hands.press("start-round", table="C3", spots=spots)
    hands.mark("C3", 2, "four_aces")
    hands.mark("C3", 2, "royal_flush", sensor=2)
    page = site.signed_on(browser, "S200", "/pit/C3")
    expect(page.locator("#prizes td small")).to_have_text([FOURS, "Multi-game progressive ML01"])
    expect(page.locator("#envy")).to_have_text("Envy to pay: seat 5 $1,100.00")  # $100 and $1,000
    expect(page.locator("#also")).to_have_text(
        "Seat 2 wins both wagers: Four Aces, Royal Flush."
        " Check that the same cards make both hands."
    )
    hands.swipe("confirm-awards", "E300", table="C3")
    expect(page.locator("#awarded-list")).to_contain_text("· recorded")


def test_a_wall_shows_fifty_tables_without_scrolling(
    browser: Browser, tmp_path: Path, keys: Keys
) -> None:
    more = "".join(crazy4_table(f"W{number}", "fours", seats=6) for number in range(46))
    with LiveSite(tmp_path / "site", keys, text=starter_text() + more).serving() as site:
        page = site.signed_on(browser, "S200", "/pit", **WALL)
        expect(page.locator("#tables > .table").nth(49)).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollHeight") <= WALL["height"]
        box = page.locator("#help-open").bounding_box()
        assert box is not None
        assert round(box["width"]) == round(box["height"])
        tables = page.locator("#tables > .table").count()
        expect(page.locator("#new li").first).to_have_text(
            f"In training, play money only: {tables} tables."
        )


def test_a_new_floor_says_what_comes_next_and_who_is_missing(
    browser: Browser, site: LiveSite
) -> None:
    pit = site.signed_on(browser, "S200", "/pit")
    expect(pit.locator("#new")).to_contain_text("In training, play money only: B1, C1")
    expect(pit.locator("#summary")).to_have_text("No dealer has signed in yet.")
    site.hands().start("C1", 2)
    expect(pit.locator("#summary")).to_have_text("1 running, 6 without a dealer.")
    expect(pit.locator("#new")).to_be_hidden()
    # The print grows with the screen: the cards fill it, and all are in sight.
    pit.set_viewport_size({"width": 1920, "height": 1080})
    pit.wait_for_function("parseFloat(getComputedStyle(document.documentElement).fontSize) > 25")
    expect(pit.locator("#tables > .table").last).to_be_in_viewport(ratio=1)
    # On a wall the cards of so few tables are larger than those of fifty, and all are in sight.
    pit.set_viewport_size(WALL)  # type: ignore[arg-type]
    pit.wait_for_function("parseFloat(getComputedStyle(document.documentElement).fontSize) > 45")
    expect(pit.locator("#tables > .table").last).to_be_in_viewport(ratio=1)
    # Gaps and edges have grown with the letters, and the rows fill the picture.
    gap, padding, below = pit.evaluate(WALL_ROOM)
    assert min(gap, padding) >= 0.4
    assert below < 1
