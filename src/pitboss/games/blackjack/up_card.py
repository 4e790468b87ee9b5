"""The best total-dependent play against one up card, and its value from a full shoe.

A line of the strategy (a hard or soft total, a pair) says the same for all cards that make it, and
for split hands, too. No change of a single line improves the play found here: each line is weighed
over every hand that reaches it, unsplit and split, with its exact weight. Lines that no hand
reaches are weighed over all cards that make them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, perm
from typing import TypeAlias

from pitboss.games.blackjack.hand_values import EVERYWHERE, HandValues
from pitboss.games.blackjack.point_hands import (
    ACE_KIND,
    CELLS,
    KINDS,
    TEN_KIND,
    BlackjackRules,
    KindCounts,
    all_hands,
    blackjack_kind,
    cell_of,
    hand_of,
    hands_of_cell,
    split_terms,
    without,
)
from pitboss.games.blackjack.strategy_tables import (
    BY_TOTAL,
    DOUBLE,
    FIRST_ACTIONS,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    TotalsPlay,
    first_guess,
)

# Lines change a handful of times before they settle; more means they are chasing each other.
MOST_ROUNDS = 30

# What a split hand of two cards is worth: worth(shoe, hand).
SplitWorth: TypeAlias = Callable[[int, int], int]


@dataclass(frozen=True, slots=True)
class UpTotals:
    """Sums over all deals of two cards against one up card, by their weight.

    `value` leaves out the pay of naturals, `naturals` is the weight of those that are paid.
    """

    value: int
    naturals: int
    dealer_blackjacks: int
    extra_stake: int
    first_actions: dict[str, int]


@dataclass(frozen=True, slots=True)
class _Term:
    """One term of a split (see `split_terms`) with its shoe and the ways to remove its cards."""

    shoe: int
    kind: int
    other: int
    same: int


class UpCard:
    """One up card of one shoe under one set of rules."""

    def __init__(self, *, shoe: KindCounts, up: int, rules: BlackjackRules) -> None:
        self.rules = rules
        self.up = up
        self._shoe = without(shoe, up)
        self._cards = sum(shoe)
        self.base = self._values([self._shoe], [EVERYWHERE])
        self._may_double = _doubles_allowed(rules)
        after_split = rules.double_after_split == "yes"
        self._may_double_split = self._may_double if after_split else (False,) * CELLS
        self._split_worths: dict[tuple[int, tuple[bool, ...], tuple[bool, ...]], int] = {}
        self._terms, shoes = self._split_terms()
        self._split = self._values(shoes, [hand_of(term.kind) for term in self._terms])

    def _values(self, shoes: Sequence[KindCounts], firsts: Sequence[int]) -> HandValues:
        soft_17, cards = self.rules.soft_17, self._cards
        return HandValues(shoes=shoes, firsts=firsts, up=self.up, soft_17=soft_17, cards=cards)

    def _split_terms(self) -> tuple[list[_Term], list[KindCounts]]:
        """The terms of all pairs that can be dealt, and each one's shoe without the first hand."""
        terms: list[_Term] = []
        shoes: list[KindCounts] = []
        for kind in range(KINDS):
            left = self._shoe[kind] - 2
            for term in split_terms(self.rules.most_hands(kind)) if left >= 0 else ():
                ways = perm(left, term.removed)
                if ways:
                    terms.append(_Term(len(shoes), kind, term.other * ways, term.same * ways))
                    shoes.append(without(self._shoe, *(kind,) * (1 + term.removed)))
        return terms, shoes

    def best_play(self) -> TotalsPlay:
        """The play that no change of one line improves: first without splits, then with them."""
        play = self._settle(first_guess(), with_pairs=False)
        return self._settle(play, with_pairs=True)

    def _settle(self, play: TotalsPlay, *, with_pairs: bool) -> TotalsPlay:
        for _ in range(MOST_ROUNDS):
            better = self._improved(play, with_pairs=with_pairs)
            if better == play:
                return play
            play = better
        raise AssertionError(f"no settled play against up card kind {self.up}")

    def _improved(self, play: TotalsPlay, *, with_pairs: bool) -> TotalsPlay:
        self.base.follow(play, deep=[True])
        starts = [
            (0, hand_of(*kinds), weight)
            for kinds, weight in self.deals()
            if self.first_action(kinds, play) not in (SPLIT, SURRENDER)
        ]
        gains = self.base.gains(starts, play=play, may_double=self._may_double)
        if SPLIT in play.pairs:
            self._follow_splits(play)
            gains += self._split.gains(
                self._split_starts(play), play=play, may_double=self._may_double_split
            )
        hit = tuple(
            (gains.hit[cell] if gains.seen[cell] else self._plain_gain(cell)) > 0
            for cell in range(CELLS)
        )
        return TotalsPlay(
            hit=hit,
            double=tuple(gain > 0 for gain in gains.double),
            surrender=self._surrenders(play),
            pairs=self._pairs(play) if with_pairs else play.pairs,
        )

    def deals(self) -> list[tuple[tuple[int, int], int]]:
        """Each two kinds that aren't a natural, with the number of their ordered deals."""
        found = []
        for low in range(KINDS):
            for high in range(low, KINDS):
                same = low == high
                ways = self._shoe[low] * (self._shoe[high] - same) * (1 if same else 2)
                if ways and (low, high) != (ACE_KIND, TEN_KIND):
                    found.append(((low, high), ways))
        return found

    def first_action(self, kinds: Sequence[int], play: TotalsPlay) -> str:
        """What the play does with two cards."""
        if kinds[0] == kinds[1] and play.pairs[kinds[0]] != BY_TOTAL:
            return play.pairs[kinds[0]]
        cell = all_hands().cells[hand_of(*kinds)]
        if play.surrender[cell]:
            return SURRENDER
        if play.double[cell] and self._may_double[cell]:
            return DOUBLE
        return HIT if play.hit[cell] else STAND

    def _split_starts(self, play: TotalsPlay) -> list[tuple[int, int, int]]:
        """The two-card hands after a split that can draw more, with their weights."""
        starts = []
        for term in self._terms:
            if play.pairs[term.kind] != SPLIT or self._stands_on_second(term.kind):
                continue
            pairs = perm(self._shoe[term.kind], 2)
            for second, left in enumerate(
                self._split.count_left(hand_of(term.kind), shoe=term.shoe)
            ):
                weight = pairs * left * (term.same if second == term.kind else term.other)
                if weight:
                    starts.append((term.shoe, hand_of(term.kind, second), weight))
        return starts

    def _follow_splits(self, play: TotalsPlay) -> None:
        """Other choices matter only for pairs that are split."""
        deep = [play.pairs[term.kind] == SPLIT for term in self._terms]
        self._split.follow(play, deep=deep)

    def _stands_on_second(self, kind: int) -> bool:
        return kind == ACE_KIND and self.rules.hit_split_aces == "no"

    def _plain_gain(self, cell: int) -> int:
        """The gain of hitting over standing, over all cards that make a total."""
        gain = 0
        for hand in hands_of_cell(cell):
            ways, placed = 1, 0
            for count, there in zip(all_hands().counts[hand], self._shoe, strict=True):
                placed += count
                ways *= comb(placed, count) * perm(there, count)
            if ways:
                gain += ways * (self.base.hit(hand) - self.base.stand(hand))
        return gain

    def _surrenders(self, play: TotalsPlay) -> tuple[bool, ...]:
        """For each line: whether surrender is better over all its two-card hands."""
        gains = [0] * CELLS
        if self.rules.surrender == "none":
            return (False,) * CELLS
        for kinds, weight in self.deals():
            hand = hand_of(*kinds)
            if kinds[0] != kinds[1] or play.pairs[kinds[0]] == BY_TOTAL:
                gain = -self.base.sum_played(hand) - 2 * self.unsplit(hand, play)
                gains[all_hands().cells[hand]] += weight * gain
        return tuple(gain > 0 for gain in gains)

    def _pairs(self, play: TotalsPlay) -> tuple[str, ...]:
        """What to do with each pair: play it by its total, split it, or surrender."""
        choices = []
        for kind in range(KINDS):
            choice = BY_TOTAL
            if self._shoe[kind] >= 2:
                hand = hand_of(kind, kind)
                half_lost = -self.base.sum_played(hand)
                by_total = 2 * self.unsplit(hand, play)
                if play.surrender[all_hands().cells[hand]]:
                    by_total = half_lost
                ranked = [(by_total, BY_TOTAL), (2 * self.split(kind, play), SPLIT)]
                if self.rules.surrender == "late":
                    ranked.append((half_lost, SURRENDER))
                choice = max(ranked, key=lambda pair: pair[0])[1]
            choices.append(choice)
        return tuple(choices)

    def unsplit(self, hand: int, play: TotalsPlay) -> int:
        """The value of two first cards, doubled or played by their total."""
        cell = all_hands().cells[hand]
        doubles = self._may_double[cell] and play.double[cell]
        return self.base.double(hand) if doubles else self.base.by_total(hand)

    def may_double(self, hand: int) -> bool:
        """Whether the player can double two first cards."""
        return self._may_double[all_hands().cells[hand]]

    def follow(self, play: TotalsPlay) -> HandValues:
        """The values of unsplit hands, continued as the play says."""
        self.base.follow(play, deep=[True])
        return self.base

    def split(self, kind: int, play: TotalsPlay) -> int:
        """The exact value of splitting a pair, on the scale of the pair's own values."""

        def worth(shoe: int, hand: int) -> int:
            if self._stands_on_second(kind):
                return self._split.stand(hand, shoe=shoe)
            if self._doubles_split(hand, play):
                return self._split.double(hand, shoe=shoe)
            return self._split.by_total(hand, shoe=shoe)

        key = (kind, play.hit, play.double)
        if key not in self._split_worths:
            self._split_worths[key] = self._over_split_hands(kind, play, worth)
        return self._split_worths[key]

    def _split_stake(self, kind: int, play: TotalsPlay) -> int:
        """The expected stake on all hands of a split, doubles included."""

        def worth(shoe: int, hand: int) -> int:
            doubles = self._doubles_split(hand, play) and not self._stands_on_second(kind)
            return self._split.sum_played(hand, shoe=shoe) * (2 if doubles else 1)

        return self._over_split_hands(kind, play, worth)

    def _doubles_split(self, hand: int, play: TotalsPlay) -> bool:
        cell = all_hands().cells[hand]
        return self._may_double_split[cell] and play.double[cell]

    def _over_split_hands(self, kind: int, play: TotalsPlay, worth: SplitWorth) -> int:
        """The expected sum of all split hands' values; see `split_terms`."""
        self._follow_splits(play)
        total = 0
        for term in self._terms:
            if term.kind != kind:
                continue
            for second, left in enumerate(self._split.count_left(hand_of(kind), shoe=term.shoe)):
                weight = left * (term.same if second == kind else term.other)
                if weight:
                    total += weight * worth(term.shoe, hand_of(kind, second))
        return total

    def totals(self, play: TotalsPlay) -> UpTotals:
        """What a settled play is worth over all deals against this up card."""
        self.base.follow(play, deep=[True])
        value = extra_stake = 0
        actions = dict.fromkeys(FIRST_ACTIONS, 0)
        for kinds, weight in self.deals():
            action, hand = self.first_action(kinds, play), hand_of(*kinds)
            played = self.base.sum_played(hand)
            actions[action] += weight * played
            if action == SPLIT:
                value += weight * self.split(kinds[0], play)
                extra_stake += weight * (self._split_stake(kinds[0], play) - played)
            elif action == SURRENDER:
                # A shoe's round weight is even, because it has two consecutive factors.
                value -= weight * (played // 2)
            else:
                value += weight * self.unsplit(hand, play)
                extra_stake += weight * played * (action == DOUBLE)
        naturals, both, blackjacks = self._blackjacks()
        return UpTotals(
            value=value - (blackjacks - both),
            naturals=naturals,
            dealer_blackjacks=blackjacks,
            extra_stake=extra_stake,
            first_actions=actions,
        )

    def _blackjacks(self) -> tuple[int, int, int]:
        """The weights of a natural that is paid, of one that meets a blackjack, of a blackjack."""
        natural = hand_of(ACE_KIND, TEN_KIND)
        ways = 2 * self._shoe[ACE_KIND] * self._shoe[TEN_KIND]
        hole, cards, scale = blackjack_kind(self.up), self._cards - 1, self.base.scale
        paid = ways * self.base.sum_played(natural) if ways else 0
        if hole < 0:
            return paid, 0, 0
        both = ways * (self._shoe[hole] - 1) * scale[cards - 3]
        # A dealer's blackjack, with any two of the other cards for the player.
        return paid, both, self._shoe[hole] * scale[cards - 1]


def _doubles_allowed(rules: BlackjackRules) -> tuple[bool, ...]:
    """For each line: whether two cards of it can be doubled."""
    allowed = [False] * CELLS
    for total in range(4, 22):
        allowed[total] = rules.may_double(total=total, is_soft=False)
        if total >= 12:
            soft = cell_of(total=total, is_soft=True)
            allowed[soft] = rules.may_double(total=total, is_soft=True)
    return tuple(allowed)
