"""What people do in the office, step by step: badges, forms that are left and come back to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from browser.faults import Faults
from browser.live_site import LiveSite, closed_after
from browser.test_payout import opened as signed_on
from pitboss.web.shell.middleware import SESSION
from web.office_support import award_of, played
from web.office_support import signed_on as web_signed_on
from web.server_support import PINS, Site, make_keys
from web.test_office_changes import write_table

pytestmark = pytest.mark.proof  # minutes of a browser

DAY_MS = 86_400_000
PDF_PAGE = re.compile(rb"/Type\s*/Page\b")


@pytest.fixture
def house(browser: Browser, tmp_path: Path) -> Iterator[Site]:
    """A house that plays for money, with two days of play behind it."""
    keys = make_keys(tmp_path / "keys")
    with played(tmp_path / "site", (tmp_path / "keys", keys)) as site, closed_after(browser):
        yield site


def opened(page: Page, title: str) -> Locator:
    """The form under a heading, unfolded."""
    ask = page.locator("details.ask").filter(has=page.locator("summary", has_text=title)).first
    ask.locator("summary").click()
    return ask.locator("form")


def by_second(form: Locator, badge: str = "A400") -> None:
    """The second person proves who he is."""
    form.locator("[data-badge]").fill(badge)
    form.locator("[data-pin]").fill(PINS[badge])


def issue_contractor(site: LiveSite) -> int:
    """A technician's badge that ends in ten days; when it ends."""
    ends_ms = site.running_site.now_ms() + 10 * DAY_MS
    asked = {"badge": "T700", "name": "Ola Berg", "role": "technician", "ends_ms": ends_ms}
    both = {"command_id": "issue T700", "second_swipe": {"badge": "A400", "pin": PINS["A400"]}}
    answer = site.person("E300").post("/api/commands/issue-badge", asked | both)
    assert answer.status_code == 200, answer.text
    return ends_ms


def test_a_badge_is_changed_from_now_and_keeps_its_end(browser: Browser, site: LiveSite) -> None:
    ends_ms = issue_contractor(site)
    page = site.signed_on(browser, "E300", "/office/badges")
    form = opened(page, "Change name, role or expiration")
    form.locator("[name=badge]").select_option("T700")
    expect(form.locator("[name=name]")).to_have_value("Ola Berg")
    expect(form.locator("[name=role]")).to_have_value("technician")
    form.locator("[name=name]").fill("Ola Berg-Lind")
    form.locator("[name=reason]").fill("married")
    by_second(form)
    form.get_by_role("button", name="CHANGE").click()
    expect(page.locator("main > .toast.done")).to_contain_text("Ola Berg-Lind")
    assert site.running_site.badges["T700"].ends_ms == ends_ms
    form = opened(page, "Change name, role or expiration")
    form.locator("[name=badge]").select_option("T700")
    form.locator("[data-opens]").select_option("No expiration")
    form.locator("[name=reason]").fill("hired")
    by_second(form)
    form.get_by_role("button", name="CHANGE").click()
    expect(page.locator("main > .toast.done")).to_contain_text("Ola Berg-Lind")
    assert site.running_site.badges["T700"].ends_ms == 0


def test_a_badges_days_are_counted_by_the_servers_clock(browser: Browser, site: LiveSite) -> None:
    """The browser's clock is a year ahead."""
    issue_contractor(site)
    page = site.signed_on(browser, "E300", "/office/badges")
    page.add_init_script(f"const now = Date.now; Date.now = () => now() + {365 * DAY_MS};")
    page.reload()
    form = opened(page, "Change name, role or expiration")
    form.locator("[name=badge]").select_option("T700")
    form.locator("[data-opens]").select_option(value="days")
    form.locator("[name=ends_ms]:enabled").fill("20")
    form.locator("[name=reason]").fill("stays longer")
    by_second(form)
    form.get_by_role("button", name="CHANGE").click()
    expect(page.locator("main > .toast.done")).to_contain_text("Ola Berg")
    left_ms = site.running_site.badges["T700"].ends_ms - site.running_site.now_ms()
    assert 19 * DAY_MS < left_ms <= 20 * DAY_MS


