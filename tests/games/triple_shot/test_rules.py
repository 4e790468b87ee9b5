"""Triple Shot, rule by rule. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from rules.support import net, record, refused, told

EIGHTEEN = "9c 9d"


def one(player: str, dealer: str, *actions: str, **wagers: int) -> dict[str, Any]:
    """A round of one seat, with $10 at blackjack unless other wagers are given."""
    return record(
        "triple_shot",
        cards={1: player, "dealer": dealer},
        wagers={1: wagers or {"blackjack": 1000}},
        actions=tuple(f"1 {action}" for action in actions),
        paytables={"war": "triple_shot/war/standard", "poker": "triple_shot/poker/100-30-15"},
    )


@pytest.mark.parametrize(("player", "won"), [("Ac", 1000), ("Kc", -500), ("Qc", -1000)])
def test_war_is_the_first_two_cards_and_a_tie_loses_half(player: str, won: int) -> None:
    assert net(one(player, "Kd", war=1000)) == {1: won}


@pytest.mark.parametrize(
    ("player", "dealer", "actions", "won"),
    [
        ("Ks 9h", EIGHTEEN, ["stand"], 1000),
        ("Ks 8h", EIGHTEEN, ["stand"], 0),
        ("Ks 7h", EIGHTEEN, ["stand"], -1000),
        ("Ks 7h 5d", EIGHTEEN, ["hit"], -1000),
        ("Ks 2h", "9c 7d Tc", ["stand"], 1000),
        ("As Kh", EIGHTEEN, [], 1200),  # 6 to 5
        ("7s 4h Td", EIGHTEEN, ["double 1000"], 2000),
        ("7s 4h 2d", EIGHTEEN, ["double 1000"], -2000),
        ("Ks 8h", "Ac 6d Tc", ["stand"], 1000),  # the dealer hits a soft 17, and has 17 again
        ("As Ah Kd 7c", EIGHTEEN, ["split 1000"], 1000),  # 21 and 18
        ("As Ah Kd Qd", "Kc Jd", ["split 1000"], 2000),  # two 21s, no blackjacks
    ],
)
def test_blackjack(player: str, dealer: str, actions: list[str], won: int) -> None:
    assert net(one(player, dealer, *actions)) == {1: won}


def test_six_cards_that_do_not_bust_win_whatever_the_dealer_has() -> None:
    hits = ["hit"] * 4
    assert net(one("2s 2h 3s 3h 4d 5c", "Kc 9d", *hits)) == {1: 1000}
    assert net(one("2s 2h 3s 3h 4d 8c", "Kc 9d", *hits)) == {1: -1000}


def test_a_dealer_with_blackjack_pushes_a_blackjack_and_takes_the_rest() -> None:
    assert net(one("Ks 9h", "Ac Kd")) == {1: -1000}
    assert net(one("As Kh", "Ac Kd")) == {1: 0}


def test_only_aces_split_and_only_two_cards_double() -> None:
    assert refused(one("8s 8h Td Tc", EIGHTEEN, "split 1000")).code == "ACTION_ILLEGAL"
    assert refused(one("3s 4h 2d", EIGHTEEN, "hit", "double 1000")).code == "ACTION_ILLEGAL"


@pytest.mark.parametrize(
    ("player", "paid"),
    [
        ("Js Jh 9d 5c 3s 2h", -1000), ("Qs Qh 9d 5c 3s 2h", 1000), ("9s 9h 5d 5c 3s 2h", 2000),
        ("9s 9h 8d 5c 9c 2h", 3000), ("9s 8h 7d 6c 5s 2h", 4000), ("Ks 9s 7s 5s 2s 2h", 5000),
        ("9s 9h 8d 8c 9c 2h", 7000), ("8s 8h 8d 8c 3s 2h", 15_000), ("9s 8s 7s 6s 5s 2h", 30_000),
        ("As Ks Qs Js Ts 2h", 100_000),
    ],
)  # fmt: skip
def test_the_best_five_of_six_cards_are_paid_as_poker(player: str, paid: int) -> None:
    assert net(one(player, "4d", poker=1000)) == {1: paid}


def test_the_poker_hand_has_the_cards_drawn_at_blackjack() -> None:
    """A bust at blackjack, then three more cards: three queens. War went before."""
    lines = told(one("Qs Qh 4d Qd 2c 3s", "Kc 8d", "hit", war=500, blackjack=1000, poker=500))
    assert lines[0] == "1 war loses -500"
    assert lines[1] == "1 blackjack loses -1000"
    assert lines[2] == "1 poker wins +1500"


def test_cards_that_are_refused() -> None:
    assert refused(one("Ks Ks", EIGHTEEN, "stand")).code == "CARD_DUPLICATED"
    assert refused(one("Ks 9h", "9c", "stand")).code == "CARDS_WRONG_NUMBER"
