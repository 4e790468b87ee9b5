"""What a blackjack strategy is worth, as stored and read without numba."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from pitboss.maths.counting import Counts, branch
from pitboss.maths.point_hands import BlackjackRules
from pitboss.maths.strategy_tables import FREE, Tables

THREE_TO_TWO = Fraction(3, 2)
SIX_TO_FIVE = Fraction(6, 5)


@dataclass(frozen=True, slots=True)
class Solution:
    """The first round from a full shoe, one player, one unit wagered, never insured. All exact.

    `return_without_naturals` is the expected win of all rounds but those in which a natural is
    paid, `naturals_paid` the probability of those; so any pay of a blackjack can be put in, and
    the strategy does not depend on it. `average_stake` counts doubles and splits. `first_actions`
    are probabilities too; with `naturals_paid` and `dealer_blackjack` they make one.
    `insurance_return` is what a unit of insurance at 2 to 1 wins on average.
    """

    tables: Tables
    return_without_naturals: Fraction
    naturals_paid: Fraction
    dealer_blackjack: Fraction
    average_stake: Fraction
    first_actions: Mapping[str, Fraction]
    insurance_return: Fraction

    def house_edge(self, blackjack_pays: Fraction) -> Fraction:
        """The house's share of the first wager."""
        return -(self.return_without_naturals + blackjack_pays * self.naturals_paid)

    def as_counts(self) -> Counts:
        """The stored form: fractions as "p/q", rows of letters."""
        kept = {
            "house_edge_3_to_2": str(self.house_edge(THREE_TO_TWO)),
            "house_edge_6_to_5": str(self.house_edge(SIX_TO_FIVE)),
            "return_without_naturals": str(self.return_without_naturals),
            "naturals_paid": str(self.naturals_paid),
            "dealer_blackjack": str(self.dealer_blackjack),
            "average_stake": str(self.average_stake),
            "first_actions": {name: str(share) for name, share in self.first_actions.items()},
            "insurance_return": str(self.insurance_return),
            "strategy": {
                section: {line: " ".join(letters) for line, letters in lines.items()}
                for section, lines in self.tables.items()
            },
        }
        # Values here are fractions and letters, which a Counts of integers can't hold.
        return cast("Counts", kept)

    @classmethod
    def of_counts(cls, counts: Counts) -> Solution:
        """The solution stored in this form."""
        kept = cast("dict[str, Any]", counts)
        return cls(
            tables=ordered_tables(kept["strategy"]),
            return_without_naturals=Fraction(kept["return_without_naturals"]),
            naturals_paid=Fraction(kept["naturals_paid"]),
            dealer_blackjack=Fraction(kept["dealer_blackjack"]),
            average_stake=Fraction(kept["average_stake"]),
            first_actions={name: Fraction(text) for name, text in kept["first_actions"].items()},
            insurance_return=Fraction(kept["insurance_return"]),
        )


def ordered_tables(kept: Mapping[str, Mapping[str, str]]) -> Tables:
    """The rows in reading order; a file has them sorted as text."""
    return {
        section: {
            line: tuple(kept[section][line].split())
            for line in sorted(kept[section], key=lambda line: (line != "A", line.rjust(2)))
        }
        for section in ("hard", "soft", "pairs", FREE + "hard", FREE + "soft")
        if section in kept
    }


def stored_solution(
    rules: BlackjackRules, *, decks: int, known: Mapping[str, BlackjackRules], counts: Counts
) -> Solution | None:
    """The stored solution for these rules, or None: other settings are solved on demand."""
    kept = branch(counts, "base", str(decks))
    name = next((name for name, each in known.items() if each == rules), "")
    return Solution.of_counts(branch(kept, name)) if name in kept else None
