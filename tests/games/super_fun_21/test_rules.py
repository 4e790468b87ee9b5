"""Super Fun 21: hands paid at once, doubles and their rescue, blackjacks."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules.round import Round
from rules.shoe_support import line, net, play, refuses


def bet(hand: str, dealer: str, decisions: str = "", **options: Any) -> Round:
    """One seat with $10; cards after the first two go to its hands as they are played."""
    cards = {"1": hand, "dealer": dealer}
    return play("super_fun_21", cards, {1: {"blackjack": 1000}}, decisions, options=options)


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions", "cents"),
    [
        ("2c 3d 2h 4s Td", "Ts 8h", "hit; hit; hit", 2000),  # 21 with five cards: 2 to 1
        ("2c 3d 2h 4s 3h 7c", "Ts 8h", "hit; hit; hit; hit", 2000),  # with six
        ("2c 3d 2h 4s 3h 2d", "Ts 8h", "hit; hit; hit; hit", 1000),  # six cards, 16: even money
        ("2c 3d 2h 4s 3h Ad", "Ts Th", "hit; hit; hit; hit", 1000),  # six cards beat a 20
        ("2c 3d 2h 4s 8d", "Ts Th", "hit; hit; hit; stand", -1000),  # five cards of 19 don't
        ("2c 3d 6h Td", "Ts Th", "hit; hit", 1000),  # 21 with four cards beats 20
        ("2c 3d 6h Td", "Ts 5h 6s", "hit; hit", 0),  # and ties 21
        ("2c 3d 2h 4s 3h Tc", "Ts 8h", "hit; hit; hit; hit", -1000),  # six cards over 21
    ],
)
def test_hands_of_many_cards(hand: str, dealer: str, decisions: str, cents: int) -> None:
    assert net(bet(hand, dealer, decisions)) == cents


@pytest.mark.parametrize(
    ("hand", "dealer", "cents"),
    [
        ("Ac Kd", "Ts 8h", 1000),
        ("Ad Kd", "Ts 8h", 2000),
        ("Td Ad", "As Kh", 2000),  # in diamonds, against the dealer's
        ("Ah Kh", "Ts Ac", 1000),
        ("Tc Th", "Ts Ah", -1000),
    ],
)
def test_a_blackjack_always_wins(hand: str, dealer: str, cents: int) -> None:
    assert net(bet(hand, dealer, "decline" if dealer[0] == "A" else "")) == cents


def test_insurance_pays_2_to_1_beside_a_losing_hand() -> None:
    assert net(bet("Tc Th", "As Kh", "insure 500")) == 0


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions", "cents"),
    [
        ("5c 6d Th", "Ts 8h", "double 1000", 2000),  # a 21 isn't asked about a rescue
        ("2c 3d 6h Th", "Ts 8h", "hit; double 1000", 2000),  # on three cards
        ("5c 6d 4h", "Ts 8h", "double 1000; surrender", -1000),  # half of the doubled wager
        ("5c 6d 4h", "Ts 8h", "double 1000; stand", -2000),
        ("5c 6d 4h", "Ts 6h Td", "double 1000; stand", 2000),
        ("2c 3d 2h 4s Td", "Ts 8h", "hit; hit; double 1000", 2000),  # no 2 to 1 after a double
        ("2c 3d 2h 4s 3h 2s", "Ts 8h", "hit; hit; hit; double 1000; stand", -2000),  # no six cards
        ("5c 9d 9h", "Ts 8h", "double 1000", -2000),
    ],
)
def test_a_double_on_any_number_of_cards(
    hand: str, dealer: str, decisions: str, cents: int
) -> None:
    assert net(bet(hand, dealer, decisions)) == cents


def test_a_double_adds_the_wager_and_no_less() -> None:
    with refuses("ACTION_AMOUNT_WRONG"):
        bet("5c 6d Th", "Ts 8h", "double 500")


def test_nobody_doubles_twice_or_hits_a_doubled_hand() -> None:
    for action in ("double 1000", "hit"):
        with refuses("ACTION_ILLEGAL"):
            bet("2c 3d 2h 4s", "Ts 8h", f"double 1000; {action}")


def test_a_surrender_comes_with_any_number_of_cards() -> None:
    assert net(bet("Tc 2d 3h", "Ts 8h", "hit; surrender")) == -500


def test_split_hands_are_paid_at_once_and_surrendered_too() -> None:
    """8-2-2-3-6 is a 21 with five cards; 8-7 is given up."""
    played = bet("8c 8d 2h 2s 3d 6h 7c", "Ts 9h", "split 1000; hit; hit; hit; surrender")
    assert line(played, "blackjack", hand=1).net_cents == 2000
    assert line(played, "blackjack", hand=2).net_cents == -500


def test_split_aces_hit_double_and_split_again() -> None:
    decisions = "split 1000; split 1000; double 1000; stand; stand; hit; stand"
    # A-5 doubles to 19, A-9 stands on 20, the third ace hits A-9 with a ten: 20
    played = bet("Ac Ad Ah 5s 3c 9c 9d Ts", "Th 7h", decisions)
    assert [line(played, "blackjack", hand=each).net_cents for each in (1, 2, 3)] == [
        2000,
        1000,
        1000,
    ]


def test_one_deck_has_each_card_once() -> None:
    with refuses("CARD_DUPLICATED"):
        bet("Tc Tc", "Ts 8h", "stand")
