"""Six Card Poker, rule by rule. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from rules.support import net, record, refused, told

PAIR_OF_EIGHTS = "8c 8d Kc 5d 4h 2c"
QUEEN_HIGH = "Qc Td 8c 5d 4h 2c"
ACE_QUEEN = "Ac Qd 9c 7d 4h 2c"
ACE_KING = "Ac Kd 9c 7d 4h 2c"


def one(player: str, dealer: str, action: str = "raise 1000") -> dict[str, Any]:
    """A round of one seat with $10 on the ANTE."""
    return record(
        "six_card_poker",
        cards={1: player, "dealer": dealer},
        wagers={1: {"ante": 1000}},
        actions=(f"1 {action}",),
    )


@pytest.mark.parametrize(
    ("player", "dealer", "lines"),
    [
        ("Th Ts 7c 6d 3h 2s", PAIR_OF_EIGHTS, ["raise wins +1000", "ante wins +1000"]),
        ("7h 7s Tc 6d 3h 2s", PAIR_OF_EIGHTS, ["raise loses -1000", "ante loses -1000"]),
        ("8h 8s Kd 5s 4s 3h", PAIR_OF_EIGHTS, ["raise pushes 0", "ante pushes 0"]),
        ("7h 7s Tc 6d 3h 2s", QUEEN_HIGH, ["raise wins +1000", "ante pushes 0"]),
        ("Jh 9s 7c 6d 3h 2s", QUEEN_HIGH, ["raise loses -1000", "ante pushes 0"]),
        ("Qh Ts 8s 5s 4s 3h", QUEEN_HIGH, ["raise pushes 0", "ante pushes 0"]),
        ("7h 7s Tc 6d 3h 2s", ACE_QUEEN, ["raise wins +1000", "ante pushes 0"]),
        ("7h 7s Tc 6d 3h 2s", ACE_KING, ["raise wins +1000", "ante wins +1000"]),
    ],
)
def test_only_the_ante_needs_a_dealer_with_ace_king(
    player: str, dealer: str, lines: list[str]
) -> None:
    assert told(one(player, dealer)) == [f"1 {line}" for line in lines]


@pytest.mark.parametrize(
    ("player", "dealer", "won"),
    [
        ("9s 8h 7d 6c 5s 5h", "9c 9d 9h 4c 3d 2d", 2000),  # a straight over three of a kind
        ("As Js 8s 5s 3s Ah", "9s 8h 7d 6c 5h Ac", 2000),  # a flush over a straight
        ("4s 4h 4d 2c 2s Kh", "Ac Jc 8c 5c 3c Ah", 2000),  # a full house over a flush
        ("As 2h 3d 4c 5s Kh", "2s 3h 4d 5c 6s Kd", -2000),  # the ace low makes the lowest straight
        ("Ks Kh 9d 9c 3s 3h", "Kd Kc 9h 9s 2d 2c", 2000),  # of three pairs two play, then a three
    ],
)
def test_the_best_five_of_six_play(player: str, dealer: str, won: int) -> None:
    assert net(one(player, dealer)) == {1: won}


def test_the_sixth_card_counts_for_nothing() -> None:
    assert net(one("Ks Kh Qd 9c 3s 4h", "Kd Kc Qh 9s 4d 2c")) == {1: 0}


def test_a_fold_loses_the_ante() -> None:
    assert told(one(QUEEN_HIGH, "7h 7s Tc 6d 3h 2s", "fold")) == ["1 ante loses -1000"]


def test_a_raise_is_the_ante_once() -> None:
    twice = one("Th Ts 7c 6d 3h 2s", PAIR_OF_EIGHTS, "raise 2000")
    assert refused(twice).code == "ACTION_AMOUNT_WRONG"


def test_cards_that_are_refused() -> None:
    assert refused(one(PAIR_OF_EIGHTS, PAIR_OF_EIGHTS)).code == "CARD_DUPLICATED"
    assert refused(one("7h 7s Tc 6d 3h", ACE_KING)).code == "CARDS_WRONG_NUMBER"
