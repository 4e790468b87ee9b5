"""Plays a bet that is a file by chance: cards from a full shoe, settled by its conditions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numba import njit

from pitboss.maths.counting import Counts, branch
from pitboss.maths.kernels.chance import Session, Tally, deal_shoe
from pitboss.rules.bets import NOTHING, Bet, BetCards
from pitboss.rules.game import Setting


def play_bet(bet: Bet, settings: Mapping[str, Setting], session: Session) -> Counts:
    """How often each outcome came up; for a bet made during the round, by what was seen then."""
    names = (*bet.outcomes, NOTHING)
    offer = bet.look.offer
    seen = offer.seen.choices[1:] if offer else ("",)
    missed = len(names) * len(seen)  # rounds that don't reach the offer
    sizes = [group.most for group in bet.look.hands.values()]
    known: dict[BetCards, int] = {}
    deck = np.array(bet.look.deck)

    def settle(dealt: BetCards) -> int:
        first, rest = dealt[: sizes[0]], dealt[sizes[0] :]
        if bet.look.draws:
            rest = _draw(bet, first, rest, settings)
        hands = (first, rest) if len(sizes) > 1 else (first,)
        if offer and not offer.is_reached(hands):
            return missed
        saw = seen.index(offer.sees(first)) if offer else 0
        return saw * len(names) + names.index(bet.find_outcome(hands))

    def play_block(state: np.uint64, rounds: int) -> Tally:
        shoe_cards = len(deck) * int(settings["decks"])
        block = deck[_deal_rounds(state, rounds, shoe_cards, len(deck), sum(sizes))]
        tally = np.zeros(missed + 1, np.int64)
        for row in block.tolist():
            dealt = tuple(row)
            outcome = known.get(dealt)
            if outcome is None:
                outcome = settle(dealt)
                if not bet.look.draws:  # long hands almost never repeat
                    known[dealt] = outcome
            tally[outcome] += 1
        return tally

    tally = session.play(play_block)
    found: Counts = {}
    for each in seen:
        counted = tally.take_named(names)
        found[str(each)] = {**counted, "total": sum(counted.values())}
    return found if offer else branch(found, "")


def _draw(bet: Bet, first: BetCards, cards: BetCards, settings: Mapping[str, Setting]) -> BetCards:
    """As many of the cards as the hand draws."""
    draws, least = bet.look.draws, tuple(bet.look.hands.values())[-1].least
    assert draws is not None
    count = least
    while draws((first, cards[:count]), settings):
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
