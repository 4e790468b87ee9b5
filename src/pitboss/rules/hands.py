"""Poker hands of two to seven cards: three cards, or the best four or five of those held.

A hand's strength is a tuple (kind, rank, rank, ...): compare two with < and ==. Bigger is better,
and every kicker counts. Ranks run from 0 (deuce) to 12 (ace). A card that stands for another, such
as the joker, takes part in one of two ways: see `five_cards_wild` and `best_five_joker`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum
from itertools import pairwise

from pitboss.rules.cards import (
    ACE,
    DECK,
    FIVE,
    JOKER,
    RANK_NAMES,
    RANK_OF,
    RANK_PLURALS,
    SUIT_OF,
    Card,
)

Strength = tuple[int, ...]


class Three(IntEnum):
    """Kinds of three-card hands, worst to best: a straight beats a flush."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


class Four(IntEnum):
    """Kinds of four-card hands, worst to best (C4-2): three of a kind beats a flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


class Five(IntEnum):
    """Kinds of five-card hands, worst to best."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


FIVE_OF_A_KIND = len(Five)  # above every kind of `Five`; it takes a card that stands for another
COMPLETED_BY_JOKER = (Five.STRAIGHT, Five.FLUSH, Five.STRAIGHT_FLUSH)


def three_cards(cards: Sequence[Card]) -> Strength:
    """The hand that three cards make."""
    groups, distinct, suited = _sort(cards, flush_size=3)
    size, rank = groups[0]
    if size == 3:
        return (Three.THREE_OF_A_KIND, rank)
    if size == 2:
        return (Three.PAIR, rank, *_without(distinct, rank))
    if (top := _straight_top(distinct, 3)) is not None:
        return (Three.STRAIGHT_FLUSH if suited else Three.STRAIGHT, top)
    return (Three.FLUSH if suited else Three.HIGH_CARD, *distinct)


def best_four(cards: Sequence[Card]) -> Strength:
    """The best four-card hand among four, five or six cards (C4-2)."""
    groups, distinct, suited = _sort(cards, flush_size=4)
    size, rank = groups[0]
    if size == 4:
        return (Four.FOUR_OF_A_KIND, rank)
    if suited and (top := _straight_top(suited, 4)) is not None:
        return (Four.STRAIGHT_FLUSH, top)
    if size == 3:
        return (Four.THREE_OF_A_KIND, rank, *_without(distinct, rank)[:1])
    if suited:
        return (Four.FLUSH, *suited[:4])
    if (top := _straight_top(distinct, 4)) is not None:
        return (Four.STRAIGHT, top)
    if size == 2 and groups[1][0] == 2:
        return (Four.TWO_PAIR, rank, groups[1][1])
    if size == 2:
        return (Four.PAIR, rank, *_without(distinct, rank)[:2])
    return (Four.HIGH_CARD, *distinct[:4])


def best_five(cards: Sequence[Card]) -> Strength:
    """The best five-card hand among five, six or seven cards."""
    groups, distinct, suited = _sort(cards, flush_size=5)
    if suited and (top := _straight_top(suited, 5)) is not None:
        return (Five.STRAIGHT_FLUSH, top)
    size, rank = groups[0]
    if size == 4:
        return (Five.FOUR_OF_A_KIND, rank, *_without(distinct, rank)[:1])
    if size == 3 and groups[1][0] >= 2:
        return (Five.FULL_HOUSE, rank, groups[1][1])
    if suited:
        return (Five.FLUSH, *suited[:5])
    if (top := _straight_top(distinct, 5)) is not None:
        return (Five.STRAIGHT, top)
    if size == 3:
        return (Five.THREE_OF_A_KIND, rank, *_without(distinct, rank)[:2])
    if size == 2 and groups[1][0] == 2:
        second = groups[1][1]
        kickers = [other for other in distinct if other not in (rank, second)]
        return (Five.TWO_PAIR, rank, second, *kickers[:1])
    if size == 2:
        return (Five.PAIR, rank, *_without(distinct, rank)[:3])
    return (Five.HIGH_CARD, *distinct[:5])


def five_cards_wild(cards: Sequence[Card], wild: Collection[Card]) -> Strength:
    """The best hand of five cards of which the wild ones stand for any card. In a flush they stand
    for the highest ranks that it doesn't have."""
    held = [card for card in cards if card not in wild]
    free = len(cards) - len(held)
    if not free:
        return best_five(cards)
    if not held:
        return (FIVE_OF_A_KIND, ACE)
    groups, distinct, suited = _sort(held, flush_size=len(held))
    size, rank = groups[0][0] + free, groups[0][1]
    if size == 5:
        return (FIVE_OF_A_KIND, rank)
    top = _completed_top(distinct) if len(distinct) == len(held) else None
    if suited and top is not None:
        return (Five.STRAIGHT_FLUSH, top)
    if size == 4:
        return (Five.FOUR_OF_A_KIND, rank, *_without(distinct, rank))
    if size == 3 and len(distinct) == 2:
        return (Five.FULL_HOUSE, *distinct)
    if suited:
        missing = [rank for rank in range(ACE, -1, -1) if rank not in suited]
        return (Five.FLUSH, *sorted((*suited, *missing[:free]), reverse=True))
    if top is not None:
        return (Five.STRAIGHT, top)
    if size == 3:
        return (Five.THREE_OF_A_KIND, rank, *_without(distinct, rank))
    return (Five.PAIR, rank, *_without(distinct, rank))


