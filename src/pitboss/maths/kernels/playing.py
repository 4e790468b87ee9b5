"""Blackjack played round by round from shuffled shoes, for figures to compare with exact ones.

Cards are dealt in the order of a real table: hands one after the other, each played to its end, the
dealer last. The same seed gives the same rounds on any number of threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.chance import STEP, Session, mix_state
from pitboss.maths.point_hands import CELLS, KINDS, BlackjackRules, full_shoe, lines_where
from pitboss.maths.strategy_tables import SPLIT, SURRENDER, Tables, plays_of

Words: TypeAlias = NDArray[np.uint64]

MOST_HANDS = 4
CELL_OF_SOFT = 22


class HouseRules(NamedTuple):
    """Strategy and rules as ones and zeros: lines by cell and up card, pairs by kind and up card.

    To hit and to double there are lines for the player's own money, then for free bets. Which
    doubles are free is said by cell, which splits by kind. `settings`: dealer hits soft 17, double
    after split, split aces can draw more, most hands of aces, most hands of other pairs, a dealer's
    22 pushes, a zapped blackjack wins at once.
    """

    hit: Ints
    double: Ints
    surrender: Ints
    split: Ints
    give_up_pair: Ints
    free_doubles: Ints
    free_splits: Ints
    zap: Ints
    zap_pairs: Ints
    settings: Ints


@dataclass(frozen=True, slots=True)
class Simulated:
    """The rounds' results: sums of wins in half units, and how many naturals were paid."""

    rounds: int
    naturals: int
    win_halves: int
    win_quarters_squared: int

    def mean(self, blackjack_pays: Fraction) -> Fraction:
        """The average win of a round, in units of the first wager."""
        return (Fraction(self.win_halves, 2) + self.naturals * blackjack_pays) / self.rounds

    def standard_error(self, blackjack_pays: Fraction) -> float:
        """The standard error of the average win."""
        squares = Fraction(self.win_quarters_squared, 4) + self.naturals * blackjack_pays**2
        variance = squares / self.rounds - self.mean(blackjack_pays) ** 2
        return sqrt(variance / self.rounds)


class Cards(NamedTuple):
    """The cards of a round: the shoe, how many of them are dealt, the state of the generator."""

    shoe: Ints
    place: Ints
    state: Words


@njit(cache=True, nogil=True)
def draw_card(cards: Cards) -> int:
    """The next card: any of those not yet dealt in this round."""
    shoe, dealt = cards.shoe, cards.place[0]
    cards.state[0] += STEP
    chosen = dealt + np.int64(mix_state(cards.state[0]) % np.uint64(shoe.shape[0] - dealt))
    card: int = shoe[chosen]
    shoe[chosen] = shoe[dealt]
    shoe[dealt] = card
    cards.place[0] = dealt + 1
    return card


@njit(cache=True, nogil=True)
def _total(hard: int, aces: int) -> int:
    return hard + 10 if aces > 0 and hard <= 11 else hard


@njit(cache=True, nogil=True)
def _cell(hard: int, aces: int) -> int:
    return hard + 10 + CELL_OF_SOFT if aces > 0 and hard <= 11 else hard


@njit(cache=True, nogil=True)
def _play_hand(
    first: int, second: int, up: int, may_double: int, free: int, house: HouseRules, cards: Cards
) -> tuple[int, int, int]:
    """Play two cards to the end: the total (over 21 is a bust), own money and free bets on it."""
    hard, aces = first + second + 2, (first == 0) + (second == 0)
    cell = _cell(hard, aces)
    if may_double and house.double[free, cell, up]:
        card = draw_card(cards)
        added = house.free_doubles[cell]
        return _total(hard + card + 1, aces + (card == 0)), 2 - free - added, free + added
    while hard <= 21 and house.hit[free, _cell(hard, aces), up]:
        card = draw_card(cards)
        hard += card + 1
        aces += card == 0
    return _total(hard, aces), 1 - free, free


@njit(cache=True, nogil=True)
def _play_split(
    kind: int, up: int, totals: Ints, owns: Ints, frees: Ints, house: HouseRules, cards: Cards
) -> int:
    """Play a split pair, hand after hand; returns how many hands it became."""
    most = house.settings[3] if kind == 0 else house.settings[4]
    hands, hand = 2, 0
    while hand < hands:
        second = draw_card(cards)
        if second == kind and hands < most:
            hands += 1
            continue
        free = house.free_splits[kind] if hand else 0
        if kind == 0 and not house.settings[2]:
            totals[hand], owns[hand], frees[hand] = _total(second + 2, 1), 1 - free, free
        else:
            totals[hand], owns[hand], frees[hand] = _play_hand(
                kind, second, up, house.settings[1], free, house, cards
            )
        hand += 1
    return hands


@njit(cache=True, nogil=True)
def draw_dealer(up: int, hole: int, house: HouseRules, cards: Cards) -> int:
    """The dealer's final total."""
    hard, aces = up + hole + 2, (up == 0) + (hole == 0)
    while True:
        total = _total(hard, aces)
        if total > 17 or (total == 17 and not (house.settings[0] and hard == 7)):
            return total
        card = draw_card(cards)
        hard += card + 1
        aces += card == 0


