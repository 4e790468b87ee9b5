"""A level by itself, with written numbers. A micro is a millionth of a cent."""

from __future__ import annotations

from pitboss.floor.facts.values import Contribution, Movement, Reading
from pitboss.floor.money import meter
from pitboss.floor.state.floor import LevelState
from pitboss.money import Cents, Micros, Ppm

from .support import level


def reading(meter_micros: int, reserve_micros: int = 0, overflow_micros: int = 0) -> Reading:
    return Reading("main", Micros(meter_micros), Micros(reserve_micros), Micros(overflow_micros))


def standing(
    meter_micros: int,
    reserve_micros: int = 0,
    overflow_micros: int = 0,
    *,
    seed_cents: int = 100_000,
    rate_ppm: int = 200_000,
    reserve_ppm: int = 0,
    maximum_cents: int | None = None,
) -> LevelState:
    setting = level(
        seed_cents=seed_cents,
        rate_ppm=rate_ppm,
        reserve_ppm=reserve_ppm,
        maximum_cents=maximum_cents,
    )
    return meter.open_level(setting, reading(meter_micros, reserve_micros, overflow_micros))


def conserved(moved: Movement, *, out_micros: int = 0) -> None:
    """What the parts lose, less what the house puts in, is what went out."""
    parts = moved.meter_micros + moved.reserve_micros + moved.overflow_micros
    assert parts - moved.house_micros == -out_micros


def test_PS_10_parts_of_a_cent_are_carried_over_a_thousand_bets() -> None:
    """3.3333 % of a dollar is $0.033333; a thousand of them are $33.333."""
    found = standing(100_000_000_000, rate_ppm=33_333)
    for _ in range(1000):
        given = meter.contribute("J", found, wagers_cents=Cents(100))
        assert given.meter_micros == 3_333_300
        found = meter.move_level(found, given.after)
    assert found.reading == reading(103_333_300_000)
    assert meter.read_shown(found) == 103_333


def test_PS_10_the_smallest_bet_at_the_smallest_rate_is_one_micro() -> None:
    given = meter.contribute("J", standing(0, rate_ppm=1), wagers_cents=Cents(1))
    assert given.after == reading(1)


def test_PS_10_many_bets_at_once_are_the_same_as_one_by_one() -> None:
    found = standing(999_999, rate_ppm=123_457, reserve_ppm=7)
    at_once = meter.contribute("J", found, wagers_cents=Cents(500))
    # 500 cents at 123,457 ppm are 61,728,500 micros, at 7 ppm 3,500.
    assert at_once.after == reading(62_728_499, 3_500)


def test_PS_10_above_the_maximum_money_goes_to_overflow() -> None:
    found = standing(999_500_000, 0, 3, reserve_ppm=50_000, maximum_cents=1_000)
    given = meter.contribute("J", found, wagers_cents=Cents(100))
    assert given == Contribution(
        "J",
        "main",
        Micros(500_000),
        Micros(5_000_000),
        Micros(19_500_000),
        after=reading(1_000_000_000, 5_000_000, 19_500_003),
    )


def test_PS_10_at_the_maximum_all_goes_to_overflow() -> None:
    found = standing(1_000_000_000, maximum_cents=1_000)
    given = meter.contribute("J", found, wagers_cents=Cents(100))
    assert given.after == reading(1_000_000_000, 0, 20_000_000)


def test_PS_10_a_meter_above_a_new_maximum_keeps_what_it_has() -> None:
    found = standing(1_500_000_000, maximum_cents=1_000)
    given = meter.contribute("J", found, wagers_cents=Cents(100))
    assert given.after == reading(1_500_000_000, 0, 20_000_000)


def test_PS_11_a_full_award_restarts_at_seed_reserve_overflow_and_the_rest() -> None:
    found = standing(100_050_250_000, 12_345_678, 7)
    assert meter.share_each(found, Ppm(1_000_000)) == 100_050
    moved = meter.pay("A", "J", found, Cents(100_050), restarts=True)
    assert moved.after == reading(100_012_595_685, 0, 0)
    assert moved.house_micros == 100_000_000_000
    conserved(moved, out_micros=100_050_000_000)


def test_PS_11_a_restart_above_the_maximum_overflows_again() -> None:
    found = standing(100_100_000_000, 0, 300_000_000, maximum_cents=100_100)
    moved = meter.pay("A", "J", found, Cents(100_100), restarts=True)
    assert moved.after == reading(100_100_000_000, 0, 200_000_000)
    conserved(moved, out_micros=100_100_000_000)


def test_PS_11_a_share_leaves_the_rest_reserve_and_overflow_included() -> None:
    found = standing(100_050_250_000, 12_345_678, 7)
    assert meter.share_each(found, Ppm(100_000)) == 10_005
    moved = meter.pay("A", "J", found, Cents(10_005), restarts=False)
    assert moved.after == reading(90_045_250_000, 12_345_678, 7)
    assert moved.house_micros == 0
    conserved(moved, out_micros=10_005_000_000)


def test_PS_11_a_share_is_of_the_shown_cents() -> None:
    """Half of $0.03 shown is $0.01, although the meter holds $0.0399."""
    assert meter.share_each(standing(3_990_000), Ppm(500_000)) == 1


def test_PS_11_an_award_under_a_cent_is_nothing() -> None:
    assert meter.share_each(standing(9_999_999), Ppm(100_000)) == 0
    assert meter.share_each(standing(999_999), Ppm(1_000_000)) == 0
    moved = meter.pay("A", "J", standing(999_999), Cents(0), restarts=True)
    assert moved.after == reading(100_000_999_999)


def test_MB_6_the_odd_cents_of_a_split_stay_on_the_meter() -> None:
    """10 % of $10,000.60 is $1,000.06; a third of it is $333.35, and a cent is left."""
    found = standing(1_000_060_000_000)
    assert meter.share_each(found, Ppm(100_000), ways=3) == 33_335
    assert meter.share_each(found, Ppm(100_000), ways=6) == 16_667
    assert meter.share_each(standing(5_000_000), Ppm(1_000_000), ways=6) == 0


def test_PS_61_a_correction_is_between_the_meter_and_the_house() -> None:
    found = standing(5_000_001, 300, 7, seed_cents=3)
    down = meter.correct("J", found, meter=-2_000_000)
    assert (down.after, down.house_micros) == (reading(3_000_001, 300, 7), -2_000_000)
    lower = meter.correct("J", found, meter=-4_000_000)
    assert lower.after == reading(3_000_000, 300, 7)
    assert (lower.house_micros, lower.top_up_micros) == (-2_000_001, 1_999_999)
    released = meter.correct("J", found, reserve=-300)
    assert (released.after, released.house_micros) == (reading(5_000_001, 0, 7), -300)


def test_PS_61_a_trimmed_display_keeps_its_money_as_overflow() -> None:
    found = standing(1_500_000_001, 0, 9, maximum_cents=1_000)
    moved = meter.trim("J", found, 500_000_000)
    assert moved.after == reading(1_000_000_001, 0, 500_000_009)
    assert moved.house_micros == 0


def test_an_award_on_its_way_is_paid_although_the_meter_fell_meanwhile() -> None:
    """A misdeal elsewhere took $0.20 off a meter of which all is owed; there is no seed."""
    found = standing(80_000_000, seed_cents=0)
    moved = meter.pay("A", "J", found, Cents(100), restarts=True)
    assert moved.after == reading(0)
    assert moved.house_micros == 20_000_000
    conserved(moved, out_micros=100_000_000)
