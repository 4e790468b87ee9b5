"""The self-test of a running floor: what is not as the ledger or the record says is named."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.floor.view.self_test import self_tests
from pitboss.money import Micros

from .support import BOOK, FOUR_CARD, Floor, hired_floor


def a_floor() -> Floor:
    floor = hired_floor()
    floor.open_jackpot("J1", FOUR_CARD)
    floor.open_table("T1", "J1")
    floor.start("T1", 1, 2, 3)
    floor._again = None  # what follows is no event's doing
    return floor


def results(floor: Floor) -> dict[str, tuple[str, str]]:
    return {each.test: (each.result, each.about) for each in self_tests(floor.state, BOOK)}


def test_a_sound_floor_passes() -> None:
    found = results(a_floor())
    assert {test: result for test, (result, _) in found.items()} == dict.fromkeys(
        ("meters", "ledger", "paytables"), "passed"
    )


def test_a_meter_that_is_not_what_was_posted_is_named() -> None:
    floor = a_floor()
    account = "meter:J1:main"
    floor.state.balances[account] = Micros(floor.state.balance(account) + 1)
    found = results(floor)
    assert found["meters"] == ("failed", "meter J1:main")
    assert found["ledger"] == ("failed", "1")


def test_another_paytable_than_the_one_on_record_is_named() -> None:
    floor = a_floor()
    jackpot = floor.state.jackpot("J1")
    terms = replace(jackpot.terms, paytable_sha256="0" * 64)
    floor.state.jackpots["J1"] = replace(jackpot, terms=terms)
    assert results(floor)["paytables"] == ("failed", FOUR_CARD)
