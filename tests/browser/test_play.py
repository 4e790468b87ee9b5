"""Practice hands and drills, for everybody: by keyboard, on a phone, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from browser import looks
from pitboss.rules.catalog import Paytables
from pitboss.web.lab_pages.lab_app import create_lab_app
from pitboss.web.shell.addresses import Addresses

pytestmark = pytest.mark.proof  # minutes of a browser

SIZES = ((320, 640), (640, 400), (1280, 800))
HAND = "/play/ultimate_holdem/hand?seed=5&chips=50000&bet.ante=10&bet.trips=5"
CONSOLE = "/train/crazy4/console?level=1&seed=7"
PAGES = (
    "/play", "/play/ultimate_holdem", "/play/blackjack", HAND, f"{HAND}&do=play_3:3000",
    "/play/casino_war/hand?seed=1&chips=100&bet.initial=10", "/train/crazy4",
    "/train/crazy4/pay?level=3&seed=5&a=15", "/train/crazy4/envy?level=3&seed=7&a=5",
    "/train/ultimate_holdem/hand?level=3&seed=5&a=Flush", "/train/crazy4/order?level=3&seed=7&a=0",
    f"{CONSOLE}{'&a=start' * 10}",
    f"{CONSOLE}{'&a=start' * 10}&name=Mia+Torres",
)  # fmt: skip


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The pages, served."""
    app = create_lab_app(Paytables(), addresses=Addresses())
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://localhost:{port}"
    server.should_exit = True
    thread.join()


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_context(viewport={"width": 1280, "height": 800}).new_page()


@pytest.mark.parametrize("path", PAGES)
def test_everybody_can_use_a_page(page: Page, address: str, path: str) -> None:
    page.goto(address + path)
    found = [
        *looks.broken_rules(page),
        *looks.unreadable_by_night_and_day(page),
        *looks.unseen_focus(page),
    ]
    for width, height in SIZES:
        looks.reshaped(page, width, height)
        found += looks.too_wide(page)
    assert found == []


def test_a_hand_is_played_by_keyboard_alone(page: Page, address: str) -> None:
    page.goto(f"{address}/play/casino_war?seed=1&bet.initial=10")
    page.get_by_label("Initial Wager").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    page.get_by_role("link", name="Surrender").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Costs $1.85 on average")).to_be_visible()


def test_an_answer_is_typed_and_sent(page: Page, address: str) -> None:
    page.goto(f"{address}/train/crazy4/pay?seed=7")
    expect(page.get_by_label("How much do you pay")).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You answered: 1", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Question 2 of 10")).to_be_visible()


CUT = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("select, input:not([type=range], [type=checkbox])")]
    .filter((field) => field.checkVisibility())
    .filter((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const text = field.selectedOptions?.[0].textContent ?? (field.value || field.placeholder);
      pen.font = font;
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return pen.measureText(text).width > room + 1;
    })
    .map((field) => field.name);
}"""
SCROLLED = """() => [...document.querySelectorAll("main *")]
  .filter((part) => part.scrollHeight > part.clientHeight + 2)
  .filter((part) => ["auto", "scroll"].includes(getComputedStyle(part).overflowY))
  .filter((part) => part.tagName !== "TEXTAREA")
  .map((part) => part.className)"""
WAGERS = ("pai_gow/progressive/500-375-20", "blackjack/base/standard")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("wager", WAGERS)
def test_the_lab_cuts_no_field_and_scrolls_as_one_page(
    page: Page, address: str, wager: str, language: str
) -> None:
    page.goto(f"{address}/lab/wager/{wager}?language={language}")
    for width, height in ((1280, 800), (1000, 700), (901, 700), (390, 844), (320, 640)):
        looks.reshaped(page, width, height)
        assert page.evaluate(SCROLLED) == []
        assert page.evaluate(CUT) == []


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [320, 390])
def test_the_table_of_a_meters_life_scrolls_by_itself(
    page: Page, address: str, width: int, language: str
) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"{address}/lab/wager/blackjack/trilux/6?language={language}")
    table = page.locator(".life details:has(table)").first
    table.locator("summary").click()
    expect(table.locator("table")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
