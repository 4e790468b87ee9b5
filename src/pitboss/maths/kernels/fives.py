"""The best five-card hand among five, six or seven cards, as one integer, fast.

A hand is a *mask*: an int64 in which the card of rank r and suit s sets bit 16 s + r. A *strength*
is an int that orders hands totally: bigger is better, equal exactly on a tie. Its bits 20 and up
are the kind (`strength >> KIND_SHIFT` is a `rules.hands.Five`: 0 high card ... 8 straight flush);
below lie five fields of four bits, from the left the ranks that `rules.hands.best_five` names after
the kind, unused fields zero. The royal flush is `ROYAL_FLUSH` and nothing is above it.

Kernels (`mask5`, `strength_of_mask`, `strength5`) trust their input: cards from 0 to 51, none
twice. `evaluate5` and `evaluate7` are for Python: they check it, and use the
threads that numba is set to.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from pitboss.maths.kernels.arrays import Ints
from pitboss.rules.shared_prizes import PairOrBetter

Strengths: TypeAlias = NDArray[np.int32]

KIND_SHIFT = 20
HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH = range(6)
FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH = range(6, 9)
ROYAL_FLUSH = STRAIGHT_FLUSH << KIND_SHIFT | 12 << 16

_RANK_SETS = 1 << 13
_EVEN_BITS = 0x5555555555555555
_BIT_PAIRS = 0x3333333333333333
_NIBBLES = 0x0F0F0F0F0F0F0F0F
_FIELDS = 0x001F001F001F001F
_ELEVENS = 0x000B000B000B000B
_SIXTEENS = 0x0010001000100010


def _top_ranks() -> NDArray[np.int32]:
    """For each set of ranks, the best five in fields of four bits, the best on the left."""
    table = np.zeros(_RANK_SETS, dtype=np.int32)
    for ranks in range(_RANK_SETS):
        best = [rank for rank in range(12, -1, -1) if ranks >> rank & 1][:5]
        table[ranks] = sum(rank << 16 - 4 * place for place, rank in enumerate(best))
    return table


def _straight_tops() -> NDArray[np.int8]:
    """For each set of ranks, the top rank of its best straight; -1 if there is none."""
    table = np.full(_RANK_SETS, -1, dtype=np.int8)
    for ranks in range(_RANK_SETS):
        with_low_ace = ranks << 1 | ranks >> 12
        tops = [top for top in range(3, 13) if with_low_ace >> (top - 3) & 31 == 31]
        table[ranks] = max(tops, default=-1)
    return table


def _card_bits() -> NDArray[np.int64]:
    """The bit of each card; 0 for bytes that aren't cards, so that they show as missing."""
    table = np.zeros(256, dtype=np.int64)
    for card in range(52):
        table[card] = 1 << 16 * (card & 3) + (card >> 2)
    return table


# Globals of this file, not arguments: numba then folds their addresses into the kernel.
TOP_RANKS = _top_ranks()
STRAIGHT_TOPS = _straight_tops()
CARD_BITS = _card_bits()


@njit(cache=True, inline="always")
def suit_sizes(mask: int) -> int:
    """How many cards of each suit, side by side in four fields of sixteen bits."""
    pairs = mask - (mask >> 1 & _EVEN_BITS)
    nibbles = (pairs & _BIT_PAIRS) + (pairs >> 2 & _BIT_PAIRS)
    bytes_ = (nibbles + (nibbles >> 4)) & _NIBBLES
    return (bytes_ + (bytes_ >> 8)) & _FIELDS


@njit(cache=True, inline="always")
def _best(ranks: int, size: int) -> int:
    """The best `size` ranks of a set, in as many fields of four bits."""
    return int(np.int64(TOP_RANKS[ranks])) >> 20 - 4 * size


@njit(cache=True, inline="always")
def _straight_top(ranks: int) -> int:
    return int(np.int64(STRAIGHT_TOPS[ranks]))


@njit(cache=True, inline="always")
def flush_strength(ranks: int) -> int:
    """The strength of five or more cards of one suit, given their ranks."""
    top = _straight_top(ranks)
    if top >= 0:
        return STRAIGHT_FLUSH << KIND_SHIFT | top << 16
    return FLUSH << KIND_SHIFT | _best(ranks, 5)


