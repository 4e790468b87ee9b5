"""Zappit Blackjack: who may zap, what the new cards are worth, and the dealer's 22."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules.round import Round
from rules.shoe_support import net, play, refuses


def bet(hand: str, dealer: str, decisions: str = "", **options: Any) -> Round:
    """One seat with $10; cards after the first two in the order they are dealt."""
    cards = {"1": hand, "dealer": dealer}
    return play("zappit", cards, {1: {"blackjack": 1000}}, decisions, options=options)


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions", "cents"),
    [
        ("Tc 6d 9h Ts", "Ts 8h", "zap; stand", 1000),  # 16 becomes 19
        ("Tc 6d 9h 8s", "Ts 8h", "zap; stand", -1000),  # 17 loses to 18
        ("Tc 6d", "Ts 5h Td", "keep; stand", 1000),
        ("Tc 7d 5h 6s Td", "Ts 8h", "zap; double", 2000),  # 11 doubles to 21
        ("9c 6d 8h 8s Td 9h", "Ts 8h", "zap; split; stand; stand", -1000),  # 18 ties, 17 loses
        ("8c 8d Th 6s", "Ts 8h", "zap; surrender", -500),
        ("Tc 6d 9h Ts", "6s Th 6d", "zap; stand", 0),  # 22 pushes
        ("Tc 6d Ah Ks", "6s Th", "zap", 1000),  # an ace and a ten win at once, 1 to 1
    ],
)
def test_a_zap(hand: str, dealer: str, decisions: str, cents: int) -> None:
    assert net(bet(hand, dealer, decisions)) == cents


def test_an_ace_and_a_ten_after_a_zap_may_be_just_21() -> None:
    played = bet("Tc 6d Ah Ks", "6s Th 6d", "zap", zapped_blackjack="21")
    assert net(played) == 0  # the dealer's 22 pushes
    assert net(bet("Tc 6d Ah Ks", "6s Th 5d", "zap", zapped_blackjack="21")) == 0  # a tie


@pytest.mark.parametrize("hand", ["Tc 4d", "Ac 5d", "Tc 8d", "9c 9d", "Tc Td"])
def test_other_hands_do_not_zap(hand: str) -> None:
    with refuses("ACTION_ILLEGAL"):
        bet(f"{hand} 9h Ts", "Ts 8h", "zap; stand")


def test_18_zaps_where_the_house_says_so() -> None:
    assert net(bet("Tc 8d 9h Ts", "Ts 8h", "zap; stand", zap="15-18")) == 1000


def test_nobody_zaps_twice_or_after_a_split() -> None:
    with refuses("ACTION_ILLEGAL"):
        bet("Tc 6d 9h 6s 2d 3h", "Ts 8h", "zap; zap; stand")
    with refuses("ACTION_ILLEGAL"):
        bet("8c 8d 7h 7s 2c 3d", "Ts 8h", "keep; split; zap; stand; stand")


def test_a_dealers_blackjack_leaves_no_time_to_zap() -> None:
    assert net(bet("Tc 6d", "Ts Ah")) == -1000


def test_a_dealt_blackjack_pays_3_to_2_before_the_22() -> None:
    assert net(bet("Ac Kd", "6s Th")) == 1500
