"""A five-card hand against a dealer whose turned cards are seen, for every hand and every turn.

The kernels of 6-5-4 Poker. Low cards, up to the nine, are numbered 0 to 31, high ones 32 to 51.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit, prange

from pitboss.maths.kernels.fours import TEN_OF_CLUBS
from pitboss.maths.kernels.fours_avoid import Sixes, Sized, avoid, avoid_mixed, avoid_six, sixes
from pitboss.maths.kernels.fours_below import below, hand_strengths, mixed_below
from pitboss.maths.kernels.fours_sets import hands_by_strength, set_classes

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboss.maths.kernels.fours import Ints, Small

HIGH: Final = TEN_OF_CLUBS
SIX, FIVE, FOUR = range(3)
WIN, TIE, LOSS = range(3)
FOLD, PLAY = range(2)
_UNSETTLED: Final = -1

# Hands that the dealer can complete from the cards nobody has seen.
_HANDS_SIX: Final = comb(46, 5)
_HANDS: Final = comb(45, 4)
# A six-card hand stands for five orders: each of its cards may be the next one to be turned.
_SIX_WEIGHT: Final = 5
# Hands out of the 47 cards that are not the player's: with one card named, with two.
_FIVES_WITH_ONE: Final = comb(46, 4)
_FIVES_WITH_TWO: Final = comb(45, 3)
_FOURS: Final = comb(47, 4)
_FOURS_WITH_ONE: Final = comb(46, 3)
_FOURS_WITH_TWO: Final = comb(45, 2)

# One word of decisions for the kept first card, then one for each discarded first card.
WORDS: Final = 41
FIVE_WORD: Final = 1
FOUR_WORD: Final = 21

_CHUNKS: Final = 32


@dataclass(frozen=True, slots=True)
class Exposed:
    """One entry per suit class of the player's five cards, weakest hands first.

    `sums[row, case, action, result]` counts, for one member of the class, the dealer's orders of
    cards under optimal play: first card, next card, the other four. `plays[row]` holds the
    decisions as bits: word 0 by the kept first card; word 1 + (first - 32) by the kept second
    card; word 21 + (first - 32) by the discarded second card less 32.
    """

    cards: Ints
    members: Ints
    strengths: Ints
    sums: Ints
    plays: Ints


@njit(cache=True)
def _record(action: int, under: int, up_to: int, hands: int, sums: Ints) -> None:
    """A hand's sums together stay below 47 x 46 x C(45, 4), 29 bits."""
    sums[action, WIN] += under
    sums[action, TIE] += up_to - under
    sums[action, LOSS] += hands - up_to


@njit(cache=True)
def _best(lowest: int, highest: int, hands: int) -> int:
    """The right action, if it is the same for all wins less losses between these.

    Playing is worth twice wins less losses, folding minus one: integers, times the hands. Equal
    values fold.
    """
    if 2 * lowest > -hands:
        return PLAY
    if 2 * highest <= -hands:
        return FOLD
    return _UNSETTLED


@njit(cache=True)
def _solve_six(cards: Ints, free: int, own: int, six: Sixes, sums: Ints, plays: Ints) -> None:
    under, up_to = np.empty(52, dtype=np.int64), np.empty(52, dtype=np.int64)
    avoid_six(cards, own, six, HIGH, under, up_to)
    for card in range(HIGH):
        if free >> card & 1:
            margin = under[card] + up_to[card] - _HANDS_SIX
            action = _best(margin, margin, _HANDS_SIX)
            for _ in range(_SIX_WEIGHT):
                _record(action, under[card], up_to[card], _HANDS_SIX, sums)
            plays[0] |= action << card


