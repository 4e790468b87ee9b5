"""How many presses a job takes, counted in a real browser, and the document that says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser.live_site import Keys, LiveSite, closed_after, starter_text
from browser.test_console import begin, hand, has_state, spot, step, swipe, tick_all
from browser.test_payout import opened
from pitboss.web.access.pins import PIN_MADE_DIGITS
from web.office_support import list_of_today, played
from web.server_support import PINS, Site, make_keys
from web.test_payout import KIM
from web.test_state_tax import under as due_from_600

pytestmark = pytest.mark.proof  # minutes of a browser

DOCUMENT = Path(__file__).parents[2] / "docs" / "floor.md"


@dataclass
class Presser:
    """Somebody at a screen, whose touches, keys and swipes are counted."""

    page: Page
    site: LiveSite | None = None
    presses: int = 0
    swipes: int = 0

    def press(self, button: Locator) -> None:
        """Touch something."""
        button.click()
        self.presses += 1

    def pin(self, badge: str, *, under: str | None = None) -> None:
        """The digits of a PIN, each a press, while this badge stands beside it: one's own, who was
        there last, or none."""
        expect(self.page.locator("#sheet-badge")).to_have_value(badge if under is None else under)
        pad = self.page.locator("#sheet-pad")
        assert len(PINS[badge]) == PIN_MADE_DIGITS  # as slips have them
        for key in PINS[badge]:
            self.press(pad.get_by_role("button", name=key, exact=True))

    def swipe(self, badge: str) -> None:
        """A card through the reader."""
        assert self.site is not None
        swipe(self.page, self.site, badge)
        self.swipes += 1


def said(job: str) -> tuple[int, int]:
    """Presses and swipes of a job as the document has them."""
    table = DOCUMENT.read_text("utf-8").partition("<!-- presses -->")[2]
    rows = re.findall(r"^\| (.*?) \| (\d+) \| (\d+) \|", table.partition("<!-- end")[0], re.M)
    found = {name: (int(presses), int(swipes)) for name, presses, swipes in rows}
    return found[job]


def count(presser: Presser) -> tuple[int, int]:
    """What a job took."""
    return presser.presses, presser.swipes


def marked(browser: Browser, site: LiveSite) -> Presser:
    """Two wagers at an Atlas table, and one of them has won all of the meter: seat, then hand."""
    page = site.console(browser, "C1")
    begin(page, site, 2, 3)
    presser = Presser(page, site)
    presser.press(spot(page, 2))
    presser.press(hand(page, "four_aces"))
    has_state(page, 2, "marked")
    return presser


def coined(browser: Browser, site: LiveSite) -> Presser:
    """The same at a table with a key."""
    page = site.console(browser, "B1")
    swipe(page, site, "D101")
    step(page, "start")
    for seat in (2, 4):
        spot(page, seat).click()
        has_state(page, seat, "lit")
    step(page, "start").click()
    step(page, "play")
    presser = Presser(page, site)
    presser.press(spot(page, 4))
    presser.press(hand(page, "three_sevens_suited"))
    has_state(page, 4, "marked")
    presser.press(step(page, "key_jph"))
    return presser


# ---- at the table -------------------------------------------------------------------------------


def test_a_round_without_a_winner(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    presser = Presser(page, site)
    presser.press(step(page, "start"))
    presser.press(step(page, "play"))
    step(page, "start")
    assert count(presser) == said("A round without a winner")


def test_a_winner_confirmed_by_swipe(browser: Browser, site: LiveSite) -> None:
    presser = marked(browser, site)
    page = presser.page
    presser.press(step(page, "confirm"))
    presser.press(page.locator("#sheet .checks input"))
    presser.swipe("S200")
    has_state(page, 2, "awarded")
    assert count(presser) == said("A winner confirmed, by swipe")


def test_a_winner_confirmed_by_pin(browser: Browser, site: LiveSite) -> None:
    presser = marked(browser, site)
    page = presser.page
    presser.press(step(page, "confirm"))
    presser.pin("S200")
    presser.press(page.locator("#sheet-go"))
    has_state(page, 2, "awarded")
    assert count(presser) == said("A winner confirmed, by PIN")


def test_a_winner_at_an_older_keypad_by_swipe(browser: Browser, site: LiveSite) -> None:
    presser = coined(browser, site)
    page = presser.page
    presser.swipe("S200")
    presser.press(page.get_by_role("button", name="CHECKED: J-POT"))
    presser.press(step(page, "key_run"))
    step(page, "end")
    assert count(presser) == said("A winner at an older keypad, by swipe")


def test_a_winner_at_an_older_keypad_by_pin(browser: Browser, site: LiveSite) -> None:
    presser = coined(browser, site)
    page = presser.page
    presser.pin("S200")
    presser.press(page.locator("#sheet-go"))
    presser.press(step(page, "key_run"))
    step(page, "end")
    expect(page.locator(".award")).to_contain_text("$2,000.48")
    assert count(presser) == said("A winner at an older keypad, by PIN")


def test_a_relief_is_a_swipe_and_a_pause_is_a_press(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    relief = Presser(page, site)
    relief.swipe("D101")
    expect(page.locator("#dealer")).to_contain_text("Second Dealer")
    assert count(relief) == said("Relief of a dealer")
    pause = Presser(page, site)
    pause.press(page.locator("#pause"))
    step(page, "resume")
    assert count(pause) == said("A table paused")


def test_a_supervisor_is_called(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    call = Presser(page, site)
    call.press(page.locator("#call"))
    call.press(page.get_by_role("button", name="Player question"))
    expect(page.locator("#call")).to_have_class("person")
    assert count(call) == said("A supervisor called")


@pytest.mark.parametrize(
    ("jackpot", "table", "hand_pressed"),
    [("fours", "C1", "three_of_a_kind"), ("sevens", "B1", "one_seven")],
)
def test_a_small_tray_prize_that_the_dealer_may_record(
    browser: Browser, tmp_path: Path, keys: Keys, jackpot: str, table: str, hand_pressed: str
) -> None:
    named = f'id = "{jackpot}"'
    text = starter_text().replace(named, f'{named}\ndealer_records_up_to = "$25"', 1)
    with LiveSite(tmp_path / "site", keys, text=text).serving() as site:
        page = site.console(browser, table)
        begin(page, site, 2, 3)
        presser = Presser(page, site)
        presser.press(spot(page, 2))
        presser.press(hand(page, hand_pressed))
        has_state(page, 2, "awarded")
        assert count(presser) == said("A small tray prize that the dealer may record")


# ---- at the cage --------------------------------------------------------------------------------


def at_the_cage(browser: Browser, site: Site) -> Presser:
    """The accountant, before the list of what is to be paid."""
    page = opened(browser, site, "/office/prizes")
    presser = Presser(page)
    presser.press(page.locator("tbody a[href^='/office/payout/']").first)
    verify = page.locator("form[data-command=verify-hand]")
    for name, text in (("cards", "As Ah Ad Ac 2d"), ("deck_cards", "52"), ("camera", "7")):
        verify.locator(f"[name={name}]").fill(text)
    verify.locator("[name=witness]").fill("S200")
    presser.press(verify.get_by_role("button"))
    expect(page.locator("[data-step=person]")).to_have_attribute("aria-current", "step")
    return presser


def record(presser: Presser, site: Site) -> None:
    """From the person to the method at one press."""
    form = presser.page.locator("form[data-next]")
    form.locator("[name='payment.exclusion_list']").fill(list_of_today(site).replace(" ", "T"))
    presser.press(form.get_by_role("button"))


def pay(presser: Presser) -> None:
    """Print the form, have it signed, seal, pay."""
    page = presser.page
    signatures = page.locator("[data-step=signatures]")
    expect(signatures).to_have_attribute("aria-current", "step")
    with page.context.expect_page() as printed:
        presser.press(signatures.get_by_role("button", name="Print the form"))
    printed.value.close()
    form = page.locator("form[data-command=pay-prize]")
    form.locator("[name='payment.witness']").fill("S200")
    form.locator("[name='payment.winner_signed']").check()  # a field, as the law asks
    form.locator("[name='payment.seal']").fill("S-77")
    presser.press(form.get_by_role("button"))
    expect(page.locator("[data-step=seal]")).to_have_attribute("data-state", "done")


def test_a_win_paid(browser: Browser, tmp_path: Path) -> None:
    cards = make_keys(tmp_path / "keys")
    with played(tmp_path / "site", (tmp_path / "keys", cards)) as site, closed_after(browser):
        presser = at_the_cage(browser, site)
        presser.page.locator("form[data-next] [name='payment.of_age']").check()
        record(presser, site)
        pay(presser)
        assert count(presser) == said("A win paid")


def test_a_win_paid_with_form_w_2g(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = make_keys(tmp_path / "keys")
    with played(tmp_path / "site", (tmp_path / "keys", cards)) as site, closed_after(browser):
        alone_from_600(site, monkeypatch)
        presser = at_the_cage(browser, site)
        fill_winner(presser.page)
        record(presser, site)
        pay(presser)
        assert count(presser) == said("A win paid with Form W-2G")


def alone_from_600(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A form is due from $600 on, and nobody else won in the round: no seat is asked about."""
    due_from_600(site, monkeypatch)
    for module in ("web.office.payout_guide", "floor.money.tax"):
        monkeypatch.setattr(f"pitboss.{module}.seats_asked", lambda *_: ())


