"""Hands of dealt cards, and classes that several simulations tell apart."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from pitboss.maths.kernels.fives import CARD_BITS, KIND_SHIFT, ROYAL_FLUSH, TWO_PAIR


@njit(cache=True)
def mask_of(dealt: Any, first: int, last: int) -> int:
    """The cards from one place to before another as a mask, which `fives` and `fours` both take."""
    mask = np.int64(0)
    for index in range(first, last):
        mask |= CARD_BITS[dealt[index]]
    return int(mask)


@njit(cache=True)
def five_card_outcome(strength: int) -> int:
    """0 for two pair and less, then three of a kind, straight, flush, full house, four of a kind,
    straight flush and royal flush."""
    return max(0, (strength >> KIND_SHIFT) - TWO_PAIR) + int(strength == ROYAL_FLUSH)
