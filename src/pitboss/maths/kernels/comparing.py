"""One hand against every hand the dealer can still have, one by one: best four or best five.

Slow and plain next to the tables, but fast enough for one question: about a million and a half
hands in a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numba import njit

from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.fives import strength_of_mask
from pitboss.maths.kernels.fours import CARD_BIT, KING_HIGH, strength
from pitboss.maths.kernels.suits import next_set
from pitboss.refusal import Refusal


@dataclass(frozen=True, slots=True)
class ComparedHands:
    """Dealer hands by how the player's hand compares; `unqualified` ones are too weak."""

    hands: int
    unqualified: int
    wins: int
    ties: int
    losses: int
    qualified_wins: int
    qualified_losses: int


@njit(cache=True)
def _tally(
    best: int, own: int, kept: int, stock: Ints, drawn: int, hands: int, qualifying: int,
    tally: Ints,
) -> None:  # fmt: skip
    """Rows: the dealer is below qualifying, or not. Columns: the player wins, ties, loses."""
    places = np.arange(drawn)
    for _ in range(hands):
        hand = kept
        for place in places:
            hand += stock[place]
        dealer = strength(hand) if best == 4 else strength_of_mask(hand)
        row = 1 if dealer >= qualifying else 0
        tally[row, 0 if dealer < own else 1 if dealer == own else 2] += 1
        next_set(places)


def compare(
    own: Sequence[int],
    *,
    best: int = 4,
    kept: Sequence[int] = (),
    dead: Sequence[int] = (),
    drawn: int,
    qualifying: int = KING_HIGH,
) -> ComparedHands:
    """The dealer holds the kept cards and draws from cards that aren't own, kept or dead; the best
    four or five cards play, and he qualifies at a strength of `fours` or `fives`."""
    seen = [*own, *kept, *dead]
    if len(set(seen)) != len(seen) or not all(0 <= card < 52 for card in seen):
        raise Refusal("CARDS_IMPOSSIBLE", "cards_not_different")
    stock = np.array([CARD_BIT[card] for card in range(52) if card not in seen])
    hands = comb(len(stock), drawn)
    tally = np.zeros((2, 3), dtype=np.int64)
    own_bits, kept_bits = (int(sum(CARD_BIT[card] for card in cards)) for cards in (own, kept))
    own_strength = strength(own_bits) if best == 4 else strength_of_mask(own_bits)
    _tally(best, own_strength, kept_bits, stock, drawn, hands, qualifying, tally)
    wins, ties, losses = (int(number) for number in tally.sum(axis=0))
    return ComparedHands(
        hands=hands,
        unqualified=int(tally[0].sum()),
        wins=wins,
        ties=ties,
        losses=losses,
        qualified_wins=int(tally[1, 0]),
        qualified_losses=int(tally[1, 2]),
    )
