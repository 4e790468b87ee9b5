"""The console's looks at every size: nothing cut off, room for a glove, words that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.faults import Faults
from browser.live_site import Keys, LiveSite, crazy4_table, starter_text
from browser.looks import colliding, covered, resized, still_wrong, too_wide
from browser.test_console import tick_all
from web.server_support import PINS

pytestmark = pytest.mark.proof  # minutes of a browser

SIZES = [(1280, 800), (1024, 768), (1920, 1080), (390, 844)]
SMALL_PHONE = (360, 740)
NARROW = (320, 640)
HEADER = "main.console > header"
BESIDE_A_SIGN = [(1024, 907), (1138, 947)]
TARGET, TARGETS_LEAST = 64, 4
APART = 12

# Every target as far as it is seen: what a scrolling part cuts off is not there to be pressed.
TARGETS = """() => {
  const part = document.querySelector('dialog[open]') ?? document.querySelector('main');
  const kinds = 'button, a.button, input:not([type=checkbox]), label:has([type=checkbox])';
  const shown = [...part.querySelectorAll(kinds)].filter((each) => each.offsetParent !== null);
  return shown.map((each) => {
    const box = each.getBoundingClientRect();
    let [top, bottom] = [box.top, box.bottom];
    for (let up = each.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === 'visible') continue;
      const edge = up.getBoundingClientRect();
      top = Math.max(top, edge.top);
      bottom = Math.min(bottom, edge.bottom);
    }
    return {
      name: each.getAttribute('aria-label') || each.innerText.trim() || each.labels?.[0]?.innerText,
      round: each.classList.contains('spot'),
      width: box.width, height: box.height,
      left: box.left, right: box.right, top, bottom,
    };
  }).filter((each) => each.bottom - each.top > 1);
}"""

# The hands of winners that do not stand whole in their spots.
CUT_NAMES = """() => [...document.querySelectorAll('.spot .made')].filter((name) => {
  const spot = name.closest('.spot');
  const within = getComputedStyle(name.parentElement).position === 'static';
  const box = within ? spot : name; // on a phone the name stands in the spot itself
  return name.scrollHeight > name.clientHeight + 1 || box.scrollHeight > box.clientHeight + 1;
}).map((name) => `cut: ${name.textContent}`)"""

# The contrast of every text with the nearest ground that is not transparent.
CONTRASTS = """() => {
  const light = (text) => {
    const [red, green, blue] = text.match(/[\\d.]+/g).map(Number).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const solid = (each) => {
    for (let up = each; up; up = up.parentElement) {
      const ground = getComputedStyle(up).backgroundColor;
      if (!/rgba\\(.*, 0\\)/.test(ground)) return ground;
    }
    return 'rgb(11, 14, 20)';
  };
  const felt = 'rgb(23, 82, 58)';
  const part = document.querySelector('dialog[open]') ?? document.querySelector('main');
  return [...part.querySelectorAll('*')].filter((each) =>
    each.offsetParent && !each.closest(':disabled, [aria-disabled=true]') &&
    [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()),
  ).map((each) => {
    const style = getComputedStyle(each);
    const onFelt = each.closest('.middle') && style.backgroundColor === 'rgba(0, 0, 0, 0)';
    const ground = light(onFelt ? felt : solid(each));
    const pair = [light(style.color), ground].sort((a, b) => b - a);
    return { text: each.textContent.trim(), ratio: (pair[0] + 0.05) / (pair[1] + 0.05) };
  });
}"""


def check_sizes(page: Page) -> None:
    """At every size nothing is wrong with a page; it is left at the first."""
    resized(page, *NARROW)
    assert still_wrong(page, lambda: wrong_when_narrow(page)) == []
    for size in (SMALL_PHONE, *reversed(SIZES)):
        resized(page, *size)
        assert (size, still_wrong(page, lambda: wrong_with(page))) == (size, [])


def wrong_with(page: Page) -> list[str]:
    """What overflows or lies over another, which targets are not large, apart and named, which
    texts cannot be read."""
    room = page.evaluate("[innerWidth, innerHeight]")
    root = "document.documentElement"
    needed = page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]")
    found = [f"{needed} in {room}"] if needed[0] > room[0] or needed[1] > room[1] else []
    found += colliding(page, ".hand", "kbd, svg, .name, .pay, .amount")
    found += lying_over_seats(page) + page.evaluate(CUT_NAMES)
    found += colliding(page, HEADER, ".id, .title, #round, dt, dd, button")
    targets = page.evaluate(TARGETS)
    if len(targets) < TARGETS_LEAST:
        found.append(f"only {len(targets)} targets")
    for at, one in enumerate(targets):
        beyond = one["left"] < 0 or one["right"] > room[0]
        if not one["name"] or beyond or min(one["width"], one["height"]) < TARGET - 0.5:
            found.append(f"target: {one}")
        found += [
            f"too close: {one['name']} / {other['name']}"
            for other in targets[at + 1 :]
            if _apart(one, other) < APART - 0.5
        ]
    return found + [f"{each}" for each in page.evaluate(CONTRASTS) if each["ratio"] < 4.5]


def wrong_when_narrow(page: Page) -> list[str]:
    """What is too wide, cut, or lies over another, on a phone where the page scrolls down."""
    found = [*too_wide(page), *lying_over_seats(page), *page.evaluate(CUT_NAMES)]
    found += colliding(page, ".hand", "kbd, svg, .name, .pay, .amount")
    return found + colliding(page, HEADER, ".id, .title, #round, dt, dd, button")


def lying_over_seats(page: Page) -> list[str]:
    """Texts in the middle of the felt that lie over what a seat says."""
    return colliding(page, ".felt", ".spot, .middle p")


def _apart(one: dict[str, float], other: dict[str, float]) -> float:
    """How far two targets are apart; between round ones it is measured from rim to rim."""
    if one["round"] and other["round"]:
        across = (one["left"] + one["right"] - other["left"] - other["right"]) / 2
        down = (one["top"] + one["bottom"] - other["top"] - other["bottom"]) / 2
        return float((across**2 + down**2) ** 0.5 - one["width"])
    across = max(one["left"], other["left"]) - min(one["right"], other["right"])
    down = max(one["top"], other["top"]) - min(one["bottom"], other["bottom"])
    return max(across, down)


def play(page: Page, site: LiveSite, seats: int, outcome: str) -> None:
    """Sign in, start with every seat, mark a winner."""
    page.keyboard.type(site.tracks["D100"])
    page.locator('#next[data-step="start"]:enabled').wait_for()
    check_sizes(page)
    for seat in range(1, seats + 1):
        page.wait_for_selector("main[data-link=live]")
        page.keyboard.press(str(seat))
        expect(page.locator('.spot[data-state="lit"]')).to_have_count(seat)
    page.click("#next")
    page.locator('#next[data-step="play"]:enabled').wait_for()
    page.keyboard.press("2")
    check_sizes(page)
    page.click(f'.hand[data-outcome="{outcome}"]')
    expect(page.locator('.spot[data-state="marked"]')).to_have_count(1)
    page.locator("#next:enabled").wait_for()
    check_sizes(page)


def hidden_fields(page: Page) -> list[str]:
    """What a message covers, but for the name of who is signed in."""
    return [each for each in covered(page) if 'id="dealer"' not in each]


def test_a_console_of_one_wager_at_every_size(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    play(page, site, 6, "four_aces")
    page.click('.hand[data-outcome="straight_flush"]')
    page.locator(".toast.refused").wait_for()
    for size in reversed(SIZES):
        resized(page, *size)
        assert still_wrong(page, lambda: hidden_fields(page)) == []
    page.click("#next")
    page.locator("#sheet").wait_for()
    for size in reversed(SIZES):
        resized(page, *size)
        expect(page.locator("#sheet-pin")).to_be_in_viewport(ratio=1)
    check_sizes(page)
    tick_all(page)
    page.keyboard.type(site.tracks["S200"])
    page.locator('#next[data-step="end"]:enabled').wait_for()
    check_sizes(page)
    page.click("#call")
    page.locator("#sheet").wait_for()
    check_sizes(page)
    page.keyboard.press("Escape")
    page.click("#pause")
    page.locator('#next[data-step="resume"]:enabled').wait_for()
    check_sizes(page)


@pytest.mark.parametrize(("table", "outcome"), [("B1", "three_sevens_suited"), ("C3", "four_aces")])
def test_the_older_keypad_and_two_wagers_at_every_size(
    browser: Browser, site: LiveSite, table: str, outcome: str
) -> None:
    page = site.console(browser, table)
    play(page, site, 7, outcome)
    expect(page.locator("#key")).to_be_visible(visible=table == "B1")
    if table == "C3":
        page.locator("#sensors button").last.click()  # the other wager, with seven hands
        expect(page.locator(".hand")).to_have_count(7)
        expect(page.locator("#meters dd")).to_have_count(3)
        for size in reversed(SIZES):
            resized(page, *size)
            for level in page.locator("#meters dd").all():
                expect(level).to_be_in_viewport(ratio=1)
        for size in BESIDE_A_SIGN:
            resized(page, *size)
            expect(page.locator(".hand").last).to_be_in_viewport(ratio=1)
        check_sizes(page)


def test_nine_seats_stand_a_glove_apart_on_a_small_phone(
    browser: Browser, tmp_path: Path, keys: Keys
) -> None:
    text = starter_text() + crazy4_table("C9", "fours", seats=9)
    with LiveSite(tmp_path / "site", keys, text=text).serving() as site:
        page = site.console(browser, "C9", width=SMALL_PHONE[0], height=SMALL_PHONE[1])
        expect(page.locator(".spot")).to_have_count(9)
        assert still_wrong(page, lambda: wrong_with(page)) == []
        resized(page, *NARROW)
        assert still_wrong(page, lambda: wrong_when_narrow(page)) == []


def test_a_console_grows_with_its_monitor(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    page.locator("#next:enabled").wait_for()

    def sizes() -> list[float]:
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
        parts = [page.locator(part).first for part in (".spot", "#sheet", ".hand")]
        rings = [
            part.evaluate("part => parseFloat(getComputedStyle(part).borderTopWidth)")
            for part in parts
        ]
        return [box["width"] for part in parts if (box := part.bounding_box())] + rings

    page.click("#next")
    small = sizes()
    resized(page, 3840, 2160)
    # The letters of 16 pixels at 1280 by 800 have 42 here: everything has more than twice its size,
    # rings and lines too, which are drawn in whole pixels.
    assert all(large > 2.3 * was for large, was in zip(sizes(), small, strict=True))
    assert wrong_with(page) == []


def test_the_left_hand_mirrors_the_layout_and_is_kept(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")

    def next_is_right() -> bool:
        box = page.locator("#next").bounding_box()
        assert box is not None
        return box["x"] > 640

    assert next_is_right()
    page.click("#mirror")
    assert not next_is_right()
    check_sizes(page)
    page.reload()
    page.wait_for_selector("main[data-link=live]")
    assert not next_is_right()
    # Seats stand where they stand: seat 1 at the dealer's left, whatever his hand.
    first, last = (
        page.locator(".spot").first.bounding_box(),
        page.locator(".spot").last.bounding_box(),
    )
    assert first is not None
    assert last is not None
    assert first["x"] < last["x"]


def test_a_small_phone_with_two_wagers_shows_three_hands_of_either(
    browser: Browser, site: LiveSite
) -> None:
    page = site.console(browser, "C3", width=SMALL_PHONE[0], height=SMALL_PHONE[1])
    sensors = page.locator("#sensors button")
    expect(sensors).to_have_count(2)
    for number in (0, 1):
        sensors.nth(number).click()
        expect(sensors.nth(number)).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#next")).to_be_in_viewport(ratio=1)
        for hand in range(3):
            expect(page.locator("#hands .hand").nth(hand)).to_be_in_viewport(ratio=0.5)
    assert still_wrong(page, lambda: wrong_with(page)) == []  # seven spots, a glove apart
    # Beside a sign it is wider and low: there is height for one row of spots and the words below.
    resized(page, 600, 610)
    page.wait_for_function("""() => {
      const said = document.querySelector('.phase').getBoundingClientRect();
      return [...document.querySelectorAll('.spot')].every((spot) => {
        const { left, right, bottom } = spot.getBoundingClientRect();
        return !spot.checkVisibility()
          || right < said.left || left > said.right || bottom <= said.top;
      });
    }""")


LONG_TITLE = "Crazy 4 Poker Progressive of the Cedar Room"


def test_a_message_and_a_long_title_leave_the_whole_pad_in_sight(
    browser: Browser, tmp_path: Path, keys: Keys
) -> None:
    text = starter_text().replace('id = "fours"', f'id = "fours"\ntitle = "{LONG_TITLE}"', 1)
    with LiveSite(tmp_path / "site", keys, text=text).serving() as site:
        site.access.choose_language("D100", "es")  # where sentences are longer
        hands = site.hands()
        hands.start("C1", 1, 2, 3)
        hands.mark("C1", 2, "four_aces")
        page = site.console(browser, "C1", width=1024, height=768)
        page.locator('#next[data-step="confirm"]:enabled').click()
        source = page.locator("#sheet .prizes tbody td").nth(1)
        expect(source).to_have_text(LONG_TITLE)
        lines = "cell => cell.getBoundingClientRect().height"
        line = "cell => parseFloat(getComputedStyle(cell).lineHeight)"
        assert source.evaluate(lines) < 3 * source.evaluate(line) + 20  # two, and its padding
        page.fill("#sheet-badge", "D101")
        page.fill("#sheet-pin", PINS["D101"])
        page.click("#sheet-go")
        expect(page.locator("#sheet-message")).to_contain_text("Hace falta una de supervisor")
        for part in (*page.locator("#sheet-pad button:visible").all(), page.locator("#sheet-go")):
            expect(part).to_be_in_viewport(ratio=1)
        expect(page.locator("#sheet-message")).to_be_in_viewport(ratio=1)


def test_a_misdeals_message_cuts_nothing(browser: Browser, site: LiveSite, faults: Faults) -> None:
    faults.expect("429 ")  # who is locked out is told to wait
    site.access.choose_language("D100", "es")
    site.hands().start("C1", 2)
    page = site.console(browser, "C1", width=1024, height=768)
    page.click("#misdeal")
    page.locator("#sheet .reasons > .choice").first.click()
    message = page.locator("#sheet-message")
    for code in (*["PIN_WRONG"] * 5, "LOCKED_OUT"):
        page.clock.fast_forward(4000)  # the message before goes
        expect(message).to_be_empty()
        page.fill("#sheet-badge", "S200")
        page.fill("#sheet-pin", "0000")
        page.click("#sheet-go")
        expect(message.locator(f"a[href$={code}]")).to_have_count(1)
    for name in page.locator("#sheet-people .choice").all():
        expect(name).to_be_in_viewport(ratio=1)
    assert page.locator(".what").evaluate("what => what.scrollHeight <= what.clientHeight")
