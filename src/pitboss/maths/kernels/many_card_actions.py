"""The best actions in games of 21 in which a hand's number of cards counts.

They are found by backward induction in floating point, by every card of a hand and the up card.
Suits matter only to 6-7-8 and 7-7-7. Two such cards are played by their own suits; as nobody looks
at the suit of any other card, the missing card's suit is as likely as if none had been seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import numpy as np

from pitboss.maths.kernels.arrays import Floats, Ints
from pitboss.maths.many_cards import SUITS, ManyCardRules
from pitboss.maths.point_hands import KINDS, all_hands, hand_of

Pays: TypeAlias = Mapping[str, Fraction]

STAND, HIT, DOUBLE, SURRENDER, SPLIT = range(5)  # a doubled hand's surrender is its rescue
NAMES = ("stand", "hit", "double", "surrender", "split")
NEVER = -9.0  # worth less than anything that can be done


@cache
def hand_arrays() -> tuple[Ints, Ints, Ints, Ints]:
    """All hands' counts, children, totals and sizes."""
    hands = all_hands()
    columns = (hands.counts, hands.children, hands.totals, hands.sizes)
    counts, children, totals, sizes = (np.array(column, dtype=np.int64) for column in columns)
    return counts, children, totals, sizes


@cache
def _levels() -> list[Ints]:
    """The hands by their total with aces as ones, the highest first: no card stays on a level."""
    counts = hand_arrays()[0]
    hards = (counts * np.arange(1, KINDS + 1)).sum(axis=1)
    return [np.flatnonzero(hards == hard) for hard in range(21, 1, -1)]


@cache
def bonuses_of(rules: ManyCardRules, *, is_split: bool) -> list[str]:
    """What each hand is paid at once, if anything."""
    hands = all_hands()
    if is_split and rules.split_bonus == "no":
        return [""] * len(hands.counts)
    return [
        rules.bonus(held, total) for held, total in zip(hands.counts, hands.totals, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class SuitedHand:
    """Two cards that one more makes 6-7-8 or 7-7-7: the chances of their suits (mixed, suited,
    spades), and, if they are suited, of the third card's being of that suit."""

    third: int
    made: str
    suits: tuple[Fraction, Fraction, Fraction]
    third_suited: Fraction

    def find_pays(self, suit: int) -> dict[str, Fraction]:
        """What the hand is paid as once it has the third card."""
        if suit == 0:
            return {f"{self.made}_mixed": Fraction(1)}
        return {
            f"{self.made}_mixed": 1 - self.third_suited,
            f"{self.made}_{SUITS[suit]}": self.third_suited,
        }


@cache
def suited_hands(rules: ManyCardRules, decks: int) -> Mapping[int, SuitedHand]:
    """The two-card hands whose suits matter."""
    if rules.game == "super_fun":
        return {}
    found = {}
    quarter = Fraction(1, 4)
    for third, (low, high) in ((7, (5, 6)), (6, (5, 7)), (5, (6, 7))):
        suits = (Fraction(12, 16), Fraction(3, 16), Fraction(1, 16))
        found[hand_of(low, high)] = SuitedHand(third, "six_seven_eight", suits, quarter)
    alike = Fraction(decks - 1, 4 * decks - 1)
    found[hand_of(6, 6)] = SuitedHand(
        6,
        "three_sevens",
        (1 - alike, alike * 3 / 4, alike / 4),
        Fraction(max(decks - 2, 0), 4 * decks - 2),
    )
    return found


@dataclass(slots=True)
class Actions:
    """What is done with each hand: undoubled by its cards' suits, then doubled once and more."""

    undoubled: Ints  # by suits, hand
    doubled: Ints  # by doubles less one, hand
    worth: Floats  # of each undoubled action, by action, hand
    doubled_worth: Floats  # by doubles less one, action, hand


@dataclass(frozen=True, slots=True)
class Chooser:
    """Finds the best actions for hands from one shoe: what standing is worth, and the chance of
    each next card."""

    rules: ManyCardRules
    pays: Pays
    suited: Mapping[int, SuitedHand]

    def best_actions(self, stands: Floats, chances: Floats, *, is_split: bool) -> Actions:
        """The best actions, after a split or before."""
        doubled_worth, best_doubled = self._doubled(stands, chances)
        rules, hands = self.rules, len(stands)
        _, children, totals, sizes = hand_arrays()
        worth = np.full((5, hands), NEVER)
        worth[STAND] = stands
        worth[DOUBLE] = (chances * best_doubled[children]).sum(axis=1)
        if rules.surrender == "any":
            worth[SURRENDER] = -0.5
        elif rules.surrender == "first_two" and not is_split:
            worth[SURRENDER] = np.where(sizes == 2, -0.5, NEVER)
        worth[1:, totals == 21] = NEVER
        best = np.full(hands + 1, NEVER)
        best[-1] = -1.0
        undoubled = np.zeros((len(SUITS), hands), dtype=np.int64)
        bonuses = bonuses_of(rules, is_split=is_split)
        for level in _levels():
            hit = (chances[level] * best[children[level]]).sum(axis=1)
            worth[HIT, level] = np.where(totals[level] < 21, hit, NEVER)
            best[level] = worth[:, level].max(axis=0)
            undoubled[:, level] = worth[:, level].argmax(axis=0)
            for hand in level.tolist():
                if bonuses[hand]:
                    best[hand] = self._bonus_pay(bonuses[hand])
                elif hand in self.suited and any(bonuses):
                    best[hand] = 0.0
                    for suit, action, value in self._by_suits(hand, worth[:, hand], chances[hand]):
                        undoubled[suit, hand] = action
                        best[hand] += float(self.suited[hand].suits[suit]) * value
        return Actions(undoubled, doubled_worth.argmax(axis=1), worth, doubled_worth)

    def _doubled(self, stands: Floats, chances: Floats) -> tuple[Floats, Floats]:
        """What each action of doubled hands is worth, and the best after the first double."""
        _, children, totals, _ = hand_arrays()
        most = self.rules.doubles
        worths = np.full((most, 5, len(stands)), NEVER)
        best = np.full(len(stands) + 1, NEVER)
        for doubles in range(most, 0, -1):
            stake, worth = 2.0**doubles, worths[doubles - 1]
            worth[STAND] = stake * stands
            if self.rules.rescue == "yes":
                worth[SURRENDER] = np.where(totals < 21, -stake / 2, NEVER)
            if doubles < most:
                again = (chances * best[children]).sum(axis=1)
                worth[DOUBLE] = np.where(totals < 21, again, NEVER)
            best = np.append(worth.max(axis=0), -stake)
        return worths, best

    def _bonus_pay(self, bonus: str) -> float:
        if bonus in self.pays:
            return float(self.pays[bonus])
        first = next(each for each in self.suited.values() if each.made == bonus)
        return sum(
            float(share) * self._suited_pay(first, suit) for suit, share in enumerate(first.suits)
        )

    def _suited_pay(self, hand: SuitedHand, suit: int) -> float:
        return sum(float(share * self.pays[name]) for name, share in hand.find_pays(suit).items())

    def _by_suits(
        self, hand: int, worth: Floats, chances: Floats
    ) -> Iterable[tuple[int, int, float]]:
        """The best action by the suits of two cards that a third makes 6-7-8 or 7-7-7."""
        suited = self.suited[hand]
        mean = self._bonus_pay(suited.made)
        for suit in range(len(SUITS)):
            mine = worth.copy()
            mine[HIT] += chances[suited.third] * (self._suited_pay(suited, suit) - mean)
            yield suit, int(mine.argmax()), float(mine.max())
