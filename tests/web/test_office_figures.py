"""The figures of a running jackpot follow the terms it is played by."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from floor.support import BOOK, FOUR_CARD, MULTI_GAME, hired_floor
from pitboss.floor.facts.values import LevelSetting
from pitboss.money import Cents, Ppm
from pitboss.web.office.figures import past_break_even, ways_of

# Four aces, one hand of five cards in 54,145, win the meter, which restarts at $1,000; $1 a wager.
SEED = Fraction(1000, 54145)
# 9 for 1, 100 for 1 and 300 for 1, of 2,598,960 hands of five cards.
FIXED = Fraction(9 * 58_656 + 100 * 2_072 + 300 * 576, 2_598_960)


@pytest.mark.parametrize(("fixed_from", "fixed"), [("", FIXED), ("main", Fraction(0))])
def test_PS_12_a_meter_with_fixed_awards_saves_the_house(fixed_from: str, fixed: Fraction) -> None:
    floor = hired_floor()
    floor.open_jackpot("own", FOUR_CARD, fixed_from=fixed_from)
    running_site: Any = SimpleNamespace(paytable_lookup=BOOK)
    (way,) = ways_of(running_site, floor.state.jackpots["own"], ())
    assert way.edge_long_run == 1 - Fraction(20, 100) - SEED - fixed


def test_a_way_says_the_options_of_its_own_game() -> None:
    """Hold'em has one more: from which hand on the ante pays."""
    floor = hired_floor()
    floor.open_jackpot("own", MULTI_GAME)
    running_site: Any = SimpleNamespace(paytable_lookup=BOOK)
    (way,) = ways_of(running_site, floor.state.jackpots["own"], ())
    assert way.options.startswith("Crazy 4 Poker")
    assert "ante pays from" not in way.options


@pytest.mark.parametrize(
    ("shown", "past"), [(3_523_033, None), (3_523_034, ("main", 3_523_034, 3_523_034))]
)
def test_a_meter_is_past_its_break_even_from_that_cent_on(shown: int, past: object) -> None:
    """The fixed awards give back 907,904 of 2,598,960; 48 hands must give the rest: $35,230.34."""
    floor = hired_floor()
    level = LevelSetting("main", Cents(shown), Ppm(200_000), Ppm(0))
    floor.open_jackpot("own", FOUR_CARD, levels=(level,))
    running_site: Any = SimpleNamespace(paytable_lookup=BOOK)
    jackpot = floor.state.jackpots["own"]
    assert past_break_even(jackpot, ways_of(running_site, jackpot, ())) == past