def test_a_new_pin_and_card_say_so_on_a_slip_of_one_page(browser: Browser, site: LiveSite) -> None:
    page = site.signed_on(browser, "E300", "/office/badges")
    form = opened(page, "New PIN and card")
    form.locator("[name=badge]").select_option("D100")
    form.locator("[name=reason]").fill("lost")
    by_second(form)
    form.locator("button.person").click()
    expect(form.locator(".toast.done")).to_contain_text("New PIN and card made")
    # A real print asks the printer; what it gets is what is on the page at that moment.
    page.evaluate(
        "window.print = () => { window.printed = document.documentElement.cloneNode(true); }"
    )
    form.locator("[data-print-slip]").click()
    page.evaluate("document.documentElement.replaceWith(window.printed)")
    assert len(PDF_PAGE.findall(page.pdf())) == 1


@pytest.mark.parametrize("typed", ["8O", "82 chips", "1,08", "1.5"])
def test_a_count_that_is_no_number_is_refused_at_its_field_and_nothing_is_counted(
    browser: Browser, house: Site, typed: str
) -> None:
    page = signed_on(browser, house, "/office/day")
    form = opened(page, "Count the drop")
    chips = form.locator("input[name$='.chips']")
    chips.first.fill("1")
    wrong = form.locator("input[name$='.sensor']").first
    wrong.fill(typed)
    by_second(form, "S200")
    seq = house.running_site.seq
    form.get_by_role("button").click()
    expect(form.locator(".toast.refused")).to_be_in_viewport(ratio=1)
    expect(form.locator(".toast.refused")).to_contain_text("Type a whole number, such as 82")
    expect(wrong).to_be_focused()
    expect(wrong).to_have_attribute("aria-invalid", "true")
    assert (chips.first.input_value(), wrong.input_value()) == ("1", typed)
    assert house.running_site.seq == seq


def test_a_count_is_read_with_its_thousands_grouped(browser: Browser, house: Site) -> None:
    page = signed_on(browser, house, "/office/day")
    form = opened(page, "Count the drop")
    form.locator("input[name$='.chips']").first.fill("1,082")
    by_second(form, "S200")
    form.get_by_role("button").click()
    expect(page.locator("main > .toast.done")).to_contain_text("1,082")


def test_a_reading_names_each_sign_that_differs_in_place(browser: Browser, house: Site) -> None:
    page = signed_on(browser, house, "/office/day")
    page.set_viewport_size({"width": 1280, "height": 800})
    form = opened(page, "Read the signs")
    for sign in form.locator("input[name$='.cents']").all():
        sign.fill("7.77")
    by_second(form, "S200")
    form.get_by_role("button").click()
    refused = form.locator(".toast.refused")
    expect(refused).to_contain_text("Four-card progressive, Pays 3, Main $7.77; ")
    expect(refused).to_contain_text("Blazing 7's 1, Main $7.77: the ledger has another amount")
    expect(refused).to_be_in_viewport(ratio=1)


def test_the_order_of_seats_is_chosen_or_read_and_refused_before_anybody_asks(
    browser: Browser, house: Site, faults: Faults
) -> None:
    faults.expect("409 ")
    page = signed_on(browser, house, "/office/changes/table/C1")
    form = page.locator("form").filter(has=page.locator("[data-opens]"))
    look, asked = form.get_by_role("button"), form.locator(".preview")
    form.locator("[data-opens]").select_option("leftmost")
    form.locator("[name=reason]").fill("as the layout says")
    look.click()
    then = "from the dealer's right → from the dealer's left"
    expect(asked.locator(".parts")).to_contain_text(then)
    form.locator("[data-opens]").select_option("own")
    order = form.locator("[name='what.order']:enabled")
    for typed in ("leftmost", "6", "1-6, 2"):
        order.fill(typed)
        look.click()
        expect(form.locator(".toast.refused")).to_contain_text("each seat once")
        expect(order).to_have_value(typed)
    order.fill("2, 1, 3-6")
    look.click()
    expect(asked.locator(".parts")).to_contain_text("→ 2, 1, 3, 4, 5, 6")
    expect(form.locator(".toast")).to_have_count(0)


