"""The exact value of a play against one up card, where a hand's number of cards counts.

Hands are followed from the deal to their end as whole numbers, on the scale of `hand_values`, with
everything seen removed, split hands included (`point_hands.split_terms`). The best play looks after
a split at that hand and one more card of the pair.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, perm

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.kernels.arrays import Floats
from pitboss.maths.kernels.hand_values import DEALT, HandValues
from pitboss.maths.kernels.many_card_actions import (
    DOUBLE,
    HIT,
    NAMES,
    NEVER,
    SPLIT,
    STAND,
    SURRENDER,
    Actions,
    Chooser,
    Pays,
    SuitedHand,
    bonuses_of,
    hand_arrays,
    suited_hands,
)
from pitboss.maths.many_cards import ManyCardRules
from pitboss.maths.point_hands import (
    ACE_KIND,
    KINDS,
    TEN_KIND,
    KindCounts,
    all_hands,
    blackjack_kind,
    hand_of,
    split_terms,
    without,
)


@dataclass(slots=True)
class Ended:
    """How hands end: weights of each kind of end, on the scale of their shoe."""

    half_units: int | Fraction = 0
    stake: int | Fraction = 0
    paid: dict[str, int | Fraction] = field(default_factory=lambda: defaultdict(int))
    stands: list[tuple[int, int, int]] = field(default_factory=list)  # shoe, hand, half units

    def add(self, other: Ended, ways: int | Fraction) -> None:
        """Add another's ends, so many times."""
        self.half_units += ways * other.half_units
        self.stake += ways * other.stake
        for name, weight in other.paid.items():
            self.paid[name] += ways * weight


@dataclass(frozen=True, slots=True)
class UpPlay:
    """What a play is worth against one up card, over all deals by their weight."""

    ended: Ended
    first_actions: Mapping[str, Fraction]
    splits: Mapping[tuple[int, int], bool]  # by hand and suits
    reached: Sequence[Mapping[int, int]]  # unsplit hands' weights, by their doubles


