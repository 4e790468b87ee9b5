"""Signs beyond their amounts: last winners, turns, a wall, every shape, and a picture in which
nothing is laid out anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tinycss2
from playwright.sync_api import Browser, Page, expect

from browser.fake_floor import (
    FakeFloor,
    award,
    hand,
    jackpot,
    level,
    site_of,
    table,
    winner,
    winners,
)
from browser.live_site import closed_after
from browser.looks import colliding, reshaped, still_wrong
from browser.sign_scenes import spade
from browser.test_sign import NOTICES, NOW_MS, SITE, amount, beat, hit, opened, rooms, wheels

pytestmark = pytest.mark.proof  # minutes of a browser

OWN_WORDS = """
[signs]
logo = "house.png"
no_data = "The meters are resting"
no_data_more = "Ask at the podium"
idle = "Take a seat"
"""
SHEETS = Path(__file__).parents[2] / "src" / "pitboss" / "web" / "static"
CUT_OFF = """() => [...document.querySelectorAll(
  '.sign, .stage, .cell, .jackpot, .first, .level, .posted, .hands, .strip-level, .winners, .told'
  + ', .win, .bet')]
  .filter(part => part.checkVisibility({ visibilityProperty: true })
    && (part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 2))
  .map(part => part.className)"""
# The winners whose amount reaches the words of their table.
CROWDED = """() => [...document.querySelectorAll('.winners li')].filter((row) => {
  const [amount, at] = ['b', '.at'].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(row.querySelector(part));
    return range.getBoundingClientRect();
  });
  return amount.right > at.left;
}).map((row) => row.textContent)"""
# How much of a wall's picture its jackpots leave empty, in percent, where it is more than the gaps.
EMPTY = """() => {
  const area = (part) => part.clientWidth * part.clientHeight;
  const filled = [...document.querySelectorAll('.cell')].reduce((sum, cell) => sum + area(cell), 0);
  const empty = Math.round(100 * (1 - filled / area(document.querySelector('.panels'))));
  return empty > 8 ? [empty] : [];
}"""
# The levels whose figures are larger than those of the highest.
LARGER = """() => {
  const size = (part) => parseFloat(getComputedStyle(part).fontSize);
  const highest = size(document.querySelector('.first .figure'));
  return [...document.querySelectorAll('.others .figure')]
    .filter((figure) => size(figure) > highest).map((figure) => figure.textContent);
}"""
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.shifts.push([each.value,
    ...each.sources.map((source) => `${source.node?.nodeName} ${source.node?.className ?? ''}`)]);
}).observe({ type: 'layout-shift', buffered: true });
"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LETTER_PX = "part => parseFloat(getComputedStyle(part).fontSize)"
LEAST_LETTER_PX = f"parts => Math.min(...parts.map({LETTER_PX}))"
AS_LARGE = f"least => ({LETTER_PX})(document.querySelector('.name')) >= least"
MARGINS = """() => {
  const { left, right } = document.querySelector('.stage').getBoundingClientRect();
  return [left, innerWidth - right].map(Math.round);
}"""
MOVES = {"opacity", "transform"}
ENVIOUS = ("Royal Flush", "Straight Flush", "Four of a Kind", "Full House", "Flush", "Straight")
SHAPES = [(1920, 1080), (1080, 1920), (3840, 1080), (1920, 360), (390, 844)]


@pytest.fixture
def floor(browser: Browser, tmp_path: Path) -> Iterator[FakeFloor]:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "house.png").write_bytes(spade())
    with FakeFloor(site_of(OWN_WORDS + SITE), tmp_path).running() as running, closed_after(browser):
        yield running


def fours(cents: int = 3_120_455, **other: Any) -> dict[str, Any]:
    return jackpot("fours", [level("main", cents, **other)], title="Four-card Pays 3")


# ---- the idle show ------------------------------------------------------------------------------


def test_the_last_winners_say_what_where_and_when(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor, "C1?page=winners")
    floor.say("jackpot", rooms())
    older = winner("Flush", 1_000_00, table="C2", at_ms=1_699_800_000_000)
    floor.say("winners", winners("rooms", winner("Royal Flush", 12_481_743), older))
    rows = page.locator(".winners li")
    expect(rows).to_have_count(2)
    expect(rows.first.locator("b")).to_have_text("$124,817.43")
    expect(rows.first).to_contain_text("Royal Flush")
    expect(rows.first.locator(".at")).to_have_text("Table C1")
    expect(rows.first.locator(".when")).to_have_text(re.compile(r"Nov 13, 10:26\sAM"))
    assert wheels(page, ".strip .strip-level:first-child .figure") == list("$1,000.00")


def test_a_winner_has_its_jackpots_name_once_known(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor, "C1?page=winners")
    floor.say("winners", winners("rooms", winner("Royal Flush", 12_481_743)))
    expect(page.locator(".winners li")).to_have_count(1)
    floor.say("jackpot", rooms())
    expect(page.locator(".winners small")).to_contain_text(rooms()["title"])


def test_the_winners_have_their_turn_and_a_winner_brings_the_jackpots_back(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor, "C1")
    floor.say("jackpot", rooms())
    amount(page, 100_000)
    page.clock.run_for(20_000)
    beat(floor)
    expect(page.locator(".sign")).to_have_attribute("data-page", "jackpots")  # nobody has won yet
    assert page.evaluate("document.getAnimations().length") == 0
    floor.say("winners", winners("rooms", winner("Royal Flush", 12_481_743)))
    expect(page.locator(".winners li")).to_have_count(1)
    page.clock.run_for(20_000)
    beat(floor)
    expect(page.locator(".sign")).to_have_attribute("data-page", "winners")
    floor.say("table", table("marked", seq="3"))
    expect(page.locator(".sign")).to_have_attribute("data-page", "jackpots")


def test_a_table_that_nobody_plays_and_one_without_data_say_what_the_house_says(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor)
    floor.say("table", table("open"))
    expect(page.locator(".line")).to_have_text("No more bets")
    floor.say("table", table("idle", seq="2"))
    expect(page.locator(".line")).to_have_text("")
    page.clock.run_for(61_000)
    beat(floor)
    expect(page.locator(".line")).to_have_text("Take a seat")
    floor.say("jackpot", rooms())
    amount(page, 100_000)
    page.clock.run_for(3_500)
    expect(page.locator(".old")).to_be_visible()
    page.clock.fast_forward(7 * 24 * 3_600_000)
    expect(page.locator(".lost .word")).to_have_text("The meters are resting")
    expect(page.locator(".lost")).to_contain_text("Ask at the podium")
    logo = page.locator(".lost .logo")
    logo.wait_for()
    # A pale logo on a light theme: its rim has the color of the theme's text.
    ink = page.locator(".sign").evaluate("sign => getComputedStyle(sign).color")
    assert ink in logo.evaluate("logo => getComputedStyle(logo).filter")


# ---- hits ---------------------------------------------------------------------------------------


def test_the_hits_of_two_tables_stand_beside_each_other(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor)
    floor.say("jackpot", rooms())
    amount(page, 100_000)
    floor.say("hit", hit([award("Royal Flush", seat=4, meter=12_481_743)]))
    floor.say("hit", hit([award("Royal Flush", seat=2, meter=50_000)], at="C3"))
    places = page.locator(".hit-place")
    expect(places).to_have_text(["Table C1 · Seat 4", "Table C3 · Seat 2"])
    assert "paid" not in page.locator(".hit").inner_text().lower()  # the cage has not
    large, small = (figure.evaluate(LETTER_PX) for figure in page.locator(".win .figure").all())
    assert large == pytest.approx(small, rel=0.01)  # the lower amount is in no larger figures


def test_two_winners_on_a_banner_have_their_jackpot(browser: Browser, floor: FakeFloor) -> None:
    """Elsewhere the headline has it once."""
    page = opened(browser, floor)
    floor.say("jackpot", rooms())
    amount(page, 100_000)
    for at in ("C1", "C3"):
        floor.say("hit", hit([award("Straight Flush", seat=4, meter=50_000)], at=at))
    names = page.locator(".win-word .of")
    expect(names).to_have_count(2)
    expect(names.first).to_be_hidden()
    reshaped(page, 1920, 360)
    names.first.wait_for()
    expect(names.first).to_have_text(f"· {rooms()['title']}")
    assert not still_wrong(page, lambda: page.evaluate(CUT_OFF))


def test_a_level_that_waits_or_is_won_keeps_its_color_and_moves_no_other(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor, still=True)
    floor.say("jackpot", rooms())
    amount(page, 100_000)
    mega = page.locator(".first .figure")
    before = mega.bounding_box()
    waiting = rooms() | {"seq": "2"}
    waiting["levels"][1]["pending"] = ["C3"]
    floor.say("jackpot", waiting)
    expect(page.locator('[data-level="major"] .under')).not_to_be_empty()
    assert mega.bounding_box() == before
    plate = page.locator('[data-level="major"] b')
    color = plate.evaluate("plate => getComputedStyle(plate).backgroundColor")
    won = award("Straight Flush", seat=4, meter=82_417) | {"level": "major", "level_name": "Major"}
    floor.say("hit", hit([won]))
    expect(page.locator(".hit-word")).to_have_text("Major")
    expect(page.locator(".hit-word")).to_have_css("color", color)


# ---- a wall -------------------------------------------------------------------------------------


def wall(browser: Browser, floor: FakeFloor, path: str) -> Page:
    """A wall that is live; time passes only when the test says so."""
    page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    page.clock.install(time=NOW_MS / 1000)
    page.clock.pause_at(NOW_MS / 1000 + 1)
    page.goto(f"{floor.address}/wall{path}")
    beat(floor)
    page.wait_for_selector('[data-link="live"]')
    return page


def test_a_wall_has_every_jackpot_with_its_last_winner(browser: Browser, floor: FakeFloor) -> None:
    page = wall(browser, floor, "")
    floor.say("jackpot", rooms())
    floor.say("jackpot", fours())
    floor.say("winners", winners("rooms", winner("Royal Flush", 12_481_743)))
    floor.say("winners", winners("fours"))
    expect(page.locator(".jackpot")).to_have_count(3)
    rooms_panel = page.locator('[data-jackpot="rooms"]')
    expect(rooms_panel.locator(".figure")).to_have_count(3)
    expect(rooms_panel.locator(".last")).to_contain_text("$124,817.43 · Royal Flush · Table C1")
    expect(page.locator('[data-jackpot="fours"] .last')).to_have_text("Play for it at table C2")


def test_a_wall_of_one_jackpot_shows_its_hits_alone(browser: Browser, floor: FakeFloor) -> None:
    page = wall(browser, floor, "/fours")
    floor.say("jackpot", fours())
    floor.say("hit", hit([award("Royal Flush", seat=4, meter=12_481_743)]))
    won = award("Four Aces", seat=1, meter=3_120_455) | {"jackpot": "fours", "level": "main"}
    floor.say("hit", hit([won], at="C2"))
    expect(page.locator(".hit-place")).to_have_text(["Table C2 · Seat 1"])
    expect(page.locator(".hit-title")).to_have_text("Four-card Pays 3")


# ---- every shape --------------------------------------------------------------------------------


def test_nothing_is_cut_off_in_any_shape_and_4k_has_the_proportions_of_less(
    browser: Browser, floor: FakeFloor
) -> None:
    page = opened(browser, floor, "C3", still=True)
    wide = []
    for width, height in ((1920, 1080), (3840, 2160)):
        reshaped(page, width, height)
        box = page.locator("header h1").bounding_box()
        assert box is not None
        wide.append(box["height"] / height)
    assert wide[1] == pytest.approx(wide[0], rel=0.05)
    told = rooms(123_456_789, pending=["H1"]) | {"notices": list(NOTICES)}
    told["levels"].append(level("mini", 99_999_99))
    told["hands"] += [hand(f"Another hand {at}", "5 for 1", 500) for at in range(4)]
    floor.say("jackpot", told)
    floor.say("winners", winners("rooms", *[winner("Royal Flush", 123_456_789)] * 6))
    floor.say("table", table("marked", table="C3"))
    amount(page, 123_456_789)
    expect(page.locator(".winners li")).to_have_count(5)
    check_shapes(page, "jackpots", "bets", "winners")
    won = hit([award("Royal Flush", seat=4, meter=123_456_789)], at="C3")
    floor.say("hit", won | {"training": True})
    expect(page.locator(".hit .training")).to_have_text("TRAINING: no real money")
    check_shapes(page)


@pytest.mark.parametrize("parts", [".notices p", ".envy span"])
def test_no_line_begins_with_the_middle_dot(browser: Browser, floor: FakeFloor, parts: str) -> None:
    page = opened(browser, floor, still=True, width=1080, height=1920)
    hands = [hand(name, "50 for 1", 5_000, envy=30_000) for name in ENVIOUS]
    floor.say("jackpot", rooms() | {"notices": list(NOTICES), "hands": hands})
    shown = page.locator(parts)
    expect(shown).not_to_have_count(0)
    around = """parts => parts.map((part) => ['::before', '::after'].map((side) =>
      getComputedStyle(part, side).content))"""
    *others, last = shown.evaluate_all(around)
    assert others == [["none", '"\u00a0· "']] * len(others)  # it clings to what it follows
    assert last == ["none", "none"]
    lines, wide, room = shown.evaluate_all("""parts => [
      new Set(parts.map((part) => Math.round(part.getBoundingClientRect().bottom))).size,
      parts[0].parentElement.scrollWidth, parts[0].parentElement.clientWidth]""")
    assert lines > 1
    assert wide <= room


def test_only_a_hit_in_training_says_so_beside_money(browser: Browser, floor: FakeFloor) -> None:
    page = wall(browser, floor, "/rooms,fours")
    floor.say("jackpot", rooms())
    floor.say("jackpot", fours() | {"training": True})
    marked = page.locator(".cell", has=page.locator(".training:visible")).locator(".name")
    expect(marked).to_have_text("Four-card Pays 3")
    floor.say("hit", hit([award("Royal Flush", seat=4, meter=12_481_743)]))
    played = award("Four Aces", seat=1, meter=3_120_455) | {"jackpot": "fours", "level": "main"}
    floor.say("hit", hit([played], at="C2") | {"training": True})
    trained = page.locator(".win", has=page.locator(".training"))
    expect(trained.locator(".hit-place")).to_have_text("Table C2 · Seat 1")
    check_shapes(page)


def test_a_stopped_jackpot_says_so_in_every_language(browser: Browser, floor: FakeFloor) -> None:
    for seq, language, said in ((1, "en", "Not in play"), (3, "es", "Fuera de juego")):
        floor.speak(language)
        floor.say("jackpot", rooms() | {"seq": str(seq)})
        floor.say("jackpot", fours())
        page = opened(browser, floor, "C2", still=True)
        amount(page, 100_000)
        letters = page.locator(".name").first.evaluate(LETTER_PX)
        floor.say("jackpot", rooms() | {"seq": str(seq + 1), "suspended": True})
        expect(page.locator(".first .word")).to_have_text(said)
        expect(page.locator(".wager:visible")).to_have_count(1)  # of the other jackpot
        check_shapes(page)
        reshaped(page, 1920, 1080)
        page.wait_for_function(AS_LARGE, arg=letters)  # once the sign has fitted itself again


def check_shapes(page: Page, *pages: str) -> None:
    """In every shape nothing is cut off, on any of a sign's pages: a new shape takes longest."""
    for shape in SHAPES:
        reshaped(page, *shape)
        for layer in pages or ("",):
            if layer:
                turn_to(page, layer)
            found = still_wrong(page, lambda: page.evaluate(CUT_OFF))
            assert (shape, layer, found) == (shape, layer, [])