def fill_winner(page: Page) -> None:
    """What a tax form says of a winner."""
    form = page.locator("form[data-next]")
    for name in ("name", "address", "birth_date", "tax_number"):
        form.locator(f"[name={name}]").fill(str(KIM[name]))
    form.locator("[name='identities.0.number']").fill("WDL55ABC4711")


# ---- who is offered by name ---------------------------------------------------------------------


def auditor_as(role: str) -> str:
    """The site file of a house whose auditor is a second one of this role."""
    head, auditor, rest = starter_text().partition('role = "auditor"')
    assert auditor
    return f'{head}role = "{role}"{rest}'


@pytest.fixture
def two_supervisors(tmp_path: Path, keys: Keys) -> Iterator[LiveSite]:
    text = auditor_as("supervisor")
    with LiveSite(tmp_path / "site", keys, text=text).serving() as running:
        yield running


@pytest.fixture
def two_executives(tmp_path: Path, keys: Keys) -> Iterator[LiveSite]:
    text = auditor_as("executive")
    with LiveSite(tmp_path / "site", keys, text=text).serving() as running:
        yield running


def test_whoever_was_there_last_or_not_a_pin_takes_the_same_presses(
    browser: Browser, two_supervisors: LiveSite
) -> None:
    """Another's name, pressed after the PIN, is the button, and its words say what it does."""
    presser = marked(browser, two_supervisors)
    page = presser.page
    page.evaluate("localStorage.setItem('console.badge', 'S200')")
    presser.press(step(page, "confirm"))
    legend = page.locator("#sheet-people legend")
    expect(legend).to_have_text("Whose PIN?")
    presser.pin("U600", under="S200")
    expect(legend).to_have_text("CHECKED: CONFIRM as")
    presser.press(page.get_by_role("button", name="House Auditor"))
    has_state(page, 2, "awarded")
    assert count(presser) == said("A winner confirmed, by PIN")
    again = Presser(page, two_supervisors, presses=3)  # seat, hand, CONFIRM
    spot(page, 3).click()
    hand(page, "straight_flush").click()
    step(page, "confirm").click()
    again.pin("U600")
    again.press(page.locator("#sheet-go"))
    has_state(page, 3, "awarded")
    assert count(again) == said("A winner confirmed, by PIN")


