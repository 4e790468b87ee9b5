"""Wrong PINs, cards and codes: whoever tries them is slowed down, and nobody else is locked out."""

from __future__ import annotations

import threading
from pathlib import Path

import httpx
import pytest

from pitboss.web.access import proving
from pitboss.web.access.admission import Access
from pitboss.web.access.tries import KEYS_MOST, Pace, Tries
from web.server_support import ANSWER_S, PINS, Site, Visitor, by_pin, code_of

WRONG = dict.fromkeys(PINS, "90210")


def flood(site: Site, tries: int = 5) -> None:
    """A stranger tries wrong PINs for everybody."""
    stranger = site.visitor()
    for badge, pin in WRONG.items():
        for _ in range(tries):
            stranger.form("/sign-on", badge=badge, pin=pin)


# ---- nobody else --------------------------------------------------------------------------------


def test_a_strangers_wrong_pins_lock_no_card_and_no_pin_at_a_console(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    flood(site)
    card = {"track": site.cards["D100"].track}
    assert console.press("sign-in", table="C1", swipe=card).status_code == 200
    assert console.press("sign-out", table="C1").status_code == 200
    assert console.press("sign-in", table="C1", swipe=by_pin("D101")).status_code == 200


def test_a_strangers_wrong_pins_lock_nobody_out_of_his_own_browser(site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    supervisor.form("/sign-off")
    flood(site)
    assert supervisor.sign_on("S200").load("/pit").status_code == 200


def test_wrong_pins_at_one_console_lock_no_card_and_no_other_console(site: Site) -> None:
    console, other = (site.visitor().enroll("console", table) for table in ("C1", "C2"))
    wrong = {"badge": "D100", "pin": WRONG["D100"]}
    for _ in range(5):
        assert code_of(console.press("sign-in", table="C1", swipe=wrong)) == (401, "PIN_WRONG")
    locked = console.press("sign-in", table="C1", swipe=by_pin("D100"))
    assert code_of(locked) == (429, "LOCKED_OUT")
    assert other.press("sign-in", table="C2", swipe=by_pin("D100")).status_code == 200
    card = {"track": site.cards["D101"].track}
    assert console.press("sign-in", table="C1", swipe=card).status_code == 200


def test_a_new_pin_opens_at_once(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    wrong = {"badge": "D100", "pin": WRONG["D100"]}
    for _ in range(5):
        console.press("sign-in", table="C1", swipe=wrong)
    site.access.set_pin("D100", "709163")
    right = {"badge": "D100", "pin": "709163"}
    assert console.press("sign-in", table="C1", swipe=right).status_code == 200


def test_a_flood_of_sign_ons_refuses_no_card(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    console = site.visitor().enroll("console", "C1")
    go_on = threading.Event()
    is_pin = site.access.is_pin

    def slow(badge: str, pin: str) -> bool:
        if badge.startswith("X"):
            go_on.wait(30)  # as if no stranger's digest were ever done
        return is_pin(badge, pin)

    monkeypatch.setattr(site.access, "is_pin", slow)
    strangers = [threading.Thread(target=lambda n=n: _sign_on(site, f"X{n}")) for n in range(60)]
    for each in strangers:
        each.start()
    try:
        for table in ("C1",) * 5:
            card = {"track": site.cards["D100"].track}
            assert console.press("sign-in", table=table, swipe=card).status_code == 200
            assert console.press("sign-out", table=table).status_code == 200
        pin = console.press("sign-in", table="C1", swipe=by_pin("D101"))
        assert pin.status_code == 200
    finally:
        go_on.set()
        for each in strangers:
            each.join()


def test_work_beside_the_loop_keeps_no_pin_waiting(site: Site) -> None:
    """Reports, backups, whatever: all threads of the event loop are taken."""
    console = site.visitor().enroll("console", "C1")
    loop = site.running_site._loop
    assert loop is not None
    go_on = threading.Event()
    taken = [loop.run_in_executor(None, go_on.wait, 30) for _ in range(40)]
    try:
        answer = console.press("sign-in", table="C1", swipe=by_pin("D100"))
        assert (answer.status_code, go_on.is_set()) == (200, False)
        assert not any(each.done() for each in taken)
    finally:
        go_on.set()


def _sign_on(site: Site, badge: str) -> None:
    with httpx.Client(base_url=site.address, timeout=ANSWER_S) as client:
        Visitor(client, site.access).form("/sign-on", badge=badge, pin="90210")


def test_wrong_codes_of_a_stranger_block_no_enrollment(site: Site) -> None:
    guesser = site.visitor()
    answers = [guesser.form("/enroll", code="AAAAAAAA").status_code for _ in range(21)]
    assert (answers[0], answers[-1]) == (403, 429)
    tries: Tries = site.app.state.tries
    tries._clock = lambda: 1e12  # a second later
    site.visitor().enroll("console", "C1")


def test_after_twenty_wrong_cards_the_console_says_to_wait_and_swipe_again(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    swipe = {"track": ";D100=0000000000?"}
    answers = [console.press("sign-in", table="C1", swipe=swipe) for _ in range(21)]
    assert {code_of(answer) for answer in answers[:20]} == {(401, "PIN_WRONG")}
    assert code_of(answers[20]) == (429, "LOCKED_OUT")
    reason = "D100: too many wrong cards here. Wait 1 second, then swipe again"
    assert answers[20].json()["reason"] == reason


def test_five_wrong_pins_say_that_a_card_works(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    wrong = {"badge": "D100", "pin": "90210"}
    answers = [console.press("sign-in", table="C1", swipe=wrong) for _ in range(6)]
    assert answers[5].json()["reason"].endswith("Wait 15 minutes, or swipe a card")


def test_who_guesses_hears_the_same_of_badges(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.app.state.tries, "_clock", lambda: 1.0)  # however long digests take
    told = []
    for badge in ("S200", "Z999"):
        site.app.state.tries._records.clear()
        stranger = site.visitor()
        answers = [stranger.form("/sign-on", badge=badge, pin="90210") for _ in range(7)]
        told.append([(each.status_code, "LOCKED_OUT" in each.text) for each in answers])
    assert told[0] == told[1]
    assert told[0][-1] == (429, True)


# ---- counting -----------------------------------------------------------------------------------


class Clock:
    """A clock that somebody winds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_five_are_free_and_then_a_stranger_waits_twice_as_long_each_time() -> None:
    clock = Clock()
    tries = Tries(clock)
    assert [tries.begin("stranger", proving.SLOW) for _ in range(5)] == [0] * 5
    for wait_s in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900):
        assert tries.begin("stranger", proving.SLOW) == wait_s
        clock.now += wait_s
        assert tries.begin("stranger", proving.SLOW) == 0
    assert tries.begin("somebody else", proving.SLOW) == 0


def test_a_right_one_in_between_buys_a_stranger_no_wrong_ones() -> None:
    clock = Clock()
    tries = Tries(clock)
    for _ in range(4):
        tries.begin("stranger", proving.SLOW)
        tries.begin("stranger", proving.SLOW)
        tries.take_back("stranger")
    assert tries.begin("stranger", proving.SLOW) == 0  # the fifth wrong one
    assert tries.begin("stranger", proving.SLOW) == 1


def test_five_wrong_pins_at_a_console_wait_a_quarter_of_an_hour_and_are_then_forgotten() -> None:
    clock = Clock()
    tries = Tries(clock)
    for _ in range(2):
        assert [tries.begin("console", proving.LOCK) for _ in range(5)] == [0] * 5
        assert tries.begin("console", proving.LOCK) == 900
        clock.now += 899
        assert tries.begin("console", proving.LOCK) == 1
        clock.now += 1


def test_a_right_pin_forgets_the_wrong_ones() -> None:
    tries = Tries(Clock())
    for _ in range(3):
        for _ in range(4):
            assert tries.begin("console", proving.LOCK) == 0
        tries.forget("console")


def test_so_many_are_counted_and_no_more() -> None:
    tries = Tries(Clock())
    pace = Pace(free=1, first_s=1, most_s=1, quiet_s=1)
    most = 0
    for number in range(KEYS_MOST + 2000):
        tries.begin(str(number), pace)
        most = max(most, len(tries._records[pace]))
    assert most == KEYS_MOST


@pytest.mark.parametrize("pace", [proving.LOCK, proving.SLOW, proving.CARDS])
def test_tries_under_many_other_names_wash_out_no_lock(pace: Pace) -> None:
    """Neither of the same kind, one try each, nor of another kind, as many as it takes to wait."""
    clock = Clock()
    tries = Tries(clock)
    for _ in range(5):
        assert tries.begin("console-1 S200", proving.LOCK) == 0
    tries_each = 1 if pace is proving.LOCK else pace.free + 1
    for number in range(2 * KEYS_MOST):
        for _ in range(tries_each):
            tries.begin(f"rotated {number}", pace)
    assert tries.begin("console-1 S200", proving.LOCK) == 900


def test_four_wrong_pins_are_not_forgotten_for_many_single_ones() -> None:
    tries = Tries(Clock())
    for _ in range(4):
        assert tries.begin("console-1 S200", proving.LOCK) == 0
    for number in range(2 * KEYS_MOST):
        tries.begin(f"console-1 X{number}", proving.LOCK)
    assert tries.begin("console-1 S200", proving.LOCK) == 0  # the fifth
    assert tries.begin("console-1 S200", proving.LOCK) == 900


# ---- PINs ---------------------------------------------------------------------------------------


def test_a_pin_that_anybody_would_try_is_refused_and_why(site: Site) -> None:
    clerk = site.visitor().sign_on("A400")
    answer = clerk.form("/pin", old=PINS["A400"], new="2580")
    assert (answer.status_code, "PIN_TOO_EASY" in answer.text) == (422, True)
    assert "a line on the keypad. Pick random digits" in answer.text


def test_a_session_ends_with_the_pin_that_began_it(folder: Path, site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    command_line = Access(folder)
    command_line.set_pin("S200", "709163")
    command_line.close()
    site.access.refresh()
    assert supervisor.load("/pit").status_code == 303
    clerk = site.visitor().sign_on("A400")
    stolen = dict(clerk.cookies)
    assert clerk.form("/pin", old=PINS["A400"], new="709164").status_code == 303
    assert clerk.load("/office/meters").status_code == 200
    clerk.cookies = stolen
    assert clerk.load("/office/meters").status_code == 303
