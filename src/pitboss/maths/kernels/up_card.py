"""The best total-dependent play against one up card, and its value from a full shoe.

A line of the strategy (a hard or soft total, a pair) says the same for all cards that make it, and
for split hands, too. No change of a single line improves the play found here: each line is weighed
over every hand that reaches it, unsplit and split, with its exact weight. Lines that no hand
reaches are weighed over all cards that make them.

Where a game gives free bets, a hand that plays for one has lines of its own, because it has nothing
to lose. After a free split the first hand keeps the player's wager and all others are free.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, perm
from typing import TypeAlias

from pitboss.maths.kernels.hand_values import (
    DEALT,
    EVERYWHERE,
    FREE_LOSES,
    OWN_LOSES,
    Gains,
    HandValues,
)
from pitboss.maths.point_hands import (
    ACE_KIND,
    CELLS,
    KINDS,
    TEN_KIND,
    BlackjackRules,
    KindCounts,
    all_hands,
    blackjack_kind,
    first_hand_terms,
    hand_of,
    hands_of_cell,
    lines_where,
    split_terms,
    without,
)
from pitboss.maths.strategy_tables import (
    BY_TOTAL,
    DOUBLE,
    FIRST_ACTIONS,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    ZAP,
    TotalsPlay,
    first_guess,
)

# Lines change a handful of times before they settle; more means they are chasing each other.
MOST_ROUNDS = 30

# What a split hand of two cards is worth: worth(values, shoe, hand, doubles).
SplitWorth: TypeAlias = Callable[[HandValues, int, int, Sequence[bool]], int]


@dataclass(frozen=True, slots=True)
class UpTotals:
    """Sums over all deals of two cards against one up card, by their weight.

    `value` leaves out the pay of naturals, `naturals` is the weight of those that are paid.
    """

    value: int | Fraction
    naturals: int
    dealer_blackjacks: int
    extra_stake: int | Fraction
    first_actions: dict[str, int]


@dataclass(frozen=True, slots=True)
class FirstHand:
    """Two first cards by the play: how often they are dealt, what is done first, and what they are
    worth and stake, on the scale where a round played counts `played`."""

    kinds: tuple[int, int]
    ways: int
    action: str
    value: int | Fraction
    stake: int | Fraction
    played: int


@dataclass(frozen=True, slots=True)
class _Term:
    """One term of a split (see `split_terms`) with its shoe and the ways to remove its cards, for
    hands with the player's own wager or for free ones."""

    shoe: int
    kind: int
    other: int
    same: int
    is_free: bool = False