def test_before_any_name_a_pin_has_its_field(browser: Browser, two_supervisors: LiveSite) -> None:
    """On the pad as on the keyboard; a name after it takes as many presses as one before."""
    presser = marked(browser, two_supervisors)
    page = presser.page
    badge, pin = page.locator("#sheet-badge"), page.locator("#sheet-pin")
    presser.press(step(page, "confirm"))
    expect(pin).to_be_focused()
    presser.pin("U600", under="")
    expect(pin).to_be_focused()
    expect(pin).to_have_value(PINS["U600"])
    expect(badge).to_have_value("")
    page.locator("#sheet-pad").get_by_role("button", name="Next field").click()
    expect(badge).to_be_focused()
    presser.press(page.get_by_role("button", name="House Auditor"))
    has_state(page, 2, "awarded")
    assert count(presser) == said("A winner confirmed, by PIN")


def test_after_a_refused_press_of_its_button_the_next_pin_can_be_typed(
    browser: Browser, two_supervisors: LiveSite
) -> None:
    page = marked(browser, two_supervisors).page
    step(page, "confirm").click()
    page.get_by_role("button", name="House Auditor").click()
    page.keyboard.type("000000")
    page.locator("#sheet-go").click()
    expect(page.locator("#sheet-message a[href$=PIN_WRONG]")).to_be_visible()
    expect(page.locator("#sheet-pin")).to_be_focused()
    page.keyboard.type(PINS["U600"])
    page.keyboard.press("Enter")
    has_state(page, 2, "awarded")


