"""Free Bet Blackjack: what is free, what it wins and loses, and the dealer's 22."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules.round import Round
from rules.shoe_support import net, order, play, refuses


def bet(hand: str, dealer: str, decisions: str = "", **options: Any) -> Round:
    """One seat with $10; the cards after the first two go to its hands as they are played."""
    cards = {"1": hand, "dealer": dealer}
    return play("free_bet", cards, {1: {"blackjack": 1000}}, decisions, options=options)


@pytest.mark.parametrize(
    ("hand", "dealer", "cents"),
    [
        ("5c 6d Th", "Ts 8h", 2000),  # 21 beats 18: the wager and the free bet are paid
        ("5c 6d 2h", "Ts 8h", -1000),  # 13 loses the wager alone
        ("5c 6d 7h", "Ts 8h", 0),  # 18 ties
        ("4c 5d Th", "6s Th 6d", 0),  # the dealer's 22 pushes
        ("4c 6d Th", "6s Th 7d", 2000),  # 23 is a bust
    ],
)
def test_a_free_double_wins_twice_and_loses_once(hand: str, dealer: str, cents: int) -> None:
    assert net(bet(hand, dealer, "double")) == cents


@pytest.mark.parametrize("hand", ["3c 5d", "5c 7d", "Ac 8d", "Ac 7d"])
def test_other_totals_and_soft_hands_double_for_money(hand: str) -> None:
    assert net(bet(f"{hand} 2h", "Ts 8h", "double 1000")) in (-2000, 2000)
    with refuses("ACTION_AMOUNT_WRONG"):
        bet(f"{hand} 2h", "Ts 8h", "double 500")


def test_a_free_double_takes_no_money() -> None:
    with refuses("ACTION_AMOUNT_WRONG"):
        bet("5c 6d Th", "Ts 8h", "double 1000")


def test_three_cards_of_eleven_do_not_double() -> None:
    with refuses("ACTION_ILLEGAL"):
        bet("2c 3d 6h Th", "Ts 8h", "hit; double")


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions", "cents"),
    [
        ("8c 8d Th Ts", "Ts 7h", "split; stand; stand", 2000),  # 18 and 18 beat 17
        ("8c 8d Th 9s", "Ts 8h", "split; stand; stand", 0),  # 18 ties, the free 17 loses nothing
        ("8c 8d 9h Ts", "Ts 8h", "split; stand; stand", -1000),  # 17 loses, the free 18 ties
        ("8c 8d 5h Ts Td", "Ts 7h", "split; hit; stand", 0),  # 23 loses, the free 18 wins
        ("8c 8d Th 5s Td", "Ts 7h", "split; stand; hit", 1000),  # 18 wins, the free hand busts
        ("8c 8d Th Ts", "6s Th 6d", "split; stand; stand", 0),  # 22 pushes both
        # 8-3 doubles free to 21, the free hand 8-2 to 20: two wins of two each
        ("8c 8d 3h Ts 2c Td", "Ts 7h", "split; double; double", 4000),
        # the free hand of soft 19 doubles for money and loses just that
        ("8c 8d Th Ah 5c", "Ts 8h", "split; stand; double 1000", -1000),
    ],
)
def test_a_free_split(hand: str, dealer: str, decisions: str, cents: int) -> None:
    assert net(bet(hand, dealer, decisions)) == cents


def test_all_four_hands_ride_on_one_wager() -> None:
    hand = "8c 8d 8h 8s Tc Td Th 9s"
    decisions = "split; split; split; stand; stand; stand; stand"
    # 8-10, 8-10, 8-10 and 8-9 against 17: three wins and a push.
    assert net(bet("8c 8d 8h 8s 9c Td Th Ts", "Ts 7h", decisions)) == 3000 - 0
    # All four lose to 20: only the wager is lost.
    assert net(bet(hand, "Ts Kh", decisions)) == -1000


def test_tens_split_for_money_and_fours_where_the_house_says_so() -> None:
    assert net(bet("Tc Kd 5h 6s", "Ts 8h", "split; stand; stand")) == -2000
    assert net(bet("4c 4d Th Ts", "Ts 8h", "split; stand; stand")) == -1000
    paid = bet("4c 4d Th Ts", "Ts 8h", "split 1000; stand; stand", free_fours="no")
    assert net(paid) == -2000


def test_aces_split_again_and_get_one_card_each() -> None:
    played = bet("Ac Ad Ah 9c 8c 6c", "Ts 8h", "split; split")
    # 20 wins $10 on the own wager, the free 19 wins $10, the free 17 loses nothing.
    assert net(played) == 2000


def test_a_blackjack_is_paid_before_the_dealer_draws_to_22() -> None:
    assert net(bet("Ac Kd", "6s Th")) == 1500
    assert net(bet("Tc 9d", "6s Th 6d", "stand")) == 0
    assert net(bet("Tc 9d 5h", "6s Th", "hit")) == -1000  # a bust is lost before that


def test_there_is_no_surrender() -> None:
    with refuses("ACTION_ILLEGAL"):
        bet("Tc 6d", "Ts 8h", "surrender")


def test_a_free_bet_that_wins_is_a_line_of_its_own() -> None:
    assert order(bet("5c 6d Th", "Ts 8h", "double")) == [(1, "blackjack"), (1, "blackjack_bonus")]
