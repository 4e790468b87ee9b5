"""The dealer's console in a real browser against a real server (PS-1 to PS-8, PS-20)."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Route, expect

from browser.faults import Faults
from browser.live_site import HOLDS_BACK, LiveSite
from browser.looks import LOOK_MS, colliding, resized, still_wrong
from web.server_support import PINS

FOUR_CARD = "Four-card progressive, Pays 3"  # its only meter goes by its title


def swipe(page: Page, site: LiveSite, badge: str) -> None:
    """What a keyboard-wedge reader types, its Enter included."""
    page.keyboard.type(site.tracks[badge])
    page.keyboard.press("Enter")


def spot(page: Page, seat: int, sensor: int = 1) -> Locator:
    return page.locator(f'.spot[data-seat="{seat}"][data-sensor="{sensor}"]')


def has_state(page: Page, seat: int, state: str, sensor: int = 1) -> None:
    expect(spot(page, seat, sensor)).to_have_attribute("data-state", state)


def step(page: Page, name: str) -> Locator:
    """The one big button, once it stands for this step and can be pressed."""
    button = page.locator(f'#next[data-step="{name}"]:enabled')
    button.wait_for()  # `expect` reads the whole page to a screen reader each time it finds none
    return button


def hand(page: Page, outcome: str) -> Locator:
    return page.locator(f'.hand[data-outcome="{outcome}"]')


def begin(page: Page, site: LiveSite, *seats: int) -> None:
    """Sign in, light these seats, start."""
    swipe(page, site, "D100")
    step(page, "start")
    for seat in seats:
        spot(page, seat).click()
        has_state(page, seat, "lit")
    step(page, "start").click()
    step(page, "play")


def tick_all(page: Page) -> None:
    page.locator("#sheet .checks input").first.wait_for()
    for box in page.locator("#sheet .checks input").all():
        box.check()


def rounds(site: LiveSite) -> int:
    """How many rounds the floor itself has counted."""
    counted = re.search(r"^pitboss_rounds_total (\d+)$", site.metrics(), re.MULTILINE)
    return int(counted[1]) if counted else 0


# ---- a round ------------------------------------------------------------------------------------


def test_a_round_without_a_winner(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    step(page, "sign_in")
    swipe(page, site, "D100")
    expect(page.locator("#dealer")).to_contain_text("First Dealer")
    expect(step(page, "start")).to_contain_text("no wagers")
    spot(page, 2).click()
    spot(page, 5).click()
    has_state(page, 5, "lit")
    expect(step(page, "start")).to_contain_text("2 wagers")
    step(page, "start").click()
    has_state(page, 2, "locked")
    has_state(page, 3, "out")
    expect(page.locator("#round")).to_have_text("Round 1")
    # Two wagers of $1 give 20 cents each to a meter of $1,000.
    expect(page.locator("#meters dd")).to_have_text("$1,000.40")
    step(page, "play").click()
    has_state(page, 2, "empty")
    step(page, "start")


def test_a_winner_is_marked_taken_back_confirmed_and_paid(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    begin(page, site, 2, 3)
    spot(page, 2).click()
    expect(hand(page, "four_aces")).to_contain_text("$1,000.40")
    hand(page, "four_aces").click()
    has_state(page, 2, "marked")
    expect(spot(page, 2)).to_have_accessible_name(
        "Seat 2, Four-card progressive, Pays 3: winner, Four Aces"
    )
    hand(page, "four_aces").click()
    has_state(page, 2, "locked")
    hand(page, "four_aces").click()
    step(page, "confirm").click()
    sheet = page.locator("#sheet")
    expect(sheet.locator(".prizes tbody tr")).to_have_text([f"2Four Aces{FOUR_CARD}$1,000.40"])
    expect(sheet).to_contain_text("Supervisor's badge up to $2,500.00")
    expect(sheet).to_contain_text("seat 3 $100.00")
    swipe(page, site, "S200")
    expect(page.locator("#sheet-message")).to_have_text("Check the box first, then swipe.")
    expect(sheet.locator(".checks input")).to_be_focused()
    tick_all(page)
    swipe(page, site, "S200")
    expect(sheet).to_be_hidden()
    has_state(page, 2, "awarded")
    card = page.locator(".award")
    expect(card).to_contain_text("$1,000.40")
    expect(card).to_contain_text("The cage pays this")
    expect(card.get_by_role("link")).to_have_attribute("href", re.compile("^/wins/C1-1-"))
    # The seed of $1,000 and the reserve: 5 cents of each of two wagers.
    expect(page.locator("#meters dd")).to_have_text("$1,000.10")
    step(page, "end").click()
    expect(sheet.locator(".prizes tr")).to_have_text(["Seat 3seat 2 has Four Aces$100.00"])
    sheet.get_by_role("button", name="PAID: END GAME").click()
    step(page, "start")


def test_PS_20_a_hand_that_others_envy_is_left_face_up(browser: Browser, site: LiveSite) -> None:
    """Documents 000 and 002, 10b and 12b: paid from the tray or not, until the envy is paid."""
    page = site.console(browser, "C1")
    begin(page, site, 2, 3)
    for seat, outcome in ((2, "four_of_a_kind"), (3, "straight_flush")):  # $25 of envy, and none
        spot(page, seat).click()
        hand(page, outcome).click()
        has_state(page, seat, "marked")
    step(page, "confirm").click()
    tick_all(page)
    swipe(page, site, "S200")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator(".award .todo")).to_have_text(
        [
            "Pay it from the tray now.",
            "Pay it from the tray now. Leave the hand face up until you've paid the envy.",
        ]
    )
    step(page, "end").click()
    expect(page.locator("#sheet .prizes tr")).to_have_text(
        ["Seat 3seat 2 has Four of a Kind$25.00"]
    )


def test_a_hand_that_nobody_envies_is_not_left_face_up(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    begin(page, site, 2)
    hand(page, "four_of_a_kind").click()
    step(page, "confirm").click()
    tick_all(page)
    swipe(page, site, "S200")
    expect(page.locator(".award .todo")).to_have_text("Pay it from the tray now.")


def test_the_prize_list_follows_the_order_of_payment(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    begin(page, site, 1, 4, 6)
    for seat in (1, 6):
        spot(page, seat).click()
        hand(page, "four_aces").click()
        has_state(page, seat, "marked")
    spot(page, 4).click()
    # Seat 6 is paid first and takes $1,000.60; seat 4 would get the seed and 15 cents of reserve.
    expect(hand(page, "four_aces")).to_contain_text("$1,000.15")
    for seat, amount in ((6, "$1,000.60"), (1, "$1,000.15")):  # what its own mark pays
        spot(page, seat).click()
        expect(hand(page, "four_aces")).to_contain_text(amount)
    step(page, "confirm").click()
    rows = page.locator("#sheet .prizes tbody tr")
    expect(rows).to_have_text(
        [f"6Four Aces{FOUR_CARD}$1,000.60", f"1Four Aces{FOUR_CARD}$1,000.15"]
    )


def test_a_wrong_badge_is_told_in_the_sheet_not_recorded(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    begin(page, site, 2)
    hand(page, "three_of_a_kind").click()
    step(page, "confirm").click()
    swipe(page, site, "D100")
    code = page.locator("#sheet-message a")
    expect(code).to_have_text("What to do")
    expect(code).to_have_attribute("href", "/help/refusals/ROLE_TOO_LOW")
    page.locator("#sheet").wait_for()
    has_state(page, 2, "marked")
    page.fill("#sheet-badge", "S200")
    page.fill("#sheet-pin", PINS["S200"])
    page.click("#sheet-go")
    has_state(page, 2, "awarded")
    expect(page.locator(".award")).to_contain_text("Pay it from the tray now.")


def test_PS_9_a_stray_swipe_in_a_round_signs_nobody_in(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    begin(page, site, 2)
    swipe(page, site, "S200")
    expect(page.locator(".toast")).to_have_text(
        "A round is open. Relief dealer: swipe after END GAME."
    )
    hand(page, "three_of_a_kind").click()
    step(page, "confirm").click()
    for badge in ("D100", "A400"):  # two wrong cards, then the right one
        swipe(page, site, badge)
        expect(page.locator("#sheet-message")).to_contain_text(badge)
        has_state(page, 2, "marked")
    swipe(page, site, "S200")
    has_state(page, 2, "awarded")
    expect(page.locator("#dealer")).to_contain_text("First Dealer")


def test_a_touch_on_a_seat_not_in_says_why_until_the_next(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    begin(page, site, 2, 4)
    spot(page, 3).click()
    expect(page.locator(".toast")).to_have_text(
        f"Seat 3 isn't in: it had no bet on {FOUR_CARD} at START GAME."
        " Press a seat with a locked bet."
    )
    spot(page, 4).click()
    expect(page.locator("#hands-title")).to_have_text("Seat 4")
    expect(page.locator(".toast")).to_have_count(0)


def test_the_next_step_takes_away_why_a_touch_did_nothing(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    begin(page, site, 2, 4)
    spot(page, 3).click()
    expect(page.locator(".toast")).to_contain_text("Seat 3 isn't in")
    step(page, "play").click()
    page.locator('#next[data-step="start"]').wait_for()
    assert page.locator(".toast").count() == 0  # and not only once its time is over


def test_badge_and_pin_can_be_typed_with_a_glove(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    step(page, "sign_in").click()
    pad = page.locator("#sheet-pad")
    for key in "D100":
        pad.get_by_role("button", name=key, exact=True).click()
    pad.get_by_role("button", name="Next field").click()
    for key in PINS["D100"]:
        pad.get_by_role("button", name=key, exact=True).click()
    page.locator("#sheet-go").click()
    step(page, "start")


def test_a_refusal_says_why_and_hides_no_seat(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    begin(page, site, 2, 3)
    spot(page, 2).click()
    hand(page, "four_aces").click()
    has_state(page, 2, "marked")
    hand(page, "straight_flush").click()
    toast = page.locator(".toast.refused")
    expect(toast).to_contain_text("seat 2 is marked Four Aces. Undo that mark first")
    expect(toast).not_to_contain_text("SPOT_MARKED")
    expect(toast.locator("a")).to_have_attribute("href", "/help/refusals/SPOT_MARKED")
    shown = toast.bounding_box()
    assert shown is not None
    for seat in range(1, 7):
        box = spot(page, seat).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= shown["y"], f"seat {seat} is hidden"


def test_an_undone_mark_and_a_round_without_wagers_say_so(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    begin(page, site, 2)
    expect(page.locator("#hint")).to_contain_text("For a winner, press the seat")
    spot(page, 2).click()
    hand(page, "four_aces").click()
    has_state(page, 2, "marked")
    expect(page.locator("#last")).to_have_text("Last press: Four Aces, Seat 2, recorded")
    hand(page, "four_aces").click()
    has_state(page, 2, "locked")
    expect(page.locator("#last")).to_have_text("Last press: Undo Four Aces, Seat 2, recorded")
    step(page, "play").click()
    step(page, "start").click()
    step(page, "play")
    expect(page.locator("#hint")).to_contain_text("Deal, pay the bets at the table")


def test_misdeal_pause_and_resume(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    begin(page, site, 2)
    page.click("#pause")
    expect(page.locator("#phase")).to_have_text("Table paused")
    expect(page.locator("#why")).to_have_text("Dealer pressed Pause")
    step(page, "resume").click()
    swipe(page, site, "S200")
    expect(page.locator("#sheet-message")).to_have_text("Pick or type a reason first.")
    page.get_by_role("button", name="Settled").click()
    swipe(page, site, "S200")
    step(page, "play")
    page.click("#misdeal")
    page.get_by_role("button", name="Card exposed").click()
    swipe(page, site, "S200")
    step(page, "start")
    expect(page.locator("#meters dd")).to_have_text("$1,000.00")


# ---- other layouts ------------------------------------------------------------------------------


def test_a_failed_shuffler_is_replaced_step_by_step_ALL_4(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    page.locator("#shuffler").click()
    page.locator("#sheet .choice", has_text="Jam").click()
    swipe(page, site, "D100")
    expect(page.locator("#why")).to_have_text("Shuffler step 1: Turn off the shuffler.")
    expect(page.locator("#hands-more")).to_be_empty()
    resized(page, 360, 740)
    assert still_wrong(page, lambda: colliding(page, ".felt", ".spot, .middle p")) == []
    step(page, "shuffler").click()
    boxes = page.locator("#sheet .steps input")
    expect(boxes).to_have_count(7)
    for index in range(6):
        boxes.nth(index).check()
    swipe(page, site, "D100")
    expect(page.locator("#why")).to_have_text("Shuffler step 7: Resume play.")
    step(page, "shuffler").click()
    boxes.nth(6).check()
    swipe(page, site, "S200")
    step(page, "start")


def test_a_dragon_percentage_asks_who_shares(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "M1")
    begin(page, site, 1, 3, 6)
    spot(page, 3).click()
    hand(page, "two_three_four_suited").click()
    page.locator("#sheet").get_by_role("button", name="Seat 6").click()
    page.get_by_role("button", name="MARK").click()
    has_state(page, 1, "marked")
    has_state(page, 3, "marked")
    has_state(page, 6, "locked")
    spot(page, 1).click()  # it shares the mark, which is taken back there too
    expect(hand(page, "two_three_four_suited")).to_contain_text("undo seats 3, 1")
    hand(page, "two_three_four_suited").click()
    has_state(page, 3, "locked")
    hand(page, "two_three_four_suited").click()
    page.locator("#sheet").get_by_role("button", name="Seat 6").click()
    page.get_by_role("button", name="MARK").click()
    has_state(page, 3, "marked")
    step(page, "confirm").click()
    # 10 % of $10,000.60 is $1,000.06; half of it each.
    expect(page.locator("#sheet .prizes tbody .money")).to_have_text(["$500.03", "$500.03"])
    shares = "2, 3 & 4 - 0 Suited: 2 seats share it, $500.03 each, $1,000.06 in all."
    expect(page.locator("#sheet .shared")).to_have_text(shares)
    pit = site.signed_on(browser, "S200", "/pit/M1")
    expect(pit.locator("#shared")).to_have_text(shares)
    expect(pit.locator("#total")).to_have_text("$1,000.06")


def test_two_wagers_on_one_layout(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C3")
    swipe(page, site, "D100")
    step(page, "start")
    spot(page, 2, 1).click()
    spot(page, 2, 2).click()
    has_state(page, 2, "lit", sensor=2)
    step(page, "start").click()
    has_state(page, 2, "locked", sensor=2)
    spot(page, 2, 2).click()
    hand(page, "royal_flush").click()
    has_state(page, 2, "marked", sensor=2)
    has_state(page, 2, "locked", sensor=1)
    page.keyboard.press("2")
    expect(hand(page, "four_aces")).to_be_enabled()
    resized(page, 360, 740)  # only one wager's spots fit
    expect(spot(page, 2, 2)).to_be_hidden()
    behind = page.locator('.behind[data-sensor="2"]:visible')
    expect(behind).to_have_count(1)
    expect(behind).to_have_accessible_name(re.compile("Seat 2, .*: winner, Royal Flush"))


# ---- keyboard only ------------------------------------------------------------------------------


def test_a_round_by_keyboard_alone(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    step(page, "sign_in")
    page.keyboard.press("Enter")
    page.fill("#sheet-badge", "D100")
    page.fill("#sheet-pin", PINS["D100"])
    page.keyboard.press("Enter")
    expect(step(page, "start")).to_be_enabled()
    page.keyboard.press("3")
    has_state(page, 3, "lit")
    page.keyboard.press("5")
    has_state(page, 5, "lit")
    step(page, "start")
    page.keyboard.press("Enter")
    step(page, "play")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("5")
    page.keyboard.press("d")
    has_state(page, 5, "marked")
    expect(step(page, "confirm")).to_be_enabled()
    page.keyboard.press("Enter")
    page.locator("#sheet").wait_for()
    expect(page.locator("#sheet-pin")).to_be_focused()  # the only supervisor's
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(hand(page, "four_aces")).to_be_focused()


def test_enter_after_a_touch_is_the_next_step(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    spot(page, 4).click()
    has_state(page, 4, "lit")
    step(page, "start")
    page.keyboard.press("Enter")
    step(page, "play")
    has_state(page, 4, "locked")


def test_the_end_of_a_swipe_that_a_page_did_not_hear_from_its_begin_opens_no_help(
    browser: Browser, site: LiveSite
) -> None:
    page = site.console(browser, "C1")
    page.keyboard.press("?")
    page.locator("#help").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    page.keyboard.type("0=x?")
    expect(page.locator("#help")).to_be_hidden()


def test_no_key_and_no_badge_acts_behind_the_open_help(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    for seat in (2, 4):
        spot(page, seat).click()
        has_state(page, seat, "lit")
    page.locator("#help-open").click()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    has_state(page, 2, "lit")
    assert rounds(site) == 0
    page.keyboard.press("Enter")  # the next step, not the help again
    step(page, "play")
    has_state(page, 2, "locked")
    page.keyboard.press("?")
    swipe(page, site, "S200")
    expect(page.locator("#help")).to_be_hidden()
    expect(page.locator(".toast")).to_have_count(0)


def test_the_enter_of_a_badge_reader_is_no_press(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    swipe(page, site, "S200")
    expect(page.locator(".toast")).to_contain_text("only a dealer can take over with a swipe")
    step(page, "start")
    assert rounds(site) == 0


# ---- fewer presses, and none by mistake ----------------------------------------------------------


# The second tap comes the instant that the button under the finger means something else.
TAPS_AGAIN = """
([where, step]) => new MutationObserver((_, observer) => {
  const button = document.querySelector(where);
  if (!button || (step && button.dataset.step !== step)) return;
  observer.disconnect();
  button.click();
}).observe(document.body, { subtree: true, attributes: true })
"""


def test_the_second_of_two_quick_taps_on_START_does_not_end_the_round(
    browser: Browser, site: LiveSite
) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    spot(page, 2).click()
    has_state(page, 2, "lit")
    start = step(page, "start")
    page.evaluate(TAPS_AGAIN, ["#next", "play"])
    start.click()
    step(page, "play")
    has_state(page, 2, "locked")
    assert rounds(site) == 1


def test_a_second_quick_tap_on_END_does_not_skip_the_envy(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    begin(page, site, 2, 3)
    spot(page, 2).click()
    hand(page, "four_aces").click()
    step(page, "confirm").click()
    tick_all(page)
    swipe(page, site, "E300")
    end = step(page, "end")
    page.evaluate(TAPS_AGAIN, ["#sheet[open] #sheet-go", ""])
    end.click()
    expect(page.locator("#sheet-go")).to_be_enabled()
    page.locator("#sheet").wait_for()
    has_state(page, 2, "awarded")


def test_a_relief_takes_the_table_by_one_swipe(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    swipe(page, site, "D101")
    expect(page.locator("#dealer")).to_contain_text("Second Dealer")


def test_a_supervisors_badge_at_the_table_answers_a_call(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    page.click("#call")
    page.get_by_role("button", name="Player question").click()
    expect(page.locator("#call")).to_have_text(re.compile("called"))
    page.click("#pause")  # a table that is paused meanwhile, too
    step(page, "resume")
    swipe(page, site, "S200")
    expect(page.locator("#call")).not_to_have_text(re.compile("called"))
    expect(page.locator("#sheet")).to_be_hidden()
    swipe(page, site, "S200")
    expect(page.locator("#sheet-message")).to_contain_text("Pick a reason, then swipe again")


# ---- the line ------------------------------------------------------------------------------------


def test_a_press_is_sent_once_and_shows_that_it_waits(browser: Browser, site: LiveSite) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    held: list[Route] = []
    page.route("**/api/commands/start-round", lambda route: held.append(route))
    page.locator("#next").click()
    expect(page.locator("#next")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#next")).to_be_disabled()
    page.locator("#next").click(force=True)
    page.evaluate("document.getElementById('next').click()")
    while not held:
        page.wait_for_timeout(LOOK_MS)
    assert len(held) == 1
    held[0].continue_()
    step(page, "play")
    assert rounds(site) == 1


def test_a_lost_line_stops_the_console_and_loses_no_press(
    browser: Browser, site: LiveSite, faults: Faults
) -> None:
    faults.expect("start-round net::ERR_FAILED")
    page = site.console(browser, "C1")
    page.add_init_script(HOLDS_BACK)
    page.reload()
    page.wait_for_selector("main[data-link=live]")
    swipe(page, site, "D100")
    step(page, "start")
    broken = [True]

    def cut(route: Route) -> None:
        # The press arrives, its answer does not: the worst that can happen to it.
        if broken[0]:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/api/commands/start-round", cut)
    page.evaluate("window.heldBack = []")
    page.locator("#next").click()
    page.clock.fast_forward(3500)
    band = page.locator(".band.lost")
    band.wait_for()
    expect(band).to_contain_text("Last press: START GAME: no answer yet")
    assert page.evaluate("document.querySelector('main').inert")
    broken[0] = False
    page.evaluate("window.heldBack.splice(0).forEach((hear) => hear()); window.heldBack = null")
    expect(band).to_be_hidden()
    step(page, "play")
    expect(page.locator("#last")).to_have_text("Last press: START GAME, recorded")
    assert rounds(site) == 1


def test_a_lost_journal_takes_no_press(browser: Browser, site: LiveSite, tmp_path: Path) -> None:
    page = site.console(browser, "C1")
    swipe(page, site, "D100")
    step(page, "start")
    band = page.locator(".band.journal")
    journal, away = tmp_path / "site" / "floor.db", tmp_path / "away.db"
    journal.rename(away)
    expect(band).to_contain_text("don't start another, and tell your supervisor.")
    band.wait_for()
    page.locator("main[inert]").wait_for()
    assert "grayscale" in page.locator("#next").evaluate("next => getComputedStyle(next).filter")
    away.rename(journal)
    expect(band).to_be_hidden()
    page.locator("main:not([inert])").wait_for()
    step(page, "start")