@dataclass(frozen=True, slots=True)
class Walk:
    """Follows the hands of one shoe to their ends. `reach` has the weights of hands on the way, by
    the doubles they have."""

    values: HandValues
    rules: ManyCardRules
    bonuses: Sequence[str]
    suited: Mapping[int, SuitedHand]
    hole: int
    shoe: int
    actions: Actions
    ended: Ended
    reach: list[dict[int, int]]

    def follow_undoubled(self, first: Mapping[int, int], suit: int | None) -> None:
        """Follow hands until they end or double: what `first` says first."""
        bonuses, reach = self.bonuses, self.reach[0]
        for hand in range(len(bonuses)):
            weight = reach.get(hand, 0)
            if not weight:
                continue
            if bonuses[hand]:
                worth = weight * self._played(hand)
                self.ended.stake += worth
                self.ended.paid[bonuses[hand]] += worth
            elif hand in first:
                self._act(hand, weight, first[hand], suit or 0)
            elif hand in self.suited and suit is None:
                for suits, share in enumerate(self.suited[hand].suits):
                    part = weight * share.numerator // share.denominator
                    if part:
                        action = int(self.actions.undoubled[suits, hand])
                        self._act(hand, part, action, suits)
            else:
                action = int(self.actions.undoubled[suit or 0, hand])
                self._act(hand, weight, action, suit or 0)

    def follow_doubled(self, doubles: int) -> None:
        """Follow hands that were doubled so often."""
        for hand, weight in sorted(self.reach[doubles].items()):
            action = int(self.actions.doubled[doubles - 1, hand])
            if action == DOUBLE:
                self._draw(hand, weight, doubles + 1)
            elif action == SURRENDER:
                self._give_up(hand, weight << doubles)
            else:
                self._stop(hand, weight << doubles)

    def _played(self, hand: int) -> int:
        return self.values.sum_played(hand, shoe=self.shoe)

    def _act(self, hand: int, weight: int, action: int, suits: int) -> None:
        if action == HIT:
            self._draw(hand, weight, 0, suits)
        elif action == DOUBLE:
            self._draw(hand, weight, 1)
        elif action == SURRENDER:
            self._give_up(hand, weight)
        else:
            self._stop(hand, weight)

    def _give_up(self, hand: int, weight: int) -> None:
        worth = weight * self._played(hand)
        self.ended.stake += worth
        self.ended.half_units -= worth

    def _stop(self, hand: int, weight: int) -> None:
        worth = weight * self._played(hand)
        self.ended.stake += worth
        if all_hands().totals[hand] == 21 and self.rules.wins_with_21:
            self.ended.half_units += 2 * worth
        else:
            self.ended.stands.append((self.shoe, hand, 2 * weight))

    def _draw(self, hand: int, weight: int, doubles: int, suits: int | None = None) -> None:
        """One more card, to a hand with so many doubles: on, to 6-7-8 or 7-7-7 by a hit, or to a
        bust."""
        children, hole, reach = all_hands().children[hand], self.hole, self.reach[doubles]
        left = self.values.count_left(hand, shoe=self.shoe)
        cards, lost = sum(left), 0
        made = None if suits is None else self.suited.get(hand)
        for kind, there in enumerate(left):
            child = children[kind]
            if there <= 0:
                continue
            if child < 0:
                holes = left[hole] - (kind == hole) if hole >= 0 else 0
                lost += there * (cards - 1 - holes)
            elif made and kind == made.third:
                worth = weight * there * self._played(child)
                self.ended.stake += worth
                for name, share in made.find_pays(suits or 0).items():
                    self.ended.paid[name] += worth * share
            else:
                reach[child] = reach.get(child, 0) + weight * there
        if lost:
            staked = (weight * lost * self.values.scale[cards - 2]) << doubles
            self.ended.half_units -= 2 * staked
            self.ended.stake += staked


