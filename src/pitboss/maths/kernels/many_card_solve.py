"""Solves a whole shoe of a game of 21 in which the number of cards counts.

Both the best play and the play by total and number of cards have their exact value: one player, the
first round of a full shoe, one unit wagered; the dealer checks an ace or a ten for blackjack first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from numba import get_num_threads

from pitboss.maths.kernels.hand_values import scale_of
from pitboss.maths.kernels.many_card_actions import NAMES, Actions, Pays
from pitboss.maths.kernels.many_card_lines import CardLines, lines_of, tables_of
from pitboss.maths.kernels.many_card_play import ManyCardUp, UpPlay
from pitboss.maths.many_cards import ManyCardPlay, ManyCardRules, ManyCardSolution
from pitboss.maths.point_hands import ACE_KIND, KINDS, TEN_KIND, UP_ORDER, KindCounts
from pitboss.progress import TellProgress


@dataclass(frozen=True, slots=True)
class UpSolved:
    """One up card solved: the best play, and the lines of the play by total and cards."""

    up: ManyCardUp
    best: UpPlay
    lines: CardLines

    def actions(self, strategy: str) -> tuple[Actions, Mapping[int, Actions]]:
        """The actions of first hands, and of the hands of each split pair."""
        first, after = self.up.first, self.up.after_split
        if strategy == "best":
            return first, after
        barred = self.up.rules.surrender == "first_two"
        return self.lines.actions(first, is_split=False), {
            kind: self.lines.actions(each, is_split=barred) for kind, each in after.items()
        }

    def play(self, strategy: str) -> UpPlay:
        """What a strategy is worth."""
        if strategy == "best":
            return self.best
        return self.up.evaluate(*self.actions(strategy), by_suits=False)


def solve_up(rules: ManyCardRules, shoe: KindCounts, decks: int, up: int, pays: Pays) -> UpSolved:
    """Solve one up card."""
    found = ManyCardUp(rules=rules, shoe=shoe, decks=decks, up=up, pays=pays)
    best = found.evaluate(found.first, found.after_split, by_suits=True)
    return UpSolved(found, best, lines_of(found, best.reached))


def solve_ups(
    rules: ManyCardRules, shoe: KindCounts, *, decks: int, pays: Pays, report: TellProgress
) -> dict[int, UpSolved]:
    """Solve every up card there is, on as many threads as numba is set to."""
    ups = [up for up in range(KINDS) if shoe[up]]
    solved: dict[int, UpSolved] = {}
    with ThreadPoolExecutor(get_num_threads()) as pool:
        for each in pool.map(lambda up: solve_up(rules, shoe, decks, up, pays), ups):
            solved[ups[len(solved)]] = each
            report(len(solved) / len(ups))
    return solved


def solve(
    rules: ManyCardRules,
    *,
    decks: int,
    pays: Pays,
    report: TellProgress,
    shoe: KindCounts | None = None,
) -> ManyCardSolution:
    """Solve a full shoe, or another of so many decks, that one round can't use up."""
    shoe = shoe or rules.shoe(decks)
    solved = solve_ups(rules, shoe, decks=decks, pays=pays, report=report)
    ups = list(solved)
    cards, aces, tens = sum(shoe), shoe[ACE_KIND], shoe[TEN_KIND]
    natural = Fraction(2 * aces * tens, perm(cards, 2))
    both = natural * Fraction(2 * (aces - 1) * (tens - 1), perm(cards - 2, 2))
    dealer = natural - both
    dealt = scale_of(cards)[cards]

    by_lines = {up: each.play("total_and_cards") for up, each in solved.items()}

    def total(plays: Mapping[int, UpPlay]) -> ManyCardPlay:
        def share(number: Callable[[UpPlay], int | Fraction], whole: int) -> Fraction:
            weighed = (shoe[up] * Fraction(number(each)) for up, each in plays.items())
            return sum(weighed, Fraction(0)) / (dealt * whole)

        def paid(name: str) -> Fraction:
            return share(lambda each: each.ended.paid.get(name, 0), whole)

        def first(name: str) -> Fraction:
            return share(lambda each: each.first_actions[name], 1)

        whole = solved[ups[0]].up.whole
        names = sorted({name for each in plays.values() for name in each.ended.paid})
        return ManyCardPlay(
            net=share(lambda each: each.ended.half_units, 2 * whole) - dealer,
            stake=share(lambda each: each.ended.stake, whole) + natural + dealer,
            paid={name: paid(name) for name in names} | _naturals(rules, natural),
            first_actions={name: first(name) for name in NAMES},
        )

    ordered = [up if up in solved else ups[0] for up in UP_ORDER]
    return ManyCardSolution(
        best=total({up: each.best for up, each in solved.items()}),
        total_and_cards=total(by_lines),
        dealer_blackjack=dealer,
        tables=tables_of(
            [solved[up].lines for up in ordered], [by_lines[up].splits for up in ordered]
        ),
    )


def _naturals(rules: ManyCardRules, natural: Fraction) -> dict[str, Fraction]:
    """Blackjacks: they win against the dealer's, too."""
    if rules.game != "super_fun":
        return {"blackjack": natural}
    return {"blackjack": natural * 15 / 16, "blackjack_diamonds": natural / 16}
