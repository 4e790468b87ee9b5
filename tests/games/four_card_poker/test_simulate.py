"""Four Card Poker: rounds of the kernel beside the same cards played in plain Python."""

from __future__ import annotations

from collections import Counter

from games.dealt import assert_same, compared, deals, simulate
from pitboss.rules.cards import RANK_OF
from pitboss.rules.hands import Four, best_four
from pitboss.rules.shared_prizes import four_card_outcome


def test_rounds_by_a_rule_of_thumb() -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for cards in deals(11):
        own, other, up = best_four(cards[:5]), best_four(cards[5:]), RANK_OF[cards[5]]
        pair = own[1] if own[0] == Four.PAIR else -1 if own < (Four.PAIR,) else 12
        once = pair >= 1 or pair == up == 0
        action = "play_3" if pair >= max(up, 7) else "play_1" if once else "fold"
        high = own >= (Four.THREE_OF_A_KIND,)
        kind = four_card_outcome(own) if high else "below_three_of_a_kind"
        seen[action, kind, compared(own, other)] += 1
    played = simulate("four_card_poker", strategy="play_by_up_card")
    assert_same(played["strategies"]["play_by_up_card"], seen)