def test_a_percentage_is_refused_as_a_percentage_and_the_refusal_goes(
    browser: Browser, house: Site
) -> None:
    page = signed_on(browser, house, "/office/changes/new/fours")
    form = page.locator("form.command").first
    rate = form.locator("[name='what.levels.0.rate_ppm']")
    rate.fill("12,5")
    form.locator("[name=reason]").fill("a larger meter")
    form.get_by_role("button").click()
    refused = form.locator(".toast.refused")
    expect(refused).to_contain_text("Type a percent, such as 15 or 12.5")
    rate.fill(".5 %")
    form.get_by_role("button").click()
    expect(form.locator(".preview .parts")).to_contain_text("20% → 0.5%")
    expect(refused).to_have_count(0)


def asked_for_a_deposit(page: Page) -> Locator:
    """The form of a deposit, filled in."""
    form = opened(page, "Record a deposit")
    form.locator("[name=cents]").fill("44.00")
    form.locator("[name=reference]").fill("slip 44")
    return form


def test_a_session_that_ends_in_mid_form_goes_on_with_a_pin_and_nothing_typed_is_lost(
    browser: Browser, house: Site, faults: Faults
) -> None:
    faults.expect("403 ")
    faults.expect("401 ")
    page = signed_on(browser, house, "/office/bank")
    form = asked_for_a_deposit(page)
    (cookie,) = [each for each in page.context.cookies() if each["name"] == SESSION]
    house.access.sign_off(cookie["value"])
    form.get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Enter the PIN for badge A400 to continue")
    dialog.get_by_label("PIN").fill("9999")
    page.keyboard.press("Enter")
    expect(dialog.locator(".refused")).to_contain_text("badge and PIN don't match")
    dialog.get_by_label("PIN").fill(PINS["A400"])
    page.keyboard.press("Enter")
    page.get_by_role("cell", name="slip 44").wait_for()


def test_a_page_of_an_old_token_sends_input(browser: Browser, house: Site, faults: Faults) -> None:
    """The same person has signed on again in another window of this browser."""
    faults.expect("403 ")
    page = signed_on(browser, house, "/office/bank")
    form = asked_for_a_deposit(page)
    other = page.context.new_page()
    other.goto(f"{house.address}/office/today")
    other.get_by_role("button", name="Sign out").click()
    other.fill("[name=badge]", "A400")
    other.fill("[name=pin]", PINS["A400"])
    other.keyboard.press("Enter")
    other.wait_for_url(lambda url: "sign-on" not in url)
    form.get_by_role("button").click()
    page.get_by_role("cell", name="slip 44").wait_for()


def test_a_form_is_as_it_was_after_the_browsers_back_and_empty_after_it_was_sent(
    browser: Browser, house: Site
) -> None:
    page = signed_on(browser, house, "/office/bank")
    form = asked_for_a_deposit(page)
    page.get_by_role("link", name="Badges").click()
    expect(page).to_have_url(f"{house.address}/office/badges")
    page.go_back()
    form.locator("[name=reference]").wait_for()
    expect(form.locator("[name=reference]")).to_have_value("slip 44")
    expect(form.locator("[name=cents]")).to_have_value("44.00")
    form.get_by_role("button").click()
    page.get_by_role("cell", name="slip 44").wait_for()
    page.reload()
    expect(form.locator("[name=reference]")).to_have_value("")


def test_a_license_goes_with_an_approval_and_another_not(browser: Browser, house: Site) -> None:
    page = signed_on(browser, house, "/office/approvals")
    form = page.locator('form[data-command="enter-approval"]')
    page.locator("details.ask").filter(has=form).locator("summary").click()
    form.locator("[data-pair]").select_option(index=1)
    typed = {
        "papers.0.1": "letter of 15 July", "papers.1.1": "section 13",
        "papers.+distributor_license": "21-00042", "date": "2026-01-15", "signer": "M. Rowe",
    }  # fmt: skip
    for name, text in typed.items():
        form.locator(f"[name='approval.{name}']").fill(text)
    by_second(form, "S200")
    form.get_by_role("button").click()
    page.get_by_text("21-00042").first.wait_for()


def test_a_winners_data_are_not_kept_in_the_browser(browser: Browser, house: Site) -> None:
    award = award_of(web_signed_on(house, "A400"), "Four Aces")
    page = signed_on(browser, house, f"/office/payout/{award}")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    form = page.locator('form[data-post="/api/people"]').first
    form.locator("[name=name]").fill("Kim Day")
    kept = "() => JSON.stringify(Object.entries(sessionStorage))"
    assert "Kim" not in page.evaluate(kept)


