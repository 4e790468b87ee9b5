"""The payout guide by keyboard alone: a plain prize from the recorded award to the envelope."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from browser.faults import Faults
from browser.live_site import closed_after
from browser.looks import covered, filled
from pitboss.local_time import WRITTEN
from web.office_support import award_of, list_of_today, played, signed_on, verified
from web.server_support import PINS, Site, make_keys
from web.test_payout import KIM, post

KEYS_MOST = 240  # letters of every field, Tab, Space and Enter
TIME_PARTS = ("month", "day", "year", "hour", "minute", "half", "calendar")


class Typist:
    """Somebody without a mouse, whose keys are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def type(self, text: str) -> None:
        """Write into the field that has the focus."""
        self.page.keyboard.type(text)
        self.count += len(text)

    def type_time(self, written: str) -> None:
        """A date and time, part by part as an American browser has them; the year may go on."""
        at = datetime.strptime(written, WRITTEN)  # noqa: DTZ007 - on the clock of the house
        self.type(f"{at:%m%d%Y}")
        self.press("Tab")
        self.type(f"{at:%I%M%p}")

    def press(self, *keys: str) -> None:
        """One key after another."""
        for key in keys:
            self.page.keyboard.press(key)
        self.count += len(keys)

    def at(self, step: str) -> None:
        """The guide has come to a step, and its first field has the focus."""
        expect(self.page.locator('[aria-current="step"]')).to_have_attribute("data-step", step)
        expect(self.page.locator(f'[data-step="{step}"] :focus')).to_have_count(1)


def opened(browser: Browser, site: Site, address: str) -> Page:
    """A page of the accountant, by keys too."""
    page = browser.new_context(base_url=site.address).new_page()
    page.goto(f"{site.address}/sign-on")
    page.fill("[name=badge]", "A400")
    page.fill("[name=pin]", PINS["A400"])
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "sign-on" not in url)
    page.goto(f"{site.address}{address}")
    return page


def walk(typist: Typist, listed: str) -> None:
    """Every step of a plain prize."""
    typist.at("verify")
    typist.type("As Ah Ad Ac 2d")
    typist.press("Tab")
    typist.type("52")
    typist.press("Tab")
    typist.type("7")
    typist.press("Tab", *("Tab" for _ in TIME_PARTS))
    typist.type("S200")
    typist.press("Enter")
    typist.at("person")  # and what follows it, up to how it is paid
    typist.press("Tab", "Space", "Tab")
    typist.type_time(listed)
    typist.press("Enter")
    typist.at("signatures")
    typist.type("S200")
    typist.press("Tab", "Space", "Tab")
    typist.type("S-77")
    typist.press("Enter")


def test_a_plain_prize_is_paid_by_keyboard_alone(tmp_path: Path, browser: Browser) -> None:
    cards = make_keys(tmp_path / "keys")
    with played(tmp_path / "site", (tmp_path / "keys", cards)) as site, closed_after(browser):
        award = award_of(signed_on(site, "A400"), "Four Aces")
        page = opened(browser, site, f"/office/payout/{award}")
        typist = Typist(page)
        walk(typist, list_of_today(site))
        expect(page.locator('[data-step="seal"]')).to_have_attribute("data-state", "done")
        expect(page.locator(".toast.done")).to_be_focused()
        expect(page.locator(".toast.done")).to_contain_text("paid Four Aces at C1, seat 2")
        for step in ("verify", "person", "exclusion", "tax", "method", "signatures"):
            expect(page.locator(f'[data-step="{step}"]')).to_have_attribute("data-state", "done")
        assert typist.count <= KEYS_MOST
        page.reload()
        expect(page.locator('[data-state="done"]')).to_have_count(7)


def test_the_focus_goes_on_and_back_to_a_wrong_field(tmp_path: Path, browser: Browser) -> None:
    cards = make_keys(tmp_path / "keys")
    with played(tmp_path / "site", (tmp_path / "keys", cards)) as site, closed_after(browser):
        award = award_of(signed_on(site, "A400"), "Four Aces")
        page = opened(browser, site, f"/office/payout/{award}")
        typist = Typist(page)
        typist.at("verify")
        typist.type("Ks Kh Kd Kc 2d")
        typist.press("Tab")
        typist.type("52")
        typist.press("Tab")
        typist.type("7")
        typist.press("Tab", *("Tab" for _ in TIME_PARTS))
        typist.type("S200")
        typist.press("Enter")
        expect(page.locator("[name=cards]")).to_be_focused()
        clerk = signed_on(site, "A400")  # a badge is signed on in one place
        verified(clerk, site, award)
        person = post(clerk, "/api/people", KIM).json()["person"]
        page = opened(browser, site, f"/office/payout/{award}?people={person}")
        expect(page.locator("form[data-next] [name='payment.exclusion_list']")).to_be_focused()
        the_figures_follow_and_what_is_typed_stays(page, f"{site.address}/office/payout/{award}")


