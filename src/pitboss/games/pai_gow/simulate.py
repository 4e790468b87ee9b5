"""Plays pai gow poker: both hands set the house way, or the player's to beat the dealer's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numba import njit

from pitboss.games.pai_gow.disjoint_pairs import KINDS, LOW_BITS, RANK_KINDS, dealer_kind
from pitboss.games.pai_gow.measures import cards_of, hands_by_ranks, house_rules, key_of
from pitboss.games.pai_gow.odds import BOTH, HIGHS, LOWS
from pitboss.games.pai_gow.rules import FORTUNE_OUTCOMES
from pitboss.games.pai_gow.setting import WAYS, choose_way, fortune_place, set_every_way
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.chance import Session, Tally, deal_shoe
from pitboss.rules.cards import ACE, JOKER, JOKER_DECK
from pitboss.rules.game import Setting

RESULTS = ("loss", "push", "win")
STRATEGIES = ("house_way", "looking")
CARDS = len(JOKER_DECK)


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each result came up, by the dealer's hand, and each hand of seven cards."""
    keys, rules = _rules()
    tally = session.play(_play_block, keys, rules)
    base = tally.counts(STRATEGIES, HIGHS, LOWS, RESULTS)
    return {"base": base, "fortune": {**tally.take_named((*FORTUNE_OUTCOMES, BOTH))}}


@cache
def _rules() -> tuple[Any, Any]:
    """The house way of each hand's ranks, in the order of their numbers."""
    hands = hands_by_ranks()
    keys = key_of(*cards_of(hands))
    order = np.argsort(keys)
    return keys[order], house_rules(hands)[order]


@njit(cache=True)
def _set_house_way(ranks: Any, bits: Any, keys: Any, rules: Any, highs: Any, lows: Any) -> int:
    set_every_way(ranks, bits, 1, highs, lows)
    key = np.int64(0)
    for place in range(7):
        key += np.int64(5) ** (ranks[place] if bits[place] else RANK_KINDS - 1)
    rule = rules[np.searchsorted(keys, key)]
    return choose_way(highs, lows, rule[0], rule[1])


@njit(cache=True)
def _take(cards: Any, ranks: Any, bits: Any) -> None:
    for place in range(7):
        card = cards[place]
        ranks[place] = ACE if card == JOKER else card >> 2
        bits[place] = 0 if card == JOKER else np.int64(1) << 16 * (card & 3) + (card >> 2)


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int, keys: Any, rules: Any) -> Tally:
    tally = np.zeros(2 * KINDS * 3 + len(FORTUNE_OUTCOMES) + 1, np.int64)
    dealt = np.empty(14, np.int64)
    ranks, bits = np.empty(7, np.int64), np.empty(7, np.int64)
    highs, lows = np.empty(WAYS, np.int64), np.empty(WAYS, np.int64)
    for _ in range(rounds):
        state = deal_shoe(state, CARDS, dealt, CARDS)
        _take(dealt[7:], ranks, bits)
        way = _set_house_way(ranks, bits, keys, rules, highs, lows)
        high, low = highs[way], lows[way]
        kind = dealer_kind(high << LOW_BITS | low)
        _take(dealt[:7], ranks, bits)
        way = _set_house_way(ranks, bits, keys, rules, highs, lows)
        tally[3 * kind + (highs[way] > high) + (lows[way] > low)] += 1
        best = 0
        for way in range(WAYS):
            if highs[way] >= 0:
                best = max(best, (highs[way] > high) + (lows[way] > low))
        tally[3 * (KINDS + kind) + best] += 1
        tally[6 * KINDS + fortune_place(ranks, bits, highs)] += 1
    return tally
