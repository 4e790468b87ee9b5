"""What a house jackpot's amounts are worth: their return, and where the house breaks even."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.maths.analysis import Analysis
from pitboss.maths.cases import total_of
from pitboss.money import PPM_WHOLE, Cents
from pitboss.rules.house_jackpot import hands_named
from pitboss.rules.paytable import Paytable


@dataclass(frozen=True, slots=True)
class PostedWorth:
    """One amount that the house posts, for a level or a printed line."""

    name: str
    posted_cents: Cents
    returns: Fraction  # of the wager, at this amount
    break_even_cents: Fraction | None  # none where the other lines pay all back, or no hand wins it


def posted_worths(
    analysis: Analysis, progressive: Paytable, named: Mapping[str, Cents]
) -> tuple[PostedWorth, ...]:
    """Each amount separately, with the others as they are. `analysis` is of the paytable with the
    amounts in it; `progressive` has percentages in their place. An amount breaks even where the
    edge is zero; parts of it aren't rounded there."""
    edge = analysis.house_edge
    assert edge is not None, "a house jackpot has no meter to be known"
    unit_cents = analysis.paytable.wager_cents or 100
    found = []
    for name, cents in named.items():
        parts = hands_named(progressive, name)
        cases = [case for case in analysis.cases.cases if case.outcome in parts]
        returns = total_of(analysis.probability(case) * case.back for case in cases)
        per_cent = total_of(
            analysis.probability(case) * Fraction(parts[case.outcome], PPM_WHOLE * unit_cents)
            for case in cases
        )
        wanted = edge + returns
        even = wanted / per_cent if per_cent and wanted > 0 else None
        found.append(PostedWorth(name, cents, returns, even))
    return tuple(found)
