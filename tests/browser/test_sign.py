"""The players' sign in a real browser, told by a fake floor what to show (PS-50, PS-34)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.fake_floor import FakeFloor, award, hand, jackpot, level, site_of, table, winners
from browser.live_site import closed_after
from browser.looks import reshaped, still_wrong

NOW_MS = 1_700_000_000_000
SITE = """
[property]
name = "The Card Room"
time_zone = "America/Los_Angeles"
opened_by = ["S200", "A400"]

[[jackpot]]
id = "rooms"
kind = "progressive"
paytable = "multi_game/five_card/ml03"

[[jackpot]]
id = "fours"
kind = "progressive"
paytable = "crazy4/progressive/pays-3"

[[jackpot]]
id = "royals"
kind = "house"
paytable = "holdem_bonus/progressive/quick-hit-11"

[[table]]
id = "C1"
game = "crazy4"
title = "Crazy 4 Poker"
seats = 6
jackpots = ["rooms"]

[[table]]
id = "C2"
game = "crazy4"
title = "Crazy 4 Poker"
seats = 6
jackpots = ["rooms", "fours"]

[[table]]
id = "H2"
game = "holdem_bonus"
title = "Texas Hold'em Bonus"
seats = 6
jackpots = ["royals"]

[[table]]
id = "C3"
game = "crazy4"
title = "Crazy 4 Poker"
seats = 6
jackpots = ["rooms"]
[table.paytables]
base = "crazy4/base/c4p"
queens_up = "crazy4/queens_up/c4p-09"
"""
# What the wheels show: each at a whole figure, or between two while it rolls.
WHEELS = """place => [...place.children].map(cell => {
  const wheel = cell.querySelector('.wheel');
  if (!wheel) return cell.textContent;
  const at = parseFloat(wheel.style.transform.slice('translateY('.length)) * 11 / -100;
  return String(Math.abs(Math.round(at * 1e3) / 1e3));
})"""
OVERFLOWING = """() => [...document.querySelectorAll('.sign, .panels, .jackpot, .first, .hands')]
  .filter(part => part.scrollHeight > part.clientHeight + 2
    || part.scrollWidth > part.clientWidth + 2)
  .map(part => part.className)"""
NOTICES = (
    "The amount of this jackpot is fixed by the house and is paid in full.",
    "No player's money pays for this jackpot.",
    "The house may remove this jackpot without notice.",
)


def rooms(mega: int = 100_000, **other: Any) -> dict[str, Any]:
    """A jackpot of three levels."""
    return jackpot(
        "rooms",
        [level("mega", mega, **other), level("major", 82_417), level("minor", 51_266)],
        hands=[
            hand("Royal Flush", "100% Mega", mega, source="meter", envy=100_000),
            hand("Straight Flush", "100% Major", 82_417, source="meter", envy=30_000),
            hand("Four of a Kind", "100% Minor", 51_266, source="meter"),
            hand("Full house", "50 for 1", 5_000),
            hand("Flush", "40 for 1", 4_000),
        ],
    )


@pytest.fixture
def floor(browser: Browser, tmp_path: Path) -> Iterator[FakeFloor]:
    with FakeFloor(site_of(SITE), tmp_path).running() as running, closed_after(browser):
        yield running


def opened(
    browser: Browser, floor: FakeFloor, name: str = "C1", *, still: bool = False, **size: int
) -> Page:
    """The sign of a table; time passes only when the test says so."""
    context = browser.new_context(reduced_motion="reduce" if still else "no-preference")
    page = context.new_page()
    reshaped(page, size.get("width", 1920), size.get("height", 1080))
    page.clock.install(time=NOW_MS / 1000)
    page.clock.pause_at(NOW_MS / 1000 + 1)
    page.goto(f"{floor.address}/sign/{name}")
    beat(floor)
    page.wait_for_selector('[data-link="live"]')
    return page


def beat(floor: FakeFloor, journal: str = "ok") -> None:
    floor.say("beat", {"at_ms": NOW_MS + 1000, "journal": journal})


def hit(awards: list[dict[str, Any]], *, at: str = "C1", ago_ms: int = 0) -> dict[str, Any]:
    moment = NOW_MS + 1000 - ago_ms
    return {"seq": "5", "table": at, "title": "Crazy 4", "at_ms": moment, "awards": awards}


def wheels(page: Page, place: str = '[data-level="mega"] .figure') -> list[str]:
    found: list[str] = page.locator(place).evaluate(WHEELS)
    return found


def amount(page: Page, cents: int) -> None:
    """Wait until the first meter is told this amount."""
    expect(page.locator('[data-level="mega"] .figure')).to_have_attribute("data-cents", str(cents))


# ---- meters -------------------------------------------------------------------------------------


def test_a_meter_rolls_up_to_the_exact_amount_and_is_at_a_lower_one_at_once(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor)
    floor.say("jackpot", rooms(100_095))
    amount(page, 100_095)
    assert wheels(page) == ["$", "1", ",", "0", "0", "0", ".", "9", "5"]
    floor.say("jackpot", rooms(100_120) | {"seq": "2"})
    amount(page, 100_120)
    page.clock.run_for(200)
    rolling = wheels(page)
    shown = sum(
        int(float(at)) * unit
        for at, unit in zip(
            (at for at in rolling if at not in "$,."),
            (100_000, 10_000, 1_000, 100, 10, 1),
            strict=True,
        )
    )
    assert 100_095 < shown < 100_120, rolling
    page.clock.run_for(600)
    assert wheels(page) == ["$", "1", ",", "0", "0", "1", ".", "2", "0"]
    floor.say("jackpot", rooms(50_000) | {"seq": "3"})  # it was won
    amount(page, 50_000)
    assert wheels(page) == ["$", "5", "0", "0", ".", "0", "0"]


def test_nothing_rolls_for_who_wants_no_motion(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor, still=True)
    floor.say("jackpot", rooms(100_000))
    amount(page, 100_000)
    floor.say("jackpot", rooms(100_099) | {"seq": "2"})
    amount(page, 100_099)
    assert wheels(page) == ["$", "1", ",", "0", "0", "0", ".", "9", "9"]


def test_PS_51_awards_envy_limit_and_footnotes_posted(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor)
    told = {"footnotes": ["Original wager is NOT returned"]}
    floor.say("jackpot", rooms(maximum_cents="5000000") | told)
    panel = page.locator('[data-jackpot="rooms"]')
    expect(panel.locator(".wager")).to_have_text("Wager $1")
    expect(panel.locator('[data-level="mega"]')).to_contain_text("Royal Flush")
    expect(panel.locator('[data-level="mega"] .under')).to_have_text("Limit $50,000")
    expect(panel.locator('[data-level="minor"]')).to_contain_text("Four of a Kind")
    expect(panel.locator(".hands li")).to_have_text(["Full house50 for 1 $50", "Flush40 for 1 $40"])
    expect(panel.locator(".envy")).to_have_text(
        "Envy bonus to every other player who made the progressive wager"
        "Royal Flush $1,000Straight Flush $300"
    )
    expect(page.locator(".footnotes p")).to_have_text(
        ["Original wager is NOT returned", "Folded hands can win"]
    )
    assert page.locator("a, button, input, select, textarea, [tabindex]").count() == 0


def test_PS_51_the_side_bets_stand_below_the_meters(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor, "C3?page=bets")
    floor.say("jackpot", rooms())
    amount(page, 100_000)
    bets = page.locator(".second .bet h2")
    expect(bets).to_have_text(["Queens Up", "Super Bonus"])
    expect(page.locator(".second .bet tbody tr").first).to_have_text("4 of a Kind50 to 1")
    expect(page.locator(".strip .figure")).to_have_count(3)
    for meter in page.locator(".strip .figure").all():
        meter.wait_for()
    assert wheels(page, ".strip .strip-level:first-child .figure") == list("$1,000.00")
    assert page.evaluate(OVERFLOWING) == []


def test_PS_51_jackpots_and_side_bets_take_turns(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor, "C3")
    floor.say("jackpot", rooms())
    amount(page, 100_000)
    queens_up = page.locator('.second .bet[data-slot="queens_up"]')
    expect(queens_up).to_be_hidden()
    page.clock.run_for(20_000)
    expect(page.locator(".sign")).to_have_attribute("data-page", "bets")


def test_a_house_jackpot_stands_still_with_its_notices(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor, "H2")
    prizes = [
        hand("Royal Flush in five cards", "$10,000", 1_000_000, source="house"),
        hand("Royal Flush in six cards", "$5,000", 500_000, source="house"),
    ]
    floor.say("jackpot", jackpot("royals", [], kind="house", hands=prizes, notices=list(NOTICES)))
    expect(page.locator(".first .figure")).to_have_text("$10,000")
    expect(page.locator(".others .figure")).to_have_text("$5,000")
    expect(page.locator(".strip .figure")).to_have_text(["$10,000", "$5,000"])
    expect(page.locator(".notices p")).to_have_text([each.removesuffix(".") for each in NOTICES])
    assert page.locator(".wheel").count() == 0


@pytest.mark.parametrize(
    ("language", "pays", "told"),
    [
        (
            "en",
            "Full house50 for 1 $50",
            [
                "Part of every wager goes into a reserve that starts the next jackpot",
                "This jackpot is ending. Last day to play: November 25, 2026",
            ],
        ),
        (
            "es",
            "Full house50 por 1 $50",
            [
                "Parte de cada apuesta va a una reserva que inicia el próximo pozo",
                "Este pozo termina. Último día de juego: 25 de noviembre de 2026",
            ],
        ),
    ],
)
def test_a_sign_tells_of_reserve_and_removal_in_its_own_language(
    browser: Browser, floor: FakeFloor, language: str, pays: str, told: list[str]
) -> None:
    floor.speak(language)
    page = opened(browser, floor)
    told_of = {"tells_reserve": True, "last_day": "2026-11-25"}
    hands = [hand("Full house", "50 for 1", 5_000)]
    floor.say("jackpot", jackpot("rooms", [level("main", 3_120_455)], hands=hands, **told_of))
    expect(page.locator('[data-jackpot="rooms"] .hands li')).to_have_text([pays])
    expect(page.locator('[data-jackpot="rooms"] .notices p')).to_have_text(told)


def test_two_jackpots_share_a_sign(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor, "C2")
    floor.say("jackpot", rooms())
    floor.say("jackpot", jackpot("fours", [level("main", 3_120_455)], title="Four-card Pays 3"))
    expect(page.locator('[data-jackpot="rooms"] .name')).to_have_text("Multi-game progressive ML03")
    expect(page.locator('[data-jackpot="fours"] .name')).to_have_text("Four-card Pays 3")
    four = page.locator('[data-jackpot="fours"] .first .figure')
    expect(four).to_have_attribute("aria-label", "$31,204.55")


# ---- states -------------------------------------------------------------------------------------


def test_the_line_says_how_the_table_stands_with_a_shape_for_each_meaning(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor)
    line = page.locator(".line")
    beat(floor, "unavailable")
    expect(line).to_have_text("Progressive temporarily closed. No progressive wagers right now")
    beat(floor)
    checked = "We're verifying a winning hand"
    closed = "Progressive closed at this table. No progressive wagers right now"
    for seq, (phase, said, shape) in enumerate(
        (
            ("open", "No more bets", "●"),
            ("idle", "", ""),
            ("marked", checked, "◆"),
            ("paused", "Table paused", "■"),
            ("recorded", checked, "◆"),
            ("no_dealer", "Waiting for a dealer", "●"),
            ("closed", closed, "■"),
        ),
        2,
    ):
        floor.say("table", table(phase, seq=str(seq)))
        expect(line).to_have_text(said)
        if shape:
            before = "span => getComputedStyle(span, '::before').content"
            assert line.locator("span").evaluate(before) == f'"{shape}"'
    expect(page.locator(".training")).to_be_hidden()
    floor.say("table", table("idle", seq="20", training=True))
    expect(page.locator(".training")).to_have_text("TRAINING: no real money")


def test_an_award_on_its_way_names_its_table_and_a_suspended_jackpot_shows_no_amount(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor)
    under = page.locator('[data-level="mega"] .under')
    floor.say("jackpot", rooms(pending=["H1"]))
    expect(under).to_have_text("Award pending at table H1")
    floor.say("jackpot", rooms(pending=["C1"]) | {"seq": "2"})
    expect(under).to_have_text("Award pending at this table")
    floor.say("jackpot", rooms() | {"seq": "3", "suspended": True})
    expect(page.locator(".first .word")).to_have_text("Not in play")
    assert page.locator(".figure").count() == 0
    assert "$1,000" not in page.locator(".panels").inner_text()
    floor.say("jackpot", rooms(100_050) | {"seq": "4"})
    amount(page, 100_050)


def test_a_silent_or_far_behind_server_leaves_the_last_picture_marked_as_old(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor)
    floor.say("jackpot", rooms())
    amount(page, 100_000)
    page.clock.run_for(2_500)
    expect(page.locator(".old")).to_be_hidden()
    page.clock.run_for(1_000)
    old = "Old picture, from Nov 14, 2:13 PM · These amounts aren't current. Ask the dealer"
    expect(page.locator(".old")).to_have_text(old)
    expect(page.locator(".old")).to_be_visible()
    amount(page, 100_000)
    beat(floor)
    expect(page.locator(".old")).to_be_hidden()
    behind = {"rows": 12, "seconds": 4.0}
    floor.say("beat", {"at_ms": NOW_MS + 1000, "journal": "behind", "behind": behind})
    expect(page.locator(".old")).to_be_visible()
    floor.say("jackpot", rooms(100_040))
    floor.say("beat", {"at_ms": NOW_MS + 1000, "journal": "behind", "behind": behind})
    page.evaluate(
        "document.querySelector('.sign').dataset.code = ''"
    )  # with a code for phones, as well
    expect(page.locator("footer")).to_be_hidden()
    told = "Standby server: 4 s behind, rows to go: 12"
    expect(page.locator("body")).to_have_attribute("data-behind", told)
    amount(page, 100_000)
    beat(floor)
    expect(page.locator(".old")).to_be_hidden()
    amount(page, 100_040)


def test_a_picture_older_than_a_week_gives_way_to_the_houses_own_words(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor)
    floor.say("jackpot", rooms())
    amount(page, 100_000)
    page.clock.run_for(4_000)
    expect(page.locator(".old")).to_be_visible()
    page.clock.fast_forward(7 * 24 * 3_600_000)
    expect(page.locator(".old")).to_be_hidden()
    expect(page.locator(".lost")).to_be_visible()
    expect(page.locator(".lost .word")).to_have_text("Jackpot amounts are temporarily unavailable")


# ---- hits ---------------------------------------------------------------------------------------


def test_a_hit_fills_the_sign_and_goes_when_its_time_is_over(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor)
    place = page.locator(".hit")
    floor.say("hit", hit([award("Royal Flush", seat=2, meter=12_481_743)], ago_ms=20_001))
    floor.say("jackpot", rooms())
    amount(page, 100_000)
    expect(place).to_be_hidden()  # it is no news
    floor.say("hit", hit([award("Royal Flush", seat=4, meter=12_481_743)], ago_ms=18_000))
    expect(place.locator(".hit-hand")).to_have_text("Royal Flush")
    expect(place.locator(".hit-place")).to_have_text("Table C1 · Seat 4")
    expect(place.locator(".figure")).to_have_attribute("aria-label", "$124,817.43")
    assert wheels(page, ".hit .figure") == list("$124,817.43")
    page.clock.run_for(1_900)
    place.wait_for()
    page.clock.run_for(200)
    expect(place).to_be_hidden()


def test_a_hit_says_which_level_of_which_jackpot_rolls_once_and_goes_where_it_was_undone(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor)
    floor.say("jackpot", rooms(100_095))
    amount(page, 100_095)
    won = award("Royal Flush", seat=4, meter=12_481_743)
    floor.say("hit", hit([won]))
    place = page.locator(".hit")
    expect(place.locator(".hit-word")).to_have_text("Mega")
    expect(place.locator(".hit-title")).to_have_text(rooms(0)["title"])
    expect(place.locator(".figure")).to_have_attribute("aria-label", "$124,817.43")
    assert wheels(page, ".hit .figure") != list("$124,817.43")
    page.clock.run_for(900)
    assert wheels(page, ".hit .figure") == list("$124,817.43")
    floor.say("winners", winners("rooms", undone=[won["award"]], seq="6"))
    expect(place).to_be_hidden()


def test_a_win_from_the_tray_is_a_line_at_its_own_table(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor)
    floor.say("hit", hit([award("Flush", seat=2, tray=4_000)], at="C2"))
    floor.say("jackpot", rooms())
    amount(page, 100_000)
    expect(page.locator(".line")).to_have_text("")
    floor.say("hit", hit([award("Full house", seat=3, tray=5_000)]))
    expect(page.locator(".line")).to_have_text("Seat 3 wins $50.00: Full house")
    expect(page.locator(".hit")).to_be_hidden()


# ---- the monitor --------------------------------------------------------------------------------


def test_two_jackpots_fit(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor, "C2")
    told = rooms(12_481_743_00, pending=["H1"])
    floor.say("jackpot", told | {"notices": list(NOTICES[:2])})
    floor.say("jackpot", jackpot("fours", [level("main", 3_120_455)], title="Four-card Pays 3"))
    floor.say("table", table("marked", table="C2", training=True))
    page.locator(".training").wait_for()
    amount(page, 12_481_743_00)
    for size in ((1920, 1080), (3840, 2160), (1080, 1920), (1280, 720), (390, 844)):
        reshaped(page, *size)
        assert (size, still_wrong(page, lambda: page.evaluate(OVERFLOWING))) == (size, [])
