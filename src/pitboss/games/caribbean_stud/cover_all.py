"""Cover All: the highest of two to eight hands of five cards from one deck (CS-2, CS-3).

"2" ... "8"
    Number of hands, the dealer's included -> class of the highest -> dealings of hands in order,
    C(52, 5) x C(47, 5) x ... in all. Classes: nothing (two pair and less), three_of_a_kind,
    straight, flush, full_house, four_of_a_kind, straight_flush (not royal), royal_flush.

The method: dealings in which no hand is above a class, by inclusion and exclusion over sets of
hands that are. Straights and flushes are laid on the deck rank by rank from both ends, and the two
halves joined in the middle; of such a set only the shape of what it leaves matters, how many ranks
have 0 to 4 cards. The stacks (three and four of a kind, full houses) are then taken from a shape in
closed form. No pay schedule enters.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import comb

import numba

from pitboss.games.caribbean_stud.cover_all_board import Deck, Kinds, high_half, low_half
from pitboss.games.caribbean_stud.cover_all_closing import (
    Dealings,
    Shape,
    any_hands,
    dealings,
    none_above,
    without_four,
    without_full_house_or_four,
    without_three,
)
from pitboss.games.caribbean_stud.cover_all_joining import join_halves
from pitboss.games.caribbean_stud.cover_all_laying import lay_half
from pitboss.maths.counting import Counts
from pitboss.progress import TellProgress
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

HANDS_MOST = 8
CLASSES = FIVE_CARD_OUTCOMES

STRAIGHTS_AND_FLUSHES = Kinds(straights=True, flushes=True, suited_sign=-1)
FLUSHES = Kinds(straights=False, flushes=True, suited_sign=0)
STRAIGHT_FLUSHES = Kinds(straights=False, flushes=False, suited_sign=1)


def count(report: TellProgress) -> Counts:
    """Count from scratch, for two to eight hands at once."""
    return highest_hands(Deck(), hands_most=HANDS_MOST, report=report)


def highest_hands(deck: Deck, *, hands_most: int, report: TellProgress) -> Counts:
    """Number of hands, from two on -> class of the highest -> dealings, of a deck of any size."""
    ladder = _ladder(deck, hands_most=hands_most, report=report)
    return {
        str(hands): _by_class(ladder, hands, dealings(deck.cards, hands))
        for hands in range(2, hands_most + 1)
    }


def sets_by_shape(
    deck: Deck, kinds: Kinds, *, hands_most: int, report: TellProgress
) -> dict[Shape, int]:
    """Sets of up to this many disjoint hands of a kind, by the deck's shape after them."""
    low, high = low_half(deck, kinds), high_half(deck, kinds)
    with ThreadPoolExecutor(min(2, numba.get_num_threads())) as pool:
        laid_low, laid_high = pool.map(
            lambda half: lay_half(half, deck, kinds, hands_most=hands_most), (low, high)
        )
    return join_halves(
        low=laid_low, low_half=low, high=laid_high, high_half=high,
        deck=deck, kinds=kinds, hands_most=hands_most, report=report,
    )  # fmt: skip


Ladder = tuple[tuple[dict[Shape, int], Dealings], ...]


def _ladder(deck: Deck, *, hands_most: int, report: TellProgress) -> Ladder:
    """For each class but the last: the sets of hands above it, and how to deal the others."""
    suited = sets_by_shape(deck, STRAIGHT_FLUSHES, hands_most=hands_most, report=_unheard)
    flushes = sets_by_shape(deck, FLUSHES, hands_most=hands_most, report=_unheard)
    report(0.05)
    # Laying the halves takes most of the time, without progress reports.
    both = sets_by_shape(
        deck,
        STRAIGHTS_AND_FLUSHES,
        hands_most=hands_most,
        report=lambda done: report(0.8 + 0.2 * done),
    )
    return (
        (both, without_three),
        (both, without_full_house_or_four),
        (flushes, without_full_house_or_four),
        (suited, without_full_house_or_four),
        (suited, without_four),
        (suited, any_hands),
        (_royal_flushes(deck), any_hands),
    )


def _royal_flushes(deck: Deck) -> dict[Shape, int]:
    """Sets of royal flushes: five ranks give one card to each."""
    shapes = {}
    for royals in range(deck.suits + 1):
        shape = [0] * (deck.suits + 1)
        shape[deck.suits] += deck.ranks - 5
        shape[deck.suits - royals] += 5
        shapes[tuple(shape)] = comb(deck.suits, royals)
    return shapes


def _by_class(ladder: Ladder, hands: int, total: int) -> Counts:
    """Dealings by the highest class: those up to a class, less those up to the one below."""
    up_to = [none_above(sets, hands=hands, others=others) for sets, others in ladder]
    up_to.append(total)
    below = [0, *up_to]
    return {name: up_to[place] - below[place] for place, name in enumerate(CLASSES)}


def _unheard(done: float) -> None:
    """The small parts are too fast for a report."""