@njit(cache=True)
def _solve_five(cards: Ints, free: int, own: int, five: Sized, sums: Ints, plays: Ints) -> None:
    """Hands with the kept card, less those that also have the discarded one.

    The latter are at most _FIVES_WITH_TWO. Where that many cannot change the decision for any
    kept card, all discards are summed at once: a hand that keeps one of its low cards was dealt
    after any high card which it does not hold, so hands weigh low x (all high - high).
    """
    under, up_to = np.empty(52, dtype=np.int64), np.empty(52, dtype=np.int64)
    avoid(cards, own, -1, five, 0, HIGH, under, up_to)
    lowest, highest, low_cards, all_under, all_up_to = _FIVES_WITH_ONE, -_FIVES_WITH_ONE, 0, 0, 0
    for card in range(HIGH):
        if free >> card & 1:
            margin = under[card] + up_to[card] - _FIVES_WITH_ONE
            lowest, highest = min(lowest, margin), max(highest, margin)
            low_cards += 1
            all_under += under[card]
            all_up_to += up_to[card]
    action = _best(lowest - _FIVES_WITH_TWO, highest + _FIVES_WITH_TWO, _HANDS)
    if action == _UNSETTLED:
        _solve_discards_of_five(cards, free, own, five, under, up_to, sums, plays)
        return
    high_cards = 47 - low_cards
    mixed_under, mixed_up_to = avoid_mixed(cards, own, five)
    _record(
        action, high_cards * all_under - mixed_under, high_cards * all_up_to - mixed_up_to,
        high_cards * low_cards * _HANDS, sums,
    )  # fmt: skip
    for gone in range(HIGH, 52):
        if free >> gone & 1 and action == PLAY:
            plays[FIVE_WORD + gone - HIGH] = free & ((1 << HIGH) - 1)


@njit(cache=True)
def _solve_discards_of_five(
    cards: Ints, free: int, own: int, five: Sized, under: Ints, up_to: Ints, sums: Ints,
    plays: Ints,
) -> None:  # fmt: skip
    both_under, both_up_to = np.empty(52, dtype=np.int64), np.empty(52, dtype=np.int64)
    for gone in range(HIGH, 52):
        if not free >> gone & 1:
            continue
        avoid(cards, own, gone, five, 0, HIGH, both_under, both_up_to)
        for kept in range(HIGH):
            if free >> kept & 1:
                weaker = under[kept] - both_under[kept]
                not_better = up_to[kept] - both_up_to[kept]
                margin = weaker + not_better - _HANDS
                action = _best(margin, margin, _HANDS)
                _record(action, weaker, not_better, _HANDS, sums)
                plays[FIVE_WORD + gone - HIGH] |= action << kept


@njit(cache=True)
def _solve_four(cards: Ints, free: int, own: int, four: Sized, sums: Ints, plays: Ints) -> None:
    """All hands, less those with either discarded card, plus those with both.

    The latter are _FOURS_WITH_TWO. Where that many cannot change the decision, all discards are
    summed at once: a hand with h of the H high cards was dealt after (H - h) (H - h - 1) orders of
    two others, and of its 4 h pairs of a high card and any card h h are not mixed.
    """
    under, up_to = np.empty(52, dtype=np.int64), np.empty(52, dtype=np.int64)
    avoid(cards, own, -1, four, 0, 52, under, up_to)
    all_under, all_up_to, high_under, high_up_to, high_cards = 0, 0, 0, 0, 0
    lowest, highest = _FOURS_WITH_ONE, -_FOURS_WITH_ONE
    for card in range(52):
        if free >> card & 1:
            all_under += under[card]
            all_up_to += up_to[card]
            if card >= HIGH:
                margin = under[card] + up_to[card] - _FOURS_WITH_ONE
                lowest, highest = min(lowest, margin), max(highest, margin)
                high_cards += 1
                high_under += under[card]
                high_up_to += up_to[card]
    all_under //= 4  # each hand was seen once for each of its cards
    all_up_to //= 4
    margin = all_under + all_up_to - _FOURS
    action = _best(
        margin - 2 * highest - _FOURS_WITH_TWO, margin - 2 * lowest + _FOURS_WITH_TWO, _HANDS
    )
    if action == _UNSETTLED:
        _solve_discards_of_four(
            cards, free, own, four, all_under, all_up_to, under, up_to, sums, plays
        )
        return
    mixed_under, mixed_up_to = avoid_mixed(cards, own, four)
    orders = high_cards * (high_cards - 1)
    _record(
        action,
        orders * all_under - (2 * high_cards - 5) * high_under - mixed_under,
        orders * all_up_to - (2 * high_cards - 5) * high_up_to - mixed_up_to,
        orders * _HANDS,
        sums,
    )
    for first in range(HIGH, 52):
        if free >> first & 1 and action == PLAY:
            plays[FOUR_WORD + first - HIGH] = (free ^ (1 << first)) >> HIGH


