"""What a floor must not let pass: doubled payments, impossible jackpots, changed records."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import awards, days, people, rounds, tables
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.facts.jackpots import AdjustMeter, OpenJackpot
from pitboss.floor.facts.values import Award, Spot
from pitboss.floor.fold import record as fold_row
from pitboss.money import Cents, Micros
from pitboss.refusal import Told

from .support import (
    DRAGON,
    DRAGON_FIVE,
    FOUR_CARD,
    MULTI_GAME,
    QUEENS_UP,
    Floor,
    forged,
    level,
    micros,
    replay,
)


def a_floor() -> Floor:
    floor = Floor()
    floor.hire()
    return floor


def two_keypads(*, seed_cents: int, rate_ppm: int = 200_000) -> Floor:
    """An older keypad and a current one on one meter."""
    floor = a_floor()
    main = level(seed_cents=seed_cents, rate_ppm=rate_ppm)
    floor.open_jackpot("multi", MULTI_GAME, levels=(main,))
    floor.open_table("T1", "multi", keypad="aquarius")
    floor.open_table("T2", "multi", game="holdem_bonus")
    return floor


def a_dragon(**terms: object) -> Floor:
    floor = a_floor()
    floor.open_jackpot("dragon", DRAGON, **terms)
    floor.open_table("B1", "dragon", game="baccarat")
    floor.start("B1", 1, 2, 3)
    return floor


def dragon_press(floor: Floor, seat: int, *sharers: int) -> Told | tuple[Event, ...]:
    return floor.ask(
        rounds.PressHand,
        table="B1", spot=Spot(seat, 1), outcome="two_three_four_suited", sharers=sharers,
    )  # fmt: skip


def record(floor: Floor, outcome: str) -> Award:
    """Seat 1 of the older keypad: mark, key to JPH, J-POT."""
    floor.press("T1", 1, outcome)
    floor.must(awards.TurnKey, table="T1", position="JPH", badge="eve")
    (recorded,) = floor.must(awards.PressJackpot, table="T1", spot=Spot(1, 1))
    assert isinstance(recorded, awards.AwardsRecorded)
    return recorded.awards[0]


# ---- jackpots and tables that cannot be -------------------------------------------------------


@pytest.mark.parametrize(
    ("paytable", "changes"),
    [
        pytest.param(FOUR_CARD, {"kind": "bonus"}, id="no such kind"),
        pytest.param(FOUR_CARD, {"wager_cents": Cents(0)}, id="no wager"),
        pytest.param(FOUR_CARD, {"wager_cents": Cents(-100)}, id="a wager below nothing"),
        pytest.param(FOUR_CARD, {"levels": (level(seed_cents=-1),)}, id="a seed below nothing"),
        pytest.param(
            FOUR_CARD, {"levels": (level(seed_cents=0, rate_ppm=1_000_001),)}, id="more than all"
        ),
        pytest.param(
            FOUR_CARD,
            {"levels": (level(seed_cents=0, rate_ppm=900_000, reserve_ppm=100_001),)},
            id="more than all with the reserve",
        ),
        pytest.param(
            FOUR_CARD, {"levels": (level(seed_cents=0, rate_ppm=-1),)}, id="a rate below nothing"
        ),
        pytest.param(
            FOUR_CARD,
            {"levels": (level(seed_cents=101, maximum_cents=100),)},
            id="a maximum below the seed",
        ),
        pytest.param(FOUR_CARD, {"levels": (level("mega", seed_cents=100),)}, id="another level"),
        pytest.param(FOUR_CARD, {"levels": ()}, id="no level"),
        pytest.param(FOUR_CARD, {"paytable_sha256": "0" * 64}, id="another paytable file"),
        pytest.param(QUEENS_UP, {}, id="a paytable without meters"),
        pytest.param(
            FOUR_CARD,
            {"kind": "house", "levels": (), "house_prizes": (("four_aces", Cents(-1)),)},
            id="a prize below nothing",
        ),
    ],
)
def test_PS_10_a_jackpot_that_can_not_be(paytable: str, changes: dict[str, object]) -> None:
    floor = a_floor()
    assert floor.refused(OpenJackpot, **floor.jackpot_terms("J", paytable, **changes))


@pytest.mark.parametrize(
    ("badges", "code"),
    [
        pytest.param(("eve", "eve"), "BADGE_TWICE", id="one person twice"),
        pytest.param(("eve", "tom"), "ROLE_TOO_LOW", id="a technician"),
    ],
)
def test_PS_61_two_approvers_open_a_jackpot(badges: tuple[str, str], code: str) -> None:
    floor = a_floor()
    asked = floor.jackpot_terms("J", FOUR_CARD) | {"badges": badges}
    assert floor.refused(OpenJackpot, **asked) == code


def test_PS_13_a_zero_seed_is_allowed() -> None:
    floor = a_floor()
    floor.open_jackpot("J", FOUR_CARD, levels=(level(seed_cents=0),))
    assert floor.meter("J") == (0, 0, 0)
    assert floor.state.balance("house") == 0


def test_PS_33_two_sensors_are_two_jackpots() -> None:
    floor = a_floor()
    floor.open_jackpot("J", FOUR_CARD)
    assert floor.refused(
        tables.OpenTable,
        table="T1",
        game="crazy4",
        seats=6,
        jackpots=("J", "J"),
        badges=("sam", "ann"),
    )


@pytest.mark.parametrize(("seats", "jackpots"), [(0, 1), (10, 1), (0, 0), (6, 3)])
def test_PS_1_a_table_has_seats_and_at_most_two_sensors(seats: int, jackpots: int) -> None:
    floor = a_floor()
    names = tuple(f"J{number}" for number in range(jackpots))
    for name in names:
        floor.open_jackpot(name, FOUR_CARD)
    code = floor.refused(
        tables.OpenTable,
        table="T1",
        game="crazy4",
        seats=seats,
        jackpots=names,
        badges=("sam", "ann"),
    )
    assert code == "TABLE_WRONG"


def test_PS_5_a_keypad_is_one_of_those_there_are() -> None:
    floor = a_floor()
    floor.open_jackpot("J", FOUR_CARD)
    assert floor.refused(
        tables.OpenTable,
        table="T1", game="crazy4", seats=6, jackpots=("J",), keypad="abacus",
        badges=("sam", "ann"),
    )  # fmt: skip


def test_PS_60_a_role_is_one_of_those_there_are() -> None:
    floor = a_floor()
    code = floor.refused(people.IssueBadge, badge="zoe", name="Zoe", role="owner")
    assert code == "ROLE_UNKNOWN"


# ---- Dragon Bonus Progressive ------------------------------------------------------------------


def test_MB_6_a_seat_shares_once() -> None:
    assert isinstance(dragon_press(a_dragon(), 3, 3, 3, 1), Told)


def test_MB_6_a_percentage_is_never_one_seats_alone_unless_it_is_named_alone() -> None:
    """A mark that names nobody is refused, or means all three who made the wager."""
    floor = a_dragon()
    if isinstance(dragon_press(floor, 3), Told):
        return
    recorded, _ = floor.confirm("B1")
    assert [award.meter_cents for award in recorded.awards] == [33_335, 33_335, 33_335]


def test_MB_6_one_seat_may_be_the_only_one_whose_side_won() -> None:
    floor = a_dragon()
    assert not isinstance(dragon_press(floor, 3, 3), Told)
    recorded, _ = floor.confirm("B1")
    assert [(award.seat, award.meter_cents) for award in recorded.awards] == [(3, 100_006)]


@pytest.mark.parametrize("named", [(), (1, 2, 3), (2, 3, 1)])
def test_PS_14_sharers_of_a_percentage_are_paid_in_the_posted_order(named: tuple[int, ...]) -> None:
    floor = a_dragon()
    dragon_press(floor, 2, *named)
    recorded, _ = floor.confirm("B1")
    assert [award.seat for award in recorded.awards] == [3, 2, 1]


def test_MB_6_who_has_a_share_gets_no_second_one_after_a_back_out() -> None:
    floor = a_dragon()
    dragon_press(floor, 3, 3, 2, 1)
    recorded, _ = floor.confirm("B1")
    floor.must(
        awards.BackOutAward,
        award=recorded.awards[0].award, reason="seat 3 lost", badges=("sam", "ann"),
    )  # fmt: skip
    assert isinstance(dragon_press(floor, 3, 3, 2, 1), Told)


def test_MB_5_to_one_leaves_the_stake_out_of_the_award() -> None:
    floor = a_floor()
    floor.open_jackpot("dragon", DRAGON_FIVE, wager_cents=Cents(500))
    floor.open_table("B1", "dragon", game="baccarat")
    floor.start("B1", 1)
    assert floor.meter("dragon")[0] == 5_000_100 * 1_000_000
    floor.press("B1", 1, "nine_over_zero")
    recorded, _ = floor.confirm("B1", "sam")
    assert recorded.awards[0].tray_cents == 5_000
    assert floor.meter("dragon")[0] == 5_000_100 * 1_000_000


def test_MB_5_the_stake_of_a_to_one_win_goes_back_to_the_player() -> None:
    """$5 wagered and back, $50 won; the $1 the wager gave stays on the meter, so the house is $51
    down beside its seed."""
    floor = a_floor()
    floor.open_jackpot("dragon", DRAGON_FIVE, wager_cents=Cents(500))
    floor.open_table("B1", "dragon", game="baccarat")
    floor.start("B1", 1)
    floor.press("B1", 1, "nine_over_zero")
    floor.confirm("B1", "sam")
    floor.must(rounds.EndRound, table="B1")
    assert floor.state.balance("players") == micros(5_000)
    assert floor.state.balance("house") == micros(-5_000_000 - 5_100)


def test_PS_32_dragon_bonus_progressive_is_linked_to_no_other_game() -> None:
    floor = a_floor()
    floor.open_jackpot("dragon", DRAGON)
    floor.open_table("B1", "dragon", game="baccarat")
    assert floor.refused(
        tables.OpenTable,
        table="T1",
        game="crazy4",
        seats=6,
        jackpots=("dragon",),
        badges=("sam", "ann"),
    )


# ---- the older keypad --------------------------------------------------------------------------


def test_PS_5_a_misdeal_elsewhere_between_j_pot_and_run() -> None:
    """No seed: all of the meter is owed, and $0.20 of it was a wager that is taken back. The house
    bears it; the engine must not stop."""
    floor = two_keypads(seed_cents=0)
    floor.start("T1", 1)
    floor.start("T2", 1)
    award = record(floor, "royal_flush")
    assert award.meter_cents == 40
    floor.must(rounds.VoidRound, table="T2", badge="sam", reason="misdeal")
    floor.must(awards.TurnKey, table="T1", position="RUN", badge="eve")
    assert floor.meter("multi") == (0, 0, 0)
    assert floor.state.balance("owed") == micros(40)
    assert floor.state.balance("players") == micros(-100)
    assert floor.state.balance("house") == micros(60)


def test_PS_5_the_house_bears_a_misdeal_elsewhere_between_record_and_run() -> None:
    floor = two_keypads(seed_cents=500_000)
    floor.start("T1", 1)
    floor.start("T2", 1)
    assert record(floor, "royal_flush").meter_cents == 500_040
    floor.must(rounds.VoidRound, table="T2", badge="sam", reason="misdeal")
    _, moved = floor.must(awards.TurnKey, table="T1", position="RUN", badge="eve")
    assert floor.meter("multi") == (500_000 * 1_000_000, 0, 0)
    assert isinstance(moved, awards.MetersMoved)
    assert moved.movements[0].top_up_micros == 20 * 1_000_000


def test_PS_5_an_award_of_nothing_is_on_its_way_too() -> None:
    """10 % of $0.04 is nothing, and still no other award of that meter is recorded before RUN."""
    floor = two_keypads(seed_cents=0, rate_ppm=20_000)
    floor.start("T1", 1)
    floor.start("T2", 1)
    assert record(floor, "straight_flush").meter_cents == 0
    floor.press("T2", 1, "royal_flush")
    assert floor.refused(awards.ConfirmAwards, table="T2", badge="eve") == "AWARD_PENDING"


def test_PS_7_a_record_is_backed_out_before_run() -> None:
    floor = two_keypads(seed_cents=500_000)
    floor.start("T1", 1)
    award = record(floor, "royal_flush")
    floor.must(awards.BackOutAward, award=award.award, reason="misread", badges=("sam", "ann"))
    assert floor.state.balance("owed") == 0
    (turned,) = floor.must(awards.TurnKey, table="T1", position="RUN", badge="sam")
    assert turned.kind == "key-turned"
    assert floor.meter("multi") == (500_020 * 1_000_000, 0, 0)
    floor.must(rounds.EndRound, table="T1")


# ---- order, sensors, corrections ---------------------------------------------------------------


def two_sensors() -> Floor:
    floor = a_floor()
    floor.open_jackpot("J", FOUR_CARD)
    floor.open_jackpot("K", MULTI_GAME)
    floor.open_table("T1", "J", "K", seats=3)
    return floor


@pytest.mark.parametrize(
    "spot", [Spot(0, 1), Spot(0, 2), Spot(-1, 1), Spot(4, 1), Spot(1, 0), Spot(1, 3), Spot(3, -1)]
)
@pytest.mark.parametrize("others", [(), (Spot(1, 1), Spot(2, 2))])
def test_PS_1_a_spot_not_at_the_table_starts_no_round(spot: Spot, others: tuple[Spot, ...]) -> None:
    floor = two_sensors()
    for spots in ((spot, *others), (*others, spot)):
        assert floor.refused(rounds.StartRound, table="T1", spots=spots) == "SPOT_UNKNOWN"


def test_PS_2_spots_count_once_in_whatever_order_they_come() -> None:
    floor = two_sensors()
    seen = (Spot(3, 2), Spot(1, 1), Spot(3, 1), Spot(1, 1), Spot(3, 2))
    (started,) = floor.must(rounds.StartRound, table="T1", spots=seen)
    assert isinstance(started, rounds.RoundStarted)
    assert started.spots == (Spot(1, 1), Spot(3, 1), Spot(3, 2))
    assert [(taking.jackpot, taking.bets) for taking in started.takings] == [("J", 2), ("K", 1)]


def test_PS_14_at_one_seat_sensor_1_is_paid_before_sensor_2() -> None:
    floor = a_floor()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_jackpot("four-card", FOUR_CARD)
    floor.open_table("T1", "multi", "four-card")
    lit = (Spot(4, 2), Spot(4, 1), Spot(5, 2))
    floor.must(rounds.StartRound, table="T1", spots=lit)
    for spot, outcome in ((lit[0], "four_aces"), (lit[1], "full_house"), (lit[2], "four_aces")):
        floor.must(rounds.PressHand, table="T1", spot=spot, outcome=outcome)
    recorded, _ = floor.confirm("T1")
    assert [(each.seat, each.sensor, each.total_cents) for each in recorded.awards] == [
        (5, 2, 100_040),
        (4, 1, 5_000),
        (4, 2, 100_000),
    ]


def test_PS_2_a_spot_read_twice_is_one_wager() -> None:
    floor = a_floor()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "multi")
    floor.must(rounds.StartRound, table="T1", spots=(Spot(1, 1), Spot(1, 1)))
    assert floor.meter("multi")[0] == 500_020 * 1_000_000


def test_PS_61_an_adjustment_can_not_correct_an_entry_that_is_not_there() -> None:
    floor = a_floor()
    floor.open_jackpot("multi", MULTI_GAME)
    assert floor.refused(
        AdjustMeter,
        jackpot="multi", level="main", adjustment="faulty_display", cents=Cents(-1),
        corrects=floor.state.seq + 1, reason="display", badges=("sam", "ann"),
    )  # fmt: skip


def test_PS_61_a_house_jackpot_has_no_meter_to_adjust() -> None:
    floor = a_floor()
    floor.open_jackpot(
        "J",
        FOUR_CARD,
        kind="house",
        levels=(),
        house_prizes=(("four_aces", Cents(50_000)),),
    )
    code = floor.refused(
        AdjustMeter,
        jackpot="J", level="main", adjustment="faulty_display", cents=Cents(-1),
        reason="too high", badges=("sam", "ann"),
    )  # fmt: skip
    assert code == "LEVEL_UNKNOWN"


# ---- a changed record is found at every replay --------------------------------------------------


def a_day() -> Floor:
    floor = a_floor()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "multi")
    floor.start("T1", 1, 2)
    floor.press("T1", 1, "straight_flush")
    floor.confirm("T1", "sam")
    floor.must(rounds.EndRound, table="T1")
    floor.must(days.TurnShift)
    floor.at_ms += 24 * 3_600_000
    floor.must(days.TurnShift)
    return floor


def test_PS_60_the_end_of_a_day_has_written_figures() -> None:
    closed = a_day().facts[-2]
    assert isinstance(closed, days.DayEnded)
    assert [(name, each.meter_micros) for name, each in closed.readings] == [
        ("multi", 450_036_000_000)
    ]
    # The house: a seed of $5,000, $300 envy, less $1.60 of two wagers.
    assert {line.account: line.total_micros for line in closed.balances} == {
        "house": -529_840_000_000,
        "meter:multi:main": 450_036_000_000,
        "owed": 50_004_000_000,
        "players": 29_800_000_000,
    }


def test_PS_60_a_reading_that_was_changed_is_found() -> None:
    floor = a_day()
    started = next(fact for fact in floor.facts if isinstance(fact, rounds.RoundStarted))
    (given,) = started.contributions
    false = replace(given, after=replace(given.after, meter_micros=Micros(1)))
    with pytest.raises(AssertionError):
        replay(forged(floor.rows, started, replace(started, contributions=(false,))))


def test_PS_60_an_award_that_was_changed_is_found() -> None:
    floor = a_day()
    recorded = next(fact for fact in floor.facts if isinstance(fact, awards.AwardsRecorded))
    (award,) = recorded.awards
    false = replace(award, meter_cents=Cents(award.meter_cents + 1))
    with pytest.raises(AssertionError):
        replay(forged(floor.rows, recorded, replace(recorded, awards=(false,))))


def test_PS_60_an_event_that_was_left_out_is_found() -> None:
    floor = a_day()
    moved = next(fact for fact in floor.facts if isinstance(fact, awards.MetersMoved))
    with pytest.raises(AssertionError):
        replay(forged(floor.rows, moved))


def test_PS_60_a_refusal_is_kept_and_changes_nothing() -> None:
    floor = a_day()
    before = floor.state.seq
    refused = CommandRefused(command="end-round", table="T1", badge="", code="NO_ROUND")
    fold_row(floor.state, (refused,))
    assert floor.state.seq == before + 1
    assert floor.meter("multi")[0] == 450_036_000_000


def test_who_deals_an_open_round_elsewhere_is_named_once_and_so_is_that_table() -> None:
    floor = two_keypads(seed_cents=100_000)
    floor.start("T1", 1)
    dealer = floor.state.table("T1").dealer
    refused = floor.ask(people.SignIn, table="T2", badge=dealer)
    assert isinstance(refused, Told)
    assert (refused.code, refused.where) == ("DEALER_BUSY", dealer)
    assert refused.reason == "deals an open round at T1; end it there first, or void it"