def turn_to(page: Page, layer: str) -> None:
    """Show another page of a sign."""
    page.locator(".sign").evaluate("(sign, layer) => { sign.dataset.page = layer; }", layer)


def test_no_level_below_the_highest_has_larger_figures(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor, "C3", still=True)
    floor.say("jackpot", rooms(123_456_789))
    amount(page, 123_456_789)
    for shape in SHAPES:
        reshaped(page, *shape)
        found = still_wrong(page, lambda: page.evaluate(LARGER))
        assert (shape, found) == (shape, [])


def test_a_won_amount_ends_before_its_table_any_shape(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor, "C3?page=winners", still=True)
    floor.say("jackpot", rooms())
    floor.say("winners", winners("rooms", *[winner("Royal Flush", 123_456_789)] * 2))
    expect(page.locator(".winners li")).to_have_count(2)
    for shape in SHAPES:
        reshaped(page, *shape)
        assert (shape, still_wrong(page, lambda: page.evaluate(CROWDED))) == (shape, [])


def test_a_wall_fits_in_any_shape(browser: Browser, floor: FakeFloor) -> None:
    page = wall(browser, floor, "")
    prizes = [hand("Royal Flush", "$10,000", 1_000_000, source="house")]
    floor.say("jackpot", rooms(123_456_789))
    floor.say("jackpot", fours(123_456_789))
    floor.say("jackpot", jackpot("royals", [], kind="house", hands=prizes, notices=list(NOTICES)))
    floor.say("winners", winners("rooms", winner("Royal Flush", 123_456_789)))
    expect(page.locator('[data-jackpot="royals"] .figure')).to_have_text("$10,000")
    expect(page.locator('[data-jackpot="rooms"] .last')).not_to_be_empty()
    check_shapes(page)
    # Three in any shape: they fill it, in the middle of the picture.
    for shape in SHAPES:
        reshaped(page, *shape)
        left, right = page.evaluate(MARGINS)
        assert left == right or shape == (1920, 360), shape  # a shelf has its head at the left
        assert (shape, still_wrong(page, lambda: page.evaluate(EMPTY))) == (shape, [])


