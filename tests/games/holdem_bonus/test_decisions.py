"""Texas Hold'em Bonus: the stored decisions beside the value of each action."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from games.decided import best, row_and_renaming
from pitboss.games.holdem_bonus.solve import DECISIONS
from pitboss.games.holdem_bonus.strategy import action_values
from pitboss.maths.kernels.decisions import StoredDecisions
from pitboss.maths.kernels.holdings import RENAMED_HOLDINGS, holding_bits
from pitboss.rules.cards import DECK, Card


def bets(stored: StoredDecisions, hole: Sequence[Card], board: Sequence[Card]) -> bool:
    row, way = row_and_renaming(board)
    low, high = sorted(hole)
    holding = int(RENAMED_HOLDINGS[way, high * (high - 1) // 2 + low])
    return bool(holding_bits(stored)[row, holding])


@pytest.mark.parametrize(("stored", "deals"), list(zip(DECISIONS, (12, 40), strict=True)))
def test_it_bets_as_the_values_say(stored: StoredDecisions, deals: int) -> None:
    chance = random.Random(6)
    for _ in range(deals):
        cards = chance.sample(DECK, 2 + stored.cards)
        hole, board = cards[:2], cards[2:]
        worth = action_values(hole, board, criterion="straight")
        assert bets(stored, hole, board) == (best(worth, "check") == "bet"), cards
