"""Flush Rush, rule by rule. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.games.flush_rush.rules import flush_rush
from pitboss.rules.cards import parse_cards
from rules.support import net, record, refused, told


def one(cards: str, *actions: str) -> dict[str, Any]:
    """A round of one seat with an ante of $10."""
    played = [f"1 {action}" for action in actions]
    return record("flush_rush", cards={1: cards}, wagers={1: {"ante": 1000}}, actions=played)


@pytest.mark.parametrize(
    ("cards", "outcome", "paid"),
    [
        ("Ks Qs 9s 4s 7h 4d 2c", "flush_4", 5),
        ("Ks Qs 9s 4s 3s 4d 2c", "flush_5", 9),
        ("9s 8s 7s 6s 7h 4d 2c", "straight_flush_4", 15),
        ("9s 8s 7s 6s 2s 4d 2c", "straight_flush_4", 15),  # more than the flush of five
        ("9s 8s 7s 6s Ks 2s 2c", "flush_6", 20),  # more than the straight flush of four
        ("9s 8s 7s 6s 5s Ks 2s", "flush_7", 300),  # more than the straight flush of five
        ("9s 8s 7s 6s 5s Ks 2c", "straight_flush_5", 100),
        ("As Ks Qs Js Ts 9s 2c", "straight_flush_6", 500),
        ("As 2s 3s 4s 5s 6s 7s", "straight_flush_7", 1000),  # the ace is low, too
        ("As 2s 3s 4s 7h 4d 2c", "straight_flush_4", 15),
        ("As 2s 3s Ks 7h 4d 2c", "flush_4", 5),  # K-A-2-3 is no sequence
        ("Ks Qs 9s Kh Qh 9h 2c", "nothing", 0),
    ],
)
def test_the_higher_pay_of_flush_and_straight_flush_holds(
    cards: str, outcome: str, paid: int
) -> None:
    assert flush_rush(parse_cards(cards)) == outcome
    lines = told(one(cards, "play", "play"))
    if paid:
        assert lines == [
            "1 first_play wins +1000",
            "1 second_play wins +1000",
            f"1 ante wins +{1000 * paid}",
        ]
    else:
        assert net(one(cards, "play", "play")) == {1: -3000}


def test_a_fold_after_four_cards_loses_the_ante_and_deals_no_more() -> None:
    assert told(one("Ks Qh 9d 4c", "fold")) == ["1 ante loses -1000"]
    assert refused(one("Ks Qh 9d 4c 2s 3s", "fold")).code == "CARDS_WRONG_NUMBER"


def test_a_fold_after_six_cards_loses_the_first_play_too() -> None:
    folded = one("Ks Qs 9d 4d 2h 3c", "play", "fold")
    assert told(folded) == ["1 first_play loses -1000", "1 ante loses -1000"]


def test_seats_play_on_after_others_fold() -> None:
    shared = record(
        "flush_rush",
        cards={1: "Ks Qh 9d 4c", 2: "Kh 9h 4h 2h 3d 5d 6s", 3: "Ks Qs 9d 4d 2c 3c"},
        wagers={seat: {"ante": 500} for seat in (1, 2, 3)},
        actions=["1 fold", "2 play", "2 play", "3 play", "3 fold"],
    )
    assert refused(shared).code == "CARD_DUPLICATED"  # two kings of spades
    shared["cards"]["1"] = "Kc Qh 9c 4c"
    assert net(shared) == {1: -500, 2: 3500, 3: -1000}


def test_a_play_is_the_amount_of_the_ante() -> None:
    assert refused(one("Ks Qs 9s 4s 7h 4d 2c", "play 500", "play")).code == "ACTION_AMOUNT_WRONG"
