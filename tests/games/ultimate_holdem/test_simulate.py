"""Ultimate Texas Hold'em: rounds of the kernel beside the same cards played by the rules."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from games.dealt import assert_same, deals, simulate
from games.decided import row_and_renaming
from games.ultimate_holdem.test_counts import USUAL, holding_of, mask, plain_bets, plain_flop_bet
from pitboss.games.ultimate_holdem import one_hand
from pitboss.games.ultimate_holdem.rules import bad_beat, blind_outcome, is_raised
from pitboss.games.ultimate_holdem.solve import DECISIONS, values
from pitboss.maths.kernels.holdings import RENAMED_HOLDINGS, holding_bits
from pitboss.rules.cards import DECK, Card
from pitboss.rules.hands import Five, best_five
from pitboss.rules.shared_prizes import five_card_outcome


@cache
def bets_on(hole: tuple[Card, ...], flop: tuple[Card, ...]) -> bool:
    """What is stored for a holding on a flop."""
    row, way = row_and_renaming(flop)
    at = int(RENAMED_HOLDINGS[way, holding_of(hole)])
    return bool(holding_bits(DECISIONS[0])[row, at])


def action(strategy: str, hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    if is_raised(hole):
        return "play_4"
    published = strategy == "published"
    flop = board[:3]
    if plain_flop_bet(hole, flop) if published else bets_on(hole, flop):
        return "play_2"
    if plain_bets(hole, board) if published else not one_hand.folds_river(mask(hole), mask(board)):
        return "play_1"
    return "fold"


@pytest.mark.parametrize("strategy", ["best", "published"])
def test_rounds_end_as_plain_python_says(strategy: str) -> None:
    base: Counter[tuple[str, ...]] = Counter()
    sides = {name: Counter[tuple[str, ...]]() for name in ("trips", "bad_beat", "five_card")}
    for cards in deals(9):
        hole, board = tuple(cards[:2]), tuple(cards[4:])
        mine, other = (best_five([*pair, *board]) for pair in (cards[:2], cards[2:4]))
        chosen = action(strategy, hole, board)
        result = "tie" if mine == other else "win" if mine > other else "loss"
        if mine != other and other[0] < Five.PAIR:
            result += "_unqualified"
        kind = blind_outcome(mine)
        base[chosen, "below_straight" if kind == "nothing" else kind, result] += 1
        outcomes = (
            five_card_outcome(mine),
            bad_beat(mine, other),
            five_card_outcome(best_five([*hole, *board[:3]])),
        )
        for outcome, seen in zip(outcomes, sides.values(), strict=True):
            seen["all", outcome] += 1
            seen["played", outcome] += chosen != "fold"
    played = simulate("ultimate_holdem", strategy=strategy)
    assert_same(played["base"] if strategy == "best" else played["strategies"][strategy], base)
    for name, seen in sides.items():
        assert_same(played[name], +seen)


def test_the_stored_bets_are_worth_more_than_a_check() -> None:
    chance = random.Random(6)
    for _ in range(20):
        cards = chance.sample(DECK, 5)
        worth = values(cards, USUAL, {})
        assert bets_on(tuple(cards[:2]), tuple(cards[2:])) == (worth["play_2"] > worth["check"])
