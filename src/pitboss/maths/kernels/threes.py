"""Three-card hands as integers, all of them in one table.

A *strength* orders hands totally: bigger is better, equal exactly on a tie. Its bits 12 and up are
the kind (`strength >> KIND_SHIFT` is a `rules.hands.Three`); below lie three fields of four bits,
the ranks that `rules.hands.three_cards` names after the kind, unused fields zero.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.kernels.suits import every_set
from pitboss.rules.cards import ACE, DECK
from pitboss.rules.hands import Strength, Three, three_cards

KIND_SHIFT: Final = 12


def pack_strength(strength: Strength) -> int:
    """A strength of `rules.hands` as an integer; trailing ranks may be omitted."""
    kind, *ranks = strength
    fields = sum(rank << 8 - 4 * place for place, rank in enumerate(ranks))
    return kind << KIND_SHIFT | fields


MINI_ROYAL: Final = pack_strength((Three.STRAIGHT_FLUSH, ACE))


@cache
def hands() -> NDArray[np.int64]:
    """Every set of three cards, ascending, in the order of `suits.place`."""
    return every_set(3).astype(np.int64)


@cache
def strengths() -> NDArray[np.int64]:
    """The strength of each of `hands`."""
    found = [
        pack_strength(three_cards([DECK[card] for card in cards])) for cards in hands().tolist()
    ]
    return np.array(found, np.int64)


@cache
def outcomes() -> NDArray[np.int64]:
    """What each of `hands` makes, as places in THREE_CARD_OUTCOMES."""
    found: NDArray[np.int64] = (strengths() >> KIND_SHIFT) + (strengths() == MINI_ROYAL)
    return found