def test_a_long_refusal_covers_no_name(browser: Browser, two_supervisors: LiveSite) -> None:
    page = marked(browser, two_supervisors).page
    page.set_viewport_size({"width": 1024, "height": 768})
    step(page, "confirm").click()
    tick_all(page)
    swipe(page, two_supervisors, "D100")
    expect(page.locator("#sheet-message")).to_contain_text("dealer's badge refused")
    bottom = "part => part.getBoundingClientRect().bottom"
    names, prizes = (page.locator(each).evaluate(bottom) for each in ("#sheet-people", ".what"))
    assert names <= prizes + 1


@pytest.mark.parametrize(("language", "said"), [("en", "badge refused"), ("es", "rechazada")])
def test_a_refusal_that_cites_its_rule_leaves_prize_names_and_pin_in_sight(
    browser: Browser, two_executives: LiveSite, language: str, said: str
) -> None:
    site, hands = two_executives, two_executives.hands()
    site.access.choose_language("D101", language)
    hands.start("H1", 4, dealer="D101")
    hands.mark("H1", 4, "royal_flush")
    page = site.console(browser, "H1")
    for width, height in ((1280, 800), (1024, 768), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        step(page, "confirm").click()
        tick_all(page)  # below the prizes, which go out of sight
        swipe(page, site, "S200")
        expect(page.locator("#sheet-message")).to_contain_text(said)
        expect(page.locator("#sheet-message small")).to_contain_text("#3119")
        for part in (
            ".prizes tbody tr",
            "#sheet-people",
            "#sheet-pin",
            "#sheet-pad",
            "#sheet-message",
        ):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")


def test_at_an_older_keypad_another_supervisors_pin_takes_the_same_presses(
    browser: Browser, two_supervisors: LiveSite
) -> None:
    presser = coined(browser, two_supervisors)
    page = presser.page
    page.keyboard.press("Escape")
    page.evaluate("localStorage.setItem('console.badge', 'S200')")
    step(page, "key_jph").click()  # pressed before, and counted there
    presser.pin("U600", under="S200")
    presser.press(page.get_by_role("button", name="House Auditor"))
    presser.press(step(page, "key_run"))
    step(page, "end")
    assert count(presser) == said("A winner at an older keypad, by PIN")


def test_a_name_pressed_first_says_whose_pin(browser: Browser, two_supervisors: LiveSite) -> None:
    page = marked(browser, two_supervisors).page
    step(page, "confirm").click()
    expect(page.locator("#sheet-badge")).to_have_value("")
    page.get_by_role("button", name="House Auditor").click()
    expect(page.locator("#sheet-badge")).to_have_value("U600")
    expect(page.locator("#sheet-message")).to_be_empty()
    has_state(page, 2, "marked")


def test_another_name_is_one_press_and_is_remembered(browser: Browser, site: LiveSite) -> None:
    presser = marked(browser, site)
    page = presser.page
    step(page, "confirm").click()
    expect(page.locator("#sheet-badge")).to_have_value("S200")  # the only supervisor
    page.get_by_role("button", name="Shift Executive").click()
    expect(page.locator("#sheet-badge")).to_have_value("E300")
    presser.pin("E300")
    page.locator("#sheet-go").click()
    has_state(page, 2, "awarded")
    spot(page, 3).click()
    hand(page, "straight_flush").click()
    step(page, "confirm").click()
    expect(page.locator("#sheet-badge")).to_have_value("E300")  # who was here last
