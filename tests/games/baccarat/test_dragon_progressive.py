"""Dragon Bonus Progressive #1, #2, #3: every line, the side, the shared award (MB-5, MB-6)."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.money import Cents
from pitboss.rules.cards import parse_cards
from pitboss.rules.game import Deal
from pitboss.rules.meters import Meters
from pitboss.rules.round import Round, Table
from rules.shoe_support import line, net, open_house, order, play, refuses
from rules.support import replay

WAGER = "dragon_progressive"
DIAMONDS, SUITED = ("2d 3d 4d", "Ks Qh Jc"), ("2s 3s 4s", "Ks Qh Jc")
UNSUITED = ("2d 3d 4h", "Ks Qh Jc")
NINE_ZERO, EIGHT_ZERO, NINE_ONE = (
    ("Ad 4d 4h", "Ks Qh Jc"),
    ("2d 3d 3h", "Ks Qh Jc"),
    ("Ad 4d 4h", "Ks Qh Ac"),
)
NATURAL_NINE_ZERO, NATURAL_EIGHT_ZERO = ("4d 5h", "Ks Qh"), ("3d 5h", "Ks Qh")
NATURAL_NINE_EIGHT, SEVEN_ZERO, TIE = ("4d 5h", "Ks 8h"), ("3d 4h", "Ks Qh Jc"), ("3d 4h", "Ks 7h")

# The same outcomes for the banker: player's hand, banker's hand.
BANKER_HANDS = {
    DIAMONDS: ("Kc 5h 5c", "2d 3d 4d"),
    SUITED: ("Kc 5h 5c", "2h 3h 4h"),
    UNSUITED: ("Kc 5h 5c", "2d 3h 4d"),
    NINE_ZERO: ("Kc Qh Jc", "Ad 2d 6h"),
    EIGHT_ZERO: ("Kc Qh Jc", "Ad 2d 5h"),
    NINE_ONE: ("Kc Qh Ac", "Ad 2d 6h"),
    NATURAL_NINE_ZERO: ("Ks Qh", "4d 5h"),
    NATURAL_EIGHT_ZERO: ("Ks Qh", "3d 5h"),
    NATURAL_NINE_EIGHT: ("Ks 8h", "4d 5h"),
    SEVEN_ZERO: ("Ks Qh Jc", "3d 4h"),
    TIE: TIE,
}


def deal(
    hands: tuple[str, str],
    wagers: dict[int, dict[str, int]],
    paytable: str,
    meter: int = 1_000_000,
    **more: Any,
) -> Round:
    return play(
        "baccarat",
        {"player": hands[0], "banker": hands[1]},
        wagers,
        paytables={WAGER: f"baccarat/dragon_progressive/{paytable}"},
        meters={WAGER: {"main": meter}},
        **more,
    )


def own(hands: tuple[str, str], side: str, paytable: str, stake: int = 100, **more: Any) -> Round:
    dealt = hands if side == "player" else BANKER_HANDS[hands]
    return deal(dealt, {1: {side: 1000, WAGER: stake}}, paytable, **more)


ONE = [
    (DIAMONDS, 1_000_000 - 100), (SUITED, 100_000 - 100), (UNSUITED, 99_900), (NINE_ZERO, 900),
    (EIGHT_ZERO, -100), (NINE_ONE, -100), (NATURAL_NINE_ZERO, -100), (NATURAL_EIGHT_ZERO, -100),
    (NATURAL_NINE_EIGHT, -100), (SEVEN_ZERO, -100), (TIE, -100),
]  # fmt: skip
ONE_FIVE_DOLLAR = [
    (DIAMONDS, 1_000_000 - 500), (SUITED, 100_000 - 500), (UNSUITED, 500_000), (NINE_ZERO, 5000),
    (EIGHT_ZERO, -500), (NINE_ONE, -500), (NATURAL_NINE_ZERO, -500), (NATURAL_EIGHT_ZERO, -500),
    (TIE, -500),
]  # fmt: skip
TWO = [
    (DIAMONDS, 1_000_000 - 100), (SUITED, 250_000 - 100), (UNSUITED, 99_900), (NINE_ZERO, 3900),
    (EIGHT_ZERO, 1900), (NINE_ONE, -100), (NATURAL_NINE_ZERO, 100), (NATURAL_EIGHT_ZERO, 100),
    (NATURAL_NINE_EIGHT, 100), (SEVEN_ZERO, -100), (TIE, -100),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "result"), ONE)
@pytest.mark.parametrize("side", ["player", "banker"])
def test_MB_5_table_1_for_one_dollar(hands: tuple[str, str], result: int, side: str) -> None:
    assert net(own(hands, side, "1"), WAGER) == result


@pytest.mark.parametrize(("hands", "result"), ONE_FIVE_DOLLAR)
@pytest.mark.parametrize("side", ["player", "banker"])
def test_MB_5_table_1_for_five_dollars_pays_to_one(
    hands: tuple[str, str], result: int, side: str
) -> None:
    assert net(own(hands, side, "1-five-dollar", 500), WAGER) == result


@pytest.mark.parametrize(("hands", "result"), TWO)
@pytest.mark.parametrize("side", ["player", "banker"])
def test_MB_5_table_2(hands: tuple[str, str], result: int, side: str) -> None:
    assert net(own(hands, side, "2"), WAGER) == result


def test_MB_5_the_stake_of_a_for_one_pay_is_kept_and_of_a_to_one_pay_returned() -> None:
    kept = line(own(NINE_ZERO, "player", "1"), WAGER)
    returned = line(own(NINE_ZERO, "player", "1-five-dollar", 500), WAGER)
    assert (kept.back_cents, kept.paid_cents, kept.source) == (0, 1000, "tray")
    assert (returned.back_cents, returned.paid_cents, returned.source) == (500, 5000, "tray")


SIX_SUITED, FOUR_SUITED = ("2h 3h 4h", "Kh Qh Jh"), ("4s 5s", "Ks Qs")
THREE = [
    (SIX_SUITED, "player", 1_000_000 - 100),
    (("Kc 5c 5c", "2c 3c 4c"), "banker", 1_000_000 - 100),
    (("Kd Qd Jd", "Ad 2d 6d"), "banker", 1_000_000 - 100),
    (FOUR_SUITED, "player", 29_900),
    (("Kd Td", "Jd 9d"), "banker", 29_900),
    (("4s 5s", "Ks Qd"), "player", 900),
    (("2h 3h 4h", "Kh Qh Jc"), "player", 900),
    (("2d 3d 4d", "Kc Qh Jc"), "player", 900),
    (("Ks Qh Jc", "Ad 2d 6h"), "banker", 900),
    (("2h 3h 3h", "Kh Qh Jh"), "player", -100),
    (("2h 3h 4h", "Kh Qh Ah"), "player", -100),
    (("3s 5s", "Ks Qs"), "player", -100),
    (("4s 5s", "Ks 9s"), "player", -100),
]


@pytest.mark.parametrize(("hands", "side", "result"), THREE)
def test_MB_5_table_3(hands: tuple[str, str], side: str, result: int) -> None:
    assert net(deal(hands, {1: {side: 1000, WAGER: 100}}, "3"), WAGER) == result


@pytest.mark.parametrize("paytable", ["1", "2"])
@pytest.mark.parametrize(
    ("hands", "side"),
    [
        (("2d 3c 4h", "Ks Qh Jc"), "player"),
        (("3c 2d 4h", "Ks Qh Jc"), "player"),
        (("Kc 5h 5c", "2d 3c 4h"), "banker"),
        (("Kc 5h 5c", "3c 2d 4h"), "banker"),
        (("Kc 4h 6c", "2d 4h 3c"), "banker"),
        (("Kc 4h 6c", "4h 2d 3c"), "banker"),
    ],
)
def test_MB_5_two_three_four_in_any_order(hands: tuple[str, str], side: str, paytable: str) -> None:
    assert net(deal(hands, {1: {side: 1000, WAGER: 100}}, paytable), WAGER) == 99_900


@pytest.mark.parametrize(("suit", "share"), [("c", 10), ("d", 100), ("h", 10), ("s", 10)])
def test_MB_5_diamonds_take_all_and_another_suit_a_tenth(suit: str, share: int) -> None:
    hands = (f"2{suit} 3{suit} 4{suit}", "Ks Qh Jc")
    paid = line(deal(hands, {1: {"player": 1000, WAGER: 100}}, "1"), WAGER).paid_cents
    assert paid == 10_000 * share


@pytest.mark.parametrize("paytable", ["1", "2"])
def test_MB_5_two_three_four_over_one_point_is_nothing(paytable: str) -> None:
    played = deal(("2d 3d 4d", "Ks Qh Ac"), {1: {"player": 1000, WAGER: 100}}, paytable)
    assert net(played, WAGER) == -100


@pytest.mark.parametrize(
    ("paytable", "stake", "hands", "result"),
    [
        ("1", 100, NATURAL_NINE_ZERO, 900),
        ("1", 100, NATURAL_EIGHT_ZERO, -100),
        ("1", 100, NATURAL_NINE_EIGHT, -100),
        ("1-five-dollar", 500, NATURAL_NINE_ZERO, 5000),
        ("1", 100, NINE_ZERO, 900),
        ("2", 100, NATURAL_EIGHT_ZERO, 100),
        ("2", 100, NATURAL_NINE_EIGHT, 100),
        ("2", 100, EIGHT_ZERO, 1900),
    ],
)
def test_MB_5_the_house_may_count_a_natural_nine_over_zero(
    paytable: str, stake: int, hands: tuple[str, str], result: int
) -> None:
    for side in ("player", "banker"):
        played = own(hands, side, paytable, stake, options={"naturals": "yes"})
        assert net(played, WAGER) == result


# ---- sides --------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [DIAMONDS, SUITED, UNSUITED, NINE_ZERO])
def test_MB_5_own_side_loses_when_the_other_side_wins(hands: tuple[str, str]) -> None:
    assert net(deal(hands, {1: {"banker": 1000, WAGER: 100}}, "1"), WAGER) == -100
    dealt = BANKER_HANDS[hands]
    assert net(deal(dealt, {1: {"player": 1000, WAGER: 100}}, "1"), WAGER) == -100


@pytest.mark.parametrize("base", ["player", "banker", "tie"])
def test_MB_5_either_side_wins_whatever_the_base_wager(base: str) -> None:
    options = {"progressive_side": "either"}
    for hands in (NINE_ZERO, BANKER_HANDS[NINE_ZERO]):
        played = deal(hands, {1: {base: 1000, WAGER: 100}}, "1", options=options)
        assert net(played, WAGER) == 900


def test_MB_5_a_seat_on_both_sides_wins_with_either() -> None:
    wagers = {1: {"player": 1000, "banker": 1000, WAGER: 100}}
    for hands in (NINE_ZERO, BANKER_HANDS[NINE_ZERO]):
        assert net(deal(hands, wagers, "1"), WAGER) == 900


@pytest.mark.parametrize(
    ("base", "required", "code"),
    [
        ({"tie": 1000}, "yes", "WAGER_NEEDS_ANOTHER"),
        ({"tie": 1000}, "no", "WAGER_NEEDS_ANOTHER"),
        ({}, "yes", "WAGER_MISSING"),
        ({}, "no", "WAGER_NEEDS_ANOTHER"),
    ],
)
def test_MB_5_own_side_needs_a_main_wager(base: dict[str, int], required: str, code: str) -> None:
    with refuses(code):
        deal(NINE_ZERO, {1: {**base, WAGER: 100}}, "1", options={"base_required": required})


def test_MB_5_needs_a_base_wager_even_where_dragon_bonus_does_not() -> None:
    # Whether a base wager is required is left to the house for Dragon Bonus only; the dealing
    # procedure of the progressive begins with "players must make the standard game wager".
    options = {"base_required": "no", "progressive_side": "either"}
    with refuses("WAGER_NEEDS_ANOTHER"):
        deal(NINE_ZERO, {1: {WAGER: 100}}, "1", options=options)


@pytest.mark.parametrize(("paytable", "cents"), [("1", 500), ("1-five-dollar", 100), ("2", 99)])
def test_MB_5_the_wager_is_one_fixed_amount(paytable: str, cents: int) -> None:
    with refuses("WAGER_OUTSIDE_LIMITS"):
        deal(NINE_ZERO, {1: {"player": 1000, WAGER: cents}}, paytable)


def test_MB_5_another_fixed_amount_multiplies_the_odds_and_not_the_percentage() -> None:
    limits = {WAGER: [300, 300]}
    for hands, paid in ((NINE_ZERO, 3000), (UNSUITED, 300_000), (SUITED, 100_000)):
        played = deal(hands, {1: {"player": 1000, WAGER: 300}}, "1", limits=limits)
        assert line(played, WAGER).paid_cents == paid


# ---- the shared percentage ----------------------------------------------------------------------


def seats(*sides: str) -> dict[int, dict[str, int]]:
    return {seat: {side: 1000, WAGER: 100} for seat, side in enumerate(sides, 1)}


@pytest.mark.parametrize(
    ("hands", "paytable", "meter", "count", "each"),
    [
        (SUITED, "1", 1_234_567, 1, 123_456),
        (SUITED, "1", 1_234_567, 2, 61_728),
        (SUITED, "1", 1_234_567, 5, 24_691),
        (SUITED, "1", 1_234_567, 7, 17_636),
        (SUITED, "2", 1_000_003, 1, 250_000),
        (SUITED, "2", 1_000_003, 3, 83_333),
        (DIAMONDS, "1", 1_000_001, 3, 333_333),
        (DIAMONDS, "2", 1_000_001, 9, 111_111),
        (SIX_SUITED, "3", 500_099, 2, 250_049),
    ],
)
def test_MB_6_each_winner_gets_the_same_whole_cents(
    hands: tuple[str, str], paytable: str, meter: int, count: int, each: int
) -> None:
    played = deal(hands, seats(*["player"] * count), paytable, meter)
    paid = [line(played, WAGER, seat=seat).paid_cents for seat in range(1, count + 1)]
    assert paid == [each] * count


def test_MB_6_seats_on_the_losing_side_and_without_the_wager_do_not_share() -> None:
    wagers = seats("player", "banker", "player", "banker")
    wagers[5] = {"player": 1000}
    played = deal(DIAMONDS, wagers, "1", 1_000_001)
    assert [net(played, WAGER, seat=seat) for seat in (1, 2, 3, 4, 5)] == [
        499_900, -100, 499_900, -100, 0,
    ]  # fmt: skip
    assert line(played, WAGER, seat=1).source == "main"


def test_MB_6_with_either_side_all_who_made_the_wager_share() -> None:
    wagers = seats("player", "banker", "tie")
    played = deal(DIAMONDS, wagers, "1", 1_000_001, options={"progressive_side": "either"})
    assert [line(played, WAGER, seat=seat).paid_cents for seat in (1, 2, 3)] == [333_333] * 3


def test_MB_6_a_fixed_award_is_not_shared() -> None:
    played = deal(UNSUITED, seats("player", "player", "banker"), "1")
    assert [net(played, WAGER, seat=seat) for seat in (1, 2, 3)] == [99_900, 99_900, -100]


def test_MB_6_nobody_on_the_winning_side_leaves_the_meter_alone() -> None:
    played = deal(DIAMONDS, seats("banker", "banker"), "1")
    assert [net(played, WAGER, seat=seat) for seat in (1, 2)] == [-100, -100]


def test_MB_6_the_winners_are_paid_from_the_dealers_right() -> None:
    played = deal(DIAMONDS, seats("player", "player", "player"), "1")
    assert [seat for seat, wager in order(played) if wager == WAGER] == [3, 2, 1]


def test_MB_6_a_percentage_needs_the_meter_and_a_fixed_pay_does_not() -> None:
    paytables = {WAGER: "baccarat/dragon_progressive/1"}
    for hands, code in ((SUITED, "METER_MISSING"), (DIAMONDS, "METER_MISSING")):
        cards = dict(zip(("player", "banker"), hands, strict=True))
        with refuses(code):
            play("baccarat", cards, seats("player"), paytables=paytables)
    cards = dict(zip(("player", "banker"), UNSUITED, strict=True))
    assert net(play("baccarat", cards, seats("player"), paytables=paytables), WAGER) == 99_900


# ---- the meter from round to round --------------------------------------------------------------


def follow(table: Table, meters: Meters, count: int, hands: tuple[str, str]) -> int:
    """Play one more round at the same meters; what the first seat is paid."""
    bets = {seat: {"player": Cents(1000), WAGER: Cents(100)} for seat in range(1, count + 1)}
    player, banker = (parse_cards(hand) for hand in hands)
    dealt = [("player", player[:2]), ("banker", banker[:2])]
    dealt += [("player", player[2:]), ("banker", banker[2:])]
    played = replay(table, bets, [Deal(to, cards) for to, cards in dealt if cards], meters)
    return line(played, WAGER).paid_cents


def test_MB_6_a_full_award_restarts_at_the_seed_with_the_odd_cents() -> None:
    table = open_house("baccarat", {"base": "standard", WAGER: "1"})
    meters = Meters({WAGER: {"main": Cents(1_234_568)}})
    assert follow(table, meters, 3, DIAMONDS) == 411_522  # two odd cents stay
    assert follow(table, meters, 1, DIAMONDS) == 1_000_002
    assert follow(table, meters, 1, SUITED) == 100_000
    assert follow(table, meters, 1, DIAMONDS) == 900_000


def test_MB_6_a_share_leaves_the_rest_and_its_own_odd_cents() -> None:
    table = open_house("baccarat", {"base": "standard", WAGER: "2"})
    meters = Meters({WAGER: {"main": Cents(1_000_003)}})
    assert follow(table, meters, 3, SUITED) == 83_333  # 250,000 to share, one cent stays
    assert follow(table, meters, 1, SUITED) == 187_501  # a quarter of 750,004
    assert follow(table, meters, 1, UNSUITED) == 100_000
    assert follow(table, meters, 1, DIAMONDS) == 562_503


def test_MB_6_a_house_may_restart_elsewhere() -> None:
    table = open_house("baccarat", {"base": "standard", WAGER: "3"})
    meters = Meters({WAGER: {"main": Cents(700_000)}}, restarts={WAGER: {"main": Cents(650_000)}})
    assert follow(table, meters, 1, SIX_SUITED) == 700_000
    assert follow(table, meters, 1, SIX_SUITED) == 650_000


@pytest.mark.parametrize(
    ("paytable", "hands", "seed"),
    [
        ("1", DIAMONDS, 1_000_000),
        ("1-five-dollar", DIAMONDS, 5_000_000),
        ("2", DIAMONDS, 1_000_000),
        ("3", SIX_SUITED, 500_000),
    ],
)
def test_MB_5_printed_seeds(paytable: str, hands: tuple[str, str], seed: int) -> None:
    stake = Cents(500 if paytable == "1-five-dollar" else 100)
    table = open_house("baccarat", {"base": "standard", WAGER: paytable})
    meters = Meters({WAGER: {"main": Cents(9_000_000)}})
    player, banker = (parse_cards(hand) for hand in hands)
    actions = [Deal("player", player[:2]), Deal("banker", banker[:2])]
    actions += [Deal("player", player[2:]), Deal("banker", banker[2:])]
    bets = {1: {"player": Cents(1000), WAGER: stake}}
    paid = [line(replay(table, bets, actions, meters), WAGER).paid_cents for _ in range(2)]
    assert paid == [9_000_000, seed]
