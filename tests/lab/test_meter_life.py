"""A meter's life, by numbers small enough to work out by hand."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

import pytest

import pitboss
from pitboss.money import Cents
from pitboss.refusal import Refusal

HALF = pitboss.MeterLife(Fraction(1, 2), Cents(1000), Fraction(100))
KEPT = replace(HALF, reserve_cents=Fraction(50))


def test_a_coin_decides() -> None:
    assert HALF.mean_wagers == 2
    assert HALF.mean_award_cents == 1200
    assert [HALF.chance_within(n) for n in (1, 2, 3)] == pytest.approx(
        [0.5, 0.75, 0.875], abs=1e-12
    )
    # Of three tosses, four of eight have two heads or more.
    assert HALF.chance_of_two_within(3) == pytest.approx(0.5, abs=1e-12)
    assert [HALF.wagers_until(chance) for chance in (0.4, 0.6, 0.9)] == [1, 2, 4]
    assert HALF.award_cents_at(0.9) == 1400


def test_the_reserve_of_one_wait_is_won_with_the_next() -> None:
    assert KEPT.mean_award_cents == 1000 + 2 * (100 + 50)


def test_a_meter_stops_at_its_maximum() -> None:
    capped = replace(HALF, maximum_cents=Cents(1150))
    assert [capped.meter_cents_after(n) for n in (1, 2, 3)] == [1100, 1150, 1150]


def test_the_reserve_is_short_if_the_hit_is_early() -> None:
    """With 80 %, only a hit at once can come too early; then the reserve has 50 of 1,000."""
    assert KEPT.reserve_needed_cents(0.8) == 950
    assert KEPT.reserve_needed_cents(0.4) == 900


def test_a_reserve_that_must_meet_two_seeds_is_counted_wait_by_wait() -> None:
    """With 900 held, the first wait needs 2 wagers and both together 22."""
    waits = itertools.product(range(1, 60), repeat=2)
    chance = sum(0.5 ** (one + two) for one, two in waits if one >= 2 and one + two >= 22)
    met = KEPT.chance_reserve_meets(Cents(900), cycles=2)
    assert met == pytest.approx(chance, abs=1e-12)
    needed = KEPT.reserve_needed_cents(0.9, cycles=2)
    assert KEPT.chance_reserve_meets(needed, cycles=2) >= 0.9
    assert KEPT.chance_reserve_meets(Cents(needed - 1), cycles=2) < 0.9
    assert HALF.reserve_needed_cents(0.9, cycles=3) == 3000  # nothing feeds it


def test_a_long_life_is_right_to_nine_digits() -> None:
    rare = pitboss.MeterLife(Fraction(1, 1_000_000), Cents(0), Fraction(1))
    exact = 1 - (1 - Fraction(1, 1_000_000)) ** 1000
    assert rare.chance_within(1000) == pytest.approx(float(exact), rel=1e-12)
    assert rare.chance_within(rare.wagers_until(0.5)) >= 0.5 > rare.chance_within(693_146)


def test_the_life_of_a_wager_has_its_own_seed_and_rates() -> None:
    wager = pitboss.look_up("blackjack/trilux/6")
    life = pitboss.find_life(wager)
    level = wager.analysis.levels[0]
    assert life.seed_cents == level.level.seed_cents
    assert life.mean_wagers == level.rounds_between_hits


@pytest.mark.parametrize(
    ("wager", "level", "code"),
    [
        ("casino_war/tie/10", "", "LEVEL_UNKNOWN"),
        ("caribbean_stud/progressive/250-150-100", "mini", "LEVEL_UNKNOWN"),
    ],
)
def test_a_level_that_is_not_there_is_refused(wager: str, level: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        pitboss.find_life(pitboss.look_up(wager), level)
    assert refused.value.code == code


@pytest.mark.parametrize("chance", [0, 1, 1.5])
def test_a_chance_is_between_nothing_and_all(chance: float) -> None:
    with pytest.raises(Refusal) as refused:
        HALF.wagers_until(chance)
    assert refused.value.code == "CHANCE_WRONG"


@pytest.mark.parametrize(
    ("hit", "chance", "wagers"),
    [
        (Fraction(1, 2), Fraction(7, 8), 3),
        (Fraction(1, 2), 0.9375, 4),
        (Fraction(1, 10), 0.19, 2),  # 1 - 81/100
        (Fraction(1, 10), Fraction(40_951, 100_000), 5),  # 1 - 59,049/100,000
        (Fraction(1, 10), Fraction(40_952, 100_000), 6),
        (Fraction(1, 3), Fraction(19, 27), 3),
        (Fraction(1), 0.5, 1),
    ],
)
def test_a_chance_that_whole_wagers_meet_needs_no_more(
    hit: Fraction, chance: Fraction | float, wagers: int
) -> None:
    assert replace(HALF, hit=hit).wagers_until(chance) == wagers


@pytest.mark.parametrize("wagers", [-5, 1.5])
@pytest.mark.parametrize(
    "figure",
    ["chance_within", "chance_of_two_within", "meter_cents_after", "chance_of_running_dry"],
)
def test_wagers_that_nobody_can_make_are_refused(figure: str, wagers: float) -> None:
    with pytest.raises(Refusal) as refused:
        getattr(HALF, figure)(wagers)
    assert (refused.value.code, refused.value.case, refused.value.where) == (
        "LAB_FIELD_WRONG", "whole", "wagers",
    )  # fmt: skip


def test_a_maximum_below_the_seed_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        replace(HALF, maximum_cents=Cents(999))
    assert (refused.value.code, refused.value.case) == ("MAXIMUM_TOO_LOW", "below_seed")
    with pytest.raises(Refusal, match="MAXIMUM_TOO_LOW"):
        pitboss.find_life(pitboss.look_up("blackjack/trilux/6"), maximum_cents=Cents(1))
