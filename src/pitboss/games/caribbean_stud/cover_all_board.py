"""Tables for laying straights and flushes on a deck rank by rank: a suit's state, and how
many cards are left of which ranks.

The deck is cut in two. The low half is the ace and the ranks from the deuce up; the high half goes
from the king down and meets the low one in the middle. A half is laid rank by rank, outermost
first, so that the high half is the mirror image of the low one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

HAND_SIZE = 5
SUITS_MOST = 4

# What a suit does with its card of one rank.
NOTHING, FLUSH, RUN = range(3)


@dataclass(frozen=True, slots=True)
class Deck:
    """A whole deck, or a small one for tests: low ranks, high ranks and the ace, in each suit."""

    # The ace counts toward the low half, so the high half is the longer one. It has the four ranks
    # under the ace at least: a run from the ace down then ends inside it.
    low_ranks: int = 5
    high_ranks: int = 7
    suits: int = SUITS_MOST

    @property
    def ranks(self) -> int:
        return 1 + self.low_ranks + self.high_ranks

    @property
    def cards(self) -> int:
        return self.ranks * self.suits


@dataclass(frozen=True, slots=True)
class Kinds:
    """Which hands are laid: straights of any suits, flushes, and straight flushes with a sign.

    Straights and flushes overlap in the straight flushes, so their union is both together with
    the straight flushes taken off: a suited sign of -1.
    """

    straights: bool
    flushes: bool
    suited_sign: int


@dataclass(frozen=True, slots=True, order=True)
class Suit:
    """What a suit has given so far to hands that lie in this suit alone.

    `flush_cards` cards to its flushes; `run_cards` to a straight flush under way; `complete`
    straight flushes; `from_ace`: its ace belongs to the straight flush from ace down.
    """

    flush_cards: int = 0
    run_cards: int = 0
    complete: int = 0
    from_ace: bool = False

    def hands(self, *, ace_waits: bool) -> int:
        """Hands begun. The one from the ace down waits in the low half and runs in the high."""
        flushes = -(-self.flush_cards // HAND_SIZE)
        return flushes + self.complete + (self.run_cards > 0) + (self.from_ace and ace_waits)


# Stands for the suits that a small deck does not have.
ABSENT = Suit(flush_cards=99)


@dataclass(frozen=True, slots=True)
class Half:
    """One half of the deck: the suits' ways to enter it and to continue."""

    suits: tuple[Suit, ...]
    entries: tuple[Suit, ...]
    following: tuple[tuple[int, int, int], ...]
    ranks: int
    has_ace: bool


def low_half(deck: Deck, kinds: Kinds) -> Half:
    """From the ace up. The ace itself is already laid when a suit enters."""
    entries = [Suit()]
    if kinds.flushes:
        entries.append(Suit(flush_cards=1))
    if kinds.suited_sign:
        entries += [Suit(run_cards=1), Suit(from_ace=True)]
    return _half(kinds, entries, ranks=deck.low_ranks, has_ace=True)


def high_half(deck: Deck, kinds: Kinds) -> Half:
    """From the king down. The ace isn't part of it, but a run can come down from it."""
    entries = [Suit()]
    if kinds.suited_sign:
        entries.append(Suit(run_cards=1, from_ace=True))
    return _half(kinds, entries, ranks=deck.high_ranks, has_ace=False)


def joins(low: Half, high: Half, kinds: Kinds) -> list[list[tuple[int, int]]]:
    """For each low suit, the high suits that complete it, each with its weight.

    The weight is the number of ways to part ten flush cards in two hands, 126, and the sign.
    """
    return [
        [
            (index, weight)
            for index, upper in enumerate(high.suits)
            if (weight := _join_weight(lower, upper, kinds))
        ]
        for lower in low.suits
    ]


