"""Progressive wagers and envy of Crazy 4 Poker and the multi-game tables. Amounts are cents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from house_files import FOUR_CARD_LABELS
from pitboss.rules.catalog import Paytables

from .support import line_of, net, record, refused, settle, told

PLAIN = "2d 4c 6h 8d Tc"
DEALER = "Kc 7d 5h 3s 2c"
FOUR_ACES = "Ac Ad Ah As 9c"
ROYAL = "Ts Js Qs Ks As"
STRAIGHT_FLUSH = "5s 6s 7s 8s 9s"
OTHER_STRAIGHT_FLUSH = "6h 7h 8h 9h Th"


def crazy4(
    hands: dict[int, str],
    *actions: str,
    wager: str = "progressive",
    name: str = "pays-1",
    cents: int = 100,
    dealer: str = DEALER,
    **rest: object,
) -> dict[str, Any]:
    """A round in which every seat makes the jackpot's wager, and plays unless told otherwise."""
    folder = "multi_game" if wager == "five_card" else "crazy4"
    placed = {"ante": 1000, "super_bonus": 1000, wager: cents}
    return record(
        "crazy4",
        cards={**hands, "dealer": dealer},
        wagers=dict.fromkeys(hands, placed),
        actions=actions or [f"{seat} play 1000" for seat in hands],
        **{"paytables": {wager: f"{folder}/{wager}/{name}"}, **rest},
    )


def jackpot_lines(played: dict[str, Any], wager: str) -> list[str]:
    return [text for text in told(played) if text.split()[1] == wager]


@pytest.mark.parametrize(
    ("player", "first", "second"),
    [
        ("3c 3d 8c 8h Jd", 0, 0),
        ("Ah Th 6h 4h 2d", 0, 0),  # a flush is below three of a kind
        ("4c 4d 4h 9s Jd", 900, 1500),
        ("5s 6s 7s 8s Ad", 10000, 10000),
        ("4c 4d 4h 4s 9c", 30000, 30000),
        (FOUR_ACES, 1234567, 1234567),
    ],
)
def test_PS_40_the_best_four_pay_and_stakes_are_kept(player: str, first: int, second: int) -> None:
    for name, paid in (("pays-1", first), ("pays-2", second), ("pays-3", second)):
        played = crazy4({1: player}, name=name, meters={"progressive": {"main": 1234567}})
        line = line_of(played, 1, "progressive")
        assert (line.stake_cents, line.back_cents, line.paid_cents) == (100, 0, paid)


@pytest.mark.parametrize(
    ("player", "paid"),
    [
        ("3c 3d 8c 8h Jd", 0),
        ("4c 4d 4h 9s Jd", 900),
        ("4c 5d 6h 7s 8h", 3000),
        ("4d 5c 6h 7s Jd", 0),  # a straight of four cards is none of five
        ("Ah Th 6h 4h 3h", 4000),
        ("Ah Th 6h 4h 2d", 0),
        ("9c 9d 9h 4c 4d", 5000),
        ("4c 4d 4h 4s 9c", 30000),
        (STRAIGHT_FLUSH, 50000),
        (ROYAL, 500000),
    ],
)
def test_PS_42_all_five_cards_of_crazy_4_count(player: str, paid: int) -> None:
    meters = {"five_card": {"main": 500000}}
    played = crazy4({1: player}, wager="five_card", name="01", meters=meters)
    line = line_of(played, 1, "five_card")
    assert (line.stake_cents, line.back_cents, line.paid_cents) == (100, 0, paid)


@pytest.mark.parametrize(
    ("player", "name", "level", "paid"),
    [
        (ROYAL, "ml01", "mega", 500000),
        (STRAIGHT_FLUSH, "ml01", "major", 100000),
        ("4c 4d 4h 4s 9c", "ml01", "tray", 30000),
        (ROYAL, "ml03", "mega", 500000),
        (STRAIGHT_FLUSH, "ml03", "major", 100000),
        ("4c 4d 4h 4s 9c", "ml03", "minor", 25000),
    ],
)
def test_PS_42_levels_of_multi_game_tables(player: str, name: str, level: str, paid: int) -> None:
    shown = {"mega": 500000, "major": 100000} | ({"minor": 25000} if name == "ml03" else {})
    played = crazy4({1: player}, wager="five_card", name=name, meters={"five_card": shown})
    line = line_of(played, 1, "five_card")
    assert (line.source, line.paid_cents) == (level, paid)


