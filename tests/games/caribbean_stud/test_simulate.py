"""Caribbean Stud: rounds of the kernel beside the same cards played in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from games.dealt import assert_same, compared, deals, simulate
from pitboss.games.caribbean_stud import rules
from pitboss.rules.cards import ACE, JACK, KING, QUEEN, RANK_OF, Card
from pitboss.rules.hands import Five, Strength, best_five
from pitboss.rules.shared_prizes import five_card_outcome


def raises_by_three_rules(cards: Sequence[Card], up: int) -> bool:
    own = best_five(cards)
    if own >= (Five.PAIR,) or own < (Five.HIGH_CARD, ACE, KING):
        return own >= (Five.PAIR,)
    ranks = sorted(RANK_OF[card] for card in cards)
    if up >= KING:
        return QUEEN in ranks or JACK in ranks
    return up in ranks or (QUEEN in ranks and up < ranks[1])


@pytest.mark.proof
@pytest.mark.parametrize(
    ("rule", "lowest"),
    [
        ("raise_everything", (Five.HIGH_CARD,)),
        ("raise_pairs", (Five.PAIR,)),
        ("raise_ace_king", (Five.HIGH_CARD, ACE, KING)),
        ("raise_ace_king_jack_eight_three", (Five.HIGH_CARD, ACE, KING, JACK, 6, 1)),
        ("raise_by_three_rules", None),
    ],
)
def test_CS_1_caribbean_stud_by_rules_of_thumb(rule: str, lowest: Strength | None) -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for cards in deals(10):
        own, other = best_five(cards[:5]), best_five(cards[5:])
        raises = (
            raises_by_three_rules(cards[:5], RANK_OF[cards[5]]) if lowest is None else own >= lowest
        )
        qualified = other >= (Five.HIGH_CARD, ACE, KING)
        result = compared(own, other) if qualified else "unqualified"
        seen["raise" if raises else "fold", rules.raise_hand(own), result] += 1
    assert_same(simulate("caribbean_stud", strategy=rule)["strategies"][rule], seen)


@pytest.mark.proof
@pytest.mark.parametrize("hands", [2, 5, 8])
def test_CS_2_cover_all(hands: int) -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for cards in deals(5 * hands):
        best = max(best_five(cards[at : at + 5]) for at in range(0, 5 * hands, 5))
        seen[(five_card_outcome(best),)] += 1
    assert_same(
        simulate("caribbean_stud", wanted="cover_all", hands=hands)["cover_all"][str(hands)], seen
    )
