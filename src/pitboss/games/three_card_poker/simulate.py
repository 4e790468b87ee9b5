"""Plays Three Card Poker and its side bets by the best play or a rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numba import njit

from pitboss.games.three_card_poker.rules import PROGRESSIVE_OUTCOMES
from pitboss.games.three_card_poker.solve import ACTIONS, CLASSES, LOWEST, QUALIFYING, RESULTS
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import threes
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import five_card_outcome, mask_of, strength_of_mask
from pitboss.maths.kernels.suits import place, sort_few
from pitboss.rules.cards import SPADES
from pitboss.rules.game import Setting
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES, THREE_CARD_OUTCOMES

# Where each part begins in a tally.
PAIR_PLUS_AT = 2 * 4 * 4
SIX_CARD_AT = PAIR_PLUS_AT + 7
PROGRESSIVE_AT = SIX_CARD_AT + 8
OUTCOMES = PROGRESSIVE_AT + 5


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of every wager came up."""
    strategy = str(settings.get("strategy", "best"))
    tally = session.play(_play_block, threes.strengths(), LOWEST[strategy])
    base = tally.counts(ACTIONS, CLASSES, RESULTS)
    return {
        "base": base if strategy == "best" else {},
        "strategies": {} if strategy == "best" else {strategy: base},
        "pair_plus": tally.counts(THREE_CARD_OUTCOMES),
        "six_card": tally.counts(FIVE_CARD_OUTCOMES),
        "progressive": tally.counts(PROGRESSIVE_OUTCOMES),
    }


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int, strengths: Tally, lowest: int) -> Tally:
    tally = np.zeros(OUTCOMES, np.int64)
    dealt = np.empty(6, np.int64)
    for _ in range(rounds):
        state = deal_deck(state, dealt)
        tally[SIX_CARD_AT + five_card_outcome(strength_of_mask(mask_of(dealt, 0, 6)))] += 1
        # The first three cards are the player's, the others the dealer's.
        own, other = _strength(dealt[:3], strengths), _strength(dealt[3:], strengths)
        kind = own >> threes.KIND_SHIFT
        royal = int(own == threes.MINI_ROYAL)
        tally[PAIR_PLUS_AT + kind + royal] += 1
        # As PROGRESSIVE_OUTCOMES: from three of a kind up, a mini-royal in spades last.
        in_spades = royal * int(dealt[0] % 4 == SPADES)
        tally[PROGRESSIVE_AT + max(0, kind - 3) + royal + in_spades] += 1
        action = int(own >= lowest)
        # As RESULTS: unqualified, win, tie, loss.
        result = 0 if other < QUALIFYING else 1 + int(own == other) + 2 * int(own < other)
        tally[(action * 4 + max(0, kind - 2)) * 4 + result] += 1
    return tally


@njit(cache=True)
def _strength(cards: Tally, strengths: Tally) -> int:
    sort_few(cards)
    return int(strengths[place(cards)])