class ManyCardUp:
    """One up card of a full shoe under one set of rules."""

    def __init__(
        self, *, rules: ManyCardRules, shoe: KindCounts, decks: int, up: int, pays: Pays
    ) -> None:
        self.rules, self.decks, self.up = rules, decks, up
        self.pays = pays
        self._shoe, self._cards = without(shoe, up), sum(shoe)
        self.suited = suited_hands(rules, decks)
        # Weights are multiplied by this, so that the shares of suits are whole numbers.
        self.whole = lcm(*(share.denominator for e in self.suited.values() for share in e.suits))
        self._hole = blackjack_kind(up)
        shoes = [self._shoe]
        # The terms of each pair's split: the shoe, and the weights of another second card and of
        # one of the pair's kind. The first term's shoe lacks one more card of the pair.
        self._terms: dict[int, list[tuple[int, int, int]]] = {}
        for kind in range(KINDS):
            left = self._shoe[kind] - 2
            for term in split_terms(rules.most_hands(kind)) if left >= 0 else ():
                ways = perm(left, term.removed)
                if ways:
                    at = (len(shoes), term.other * ways, term.same * ways)
                    self._terms.setdefault(kind, []).append(at)
                    shoes.append(without(self._shoe, *(kind,) * (1 + term.removed)))
        self.values = HandValues(
            shoes=shoes,
            firsts=[DEALT] * len(shoes),
            up=up,
            soft_17=rules.soft_17,
            cards=self._cards,
        )
        self._shoes = np.array(shoes, dtype=np.int64)
        self._stand_for_decisions()
        self.first = self._best_actions(0, is_split=False)
        self.after_split = {
            kind: self._best_actions(terms[0][0], is_split=True)
            for kind, terms in self._terms.items()
        }

    # ---- decisions, in floating point -----------------------------------------------------------

    def _possible(self, shoe: int) -> NDArray[np.bool_]:
        """The hands that can be dealt, with enough cards left to play on."""
        counts, _, _, sizes = hand_arrays()
        left = self._shoes[shoe] - counts
        holes = left[:, self._hole] if self._hole >= 0 else 0
        possible: NDArray[np.bool_] = (left >= 0).all(axis=1) & (left.sum(axis=1) - holes > 2)
        return possible & (sizes >= 2)

    def _stand_for_decisions(self) -> None:
        counts = hand_arrays()[0]
        wanted = np.zeros((len(self._shoes), len(counts)), dtype=np.bool_)
        wanted[0] = self._possible(0)
        for kind, terms in self._terms.items():
            wanted[terms[0][0]] = self._possible(terms[0][0]) & (counts[:, kind] > 0)
        self.values.stand_on(wanted)
        self._decided = wanted

    def _draw_chances(self, shoe: int) -> Floats:
        """The chance of each next card, by hand: the dealer has no blackjack."""
        left = self._shoes[shoe] - hand_arrays()[0]
        cards = left.sum(axis=1, keepdims=True)
        holes = left[:, [self._hole]] if self._hole >= 0 else np.zeros_like(cards)
        after = holes - (np.arange(KINDS) == self._hole)
        with np.errstate(divide="ignore", invalid="ignore"):
            chances: Floats = left * (cards - 1 - after) / ((cards - 1) * (cards - holes))
        is_drawn = (left > 0) & self._possible(shoe)[:, np.newaxis]
        return np.where(is_drawn, chances, 0.0)

    def _best_actions(self, shoe: int, *, is_split: bool) -> Actions:
        """The best actions for hands dealt from one shoe."""
        totals = all_hands().totals
        stands = np.full(len(totals), NEVER)
        for hand in np.flatnonzero(self._decided[shoe]).tolist():
            if totals[hand] == 21 and self.rules.wins_with_21:
                stands[hand] = 1.0
            else:
                played = self.values.sum_played(hand, shoe=shoe)
                stands[hand] = self.values.stand(hand, shoe=shoe) / played
        chooser = Chooser(self.rules, self.pays, self.suited)
        return chooser.best_actions(stands, self._draw_chances(shoe), is_split=is_split)

    # ---- exact values ---------------------------------------------------------------------------

    def follow(
        self,
        ended: Ended,
        shoe: int,
        starts: Mapping[int, int],
        actions: Actions,
        *,
        first: Mapping[int, int] | None = None,
        suit: int | None = None,
    ) -> list[dict[int, int]]:
        """Follow hands of two cards to their ends; returns the weights of all hands on the way, by
        the doubles they have.

        `first` is done first with hands, whatever the play says; `suit` is what is known of the
        suits of a hand that they matter to.
        """
        reach = [dict(starts), *({} for _ in range(self.rules.doubles))]
        bonuses = bonuses_of(self.rules, is_split=shoe > 0)
        suited = self.suited if any(bonuses) else {}
        walk = Walk(
            self.values, self.rules, bonuses, suited, self._hole, shoe, actions, ended, reach
        )
        walk.follow_undoubled(first or {}, suit)
        for doubles in range(1, self.rules.doubles + 1):
            walk.follow_doubled(doubles)
        return reach

    def follow_split(self, kind: int, actions: Actions) -> Ended:
        """All hands of a split pair."""
        ended = Ended()
        for shoe, other, same in self._terms[kind]:
            starts: dict[int, int] = defaultdict(int)
            for second, left in enumerate(self.values.count_left(hand_of(kind), shoe=shoe)):
                weight = self.whole * left * (same if second == kind else other)
                if weight:
                    starts[hand_of(kind, second)] += weight
            stays = kind == ACE_KIND and self.rules.hit_split_aces == "no"
            first = dict.fromkeys(starts, STAND) if stays else None
            self.follow(ended, shoe, starts, actions, first=first)
        return ended

    def settle(self, ended: Sequence[Ended]) -> None:
        """Add what the hands win that the dealer must beat."""
        wanted = np.zeros((len(self._shoes), len(all_hands().counts)), dtype=np.bool_)
        for each in ended:
            for shoe, hand, _ in each.stands:
                wanted[shoe, hand] = True
        self.values.stand_on(wanted)
        for each in ended:
            for shoe, hand, weight in each.stands:
                each.half_units += weight * self.values.stand(hand, shoe=shoe)
            each.stands.clear()

    def win(self, ended: Ended) -> Fraction:
        """The sum of wins by the pays."""
        return Fraction(ended.half_units) / 2 + sum(
            Fraction(weight) * self.pays[name] for name, weight in ended.paid.items()
        )

    def deals(self) -> list[tuple[tuple[int, int], int]]:
        """Each two kinds that aren't a blackjack, with the number of their ordered deals."""
        found = []
        for low in range(KINDS):
            for high in range(low, KINDS):
                same = low == high
                ways = self._shoe[low] * (self._shoe[high] - same) * (1 if same else 2)
                if ways and (low, high) != (ACE_KIND, TEN_KIND):
                    found.append(((low, high), ways))
        return found

    def evaluate(
        self, first: Actions, after_split: Mapping[int, Actions], *, by_suits: bool
    ) -> UpPlay:
        """What a play is worth over all deals; pairs are split where that is better."""
        together = Ended()
        starts: dict[int, int] = {}
        shares = dict.fromkeys(NAMES, Fraction(0))
        pairs: list[_Pair] = []
        for kinds, ways in self.deals():
            hand = hand_of(*kinds)
            if kinds[0] == kinds[1]:
                split = self.follow_split(kinds[0], after_split[kinds[0]])
                pairs += self._pairs(hand, ways, split, first, by_suits=by_suits)
                continue
            starts[hand] = self.whole * ways
            for suit, share in enumerate(self._suits(hand)):
                action = NAMES[first.undoubled[suit, hand]]
                shares[action] += ways * share * self.values.sum_played(hand)
        reached = self.follow(together, 0, starts, first)
        self.settle([together, *(each for pair in pairs for each in (pair.split, pair.unsplit))])
        splits = {}
        for pair in pairs:
            splits[pair.hand, pair.suit] = is_split = self._is_split(pair)
            done = SPLIT if is_split else int(first.undoubled[pair.suit, pair.hand])
            shares[NAMES[done]] += pair.ways * pair.share * self.values.sum_played(pair.hand)
            if is_split:
                together.add(pair.split, pair.ways * pair.share)
                continue
            together.add(pair.unsplit, pair.ways)
            for doubles, weights in enumerate(pair.passed):
                for each, weight in weights.items():
                    before = reached[doubles].get(each, 0)
                    reached[doubles][each] = before + pair.ways * weight
        return UpPlay(together, shares, splits, reached)

    def _suits(self, hand: int) -> tuple[Fraction, ...]:
        return self.suited[hand].suits if hand in self.suited else (Fraction(1),)

    def _pairs(
        self, hand: int, ways: int, split: Ended, first: Actions, *, by_suits: bool
    ) -> Iterator[_Pair]:
        """A pair split and unsplit, once for each of its suits that matter."""
        for suit, share in enumerate(self._suits(hand) if by_suits else (Fraction(1),)):
            if share:
                unsplit = Ended()
                weight = {hand: int(self.whole * share)}
                known = suit if by_suits and hand in self.suited else None
                passed = self.follow(unsplit, 0, weight, first, suit=known)
                yield _Pair(hand, ways, suit, share, split, unsplit, passed)

    def _is_split(self, pair: _Pair) -> bool:
        return self.win(pair.split) * pair.share > self.win(pair.unsplit)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A pair of one kind and suits: split, and unsplit with the hands on the way."""

    hand: int
    ways: int
    suit: int
    share: Fraction
    split: Ended
    unsplit: Ended
    passed: Sequence[Mapping[int, int]]
