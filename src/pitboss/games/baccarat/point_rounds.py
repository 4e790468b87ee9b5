"""Every round of baccarat by the points of its cards, once for all shoes.

Suits and pictures don't affect a round, so cards differ only in their ten point values.
`every_round` plays all sequences of points and keeps, for each way a round can end, which cards it
used and in how many orders. `weigh` then turns that into exact weights for any shoe: the weight of
a round that uses k cards is the ways to deal those cards from the shoe, times the ways to deal the
other 6 - k unseen ones. So all rounds of a shoe of n cards weigh n (n - 1) (n - 2) (n - 3) (n - 4)
(n - 5) together, whatever their length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import perm
from typing import NamedTuple, TypeAlias

from pitboss.games.baccarat.rules import banker_draws

POINTS = range(10)
MOST_CARDS = 6

PLAYER_DRAWS_TO = 5
FIRST_NATURAL = 8

# How often each point was used: one octal digit for each point; six cards never fill a digit.
Used: TypeAlias = int
CARD: tuple[Used, ...] = tuple(8**point for point in POINTS)

TWO_THREE_FOUR = (2, 3, 4)


class RoundEnd(NamedTuple):
    """Everything that wagers need from a finished round, except suits."""

    player_points: int
    banker_points: int
    cards: int
    banker_cards: int
    natural: bool  # a hand was dealt 8 or 9, so nobody drew
    player_two_three_four: bool
    banker_two_three_four: bool


Rounds: TypeAlias = dict[RoundEnd, Counter[Used]]


@dataclass(frozen=True, slots=True)
class Shoe:
    """This many suits, each with the same number of cards of every point value."""

    suits: int
    suit_points: tuple[int, ...]

    @property
    def cards(self) -> int:
        return self.suits * sum(self.suit_points)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(self.suits * count for count in self.suit_points)

    @property
    def total(self) -> int:
        """The total weight of all rounds of the shoe."""
        return perm(self.cards, MOST_CARDS)


def shoe_of_decks(decks: int) -> Shoe:
    """Four suits; in each, ten, jack, queen and king count zero, ace to nine their pips."""
    return Shoe(suits=4, suit_points=(4 * decks, *[decks] * 9))


def every_round() -> Rounds:
    """How often each round comes up, by the cards it uses, when points are dealt in every order."""
    rounds: Rounds = {}
    for player, used, ways in _two_cards():
        for banker, banker_used, banker_ways in _two_cards():
            for end, drawn in _finish(player, banker):
                tally = rounds.setdefault(end, Counter())
                tally[used + banker_used + drawn] += ways * banker_ways
    return rounds


def weigh(rounds: Rounds, shoe: Shoe) -> dict[RoundEnd, int]:
    """The exact weight of each round in a shoe; the sum over all rounds is `shoe.total`."""
    return _weigh(rounds, shoe.points, shoe_cards=shoe.cards)


def weigh_one_suit(rounds: Rounds, shoe: Shoe) -> dict[RoundEnd, int]:
    """The weight of each round whose cards are all of one suit, whichever it is."""
    one = _weigh(rounds, shoe.suit_points, shoe_cards=shoe.cards)
    return {end: shoe.suits * weight for end, weight in one.items()}


def _two_cards() -> Iterator[tuple[tuple[int, int], Used, int]]:
    for first, second in combinations_with_replacement(POINTS, 2):
        yield (first, second), CARD[first] + CARD[second], 1 if first == second else 2


def _finish(player: tuple[int, int], banker: tuple[int, int]) -> Iterator[tuple[RoundEnd, Used]]:
    """Every way a round continues after two cards each, and the further cards it uses."""
    player_total, banker_total = sum(player) % 10, sum(banker) % 10
    if max(player_total, banker_total) >= FIRST_NATURAL:
        yield _round(player, banker, natural=True), 0
    elif player_total <= PLAYER_DRAWS_TO:
        for third in POINTS:
            yield from _banker_plays(
                (*player, third), banker, draws=banker_draws(banker_total, third), used=CARD[third]
            )
    else:
        draws = banker_draws(banker_total, None)
        yield from _banker_plays(player, banker, draws=draws, used=0)


def _banker_plays(
    player: tuple[int, ...], banker: tuple[int, int], *, draws: bool, used: Used
) -> Iterator[tuple[RoundEnd, Used]]:
    if draws:
        for third in POINTS:
            yield _round(player, (*banker, third), natural=False), used + CARD[third]
    else:
        yield _round(player, banker, natural=False), used


def _round(player: tuple[int, ...], banker: tuple[int, ...], *, natural: bool) -> RoundEnd:
    return RoundEnd(
        player_points=sum(player) % 10,
        banker_points=sum(banker) % 10,
        cards=len(player) + len(banker),
        banker_cards=len(banker),
        natural=natural,
        player_two_three_four=tuple(sorted(player)) == TWO_THREE_FOUR,
        banker_two_three_four=tuple(sorted(banker)) == TWO_THREE_FOUR,
    )


def _weigh(rounds: Rounds, counts: tuple[int, ...], *, shoe_cards: int) -> dict[RoundEnd, int]:
    deals = [[perm(count, taken) for taken in range(MOST_CARDS + 1)] for count in counts]
    weight_of: dict[Used, int] = {}  # many rounds use the same cards
    return {
        end: perm(shoe_cards - end.cards, MOST_CARDS - end.cards) * _sum(tally, deals, weight_of)
        for end, tally in rounds.items()
    }


def _sum(tally: Mapping[Used, int], deals: list[list[int]], weight_of: dict[Used, int]) -> int:
    total = 0
    for used, orders in tally.items():
        weight = weight_of.get(used)
        if weight is None:
            weight = weight_of[used] = _deal(used, deals)
        total += orders * weight
    return total


def _deal(used: Used, deals: list[list[int]]) -> int:
    """How many ways the shoe can deal these points in one given order."""
    weight = 1
    for of_point in deals:
        weight *= of_point[used & 7]
        used >>= 3
    return weight
