"""The office at work, for the pictures of `screens.py`: what people look for, approve and read.
Also in Spanish, in the dark and on paper."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from browser.live_site import LiveSite
from browser.office_house import office
from browser.played_floor import opened
from browser.scene_pages import WAIT_MS, Pictures, Scene, person_page
from web.office_support import PIN, issue_inspector
from web.server_support import Site
from web.test_office_today import void_after_a_win
from web.test_slip import slip_of

POSTED = (
    "/posted", "/posted/crazy4/progressive/pays-3", "/posted/table/C1", "/help/refusals",
    "/help/refusals/ROLE_TOO_LOW",
)  # fmt: skip
WANTED = {"table": "C1", "hand": "four aces", "person": "S200", "nothing": "no such thing"}
SPANISH = (
    "/office/today", "/office/meters", "/office/wins", "/office/journal",
    "/office/changes/new/fours", "/office/rules", "/office/reports/accrual",
    "/office/search?q=puesto+4", "/pit", "/pit/C1",
)  # fmt: skip
DARK = (
    "/office/today", "/office/meters/fours/main", "/office/wins", "/office/journal",
    "/office/reports/accrual", "/office/paytables/crazy4/progressive/pays-3",
)  # fmt: skip
INSPECTED = (
    "", "/journal", "/journal/25", "/past_meters", "/reports", "/reports/accrual", "/rules",
    "/rules/ohio", "/export",
)  # fmt: skip
PAPER = (
    "/office/today", "/office/meters", "/office/wins", "/office/journal", "/office/reports/accrual",
    "/office/paytables/crazy4/progressive/pays-3", "/office/rules", "/office/day",
)  # fmt: skip


def named(path: str) -> str:
    """A page, as the name of its picture has it."""
    plain = path.removeprefix("/office").partition("?")[0].strip("/")
    return plain.replace("/", "-") or "first"


def look_for(browser: Browser, camera: Pictures, folder: Path) -> None:
    """Search, and the story of everything that has one."""
    if not any(map(camera.wants, ("search", "story"))):
        return
    with office(folder) as (site, award):
        page = person_page(browser, site, "A400")
        for name, typed in WANTED.items():
            page.goto(f"{site.address}/office/search?q={typed}")
            camera.shoot(page, f"search-{name}", whole=True)
        page.goto(f"{site.address}/office/journal?kind=device-enrolled")
        device = page.locator("a[href*='/story/device/']").first.get_attribute("href")
        page.goto(f"{site.address}/office/changes")
        change = page.locator("a[href*='/story/change/']").first.get_attribute("href")
        stories = {
            "award": f"/office/story/award/{award}",
            "round": "/office/story/round/C1/6",
            "meter": "/office/story/meter/fours/main",
            "badge": "/office/story/badge/E300",
            "table": "/office/story/table/C1",
            "device": device,
            "change": change,
        }
        for name, address in stories.items():
            page.goto(f"{site.address}{address}")
            camera.shoot(page, f"story-{name}", whole=True)


def papers(browser: Browser, camera: Pictures, folder: Path) -> None:
    """Cards, approvals, notices, and what an inspector reads."""
    if not any(map(camera.wants, ("cards", "approvals", "notices", "inspect", "slip"))):
        return
    with office(folder) as (site, award):
        issue_inspector(site)
        site.access.set_pin("I700", PIN)
        page = person_page(browser, site, "A400")
        for name, path in (("cards", "cards"), ("approvals", "approvals"), ("notices", "papers")):
            page.goto(f"{site.address}/office/{path}")
            camera.shoot(page, name, whole=True)
        for box in page.locator("details").all():
            box.evaluate("(box) => { box.open = true; }")
        camera.shoot(page, "notices-forms", whole=True)
        page.goto(f"{site.address}{slip_of(site, award, folder)[1]}")
        camera.shoot(page, "slip-checked", whole=True)
        page = person_page(browser, site, "I700", PIN)
        for path in INSPECTED:
            page.goto(f"{site.address}/inspect{path}")
            camera.shoot(page, f"inspect-{named(path)}", whole=True)


def seldom(browser: Browser, camera: Pictures, folder: Path) -> None:
    """What few people open: a notice, the form for envy, what is posted, refusals, a phone that
    pairs a screen."""
    if not camera.wants("seldom"):
        return
    with opened(folder) as site:
        page = site.signed_on(browser, "A400", "/office/envy/C1/179/6/fours")
        page.set_default_timeout(WAIT_MS)
        camera.shoot(page, "seldom-envy", whole=True)
        page.goto(f"{site.address}/office/papers")
        page.locator("a[href^='/office/papers/paper-']").first.click()
        camera.shoot(page, "seldom-notice", whole=True)
        for path in POSTED:
            page.goto(f"{site.address}{path}")
            camera.shoot(page, f"seldom-{named(path)}", whole=True)
        pairing(browser, camera, site)


def pairing(browser: Browser, camera: Pictures, site: LiveSite) -> None:
    """The phone that says which table a screen stands at."""
    screen = site.context(browser).new_page()
    screen.goto(f"{site.address}/enroll")
    ticket = screen.locator("[data-ticket]").get_attribute("data-ticket")
    phone = site.signed_on(browser, "E300", f"/pair/{ticket}")
    camera.shoot(phone, "seldom-pair", whole=True)
    phone.locator('button[value="console C1"]').click()
    phone.locator(".done").wait_for()
    camera.shoot(phone, "seldom-paired", whole=True)


def changed(browser: Browser, camera: Pictures, folder: Path) -> None:
    """A change that waits for a second person, and one whose effect is looked at before."""
    if not camera.wants("change-"):
        return
    with office(folder) as (site, _):
        page = person_page(browser, site, "E300")
        page.goto(f"{site.address}/office/changes")
        camera.shoot(page, "change-waiting", whole=True)
        page.goto(f"{site.address}/office/changes/new/rooms")
        page.locator("[name='what.levels.0.rate_ppm']").fill("14")
        page.locator("[name=reason]").first.fill("the meter grows too slowly")
        page.locator(".ask[open] button.person").click()
        page.locator(".ask[open] .preview").wait_for()
        camera.shoot(page, "change-preview", whole=True)
        second = person_page(browser, site, "E300")
        second.goto(f"{site.address}/office/changes")
        camera.shoot(second, "change-to-approve", whole=True)
        decide(second, "approve-change")
        camera.shoot(second, "change-to-apply", whole=True)
        decide(second, "apply-change")
        camera.shoot(second, "change-applied", whole=True)


def decide(page: Page, command: str) -> None:
    """Say yes to the change that waits."""
    form = page.locator(f"form[data-command={command}]").first
    form.evaluate("form => { const box = form.closest('details'); if (box) box.open = true; }")
    form.locator("button").click()
    expect(page.locator(f"form[data-command={command}]")).to_have_count(0)


def voided(browser: Browser, camera: Pictures, folder: Path) -> None:
    """A round that is voided after a win elsewhere: the house tops the meter up."""
    if not camera.wants("void"):
        return
    with office(folder) as (site, _):
        void_after_a_win(site)
        page = person_page(browser, site, "A400")
        for name, path in {
            "today": "/office/today", "meters": "/office/meters",
            "meter": "/office/meters/rooms/mega", "round": "/office/story/round/H1/1",
        }.items():  # fmt: skip
            page.goto(f"{site.address}{path}")
            camera.shoot(page, f"void-{name}", whole=True)


def otherwise(browser: Browser, camera: Pictures, folder: Path) -> None:
    """The same pages in Spanish, in the dark and on paper."""
    if not any(map(camera.wants, ("spanish", "dark", "paper"))):
        return
    with office(folder) as (site, award):
        site.access.choose_language("S200", "es")
        page = person_page(browser, site, "E300")
        page.emulate_media(color_scheme="dark")
        for path in (*DARK, f"/office/story/award/{award}", f"/office/payout/{award}"):
            shoot_at(page, site, path, camera, "dark")
        page.emulate_media(color_scheme="light")
        for path in (*PAPER, f"/office/wins/{award}", "/office/story/round/C1/6"):
            name = f"paper-{named(path)}"
            if camera.wants(name):
                page.goto(f"{site.address}{path}")
                camera.print(page, name)
        page.context.close()
        site.access.choose_language("E300", "es")
        page = person_page(browser, site, "E300")
        for path in (*SPANISH, f"/office/payout/{award}", f"/office/story/award/{award}"):
            shoot_at(page, site, path, camera, "spanish")


def shoot_at(page: Page, site: Site, path: str, camera: Pictures, kind: str) -> None:
    """A page, if its picture was asked for."""
    name = f"{kind}-{named(path)}"
    if camera.wants(name):
        page.goto(f"{site.address}{path}")
        page.wait_for_load_state()
        camera.shoot(page, name, whole=True)


OFFICE_WORK: tuple[Scene, ...] = (look_for, papers, seldom, changed, voided, otherwise)
