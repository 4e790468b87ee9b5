"""Triple Shot: the war of two cards, blackjack by the best play, and six cards as a poker hand.

base
    first action -> result -> ordered deals of the dealer's up card and the 18 cards that follow it,
    as the play takes them: 52 x 51 x ... x 34 in all. Actions: dealt (a blackjack of the player or
    the dealer), stand, hit, double, split. Results as `odds.NETS`. The best play looks at all cards
    of the hand and the up card, at nothing else; it is that of wins paid 1 to 1.
strategies
    rule -> as base: by_totals (as `in_words` says), mimic_dealer (hit as the dealer does).
war, poker
    outcome -> ordered pairs of first cards, and hands of six cards.

A value is a whole number: deals won less deals lost, over all cards that follow to a fixed depth.
Only deals without a dealer's blackjack are played, and so have a value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import perm
from typing import Final

import numpy as np
from numba import njit

from pitboss.games.triple_shot import rules
from pitboss.games.triple_shot.odds import NETS, ORDER
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.fives import CARD_BITS, first_strengths, strength_of_mask
from pitboss.maths.kernels.suits import next_set
from pitboss.maths.point_hands import (
    ACE_KIND,
    KIND_NAMES,
    KINDS,
    TEN_KIND,
    KindCounts,
    all_hands,
    best_total,
    blackjack_kind,
    dealer_ends,
    full_shoe,
    hand_of,
    kind_of,
    without,
)
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

DEPTH: Final = 18  # cards after the up card: six of the player's and twelve of the dealer's
DRAWN: Final = 13
SHOE: Final = full_shoe(1)
STRATEGIES: Final = ("best", "by_totals", "mimic_dealer")
NATURAL: Final = hand_of(ACE_KIND, TEN_KIND)
ACES: Final = hand_of(ACE_KIND, ACE_KIND)
# Results of one hand, and their names with one and with two units on it.
WIN, PUSH, LOSS = range(3)
NAMES: Final = {1: ("win", "push", "loss"), 2: ("win_2", "push", "loss_2")}
_FALLS: Final = np.array([[perm(n, k) for k in range(DRAWN)] for n in range(17)])


@njit(cache=True)
def _draw_dealer(drawn: Ints, orders: Ints, ends: Ints, left: Ints, found: Ints) -> None:
    """Ordered draws of the dealer by his final total and their number; he draws 12 at most."""
    found[:] = 0
    for row in range(len(drawn)):
        ways, size = orders[row], 0
        for kind in range(KINDS):
            if drawn[row, kind]:
                ways *= _FALLS[left[kind], drawn[row, kind]]
                size += drawn[row, kind]
        found[ends[row], size] += ways


class ShotUpCard:
    """Every hand of the player against one up card, by its number in `all_hands`."""

    def __init__(self, up: int) -> None:
        self.up = up
        self._shoe = without(SHOE, up)
        ends = dealer_ends(up=up, soft_17="hit")
        rows = [(held, *end) for held, end in ends.items() if max(held[:9]) <= 4]
        self._drawn = np.array([held for held, _, _ in rows])
        self._ends = np.array([min(total, 22) for _, total, _ in rows]) - 17
        self._orders = np.array([orders for _, _, orders in rows])
        self._stands: dict[KindCounts, list[int]] = {}
        self._best: dict[int, tuple[int, str]] = {}

    def count_left(self, held: KindCounts) -> KindCounts:
        """The cards that the player hasn't seen."""
        return tuple(a - b for a, b in zip(self._shoe, held, strict=True))

    def is_possible(self, hand: int) -> bool:
        """Whether one deck has these cards."""
        return min(self.count_left(all_hands().counts[hand])) >= 0

    def count_played(self, held: KindCounts) -> int:
        """The deals that follow these cards without a dealer's blackjack."""
        left, hole = self.count_left(held), blackjack_kind(self.up)
        cards, gone = sum(left), sum(held)
        return (cards - (left[hole] if hole >= 0 else 0)) * perm(cards - 1, DEPTH - gone - 1)

    def count_dealer(self, held: KindCounts) -> list[int]:
        """Those deals by the dealer's total: 17 to 21, then any above."""
        if held not in self._stands:
            left, found = self.count_left(held), np.zeros((6, DRAWN), np.int64)
            _draw_dealer(self._drawn, self._orders, self._ends, np.array(left), found)
            cards, depth = sum(left), DEPTH - sum(held)
            self._stands[held] = [
                sum(
                    ways * perm(cards - size, depth - size) for size, ways in enumerate(row) if ways
                )
                for row in found.tolist()
            ]
        return self._stands[held]

    def count_stand(self, held: KindCounts, total: int) -> tuple[int, int, int]:
        """Won, pushed and lost deals of a hand of this total that takes no card."""
        ends = self.count_dealer(held)
        won = ends[5] + sum(ends[: max(0, total - 17)])
        pushed = ends[total - 17] if total >= 17 else 0
        return won, pushed, sum(ends) - won - pushed

    def after_card(self, hand: int, then: Callable[[int], Sequence[int]]) -> tuple[int, int, int]:
        """Results after one more card: a bust loses, a sixth card wins, or what `then` says."""
        hands, sums = all_hands(), [0, 0, 0]
        held = hands.counts[hand]
        for kind, ways in enumerate(self.count_left(held)):
            if not ways:
                continue
            child = hands.children[hand][kind]
            taken = tuple(count + (at == kind) for at, count in enumerate(held))
            if child < 0:
                found: Sequence[int] = (0, 0, self.count_played(taken))
            elif hands.sizes[child] == rules.CARDS:
                found = (self.count_played(taken), 0, 0)
            else:
                found = then(child)
            for place in range(3):
                sums[place] += ways * found[place]
        return sums[0], sums[1], sums[2]

    def count_stood(self, hand: int) -> tuple[int, int, int]:
        """Results of standing."""
        return self.count_stand(all_hands().counts[hand], all_hands().totals[hand])

    def split(self) -> Counter[str]:
        """Results of split aces: a card on each, and the dealer's hand against both."""
        found: Counter[str] = Counter()
        held = all_hands().counts[ACES]
        names = {2: "win_2", 1: "win", 0: "push", -1: "loss", -2: "loss_2"}
        for first, ways in enumerate(self.count_left(held)):
            after = tuple(count + (at == first) for at, count in enumerate(held))
            for second, more in enumerate(self.count_left(after)):
                if not ways * more:
                    continue
                both = tuple(count + (at == second) for at, count in enumerate(after))
                totals = [best_total(hard=kind + 2, has_ace=True)[0] for kind in (first, second)]
                for end, deals in enumerate(self.count_dealer(both)):
                    won = sum(1 if end == 5 else _sign(own - 17 - end) for own in totals)
                    found[names[won]] += ways * more * deals
        return found

    def actions(self, hand: int) -> dict[str, int]:
        """The value of each action, wins less losses over the deals that follow."""
        found = {"stand": self.count_stood(hand)}
        if all_hands().totals[hand] < 21:
            found["hit"] = self.after_card(hand, lambda child: (self.best(child)[0], 0, 0))
            if all_hands().sizes[hand] == 2:
                found["double"] = self.after_card(hand, self.count_stood)
        worth = {name: sums[WIN] - sums[LOSS] for name, sums in found.items()}
        if "double" in worth:
            worth["double"] *= 2
        if hand == ACES:
            worth["split"] = sum(NETS[name] * deals for name, deals in self.split().items())
        return worth

    def best(self, hand: int) -> tuple[int, str]:
        """The value of the best action, and which it is; the first of equal ones."""
        if hand not in self._best:
            worth = self.actions(hand)
            action = max(worth, key=lambda name: worth[name])
            self._best[hand] = worth[action], action
        return self._best[hand]

    def action(self, hand: int, strategy: str) -> str:
        """What a strategy does with a hand."""
        if strategy == "best":
            return self.best(hand)[1]
        total, is_soft = all_hands().totals[hand], all_hands().cells[hand] >= 22
        if strategy == "mimic_dealer":
            return "hit" if total < 17 or (total == 17 and is_soft) else "stand"
        return _by_totals(hand, total, self.up, is_soft=is_soft)

    def results(self, strategy: str) -> dict[str, Counter[str]]:
        """Deals by first action and result, over all first two cards."""
        found = {name: Counter(dict.fromkeys(_results_of(name), 0)) for name in ORDER}
        known: dict[int, tuple[int, ...]] = {}

        def play(hand: int) -> tuple[int, ...]:
            if hand not in known:
                is_hit = self.action(hand, strategy) == "hit"
                known[hand] = self.after_card(hand, play) if is_hit else self.count_stood(hand)
            return known[hand]

        for hand, size in enumerate(all_hands().sizes):
            if size != 2 or not self.is_possible(hand):
                continue
            ways, held = self._ways(hand), all_hands().counts[hand]
            left, played = self.count_left(held), self.count_played(held)
            everything = perm(sum(left), DEPTH - 2)
            paired = "push" if hand == NATURAL else "loss"
            found["dealt"][paired] += ways * (everything - played)
            action = self.action(hand, strategy)
            if hand == NATURAL:
                found["dealt"]["blackjack"] += ways * played
            elif action == "split":
                for name, deals in self.split().items():
                    found["split"][name] += ways * deals
            else:
                sums = self.after_card(hand, self.count_stood) if action == "double" else play(hand)
                for name, deals in zip(NAMES[1 + (action == "double")], sums, strict=True):
                    found[action][name] += ways * deals
        return found

    def _ways(self, hand: int) -> int:
        """Ordered deals of the up card and the player's first two."""
        first, *rest = [k for k, n in enumerate(all_hands().counts[hand]) for _ in range(n)]
        pair = (
            perm(self._shoe[first], 2)
            if rest == [first]
            else (2 * self._shoe[first] * self._shoe[rest[0]])
        )
        return SHOE[self.up] * pair


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _results_of(action: str) -> tuple[str, ...]:
    """The results that a first action can end in."""
    both = ("win_2", "win", "push", "loss", "loss_2")
    named = {"dealt": ("blackjack", "push", "loss"), "double": NAMES[2], "split": both}
    return named.get(action, NAMES[1])


