"""A game with a decision on three cards and another on four: bets that are taken back, or ride."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss.maths.kernels import fives
from pitboss.maths.kernels.fours import classify
from pitboss.maths.kernels.suits import one_more_card, place, suit_classes
from pitboss.rules.cards import TEN, parse_cards
from pitboss.rules.hands import Five, best_five
from pitboss.rules.shared_prizes import PairOrBetter

TENS = PairOrBetter(Five, TEN, "tens_or_better")
# What five cards win, as TENS has its classes.
PAYS = np.array([-1, 1, 2, 3, 5, 8, 11, 50, 200, 1000])


@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("9s 9h Ad Kc 2s", "nothing"),
        ("As Kh Qd Jc 9s", "nothing"),
        ("Ts Th 4d 3c 2s", "tens_or_better"),
        ("3s 3h 2d 2c 4s", "two_pair"),
        ("Ks Qs Js Ts 9s", "straight_flush"),
        ("As Ks Qs Js Ts", "royal_flush"),
    ],
)
def test_tens_or_better(cards: str, outcome: str) -> None:
    hand = parse_cards(cards)
    assert TENS.outcome(best_five(hand)) == outcome
    strength = fives.evaluate5(np.array([hand], "u1"))
    assert TENS.outcomes[classify(fives.first_strengths(TENS), strength)[0]] == outcome


@pytest.mark.proof
def test_a_further_card_leads_to_the_class_of_all() -> None:
    four = parse_cards("2c 7d 7h Ks")
    row = suit_classes(3).class_of[place(np.array(sorted(four[:3])))]
    held = suit_classes(3).firsts[row]
    following = one_more_card(3)[row]
    assert sorted(held) == sorted(card for card in range(52) if following[card] < 0)
    others = (np.array(sorted((*held, card))) for card in range(52) if card not in held)
    every = {int(suit_classes(4).class_of[place(cards)]) for cards in others}
    assert set(following[following >= 0].tolist()) == every
    assert suit_classes(4).class_of[place(np.array(sorted(four)))] in every


def test_two_decisions_are_solved_from_the_last_to_the_first() -> None:
    """Let It Ride as usually paid: published as 3.51 % of one bet."""
    fourth, fifth = one_more_card(3), one_more_card(4)
    outcomes = classify(fives.first_strengths(TENS), fives.evaluate5(suit_classes(5).firsts))
    on_five = PAYS[outcomes]
    on_four = np.where(fifth >= 0, on_five[fifth], 0).sum(axis=1)  # of 48 cards
    on_three = np.where(fourth >= 0, on_four[fourth], 0).sum(axis=1)  # of 49 x 48
    weights = suit_classes(3).sizes
    rides = np.where(fourth >= 0, np.maximum(on_four, 0)[fourth], 0).sum(axis=1)
    won = int((weights * (np.maximum(on_three, 0) + rides + on_three)).sum())
    deals = comb(52, 3) * 49 * 48
    assert Fraction(-won, deals) == Fraction(37963, 1082900)  # 3.5057 %
