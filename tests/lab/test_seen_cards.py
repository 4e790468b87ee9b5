"""Collusion and exposed cards, against published figures and plain deals.

Published: E. Jacobson, "Three Card Poker hole-card play: update #1" (apheat.net): 3.4829 % for the
player who sees one card. S. How, "Simple collusion strategy for Caribbean Stud"
(discountgambling.net): six seats with perfect play leave the house 0.4 %.

"Edge sorting Caribbean Stud" (apheat.net) quotes J. Grosjean for two and three known cards of the
dealer: 1.74 % for the house, 11.57 % for the player. Perfect play wins more, so these are his
strategies': a program with an evaluator of its own, that deals the dealer every hand, has 5.23 %
with one card known (counted: 5.224 %), 0.637 % with two (1,500,000 deals, standard error 0.019 %)
and 11.908 % for the player with three (1,000,000 deals, 0.041 %).
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import pitboss
from pitboss.games.caribbean_stud import solve as caribbean
from pitboss.games.three_card_poker import solve as three_card
from pitboss.lab.seen_cards import find_seen_edge
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, parse_cards
from pitboss.rules.hands import best_five, three_cards

pytestmark = pytest.mark.proof

STUD = pitboss.look_up("caribbean_stud/base/standard")
THREE = pitboss.look_up("three_card_poker/base/5-4-1")


def test_one_card_of_the_dealer_at_three_card_poker() -> None:
    seen = find_seen_edge(THREE, dealer_cards=1, rng_seed=1)
    assert seen.error == 0
    assert float(seen.edge) == pytest.approx(-0.034829, abs=5e-7)


def test_a_sample_agrees_with_the_count() -> None:
    seen = find_seen_edge(THREE, dealer_cards=0, deals=400, rng_seed=2)
    assert THREE.edge is not None
    assert abs(float(seen.edge) - float(THREE.edge)) < 4 * seen.error


@pytest.mark.parametrize(
    ("seats", "dealer_cards", "known_edge", "slack"),
    [(1, 1, 0.00637, 0.0004), (1, 2, -0.11908, 0.0008), (6, 0, 0.004, 0.001)],
)
def test_caribbean_stud_with_known_cards(
    seats: int, dealer_cards: int, known_edge: float, slack: float
) -> None:
    known: Any = {"seats": seats, "dealer_cards": dealer_cards, "deals": 6000, "rng_seed": 5}
    seen = find_seen_edge(STUD, **known)
    assert abs(seen.edge - known_edge) < 4 * seen.error + slack
    assert find_seen_edge(STUD, **known) == seen


def test_a_raise_is_worth_what_every_dealer_hand_says() -> None:
    own, kept, gone = map(parse_cards, ("Ah Kd 9c 5s 2h", "Kc 7d 3s", "As 4d 6h Td Jc"))
    left = [card for card in DECK if card not in (*own, *kept, *gone)]
    total = hands = 0
    for rest in combinations(left, 2):
        dealer = best_five((*kept, *rest))
        hands += 1
        if dealer < best_five(parse_cards("As Kh 4d 3c 2s")):
            total += 1
        elif dealer != best_five(own):
            total += 3 if best_five(own) > dealer else -3
    assert caribbean.SEEN.worth(own, kept, gone, STUD.paytable) * hands == total


def test_a_play_is_worth_what_every_dealer_hand_says() -> None:
    own, kept, gone = map(parse_cards, ("Jh 9d 4c", "Kc", "As 4d 6h Td Jc Qd"))
    left = [card for card in DECK if card not in (*own, *kept, *gone)]
    total = hands = 0
    for rest in combinations(left, 2):
        dealer = three_cards((*kept, *rest))
        hands += 1  # with a king the dealer always qualifies
        if dealer != three_cards(own):
            total += 2 if three_cards(own) > dealer else -2
    assert three_card.SEEN.worth(own, kept, gone, THREE.paytable) * hands == total


@pytest.mark.parametrize("asked", [{"seats": 8}, {"dealer_cards": 4}])
def test_more_than_there_is_to_see_is_refused(asked: Any) -> None:
    with pytest.raises(Refusal) as refused:
        find_seen_edge(STUD, **asked, rng_seed=1)
    assert refused.value.case == "seen_most"
