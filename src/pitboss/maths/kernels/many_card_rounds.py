"""Games of 21 in which the number of cards counts, played round by round from shuffled shoes.

Hands are played one after the other, each to its end, the dealer last, by the decisions of
`many_card_play`. Money is counted in whole parts of the wager.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import NamedTuple

import numpy as np
from numba import njit

from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.chance import Session, deal_shoe
from pitboss.maths.kernels.many_card_actions import DOUBLE, STAND, SURRENDER, Actions, SuitedHand
from pitboss.maths.kernels.many_card_solve import UpSolved
from pitboss.maths.many_cards import ManyCardRules
from pitboss.maths.point_hands import ACE_KIND, KINDS, all_hands, hand_of, kind_of
from pitboss.rules.cards import DECK, DIAMONDS, NO_TENS, SPADES, SUIT_OF, Card

MOST_HANDS = 4
MOST_DEALT = 48
NONE = -1


class Decisions(NamedTuple):
    """By up card, then first hands and those of each split pair; a doubled hand by its doubles."""

    undoubled: Ints
    doubled: Ints
    split: Ints


class House(NamedTuple):
    """Hands, cards and rules. `paid` has the place of what a hand is paid at once; `third` the kind
    that makes a hand of two 6-7-8 or 7-7-7, whose three pays by suits are together."""

    children: Ints
    totals: Ints
    paid: Ints
    third: Ints
    kinds: Ints
    suits: Ints
    pays: Ints
    shoe_cards: int
    unit: int
    soft_17: int
    most_aces: int
    most: int
    hit_split_aces: int
    wins_with_21: int
    split_bonus: int
    blackjack: int  # the place of a blackjack, and of one in diamonds or none
    diamonds: int


class ManyCardTable(NamedTuple):
    """A round: its cards, how many of them are dealt, the win so far, how often each outcome was
    paid, and the hands that the dealer must beat."""

    dealt: Ints
    place: Ints
    win: Ints
    hits: Ints
    totals: Ints
    stakes: Ints


@njit(cache=True, nogil=True)
def _draw(table: ManyCardTable) -> int:
    card: int = table.dealt[table.place[0]]
    table.place[0] += 1
    return card


@njit(cache=True, nogil=True)
def _stop(hand: int, stake: int, house: House, table: ManyCardTable) -> None:
    """A hand stands: it waits for the dealer unless it wins at once."""
    if house.totals[hand] == 21 and house.wins_with_21:
        table.win[0] += stake * house.unit
    else:
        live = table.win[1]
        table.totals[live], table.stakes[live] = house.totals[hand], stake
        table.win[1] += 1


@njit(cache=True, nogil=True)
def _pay(outcome: int, house: House, table: ManyCardTable) -> None:
    table.hits[outcome] += 1
    table.win[0] += house.pays[outcome]


@njit(cache=True, nogil=True)
def _play_doubled(
    hand: int, up: int, dealt_as: int, house: House, decisions: Decisions, table: ManyCardTable
) -> None:
    stake = 2
    doubles = 0
    while True:
        hand = house.children[hand, house.kinds[_draw(table)]]
        if hand < 0:
            table.win[0] -= stake * house.unit
            return
        action = decisions.doubled[up, dealt_as, doubles, hand]
        if house.totals[hand] == 21 or action == STAND:
            _stop(hand, stake, house, table)
            return
        if action == SURRENDER:
            table.win[0] -= stake * house.unit // 2
            return
        stake *= 2
        doubles += 1


@njit(cache=True, nogil=True)
def _play_hand(
    first: int,
    second: int,
    up: int,
    dealt_as: int,
    house: House,
    decisions: Decisions,
    table: ManyCardTable,
) -> None:
    """Play two cards to their end."""
    hand = house.children[house.children[0, house.kinds[first]], house.kinds[second]]
    suit = house.suits[first] if house.suits[first] == house.suits[second] else NONE
    suits = 0 if suit == NONE else 2 if suit == SPADES else 1
    has_bonus = dealt_as == 0 or house.split_bonus
    while True:
        if house.paid[hand] != NONE and has_bonus:
            _pay(house.paid[hand], house, table)
            return
        action = decisions.undoubled[up, dealt_as, suits, hand]
        if house.totals[hand] == 21 or action == STAND:
            _stop(hand, 1, house, table)
            return
        if action == SURRENDER:
            table.win[0] -= house.unit // 2
            return
        if action == DOUBLE:
            _play_doubled(hand, up, dealt_as, house, decisions, table)
            return
        card = _draw(table)
        makes = house.third[hand] == house.kinds[card]
        hand = house.children[hand, house.kinds[card]]
        if hand < 0:
            table.win[0] -= house.unit
            return
        if makes and has_bonus:
            fits = suits if house.suits[card] == suit else 0
            _pay(house.paid[hand] + fits, house, table)
            return


@njit(cache=True, nogil=True)
def _play_split(
    pair: Ints, up: int, house: House, decisions: Decisions, table: ManyCardTable
) -> None:
    """Play a split pair, hand after hand."""
    kind = house.kinds[pair[0]]
    most = house.most_aces if kind == 0 else house.most
    firsts = np.empty(MOST_HANDS, dtype=np.int64)
    firsts[:2] = pair
    hands, hand = 2, 0
    while hand < hands:
        second = _draw(table)
        if house.kinds[second] == kind and hands < most:
            firsts[hands] = second
            hands += 1
            continue
        if kind == 0 and not house.hit_split_aces:
            made = house.children[house.children[0, 0], house.kinds[second]]
            _stop(made, 1, house, table)
        else:
            _play_hand(firsts[hand], second, up, kind + 1, house, decisions, table)
        hand += 1


@njit(cache=True, nogil=True)
def _dealer(hard: int, aces: int, house: House, table: ManyCardTable) -> int:
    """The dealer's final total."""
    while True:
        soft = aces > 0 and hard <= 11
        total = hard + 10 if soft else hard
        if total > 17 or (total == 17 and not (soft and house.soft_17)):
            return total
        kind = house.kinds[_draw(table)]
        hard += kind + 1
        aces += kind == 0


