"""A wager as the mathematics sees it: a list of cases, each with an exact weight and its money."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pitboss.rules.paytable import PLAIN, Fixed, Loses, Odds, Paytable, Prize, Push, Share


@dataclass(frozen=True, slots=True)
class Case:
    """One way a wager can end. Money is in units of the wager (or ante): `staked` what was put
    down in all, `back` what the seat has after it, apart from a share of a meter."""

    outcome: str
    pays: str
    weight: int
    staked: Fraction
    back: Fraction
    level: str = ""
    share: Fraction = Fraction(0)
    action: str = ""  # what the player decided, where he decides

    @property
    def wins(self) -> bool:
        """Whether the seat ends with more than it put down, or with a share of a meter."""
        return bool(self.share) or self.back > self.staked


@dataclass(frozen=True, slots=True)
class Cases:
    """All cases of a wager. `unit` is what an edge is a fraction of."""

    unit: str
    cases: tuple[Case, ...]
    method: str = "every deal counted"
    averaged: bool = False  # a case stands for many results: their mean is exact, no more is known
    first_actions: Mapping[str, Fraction] = field(default_factory=dict)  # of averaged cases

    @property
    def total(self) -> int:
        """The weight of all cases together."""
        return sum(case.weight for case in self.cases)


def together(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Cases that end alike as one, in the order in which they first come."""
    weights: dict[Case, int] = {}
    for case in cases:
        alike = replace(case, weight=0)
        weights[alike] = weights.get(alike, 0) + case.weight
    return tuple(replace(alike, weight=weight) for alike, weight in weights.items())


def single(paytable: Paytable, weights: Mapping[str, int], *, column: str = PLAIN) -> Cases:
    """A wager that is put down once and paid by its outcome, the best outcome first."""
    rows = paytable.columns[column]
    unknown = set(weights) - set(rows)
    assert not unknown, f"counted but not paid: {unknown}"
    return Cases(
        unit="wager",
        cases=tuple(
            paid(outcome, rows[outcome], weights.get(outcome, 0), paytable)
            for outcome in reversed(list(rows))
        ),
    )


def paid(outcome: str, prize: Prize, weight: int, paytable: Paytable) -> Case:
    """The case of one prize on one unit."""
    one = Fraction(1)
    if isinstance(prize, Share):
        share = Fraction(prize.share_ppm, 1_000_000)
        return Case(outcome, str(prize), weight, one, Fraction(0), prize.level, share)
    return Case(outcome, str(prize), weight, one, back(prize, paytable))


def back(prize: Prize, paytable: Paytable) -> Fraction:
    """What a unit comes back as, for every prize but a share of a meter."""
    match prize:
        case Odds():
            return Fraction(prize.numerator, prize.denominator) + prize.stake_back
        case Fixed():
            assert paytable.wager_cents
            return Fraction(prize.cents, paytable.wager_cents)
        case Push():
            return Fraction(1)
        case Loses() | Share():
            return Fraction(0)


def odds(prize: Prize, paytable: Paytable) -> Fraction:
    """What a unit wins net: 3 to 2 is 3/2, a push 0, a loss -1."""
    return back(prize, paytable) - 1


def fraction_text(value: Fraction | int | None) -> str | None:
    """A fraction as "p/q"; none stays none."""
    if value is None:
        return None
    exact = Fraction(value)
    return f"{exact.numerator}/{exact.denominator}"