@pytest.mark.parametrize(
    ("hole", "board", "paid"),
    [
        ("Tc Td", "Th 5d 2h Ts Kh", 900),  # only the flop counts, not the fourth ten
        ("Ah Kh", "Qh Jh Th 2h 3h", 500000),
        ("Ah Kh", "Qh Jh 2s Th 3s", 0),
        ("9h Kh", "Qh Jh Th 2s 3s", 50000),
    ],
)
def test_PS_42_hole_cards_and_flop_of_holdem_count(hole: str, board: str, paid: int) -> None:
    played = record(
        "holdem_bonus",
        paytables={"five_card": "multi_game/five_card/01"},
        meters={"five_card": {"main": 500000}},
        cards={1: hole, "dealer": "2c 3d", "board": board},
        wagers={1: {"ante": 1000, "five_card": 100}},
        actions=("1 bet", "1 check", "1 check"),
    )
    assert line_of(played, 1, "five_card").paid_cents == paid


# ---- the posted order ---------------------------------------------------------------------------


def test_PS_14_two_percentages_are_paid_from_the_dealers_right() -> None:
    played = crazy4(
        {1: STRAIGHT_FLUSH, 2: "2d 4c 6c 8d Tc", 3: OTHER_STRAIGHT_FLUSH},
        wager="five_card",
        name="01",
        meters={"five_card": {"main": 1000005}},
        dealer="Kc 7d 5c 3s 2c",
    )
    awards = [line for line in settle(played) if line.result == "wins" and line.source == "main"]
    # 10 % of 10,000.05 rounded down, then 10 % of the 9,000.05 that it left.
    assert [(line.seat, line.paid_cents) for line in awards] == [(3, 100000), (1, 90000)]


@pytest.mark.parametrize(
    ("royal_seat", "restarts", "paid"),
    [
        (1, {}, {3: 100000, 1: 900000}),
        (3, {}, {3: 1000000, 1: 50000}),  # 10 % of the seed of $5,000
        (3, {"five_card": {"main": 700000}}, {3: 1000000, 1: 70000}),
    ],
)
def test_PS_14_a_royal_and_a_straight_flush(
    royal_seat: int, restarts: dict[str, dict[str, int]], paid: dict[int, int]
) -> None:
    played = crazy4(
        {royal_seat: ROYAL, 4 - royal_seat: OTHER_STRAIGHT_FLUSH},
        wager="five_card",
        name="01",
        meters={"five_card": {"main": 1000000}},
        restarts=restarts,
        dealer="Kc 7d 5c 3s 2c",
    )
    lines = [line for line in settle(played) if line.result == "wins" and line.source == "main"]
    assert {line.seat: line.paid_cents for line in lines} == paid
    assert [line.seat for line in lines] == [3, 1]


def test_PS_11_an_award_without_its_meter_is_refused() -> None:
    refusal = refused(crazy4({1: FOUR_ACES}))
    assert (refusal.code, refusal.where) == ("METER_MISSING", "meters.progressive.main")


# ---- fixed pays from a meter --------------------------------------------------------------------

FROM_THE_METER = (
    """
title = "Ours"
games = ["crazy4"]
wager = "$1"
[source]
name = "our own"
[pays]
nothing = "loses"
three_of_a_kind = "9 for 1 from main"
straight_flush = "$100 from main"
four_of_a_kind = "50 % of main"
four_aces = "100 % of main"
[levels.main]
seed = "$10"
rate_ppm = 700_000
[split]
house_ppm = 300_000
"""
    + FOUR_CARD_LABELS
)


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        (20000, 10000),  # the $100 lowers the meter, then all of it is won
        (10001, 1),
        (4000, 0),  # the house adds what the meter lacks
    ],
)
def test_PS_12_a_fixed_pay_from_the_meter_lowers_it(tmp_path: Path, shown: int, left: int) -> None:
    path = tmp_path / "crazy4" / "progressive" / "ours.toml"
    path.parent.mkdir(parents=True)
    path.write_text(FROM_THE_METER, "utf-8")
    played = crazy4(
        {1: FOUR_ACES, 3: "5s 6s 7s 8s Qd"}, name="ours", meters={"progressive": {"main": shown}}
    )
    lines = [at for at in settle(played, Paytables(tmp_path)) if at.wager == "progressive"]
    assert [(line.seat, line.source, line.paid_cents) for line in lines] == [
        (3, "main", 10000),
        (1, "main", left),
    ]


# ---- another wager than a dollar ----------------------------------------------------------------


def test_PS_16_the_usual_wager_is_the_paytables_own() -> None:
    refusal = refused(crazy4({1: PLAIN}, cents=200))
    assert (refusal.code, refusal.where) == ("WAGER_OUTSIDE_LIMITS", "wagers.1: progressive")


def test_PS_16_fixed_pays_multiply() -> None:
    limits = {"progressive": [500, 500]}
    played = crazy4({1: "4c 4d 4h 4s 9c"}, cents=500, limits=limits)
    assert line_of(played, 1, "progressive").paid_cents == 150000


