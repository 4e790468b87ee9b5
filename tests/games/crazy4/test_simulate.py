"""Crazy 4 Poker: rounds of the kernel beside the same cards played in plain Python."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dealt import assert_same, compared, deals, simulate
from pitboss.games.crazy4 import rules
from pitboss.rules.cards import ACE, KING, QUEEN
from pitboss.rules.hands import Four, Strength, best_five, best_four
from pitboss.rules.shared_prizes import QUEENS_UP, five_card_outcome, four_card_outcome


@pytest.mark.parametrize(
    ("rule", "lowest"),
    [
        ("play_everything", (Four.HIGH_CARD,)),
        ("play_king_high", (Four.HIGH_CARD, KING)),
        ("play_king_queen_eight_four", (Four.HIGH_CARD, KING, QUEEN, 6, 2)),
    ],
)
def test_C4_4_crazy4_by_rules_of_thumb(rule: str, lowest: Strength) -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    beats: Counter[tuple[str, ...]] = Counter()
    for cards in deals(10):
        own, other = best_four(cards[:5]), best_four(cards[5:])
        action = "fold" if own < lowest else "play_3" if own >= (Four.PAIR, ACE) else "play_1"
        kind = four_card_outcome(own) if own >= (Four.STRAIGHT,) else "below_straight"
        qualified = "qualified" if other >= (Four.HIGH_CARD, KING) else "unqualified"
        seen[action, kind, f"{qualified}_{compared(own, other)}"] += 1
        beats[(rules.bad_beat(own, other),)] += 1
    played = simulate("crazy4", strategy=rule)
    assert_same(played["strategies"][rule], seen)
    assert_same(played["bad_beat"], beats)


def test_C4_6_crazy4_hands_dealt() -> None:
    four: Counter[tuple[str, ...]] = Counter()
    five: Counter[tuple[str, ...]] = Counter()
    for cards in deals(10):
        four[(QUEENS_UP.outcome(best_four(cards[:5])),)] += 1
        five[(five_card_outcome(best_five(cards[:5])),)] += 1
    played = simulate("crazy4", wanted="queens_up")
    dealt = played["dealt"]
    dealt["nothing"] = dealt.pop("high_card") + dealt.pop("low_pair")
    dealt["queens_or_better"] = dealt.pop("high_pair")
    assert_same(dealt, four)
    assert_same(played["five_card"], five)
