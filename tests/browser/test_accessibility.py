"""Every page for everybody: readable, named, by keyboard alone, on a phone and on a wall."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import looks, scene_pages, scenes
from browser.faults import Faults
from browser.live_site import Keys, LiveSite
from browser.played_floor import site_text, write_past
from web.server_support import PINS

pytestmark = pytest.mark.proof  # minutes of a browser

SIZES = ((320, 640), (390, 844), (640, 400), (3840, 2160))  # 640 is a desk at 200 %
MENU = (".office > nav",)  # the same on every page of the office
MORE_OFFICE = ("papers", "approvals", "winners", "cards", "signs", "integrity")
OFFICE = tuple(f"/office/{path}" for path in (*scenes.OFFICE, *MORE_OFFICE))
DESKS = ((1280, 800), (1024, 768))  # where a list of the office is read without scrolling sideways
STORIES = (
    "/office/story/table/C1", "/office/story/round/C1/1", "/office/story/meter/fours/main",
    "/office/story/badge/E300", "/office/search?q=C1", "/office/search?q=E300", "/office/search",
)  # fmt: skip
DOORS = (
    "/sign-on", "/enroll", "/nowhere", "/posted", "/posted/crazy4/progressive/pays-3",
    "/help/refusals",
)  # fmt: skip
# Hands that lie beyond an edge of the screen, or that a scrolling ancestor cuts off.
HIDDEN = """() => [...document.querySelectorAll('.hand')].filter((each) => {
  const box = each.getBoundingClientRect();
  const panel = each.closest('.panel').getBoundingClientRect();
  return box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth ||
    box.bottom > panel.bottom + 1;
}).map((each) => each.innerText)"""
SIGNS = tuple(f"/sign/{table}" for table in ("C1", "C2", "H1", "H2", "B1", "B3", "M1", "T1"))


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, keys: Keys) -> Iterator[LiveSite]:
    """One site for all of this file: it has been played on for days, and nobody plays on it now."""
    folder = tmp_path_factory.mktemp("floor")
    with LiveSite(folder, keys, text=site_text(), before=write_past).serving() as running:
        yield running


def visit(page: Page, floor: LiveSite, path: str) -> None:
    """Open a page and wait until it lives."""
    looks.reshaped(page, 1280, 800)
    page.goto(f"{floor.address}{path}")
    if path == "/pit":
        page.locator("#tables .table").first.wait_for()
    elif path.startswith("/pit/"):
        expect(page.locator("#phase")).not_to_be_empty()
    elif path.startswith("/sign/"):
        page.wait_for_selector(".sign[data-link=live] .jackpot:not([data-state=waiting])")
    elif path.startswith("/table/"):
        page.wait_for_selector("main[data-link=live]")


def wrong_with(page: Page, known: tuple[str, ...]) -> list[str]:
    """All that keeps somebody from using a page that is open, beside the parts that are `known`."""
    found = [
        *looks.broken_rules(page, known=known),
        *looks.unreadable_by_night_and_day(page),
        *looks.unseen_focus(page),
    ]
    for width, height in SIZES:
        looks.reshaped(page, width, height)
        found += looks.too_wide(page)
    return found


def lists_cut(page: Page) -> list[str]:
    """The lists of a page that are wider than a small desk."""
    found = []
    for size in DESKS:
        looks.reshaped(page, *size)
        found += looks.too_wide(page) + looks.cut_lists(page)
    return found


def judged(page: Page, floor: LiveSite, paths: tuple[str, ...]) -> dict[str, list[str]]:
    """The pages that something is wrong with, and what."""
    found = {}
    for number, path in enumerate(paths):
        visit(page, floor, path)
        wrong = wrong_with(page, known=MENU if number else ())
        if path.startswith("/office/"):
            wrong += lists_cut(page)
        if wrong:
            found[path] = wrong
    return found


NAMELESS = """<!doctype html><html lang="en"><title>A page</title><main><h1>One</h1><h1>Two</h1>
<p>Beside <a href="/y" style="text-decoration: none">words</a>, and <a href="/z">plain</a></p>
<button></button><a href="/x"></a><input><input type="search"><input type="checkbox">
<select><option>1</option></select><iframe src="about:blank"></iframe></main>"""


def test_what_has_no_name_is_found(browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.set_content(NAMELESS)
    found = Counter(each.partition(":")[0] for each in looks.broken_rules(page))
    del found["target-size"]
    named = {"button-name": 1, "frame-title": 1, "label": 3, "link-name": 1, "select-name": 1}
    assert found == {**named, "headings": 1, "link-underline": 1}


def test_focus_that_is_not_seen_is_found(browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.set_content("""<button style="outline: none">One</button>
<button style="outline: 3px solid">Two</button>
<button style="outline: 2px solid; position: fixed; left: -50px; width: 40px">Three</button>""")
    found = {each.partition('"')[2].partition(";")[0] for each in looks.unseen_focus(page)}
    assert found == {'outline: none">One</button>', "outline: 2px solid"}


# ---- every page ---------------------------------------------------------------------------------


def test_the_doors(browser: Browser, floor: LiveSite, faults: Faults) -> None:
    faults.expect("404 ")  # one of them says that there is no such page
    page = floor.context(browser).new_page()
    assert judged(page, floor, DOORS) == {}


@pytest.mark.parametrize("part", range(3))
def test_the_office(browser: Browser, floor: LiveSite, part: int) -> None:
    page = floor.signed_on(browser, "E300")
    assert judged(page, floor, OFFICE[part::3]) == {}


def test_prizes_to_pay_are_whole_at_every_width(browser: Browser, floor: LiveSite) -> None:
    floor.access.choose_language("A400", "es")  # where words are longer
    page = floor.signed_on(browser, "A400", "/office/today")
    waits = page.locator(".pay tbody tr").first.locator("td").last
    frame = page.locator(".pay .scroll")
    for width in (320, 390, 640, 700, 861, 1024):
        looks.reshaped(page, width, 844)
        assert looks.cut_lists(page) == [], width
        words, box = waits.bounding_box(), frame.bounding_box()
        assert words is not None
        assert box is not None
        assert words["x"] >= box["x"] + 8, width  # clear of the frame


def test_stories_and_the_search(browser: Browser, floor: LiveSite) -> None:
    page = floor.signed_on(browser, "E300")
    assert judged(page, floor, STORIES) == {}


def test_the_pit_and_a_win(browser: Browser, floor: LiveSite, faults: Faults) -> None:
    faults.expect("404 ")  # of an entry that is not there
    page = floor.signed_on(browser, "A400", "/office/wins")
    page.locator("tbody tr", has_text="Four Aces").locator("a[href^='/office/wins/C1-']").click()
    award = page.url.rpartition("/")[2]
    verify = page.locator(".proof a").get_attribute("href") or ""
    paths = (
        "/pit", "/pit/C1", "/pit/C1?at=14:05", f"/office/wins/{award}", f"/wins/{award}", verify,
        f"/office/payout/{award}", "/check/nothing",
        f"{verify}&total_cents=1", f"/verify/12/{'0' * 16}", "/pin",
    )  # fmt: skip
    assert judged(page, floor, paths) == {}


def test_the_signs_and_consoles(browser: Browser, floor: LiveSite) -> None:
    page = scene_pages.device_page(browser, floor, "/sign/C1")
    assert judged(page, floor, (*SIGNS, "/table/C1", "/table/C2", "/table/B1")) == {}


def test_a_page_is_given_its_own_words_only(floor: LiveSite) -> None:
    person = floor.person("E300")
    for path, sections in (
        ("/pit", ["notation", "roles", "pays", "common", "pit", "why", "wide"]),
        ("/phone", ["notation", "roles", "pays", "common", "phone", "pit", "why"]),
        ("/office/meters", ["notation", "roles", "pays", "common", "desk"]),
        (
            "/table/C1",
            [
                "notation",
                "roles",
                "pays",
                "checklist",
                "common",
                "console",
                "offered",
                "phase",
                "why",
                "wide",
            ],
        ),
        ("/sign/C1", ["notation", "roles", "pays", "common", "sign", "wide"]),
    ):
        [words] = re.findall(r'id="words">(.*?)</script>', person.load(path).text)
        assert list(json.loads(words)) == sections, path


def test_the_sheets_of_a_console(browser: Browser, site: LiveSite) -> None:
    """Over a table, at every size: what is confirmed, called for, turned."""
    hands = site.hands()
    for table, dealer, outcome in (
        ("C1", "D100", "four_aces"),
        ("B1", "D101", "three_sevens_suited"),
    ):
        hands.start(table, 2, 3, dealer=dealer)
        hands.mark(table, 2, outcome)
        page = scene_pages.console(browser, site, table)
        page.locator("#next:enabled").wait_for()
        for button in ("#next", "#call"):
            page.click(button)
            page.locator("#sheet").wait_for()
            assert looks.broken_rules(page, contrast=True) == []
            page.keyboard.press("Escape")
        assert looks.broken_rules(page, contrast=True) == []


# ---- enlarged to 200 % --------------------------------------------------------------------------


def test_at_200_percent_a_winner_is_marked_and_confirmed(browser: Browser, site: LiveSite) -> None:
    """A desk of 1280 by 800 at 200 % has 640 by 400: everything is there, below if not beside."""
    page = site.console(browser, "C1", width=640, height=400)
    hands = site.hands()
    hands.start("C1", 2, 3)
    expect(page.locator("#next")).to_be_in_viewport(ratio=1)  # Enter presses nothing unseen
    page.locator('.spot[data-seat="2"]').click()
    hand = page.locator('.hand[data-outcome="straight_flush"]')
    hand.scroll_into_view_if_needed()
    box = hand.bounding_box()
    assert box is not None
    assert box["height"] >= 64
    hand.click()
    page.locator('#next[data-step="confirm"]:enabled').click()
    page.fill("#sheet-pin", PINS["S200"])
    page.locator("#sheet-go").click()
    expect(page.locator(".award")).to_contain_text("$100.00")
    for button in ("#pause", "#call"):
        page.locator(button).scroll_into_view_if_needed()
        expect(page.locator(button)).to_be_in_viewport()
    assert looks.too_wide(page) == []


def test_no_hand_of_a_table_lies_below_the_edge(browser: Browser, floor: LiveSite) -> None:
    page = scene_pages.device_page(browser, floor, "/table/C1")
    for table in ("C1", "C2", "H1", "H3", "B1", "M1"):
        visit(page, floor, f"/table/{table}")
        page.locator(".hand").first.wait_for()
        for width, height in ((1280, 800), (1024, 768)):
            looks.reshaped(page, width, height)
            hidden = looks.still_wrong(page, lambda: page.evaluate(HIDDEN))
            assert (table, width, hidden) == (table, width, [])


# ---- said aloud ---------------------------------------------------------------------------------


def test_what_happens_is_said_by_a_screen_reader(browser: Browser, site: LiveSite) -> None:
    """A region that is live speaks when its text changes; an alert speaks at once."""
    console = site.console(browser, "C1")
    assert console.locator("#sheet-message").get_attribute("role") == "alert"
    assert console.locator("#toasts").get_attribute("aria-live") == "assertive"
    for place in ("#phase", "#why"):
        assert console.locator(f"[role=status] {place}, {place}[role=status]").count() == 1
    for band in (".band.lost", ".band.journal"):
        assert console.locator(band).get_attribute("role") == "alert"
    pit = site.signed_on(browser, "S200", "/pit")
    expect(pit.locator("#summary[role=status]")).to_have_text("No dealer has signed in yet.")
    site.hands().press("call-supervisor", table="C1", reason="@player_question")
    expect(pit.locator("#summary[role=status]")).to_have_text("1 waiting")
    expect(pit.locator("#said[aria-live=polite]")).to_have_text("C1: Supervisor called")
