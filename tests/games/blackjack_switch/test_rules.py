"""Blackjack Switch: what a switch makes, what a blackjack wins, and Super Match.

A seat's cards are listed as dealt: a card to each hand, another to each, then what is drawn.
"""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules.round import Round
from rules.shoe_support import line, net, order, play, refuses

WAGERS = {"blackjack": 1000, "blackjack_2": 1000}


def bet(hand: str, dealer: str, decisions: str = "", match: int = 0, **options: Any) -> Round:
    """One seat with $10 on each hand."""
    wagers = WAGERS | ({"super_match": match} if match else {})
    paytables = {"super_match": "blackjack_switch/super_match/1"} if match else {}
    cards = {"1": hand, "dealer": dealer}
    return play(
        "blackjack_switch", cards, {1: wagers}, decisions, options=options, paytables=paytables
    )


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions", "cents"),
    [
        # 9-6 and 5-T become 9-T and 5-6, which doubles to 21
        ("9h 5c 6d Ts Td", "Ts 8h", "switch; stand; double", 3000),
        ("9h 5c 6d Ts", "Ts 8h", "keep; stand; stand", -2000),  # 15 and 15 lose to 18
        ("9h 5c Td 6s Td", "Ts 8h", "keep; stand; double", 3000),
        ("Tc Td 8h 9s", "6s Th 6d", "keep; stand; stand", 0),  # 22 pushes both
        ("Tc Td 5h 9s Kc", "6s Th 6d", "keep; hit; stand", -1000),  # but not a hand that is bust
        ("Tc Td 8h 9s", "6s Th 7d", "keep; stand; stand", 2000),  # 23 does not
        # the second hand splits: 19, 18 and 18 against 17
        ("9c 8c Td 8d Th Ts", "Ts 7h", "keep; stand; split; stand; stand", 3000),
        # 8-8 made by the switch splits too; 18, 18 and 19
        ("8c 9c Td 8d Th Ts", "Ts 7h", "switch; split; stand; stand; stand", 3000),
    ],
)
def test_two_hands_are_played_as_kept_or_switched(
    hand: str, dealer: str, decisions: str, cents: int
) -> None:
    assert net(bet(hand, dealer, decisions)) == cents


def test_a_dealt_blackjack_wins_even_money_against_22() -> None:
    played = bet("Ac 9h Kd Ts", "6s Th 6d", "keep; stand")
    assert net(played, "blackjack") == 1000
    assert net(played, "blackjack_2") == 0


def test_a_switched_blackjack_is_just_21() -> None:
    """A-5 and 9-K become A-K and 9-5."""
    hand = "Ac 9h 5d Kd"
    assert net(bet(hand, "6s Th 6d", "switch; stand")) == 0  # 22 pushes both
    assert net(bet(hand, "Ts 8h", "switch; stand")) == 0  # 21 wins, 14 loses
    assert net(bet(hand, "Ts 5h 6d", "switch; stand")) == -1000  # the dealer's 21 ties it


def test_a_switched_blackjack_wins_where_the_house_says_so() -> None:
    played = bet("Ac 9h 5d Kd", "6s Th 6d", "switch; stand", switched_blackjack="blackjack")
    assert net(played) == 1000


def test_two_blackjacks_that_switch_are_just_21() -> None:
    assert net(bet("Ac Ad Kc Qd", "6s Th", "keep")) == 2000
    assert net(bet("Ac Ad Kc Qd", "6s Th 6d", "switch")) == 0


def test_a_dealers_blackjack_ends_the_round_before_any_switch() -> None:
    assert net(bet("9h 5c 6d Ts", "Ts Ah")) == -2000
    assert net(bet("Ac 9h Kd Ts", "Ts Ah")) == -1000  # a blackjack pushes
    assert net(bet("Ac 9h Kd Ts", "Ts Ah", blackjack_tie="wins")) == 0
    assert net(bet("Ac 9h 5d Kd", "Ts Ah", switched_blackjack="blackjack")) == -2000


def test_insurance_is_up_to_half_of_both_wagers() -> None:
    assert net(bet("9h 5c 6d Ts", "As Kh", "insure 1000")) == 0
    with refuses("ACTION_AMOUNT_WRONG"):
        bet("9h 5c 6d Ts", "As Kh", "insure 1001")


def test_one_hand_may_be_surrendered_where_the_house_says_so() -> None:
    hand = "Tc Tc 6d 9h"
    assert net(bet(hand, "Ts 8h", "keep; surrender; stand", surrender="late")) == 500
    assert net(bet(hand, "Ts 8h", "keep; surrender; surrender", surrender="late")) == -1000
    with refuses("ACTION_ILLEGAL"):
        bet(hand, "Ts 8h", "keep; surrender; stand")


def test_each_hand_has_its_wager_and_number() -> None:
    played = bet("8c 9c 8d Td Th Ts", "Ts 7h", "keep; split; stand; stand; stand")
    assert [line(played, "blackjack", hand=hand).net_cents for hand in (1, 2)] == [1000, 1000]
    assert line(played, "blackjack_2", hand=3).net_cents == 1000


def test_the_switch_comes_before_any_card() -> None:
    with refuses("ACTION_ILLEGAL"):
        bet("9h 5c 6d Ts 2d", "Ts 8h", "hit; stand; stand")
    with refuses("ACTION_ILLEGAL"):
        bet("9h 5c 6d Ts 2d", "Ts 8h", "keep; switch; stand")


def test_both_wagers_are_made_and_equal() -> None:
    cards = {"1": "9h 5c 6d Ts", "dealer": "Ts 8h"}
    with refuses("WAGER_MISSING"):
        play("blackjack_switch", cards, {1: {"blackjack": 1000}})
    with refuses("WAGER_NOT_EQUAL"):
        play("blackjack_switch", cards, {1: {"blackjack": 1000, "blackjack_2": 500}})


@pytest.mark.parametrize(
    ("hand", "cents"),
    [
        ("9h 5c 6d Ts", -500),
        ("Kh 5c 6d Ks", 500),  # a pair, across the hands too
        ("Kh Ts 6d Qs", -500),  # ten-cards of different ranks are none
        ("Kh Kc 6d Ks", 2500),
        ("Kh 6c 6d Ks", 4000),  # two pairs, whose 8 to 1 is above three of a kind
        ("Kh Kh Kd Kh", 20000),
    ],
)
def test_super_match_pays_the_first_four_cards_once(hand: str, cents: int) -> None:
    played = bet(hand, "Ts 8h", "keep; stand; stand", 500)
    assert net(played, "super_match") == cents
    assert order(played)[0] == (1, "super_match")


def test_super_match_is_settled_before_a_switch_and_against_a_blackjack() -> None:
    assert net(bet("Kh 5c 6d Ks", "Ts Ah", "", 500), "super_match") == 500
    switched = bet("Kh Ks 6d 5c", "Ts 8h", "switch; stand; stand", 500)
    assert net(switched, "super_match") == 500