def _half(kinds: Kinds, entries: list[Suit], *, ranks: int, has_ace: bool) -> Half:
    seen = set(entries)
    newest = seen
    for _ in range(ranks):
        newest = {
            after for suit in newest for after in _after(suit, kinds, ace_waits=has_ace).values()
        }
        seen |= newest
    suits = (*sorted(seen), ABSENT)
    number = {suit: index for index, suit in enumerate(suits)}
    following = tuple(_numbers(_after(suit, kinds, ace_waits=has_ace), number) for suit in suits)
    return Half(suits, tuple(entries), following, ranks, has_ace)


def _numbers(after: dict[int, Suit], number: dict[Suit, int]) -> tuple[int, int, int]:
    """The suits after each use of the card; -1 where the use is impossible (or too late)."""
    nothing, flush, run = (number.get(after.get(use, Suit(-1)), -1) for use in range(3))
    return nothing, flush, run


def _after(suit: Suit, kinds: Kinds, *, ace_waits: bool) -> dict[int, Suit]:
    """What a suit can do with the card of the next rank. A run under way must continue."""
    if suit == ABSENT:
        return {NOTHING: ABSENT}
    flush, run, complete, from_ace = (
        suit.flush_cards, suit.run_cards, suit.complete, suit.from_ace,
    )  # fmt: skip
    if run == HAND_SIZE - 1:
        return {RUN: Suit(flush, 0, complete + 1, from_ace)}
    if run:
        return {RUN: Suit(flush, run + 1, complete, from_ace)}
    after = {NOTHING: suit}
    if kinds.flushes:
        after[FLUSH] = Suit(flush + 1, 0, complete, from_ace)
    if kinds.suited_sign:
        after[RUN] = Suit(flush, 1, complete, from_ace)
    # Thirteen cards of a suit hold at most two hands of five.
    return {use: new for use, new in after.items() if new.hands(ace_waits=ace_waits) <= 2}


def _join_weight(low: Suit, high: Suit, kinds: Kinds) -> int:
    if ABSENT in (low, high):
        return int(low == high)
    run = low.run_cards + high.run_cards
    flush = low.flush_cards + high.flush_cards
    runs = low.complete + high.complete + (run > 0)
    whole = low.from_ace == high.from_ace and run in (0, HAND_SIZE) and flush % HAND_SIZE == 0
    if not whole or (low.run_cards == 0) != (high.run_cards == 0):
        return 0
    if runs + flush // HAND_SIZE > 2:
        return 0
    sign: int = kinds.suited_sign**runs
    return sign * (126 if flush == 2 * HAND_SIZE else 1)


@dataclass(frozen=True, slots=True)
class Shapes:
    """Every way in which some ranks can be left with 0, 1, 2, 3 or 4 cards each.

    A shape is the number of ranks for each of these; shapes are listed by the cards used, so
    that those of equal use lie together: from `first[used]` up to `first[used + 1]`.
    """

    rows: tuple[tuple[int, ...], ...]
    first: tuple[int, ...]
    number: dict[tuple[int, ...], int]


def shapes(ranks: int, suits: int) -> Shapes:
    """The shapes of this many ranks."""
    rows = sorted(_compositions(ranks, suits + 1), key=lambda row: (cards_used(row), row))
    uses = [cards_used(row) for row in rows]
    first = tuple(sum(use < used for use in uses) for used in range(SUITS_MOST * 13 + 2))
    return Shapes(tuple(rows), first, {row: index for index, row in enumerate(rows)})


def cards_used(shape: Sequence[int]) -> int:
    """Cards taken from the ranks of a shape."""
    return sum((len(shape) - 1 - left) * ranks for left, ranks in enumerate(shape))


def together(rows: Shapes, columns: Shapes, whole: Shapes) -> list[list[int]]:
    """The number of the shape that two parts of a deck make together."""
    return [
        [whole.number[tuple(map(int.__add__, row, column))] for column in columns.rows]
        for row in rows.rows
    ]


def _compositions(total: int, parts: int) -> list[tuple[int, ...]]:
    return [
        (*head, total - sum(head))
        for head in product(range(total + 1), repeat=parts - 1)
        if sum(head) <= total
    ]
