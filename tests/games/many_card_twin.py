"""A slow table for games of 21 in which the number of cards counts: it deals every order of cards
by the letters of a strategy. It shares only those letters and the names of the rules with what it
proves. Suits are left out: a bonus that depends on them has its name without suits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from games.blackjack.twin import UPS, Cards, total_of
from pitboss.maths.many_cards import ManyCardRules, read_letter
from pitboss.maths.strategy_tables import Tables

Ends = defaultdict[str, Fraction]
Hand = tuple[int, ...]  # points, sorted but for the first of a split hand
HALF, ONE = Fraction(1, 2), Fraction(1)


class SlowManyCards:
    """All ways to deal a round from a small shoe of points 1 to 10."""

    def __init__(self, tables: Tables, rules: ManyCardRules) -> None:
        self.tables, self.rules = tables, rules
        self.dealer, self.play = cache(self._dealer), cache(self._play)

    def round(self, shoe: Cards) -> Ends:
        """The mean of each kind of end: "net", "stake", and hands paid at once."""
        sums: Ends = defaultdict(Fraction)
        for up, a, left in _draws(shoe):
            for hole, b, left_2 in _draws(left):
                for first, c, left_3 in _draws(left_2):
                    for second, d, left_4 in _draws(left_3):
                        chance, pair = a * b * c * d, tuple(sorted((first, second)))
                        if pair == (1, 10):
                            _add(sums, {"blackjack": ONE, "stake": ONE}, chance)
                        elif {up, hole} == {1, 10}:
                            _add(sums, {"net": -ONE, "stake": ONE}, chance)
                        elif first == second and self._letter("pairs", first, up) == "P":
                            hands = ((first,), (first,))
                            _add(sums, self.play(hands, 2, (), up, hole, left_4), chance)
                        else:
                            _add(sums, self.play((pair,), 1, (), up, hole, left_4), chance)
        return sums

    def _letter(self, section: str, line: int, up: int) -> str:
        names = {1: "A", 10: "T"} if section == "pairs" else {}
        return self.tables[section][names.get(line, str(line))][UPS[up]]

    def _play(
        self,
        hands: tuple[Hand, ...],
        made: int,
        done: tuple[tuple[int, int], ...],
        up: int,
        hole: int,
        shoe: Cards,
    ) -> Ends:
        """Play hand after hand, `made` in all; `done` are totals and stakes that wait."""
        sums: Ends = defaultdict(Fraction)
        if not hands:
            for total, part in self.dealer((up, hole), shoe) if done else ():
                for mine, stake in done:
                    if total > 21 or mine > total:
                        sums["net"] += part * stake
                    elif mine < total:
                        sums["net"] -= part * stake
            return sums
        hand, *rest = hands
        if len(hand) > 1:
            return self._on(hand, 0, made, tuple(rest), done, up, hole, shoe)
        aces = hand[0] == 1
        most = 2 if aces and self.rules.resplit_aces == "no" else self.rules.split_hands
        for points, part, left in _draws(shoe):
            if points == hand[0] and made < most:
                ends = self.play((hand, *rest, hand), made + 1, done, up, hole, left)
            elif aces and self.rules.hit_split_aces == "no":
                ends = self._stand((1, points), 0, made, tuple(rest), done, up, hole, left)
            else:
                hand_now = (*hand, points)
                ends = self._on(hand_now, 0, made, tuple(rest), done, up, hole, left)
            _add(sums, ends, part)
        return sums

    def _on(self, hand: Hand, doubles: int, *state: Any) -> Ends:
        """Play one hand on; `state` is what `_play` has of the others."""
        made, rest, done, up, hole, shoe = state
        total, is_soft = total_of(tuple(sorted(hand)))
        line = "soft" if is_soft else "hard"
        sums: Ends = defaultdict(Fraction)
        if total > 21:
            stake = Fraction(2**doubles)
            _add(sums, {"net": -stake, "stake": stake}, ONE)
            _add(sums, self.play(rest, made, done, up, hole, shoe), ONE)
            return sums
        barred = doubles or (made > 1 and self.rules.split_bonus == "no")
        paid = "" if barred else self._paid(hand, total)
        if paid:
            _add(sums, {paid: ONE, "stake": ONE}, ONE)
            _add(sums, self.play(rest, made, done, up, hole, shoe), ONE)
            return sums
        if total == 21:
            return self._stand(hand, doubles, *state)
        if doubles:
            section = ("doubled ", "redoubled ", "thrice-doubled ")[doubles - 1] + line
            letter = self._letter(section, total, up)
        else:
            letter = read_letter(self._letter(line, total, up), len(hand))
        if letter[0] == "R" and self.rules.surrender == "first_two" and not doubles and made > 1:
            letter = letter[1:].upper()
        if letter == "S":
            return self._stand(hand, doubles, *state)
        if letter[0] == "R":
            stake = Fraction(2**doubles)
            _add(sums, {"net": -stake / 2, "stake": stake}, ONE)
            _add(sums, self.play(rest, made, done, up, hole, shoe), ONE)
            return sums
        more = doubles + (letter == "D")
        for points, part, left in _draws(shoe):
            ends = self._on((*hand, points), more, made, rest, done, up, hole, left)
            _add(sums, ends, part)
        return sums

    def _stand(self, hand: Hand, doubles: int, *state: Any) -> Ends:
        made, rest, done, up, hole, shoe = state
        total, stake = total_of(tuple(sorted(hand)))[0], 2**doubles
        sums: Ends = defaultdict(Fraction)
        wins = total == 21 and self.rules.game != "super_fun"
        waits = done if wins else (*done, (total, stake))
        _add(sums, {"net": Fraction(stake * wins), "stake": Fraction(stake)}, ONE)
        _add(sums, self.play(rest, made, waits, up, hole, shoe), ONE)
        return sums

    def _paid(self, hand: Hand, total: int) -> str:
        cards = len(hand)
        if self.rules.game == "super_fun":
            if total == 21:
                return "five_card_21" if cards >= 5 else ""
            return "six_cards" if cards >= 6 else ""
        if total != 21 or cards < 3:
            return ""
        made: dict[Hand, str] = {(6, 7, 8): "six_seven_eight", (7, 7, 7): "three_sevens"}
        if cards < 5:
            return made.get(tuple(sorted(hand)), "")
        return {5: "five_card_21", 6: "six_card_21"}.get(cards, "seven_card_21")

    def _dealer(self, cards: Hand, shoe: Cards) -> list[tuple[int, Fraction]]:
        total, is_soft = total_of(tuple(sorted(cards)))
        if total > 17 or (total == 17 and not (is_soft and self.rules.soft_17 == "hit")):
            return [(total, ONE)]
        ends: defaultdict[int, Fraction] = defaultdict(Fraction)
        for points, part, left in _draws(shoe):
            for end, chance in self.dealer((*cards, points), left):
                ends[end] += part * chance
        return list(ends.items())


def _draws(shoe: Cards) -> Iterator[tuple[int, Fraction, Cards]]:
    left = sum(shoe)
    assert left, "the shoe ran out"
    for points in range(1, 11):
        if shoe[points - 1]:
            after = (*shoe[: points - 1], shoe[points - 1] - 1, *shoe[points:])
            yield points, Fraction(shoe[points - 1], left), after


def _add(sums: Ends, ends: dict[str, Fraction], chance: Fraction) -> None:
    for name, share in ends.items():
        sums[name] += chance * share


class SlowBest(SlowManyCards):
    """The best that a player who sees every card can do with an unsplit hand, by trying all."""

    def __init__(self, rules: ManyCardRules, pays: Mapping[str, Fraction]) -> None:
        super().__init__({}, rules)
        self.pays = pays
        self.best: Callable[..., Fraction] = cache(self._best)

    def _best(self, hand: Hand, doubles: int, up: int, shoe: Cards) -> Fraction:
        """The mean win times the chance that the dealer has no blackjack."""
        total, stake = total_of(hand)[0], Fraction(2**doubles)
        holes = [(hole, part, left) for hole, part, left in _draws(shoe) if {up, hole} != {1, 10}]
        played = sum((part for _, part, _ in holes), Fraction(0))
        if total > 21:
            return -stake * played
        paid = "" if doubles else self._paid(hand, total)
        if paid:
            return played * self.pays[paid]
        if total == 21 and self.rules.game != "super_fun":
            return stake * played
        stand = Fraction(0)
        for hole, part, left in holes:
            for theirs, chance in self.dealer((up, hole), left):
                win = 1 if theirs > 21 or total > theirs else -(total < theirs)
                stand += stake * part * chance * win
        if total == 21:
            return stand
        tried = [stand]
        if doubles:
            tried += [-played * stake / 2] * (self.rules.rescue == "yes")
        else:
            may = self.rules.surrender == "any" or (
                self.rules.surrender == "first_two" and len(hand) == 2
            )
            tried += [-played / 2] * may
            tried.append(self._draw(hand, 0, up, shoe))
        if doubles < self.rules.doubles:
            tried.append(self._draw(hand, doubles + 1, up, shoe))
        return max(tried)

    def _draw(self, hand: Hand, doubles: int, up: int, shoe: Cards) -> Fraction:
        found = Fraction(0)
        for points, part, left in _draws(shoe):
            found += part * self.best(tuple(sorted((*hand, points))), doubles, up, left)
        return found