def _by_totals(hand: int, total: int, up: int, *, is_soft: bool) -> str:
    """The rule of thumb of `in_words`."""
    two, is_low = all_hands().sizes[hand] == 2, 1 <= up <= 5
    if hand == ACES:
        return "split"
    doubled = {11: range(KINDS), 10: range(1, 9), 9: range(1, 6)}
    if two and not is_soft and up in doubled.get(total, ()):
        return "double"
    if is_soft:
        return "hit" if total <= 17 or (total == 18 and up in (0, 8, 9)) else "stand"
    stands = total >= 17 or (total >= 13 and is_low) or (total == 12 and 3 <= up <= 5)
    return "stand" if stands else "hit"


@cache
def against(up: int) -> ShotUpCard:
    """The hands against an up card, solved once."""
    return ShotUpCard(up)


@njit(cache=True)
def _tally_poker(firsts: Ints, tally: Ints) -> None:
    cards = np.arange(6)
    for _ in range(20_358_520):
        mask = np.int64(0)
        for card in cards:
            mask |= CARD_BITS[card]
        strength, place = strength_of_mask(int(mask)), len(firsts) - 1
        while strength < firsts[place]:
            place -= 1
        tally[place] += 1
        next_set(cards)


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    found: dict[str, dict[str, Counter[str]]] = {
        strategy: {name: Counter() for name in ORDER} for strategy in STRATEGIES
    }
    for up in range(KINDS):
        for strategy, sums in found.items():
            for name, results in against(up).results(strategy).items():
                sums[name].update(results)
        report(0.08 * (up + 1))
    firsts = first_strengths(rules.POKER)
    tally = np.zeros(len(firsts), np.int64)
    _tally_poker(np.array(list(firsts.values())), tally)
    report(1.0)
    best, *thumb = (_as_counts(sums) for sums in found.values())
    return {
        "base": best,
        "strategies": dict(zip(STRATEGIES[1:], thumb, strict=True)),
        "war": {"loss": 26 * 48, "tie": 52 * 3, "win": 26 * 48},
        "poker": dict(zip(firsts, tally.tolist(), strict=True)),
    }