@njit(cache=True, nogil=True)
def _play_round(house: House, decisions: Decisions, table: ManyCardTable) -> None:
    """Play the round: two cards, the up card, the hole card, then the others."""
    mine = table.dealt[:2]
    kinds = house.kinds[table.dealt[:4]]
    up, hole = kinds[2], kinds[3]
    if kinds[0] + kinds[1] == 9 and kinds[0] * kinds[1] == 0:
        is_better = (house.suits[mine] == DIAMONDS).all() and house.diamonds != NONE
        _pay(house.diamonds if is_better else house.blackjack, house, table)
        return
    if up + hole == 9 and up * hole == 0:
        table.win[0] -= house.unit
        return
    suit = house.suits[mine[0]]
    suits = 0 if suit != house.suits[mine[1]] else 2 if suit == SPADES else 1
    if kinds[0] == kinds[1] and decisions.split[up, kinds[0], suits]:
        _play_split(mine.copy(), up, house, decisions, table)
    else:
        _play_hand(mine[0], mine[1], up, 0, house, decisions, table)
    if table.win[1] == 0:
        return
    total = _dealer(up + hole + 2, (up == 0) + (hole == 0), house, table)
    for live in range(table.win[1]):
        stake = table.stakes[live] * house.unit
        if total > 21 or table.totals[live] > total:
            table.win[0] += stake
        elif table.totals[live] < total:
            table.win[0] -= stake


