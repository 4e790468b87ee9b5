"""Plays Triple Shot: war, blackjack by the best play or a rule of thumb, and the poker hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
from numba import njit

from pitboss.games.triple_shot import rules
from pitboss.games.triple_shot.odds import NETS, ORDER
from pitboss.games.triple_shot.solve import NATURAL, against
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.chance import Session, Tally, deal_deck
from pitboss.maths.kernels.fives import first_strengths, mask_of, strength_of_mask
from pitboss.maths.point_hands import KINDS, all_hands
from pitboss.rules.game import Setting

RESULTS = tuple(NETS)
DEALT, STAND, HIT, DOUBLE, SPLIT = range(len(ORDER))
BLACKJACK, WIN_2, WIN, PUSH, LOSS, LOSS_2 = range(len(RESULTS))
WAR_AT = len(ORDER) * len(RESULTS)
POKER_AT = WAR_AT + len(rules.WAR_OUTCOMES)
TALLIED = POKER_AT + len(rules.POKER.outcomes)
CARDS = 24  # the player's six, two aces' cards, and the dealer's
# Two units' results by what both hands win together, from two lost.
BOTH = np.array([LOSS_2, LOSS, PUSH, WIN, WIN_2])
TOTALS = np.array(all_hands().totals)
CHILDREN = np.array(all_hands().children)


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of the wagers came up."""
    strategy = str(settings.get("strategy", "best")) if wanted == "base" else "mimic_dealer"
    firsts = np.array(list(first_strengths(rules.POKER).values()))
    tally = session.play(_play_block, _actions(strategy), firsts)
    played = tally.counts(ORDER, RESULTS)
    base = {
        name: {result: deals for result, deals in results.items() if deals}
        for name, results in played.items()
        if isinstance(results, dict)
    }
    return {
        "base": {**base} if strategy == "best" else {},
        "strategies": {} if strategy == "best" else {strategy: {**base}},
        "war": {**tally.take_named(rules.WAR_OUTCOMES)},
        "poker": {**tally.take_named(rules.POKER.outcomes)},
    }


@cache
def _actions(strategy: str) -> Ints:
    """What a strategy does, by up card and hand; hands it never reaches stand."""
    found = np.full((KINDS, len(TOTALS)), STAND)
    for up in range(KINDS):
        for hand, size in enumerate(all_hands().sizes):
            if 2 <= size < rules.CARDS and TOTALS[hand] < 21 and against(up).is_possible(hand):
                found[up, hand] = ORDER.index(against(up).action(hand, strategy))
    return found


@njit(cache=True)
def _kind(card: int) -> int:
    rank = card >> 2
    return 0 if rank == 12 else min(rank + 1, 9)


@njit(cache=True)
def _finish_dealer(dealt: Tally, place: int) -> int:
    """The dealer's total, with his first two cards and those from a place on."""
    hard, aces = _kind(dealt[1]) + _kind(dealt[3]) + 2, _kind(dealt[1]) * _kind(dealt[3]) == 0
    while True:
        total = hard + 10 if aces and hard <= 11 else hard
        if total > 17 or (total == 17 and total == hard):
            return int(total)
        kind = _kind(dealt[place])
        hard, aces, place = hard + kind + 1, aces or kind == 0, place + 1


@njit(cache=True)
def _compare(own: int, dealer: int) -> int:
    """1, 0 or -1 for a hand that didn't bust."""
    return 1 if dealer > 21 or own > dealer else 0 if own == dealer else -1


@njit(cache=True)
def _play_hand(dealt: Tally, hand: int, actions: Ints) -> tuple[int, int]:
    """The first action with the first two cards, and the result."""
    first = actions[_kind(dealt[1]), hand]
    if first == SPLIT:
        dealer, won = _finish_dealer(dealt, 6), 2
        for place in range(4, 6):
            won += _compare(12 + _kind(dealt[place]) if _kind(dealt[place]) else 12, dealer)
        return first, BOTH[won]
    size, place, action = 2, 4, first
    while action != STAND and TOTALS[hand] < 21:
        hand = CHILDREN[hand, _kind(dealt[place])]
        size, place = size + 1, place + 1
        if hand < 0:
            return first, LOSS_2 if action == DOUBLE else LOSS
        if size == 6:
            return first, WIN
        action = STAND if action == DOUBLE else actions[_kind(dealt[1]), hand]
    won = _compare(TOTALS[hand], _finish_dealer(dealt, place))
    return first, BOTH[2 + 2 * won] if first == DOUBLE else BOTH[2 + won]


@njit(cache=True, nogil=True)
def _play_block(state: np.uint64, rounds: int, actions: Ints, firsts: Ints) -> Tally:
    tally = np.zeros(TALLIED, np.int64)
    dealt = np.empty(CARDS, np.int64)
    poker = np.empty(6, np.int64)
    for _ in range(rounds):
        # In turn to the player and the dealer, twice; then whatever is drawn.
        state = deal_deck(state, dealt)
        hand = CHILDREN[CHILDREN[0, _kind(dealt[0])], _kind(dealt[2])]
        dealer_two = _kind(dealt[1]) + _kind(dealt[3])
        if dealer_two == 9 and _kind(dealt[1]) * _kind(dealt[3]) == 0:
            tally[PUSH if hand == NATURAL else LOSS] += 1
        elif hand == NATURAL:
            tally[BLACKJACK] += 1
        else:
            action, result = _play_hand(dealt, hand, actions)
            tally[action * 6 + result] += 1
        own, other = dealt[0] >> 2, dealt[1] >> 2
        tally[WAR_AT + (0 if own < other else 1 if own == other else 2)] += 1
        poker[0], poker[1], poker[2:] = dealt[0], dealt[2], dealt[4:8]
        strength, place = strength_of_mask(mask_of(poker, 0, 6)), len(firsts) - 1
        while strength < firsts[place]:
            place -= 1
        tally[POKER_AT + place] += 1
    return tally
