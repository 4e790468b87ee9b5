"""Spanish 21: every bonus, a 21 that always wins, doubles, rescue and Match the Dealer."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules.round import Round
from rules.shoe_support import line, net, play, refuses


def bet(hand: str, dealer: str, decisions: str = "", **options: Any) -> Round:
    """One seat with $10; cards after the first two go to its hands as they are played."""
    cards = {"1": hand, "dealer": dealer}
    return play("spanish_21", cards, {1: {"blackjack": 1000}}, decisions, options=options)


@pytest.mark.parametrize(
    ("hand", "decisions", "cents"),
    [
        ("6c 7d 8h", "hit", 1500),
        ("8h 6h 7h", "hit", 2000),
        ("7s 8s 6s", "hit", 3000),
        ("7c 7d 7h", "hit", 1500),
        ("7c 7d 7d", "hit", 1500),
        ("7d 7d 7d", "hit", 2000),
        ("7s 7s 7s", "hit", 3000),
        ("2c 3d 2h 4s Kd", "hit; hit; hit", 1500),  # five cards
        ("2c 3d 2h 4s 3d 7c", "hit; hit; hit; hit", 2000),  # six
        ("2c 3d 2h 4s 3d 2c 5d", "hit; hit; hit; hit; hit", 3000),  # seven
        ("2c 3d 2h 4s 3d 2c 2c 3s", "hit; hit; hit; hit; hit; hit", 3000),  # eight
        ("5c 6d Kh", "hit", 1000),  # any other 21
        ("2c 3d 6h Kd", "hit; hit", 1000),
        ("5c 6d Kh", "double 1000", 2000),
        ("6s 7s 8s", "double 1000", 2000),  # no bonus after a double
        ("2c 3d 2h 4s Kd", "hit; hit; double 1000", 2000),
    ],
)
def test_21_wins_at_once_against_the_dealers_21(hand: str, decisions: str, cents: int) -> None:
    """The dealer draws no card, because nobody waits."""
    assert net(bet(hand, "Ks 5h", decisions)) == cents


def test_a_tie_below_21_pushes() -> None:
    assert net(bet("Kc 8d", "Ks 8h", "stand")) == 0


@pytest.mark.parametrize(("hand", "cents"), [("Ac Kd", 1500), ("Kc Qd", -1000)])
def test_a_blackjack_beats_the_dealers(hand: str, cents: int) -> None:
    assert net(bet(hand, "Ks Ah")) == cents


def test_bonuses_are_paid_after_a_split() -> None:
    """7-6-8 and 7-7-7, each on its own hand."""
    played = bet("7c 7d 6s 8h 7h 7s", "Ks 8h", "split 1000; hit; hit")
    assert [line(played, "blackjack", hand=each).net_cents for each in (1, 2)] == [1500, 1500]
    # a house that pays no bonus after a split pays 21 like any win
    played = bet("7c 7d 6s 8h 7h 7s", "Ks 8h", "split 1000; hit; hit", split_bonus="no")
    assert net(played) == 2000


def test_the_rescue_takes_half_of_what_is_there() -> None:
    assert net(bet("5c 6d 3h", "Ks 8h", "double 1000; surrender")) == -1000
    twice = "double 1000; double 2000; surrender"
    assert net(bet("2c 3d 2h 2c", "Ks 8h", twice, doubles=3)) == -2000
    with refuses("ACTION_ILLEGAL"):
        bet("5c 6d 3h", "Ks 8h", "double 1000; surrender", rescue="no")


def test_a_hand_doubles_three_times_where_the_house_says_so() -> None:
    """2-3, then 2, 2 and 9: 18 with eight wagers."""
    thrice = "double 1000; double 2000; double 4000; stand"
    assert net(bet("2c 3d 2h 2c 9d", "6s Kh Kd", thrice, doubles=3)) == 8000
    with refuses("ACTION_ILLEGAL"):
        bet("2c 3d 2h 2c", "6s Kh", "double 1000; double 2000")


def test_a_surrender_comes_first_and_not_after_a_split() -> None:
    assert net(bet("Kc 6d", "Ks 8h", "surrender")) == -500
    for hand, decisions in (("Kc 2d 4h", "hit; surrender"), ("8c 8d 7h", "split 1000; surrender")):
        with refuses("ACTION_ILLEGAL"):
            bet(hand, "Ks 8h", decisions)


def test_split_aces_may_get_one_card_each() -> None:
    played = bet("Ac Ad 5s 9c", "Ks 8h", "split 1000", hit_split_aces="no")
    assert net(played) == 0  # 16 loses, 20 wins


def test_there_are_no_tens() -> None:
    with refuses("CARD_DUPLICATED"):
        bet("Tc 6d", "Ks 8h", "stand")


@pytest.mark.parametrize(
    ("hand", "cents"),
    [("9c 8d", 400), ("9h 8d", 900), ("9c 9h", 1300), ("9c 9d", 800), ("9h 9h", 1800)],
)
def test_match_the_dealer(hand: str, cents: int) -> None:
    """The dealer shows the nine of hearts; one dollar on a match."""
    wagers = {1: {"blackjack": 1000, "match_the_dealer": 100}}
    named = {"match_the_dealer": "spanish_21/match_the_dealer/1"}
    played = play("spanish_21", {"1": hand, "dealer": "9h Kd"}, wagers, "stand", paytables=named)
    assert net(played, "match_the_dealer") == cents
