"""A slow blackjack table: cards are points 1..10, dealt one by one in the order of a real table.

It shares only the letters of a strategy and the names of the settings with what it proves.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from pitboss.maths.point_hands import BlackjackRules
from pitboss.maths.strategy_tables import Tables

UPS = {2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6, 9: 7, 10: 8, 1: 9}

Cards = tuple[int, ...]
Done = tuple[int, int, int]  # a hand's total, the player's own money on it, free bets
Line = tuple[Fraction, Fraction]  # expected win and expected stake


def total_of(cards: Cards) -> tuple[int, bool]:
    """The best total and whether an ace counts eleven in it."""
    points = sum(cards)
    return (points + 10, True) if 1 in cards and points <= 11 else (points, False)


class SlowTable:
    """A table that follows the letters of a strategy, by exhausting all ways to deal."""

    def __init__(self, tables: Tables, rules: BlackjackRules) -> None:
        self.tables = tables
        self.rules = rules
        self.settle = cache(self._settle)
        self.split = cache(self._split)
        self.dealer = cache(self._dealer)

    def draws(self, shoe: Cards) -> Iterator[tuple[int, Fraction, Cards]]:
        """Each next card, its chance and the shoe after it."""
        left = sum(shoe)
        assert left, "the shoe ran out"
        for points in range(1, 11):
            if shoe[points - 1]:
                after = list(shoe)
                after[points - 1] -= 1
                yield points, Fraction(shoe[points - 1], left), tuple(after)

    def letter(self, section: str, line: object, up: int) -> str:
        return self.tables[section][str(line)][UPS[up]]

    def letter_of(self, cards: Cards, up: int, free: int = 0) -> str:
        total, is_soft = total_of(cards)
        return self.letter(("free " if free else "") + ("soft" if is_soft else "hard"), total, up)

    def _dealer(self, shoe: Cards, cards: Cards) -> dict[int, Fraction]:
        total, is_soft = total_of(cards)
        if total > 17 or (total == 17 and not (is_soft and self.rules.soft_17 == "hit")):
            return {total: Fraction(1)}
        ends: dict[int, Fraction] = {}
        for points, chance, after in self.draws(shoe):
            for end, share in self.dealer(after, tuple(sorted((*cards, points)))).items():
                ends[end] = ends.get(end, Fraction(0)) + chance * share
        return ends

    def _settle(self, shoe: Cards, dealer: Cards, done: tuple[Done, ...]) -> Line:
        """The dealer plays, then each hand is compared."""
        win = Fraction(0)
        for end, chance in self.dealer(shoe, dealer).items():
            for total, own, free in done:
                if total > 21 or (end <= 21 and total < end):
                    win -= chance * own
                elif end == 22 and self.rules.dealer_22 == "pushes":
                    continue
                elif end > 21 or total > end:
                    win += chance * (own + free)
        return win, Fraction(sum(own for _, own, _ in done))

    def average(self, shoe: Cards, worth: Any) -> Line:
        win = stake = Fraction(0)
        for points, chance, after in self.draws(shoe):
            more_win, more_stake = worth(points, after)
            win, stake = win + chance * more_win, stake + chance * more_stake
        return win, stake

    def play(
        self, shoe: Cards, hand: Cards, dealer: Cards, rest: Any, *, double: bool, free: int = 0
    ) -> Line:
        """Play one hand, then the `rest` of the round with what it came to."""
        letter = self.letter_of(hand, dealer[0], free) if sum(hand) <= 21 else "S"
        letter = letter[1:].capitalize() if letter[0] == "Z" else letter
        own = 1 - free
        if double and len(hand) == 2 and letter[0] == "D":
            total, is_soft = total_of(hand)
            gift = self.rules.free_bets == "yes" and not is_soft and total in (9, 10, 11)
            return self.average(
                shoe,
                lambda points, after: rest(
                    after, (total_of((*hand, points))[0], own + (not gift), free + gift)
                ),
            )
        if letter[-1] in "Hh":
            return self.average(
                shoe,
                lambda points, after: self.play(
                    after, (*hand, points), dealer, rest, double=double, free=free
                ),
            )
        return rest(shoe, (total_of(hand)[0], own, free))  # type: ignore[no-any-return]

    def _split(
        self,
        shoe: Cards,
        card: int,
        dealer: Cards,
        hands: int,
        pending: int,
        done: tuple[Done, ...],
    ) -> Line:
        """Deal the next split hand its second card, split it again or play it."""
        if not pending:
            return self.settle(shoe, dealer, done)
        rules = self.rules
        once = card == 1 and rules.resplit_aces == "no"

        # The first hand keeps the player's own wager.
        free = int(bool(done) and rules.free_bets == "yes" and card != 10)
        if card == 4 and rules.free_fours == "no":
            free = 0

        def rest(after: Cards, result: Done) -> Line:
            return self.split(
                after, card, dealer, hands, pending - 1, tuple(sorted((*done, result)))
            )

        def deal(points: int, after: Cards) -> Line:
            if points == card and hands < (2 if once else rules.split_hands):
                return self.split(after, card, dealer, hands + 1, pending + 1, done)
            if card == 1 and rules.hit_split_aces == "no":
                return rest(after, (total_of((1, points))[0], 1 - free, free))
            double = rules.double_after_split == "yes"
            return self.play(after, (card, points), dealer, rest, double=double, free=free)

        return self.average(shoe, deal)

    def zap(self, shoe: Cards, hand: Cards, dealer: Cards) -> Line:
        """Play two new cards."""
        if total_of(hand)[0] == 21:
            wins = self.rules.zapped_blackjack == "wins"
            stood = self.settle(shoe, dealer, ((21, 1, 0),))
            return (Fraction(1), Fraction(1)) if wins else stood
        return self.first(shoe, hand, dealer, zapped=True)

    def first(
        self, shoe: Cards, hand: Cards, dealer: Cards, action: str = "", *, zapped: bool = False
    ) -> Line:
        """A round without blackjacks, after the deal; the first action may be prescribed."""
        letter = action or self.letter_of(hand, dealer[0])
        if hand[0] == hand[1]:
            name = {1: "A", 10: "T"}.get(hand[0], str(hand[0]))
            letter = action or self.letter("pairs", name, dealer[0])
        if letter[0] == "Z" and not zapped:
            return self.average(
                shoe,
                lambda one, left: self.average(
                    left, lambda two, after: self.zap(after, (one, two), dealer)
                ),
            )
        letter = letter[1:].capitalize() if letter[0] == "Z" else letter
        if letter == "P":
            return self.split(shoe, hand[0], dealer, 2, 2, ())
        if letter[0] == "R":
            return Fraction(-1, 2), Fraction(1)

        def rest(after: Cards, result: Done) -> Line:
            return self.settle(after, dealer, (result,))

        return self.play(shoe, hand, dealer, rest, double=True)

    def game(self, shoe: Cards) -> dict[str, Fraction]:
        """All deals of first card, second card, up card and hole card."""
        sums = dict.fromkeys(("win", "stake", "naturals", "blackjacks"), Fraction(0))
        for one, p_one, shoe_one in self.draws(shoe):
            for two, p_two, shoe_two in self.draws(shoe_one):
                for up, p_up, shoe_up in self.draws(shoe_two):
                    for hole, p_hole, left in self.draws(shoe_up):
                        chance = p_one * p_two * p_up * p_hole
                        natural = total_of((one, two))[0] == 21
                        blackjack = total_of((up, hole))[0] == 21
                        win, stake = Fraction(0), Fraction(1)
                        if blackjack:
                            sums["blackjacks"] += chance
                            win = Fraction(0 if natural else -1)
                        elif natural:
                            sums["naturals"] += chance
                        else:
                            win, stake = self.first(left, (one, two), (up, hole))
                        sums["win"] += chance * win
                        sums["stake"] += chance * stake
        return sums


def small_shoe(**counts: int) -> Cards:
    """A shoe by points: small_shoe(p1=3, p10=8) has three aces and eight tens."""
    return tuple(counts.get(f"p{points}", 0) for points in range(1, 11))
