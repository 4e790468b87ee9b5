"""A prize paid step by step, and every kind of printed page, for the pictures of `screens.py`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from browser.office_house import office
from browser.played_floor import opened
from browser.scene_pages import Pictures, Scene, person_page
from web.office_support import list_of_today, signed_on
from web.server_support import PINS, Site
from web.test_payout import KIM, post

CARDS = {
    "supervisor": "supervisor", "C1": "console", "C2": "older-keypad", "H2": "house-jackpot",
    "H3": "two-wagers", "M1": "two-sides", "P1": "no-jackpot",
}  # fmt: skip


def pay(browser: Browser, camera: Pictures, folder: Path) -> None:
    """A prize, from its first step to the envelope; with a person whose data the vault keeps."""
    if not any(map(camera.wants, ("payout", "winners"))):
        return
    with office(folder) as (site, award):
        person = post(signed_on(site, "A400"), "/api/people", KIM).json()["person"]
        page = person_page(browser, site, "A400")
        address = f"{site.address}/office/payout/{award}"
        page.goto(address)
        camera.shoot(page, "payout-1-verify", whole=True)
        verify(page, camera)
        camera.shoot(page, "payout-3-person", whole=True)
        page.goto(f"{address}?people={person}")
        camera.shoot(page, "payout-4-person-of-the-vault", whole=True)
        page.goto(f"{address}?people=")  # nobody of the vault after all
        method(page, site, camera)
        camera.shoot(page, "payout-6-signatures", whole=True)
        hold(page, camera)
        page.fill("form[data-next] [name='payment.witness']", "S200")
        page.check("form[data-next] [name='payment.winner_signed']")
        page.fill("form[data-next] [name='payment.seal']", "S-77")
        page.locator("form[data-next] button").click()
        page.locator(".guide[data-status=paid]").wait_for()
        page.goto(address)
        camera.shoot(page, "payout-8-paid", whole=True)
        page.goto(f"{site.address}/office/winners")
        camera.shoot(page, "winners", whole=True)
        page.goto(f"{site.address}/office/wins/{award}")
        camera.shoot(page, "payout-9-win", whole=True)
        camera.print(page, "payout-9-win")


def verify(page: Page, camera: Pictures) -> None:
    """The cards, at first another hand than the award's."""
    page.fill("[name=cards]", "Ks Kh Kd Kc 2d")
    page.fill("[name=deck_cards]", "52")
    page.fill("[name=camera]", "7")
    page.fill("[name=witness]", "S200")
    page.locator("form[data-next] button").click()
    page.locator(".toast.refused").wait_for()
    camera.shoot(page, "payout-2-refused", whole=True)
    page.fill("[name=cards]", "As Ah Ad Ac 2d")
    page.locator("form[data-next] button").click()
    at_step(page, "person")


def method(page: Page, site: Site, camera: Pictures) -> None:
    """Who is paid, the list, the tax and how it is paid; at first by a check without a number."""
    form = page.locator("form[data-partly]")
    form.locator("[name='payment.of_age']").check()
    form.locator("[name='payment.exclusion_list']").fill(list_of_today(site).replace(" ", "T"))
    form.locator("[name='payment.method']").select_option("check")
    form.locator("button").click()
    page.locator(".toast.refused").wait_for()
    expect(page.locator('[data-step="tax"]')).to_have_attribute("data-state", "done")
    camera.shoot(page, "payout-5-method-refused", whole=True)
    page.locator("form[data-partly] [name='payment.check_number']").fill("1001")
    page.locator("form[data-partly] button").click()
    at_step(page, "signatures")


def hold(page: Page, camera: Pictures) -> None:
    """A payment that waits for a dispute, and goes on."""
    address = page.url
    form = page.locator("form[data-command=hold-payment]")
    page.locator("summary", has_text="Hold the payment").click()
    form.locator("[name=ground]").select_option("dispute")
    form.locator("[name=reason]").fill("two players claim the seat")
    form.locator("button").click()
    page.locator(".guide[data-status=held]").wait_for()
    page.goto(address)
    page.locator("summary", has_text="Release").click()
    camera.shoot(page, "payout-7-held", whole=True)
    form = page.locator("form[data-command=release-payment]")
    form.locator("[name=reason]").fill("the camera shows who sat there")
    form.locator("[data-badge]").fill("E300")
    form.locator("[data-pin]").fill(PINS["E300"])
    form.locator("button").click()
    at_step(page, "signatures")


def at_step(page: Page, name: str) -> None:
    """Wait until the guide has come to a step."""
    expect(page.locator('[aria-current="step"]')).to_have_attribute("data-step", name)


def printed(browser: Browser, camera: Pictures, folder: Path) -> None:
    """Every kind of page that leaves a printer: cards, win page, slip, form, PAR sheet."""
    if not camera.wants("printed"):
        return
    with opened(folder / "floor") as floor:
        page = floor.signed_on(browser, "E300")
        for table, name in CARDS.items():
            for paper in ("letter", "a4"):
                card = page.request.get(f"{floor.address}/office/cards/{table}.pdf?paper={paper}")
                camera.pdf(card.body(), f"printed-card-{name}-{paper}")
    with office(folder / "office") as (site, award):
        clerk = signed_on(site, "A400")
        paths = {
            "win-page": f"/wins/{award}/page.pdf",
            "win-slip": f"/wins/{award}/slip.pdf",
            "par-sheet": "/office/paytables/crazy4/progressive/pays-3.pdf",
        }
        for name, path in paths.items():
            camera.pdf(clerk.request("GET", path).content, f"printed-{name}")
        form = clerk.form("/office/payout-form", award=award)
        camera.pdf(form.content, "printed-payout-form")


PAYING: tuple[Scene, ...] = (pay, printed)