def test_a_table_of_the_site_file_is_opened_by_two_people_and_known_by_its_title(
    browser: Browser, house: Site
) -> None:
    write_table(house, "Z1", for_money=False)
    page = signed_on(browser, house, "/office/changes/file")
    form = opened(page, "Open as in the file: table.Z1")
    by_second(form, "E300")
    form.get_by_role("button").click()
    expect(page.locator("main > .toast.done")).to_contain_text("Z1")
    expect(page.locator("details.ask")).to_have_count(0)
    page.goto(f"{house.address}/office/jackpots")
    expect(page.get_by_role("row").filter(has_text="Z1")).to_contain_text("Crazy 4 Poker")


def test_a_table_joins_another_jackpot_on_a_free_sensor(browser: Browser, house: Site) -> None:
    page = signed_on(browser, house, "/office/changes/table/C1")
    form = page.locator("form").filter(has=page.locator("[name='what.jackpots.1']"))
    form.locator("[name='what.jackpots.1']").select_option("rooms")
    form.locator("[name=reason]").fill("a second sensor")
    form.get_by_role("button").click()
    then = "→ Four-card progressive, Pays 3, Multi-game progressive ML01"
    expect(form.locator(".preview .parts")).to_contain_text(then)
    expect(form.locator(".preview")).to_contain_text("same hand equal odds with C2, H1")


def test_a_table_and_a_jackpot_are_added_in_the_browser(browser: Browser, house: Site) -> None:
    page = signed_on(browser, house, "/office/changes")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("link", name="Add to the floor").click()
    page.get_by_role("link", name="Tables", exact=True).click()
    page.fill("[name=count-three_card_poker]", "1")
    page.get_by_role("button", name="Add, then jackpots").click()
    page.get_by_role("button", name="Save, then equipment").click()
    page.locator("button.go").click()
    page.get_by_role("link", name="Next: look, then open").click()
    expect(page.locator(".facts")).to_contain_text("The house puts up")
    expect(page.locator(".facts .large")).to_contain_text("$0.00")
    _need_room_for_large_sums(page)
    form = page.locator("form[data-post='/office/open']")
    by_second(form, "E300")
    form.get_by_role("button", name="OPEN").click()
    expect(page).to_have_url(f"{house.address}/office/jackpots")
    expect(page.locator("main > .toast.done")).to_contain_text("T1")
    page.get_by_role("row").filter(has_text="Three Card Poker").wait_for()


def _need_room_for_large_sums(page: Page) -> None:
    """On the narrowest screen, every sum stays in its box."""
    page.set_viewport_size({"width": 320, "height": 640})
    page.locator(".facts .money").evaluate_all(
        "all => all.forEach((one) => one.innerText = one.innerText.replaceAll('$', '$9,999,'))"
    )
    beyond = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert page.locator(".facts dd").evaluate_all(beyond) == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_session_that_ends_while_a_table_is_set_goes_on_with_a_pin(
    browser: Browser, house: Site, faults: Faults
) -> None:
    faults.expect("401 ")
    page = signed_on(browser, house, "/office/open/tables")
    page.fill("[name=count-crazy4]", "1")
    (cookie,) = [each for each in page.context.cookies() if each["name"] == SESSION]
    house.access.sign_off(cookie["value"])
    page.get_by_role("button", name="Add, then jackpots").click()
    page.get_by_role("dialog").get_by_label("PIN").fill(PINS["A400"])
    page.keyboard.press("Enter")
    expect(page.locator("[name='share-fours-C3']")).to_be_checked()


def test_a_button_takes_a_press_once_the_page_can_send_it(browser: Browser, house: Site) -> None:
    page = signed_on(browser, house, "/office/today")
    held: list[Route] = []
    page.route("**/static/office.js", lambda route: held.append(route))
    page.goto(f"{house.address}/office/bank", wait_until="commit")
    button = page.locator("form.command button").first
    expect(button).to_have_css("pointer-events", "none")
    held[0].continue_()
    expect(button).to_have_css("pointer-events", "auto")
