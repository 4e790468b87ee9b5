"""What the pictures of `screens.py` show: floors in every state, brought there as people do it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from browser.console_scenes import CONSOLES, settled
from browser.live_site import Hands, LiveSite
from browser.office_scenes import OFFICE_WORK
from browser.payout_scenes import PAYING
from browser.played_floor import opened
from browser.room_scenes import ROOMS
from browser.scene_pages import (
    WAIT_MS,
    Pictures,
    Scene,
    console,
    device_page,
    drop_messages,
    hold_still,
    keep_messages,
    sign,
    step,
    touch,
)
from browser.setup_scenes import SETUP
from browser.sign_scenes import themed_signs
from browser.wide_scenes import SHARED
from pitboss.demo.past import make_past
from pitboss.demo.running import make_folder, open_room
from pitboss.web.shell.server import bind_socket, server_of
from web.server_support import PINS

# ---- scenes -------------------------------------------------------------------------------------


def dealers_round(browser: Browser, camera: Pictures, folder: Path) -> None:
    """A round at a table of one wager, screen by screen, with what may go wrong in it."""
    if not camera.wants("console-c1"):
        return
    with opened(folder) as site:
        hands = site.hands()
        hands.press("sign-out", table="C1")
        page = console(browser, site, "C1")
        step(page, "sign_in")
        camera.shoot(page, "console-c1-01-no-dealer")
        page.locator("#next").click()
        camera.shoot(page, "console-c1-02-sign-in")
        page.keyboard.press("Escape")
        hands.swipe("sign-in", "D100", table="C1")
        step(page, "start")
        for seat in (1, 3, 4, 6):
            touch(page, seat)
        expect(page.locator('.spot[data-state="lit"]')).to_have_count(4)
        camera.shoot(page, "console-c1-03-wagers")
        page.locator("#next").click()
        step(page, "play")
        camera.shoot(page, "console-c1-04-locked")
        touch(page, 3)
        camera.shoot(page, "console-c1-05-seat-chosen")
        hands.mark("C1", 3, "four_aces")
        hands.mark("C1", 6, "four_of_a_kind")
        step(page, "confirm")
        camera.shoot(page, "console-c1-06-marked")
        keep_messages(page)
        page.locator('.hand[data-outcome="straight_flush"]').click()
        page.locator(".toast").wait_for()
        camera.shoot(page, "console-c1-07-refused")
        drop_messages(page)
        page.locator("#misdeal").click()
        camera.shoot(page, "console-c1-08-misdeal")
        page.keyboard.press("Escape")
        page.locator("#next").click()
        camera.shoot(page, "console-c1-09-confirm")
        page.keyboard.press("Escape")
        hands.swipe("confirm-awards", "E300", table="C1")
        step(page, "end")
        camera.shoot(page, "console-c1-10-awarded")
        page.locator("#next").click()
        settled(page)
        camera.shoot(page, "console-c1-11-envy")
        page.keyboard.press("Escape")
        hands.press("end-round", table="C1")
        hands.press("call-supervisor", table="C1", reason="@player_question")
        step(page, "start")
        camera.shoot(page, "console-c1-12-called")
        hands.swipe("pause-table", "D100", table="C1", reason="@dispute")
        step(page, "resume")
        camera.shoot(page, "console-c1-13-paused")
        page.evaluate("window.heldBack = []")
        page.locator(".band.lost").wait_for()
        camera.shoot(page, "console-c1-14-lost")


def other_layouts(browser: Browser, camera: Pictures, folder: Path) -> None:
    """Two wagers, an older keypad, a shared percentage, a table that trains, a mirrored one."""
    if not camera.wants("console-others"):
        return
    with opened(folder) as site:
        hands = site.hands()
        both = console(browser, site, "H3")
        step(both, "start")
        for seat in (1, 2, 4):
            touch(both, seat)
        touch(both, 2, 2)
        expect(both.locator('.spot[data-state="lit"]')).to_have_count(4)
        both.locator("#next").click()
        step(both, "play")
        hands.mark("H3", 2, "royal_flush", sensor=2)
        hands.mark("H3", 4, "straight_flush")
        step(both, "confirm")
        camera.shoot(both, "console-others-two-wagers")
        older = console(browser, site, "C2")
        hands.press("start-round", table="C2", spots=[{"seat": 4, "sensor": 1}])
        step(older, "play")
        camera.shoot(older, "console-others-older-open")
        hands.mark("C2", 4, "four_aces")
        hands.swipe("turn-key", "E300", table="C2", position="JPH")
        step(older, "j_pot")
        camera.shoot(older, "console-others-older-jph")
        shared = console(browser, site, "M1")
        spots = [{"seat": seat, "sensor": 1} for seat in (1, 3, 6)]
        hands.press("start-round", table="M1", spots=spots)
        step(shared, "play")
        touch(shared, 3)
        shared.locator('.hand[data-outcome="two_three_four_suited"]').click()
        settled(shared)
        camera.shoot(shared, "console-others-shared")
        training = console(browser, site, "T1")
        step(training, "start")
        camera.shoot(training, "console-others-training")
        house = console(browser, site, "H2")
        house.locator("#mirror").click()
        house.mouse.move(0, 0)
        camera.shoot(house, "console-others-house-mirrored")


def signs(browser: Browser, camera: Pictures, folder: Path) -> None:
    """Every theme, and every state of a sign."""
    if not camera.wants("sign-"):
        return
    with opened(folder) as site:
        hands = site.hands()
        for table in ("C1", "C2", "H1", "H2", "H3", "B1", "B3", "M1", "T1"):
            if camera.wants(f"sign-{table}-playing"):
                camera.shoot(sign(browser, site, table), f"sign-{table}-playing", sign=True)
        hands.press("start-round", table="H1", spots=[{"seat": 4, "sensor": 1}])
        page = sign(browser, site, "H1")
        expect(page.locator(".line")).to_have_text("No more bets")
        camera.shoot(page, "sign-state-locked", sign=True)
        hands.mark("H1", 4, "straight_flush")
        expect(page.locator(".line")).to_have_text("We're verifying a winning hand")
        camera.shoot(page, "sign-state-checking", sign=True)
        camera.shoot(sign(browser, site, "H3"), "sign-state-pending-elsewhere", sign=True)
        hands.swipe("confirm-awards", "E300", table="H1")
        page.locator(".hit").wait_for()
        hold_still(page)
        camera.shoot(page, "sign-state-hit", sign=True)
        hands.start("B2", 2)
        hands.mark("B2", 2, "three_sevens_suited")
        hands.swipe("confirm-awards", "E300", table="B2")
        plain = sign(browser, site, "B1")
        plain.locator(".hit").wait_for()
        hold_still(plain)
        camera.shoot(plain, "sign-state-hit-plain", sign=True)
        hands.swipe("pause-table", "S200", table="C1", reason="@dispute")
        paused = sign(browser, site, "C1")
        camera.shoot(paused, "sign-state-paused", sign=True)
        paused.evaluate("window.heldBack = []")
        paused.locator('[data-link="old"]').wait_for()
        camera.shoot(paused, "sign-state-no-data", sign=True)
        office = site.signed_on(browser, "E300", "/office/jackpots")
        office.locator("summary", has_text="Suspend").click()
        form = office.locator('form[data-command="suspend-jackpot"]')
        form.locator("select").select_option("holdem")
        form.locator("[name=reason]").fill("sensor board to be changed")
        form.locator("button").click()
        suspended = sign(browser, site, "H3")
        suspended.locator(".word").first.wait_for()
        camera.shoot(suspended, "sign-state-suspended", sign=True)


def supervisors_view(browser: Browser, camera: Pictures, folder: Path) -> None:
    """The pit, quiet and busy, and a table of it."""
    if not camera.wants("pit"):
        return
    with opened(folder) as site:
        hands = site.hands()
        page = site.signed_on(browser, "S200", "/pit")
        page.locator("#tables .table").first.wait_for()
        camera.shoot(page, "pit-1-quiet", whole=True)
        make_busy(hands)
        expect(page.locator("#tables .needs")).to_have_count(4)
        camera.shoot(page, "pit-2-busy", whole=True)
        phone = site.signed_on(browser, "E300", "/phone")
        expect(phone.locator("#cards > li")).to_have_count(4)
        camera.shoot(phone, "pit-9-phone", whole=True)
        phone.goto(f"{site.address}/phone/offline")
        camera.shoot(phone, "pit-10-phone-offline")
        make_locked(site, hands)
        expect(page.locator("#locked li")).to_have_count(2)
        camera.shoot(page, "pit-6-jackpots-locked", whole=True)
        share_a_hand(hands)
        for _ in range(5):
            hands.refused("sign-in", table="B1", swipe={"badge": "S200", "pin": "0000"})
        page.locator("#locked-out li").wait_for()
        expect(page.locator(".table", has_text="M1").locator(".win")).to_have_count(2)
        camera.shoot(page, "pit-7-locked-out", whole=True)
        page.goto(f"{site.address}/pit/M1")
        page.locator("#total").wait_for()
        camera.shoot(page, "pit-8-table-shared", whole=True)
        page.goto(f"{site.address}/pit/C1")
        page.locator("#total").wait_for()
        camera.shoot(page, "pit-3-table-to-confirm", whole=True)
        page.fill("#badge", "S200")
        page.fill("#pin", PINS["S200"])
        page.locator("#confirm-form button").click()
        page.locator(".toast").wait_for()
        camera.shoot(page, "pit-4-table-refused", whole=True)
        page.goto(f"{site.address}/pit/H1")
        expect(page.locator("#phase")).not_to_be_empty()
        camera.shoot(page, "pit-5-table-paused", whole=True)


def make_busy(hands: Hands) -> None:
    """Four tables that need attention."""
    hands.press("start-round", table="C1", spots=[{"seat": seat, "sensor": 1} for seat in (2, 5)])
    hands.mark("C1", 2, "four_aces")
    hands.press("call-supervisor", table="M1", reason="Fill or credit")
    hands.press("pause-table", table="H1", reason="@chips_mixed_up")
    hands.press("start-round", table="C2", spots=[{"seat": 4, "sensor": 1}])
    hands.mark("C2", 4, "four_aces")


def share_a_hand(hands: Hands) -> None:
    """Two seats share a hand of baccarat."""
    spots = [{"seat": seat, "sensor": 1} for seat in (1, 3, 6)]
    hands.press("start-round", table="M1", spots=spots)
    hands.press(
        "press-hand",
        table="M1",
        spot=spots[1],
        outcome="two_three_four_suited",
        sharers=[1, 3],
    )


def make_locked(site: LiveSite, hands: Hands) -> None:
    """A jackpot that is suspended, and one with an award on its way."""
    executive = site.person("E300")
    executive.press("suspend-jackpot", jackpot="holdem", reason="sensor board to be changed")
    hands.press("start-round", table="H3", spots=[{"seat": 3, "sensor": 2}])
    hands.mark("H3", 3, "royal_flush", sensor=2)


OFFICE = (
    "today", "prizes", "day",
    "meters", "meters/fours/main", "wins", "adjustments", "reports", "reports/accrual", "days",
    "floor_play",
    "jackpots", "paytables", "paytables/crazy4/progressive/pays-3", "badges", "changes",
    "changes/new/fours", "changes/table/C1", "changes/file", "bank", "devices", "permissions",
    "rules", "rules/ohio", "journal", "journal/25", "system",
)  # fmt: skip


def offices_view(browser: Browser, camera: Pictures, folder: Path) -> None:
    """Every page of the office, a win in it and beside it, and its verification."""
    if not any(map(camera.wants, ("office", "win-", "verify"))):
        return
    with opened(folder) as site:
        site.person("E300").enroll("console", "C1")
        page = site.signed_on(browser, "A400")
        page.set_default_timeout(WAIT_MS)
        for path in OFFICE:
            name = f"office-{path.replace('/', '-')}"
            if camera.wants(name):
                page.goto(f"{site.address}/office/{path}")
                camera.shoot(page, name, whole=True)
        page.goto(f"{site.address}/office/days")
        page.locator("a[href^='/office/days/']").first.click()
        camera.shoot(page, "office-days-day", whole=True)
        wins(browser, camera, site, page)


def wins(browser: Browser, camera: Pictures, site: LiveSite, page: Page) -> None:
    """A win in the office, at the table, and what its code says of it."""
    page.goto(f"{site.address}/office/wins")
    page.locator("tbody tr", has_text="Four Aces").locator("a[href^='/office/wins/C1-']").click()
    camera.shoot(page, "office-win", whole=True)
    verify = page.locator(".proof a").get_attribute("href") or ""
    award = page.url.rpartition("/")[2]
    camera.shoot(device_page(browser, site, f"/wins/{award}"), "win-at-the-table", whole=True)
    for name, address in (
        ("agrees", verify),
        ("differs", f"{verify}&total_cents=999999"),
        ("unknown", f"/verify/12/{'0' * 16}"),
    ):
        page.goto(f"{site.address}{address}")
        camera.shoot(page, f"verify-{name}", whole=True)


def doors(browser: Browser, camera: Pictures, folder: Path) -> None:
    """Where people and devices come in."""
    if not camera.wants("door"):
        return
    with opened(folder) as site:
        page = site.context(browser).new_page()
        page.goto(f"{site.address}/sign-on")
        camera.shoot(page, "door-sign-on")
        page.fill("[name=badge]", "S200")
        page.fill("[name=pin]", "9999")
        page.keyboard.press("Enter")
        page.locator(".refusal").wait_for()
        camera.shoot(page, "door-sign-on-refused")
        for name, path in (
            ("enroll", "/enroll"), ("refused", "/nowhere"), ("documents", "/help/docs/floor.html"),
        ):  # fmt: skip
            page.goto(f"{site.address}{path}")
            camera.shoot(page, f"door-{name}")
        dealer = signed_on_dealer(browser, site)
        camera.shoot(dealer, "door-dealer")
        dealer.goto(f"{site.address}/pin")
        camera.shoot(dealer, "door-pin")


def signed_on_dealer(browser: Browser, site: LiveSite) -> Page:
    """A dealer, who has no page but the door."""
    page = site.context(browser).new_page()
    page.goto(f"{site.address}/sign-on")
    page.fill("[name=badge]", "D100")
    page.fill("[name=pin]", PINS["D100"])
    page.keyboard.press("Enter")
    page.locator("form[action='/sign-off']").wait_for()
    return page


def demonstration(browser: Browser, camera: Pictures, folder: Path) -> None:
    """The start page of a demonstration, and console and sign side by side."""
    if not camera.wants("demo"):
        return
    make_folder(folder)
    with ThreadPoolExecutor(1) as pool:  # this thread has the browser's loop
        pool.submit(make_past, folder, rng_seed=1).result()
    application, _ = open_room(folder, rng_seed=1, has_past=True)
    server = server_of(application)
    listener = bind_socket("127.0.0.1", 0)
    listener.listen()
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
    thread.start()
    try:
        page = browser.new_context(reduced_motion="reduce").new_page()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        page.goto(address)
        page.locator(".spot.locked").first.wait_for()
        camera.shoot(page, "demo-start", whole=True)
        for table in ("C1", "C2", "H3"):
            page.goto(f"{address}/demo/table/{table}")
            expect(page.locator("#count")).not_to_be_empty()
            camera.shoot(page, f"demo-side-{table}")
        page.close()
        camera.expect_pages(application)
    finally:
        server.should_exit = True
        thread.join()


SCENES: Sequence[Scene] = (
    dealers_round,
    other_layouts,
    *CONSOLES,
    signs,
    themed_signs,
    supervisors_view,
    offices_view,
    doors,
    *SETUP,
    *OFFICE_WORK,
    *ROOMS,
    *PAYING,
    *SHARED,
    demonstration,
)
