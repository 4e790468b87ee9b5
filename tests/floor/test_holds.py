"""Lock at the mark at its edges: records that were changed, and what the house adds. Keys that wait
stand in tests/scenarios/cases/holds.txt."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import rounds
from pitboss.money import Cents, Micros

from .support import (
    FROM_METER,
    MULTI_GAME,
    Floor,
    forged,
    hired_floor,
    level,
    micros,
    replay,
    take_of_seed,
)


def test_PS_11_the_house_bears_what_a_release_does_not_find() -> None:
    """A meter of $2.00 is held and restarts at $1,000; seat 1 of T1 takes $100 of that. Taking the
    mark back takes $998 off the meter, where $900 are left."""
    floor = hired_floor()
    small = level(seed_cents=100_000, rate_ppm=500_000)
    floor.open_jackpot("small", FROM_METER, levels=(small,), lock_at_mark=True)
    floor.open_table("T3", "small")
    floor.open_table("T4", "small")
    take_of_seed(floor, "small", 99_900)
    floor.start("T3", 1)
    floor.start("T4", 1)
    assert floor.meter("small") == (micros(200), 0, 0)
    floor.press("T3", 1, "four_aces")
    floor.press("T4", 1, "straight_flush")
    floor.confirm("T4")
    assert floor.meter("small") == (micros(90_000), 0, 0)
    floor.press("T3", 1, "four_aces")
    assert floor.meter("small") == (0, 0, 0)
    assert floor.state.balance("owed") == micros(10_000)
    assert floor.state.balance("held") == 0


def a_hold() -> tuple[Floor, rounds.HoldsChanged]:
    floor = hired_floor()
    floor.open_jackpot("multi", MULTI_GAME, lock_at_mark=True)
    floor.open_table("T1", "multi")
    floor.start("T1", 1)
    floor.press("T1", 1, "royal_flush")
    held = floor.facts[-1]
    assert isinstance(held, rounds.HoldsChanged)
    return floor, held


def test_PS_60_a_held_amount_that_was_changed_is_found() -> None:
    floor, held = a_hold()
    (hold,) = held.holds
    (award,) = hold.awards
    less = replace(hold, awards=(replace(award, meter_cents=Cents(award.meter_cents - 1)),))
    with pytest.raises(AssertionError, match="postings do not sum to zero"):
        replay(forged(floor.rows, held, replace(held, holds=(less,))))


def test_PS_60_a_reading_of_a_hold_that_was_changed_is_found() -> None:
    floor, held = a_hold()
    (hold,) = held.holds
    (taken,) = hold.movements
    after = replace(taken.after, meter_micros=Micros(taken.after.meter_micros + 1))
    false = replace(hold, movements=(replace(taken, after=after),))
    with pytest.raises(AssertionError, match="the meter is not where the event says"):
        replay(forged(floor.rows, held, replace(held, holds=(false,))))


def test_PS_60_a_record_of_another_amount_than_was_held_is_found() -> None:
    floor, _ = a_hold()
    recorded, _ = floor.confirm("T1")
    (award,) = recorded.awards
    more = replace(award, meter_cents=Cents(award.meter_cents + 1))
    with pytest.raises(AssertionError):
        replay(forged(floor.rows, recorded, replace(recorded, awards=(more,))))


def test_PS_60_who_pressed_and_who_voided_is_on_the_record() -> None:
    floor, held = a_hold()
    assert (held.badge, held.table, held.round, held.jackpot) == ("dora", "T1", 1, "multi")
    released, _ = floor.must(rounds.VoidRound, table="T1", badge="sam", reason="misdeal")
    assert isinstance(released, rounds.HoldsChanged)
    assert (released.badge, released.holds) == ("sam", ())
    assert [each.award for each in released.released] == [held.holds[0].awards[0].award]


# ---- fixed awards from the meter -----------------------------------------------------------------
