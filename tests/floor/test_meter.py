"""A level by itself, with written numbers. A micro is a millionth of a cent."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.floor import meter
from pitboss.floor.facts.values import Contribution, Movement, Reading
from pitboss.floor.state import LevelState
from pitboss.money import Cents, Micros, Ppm

from .support import level


def reading(
    meter_micros: int,
    reserve_micros: int = 0,
    overflow_micros: int = 0,
    *,
    borne_micros: int = 0,
    short_micros: int = 0,
) -> Reading:
    held = (Micros(meter_micros), Micros(reserve_micros), Micros(overflow_micros))
    return Reading("main", *held, Micros(borne_micros), Micros(short_micros))


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
    return LevelState(setting, reading(meter_micros, reserve_micros, overflow_micros))


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
        found = meter.moved(found, given.after)
    assert found.reading == reading(103_333_300_000)
    assert meter.shown(found) == 103_333


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


def test_ALL_1_a_contribution_goes_back_as_it_came() -> None:
    before = standing(999_500_000, 11, reserve_ppm=50_000, maximum_cents=1_000)
    given = meter.contribute("J", before, wagers_cents=Cents(100))
    assert given.after == reading(1_000_000_000, 5_000_011, 19_500_000)
    back = meter.reverse_contribution(meter.moved(before, given.after), given)
    assert back.after == reading(999_500_000, 11)
    assert back.house_micros == 0


def test_ALL_1_what_a_restart_swept_up_comes_off_the_meter() -> None:
    given = Contribution("J", "main", Micros(80), Micros(20), Micros(5), after=reading(80, 20, 5))
    back = meter.reverse_contribution(standing(1_000, 0, 2), given)
    assert back.after == reading(897, short_micros=20)
    assert back.house_micros == 0
    conserved(back, out_micros=105)


def test_ALL_1_and_what_is_not_on_the_meter_the_house_bears() -> None:
    given = Contribution("J", "main", Micros(80), Micros(20), Micros(5), after=reading(80, 20, 5))
    back = meter.reverse_contribution(standing(30, 10, 0), given)
    assert back.after == reading(0, borne_micros=65, short_micros=10)
    assert back.house_micros == 65
    conserved(back, out_micros=105)


def test_PS_7_a_full_award_is_undone_exactly_if_nothing_happened_since() -> None:
    before = standing(100_050_000_000, 12_345_678, 7, maximum_cents=100_050)
    moved = meter.pay("A", "J", before, Cents(100_050), restarts=True)
    back = meter.reverse_movement(meter.moved(before, moved.after), moved, restarted=True)
    assert back.after == reading(100_050_000_000, 12_345_678, 7)
    assert back.house_micros == -100_000_000_000
    conserved(back, out_micros=-100_050_000_000)


def test_PS_7_wagers_since_the_award_stay() -> None:
    before = standing(100_050_250_000, 12_345_678, reserve_ppm=50_000)
    moved = meter.pay("A", "J", before, Cents(100_050), restarts=True)
    after = meter.moved(before, moved.after)
    after = meter.moved(after, meter.contribute("J", after, wagers_cents=Cents(200)).after)
    back = meter.reverse_movement(after, moved, restarted=True)
    assert back.after == reading(100_090_250_000, 22_345_678)


def test_PS_7_undone_after_a_restart_in_between_the_house_bears_what_is_gone() -> None:
    """The first award, of $0.50, restarted the meter at seed $10 and reserve $20. A second one took
    the $30 and left the seed. Undoing the first asks $29.50 of a meter that holds $10."""
    before = standing(50_000_000, 2_000_000_000, seed_cents=1_000)
    first = meter.pay("A", "J", before, Cents(50), restarts=True)
    between = meter.moved(before, first.after)
    assert between.reading == reading(3_000_000_000)
    second = meter.pay("B", "J", between, Cents(3_000), restarts=True)
    back = meter.reverse_movement(meter.moved(between, second.after), first, restarted=True)
    assert back.after == reading(0, 2_000_000_000, borne_micros=1_950_000_000)
    # It gets its seed of $10 back and gives the $19.50 that are missing.
    assert back.house_micros == 950_000_000
    conserved(back, out_micros=-50_000_000)


def test_PS_17_undone_in_either_order_two_restarts_leave_the_same_books() -> None:
    """The same two awards; the other one goes back first or last."""
    before = standing(50_000_000, 2_000_000_000, seed_cents=1_000)
    first = meter.pay("A", "J", before, Cents(50), restarts=True)
    between = meter.moved(before, first.after)
    second = meter.pay("B", "J", between, Cents(3_000), restarts=True)
    for order in ((first, second), (second, first)):
        found, house = meter.moved(between, second.after), 0
        for each in order:
            back = meter.reverse_movement(found, each, restarted=True)
            found, house = meter.moved(found, back.after), house + back.house_micros
        assert found.reading == before.reading
        assert house == -2_000_000_000  # both seeds


def test_PS_17_a_void_takes_out_of_overflow_first() -> None:
    """$11.00 is the maximum: table 1 filled the meter, table 2's dollar went over it."""
    before = standing(1_000_000_000, maximum_cents=1_100, rate_ppm=1_000_000)
    first = meter.contribute("J", before, wagers_cents=Cents(100))
    filled = meter.moved(before, first.after)
    second = meter.contribute("J", filled, wagers_cents=Cents(100))
    assert second.after == reading(1_100_000_000, 0, 100_000_000)
    back = meter.reverse_contribution(meter.moved(filled, second.after), first)
    assert back.after == reading(1_100_000_000)


def test_PS_17_wagers_since_are_not_the_houses_to_take_back() -> None:
    """The house has borne $0.65; the next $1.00 of wagers stays, whatever is undone then."""
    found = replace(standing(0), reading=reading(100, borne_micros=65))
    taken = Movement("A", "J", Micros(-30), Micros(0), Micros(0), Micros(0), reading(0))
    back = meter.reverse_movement(found, taken, restarted=False)
    assert back.after == reading(100, borne_micros=35)
    assert back.house_micros == -30


def test_PS_7_what_a_back_out_lifts_above_the_maximum_is_overflow() -> None:
    before = standing(100_040_000_000, maximum_cents=100_050)
    moved = meter.pay("A", "J", before, Cents(100_040), restarts=True)
    grown = replace(before, reading=reading(100_040_000_000))
    back = meter.reverse_movement(grown, moved, restarted=True)
    assert back.after == reading(100_050_000_000, 0, 30_000_000)
    conserved(back, out_micros=-100_040_000_000)


def test_PS_61_a_correction_is_between_the_meter_and_the_house() -> None:
    found = standing(5_000_001, 300, 7)
    down = meter.correct("J", found, meter=-2_000_000)
    assert (down.after, down.house_micros) == (reading(3_000_001, 300, 7), -2_000_000)
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