@njit(cache=True)
def strength_of_ranks(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The strength of five to seven cards, no five of one suit, given rank sets."""
    black, red = clubs & diamonds, hearts & spades
    clubs_diamonds, hearts_spades = clubs | diamonds, hearts | spades
    ranks = clubs_diamonds | hearts_spades
    twice = black | red | clubs_diamonds & hearts_spades
    top = _straight_top(ranks)
    if twice == 0:
        if top >= 0:
            return STRAIGHT << KIND_SHIFT | top << 16
        return HIGH_CARD << KIND_SHIFT | _best(ranks, 5)
    thrice = black & hearts_spades | red & clubs_diamonds
    best = _best(twice, 1)
    if thrice == 0:
        if top >= 0:
            return STRAIGHT << KIND_SHIFT | top << 16
        others = twice ^ 1 << best
        if others == 0:
            return PAIR << KIND_SHIFT | best << 16 | _best(ranks ^ twice, 3) << 4
        second = _best(others, 1)
        kicker = _best(ranks ^ 1 << best ^ 1 << second, 1)
        return TWO_PAIR << KIND_SHIFT | best << 16 | second << 12 | kicker << 8
    four = black & red
    if four:
        rank = _best(four, 1)
        return FOUR_OF_A_KIND << KIND_SHIFT | rank << 16 | _best(ranks ^ four, 1) << 12
    best = _best(thrice, 1)
    others = twice ^ 1 << best
    if others:
        return FULL_HOUSE << KIND_SHIFT | best << 16 | _best(others, 1) << 12
    if top >= 0:
        return STRAIGHT << KIND_SHIFT | top << 16
    return THREE_OF_A_KIND << KIND_SHIFT | best << 16 | _best(ranks ^ thrice, 2) << 8


@njit(cache=True)
def strength_of_mask(mask: int) -> int:
    """The strength of the best five among the five to seven cards of a mask."""
    clubs, diamonds = mask & 8191, mask >> 16 & 8191
    hearts, spades = mask >> 32 & 8191, mask >> 48
    # A suit of five or more, plus eleven, carries into bit 4 of its field. With five of a suit
    # among seven cards, neither a full house nor four of a kind is possible.
    flush = suit_sizes(mask) + _ELEVENS & _SIXTEENS
    if flush:
        if flush & 0x10:
            return flush_strength(clubs)
        if flush & 0x100000:
            return flush_strength(diamonds)
        if flush & 0x1000000000:
            return flush_strength(hearts)
        return flush_strength(spades)
    return strength_of_ranks(clubs, diamonds, hearts, spades)


@njit(cache=True, inline="always")
def mask5(card0: int, card1: int, card2: int, card3: int, card4: int) -> int:
    """The mask of five cards."""
    low = CARD_BITS[card0] | CARD_BITS[card1] | CARD_BITS[card2]
    return int(low | CARD_BITS[card3] | CARD_BITS[card4])


@njit(cache=True)
def strength5(card0: int, card1: int, card2: int, card3: int, card4: int) -> int:
    """The strength of a five-card hand."""
    return strength_of_mask(mask5(card0, card1, card2, card3, card4))


# Batches: a hand is the sum of its cards' keys, and the sum is looked up. In a key each card of
# rank r counts 5**r for the six low ranks (bits 0 to 15) or 5**(r - 6) for the seven high ones
# (bits 16 to 39), so that no digit ever overflows; 1 in its suit's nibble (from bit 40), each
# starting at 3 so that five of a suit set its top bit; a byte that isn't a card sets a bit above
# 56.
_LOW_RANKS = 6
_LOW_CODES, _HIGH_CODES = 5**6, 5**7
_EMPTY_HAND = 0x3333 << 40
_FLUSH_BITS = 0x8888 << 40
# How many ways five and seven cards can be spread over thirteen ranks, at most four of each.
_RANK_COUNTS = {5: 6175, 7: 49205}


def _card_keys() -> NDArray[np.int64]:
    table = np.full(256, 1 << 57, dtype=np.int64)
    for card in range(52):
        rank, suit = card >> 2, card & 3
        digit = 5**rank if rank < _LOW_RANKS else 5 ** (rank - _LOW_RANKS) << 16
        table[card] = digit + (1 << 40 + 4 * suit)
    return table


_CARD_KEYS = _card_keys()


@njit(cache=True)
def _strength_of_codes(low: int, high: int) -> int:
    """The strength of the ranks that two codes count, no five cards of one suit."""
    clubs = diamonds = hearts = spades = 0
    code, bit = high * _LOW_CODES + low, 1
    while code:
        count = code % 5
        clubs |= bit * int(count > 0)
        diamonds |= bit * int(count > 1)
        hearts |= bit * int(count > 2)
        spades |= bit * int(count > 3)
        code //= 5
        bit <<= 1
    return strength_of_ranks(clubs, diamonds, hearts, spades)


@njit(cache=True)
def _fill(size: int, low_places: Strengths, high_places: Strengths, strengths: Strengths) -> int:
    """Number the codes; the strength of two codes is at the sum of their places."""
    cards_of = np.zeros(_HIGH_CODES, np.int64)
    for code in range(1, _HIGH_CODES):
        cards_of[code] = cards_of[code // 5] + code % 5
    lows = np.zeros(size + 1, np.int64)
    for low in range(_LOW_CODES):
        if cards_of[low] <= size:
            low_places[low] = lows[cards_of[low]]
            lows[cards_of[low]] += 1
    used = 0
    for high in range(_HIGH_CODES):
        missing = size - cards_of[high]
        if missing < 0:
            continue
        high_places[high] = used
        for low in range(_LOW_CODES):
            if cards_of[low] == missing:
                strengths[used + low_places[low]] = _strength_of_codes(low, high)
        used += lows[missing]
    return used


@cache
def _tables(size: int) -> tuple[Strengths, Strengths, Strengths]:
    """Places of the low codes, places of the high codes, strengths."""
    low_places = np.zeros(_LOW_CODES, dtype=np.int32)
    high_places = np.zeros(_HIGH_CODES, dtype=np.int32)
    strengths = np.zeros(_RANK_COUNTS[size], dtype=np.int32)
    if _fill(size, low_places, high_places, strengths) != len(strengths):
        raise AssertionError(f"{size} cards have another number of rank counts")
    return low_places, high_places, strengths


@njit(cache=True, parallel=True, nogil=True)
def _evaluate(
    hands: NDArray[np.uint8],
    low_places: Strengths,
    high_places: Strengths,
    by_place: Strengths,
    strengths: Strengths,
) -> None:
    """The strength of each hand; -1 if it has a card twice, or something that isn't a card."""
    for i in prange(len(hands)):
        key, once, total = np.int64(_EMPTY_HAND), np.int64(0), np.int64(0)
        for k in range(hands.shape[1]):
            card = hands[i, k]
            bit = np.int64(1) << np.int64(card & 63)
            key += _CARD_KEYS[card]
            once |= bit
            total += bit
        if once ^ total | key >> 57:
            strengths[i] = -1
        elif key & _FLUSH_BITS:
            mask = np.int64(0)
            for k in range(hands.shape[1]):
                mask |= CARD_BITS[hands[i, k]]
            strengths[i] = strength_of_mask(int(mask))
        else:
            strengths[i] = by_place[high_places[key >> 16 & 0xFFFFFF] + low_places[key & 0xFFFF]]


def _as_bytes(hands: NDArray[Any], size: int) -> NDArray[np.uint8]:
    if hands.ndim != 2 or hands.shape[1] != size or hands.dtype.kind not in "iu":
        raise ValueError(f"hands must be integers of shape (n, {size})")
    if hands.dtype != np.uint8:
        if len(hands) and (hands.min() < 0 or hands.max() > 51):
            raise ValueError("a card is a number from 0 to 51")
        hands = hands.astype(np.uint8)
    return np.ascontiguousarray(hands)


def _evaluate_batch(hands: NDArray[Any], size: int) -> Strengths:
    cards = _as_bytes(hands, size)
    strengths = np.empty(len(cards), dtype=np.int32)
    _evaluate(cards, *_tables(size), strengths)
    if len(strengths) and strengths.min() < 0:
        where = int(np.argmin(strengths))
        raise ValueError(f"hand {where} has a card twice, or a number that is no card")
    return strengths


def evaluate5(hands: NDArray[Any]) -> Strengths:
    """The strengths of n five-card hands, given as an n by 5 array of cards; bytes are fastest."""
    return _evaluate_batch(hands, 5)


def evaluate7(hands: NDArray[Any]) -> Strengths:
    """The strengths of the best five in n hands of seven cards; bytes are fastest."""
    return _evaluate_batch(hands, 7)


@njit(cache=True)
def mask_of(dealt: Any, first: int, last: int) -> int:
    """The cards from one place to before another as a mask, for both `fives` and `fours`."""
    mask = np.int64(0)
    for index in range(first, last):
        mask |= CARD_BITS[dealt[index]]
    return int(mask)


@njit(cache=True)
def five_card_outcome(strength: int) -> int:
    """0 for two pair or less, then three of a kind, straight, flush, full house, four of a kind,
    straight flush and royal flush."""
    return max(0, (strength >> KIND_SHIFT) - TWO_PAIR) + int(strength == ROYAL_FLUSH)


def five_card_outcomes(hands: NDArray[Any]) -> Ints:
    """The same for n five-card hands, as places in FIVE_CARD_OUTCOMES."""
    strengths = evaluate5(hands).astype(np.int64)
    kinds = np.maximum(strengths >> KIND_SHIFT, TWO_PAIR) - TWO_PAIR
    outcomes: Ints = kinds + (strengths == ROYAL_FLUSH)
    return outcomes


def first_strengths(hands: PairOrBetter) -> dict[str, int]:
    """The first strength of each class of five-card hands, for `fours.classify`."""
    pair = PAIR << KIND_SHIFT | hands.lowest << 16
    better = (kind << KIND_SHIFT for kind in range(TWO_PAIR, STRAIGHT_FLUSH + 1))
    return dict(zip(hands.outcomes, (0, pair, *better, ROYAL_FLUSH), strict=True))
