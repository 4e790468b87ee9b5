"""Plays a bet that is a file by chance: cards from a full shoe, settled by its conditions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

import numpy as np
from numba import njit

from pitboss.maths.counting import Counts, branch
from pitboss.maths.kernels.chance import Session, Tally, deal_shoe
from pitboss.rules.bet_vocabulary import BetCards
from pitboss.rules.bets import NOTHING, Bet
from pitboss.rules.game import Setting


def play_bet(bet: Bet, settings: Mapping[str, Setting], session: Session) -> Counts:
    """How often each outcome came up; for a bet made during the round, by what was seen then."""
    names = (*bet.outcomes, NOTHING)
    offer = bet.look.offer
    seen = offer.seen.choices[1:] if offer else ("",)
    missed = len(names) * len(seen)  # rounds that don't reach the offer
    cards = sum(group.most for group in bet.look.hands.values())
    known: dict[BetCards, int] = {}
    deck = np.array(bet.look.deck)

    def settle(dealt: BetCards) -> int:
        hands = _deal_hands(bet, dealt, settings)
        if offer and not offer.is_reached(hands):
            return missed
        saw = seen.index(offer.sees(hands[0])) if offer else 0
        return saw * len(names) + names.index(bet.find_outcome(hands))

    def play_block(state: np.uint64, rounds: int) -> Tally:
        shoe_cards = len(deck) * int(settings["decks"])
        block = deck[_deal_rounds(state, rounds, shoe_cards, len(deck), cards)]
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


def _deal_hands(bet: Bet, cards: BetCards, settings: Mapping[str, Setting]) -> list[BetCards]:
    """The hands that the bet looks at: so many cards each, then as they draw."""
    hands, rest = [], iter(cards)
    for group in bet.look.hands.values():
        hands.append(tuple(islice(rest, group.least)))
    while bet.look.draws and (place := bet.look.draws(hands, settings)) is not None:
        hands[place] = (*hands[place], next(rest))
    return hands


@njit(cache=True, nogil=True)
def _deal_rounds(
    state: np.uint64, rounds: int, shoe_cards: int, deck_cards: int, cards: int
) -> Tally:
    dealt = np.empty((rounds, cards), np.int64)
    for number in range(rounds):
        state = deal_shoe(state, shoe_cards, dealt[number], deck_cards)
    return dealt
