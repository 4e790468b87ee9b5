"""Lock at the mark at its edges: keys that wait, records that were changed, what the house adds."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import awards, jackpots, payments, rounds
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Spot
from pitboss.money import Cents, Micros
from pitboss.refusal import Told

from .support import (
    DRAGON_FIVE,
    FROM_METER,
    MULTI_GAME,
    Floor,
    forged,
    level,
    micros,
    replay,
    take_of_seed,
)


def keyed_and_current(*, seed_cents: int = 100_000) -> Floor:
    """An older keypad and a current one on a meter that is locked at the mark and pays some fixed
    hands too."""
    floor = Floor()
    floor.hire()
    main = level(seed_cents=seed_cents, rate_ppm=500_000)
    floor.open_jackpot("own", FROM_METER, levels=(main,), lock_at_mark=True)
    floor.open_table("T1", "own", keypad="aquarius")
    floor.open_table("T2", "own")
    floor.start("T1", 1, 2)
    floor.start("T2", 1, 2)
    return floor


def press(floor: Floor, table: str, seat: int, outcome: str) -> Told | tuple[Event, ...]:
    return floor.ask(rounds.PressHand, table=table, spot=Spot(seat, 1), outcome=outcome)


def record(floor: Floor, seat: int) -> str:
    """Key to JPH and J-POT at the older keypad; the name of the award."""
    floor.must(awards.TurnKey, table="T1", position="JPH", badge="eve")
    (recorded,) = floor.must(awards.PressJackpot, table="T1", spot=Spot(seat, 1))
    assert isinstance(recorded, awards.AwardsRecorded)
    return recorded.awards[0].award


def run(floor: Floor) -> None:
    floor.must(awards.TurnKey, table="T1", position="RUN", badge="eve")


def test_PS_5_no_amount_is_held_of_a_meter_that_owes_a_recorded_award() -> None:
    """$100 of it are recorded at T1 and still on the meter until RUN."""
    floor = keyed_and_current()
    floor.press("T1", 1, "straight_flush")
    record(floor, 1)
    refused = press(floor, "T2", 1, "four_aces")
    assert isinstance(refused, Told)
    assert refused.code == "AWARD_PENDING"
    assert "T1" in refused.reason
    run(floor)
    floor.press("T2", 1, "four_aces")
    assert floor.state.balance("held") == micros(100_000 + 4 * 50 - 10_000)


def test_PS_5_the_last_mark_is_taken_back_while_a_key_waits_elsewhere() -> None:
    """Taking back only gives; the rest is priced again when the key is in RUN."""
    floor = keyed_and_current()
    floor.press("T2", 1, "four_aces")
    floor.press("T2", 2, "four_aces")
    floor.press("T1", 1, "straight_flush")
    record(floor, 1)
    refused = press(floor, "T2", 1, "four_aces")
    assert isinstance(refused, Told)
    assert refused.code == "AWARD_PENDING"
    floor.must(rounds.VoidRound, table="T2", badge="sam", reason="misdeal")
    run(floor)
    assert floor.meter("own") == (micros(100_000 + 2 * 50 - 10_000), 0, 0)


def test_PS_5_an_award_that_was_held_does_not_release_one_that_waits_for_the_key() -> None:
    floor = keyed_and_current()
    floor.press("T2", 1, "four_aces")
    floor.press("T1", 1, "straight_flush")
    record(floor, 1)
    floor.confirm("T2")
    assert floor.state.jackpot("own").pending == {"main"}
    assert floor.state.jackpot("own").awaited_at("main") == ("T1",)
    run(floor)
    assert floor.state.jackpot("own").pending == frozenset()


def test_PS_11_the_house_bears_what_a_release_does_not_find() -> None:
    """A meter of $2.00 is held and restarts at $1,000; seat 1 of T1 takes $100 of that. Taking the
    mark back takes $998 off the meter, where $900 are left."""
    floor = keyed_and_current(seed_cents=0)
    floor.must(
        jackpots.OpenJackpot,
        **floor.jackpot_terms(
            "small", FROM_METER, levels=(level(seed_cents=100_000, rate_ppm=500_000),),
            lock_at_mark=True,
        ),
    )  # fmt: skip
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
    floor = Floor()
    floor.hire()
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


def test_PS_12_the_stake_of_a_to_one_win_is_the_trays_though_the_meter_pays() -> None:
    """$5 wagered and back from the tray; $50 are owed, off the meter."""
    floor = Floor()
    floor.hire()
    floor.open_jackpot("dragon", DRAGON_FIVE, wager_cents=Cents(500), fixed_from="main")
    floor.open_table("B1", "dragon", game="baccarat")
    floor.start("B1", 1)
    floor.press("B1", 1, "nine_over_zero")
    recorded, _ = floor.confirm("B1", "sam")
    (award,) = recorded.awards
    assert (award.meter_cents, award.tray_cents, award.stake_cents) == (5_000, 0, 500)
    assert floor.state.balance("players") == 0
    assert floor.state.balance("owed") == micros(5_000)
    assert floor.meter("dragon")[0] == micros(5_000_100 - 5_000)


def test_PS_8_a_refusal_says_that_the_tray_has_paid() -> None:
    floor = Floor()
    floor.hire()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "multi")
    floor.start("T1", 1)
    floor.press("T1", 1, "full_house")
    recorded, _ = floor.confirm("T1", "sam")
    refused = floor.ask(payments.PayPrize, award=recorded.awards[0].award, badge="ann")
    assert isinstance(refused, Told)
    assert refused.code == "NOT_OWED"
    assert "the tray has paid it at the table" in refused.reason