@njit(cache=True)
def _solve_discards_of_four(
    cards: Ints, free: int, own: int, four: Sized, all_under: int, all_up_to: int,
    under: Ints, up_to: Ints, sums: Ints, plays: Ints,
) -> None:  # fmt: skip
    """The order of the two does not matter: each pair is solved once and recorded twice."""
    both_under, both_up_to = np.empty(52, dtype=np.int64), np.empty(52, dtype=np.int64)
    for first in range(HIGH, 52):
        if not free >> first & 1:
            continue
        avoid(cards, own, first, four, first + 1, 52, both_under, both_up_to)
        for second in range(first + 1, 52):
            if free >> second & 1:
                weaker = all_under - under[first] - under[second] + both_under[second]
                not_better = all_up_to - up_to[first] - up_to[second] + both_up_to[second]
                margin = weaker + not_better - _HANDS
                action = _best(margin, margin, _HANDS)
                for _ in range(2):
                    _record(action, weaker, not_better, _HANDS, sums)
                plays[FOUR_WORD + first - HIGH] |= action << (second - HIGH)
                plays[FOUR_WORD + second - HIGH] |= action << (first - HIGH)


@njit(cache=True, parallel=True)
def _solve(
    cards: Ints, own: Ints, six: Sixes, five: Sized, four: Sized, sums: Ints, plays: Ints
) -> None:
    for row in prange(len(cards)):
        free = (1 << 52) - 1
        for place in range(5):
            free ^= 1 << cards[row, place]
        _solve_six(cards[row], free, own[row], six, sums[row, SIX], plays[row])
        _solve_five(cards[row], free, own[row], five, sums[row, FIVE], plays[row])
        _solve_four(cards[row], free, own[row], four, sums[row, FOUR], plays[row])


def make_tables() -> tuple[Sixes, Sized, Sized]:
    """All that the kernels look up, about hands of six, five and four cards."""
    return sixes(), _sized(5), _sized(4)


def _sized(size: int) -> Sized:
    strengths: Small = np.empty(comb(52, size), dtype=np.int16)
    hand_strengths(size, strengths)
    return Sized(size, set_classes().of_set, below(size).counts, mixed_below(size), strengths)


def solve_hands(
    tables: tuple[Sixes, Sized, Sized], cards: Ints, strengths: Ints
) -> tuple[Ints, Ints]:
    """The sums and decisions, as in Exposed, of some hands of five ascending cards."""
    sums = np.zeros((len(cards), 3, 2, 3), dtype=np.int64)
    plays = np.zeros((len(cards), WORDS), dtype=np.int64)
    _solve(cards, strengths, *tables, sums, plays)
    return sums, plays


def solve(report: Callable[[float], None]) -> Exposed:
    """Every hand the player can hold, every card the dealer can turn."""
    tables = make_tables()
    cards, members, strengths = hands_by_strength()
    parts = []
    for chunk in range(_CHUNKS):
        part = slice(chunk * len(cards) // _CHUNKS, (chunk + 1) * len(cards) // _CHUNKS)
        parts.append(solve_hands(tables, cards[part], strengths[part]))
        report((chunk + 1) / _CHUNKS)
    return Exposed(
        cards=cards,
        members=members,
        strengths=strengths,
        sums=np.concatenate([sums for sums, _ in parts]),
        plays=np.concatenate([plays for _, plays in parts]),
    )