def the_figures_follow_and_what_is_typed_stays(page: Page, address: str) -> None:
    """The form that is chosen, the day of the list and who is paid, after another page."""
    figures = page.locator("form[data-partly] [data-figures]")
    expect(figures).to_contain_text("withheld $0.00")
    page.fill("[name='payment.exclusion_list']", "2026-11-07T09:00")
    page.locator("details:has([name='payment.tax_form']) > summary").click()
    page.select_option("[name='payment.tax_form']", "1042-S")
    expect(figures).to_contain_text("Form: 1042-S")
    expect(figures).not_to_contain_text("withheld $0.00")
    page.goto(address.replace("payout", "wins"))
    page.goto(address)
    expect(page.locator("[name='payment.exclusion_list']")).to_have_value("2026-11-07T09:00")
    expect(figures).to_contain_text("Form: 1042-S")
    page.get_by_role("link", name="Remove").click()
    page.locator("[name='payment.of_age']").wait_for()


def test_a_refusal_covers_no_field_and_no_button(tmp_path: Path, browser: Browser) -> None:
    cards = make_keys(tmp_path / "keys")
    with played(tmp_path / "site", (tmp_path / "keys", cards)) as site, closed_after(browser):
        award = award_of(signed_on(site, "A400"), "Four Aces")
        page = opened(browser, site, f"/office/payout/{award}")
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            page.fill("[name=cards]", "Ks Kh Kd Kc 2d")
            page.fill("[name=deck_cards]", "52")
            page.fill("[name=camera]", "7")
            page.fill("[name=witness]", "S200")
            page.locator("form[data-next] button").click()
            expect(page.locator(".toast.refused")).to_be_in_viewport(ratio=1)
            assert covered(page) == []
        assert filled(page, ".guide form[data-next]") > 0.9


def test_after_a_refusal_the_page_shows_recorded_steps(tmp_path: Path, browser: Browser) -> None:
    cards = make_keys(tmp_path / "keys")
    with played(tmp_path / "site", (tmp_path / "keys", cards)) as site, closed_after(browser):
        clerk = signed_on(site, "A400")
        award = award_of(clerk, "Four Aces")
        verified(clerk, site, award)
        page = opened(browser, site, f"/office/payout/{award}")
        together = page.locator("form[data-partly]")
        together.locator("[name='payment.of_age']").check()
        together.locator("[name='payment.exclusion_list']").fill(
            list_of_today(site).replace(" ", "T")
        )
        together.locator("[name='payment.method']").select_option("check")
        together.locator("button").press("Enter")
        told = page.locator(".toast.refused")
        expect(told).to_contain_text("Recorded: Who gets paid, Self-exclusion, Tax.")
        expect(told).to_contain_text("Payment method was refused: a check")
        for step, state in (("person", "done"), ("tax", "done"), ("method", "open")):
            expect(page.locator(f'[data-step="{step}"]')).to_have_attribute("data-state", state)
        number = together.locator("[name='payment.check_number']")
        expect(number).to_be_focused()
        expect(number).to_have_attribute("aria-invalid", "true")
        expect(number).to_have_accessible_description(re.compile("Payment method was refused"))
        number.fill("1001")
        expect(number).not_to_have_attribute("aria-invalid", "true")
        together.locator("button").click()
        expect(page.locator('[aria-current="step"]')).to_have_attribute("data-step", "signatures")