# ---- smooth -------------------------------------------------------------------------------------


def test_nothing_on_a_sign_moves_another_thing(browser: Browser, floor: FakeFloor) -> None:
    """Cumulative layout shift is 0, through everything that a sign shows in an hour."""
    page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    page.add_init_script(SHIFTS)
    floor.say("jackpot", rooms(99_999_80))
    floor.say("winners", winners("rooms", winner("Royal Flush", 12_481_743)))
    floor.say("table", table("idle", table="C3"))
    page.goto(f"{floor.address}/sign/C3")

    def step(kind: str, picture: dict[str, Any], *, until: str) -> None:
        beat(floor)
        floor.say(kind, picture)
        expect(page.locator(until).first).to_be_attached()
        page.evaluate(SETTLED)

    step("table", table("open", table="C3", seq="2"), until='[data-line="locked"]')
    step("jackpot", rooms(100_000_10) | {"seq": "2"}, until='[data-cents="10000010"]')
    step("jackpot", rooms(50_000) | {"seq": "3"}, until='.first [data-cents="50000"]')
    for layer in ("bets", "winners", "jackpots"):
        turn_to(page, layer)
        page.evaluate(SETTLED)
    won = hit([award("Royal Flush", seat=4, meter=12_481_743)], at="C3")
    step("hit", won | {"at_ms": NOW_MS + 1000}, until=".hit:not([hidden])")
    step("table", table("closed", table="C3", seq="4"), until='[data-line="closed"]')
    assert page.evaluate("window.shifts") == []


