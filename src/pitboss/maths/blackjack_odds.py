"""The odds of blackjack and of the games like it, by basic strategy: what their `odds.py` share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache

from pitboss.maths.blackjack_solution import Solution, stored_solution
from pitboss.maths.cases import Case, Cases, odds, single
from pitboss.maths.counting import Counts, tally
from pitboss.maths.point_hands import USUAL_RULES, BlackjackRules, full_shoe, named_rules, rules_of
from pitboss.maths.threads import need_numba
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Game

JACKPOT_DECKS = Option("decks", (6, 8), "Decks in the shoe.")
THIRD_SEVEN = Option(
    "third_card",
    ("player", "dealer"),
    "Whose card is the third; a pair of sevens always takes one, so both are alike.",
)


def jackpot_options(slot: str) -> tuple[Option, ...]:
    """What the odds of Blazing 7's and TriLux depend on."""
    return (JACKPOT_DECKS, THIRD_SEVEN) if slot == "blazing_7s" else (JACKPOT_DECKS,)


def jackpot_cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of Blazing 7's or TriLux."""
    return single(paytable, side_weights(paytable, settings, counts))


def side_weights(
    paytable: Paytable, settings: Mapping[str, Setting], counts: Counts
) -> dict[str, int]:
    """How many deals end in each outcome of a wager beside the game."""
    weights = tally(counts, "sides", str(settings["decks"]), paytable.slot)
    total = weights.pop("total")
    assert total == sum(weights.values())
    return weights


@dataclass(frozen=True, slots=True)
class BlackjackOdds:
    """One game: its own settings that change the best play, and its rules where they are usual."""

    game: Game
    usual: BlackjackRules = USUAL_RULES

    @property
    def settings(self) -> tuple[Option, ...]:
        """The game's options that the best play depends on, the decks first."""
        known = {option.name: option for option in self.game.options}
        names = ("decks", *(field.name for field in fields(BlackjackRules)))
        return tuple(known[name] for name in names if name in known)

    @property
    def decks(self) -> tuple[int, ...]:
        """How many decks a house can choose, the usual number first."""
        return tuple(int(choice) for choice in self.settings[0].choices)

    @property
    def named(self) -> dict[str, BlackjackRules]:
        """The rules with stored solutions for the usual number of decks."""
        choices = {option.name: option.choices for option in self.settings}
        return named_rules(self.usual, choices)

    def rules(self, settings: Mapping[str, Setting]) -> BlackjackRules:
        """The rules at a table with these settings."""
        return rules_of(settings, self.usual)

    def solution(self, settings: Mapping[str, Setting], counts: Counts) -> Solution:
        """The stored solution for these settings, or a new one: that takes numba and seconds."""
        rules, decks = self.rules(settings), int(settings["decks"])
        known = stored_solution(rules, decks=decks, known=self.named, counts=counts)
        return known or _solved(rules, decks)

    def cases(self, paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
        """The naturals paid, and the mean of all other hands; never takes insurance."""
        solved = self.solution(settings, counts)
        natural = solved.naturals_paid
        others = 1 - natural
        total = natural.denominator
        staked = (solved.average_stake - natural) / others
        back = staked + solved.return_without_naturals / others
        pays = odds(paytable.prize("blackjack"), paytable)
        paid = str(paytable.prize("blackjack"))
        return Cases(
            unit="wager",
            cases=(
                Case("blackjack", paid, int(natural * total), Fraction(1), 1 + pays),
                Case("all other hands", "on average", int(others * total), staked, back),
            ),
            method="basic strategy by totals from a full shoe, its value exact",
            averaged=True,
            first_actions={
                "blackjack": natural,
                "dealer blackjack": solved.dealer_blackjack,
                **solved.first_actions,
            },
        )


@cache
def _solved(rules: BlackjackRules, decks: int) -> Solution:
    need_numba()
    from pitboss.maths.kernels.best_play import solve

    return solve(rules, shoe=full_shoe(decks), report=lambda _done: None)