@njit(cache=True, nogil=True)
def _play_block(
    state: np.uint64, rounds: int, deck_cards: int, house: House, decisions: Decisions
) -> Ints:
    """How often each outcome was paid, the sum of wins, the sum of their squares."""
    outcomes = house.pays.shape[0]
    sums = np.zeros(outcomes + 2, dtype=np.int64)
    table = ManyCardTable(
        np.empty(MOST_DEALT, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
        np.zeros(outcomes, dtype=np.int64),
        np.zeros(MOST_HANDS, dtype=np.int64),
        np.zeros(MOST_HANDS, dtype=np.int64),
    )
    for _ in range(rounds):
        state = deal_shoe(state, house.shoe_cards, table.dealt, deck_cards)
        table.place[0] = 4
        table.win[:] = 0
        _play_round(house, decisions, table)
        sums[outcomes] += table.win[0]
        sums[outcomes + 1] += table.win[0] ** 2
    sums[:outcomes] = table.hits
    return sums


@dataclass(frozen=True, slots=True)
class ManyCardSums:
    """What rounds came to: how often each outcome was paid, the mean win and its error."""

    hits: Mapping[str, int]
    mean: Fraction
    standard_error: float


def play_rounds(
    solved: Mapping[int, UpSolved],
    strategy: str,
    rules: ManyCardRules,
    *,
    decks: int,
    pays: Mapping[str, Fraction],
    session: Session,
) -> ManyCardSums:
    """Play rounds by a strategy, each from a full and freshly shuffled shoe."""
    unit = 2 * lcm(*(pay.denominator for pay in pays.values()))
    names = list(pays)
    deck = DECK if rules.tens == 16 else NO_TENS
    house = _house(
        solved[0].up.suited, rules, deck, decks, names, [int(unit * pays[n]) for n in names], unit
    )
    decisions = _decisions(solved, strategy)
    sums = session.play(_play_block, len(deck), house, decisions).take_named([*names, "win", "sq"])
    mean = Fraction(sums.pop("win"), unit * session.rounds)
    square = Fraction(sums.pop("sq"), unit * unit * session.rounds)
    return ManyCardSums(sums, mean, sqrt((square - mean**2) / session.rounds))


def _house(
    suited: Mapping[int, SuitedHand],
    rules: ManyCardRules,
    deck: Sequence[Card],
    decks: int,
    names: Sequence[str],
    pays: Sequence[int],
    unit: int,
) -> House:
    hands = all_hands()
    paid = np.full(len(hands.counts), NONE, dtype=np.int64)
    for hand, (held, total) in enumerate(zip(hands.counts, hands.totals, strict=True)):
        bonus = rules.bonus(held, total)
        if bonus:
            paid[hand] = names.index(bonus if bonus in names else f"{bonus}_mixed")
    third = np.full(len(hands.counts), NONE, dtype=np.int64)
    for hand, two in suited.items():
        third[hand] = two.third
    return House(
        children=np.array(hands.children, dtype=np.int64),
        totals=np.array(hands.totals, dtype=np.int64),
        paid=paid,
        third=third,
        kinds=np.array([kind_of(card) for card in deck], dtype=np.int64),
        suits=np.array([SUIT_OF[card] for card in deck], dtype=np.int64),
        pays=np.array(pays, dtype=np.int64),
        shoe_cards=len(deck) * decks,
        unit=unit,
        soft_17=int(rules.soft_17 == "hit"),
        most_aces=rules.most_hands(ACE_KIND),
        most=rules.split_hands,
        hit_split_aces=int(rules.hit_split_aces == "yes"),
        wins_with_21=int(rules.wins_with_21),
        split_bonus=int(rules.split_bonus == "yes"),
        blackjack=names.index("blackjack"),
        diamonds=names.index("blackjack_diamonds") if "blackjack_diamonds" in names else NONE,
    )


def _decisions(solved: Mapping[int, UpSolved], strategy: str) -> Decisions:
    """The actions against each up card; a pair that can't be dealt has those of first hands."""
    tables: list[list[Actions]] = []
    splits = np.zeros((KINDS, KINDS, 3), dtype=np.int64)
    for up, each in sorted(solved.items()):
        first, after = each.actions(strategy)
        tables.append([first, *(after.get(kind, first) for kind in range(KINDS))])
        splits_of = each.play(strategy).splits
        for kind in range(KINDS):
            for suits in range(3):
                hand = hand_of(kind, kind)
                any_suits = splits_of.get((hand, 0), False)
                splits[up, kind, suits] = splits_of.get((hand, suits), any_suits)
    return Decisions(
        undoubled=np.array([[one.undoubled for one in row] for row in tables], dtype=np.int64),
        doubled=np.array([[one.doubled for one in row] for row in tables], dtype=np.int64),
        split=splits,
    )