def test_PS_16_a_jackpot_has_one_fixed_wager() -> None:
    limits = {"progressive": [100, 500]}
    refusal = refused(crazy4({1: PLAIN}, cents=300, limits=limits))
    assert "progressive" in refusal.where


# ---- envy ---------------------------------------------------------------------------------------


def test_PS_20_every_other_seat_with_the_wager_gets_envy_at_the_end() -> None:
    played = crazy4({1: "3c 6c 8c Jd Qh", 2: "4c 4d 4h 4s 9c", 3: "2d 5c 6h 8d Tc"})
    del played["wagers"]["1"]["progressive"]
    assert jackpot_lines(played, "progressive") == [
        "3 progressive loses -100",
        "2 progressive wins +29900",
        "3 progressive envy +1000",
    ]
    assert told(played)[-1] == "3 progressive envy +1000"


def test_PS_20_two_hitters_each_pay_and_each_gets_the_others() -> None:
    played = crazy4(
        {1: FOUR_ACES, 2: PLAIN, 3: "5s 6s 7s 8s Qd"},
        meters={"progressive": {"main": 200000}},
        dealer="Kc 7d 5h 3d 2c",
    )
    assert jackpot_lines(played, "progressive") == [
        "3 progressive wins +9900",
        "2 progressive loses -100",
        "1 progressive wins +199900",
        "2 progressive envy +500",
        "1 progressive envy +500",
        "3 progressive envy +10000",
        "2 progressive envy +10000",
    ]


def test_PS_20_nobody_gets_envy_from_the_dealer() -> None:
    played = crazy4({1: PLAIN, 2: "3c 3d 8c 9h Jd"}, dealer=FOUR_ACES)
    assert jackpot_lines(played, "progressive") == [
        "2 progressive loses -100",
        "1 progressive loses -100",
    ]


def test_PS_20_pays_2_has_no_envy_for_a_straight_flush() -> None:
    played = crazy4({1: PLAIN, 2: "5s 6s 7s 8s Qd"}, name="pays-2")
    assert jackpot_lines(played, "progressive") == [
        "2 progressive wins +9900",
        "1 progressive loses -100",
    ]


def test_PS_21_a_folded_seat_still_gets_envy() -> None:
    played = crazy4({1: PLAIN, 2: "5s 6s 7s 8s Qd"}, "1 fold", "2 play 1000")
    assert net(played)[1] == -2000 - 100 + 500


def test_PS_21_four_card_envy_does_not_multiply() -> None:
    limits = {"progressive": [500, 500]}
    played = crazy4({1: PLAIN, 2: "5s 6s 7s 8s Qd"}, cents=500, limits=limits)
    assert "1 progressive envy +500" in told(played)


def test_PS_21_multi_game_envy_multiplies_by_the_wager() -> None:
    played = crazy4(
        {1: PLAIN, 2: STRAIGHT_FLUSH},
        wager="five_card",
        name="ml01",
        cents=500,
        limits={"five_card": [500, 500]},
        meters={"five_card": {"mega": 500000, "major": 100000}},
    )
    assert jackpot_lines(played, "five_card") == [
        "2 five_card wins +99500",
        "1 five_card loses -500",
        "1 five_card envy +150000",
    ]


# ---- folded hands -------------------------------------------------------------------------------


def test_PS_35_where_the_house_says_no_a_folded_hand_wins_nothing_and_gives_no_envy() -> None:
    played = crazy4({1: PLAIN, 2: "5s 6s 7s 8s Qd"}, "1 play 1000", "2 fold")
    played["options"] = {"folded_qualify": "no"}
    assert jackpot_lines(played, "progressive") == [
        "2 progressive loses -100",
        "1 progressive loses -100",
    ]


def test_PS_35_where_the_house_says_yes_a_folded_hand_wins() -> None:
    played = crazy4({1: PLAIN, 2: "5s 6s 7s 8s Qd"}, "1 play 1000", "2 fold")
    played["options"] = {"folded_qualify": "yes"}
    assert jackpot_lines(played, "progressive") == [
        "2 progressive wins +9900",
        "1 progressive loses -100",
        "1 progressive envy +500",
    ]


@pytest.mark.parametrize("wager", ["progressive", "five_card"])
def test_PS_42_each_line_names_the_rule_that_decided_it(wager: str) -> None:
    name, rule = {"progressive": ("pays-1", "PS-40"), "five_card": ("01", "PS-42")}[wager]
    played = crazy4({1: "4c 4d 4h 9s Jd"}, wager=wager, name=name)
    assert line_of(played, 1, wager).rule.startswith(rule)
