"""Names and reasons that somebody types: names stand in addresses and accounts, nothing is without
a limit."""

from __future__ import annotations

import pytest

from pitboss.floor.facts import jackpots, rounds, tables

from .support import FOUR_CARD, Floor, hired_floor


@pytest.fixture
def floor() -> Floor:
    made = hired_floor(replays=False)
    made.open_jackpot("J", FOUR_CARD)
    return made


@pytest.mark.parametrize("name", ["", " ", "a:b", "../x", "\u00e9", "-a", "x" * 33])
def test_PS_60_a_name_has_letters_digits_and_dashes(floor: Floor, name: str) -> None:
    terms = floor.jackpot_terms(name, FOUR_CARD)
    assert floor.refused(jackpots.OpenJackpot, **terms) == "ID_WRONG"
    table = {"table": name, "game": "crazy4", "seats": 6, "jackpots": ("J",)}
    assert floor.refused(tables.OpenTable, **table, badges=("sam", "ann")) == "ID_WRONG"


def test_a_name_may_have_32_signs(floor: Floor) -> None:
    floor.open_table("T" + "x" * 31, "J")


def test_PS_60_a_reason_has_a_limit(floor: Floor) -> None:
    floor.open_table("T1", "J")
    floor.start("T1", 1)
    asked = {"table": "T1", "badge": "sam"}
    assert floor.refused(rounds.VoidRound, **asked, reason="x" * 1001) == "TEXT_TOO_LONG"
    assert floor.refused(rounds.VoidRound, **asked, reason="@typed") == "TEXT_WRONG"
    floor.must(rounds.VoidRound, **asked, reason="x" * 1000)