def test_the_keyboard_is_at_what_was_done_and_after_a_refusal_at_the_emptied_pin(
    tmp_path: Path, browser: Browser
) -> None:
    cards = make_keys(tmp_path / "keys")
    with played(tmp_path / "site", (tmp_path / "keys", cards)) as site, closed_after(browser):
        award = award_of(signed_on(site, "A400"), "Four Aces")
        page = opened(browser, site, f"/office/payout/{award}")
        hold = page.locator("details:has(> [data-command=hold-payment])")
        hold.locator("summary").press("Enter")
        hold.locator("[name=ground]").select_option(index=1)
        hold.locator("[name=reason]").fill("the camera was dark")
        hold.locator("button").press("Enter")
        expect(page.locator(".toast.done")).to_be_focused()
        release = page.locator("details:has(> [data-command=release-payment])")
        release.locator("summary").press("Enter")
        release.locator("[name=reason]").fill("seen on another camera")
        release.locator("button").press("Enter")
        expect(release.locator("[data-badge]")).to_be_focused()  # a second person is needed
        expect(page.locator(".toast.done")).to_have_count(0)  # what was done before that
        release.locator("[data-badge]").fill("S200")
        release.locator("[data-pin]").fill("0000")
        release.locator("button").press("Enter")
        pin = release.locator("[data-pin]")
        expect(pin).to_be_focused()
        expect(pin).to_have_value("")
        expect(pin).to_have_attribute("aria-invalid", "true")
        pin.fill(PINS["S200"])
        release.locator("button").press("Enter")
        done = page.locator(".toast.done")  # before the guide's next step, which is there again
        expect(done).to_be_focused()
        expect(done).to_be_in_viewport(ratio=1)


def test_of_two_badges_and_two_numbers_the_wrong_one_has_the_keyboard(
    tmp_path: Path, browser: Browser, faults: Faults
) -> None:
    faults.expect("409 ")
    cards = make_keys(tmp_path / "keys")
    with played(tmp_path / "site", (tmp_path / "keys", cards)) as site, closed_after(browser):
        clerk = signed_on(site, "A400")
        post(clerk, "/api/people", KIM)
        award = award_of(clerk, "Four Aces")
        page = opened(browser, site, f"/office/payout/{award}")
        told = {"cards": "As Ah Ad Ac 2d", "deck_cards": "52", "camera": "7"}
        for badge, message in (("A400", "Enter another badge"), ("X9", "no such badge")):
            fields = {**told, "witness": badge}
            refused_at(page.locator("form[data-next]"), fields, "witness", message)
        record = page.locator("form[data-post='/api/people']")
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
        )
        lee = {"name": "Lee Example", "address": "2 Cedar Street", "birth_date": "1980-01-02"}
        lee |= {"identities.0.number": "P7654321"}
        record.locator("[name='identities.1.identity']").select_option("passport")
        for number, message in (("P9", "four characters"), ("WDL55ABC4711", "another name")):
            fields = {**lee, "identities.1.number": number}
            refused_at(record, fields, "identities.1.number", f"second identity.*{message}")
        fields = {**lee, "identities.0.number": "P9", "identities.1.number": "P7654321"}
        refused_at(record, fields, "identities.0.number", "first identity.*four characters")


def test_an_amount_that_the_floor_refuses_has_the_keyboard(
    tmp_path: Path, browser: Browser, faults: Faults
) -> None:
    faults.expect("409 ")
    cards = make_keys(tmp_path / "keys")
    with played(tmp_path / "site", (tmp_path / "keys", cards)) as site, closed_after(browser):
        page = opened(browser, site, "/office/bank")
        part = page.locator("details:has(> [data-command=record-deposit])")
        part.locator("summary").press("Enter")
        deposit = part.locator("form")
        deposit.locator("[name=cents]").fill("0.00")
        deposit.locator("[name=reference]").fill("slip 9")
        deposit.locator("button").press("Enter")
        amount = deposit.locator("[name=cents]")
        expect(amount).to_be_focused()
        expect(amount).to_have_accessible_description(re.compile("Enter \\$0.01 to"))


def refused_at(form: Locator, fields: dict[str, str], wrong: str, message: str) -> None:
    """A form is sent, and the field that is wrong says why, where it stands."""
    for name, value in fields.items():
        form.locator(f"[name='{name}']").fill(value)
    field = form.locator(f"[name='{wrong}']")
    # It is in sight as the button is pressed, and its label is not.
    field.evaluate("(each) => scrollBy(0, each.getBoundingClientRect().top)")
    form.locator("button").press("Enter")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile(message))
    place = form.locator("[data-wrong]:has(.toast)")
    expect(place).to_be_in_viewport(ratio=1)
    expect(place.locator("input")).to_have_attribute("name", wrong)
