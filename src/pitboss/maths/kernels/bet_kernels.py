"""Plays a bet that is a file by chance: cards from a full shoe, settled by its conditions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numba import njit

from pitboss.maths.kernels.chance import Session, Tally, deal_shoe
from pitboss.rules.bets import NOTHING, Bet, BetCards
from pitboss.rules.game import Setting


def play_bet(bet: Bet, settings: Mapping[str, Setting], session: Session) -> dict[str, int]:
    """How often each outcome came up."""
    names = (*bet.outcomes, NOTHING)
    sizes = [group.most for group in bet.look.hands.values()]
    known: dict[BetCards, int] = {}
    deck = np.array(bet.look.deck)

    def settle(dealt: BetCards) -> int:
        first, rest = dealt[: sizes[0]], dealt[sizes[0] :]
        if bet.look.draws:
            rest = _draw(bet, rest, settings)
        hands = (first, rest) if len(sizes) > 1 else (first,)
        return names.index(bet.find_outcome(hands))

    def play_block(state: np.uint64, rounds: int) -> Tally:
        shoe_cards = len(deck) * int(settings["decks"])
        block = deck[_deal_rounds(state, rounds, shoe_cards, len(deck), sum(sizes))]
        tally = np.zeros(len(names), np.int64)
        for row in block.tolist():
            dealt = tuple(row)
            outcome = known.get(dealt)
            if outcome is None:
                outcome = settle(dealt)
                if not bet.look.draws:  # long hands almost never repeat
                    known[dealt] = outcome
            tally[outcome] += 1
        return tally

    return session.play(play_block).take_named(names)


def _draw(bet: Bet, cards: BetCards, settings: Mapping[str, Setting]) -> BetCards:
    """As many of the cards as the hand draws."""
    draws, least = bet.look.draws, tuple(bet.look.hands.values())[-1].least
    assert draws is not None
    count = least
    while draws(cards[:count], settings):
        count += 1
    return cards[:count]


@njit(cache=True, nogil=True)
def _deal_rounds(
    state: np.uint64, rounds: int, shoe_cards: int, deck_cards: int, cards: int
) -> Tally:
    dealt = np.empty((rounds, cards), np.int64)
    for number in range(rounds):
        state = deal_shoe(state, shoe_cards, dealt[number], deck_cards)
    return dealt