@njit(cache=True, nogil=True)
def _play_round(
    first: int, second: int, up: int, hole: int, house: HouseRules, cards: Cards
) -> int:
    """The win of a round without blackjacks, in half units."""
    cell = _cell(first + second + 2, (first == 0) + (second == 0))
    pair = first == second
    if (pair and house.zap_pairs[first, up]) or (not pair and house.zap[cell, up]):
        first, second = draw_card(cards), draw_card(cards)
        if first + second == 9 and first * second == 0 and house.settings[6]:
            return 2
    totals = np.zeros(MOST_HANDS, dtype=np.int64)
    owns = np.zeros(MOST_HANDS, dtype=np.int64)
    frees = np.zeros(MOST_HANDS, dtype=np.int64)
    hands = play_two(first, second, up, totals, owns, frees, house, cards)
    if not hands:
        return -1
    dealers = draw_dealer(up, hole, house, cards)
    return settle_hands(hands, dealers, totals, owns, frees, house)


@njit(cache=True, nogil=True)
def play_two(
    first: int,
    second: int,
    up: int,
    totals: Ints,
    owns: Ints,
    frees: Ints,
    house: HouseRules,
    cards: Cards,
) -> int:
    """Play two cards to the end; returns how many hands they became, none if surrendered."""
    pair, cell = first == second, _cell(first + second + 2, (first == 0) + (second == 0))
    if pair and house.split[first, up]:
        return _play_split(first, up, totals, owns, frees, house, cards)
    if (pair and house.give_up_pair[first, up]) or house.surrender[cell, up]:
        return 0
    totals[0], owns[0], frees[0] = _play_hand(first, second, up, 1, 0, house, cards)
    return 1


@njit(cache=True, nogil=True)
def settle_hands(
    hands: int, dealers: int, totals: Ints, owns: Ints, frees: Ints, house: HouseRules
) -> int:
    """The win of hands against the dealer's total, in half units."""
    pushes = dealers == 22 and house.settings[5]
    win = 0
    for hand in range(hands):
        if totals[hand] > 21 or (dealers <= 21 and totals[hand] < dealers):
            win -= 2 * owns[hand]
        elif (dealers > 21 and not pushes) or dealers < totals[hand]:
            win += 2 * (owns[hand] + frees[hand])
    return win


@njit(cache=True, nogil=True)
def _play_block(start: np.uint64, rounds: int, shoe: Ints, house: HouseRules) -> Ints:
    """Naturals paid, the sum of wins in halves, the sum of their squares."""
    sums = np.zeros(3, dtype=np.int64)
    place, state = np.zeros(1, dtype=np.int64), np.array([start], dtype=np.uint64)
    cards = Cards(shoe.copy(), place, state)
    for _ in range(rounds):
        place[0] = 0
        first, second = draw_card(cards), draw_card(cards)
        up, hole = draw_card(cards), draw_card(cards)
        natural = first + second == 9 and first * second == 0
        blackjack = up + hole == 9 and up * hole == 0
        if natural and not blackjack:
            sums[0] += 1
        elif not natural:
            win = -2
            if not blackjack:
                win = _play_round(first, second, up, hole, house, cards)
            sums[1] += win
            sums[2] += win * win
    return sums


def play_base(tables: Tables, rules: BlackjackRules, *, decks: int, session: Session) -> Simulated:
    """Play rounds by a strategy, each from a full and freshly shuffled shoe."""
    shoe = shoe_of(decks)
    names = ("naturals", "win_halves", "win_quarters_squared")
    sums = session.play(_play_block, shoe, house_rules(tables, rules)).take_named(names)
    return Simulated(rounds=session.rounds, **sums)


def shoe_of(decks: int) -> Ints:
    """Every card of a new shoe, by kind."""
    cards = [kind for kind, copies in enumerate(full_shoe(decks)) for _ in range(copies)]
    return np.array(cards, dtype=np.int64)


def house_rules(tables: Tables, rules: BlackjackRules) -> HouseRules:
    """A strategy and the rules of a house, for the kernels."""
    plays = plays_of(tables)
    pairs = [[play.pairs[kind] for play in plays] for kind in range(KINDS)]
    settings = (
        rules.soft_17 == "hit",
        rules.double_after_split == "yes",
        rules.hit_split_aces == "yes",
        rules.most_hands(0),
        rules.split_hands,
        rules.dealer_22 == "pushes",
        rules.zapped_blackjack == "wins",
    )
    free_doubles = lines_where(rules.is_free_double)
    free_splits = [rules.is_free_split(kind) for kind in range(KINDS)]
    hits = [[play.hit, play.free_hit or play.hit] for play in plays]
    doubles = [[play.double, play.free_double or play.double] for play in plays]
    return HouseRules(
        hit=_lines(hits).transpose(1, 2, 0).copy(),
        double=_lines(doubles).transpose(1, 2, 0).copy(),
        surrender=_lines([play.surrender for play in plays]).T.copy(),
        split=_lines([[choice == SPLIT for choice in row] for row in pairs]),
        give_up_pair=_lines([[choice == SURRENDER for choice in row] for row in pairs]),
        free_doubles=_lines(free_doubles),
        free_splits=_lines(free_splits),
        zap=_lines([play.zap or (False,) * CELLS for play in plays]).T.copy(),
        zap_pairs=_lines([play.zap_pairs or (False,) * KINDS for play in plays]).T.copy(),
        settings=_lines(settings),
    )


def _lines(flags: object) -> Ints:
    return np.array(flags, dtype=np.int64)