def _as_counts(sums: Mapping[str, Counter[str]]) -> Counts:
    return {name: {**results} for name, results in sums.items()}


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in wagers if the dealer has no blackjack; the up card last."""
    kinds = [kind_of(card) for card in cards]
    hard = sum(kind + 1 for kind in kinds[:-1])
    if len(set(cards)) != len(cards) or not 3 <= len(cards) <= rules.CARDS or hard > 21:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title=rules.GAME.title, number=3)
    hand, found = hand_of(*sorted(kinds[:-1])), against(kinds[-1])
    played = found.count_played(all_hands().counts[hand])
    return {name: Fraction(worth, played) for name, worth in found.actions(hand).items()}


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole best play: every hand of two to five cards that can take another, and up card."""
    yield ("up", "cards", "total", "action")
    for up in range(KINDS):
        for hand, held in enumerate(all_hands().counts):
            total = all_hands().totals[hand]
            if 2 <= sum(held) < rules.CARDS and total < 21 and against(up).is_possible(hand):
                text = "".join(KIND_NAMES[kind] * count for kind, count in enumerate(held))
                yield (KIND_NAMES[up], text, total, against(up).best(hand)[1])
        report((up + 1) / KINDS)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play in words a player can remember."""
    return (
        "Split aces. Double eleven, ten against 2 to 9, and nine against 2 to 6. Stand on hard 17 "
        "and more, on 13 to 16 against 2 to 6, on 12 against 4 to 6, on soft 18 against 2 to 8, "
        "and on soft 19 and more. Hit the rest. This costs 0.19 % of the wager against the exact "
        "play, which looks at each card: it doubles soft hands against low cards, and hits more "
        "with five cards, because a sixth that doesn't bust wins."
    )
