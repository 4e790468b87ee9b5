"""Texas Hold'em Bonus: rounds of the kernel beside the same cards played in plain Python."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dealt import assert_same, compared, deals, simulate
from pitboss.games.holdem_bonus import rules
from pitboss.rules.cards import RANK_OF, TEN
from pitboss.rules.hands import Five, best_five
from pitboss.rules.shared_prizes import five_card_outcome


@pytest.mark.proof
def test_TH_5_holdem_side_bets() -> None:
    bonus: Counter[tuple[str, ...]] = Counter()
    five: Counter[tuple[str, ...]] = Counter()
    seven: Counter[tuple[str, ...]] = Counter()
    for cards in deals(9):
        bonus[(rules.bonus(cards[:2], cards[2:4]),)] += 1
        five[(five_card_outcome(best_five(cards[:2] + cards[4:7])),)] += 1
        best = best_five(cards[:2] + cards[4:])
        seven[(rules.progressive(cards[:2], cards[4:], best),)] += 1
    played = simulate("holdem_bonus", wanted="bonus")
    assert_same(played["bonus"], bonus)
    assert_same(played["five_card"]["all"], five)
    assert_same(played["progressive"]["all"], seven)


@pytest.mark.proof
def test_TH_3_holdem_without_bets_after_the_flop() -> None:
    """A deuce with a three to seven of another suit folds by the published rule; no other hand."""
    paid = {
        "three_tens": (Five.THREE_OF_A_KIND, TEN),
        "straight": (Five.STRAIGHT,),
        "flush": (Five.FLUSH,),
    }
    seen: Counter[tuple[str, ...]] = Counter()
    folds = 0
    for cards in deals(9):
        own, other = best_five(cards[:2] + cards[4:]), best_five(cards[2:])
        for criterion, lowest in paid.items():
            result = compared(own, other)
            if result == "win":
                result = "win_ante_paid" if own >= lowest else "win_ante_pushed"
            seen[criterion, "check_check", result] += 1
        low, high = sorted(RANK_OF[card] for card in cards[:2])
        folds += low == 0 and 1 <= high <= 5 and cards[0] % 4 != cards[1] % 4
    played = simulate("holdem_bonus", strategy="never_bet")["strategies"]["never_bet"]
    assert_same(played, seen)
    published = simulate("holdem_bonus", strategy="published")["strategies"]["published"]
    assert {published[criterion]["fold"]["loss"] for criterion in paid} == {folds}