class UpCard:
    """One up card of one shoe under one set of rules."""

    def __init__(
        self,
        *,
        shoe: KindCounts,
        up: int,
        rules: BlackjackRules,
        settled: TotalsPlay | None = None,
    ) -> None:
        """Where the play is settled, only what it makes of two cards is worked out."""
        self.rules = rules
        self._is_settled = settled is not None
        self.up = up
        self._dealt_from, self._shoe = shoe, without(shoe, up)
        self._cards = sum(shoe)
        self._may_double = lines_where(rules.may_double)
        after_split = rules.double_after_split == "yes"
        self._may_double_split = self._may_double if after_split else (False,) * CELLS
        self._is_free = rules.free_bets == "yes"
        self._free_doubles = lines_where(rules.is_free_double)
        self._paid_doubles = tuple(not is_free for is_free in self._free_doubles)
        self._split_worths: dict[tuple[int, TotalsPlay], int] = {}
        self._zap_worths: dict[tuple[int, int], tuple[Fraction, Fraction]] = {}
        pairs = [k for k in range(KINDS) if settled is None or settled.pairs[k] == SPLIT]
        self._terms, shoes = self._split_terms(pairs)
        self._kinds = [
            next(t.kind for t in self._terms if t.shoe == at) for at in range(len(shoes))
        ]
        firsts = [hand_of(kind) for kind in self._kinds]
        dealt = [DEALT if settled else EVERYWHERE]
        self.base = self._values([self._shoe], dealt)
        self._split = self._values(shoes, firsts)
        self._free_base, self._free_split = self.base, self._split
        if self._is_free:
            self._free_base = self._values([self._shoe], dealt, loses=FREE_LOSES)
            self._free_split = self._values(shoes, firsts, loses=FREE_LOSES)

    def _values(
        self, shoes: Sequence[KindCounts], firsts: Sequence[int], loses: int = OWN_LOSES
    ) -> HandValues:
        return HandValues(
            shoes=shoes,
            firsts=firsts,
            up=self.up,
            soft_17=self.rules.soft_17,
            cards=self._cards,
            push_22=self.rules.dealer_22 == "pushes",
            loses=loses,
        )

    def _split_terms(self, pairs: Sequence[int]) -> tuple[list[_Term], list[KindCounts]]:
        """The terms of pairs that can be dealt, and each one's shoe without the first hand."""
        terms: list[_Term] = []
        shoes: list[KindCounts] = []
        for kind in pairs:
            left, most = self._shoe[kind] - 2, self.rules.most_hands(kind)
            firsts = first_hand_terms(most) if self.rules.is_free_split(kind) else {}
            for term in split_terms(most) if left >= 0 else ():
                ways = perm(left, term.removed)
                if not ways:
                    continue
                other, same = term.other, term.same
                if firsts:
                    own_other, own_same = firsts.get(term.removed, (0, 0))
                    terms.append(_Term(len(shoes), kind, own_other * ways, own_same * ways))
                    other, same = other - own_other, same - own_same
                terms.append(_Term(len(shoes), kind, other * ways, same * ways, bool(firsts)))
                shoes.append(without(self._shoe, *(kind,) * (1 + term.removed)))
        return terms, shoes

    def best_play(self) -> TotalsPlay:
        """The play that no change of one line improves: first without splits, then with them."""
        play = self._settle(first_guess(with_free=self._is_free), with_pairs=False)
        play = self._settle(play, with_pairs=True)
        return play if self.rules.zap == "no" else self._with_zaps(play)

    def _settle(self, play: TotalsPlay, *, with_pairs: bool) -> TotalsPlay:
        for _ in range(MOST_ROUNDS):
            better = self._improved(play, with_pairs=with_pairs)
            if better == play:
                return play
            play = better
        raise AssertionError(f"no settled play against up card kind {self.up}")

    def _improved(self, play: TotalsPlay, *, with_pairs: bool) -> TotalsPlay:
        self.follow(play)
        starts = [
            (0, hand_of(*kinds), weight)
            for kinds, weight in self.deals()
            if self.first_action(kinds, play) not in (SPLIT, SURRENDER)
        ]
        may_double, after_split = self._may_double, self._may_double_split
        gains = self.base.gains(starts, doubles=play.double, may_double=may_double)
        free_hit, free_double = play.free_hit, play.free_double
        if SPLIT in play.pairs:
            self._follow_splits(play)
            starts = self._split_starts(play, is_free=False)
            gains += self._split.gains(starts, doubles=play.double, may_double=after_split)
        if self._is_free:
            self._follow_splits(play)
            starts = self._split_starts(play, is_free=True)
            free = self._free_split.gains(starts, doubles=free_double, may_double=after_split)
            free_hit = self._better_hits(free, self._free_base)
            free_double = tuple(gain > 0 for gain in free.double)
        return TotalsPlay(
            hit=self._better_hits(gains, self.base),
            double=tuple(gain > 0 for gain in gains.double),
            surrender=self._surrenders(play),
            pairs=self._pairs(play) if with_pairs else play.pairs,
            free_hit=free_hit,
            free_double=free_double,
        )

    def _better_hits(self, gains: Gains, values: HandValues) -> tuple[bool, ...]:
        return tuple(
            (gains.hit[cell] if gains.seen[cell] else self._plain_gain(cell, values)) > 0
            for cell in range(CELLS)
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
        cell, is_pair = all_hands().cells[hand_of(*kinds)], kinds[0] == kinds[1]
        if play.zap and (play.zap_pairs[kinds[0]] if is_pair else play.zap[cell]):
            return ZAP
        if is_pair and play.pairs[kinds[0]] != BY_TOTAL:
            return play.pairs[kinds[0]]
        if play.surrender[cell]:
            return SURRENDER
        if play.double[cell] and self._may_double[cell]:
            return DOUBLE
        return HIT if play.hit[cell] else STAND

    def _split_starts(self, play: TotalsPlay, *, is_free: bool) -> list[tuple[int, int, int]]:
        """The two-card hands after a split that can draw more, with their weights."""
        starts = []
        for term in self._terms:
            if play.pairs[term.kind] != SPLIT or self._stands_on_second(term.kind):
                continue
            if term.is_free != is_free:
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
        deep = [play.pairs[kind] == SPLIT and not self._is_settled for kind in self._kinds]
        self._follow(self._split, self._free_split, play, deep)

    def follow(self, play: TotalsPlay) -> HandValues:
        """The values of unsplit hands, continued as the play says."""
        self._follow(self.base, self._free_base, play, [not self._is_settled])
        return self.base

    def _follow(
        self, own: HandValues, free: HandValues, play: TotalsPlay, deep: Sequence[bool]
    ) -> None:
        """A double adds a free bet on some lines, the player's own money on all others."""
        is_new = own.follow(play.hit, deep=deep)
        if self._is_free:
            is_new = free.follow(play.free_hit, deep=deep) or is_new
            if is_new:
                free.double_with(own, self._paid_doubles)
        if is_new:
            own.double_with(free, self._free_doubles)

    def _stands_on_second(self, kind: int) -> bool:
        return kind == ACE_KIND and self.rules.hit_split_aces == "no"

    def _plain_gain(self, cell: int, values: HandValues) -> int:
        """The gain of hitting over standing, over all cards that make a total."""
        gain = 0
        for hand in hands_of_cell(cell):
            ways, placed = 1, 0
            for count, there in zip(all_hands().counts[hand], self._shoe, strict=True):
                placed += count
                ways *= comb(placed, count) * perm(there, count)
            if ways:
                gain += ways * (values.hit(hand) - values.stand(hand))
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

    def split(self, kind: int, play: TotalsPlay) -> int:
        """The exact value of splitting a pair, on the scale of the pair's own values."""

        def worth(values: HandValues, shoe: int, hand: int, doubles: Sequence[bool]) -> int:
            if self._stands_on_second(kind):
                return values.stand(hand, shoe=shoe)
            if self._doubles_split(hand, doubles):
                return values.double(hand, shoe=shoe)
            return values.by_total(hand, shoe=shoe)

        key = (kind, replace(play, surrender=(), pairs=()))
        if key not in self._split_worths:
            self._split_worths[key] = self._over_split_hands(kind, play, worth)
        return self._split_worths[key]

    def _split_stake(self, kind: int, play: TotalsPlay) -> int:
        """The expected money of the player's own on all hands of a split, doubles included."""

        def worth(values: HandValues, shoe: int, hand: int, doubles: Sequence[bool]) -> int:
            staked = int(values is self._split)
            if self._doubles_split(hand, doubles) and not self._stands_on_second(kind):
                staked += self._paid_doubles[all_hands().cells[hand]]
            return values.sum_played(hand, shoe=shoe) * staked

        return self._over_split_hands(kind, play, worth)

    def _doubles_split(self, hand: int, doubles: Sequence[bool]) -> bool:
        cell = all_hands().cells[hand]
        return self._may_double_split[cell] and doubles[cell]

    def _over_split_hands(self, kind: int, play: TotalsPlay, worth: SplitWorth) -> int:
        """The expected sum of all split hands' values; see `split_terms`."""
        self._follow_splits(play)
        total = 0
        for term in self._terms:
            if term.kind != kind:
                continue
            values = self._free_split if term.is_free else self._split
            doubles = play.free_double if term.is_free else play.double
            for second, left in enumerate(values.count_left(hand_of(kind), shoe=term.shoe)):
                weight = left * (term.same if second == kind else term.other)
                if weight:
                    total += weight * worth(values, term.shoe, hand_of(kind, second), doubles)
        return total

    def totals(self, play: TotalsPlay) -> UpTotals:
        """What a settled play is worth over all deals against this up card."""
        value: int | Fraction = 0
        extra_stake: int | Fraction = 0
        names = FIRST_ACTIONS if self.rules.zap == "no" else (*FIRST_ACTIONS, ZAP)
        actions = dict.fromkeys(names, 0)
        for hand in self.first_hands(play):
            actions[hand.action] += hand.ways * hand.played
            value += hand.ways * hand.value
            extra_stake += hand.ways * (hand.stake - hand.played)
        naturals, both, blackjacks = self._blackjacks()
        return UpTotals(
            value=value - (blackjacks - both),
            naturals=naturals,
            dealer_blackjacks=blackjacks,
            extra_stake=extra_stake,
            first_actions=actions,
        )

    def first_hands(self, play: TotalsPlay) -> list[FirstHand]:
        """Every two cards that aren't a natural."""
        self.follow(play)
        return [self._first_hand(kinds, ways, play) for kinds, ways in self.deals()]

    def _first_hand(self, kinds: tuple[int, int], ways: int, play: TotalsPlay) -> FirstHand:
        action, hand = self.first_action(kinds, play), hand_of(*kinds)
        played = self.base.sum_played(hand)
        value: int | Fraction
        stake: int | Fraction = played
        if action == ZAP:
            worth, staked = self.zap(kinds, play)
            value, stake = played * worth, played * staked
        elif action == SPLIT:
            value = self.split(kinds[0], play)
            stake = self._split_stake(kinds[0], play)
        elif action == SURRENDER:
            # A shoe's round weight is even, because it has two consecutive factors.
            value = -(played // 2)
        else:
            value = self.unsplit(hand, play)
            if action == DOUBLE and self._paid_doubles[all_hands().cells[hand]]:
                stake = 2 * played
        return FirstHand(kinds, ways, action, value, stake, played)

    # ---- two new cards --------------------------------------------------------------------------

    def _with_zaps(self, play: TotalsPlay) -> TotalsPlay:
        """Change the first two cards for new ones where that is better over a line's hands. The
        other lines are those of hands that were not changed."""
        lines, pairs = [Fraction(0)] * CELLS, [Fraction(0)] * KINDS
        for hand in self.first_hands(play):
            if self.rules.may_zap(hand.kinds):
                gain = hand.ways * (hand.played * self.zap(hand.kinds, play)[0] - hand.value)
                if hand.kinds[0] == hand.kinds[1]:
                    pairs[hand.kinds[0]] += gain
                else:
                    lines[all_hands().cells[hand_of(*hand.kinds)]] += gain
        return replace(
            play,
            zap=tuple(gain > 0 for gain in lines),
            zap_pairs=tuple(gain > 0 for gain in pairs),
        )

    def zap(self, kinds: tuple[int, int], play: TotalsPlay) -> tuple[Fraction, Fraction]:
        """What two new cards are worth and stake, per round played; these two are out of play."""
        if kinds not in self._zap_worths:
            rules = replace(self.rules, zap="no")
            shoe = without(self._dealt_from, *kinds)
            kept = replace(play, zap=(), zap_pairs=())
            left = UpCard(shoe=shoe, up=self.up, rules=rules, settled=kept)
            self._zap_worths[kinds] = left.worth_dealt(kept)
        return self._zap_worths[kinds]

    def worth_dealt(self, play: TotalsPlay) -> tuple[Fraction, Fraction]:
        """What two cards not yet dealt are worth and stake, per round played."""
        hands = self.first_hands(play)
        natural = hand_of(ACE_KIND, TEN_KIND)
        naturals = self._blackjacks()[0]
        value = sum(hand.ways * hand.value for hand in hands)
        if self.rules.zapped_blackjack == "wins":
            value += naturals
        else:
            value += 2 * self._shoe[ACE_KIND] * self._shoe[TEN_KIND] * self.base.stand(natural)
        played = naturals + sum(hand.ways * hand.played for hand in hands)
        stake = naturals + sum(hand.ways * hand.stake for hand in hands)
        return Fraction(value, played), Fraction(stake, played)

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