def best_five_joker(cards: Sequence[Card]) -> Strength:
    """The best five-card hand among five to seven cards, in which the joker is an ace, or whatever
    card completes a straight, a flush or a straight flush."""
    if JOKER not in cards:
        return best_five(cards)
    held = [card for card in cards if card != JOKER]
    if sum(RANK_OF[card] == ACE for card in held) == 4:
        return (FIVE_OF_A_KIND, ACE)
    tried = ((card, best_five((*held, card))) for card in DECK if card not in held)
    return max(
        strength
        for card, strength in tried
        if RANK_OF[card] == ACE or strength[0] in COMPLETED_BY_JOKER
    )


def is_royal(strength: Strength) -> bool:
    """Whether a five-card strength is the royal flush."""
    return strength == (Five.STRAIGHT_FLUSH, ACE)


def is_sequence(ranks: Sequence[int]) -> bool:
    """Whether two or three ranks are in sequence, the ace low or high: A-2-3 and Q-K-A are."""
    ordered = sorted(ranks)
    low_ace = sorted(-1 if rank == ACE else rank for rank in ranks)
    return any(all(b - a == 1 for a, b in pairwise(run)) for run in (ordered, low_ace))


def describe_three(strength: Strength) -> str:
    """A three-card hand in words, as a dealer announces it: without a pair it names all cards."""
    if strength[0] == Three.HIGH_CARD:
        return "-".join(RANK_NAMES[rank] for rank in strength[1:]) + " high"
    return _describe(Three(strength[0]).name, strength[1:])


def describe_four(strength: Strength) -> str:
    """A four-card hand in words, as a dealer announces it."""
    return _describe(Four(strength[0]).name, strength[1:])


def describe_five(strength: Strength) -> str:
    """A five-card hand in words, as a dealer announces it."""
    if strength[0] == FIVE_OF_A_KIND:
        return f"five {RANK_PLURALS[strength[1]]}"
    return "royal flush" if is_royal(strength) else _describe(Five(strength[0]).name, strength[1:])


def _sort(
    cards: Sequence[Card], *, flush_size: int
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """(size, rank) groups, distinct ranks and the ranks of a flush, each from the best down."""
    counts = [0] * 13
    suits: tuple[list[int], ...] = ([], [], [], [])
    for card in cards:
        rank = RANK_OF[card]
        counts[rank] += 1
        suits[SUIT_OF[card]].append(rank)
    distinct = [rank for rank in range(12, -1, -1) if counts[rank]]
    groups = sorted(((counts[rank], rank) for rank in distinct), reverse=True)
    flushes = [sorted(ranks, reverse=True) for ranks in suits if len(ranks) >= flush_size]
    return groups, distinct, flushes[0] if flushes else []


def _straight_top(descending: Sequence[int], length: int) -> int | None:
    """The top rank of the best straight among distinct ranks; the ace also plays low."""
    run = 1
    previous = descending[0]
    for rank in descending[1:]:
        run = run + 1 if previous - rank == 1 else 1
        previous = rank
        if run == length:
            return rank + length - 1
    if run == length - 1 and previous == 0 and descending[0] == ACE:
        return length - 2
    return None


def _completed_top(descending: Sequence[int]) -> int | None:
    """The top rank of the best straight of five that wild cards complete."""
    best = min(descending[-1] + 4, ACE)
    if descending[0] <= best:
        return best
    low = descending[0] == ACE and all(rank <= FIVE for rank in descending[1:])
    return FIVE if low else None


def _without(distinct: Sequence[int], rank: int) -> list[int]:
    return [other for other in distinct if other != rank]


def _describe(kind: str, ranks: Strength) -> str:
    names = [RANK_NAMES[rank] for rank in ranks]
    plurals = [RANK_PLURALS[rank] for rank in ranks]
    match kind:
        case "FOUR_OF_A_KIND":
            return f"four {plurals[0]}"
        case "FULL_HOUSE":
            return f"full house, {plurals[0]} over {plurals[1]}"
        case "THREE_OF_A_KIND":
            return f"three {plurals[0]}"
        case "TWO_PAIR":
            return f"two pair, {plurals[0]} and {plurals[1]}"
        case "PAIR":
            return f"pair of {plurals[0]}"
        case "HIGH_CARD":
            return f"{names[0]}-{names[1]} high"
        case _:
            return f"{kind.lower().replace('_', ' ')}, {names[0]} high"
