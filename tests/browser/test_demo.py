"""A visitor hits the jackpot of a demonstration in five steps, in a real browser."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from browser import looks
from pitboss.demo.running import make_folder, open_room
from pitboss.web.shell.server import bind_socket, server_of

pytestmark = pytest.mark.proof  # minutes of a browser


@pytest.fixture
def address(browser: Browser, tmp_path: Path) -> Iterator[str]:
    """A demonstration that runs in this process."""
    make_folder(tmp_path / "demo")
    application, _ = open_room(tmp_path / "demo", rng_seed=1)
    server = server_of(application)
    listener = bind_socket("127.0.0.1", 0)
    listener.listen()
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        for context in browser.contexts:
            context.close()
    finally:
        server.should_exit = True
        thread.join()


def visited(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"{address}/")
    return page


def step(console: FrameLocator, name: str) -> None:
    """Press the one big button, once it stands for this step."""
    console.locator(f'#next[data-step="{name}"]:enabled').click()


def test_a_badge_card_presses_no_seat_and_no_hand(browser: Browser, address: str) -> None:
    page = visited(browser, address)
    page.locator("a.go").click()
    console = page.frame_locator("#console")
    console.locator('.spot[data-seat="3"]').click()
    expect(console.locator('.spot[data-seat="3"]')).to_have_attribute("data-state", "lit")
    step(console, "start")
    expect(console.locator('.spot[data-seat="3"]')).to_have_attribute("data-state", "locked")
    page.locator('.card[data-badge="A400"]').click()
    # The swipe was read whole: no badge is needed now, and none of its letters was a press.
    expect(console.locator(".toast")).to_contain_text("A round is open.")
    expect(console.locator('.spot[data-seat="3"]')).to_have_attribute("data-state", "locked")
    expect(console.locator('.spot[data-state="marked"]')).to_have_count(0)
    expect(console.locator("#sheet")).to_be_hidden()


def test_a_visitor_hits_the_jackpot_in_five_steps(browser: Browser, address: str) -> None:
    page = visited(browser, address)
    page.locator("a.go").click()
    told, console, sign = page.locator("#step"), page.frame_locator("#console"), "#sign"
    expect(told).to_contain_text("Touch seat 3 to light its bet.")
    console.locator('.spot[data-seat="3"]').click()
    expect(console.locator('.spot[data-seat="3"]')).to_have_attribute("data-state", "lit")
    step(console, "start")
    expect(told).to_contain_text("then the top hand: Four Aces.")
    console.locator('.spot[data-seat="3"]').click()
    console.locator('.hand[data-outcome="four_aces"]').click()
    expect(told).to_contain_text("Then swipe Elias Okafor's badge below.")
    step(console, "confirm")
    console.locator(".checks input").first.wait_for()
    for box in console.locator(".checks input").all():
        box.check()
    expect(page.locator('.card[data-role="executive"]')).to_have_attribute("data-wanted", "")
    page.locator('.card[data-role="executive"]').click()
    hit = page.frame_locator(sign).locator(".hit")
    expect(hit.locator(".hit-hand")).to_have_text("Four Aces")
    expect(hit.locator(".hit-place")).to_have_text("Table C1 · Seat 3")
    won = int(hit.locator(".figure").get_attribute("data-cents") or "0")
    assert won >= 1_000_000, "the seed of the meter is $10,000"
    print_win_page(page, console)
    step(console, "end")
    expect(told).to_contain_text("You won the jackpot")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Pay it in the office").click()
    opened.value.get_by_role("link", name="PAY: $").first.wait_for()


def print_win_page(page: Page, console: FrameLocator) -> None:
    """Open the win page from the console, swipe, and see that the PDF is one."""
    with page.context.expect_page() as opened:
        console.locator(".award a.button").click()
    win = opened.value
    expect(win.locator("[data-print]")).to_have_text("PRINT")
    win.locator("[data-print]").click()
    data = json.loads(page.locator("#data").text_content() or "")
    track = next(badge["track"] for badge in data["badges"] if badge["role"] == "dealer")
    win.keyboard.type(track)
    win.keyboard.press("Enter")
    expect(win.locator("[data-print]")).to_have_text("PRINT AGAIN")
    printed = page.request.get(f"{win.url}/page.pdf?paper=a4")
    assert (printed.status, printed.headers["content-type"]) == (200, "application/pdf")
    assert printed.body().startswith(b"%PDF-")
    win.close()


def test_the_map_lives_and_the_players_can_be_stopped(browser: Browser, address: str) -> None:
    page = visited(browser, address)
    expect(page.locator(".tables .table")).to_have_count(14)
    meter = page.locator('[data-jackpot="rooms"] .figure').first
    # Its seed, and what the first players have put on it.
    expect(meter).to_have_attribute("aria-label", re.compile(r"^\$25,00\d\.\d\d$"))
    page.locator(".spot.locked").first.wait_for()
    page.locator('[data-speed="0"]').click()
    expect(page.locator('[data-speed="0"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[data-table="M1"] button').click()
    expect(page.locator('[data-table="M1"]')).to_have_attribute("data-yours", "")
    page.locator('[data-table="M1"] button').click()
    expect(page.locator('[data-table="M1"] button')).to_have_text("Take over")


def test_a_press_signs_a_supervisor_on_and_opens_the_pit(browser: Browser, address: str) -> None:
    page = visited(browser, address)
    page.locator('.badge[data-role="supervisor"] form button').click()
    page.wait_for_url(f"{address}/pit")


@pytest.mark.parametrize("path", ["", "demo/table/C1", "demo/table/B1"])
def test_a_visitor_can_read_and_reach_everything(browser: Browser, address: str, path: str) -> None:
    page = visited(browser, address)
    page.locator('[data-speed="0"]').click()
    page.goto(f"{address}/{path}")
    if path:
        page.locator("#count").wait_for()
    else:
        page.locator(".meters .figure").first.wait_for()
    found = [looks.broken_rules(page), looks.unreadable(page), looks.unseen_focus(page)]
    assert found == [[], [], []]
    for width, height in ((1280, 800), (390, 844), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        assert looks.too_wide(page) == []


def test_only_a_browser_of_this_machine_is_let_in(address: str) -> None:
    here = httpx.get(f"{address}/")
    assert here.status_code == 200
    assert "pitboss_device=" in here.headers["set-cookie"]
    elsewhere = httpx.get(f"{address}/", headers={"Host": "elsewhere.example"})
    assert elsewhere.status_code == 421
    assert "pitboss_device=" not in elsewhere.headers.get("set-cookie", "")
    stranger = httpx.post(f"{address}/demo/speed", json={"speed": 0})
    assert stranger.status_code in (401, 403)
