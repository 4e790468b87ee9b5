"""What wagers add to a level of a jackpot, and what awards take from it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.maths.analysis import Analysis
from pitboss.money import PPM_WHOLE, Cents


@dataclass(frozen=True, slots=True)
class LevelFlow:
    """What a wager does to one level: what it adds, and what awards take, with their chances."""

    hit: Fraction  # the probability that a wager takes all of it
    seed_cents: Cents
    feed_cents: Fraction  # what a wager adds
    reserve_cents: Fraction = Fraction(0)  # what a wager adds to the reserve
    maximum_cents: Cents | None = None  # above it, what comes in is overflow
    shares: tuple[tuple[Fraction, Fraction], ...] = ()  # of less than all: probability, share
    draws: tuple[tuple[Fraction, Fraction], ...] = ()  # fixed awards: probability, cents

    @property
    def drawn_cents(self) -> Fraction:
        """What a wager's fixed awards take, on average."""
        return sum((chance * cents for chance, cents in self.draws), Fraction(0))


def flow_of(analysis: Analysis, level: str, *, maximum_cents: Cents | None = None) -> LevelFlow:
    """A level's flow at its paytable's wager, seed and rates."""
    unit_cents = analysis.paytable.wager_cents or 100
    terms = analysis.paytable.level(level)
    lines = [line for line in analysis.meter_lines if line.level == level]
    return LevelFlow(
        hit=analysis.restart_probability(level),
        seed_cents=terms.seed_cents,
        feed_cents=Fraction(terms.rate_ppm * unit_cents, PPM_WHOLE),
        reserve_cents=Fraction(terms.reserve_ppm * unit_cents, PPM_WHOLE),
        maximum_cents=maximum_cents,
        shares=tuple((line.probability, line.share) for line in lines if line.share != 1),
        draws=tuple((chance, units * unit_cents) for chance, units in analysis.draws(level)),
    )
