"""The odds of games of 21 in which a hand's number of cards counts: what their `odds.py` share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, cast

from pitboss.maths.cases import Case, Cases, odds
from pitboss.maths.counting import Counts
from pitboss.maths.many_cards import STRATEGY, ManyCardRules, ManyCardSolution
from pitboss.maths.threads import need_numba
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Game


@dataclass(frozen=True, slots=True)
class ManyCardOdds:
    """One game: its rules where they are usual, its pays, and the rules that are solved and stored
    for the usual number of decks."""

    game: Game
    usual: ManyCardRules
    pays: Mapping[str, Fraction]
    stored: Mapping[str, ManyCardRules]

    @property
    def settings(self) -> tuple[Option, ...]:
        """The game's options that the best play depends on, the decks first, and the strategy."""
        known = {option.name: option for option in self.game.options}
        names = ("decks", *(field.name for field in fields(ManyCardRules)))
        return (*(known[name] for name in names if name in known), STRATEGY)

    def rules(self, settings: Mapping[str, Setting]) -> ManyCardRules:
        """The rules at a table with these settings."""
        names = {field.name for field in fields(ManyCardRules)}
        chosen = {name: value for name, value in settings.items() if name in names}
        for name in ("doubles", "split_hands"):
            if name in chosen:
                chosen[name] = int(chosen[name])
        return replace(self.usual, **chosen)  # type: ignore[arg-type]

    def solution(self, settings: Mapping[str, Setting], counts: Counts) -> ManyCardSolution:
        """The stored solution for these settings, or a new one: that takes numba and seconds."""
        rules, decks = self.rules(settings), str(settings["decks"])
        name = next((name for name, each in self.stored.items() if each == rules), "")
        kept = cast("dict[str, Any]", counts)["base"].get(decks, {})
        if name in kept:
            return ManyCardSolution.of_counts(kept[name])
        return _solved(rules, int(decks), tuple(self.pays.items()))

    def cases(self, paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
        """The hands paid at once, and the mean of all others; never takes insurance."""
        solved = self.solution(settings, counts)
        play = solved.play(str(settings["strategy"]))
        paid = {name: share for name, share in play.paid.items() if share}
        others = 1 - sum(paid.values())
        total = lcm(others.denominator, *(share.denominator for share in paid.values()))
        one = Fraction(1)
        cases = [
            Case(
                outcome,
                str(paytable.prize(outcome)),
                int(paid[outcome] * total),
                one,
                1 + odds(paytable.prize(outcome), paytable),
            )
            for outcome in reversed(paytable.outcomes)
            if outcome in paid
        ]
        staked = (play.stake - (1 - others)) / others
        back = staked + play.net / others
        cases.append(Case("all other hands", "on average", int(others * total), staked, back))
        return Cases(
            unit="wager",
            cases=tuple(cases),
            method="the play solved for the usual pays from a full shoe, its value exact; "
            "hands paid at once counted by hand, after splits too",
            averaged=True,
            first_actions={
                "dealer blackjack": solved.dealer_blackjack,
                **play.first_actions,
            },
        )


@cache
def _solved(
    rules: ManyCardRules, decks: int, pays: tuple[tuple[str, Fraction], ...]
) -> ManyCardSolution:
    need_numba()
    from pitboss.maths.kernels.many_card_solve import solve

    return solve(rules, decks=decks, pays=dict(pays), report=lambda _done: None)
