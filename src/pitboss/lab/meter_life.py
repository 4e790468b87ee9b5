"""How long a meter lives, what it pays when it is hit, and what it needs: laws, not averages alone.

Rounds here are wagers: each feeds the meter and may hit it. A hit that takes the whole level comes
with the same probability at each wager, so the wait for it is geometric. Chances are floats, right
to more than nine digits unless they say otherwise; powers of exact fractions would fill a book.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, expm1, floor, log1p

from pitboss.lab.award_law import AwardLaw, find_award_law
from pitboss.lab.lab_wagers import LabWager
from pitboss.maths.level_flow import LevelFlow, flow_of
from pitboss.maths.running_dry import DryChance, chance_of_running_dry
from pitboss.money import Cents
from pitboss.refusal import Refusal

EXACT_MOST = 10_000  # wagers, beyond which no chance that people name is met exactly


@dataclass(frozen=True, slots=True)
class MeterLife(LevelFlow):
    """One meter from its restart to the hit that takes it, again and again."""

    def __post_init__(self) -> None:
        if self.maximum_cents is not None:
            need_maximum(self.maximum_cents, self.seed_cents)

    # ---- the wait -------------------------------------------------------------------------------

    @property
    def mean_wagers(self) -> Fraction:
        """Wagers between two hits, on average."""
        return 1 / self.hit

    def chance_within(self, wagers: int) -> float:
        """That the meter is hit within so many wagers."""
        need_wagers(wagers)
        return chance_of_hits(self.hit, wagers, 1)

    def chance_of_two_within(self, wagers: int) -> float:
        """That it is hit at least twice within so many wagers."""
        need_wagers(wagers)
        return chance_of_hits(self.hit, wagers, 2)

    def wagers_until(self, chance: Fraction | float) -> int:
        """The fewest wagers within which it is hit with at least this chance."""
        _need_chance(chance)
        return wagers_until(self.hit, chance)

    # ---- the award ------------------------------------------------------------------------------

    @property
    def law(self) -> AwardLaw:
        """The chances of every award in the long run: with the reserve, shares and fixed awards,
        and what a maximum keeps back for the next restart. This needs numpy."""
        return find_award_law(self)

    @property
    def mean_award_cents(self) -> float:
        """What a hit pays on average, in the long run."""
        if self.draws or self.maximum_cents is not None:
            return self.law.mean_cents
        fed = (self.feed_cents + self.reserve_cents) / self.hit
        shared = sum((chance * share for chance, share in self.shares), Fraction(0))
        return float((self.seed_cents + fed) / (1 + shared / self.hit))

    def award_cents_at(self, chance: Fraction | float) -> Cents:
        """The award that is not exceeded with this chance, in the long run: a percentile, in whole
        cents. Unless only wagers since the restart count, it may be off by what one adds."""
        _need_chance(chance)
        if self.shares or self.draws or self.reserve_cents or self.maximum_cents is not None:
            return Cents(floor(self.law.cents_at(float(chance))))
        return self.meter_cents_after(self.wagers_until(chance))

    def meter_cents_after(self, wagers: int, *, shown_cents: Cents | None = None) -> Cents:
        """What a meter shows after so many wagers without an award: from its seed, or from what it
        shows now."""
        need_wagers(wagers)
        begin = self.seed_cents if shown_cents is None else shown_cents
        shown = floor(begin + self.feed_cents * wagers)
        return Cents(shown if self.maximum_cents is None else min(shown, self.maximum_cents))

    # ---- what it needs --------------------------------------------------------------------------

    def chance_of_running_dry(self, wagers: int) -> DryChance:
        """That a fixed award finds too little on it within so many wagers from its seed, and how
        far off that may be. This needs numpy."""
        need_wagers(wagers)
        return chance_of_running_dry(self, wagers)

    def reserve_needed_cents(self, certainty: Fraction | float, *, cycles: int = 1) -> Cents:
        """What the reserve must hold at a restart to meet, with this certainty, the seed of each of
        so many restarts to come."""
        _need_chance(certainty)
        low, high = 0, cycles * self.seed_cents
        while low < high:
            middle = (low + high) // 2
            if self.chance_reserve_meets(Cents(middle), cycles=cycles) >= certainty:
                high = middle
            else:
                low = middle + 1
        return Cents(low)

    def chance_reserve_meets(self, held_cents: Cents, *, cycles: int) -> float:
        """That a reserve that holds so much now, and that wagers feed, meets the seed at each of so
        many restarts to come."""
        if not self.reserve_cents:
            return float(held_cents >= cycles * self.seed_cents)
        chances, passed = [1.0], 0  # of 0, 1, 2, ... hits so far
        for number in range(1, cycles + 1):
            wanted = ceil((number * self.seed_cents - held_cents) / self.reserve_cents)
            new = max(0, wanted - 1 - passed)  # wagers in which this hit must not come
            passed += new
            if new:
                chances = _add_hits(chances, _hit_chances(self.hit, new, number))
        return sum(chances)


def wagers_until(hit: Fraction, chance: Fraction | float) -> int:
    """The fewest wagers within which what each hits with this probability is hit with at least this
    chance."""
    if hit == 1:
        return 1
    wanted = Fraction(str(chance))  # 0.19 is meant as 19/100
    about = log1p(-float(wanted)) / log1p(-float(hit))
    nearest = round(about)
    if nearest < EXACT_MOST and abs(about - nearest) < 1e-6:
        return nearest + ((1 - hit) ** nearest > 1 - wanted)
    return max(1, ceil(about))


def chance_of_hits(hit: Fraction, wagers: int, least: int) -> float:
    """That what happens with this probability at each wager does so at least so often. For several
    levels it is the sum of theirs: a wager hits one at most."""
    if least == 1:
        return -expm1(wagers * log1p(-float(hit)))
    return max(0.0, 1 - sum(_hit_chances(hit, wagers, least)))


def find_life(wager: LabWager, level: str = "", *, maximum_cents: Cents | None = None) -> MeterLife:
    """The life of a wager's meter at its paytable's seed and rates: its only level, or the named
    one."""
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
    flow = flow_of(wager.analysis, name, maximum_cents=maximum_cents)
    if not flow.hit or not flow.feed_cents:
        raise Refusal("LEVEL_NEVER_HIT", where="level", level=name)
    return MeterLife(**{each: getattr(flow, each) for each in LevelFlow.__dataclass_fields__})


def need_wagers(wagers: float) -> None:
    """Refuse a number of wagers that can't be: a part of one, or less than none."""
    if not isinstance(wagers, int) or wagers < 0:
        raise Refusal("LAB_FIELD_WRONG", "whole", where="wagers")


def need_maximum(maximum_cents: Cents, seed_cents: Cents) -> None:
    """Refuse a maximum that a meter is above when it restarts."""
    if maximum_cents < seed_cents:
        raise Refusal("MAXIMUM_TOO_LOW", "below_seed", where="maximum",
                      maximum=maximum_cents, seed=seed_cents)  # fmt: skip


def _need_chance(chance: Fraction | float) -> None:
    if not 0 < chance < 1:
        raise Refusal("CHANCE_WRONG", where="chance", chance=str(chance))


def _hit_chances(hit: Fraction, wagers: int, count: int) -> list[float]:
    """The chances of 0, 1, ... hits in so many wagers, the first `count` of them."""
    found = [exp(wagers * log1p(-float(hit)))]
    odds = float(hit / (1 - hit))
    for hits in range(count - 1):
        found.append(found[-1] * max(0, wagers - hits) / (hits + 1) * odds)
    return found


def _add_hits(before: Sequence[float], more: Sequence[float]) -> list[float]:
    """The chances of 0, 1, ... hits in two times together; as many as `more` has."""
    return [
        sum(before[hits] * more[total - hits] for hits in range(min(total + 1, len(before))))
        for total in range(len(more))
    ]
