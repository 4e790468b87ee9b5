"""Plays the wagers beside blackjack; every round is dealt from a full shoe."""

from __future__ import annotations

import numpy as np
from numba import njit

from pitboss.maths.blackjack_sides import BLAZING_7S, HOUSE_MONEY, TRILUX
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.chance import Session, Tally, deal_shoe

# Where each wager's outcomes begin in a tally, in the order of the solver's names.
BLAZING_7S_AT = 7
TRILUX_AT = 14
OUTCOMES = 21


def simulate_sides(decks: int, session: Session) -> Counts:
    """How often each outcome of every wager came up."""
    tally = session.play(_play_block, 52 * decks)
    wagers = {"house_money": HOUSE_MONEY, "blazing_7s": BLAZING_7S, "trilux": TRILUX}
    return {
        name: {**tally.take_named(outcomes), "total": session.rounds}
        for name, outcomes in wagers.items()
    }


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int, shoe_cards: int) -> Tally:
    tally = np.zeros(OUTCOMES, np.int64)
    dealt = np.empty(3, np.int64)
    for _ in range(rounds):
        state = deal_shoe(state, shoe_cards, dealt)
        tally[_house_money(dealt)] += 1
        tally[BLAZING_7S_AT + _blazing_7s(dealt)] += 1
        tally[TRILUX_AT + _trilux(dealt)] += 1
    return tally


@njit(cache=True)
def _run_bits(card: int) -> int:
    """One bit for the rank, from bit 1 for a deuce; the ace has two, at both ends."""
    rank = card // 4
    return 1 << 13 | 1 if rank == 12 else 2 << rank


@njit(cache=True)
def _house_money(dealt: Tally) -> int:
    first, second = dealt[0], dealt[1]
    if first // 4 == second // 4:
        return 3
    bits = _run_bits(first) | _run_bits(second)
    runs = bits & bits >> 1
    suited = first % 4 == second % 4
    if runs == 0:
        return 6
    if runs == 1:  # the ace below the deuce
        return 2 if suited else 5
    if not suited:
        return 4
    return 0 if runs == 1 << 12 else 1


@njit(cache=True)
def _blazing_7s(dealt: Tally) -> int:
    first, second = dealt[0] // 4 == 5, dealt[1] // 4 == 5
    if not (first and second):
        return 5 if first or second else 6
    if dealt[2] // 4 != 5:
        return 4
    suits = 1 << dealt[0] % 4 | 1 << dealt[1] % 4 | 1 << dealt[2] % 4
    if suits == 0b0010:
        return 0
    if suits & (suits - 1) == 0:
        return 1
    return 2 if suits in (0b0110, 0b1001) else 3


@njit(cache=True)
def _trilux(dealt: Tally) -> int:
    suited = dealt[0] % 4 == dealt[1] % 4 == dealt[2] % 4
    rank = dealt[0] // 4
    if dealt[1] // 4 == rank and dealt[2] // 4 == rank:
        if not suited:
            return 3
        return 0 if rank == 12 else 1
    bits = _run_bits(dealt[0]) | _run_bits(dealt[1]) | _run_bits(dealt[2])
    if bits & bits >> 1 & bits >> 2:
        return 2 if suited else 4
    return 5 if suited else 6
