"""6-5-4 Poker: rounds of the kernel beside the same cards played in plain Python."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dealt import assert_same, compared, deals, simulate
from pitboss.rules.cards import KING, QUEEN, RANK_OF, TEN
from pitboss.rules.hands import Four, best_four
from pitboss.rules.shared_prizes import four_card_outcome


@pytest.mark.proof
def test_SF_2_six_five_four_by_a_rule_of_thumb() -> None:
    rule = "play_pair_king_queen"
    lowest = {
        "six": (Four.PAIR,),
        "five": (Four.HIGH_CARD, KING),
        "four": (Four.HIGH_CARD, QUEEN),
    }
    seen: Counter[tuple[str, ...]] = Counter()
    for cards in deals(11):
        dealer = cards[5:]
        while len(dealer) > 4 and RANK_OF[dealer[0]] >= TEN:
            dealer = dealer[1:]
        case = {6: "six", 5: "five", 4: "four"}[len(dealer)]
        own, other = best_four(cards[:5]), best_four(dealer)
        action = "play" if own >= lowest[case] else "fold"
        high = own >= (Four.STRAIGHT_FLUSH,)
        kind = four_card_outcome(own) if high else "below_straight_flush"
        seen[case, action, kind, compared(own, other)] += 1
    assert_same(simulate("six_five_four", strategy=rule)["strategies"][rule], seen)
