"""Splitting in blackjack: how often, what, aces, doubles afterwards (BJ-1)."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules.round import Round
from rules.shoe_support import line, play, refuses


def split(hand: str, dealer: str, decisions: str, **options: Any) -> Round:
    """One seat with $10; the cards after the first two go to its hands as they are played."""
    cards = {"1": hand, "dealer": dealer}
    return play("blackjack", cards, {1: {"blackjack": 1000}}, decisions, options=options)


def by_hand(played: Round) -> dict[int, int]:
    """The net of each hand, by its number."""
    return {one.hand: one.net_cents for one in played.settle() if one.wager == "blackjack"}


def test_BJ_1_split_makes_two_hands_with_a_wager_each() -> None:
    played = split("8c 8d 3h Ts 9c", "Ts 8h", "split; hit; stand")
    assert by_hand(played) == {1: 1000, 2: -1000}
    assert line(played, "blackjack", hand=1).stake_cents == 1000


def test_BJ_1_the_first_hand_is_played_out_before_the_second_gets_its_card() -> None:
    played = split("8c 8d Th 9s 2c", "Ts 8h", "split; stand; hit; stand")
    assert by_hand(played) == {1: 0, 2: 1000}
    other = split("8c 8d Th 9s Kc", "Ts 8h", "split; hit; stand")
    assert by_hand(other) == {1: -1000, 2: 0}


def test_BJ_1_each_split_hand_wins_or_busts_on_its_own() -> None:
    played = split("8c 8d 5h Ts Tc", "Ts 8h", "split; hit; stand")
    assert by_hand(played) == {1: -1000, 2: 0}
    assert [one.hand for one in played.settle()] == [1, 2]


def test_BJ_1_hands_of_a_seat_are_settled_from_the_right_to_the_left() -> None:
    played = split("8c 8d Th Ts", "Ts 8h", "split; stand; stand")
    assert [one.hand for one in played.settle()] == [2, 1]


def test_BJ_1_a_split_matches_the_wager_exactly() -> None:
    assert by_hand(split("8c 8d Th Ts", "Ts 7h", "split 1000; stand; stand")) == {1: 1000, 2: 1000}
    for cents in (999, 1001, 1):
        with refuses("ACTION_AMOUNT_WRONG"):
            split("8c 8d Th Ts", "Ts 7h", f"split {cents}; stand; stand")


@pytest.mark.parametrize("hand", ["8c 9d", "Ac 9d", "5c 6d", "Tc 9d"])
def test_BJ_1_only_a_pair_splits(hand: str) -> None:
    with refuses("ACTION_ILLEGAL"):
        split(f"{hand} Th Ts", "Ts 7h", "split; stand; stand")


def test_BJ_1_no_split_after_a_hit() -> None:
    with refuses("ACTION_ILLEGAL"):
        split("2c 3d 3h Ts", "Ts 7h", "hit; split")


# Each row: the most hands, the cards and decisions that reach them, what would be one too many.
TO_THE_MOST = [
    (2, "8c 8d 8h Ts", "split; stand; stand", "split; split"),
    (3, "8c 8d 8h 8s Tc Td", "split; split; stand; stand; stand", "split; split; split"),
    (
        4,
        "8c 8d 8h 8s 8c Tc Td Th",
        "split; split; split; stand; stand; stand; stand",
        "split; split; split; split",
    ),
]


@pytest.mark.parametrize(("most", "hand", "decisions", "beyond"), TO_THE_MOST)
def test_BJ_1_split_to_the_houses_number(most: int, hand: str, decisions: str, beyond: str) -> None:
    played = split(hand, "Ts 7h", decisions, split_hands=most)
    assert sorted(by_hand(played)) == list(range(1, most + 1))
    # The first hand holds a pair of eights, sixteen; each other hand eight and ten.
    assert by_hand(played) == {1: -1000} | dict.fromkeys(range(2, most + 1), 1000)
    with refuses("ACTION_ILLEGAL"):
        split(hand, "Ts 7h", beyond, split_hands=most)


def test_BJ_1_the_second_hand_may_be_split_again() -> None:
    played = split("8c 8d Th 8h Tc 9d", "Ts 7h", "split; stand; split; stand; stand")
    assert by_hand(played) == {1: 1000, 2: 1000, 3: 0}


@pytest.mark.parametrize("hand", ["Kc Qd", "Tc Jd", "Jc Kd"])
def test_BJ_1_tens_split_by_value_or_by_rank(hand: str) -> None:
    played = split(f"{hand} 9h 9s", "Ts 8h", "split; stand; stand", split_tens="value")
    assert by_hand(played) == {1: 1000, 2: 1000}
    with refuses("ACTION_ILLEGAL"):
        split(f"{hand} 9h 9s", "Ts 8h", "split; stand; stand", split_tens="rank")


@pytest.mark.parametrize("rule", ["value", "rank"])
@pytest.mark.parametrize("hand", ["Kc Kd", "Tc Td", "2c 2d", "9c 9d"])
def test_BJ_1_twins_split_by_either_rule(hand: str, rule: str) -> None:
    played = split(f"{hand} 5h 5s", "Ts 8h", "split; stand; stand", split_tens=rule)
    assert by_hand(played) == {1: -1000, 2: -1000}


# ---- aces ---------------------------------------------------------------------------------------


def test_BJ_1_split_aces_get_one_card_each() -> None:
    assert by_hand(split("Ac Ad 5h 8s", "Ts 8h", "split")) == {1: -1000, 2: 1000}
    for decisions in ("split; hit", "split; stand", "split; double"):
        with refuses("ACTION_ILLEGAL"):
            split("Ac Ad 5h 8s", "Ts 8h", decisions)


def test_BJ_1_split_aces_are_not_split_again() -> None:
    assert by_hand(split("Ac Ad Ah 8s", "Ts 8h", "split")) == {1: -1000, 2: 1000}
    with refuses("ACTION_ILLEGAL"):
        split("Ac Ad Ah 8s", "Ts 8h", "split; split")


def test_BJ_1_the_house_may_let_aces_be_split_again() -> None:
    played = split("Ac Ad Ah 9c 8c 6c", "Ts 8h", "split; split", resplit_aces="yes")
    assert by_hand(played) == {1: 1000, 2: 1000, 3: -1000}
    stood = split("Ac Ad Ah 9c", "Ts 8h", "split; stand", resplit_aces="yes")
    assert by_hand(stood) == {1: -1000, 2: 1000}


def test_BJ_1_split_aces_keep_the_number_of_hands() -> None:
    with refuses("ACTION_ILLEGAL"):
        split("Ac Ad Ah 8s", "Ts 8h", "split; split", resplit_aces="yes", split_hands=2)


def test_BJ_1_the_house_may_let_split_aces_be_hit() -> None:
    played = split("Ac Ad 5h 4s 8s", "Ts 8h", "split; hit; stand; stand", hit_split_aces="yes")
    assert by_hand(played) == {1: 1000, 2: 1000}


# ---- after a split ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions", "nets"),
    [
        ("Ac Ad Kh Ts", "Ts 8h", "split", {1: 1000, 2: 1000}),
        ("Ac Ad Kh Ts", "Ts 5h 6d", "split", {1: 0, 2: 0}),
        ("Kc Kd Ah As", "Ts 8h", "split", {1: 1000, 2: 1000}),
        ("Kc Kd Ah 5s", "Ts 4h 7d", "split; stand", {1: 0, 2: -1000}),
    ],
)
def test_BJ_1_twenty_one_after_a_split_is_no_blackjack(
    hand: str, dealer: str, decisions: str, nets: dict[int, int]
) -> None:
    assert by_hand(split(hand, dealer, decisions)) == nets


def test_BJ_1_double_after_a_split() -> None:
    played = split("8c 8d 3h Ts 9c", "Ts 8h", "split; double; stand")
    assert by_hand(played) == {1: 2000, 2: -1000}
    both = split("8c 8d 3h Ts 2c 3s", "Ts 8h", "split; double; double")
    assert by_hand(both) == {1: 2000, 2: -2000}


def test_BJ_1_no_double_after_a_split_where_the_house_forbids_it() -> None:
    with refuses("ACTION_ILLEGAL"):
        split("8c 8d 3h Ts 9c", "Ts 8h", "split; double; stand", double_after_split="no")
    unsplit = split("5c 6d Th", "Ts 8h", "double", double_after_split="no")
    assert by_hand(unsplit) == {1: 2000}


def test_BJ_1_double_after_a_split_keeps_the_totals_and_the_amount() -> None:
    with refuses("ACTION_ILLEGAL"):
        split("4c 4d 4h 3s", "Ts 8h", "split; double", double="9-11")
    less = split("8c 8d 3h Ts 9c", "Ts 8h", "split; double 250; stand", double_for_less="yes")
    assert by_hand(less) == {1: 1250, 2: -1000}
    with refuses("ACTION_AMOUNT_WRONG"):
        split("8c 8d 3h Ts 9c", "Ts 8h", "split; double 1001; stand", double_for_less="yes")


def test_BJ_1_no_surrender_after_a_split() -> None:
    for decisions in ("split; surrender", "split; stand; surrender"):
        with refuses("ACTION_ILLEGAL"):
            split("8c 8d Th Ts", "Ts 8h", decisions, surrender="late")


def test_BJ_1_the_dealer_draws_while_one_split_hand_is_in() -> None:
    assert by_hand(split("8c 8d 5h Ts Tc", "Ts 6h Kd", "split; hit; stand")) == {1: -1000, 2: 1000}
    out = split("8c 8d 5h Ts 5c Td", "Ts 6h", "split; hit; hit")
    assert by_hand(out) == {1: -1000, 2: -1000}
    with refuses("CARDS_WRONG_NUMBER"):
        split("8c 8d 5h Ts 5c Td", "Ts 6h Kd", "split; hit; hit")


def test_BJ_1_a_dealer_blackjack_leaves_no_time_to_split() -> None:
    assert by_hand(split("8c 8d", "Ts Ah", "")) == {1: -1000}
    with refuses("ACTION_ILLEGAL"):
        split("8c 8d", "Ts Ah", "split")