def test_only_transform_and_opacity_are_animated() -> None:
    for path in [*sorted(SHEETS.glob("sign*.css")), SHEETS / "wall.css"]:
        text = path.read_text("utf-8")
        for rule in tinycss2.parse_stylesheet(text, skip_whitespace=True, skip_comments=True):
            if getattr(rule, "at_keyword", "") != "keyframes":
                continue
            for frame in tinycss2.parse_blocks_contents(rule.content, skip_whitespace=True):
                said = tinycss2.parse_blocks_contents(frame.content, skip_whitespace=True)
                assert {each.name for each in said} <= MOVES, (path.name, rule.prelude)
        for moved in re.findall(r"transition: ([^;]+);", text):
            names = {each.split()[0] for each in moved.split(", ")}
            assert names <= MOVES | {"visibility"}, (path.name, moved)


def test_a_pay_lies_over_no_hand_on_any_shape(browser: Browser, floor: FakeFloor) -> None:
    page = opened(browser, floor, "H2", still=True)
    fixed = jackpot(
        "royals",
        [],
        kind="house",
        notices=NOTICES,
        hands=[
            hand("Royal Flush", "$5,000", 500_000, source="house"),
            hand("Community Royal Flush", "1,000 for 1", 100_000),
            hand("Straight Flush", "250 for 1", 25_000),
            hand("4 of a Kind", "75 for 1", 7_500),
            hand("Full House", "10 for 1", 1_000),
        ],
    )
    floor.say("jackpot", fixed)
    expect(page.locator(".hands li")).to_have_count(4)
    for width, height in ((1080, 1920), (3840, 1080), (1920, 360), (390, 844), (1920, 1080)):
        reshaped(page, width, height)
        found = still_wrong(page, lambda: colliding(page, ".hands", ".hand, .pay"))
        assert found == [], (width, height)
