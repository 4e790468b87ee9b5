"""How long a meter lives, and what it pays when it is hit: laws, not averages alone.

Rounds here are wagers: each feeds the meter and may hit it. A hit that takes the whole level comes
with the same probability at each wager, so the wait is geometric, and the award follows it. Chances
are floats, right to more than nine digits; powers of exact fractions would fill a book.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, expm1, floor, log1p

from pitboss.lab.lab_wagers import LabWager
from pitboss.money import PPM_WHOLE, Cents
from pitboss.refusal import Refusal


@dataclass(frozen=True, slots=True)
class MeterLife:
    """One meter from its restart to the hit that takes it."""

    hit: Fraction  # the probability that a wager takes all of it
    seed_cents: Cents
    feed_cents: Fraction  # what a wager adds
    reserve_cents: Fraction = Fraction(0)  # what a wager adds to the reserve
    maximum_cents: Cents | None = None  # above it, nothing is added

    @property
    def mean_wagers(self) -> Fraction:
        """Wagers between two hits, on average."""
        return 1 / self.hit

    @property
    def mean_award_cents(self) -> float:
        """What a hit pays on average."""
        if self.maximum_cents is None:
            return float(self.seed_cents + self.feed_cents / self.hit)
        most = max(Fraction(0), (self.maximum_cents - self.seed_cents) / self.feed_cents)
        # Only wagers below the maximum add: the mean of a geometric wait, cut off.
        fed = self.chance_within(floor(most)) / float(self.hit)
        fed += float(most % 1) * self._missed(floor(most))
        return self.seed_cents + float(self.feed_cents) * fed

    def chance_within(self, wagers: int) -> float:
        """That the meter is hit within so many wagers."""
        return -expm1(wagers * log1p(-float(self.hit)))

    def chance_of_two_within(self, wagers: int) -> float:
        """That it is hit at least twice within so many wagers."""
        just_one = wagers * float(self.hit) * self._missed(wagers - 1)
        return self.chance_within(wagers) - just_one

    def wagers_until(self, chance: Fraction | float) -> int:
        """The fewest wagers within which it is hit with at least this chance."""
        if not 0 < chance < 1:
            raise Refusal("CHANCE_WRONG", where="chance", chance=str(chance))
        return max(1, ceil(log1p(-float(chance)) / log1p(-float(self.hit))))

    def award_cents_at(self, chance: Fraction | float) -> Cents:
        """The award that is not exceeded with this chance: a percentile, in whole cents."""
        return self.meter_cents_after(self.wagers_until(chance))

    def meter_cents_after(self, wagers: int) -> Cents:
        """What the meter shows after so many wagers without a hit."""
        shown = floor(self.seed_cents + self.feed_cents * wagers)
        return Cents(shown if self.maximum_cents is None else min(shown, self.maximum_cents))

    def reserve_needed_cents(self, certainty: Fraction | float) -> Cents:
        """What the reserve must hold at a restart to meet the next seed with this certainty."""
        early = self.wagers_until(1 - certainty)
        # An earlier hit has a chance of less than 1 - certainty.
        return Cents(max(0, ceil(self.seed_cents - self.reserve_cents * early)))

    def _missed(self, wagers: int) -> float:
        return exp(wagers * log1p(-float(self.hit)))


def find_life(wager: LabWager, level: str = "", *, maximum_cents: Cents | None = None) -> MeterLife:
    """The life of a wager's meter at its paytable's seed and rates: its only level, or the named
    one. A level that also pays shares of itself is refused: its life is not a geometric wait."""
    figures = wager.analysis
    known = tuple(each.name for each in wager.paytable.levels)
    name = level or (known[0] if len(known) == 1 else "")
    if name not in known:
        raise Refusal(
            "LEVEL_UNKNOWN",
            "has" if known else "has_none",
            where="level",
            id=wager.paytable.id,
            levels=known,
        )
    if any(line.level == name and line.share != 1 for line in figures.meter_lines):
        raise Refusal("LEVEL_SHARED", where="level", level=name)
    found = wager.paytable.level(name)
    unit_cents = wager.paytable.wager_cents or 100
    return MeterLife(
        hit=figures.restart_probability(name),
        seed_cents=found.seed_cents,
        feed_cents=Fraction(found.rate_ppm * unit_cents, PPM_WHOLE),
        reserve_cents=Fraction(found.reserve_ppm * unit_cents, PPM_WHOLE),
        maximum_cents=maximum_cents,
    )
