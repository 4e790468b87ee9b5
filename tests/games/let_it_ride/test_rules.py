"""Let It Ride, rule by rule. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from rules.support import net, record, refused, told

FIVE = {"five_card": "multi_game/five_card/01"}
PAYTABLES = {"three_card_bonus": "let_it_ride/three_card_bonus/50-40-30-6-3-1", **FIVE}
METERS = {"five_card": {"main": 600_050}}


def one(player: str, board: str, *actions: str, **more: int) -> dict[str, Any]:
    """A round of one seat with three bets of $5; both bets ride unless told otherwise."""
    return record(
        "let_it_ride",
        cards={1: player, "board": board},
        wagers={1: {"bet_1": 500, "bet_2": 500, "bet_3": 500, **more}},
        actions=[f"1 {action}" for action in actions or ("ride", "ride")],
        paytables=PAYTABLES,
        meters=METERS,
    )


@pytest.mark.parametrize(
    ("player", "board", "to_one"),
    [
        ("As Ks Qs", "Js Ts", 1000), ("9s Ks Qs", "Js Ts", 200), ("9s 9h 9d", "9c 2s", 50),
        ("9s 9h 9d", "2c 2s", 11), ("2s 9s Qs", "Js Ts", 8), ("As 2h 3d", "4c 5s", 5),
        ("9s 9h 4d", "9c 2s", 3), ("9s 9h 4d", "4c 2s", 2), ("Ts 9h 4d", "Tc 2s", 1),
        ("9s 9h Ad", "Kc Qs", -1), ("As Kh Qd", "Jc 9s", -1), ("Ks Ah 2d", "3c 4s", -1),
    ],
)  # fmt: skip
def test_every_bet_left_pays_by_all_five_cards(player: str, board: str, to_one: int) -> None:
    assert net(one(player, board)) == {1: 3 * 500 * to_one}


@pytest.mark.parametrize(
    ("actions", "results"),
    [
        (("take_back", "take_back"), ["bet_1 pushes 0", "bet_2 pushes 0", "bet_3 wins +500"]),
        (("take_back", "ride"), ["bet_1 pushes 0", "bet_2 wins +500", "bet_3 wins +500"]),
        (("ride", "take_back"), ["bet_2 pushes 0", "bet_1 wins +500", "bet_3 wins +500"]),
        (("ride", "ride"), ["bet_1 wins +500", "bet_2 wins +500", "bet_3 wins +500"]),
    ],
)
def test_a_bet_taken_back_is_neither_paid_nor_lost(
    actions: tuple[str, str], results: list[str]
) -> None:
    assert told(one("Ts 9h 4d", "Tc 2s", *actions)) == [f"1 {result}" for result in results]


def test_the_third_bet_can_not_be_taken_back() -> None:
    three = one("Ts 9h 4d", "Tc 2s", "take_back", "take_back", "take_back")
    assert refused(three).code == "ACTION_ILLEGAL"


def test_each_bet_is_decided_for_all_seats_before_the_next_card() -> None:
    shared = record(
        "let_it_ride",
        cards={1: "Ts 9h 4d", 3: "As Kh Qd", "board": "Tc 2s"},
        wagers={seat: {"bet_1": 500, "bet_2": 500, "bet_3": 500} for seat in (1, 3)},
        actions=["1 ride", "3 take_back", "1 ride", "3 take_back"],
    )
    assert told(shared) == [
        "3 bet_1 pushes 0", "3 bet_2 pushes 0", "3 bet_3 loses -500",
        "1 bet_1 wins +500", "1 bet_2 wins +500", "1 bet_3 wins +500",
    ]  # fmt: skip


def test_the_three_bets_are_equal() -> None:
    assert refused(one("Ts 9h 4d", "Tc 2s", bet_2=600)).code == "WAGER_NOT_EQUAL"


@pytest.mark.parametrize(
    ("player", "paid"),
    [
        ("As Ks Qs", 25_000), ("3s 2s As", 20_000), ("2c 2d 2h", 15_000), ("Ac 2d 3h", 3_000),
        ("2s 3s 5s", 1_500), ("2c 2d 3h", 500), ("Kc Ad 2h", -500),
    ],
)  # fmt: skip
@pytest.mark.parametrize("action", ["ride", "take_back"])
def test_3_card_bonus_pays_the_players_own_cards(player: str, paid: int, action: str) -> None:
    lines = told(one(player, "8c Jd", action, action, three_card_bonus=500))
    assert lines[-1].split()[1::2] == ["three_card_bonus", f"{paid:+d}"]


@pytest.mark.parametrize(
    ("player", "board", "paid"),
    [
        ("As Ks Qs", "Js Ts", 600_050 - 100), ("9s Ks Qs", "Js Ts", 60_005 - 100),
        ("9s 9h 9d", "9c 2s", 29_900), ("9s 9h 4d", "9c 2s", 800), ("9s 9h 4d", "4c 2s", -100),
    ],
)  # fmt: skip
def test_PS_42_the_progressive_pays_all_five_cards(player: str, board: str, paid: int) -> None:
    lines = told(one(player, board, "take_back", "take_back", five_card=100))
    assert lines[-1].split()[1::2] == ["five_card", f"{paid:+d}"]


def test_cards_too_few_and_twice_are_refused() -> None:
    assert refused(one("Ts 9h", "Tc 2s")).code == "CARDS_WRONG_NUMBER"
    assert refused(one("Ts 9h 4d", "Ts 2s")).code == "CARD_DUPLICATED"
