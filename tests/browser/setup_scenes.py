"""The first hour, step by step, for the pictures of `screens.py`."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page

from browser.live_site import LiveSite, make_keys
from browser.scene_pages import Pictures, Scene
from pitboss.web.shell.handover import Handover
from web.server_support import PINS
from web.test_going_live import BANK, PAPERS, approvals
from web.test_setup import setting_up


def setup(browser: Browser, camera: Pictures, folder: Path) -> None:
    """The setup of an empty folder, step by step."""
    if not camera.wants("setup"):
        return
    with setting_up(folder) as room:
        context = browser.new_context(reduced_motion="reduce")
        room.let_in(context)
        page = context.new_page()
        address = f"http://127.0.0.1:{room.port}/setup"
        for name in ("house", "people", "tables"):
            page.goto(f"{address}/{name}")
            camera.shoot(page, f"setup-{name}", whole=True)
        room.write()
        for name in ("tables/C1", "jackpots", "equipment", "check", "code"):
            page.goto(f"{address}/{name}")
            camera.shoot(page, f"setup-{name.replace('/', '-')}", whole=True)
        two_windows(context, camera, address)
        page.goto(f"{address}/check")
        page.locator("button.go").click()
        page.locator(".slips").wait_for()
        camera.shoot(page, "setup-slips", whole=True)
        camera.print(page, "setup-slips")
        page.close()
        camera.expect_pages(room.app)


def two_windows(context: BrowserContext, camera: Pictures, address: str) -> None:
    """A step that was saved in another window meanwhile."""
    pages = [context.new_page() for _ in range(2)]
    for page in pages:
        page.goto(f"{address}/house")
    for page, name in zip(pages, ("The Lower Room", "The Upper Room"), strict=True):
        page.fill("main [name=name]", name)
        page.locator("main button.go").click()
        page.wait_for_load_state()
    camera.shoot(pages[1], "setup-changed", whole=True)
    for page in pages:
        page.close()


def setup_in_training(browser: Browser, camera: Pictures, folder: Path) -> None:
    """What leads a floor from training to money."""
    if not camera.wants("setup-live"):
        return
    with LiveSite(folder, make_keys(folder / "keys")).serving() as site:
        door = site.context(browser).new_page()
        door.goto(f"{site.address}/setup")
        camera.shoot(door, "setup-live-door")
        page = site.signed_on(browser, "S200", "/setup/devices")
        camera.shoot(page, "setup-live-devices-supervisor", whole=True)
        page = site.signed_on(browser, "E300")
        for name in ("devices", "rehearsal", "approvals", "bank", "live"):
            page.goto(f"{site.address}/setup/{name}")
            camera.shoot(page, f"setup-live-{name}", whole=True)
        page.goto(f"{site.address}/setup/devices")
        page.locator('form[action="/setup/devices"] button').click()
        page.locator(".pairs").wait_for()
        camera.shoot(page, "setup-live-devices-codes", whole=True)
        page.goto(f"{site.address}/pit")
        page.locator("#new").wait_for()
        camera.shoot(page, "setup-live-pit", whole=True)
        page.goto(f"{site.address}/setup/rehearsal")
        page.locator("button.go").click()
        page.locator(".story").wait_for()
        camera.shoot(page, "setup-live-rehearsed", whole=True)
        enter_papers(page, site)
        camera.shoot(page, "setup-live-approvals-entered", whole=True)


def going_live(browser: Browser, camera: Pictures, folder: Path) -> None:
    """Two people end the training: their form, on paper too, one who is refused, and the moment
    until the floor is open."""
    if not camera.wants("going-live"):
        return
    floor = LiveSite(folder, make_keys(folder / "keys"))
    with floor.serving(Handover(FastAPI)) as site:
        executive = site.person("E300")
        approvals(executive, "H2")
        executive.form("/setup/bank", **BANK)
        page = site.signed_on(browser, "E300", "/setup/live")
        camera.shoot(page, "going-live-ready", whole=True)
        camera.print(page, "going-live-ready")
        sign_both(page, "0000")
        page.locator(".refusal").wait_for()
        camera.shoot(page, "going-live-refused", whole=True)
        page.route("**/pit", lambda route: route.fulfill(status=204))  # it stays for its pictures
        sign_both(page, PINS["A400"])
        page.locator("main.moment").wait_for()
        camera.shoot(page, "going-live-opening")


def sign_both(page: Page, second_pin: str) -> None:
    """An executive and an accountant."""
    page.fill("[name=pin-1]", PINS["E300"])
    page.fill("[name=badge-2]", "A400")
    page.fill("[name=pin-2]", second_pin)
    page.locator("main button.go").click()


def enter_papers(page: Page, site: LiveSite) -> None:
    """The papers of some tables, which then stand on the page."""
    page.goto(f"{site.address}/setup/approvals")
    for box in page.locator("[type=checkbox]").all():
        box.uncheck()
    for table in ("C1", "C2", "H1", "C3"):
        page.check(f"[name=table-{table}]")
    for name, value in PAPERS.items():
        page.fill(f"[name={name}]", value)
    page.locator("main button.go").click()
    page.locator("#entered").wait_for()


SETUP: tuple[Scene, ...] = (setup, setup_in_training, going_live)
