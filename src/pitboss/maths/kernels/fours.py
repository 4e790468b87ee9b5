"""Four-card hands for kernels: the best four of four, five or six cards as one small number.

A hand is an int64 with one bit per card, sixteen bits a suit. Its strength is a place in the
ranking of C4-2, from 0 (the worst high card) to 2534 (four aces). Equal hands share a place, so
strengths index tables without gaps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.maths.counting import Counts
from pitboss.maths.kernels.arrays import Ints, Ints32

Small: TypeAlias = NDArray[np.int16]

# The first strength of each kind, worst to best, and the number of strengths.
HIGH_CARD: Final = 0
PAIR: Final = 704
TWO_PAIR: Final = 1562
STRAIGHT: Final = 1640
FLUSH: Final = 1651
THREE_OF_A_KIND: Final = 2355
STRAIGHT_FLUSH: Final = 2511
FOUR_OF_A_KIND: Final = 2522
STRENGTHS: Final = 2535

# The first strength of some decisive hands; each rank of a pair has 66 pairs of kickers.
QUEEN_HIGH: Final = 203
QUEEN_TEN_HIGH: Final = 259
KING_HIGH: Final = 322
KING_QUEEN_HIGH: Final = 442
KING_QUEEN_EIGHT_FOUR: Final = 459
PAIR_OF_THREES: Final = PAIR + 66
PAIR_OF_TENS: Final = PAIR + 8 * 66
PAIR_OF_QUEENS: Final = PAIR + 10 * 66
PAIR_OF_ACES: Final = PAIR + 12 * 66
FOUR_ACES: Final = STRENGTHS - 1

# The finest outcomes that any wager on the player's own four cards tells apart.
OUTCOMES: Final = {
    "high_card": HIGH_CARD,
    "low_pair": PAIR,
    "high_pair": PAIR_OF_QUEENS,
    "two_pair": TWO_PAIR,
    "straight": STRAIGHT,
    "flush": FLUSH,
    "three_of_a_kind": THREE_OF_A_KIND,
    "straight_flush": STRAIGHT_FLUSH,
    "four_of_a_kind": FOUR_OF_A_KIND,
    "four_aces": FOUR_ACES,
}

# The tens and better, which the dealer of 6-5-4 discards (SF-2), start here.
TEN_OF_CLUBS: Final = 32

CARD_BIT: Final[Ints] = np.array([1 << (16 * (card % 4) + card // 4) for card in range(52)])

_MASKS: Final = 1 << 13


def _run_mask(top: int) -> int:
    """The ranks of a four-card straight; the ace plays below the deuce."""
    return sum(1 << (rank % 13) for rank in range(top - 3, top + 1))


def _straight_table() -> Ints:
    """For each set of ranks, the place of its best straight, 0 for 4-3-2-A, or -1."""
    table = np.full(_MASKS, -1, dtype=np.int64)
    ranks = np.arange(_MASKS)
    for top in range(2, 13):
        run = _run_mask(top)
        table[ranks & run == run] = top - 2
    return table


def _high_table(straights: Ints) -> Ints:
    """For each set of ranks, the place of its best four among hands that aren't straights."""
    fours = sorted(sum(1 << rank for rank in ranks) for ranks in combinations(range(13), 4))
    places = {mask: place for place, mask in enumerate(m for m in fours if straights[m] < 0)}
    table = np.full(_MASKS, -1, dtype=np.int64)
    for mask in range(_MASKS):
        best = mask
        while best.bit_count() > 4:
            best &= best - 1
        table[mask] = places.get(best, -1)
    return table


_STRAIGHT_PLACE: Final[Ints] = _straight_table()
_HIGH_PLACE: Final[Ints] = _high_table(_STRAIGHT_PLACE)
_SIZE: Final[Ints] = np.array([mask.bit_count() for mask in range(_MASKS)])
_TOP: Final[Ints] = np.array([mask.bit_length() - 1 for mask in range(_MASKS)])


@njit(cache=True)
def strength(hand: int) -> int:
    """The strength of the best four of four, five or six cards."""
    clubs = hand & 8191
    diamonds = (hand >> 16) & 8191
    hearts = (hand >> 32) & 8191
    spades = (hand >> 48) & 8191
    ranks = clubs | diamonds | hearts | spades
    suited = 0
    for suit in (clubs, diamonds, hearts, spades):
        if _SIZE[suit] >= 4:
            suited = suit
    minor_pairs = clubs & diamonds
    major_pairs = hearts & spades
    if minor_pairs & major_pairs:
        return int(FOUR_OF_A_KIND + _TOP[minor_pairs & major_pairs])
    if suited and _STRAIGHT_PLACE[suited] >= 0:
        return int(STRAIGHT_FLUSH + _STRAIGHT_PLACE[suited])
    triples = (minor_pairs & (hearts | spades)) | (major_pairs & (clubs | diamonds))
    if triples:
        return THREE_OF_A_KIND + _with_kicker(triples, ranks)
    if suited:
        return int(FLUSH + _HIGH_PLACE[suited])
    if _STRAIGHT_PLACE[ranks] >= 0:
        return int(STRAIGHT + _STRAIGHT_PLACE[ranks])
    pairs = minor_pairs | major_pairs | ((clubs | diamonds) & (hearts | spades))
    if pairs:
        return _pairs_strength(pairs, ranks)
    return int(_HIGH_PLACE[ranks])


@njit(cache=True)
def _with_kicker(triples: int, ranks: int) -> int:
    """The place of the best three of a kind and its kicker among 13 times 12."""
    triple = _TOP[triples]
    kicker = _TOP[ranks ^ (1 << triple)]
    return int(triple * 12 + kicker - (1 if kicker > triple else 0))


@njit(cache=True)
def _pairs_strength(pairs: int, ranks: int) -> int:
    """Two pair if there are two, otherwise a pair and its two kickers, counted without its rank."""
    pair = _TOP[pairs]
    others = pairs ^ (1 << pair)
    if others:
        return int(TWO_PAIR + pair * (pair - 1) // 2 + _TOP[others])
    kickers = ranks ^ (1 << pair)
    first = _TOP[kickers]
    second = _TOP[kickers ^ (1 << first)]
    first -= 1 if first > pair else 0
    second -= 1 if second > pair else 0
    return int(PAIR + pair * 66 + first * (first - 1) // 2 + second)


@njit(cache=True)
def _fill_strengths(hands: NDArray[Any], strengths: Ints) -> None:
    for row in range(len(hands)):
        hand = 0
        for card in hands[row]:
            hand += CARD_BIT[card]
        strengths[row] = strength(hand)


def strengths_of(hands: NDArray[Any]) -> Ints:
    """The strength of each row of four, five or six cards."""
    strengths = np.empty(len(hands), dtype=np.int64)
    _fill_strengths(hands, strengths)
    return strengths


def strength_of(cards: Sequence[int]) -> int:
    """The strength of four, five or six different cards."""
    return int(strengths_of(np.array([cards], dtype=np.int64))[0])


def outcomes_from(first: str) -> dict[str, int]:
    """The outcomes from this one on, each with its first strength."""
    return {name: least for name, least in OUTCOMES.items() if least >= OUTCOMES[first]}


def classify(firsts: Mapping[str, int], strengths: Ints | Ints32) -> Ints:
    """For each strength, the place of its class, given the first strength of each, ascending."""
    return np.searchsorted(list(firsts.values()), strengths, side="right") - 1


def tally(names: Sequence[str], places: Ints, numbers: Ints) -> Counts:
    """Sum the numbers of each place, under its name."""
    return {name: int(numbers[places == place].sum()) for place, name in enumerate(names)}
