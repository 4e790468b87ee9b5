"""Periods, and what moved in them: the vocabulary of the books' answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

HOUR_MS = 3_600_000
WAGERS, PRIZES = "wagers", "prizes"  # what moves no level
TIME_END_MS = 2**53  # after everything a journal dates


class Period(NamedTuple):
    """From one instant up to but not including another, in milliseconds since 1970.

    A row belongs to the period it is dated in. So consecutive periods share no row and miss none,
    whatever happened to the clock."""

    from_ms: int
    to_ms: int

    def holds(self, at_ms: int) -> bool:
        """Whether an instant is in it."""
        return self.from_ms <= at_ms < self.to_ms

    def meets(self, other: Period) -> bool:
        """Whether the two overlap."""
        return self.from_ms < other.to_ms and other.from_ms < self.to_ms


ALWAYS = Period(0, TIME_END_MS)


class Entry(NamedTuple):
    """One event with its row and time."""

    seq: int
    at_ms: int
    event: Any


class Amounts(NamedTuple):
    """What a level holds, or how that changed."""

    meter_micros: int = 0
    reserve_micros: int = 0
    overflow_micros: int = 0

    def plus(self, other: Amounts) -> Amounts:
        """The sum of both."""
        return Amounts(*(one + two for one, two in zip(self, other, strict=True)))

    def less(self, other: Amounts) -> Amounts:
        """The difference."""
        return Amounts(*(one - two for one, two in zip(self, other, strict=True)))


class Place(NamedTuple):
    """What a sum is about: a table, a jackpot and its level, the kind of event, and the cause.

    What moves a level has one of the auditor's causes (`audit.CAUSES`): opening, contributions,
    awards, restarts, releases, voids, back-outs, transfers, adjustments, top-ups. What moves no
    level has the cause wagers (rounds, bets, the amounts wagered and what the house keeps of them;
    its level is empty) or prizes (awards by source). The table is empty if an event names none."""

    table: str
    jackpot: str
    level: str
    kind: str
    cause: str


class Moved(NamedTuple):
    """What moved at one place. Voids and backed-out awards count as negative.

    `house_micros` is what went to the house's own account; negative means it left.
    `from_house_micros` and `from_tray_micros` are the parts of awards that no meter paid. `rounds`
    counts a round once for each jackpot it was played for."""

    meter_micros: int = 0
    reserve_micros: int = 0
    overflow_micros: int = 0
    house_micros: int = 0
    rounds: int = 0
    voids: int = 0
    bets: int = 0
    wager_micros: int = 0
    awards: int = 0
    from_meter_micros: int = 0
    from_house_micros: int = 0
    from_tray_micros: int = 0
    envy_micros: int = 0

    @property
    def amounts(self) -> Amounts:
        """Its effect on the level."""
        return Amounts(self.meter_micros, self.reserve_micros, self.overflow_micros)


class Sums(NamedTuple):
    """Everything that moved in a period, and what every level held at both ends, by jackpot and
    level: opening plus movements is closing. If the clock was set, entries dated outside the period
    have moved levels too."""

    period: Period
    moved: dict[Place, Moved]
    opening: dict[tuple[str, str], Amounts]
    closing: dict[tuple[str, str], Amounts]

    def total(self, **wanted: str) -> Moved:
        """What moved at the places with these fields, such as `jackpot="J1", cause="voids"`."""
        return total(
            moved
            for place, moved in self.moved.items()
            if all(getattr(place, name) == value for name, value in wanted.items())
        )

    def otherwise(self, jackpot: str, level: str) -> Amounts:
        """What entries dated outside the period moved between its ends, less what entries dated
        inside it moved elsewhere."""
        held = self.closing[jackpot, level].less(self.opening.get((jackpot, level), Amounts()))
        moved = (
            each.amounts
            for place, each in self.moved.items()
            if (place.jackpot, place.level) == (jackpot, level)
        )
        return held.less(Amounts(*map(sum, zip(Amounts(), *moved, strict=True))))

    def levels(self) -> dict[tuple[str, str, str], Amounts]:
        """What moved each level, by kind of event."""
        found: dict[tuple[str, str, str], Amounts] = {}
        for place, moved in sorted(self.moved.items()):
            if place.cause not in (WAGERS, PRIZES):
                key = (place.jackpot, place.level, place.kind)
                found[key] = found.get(key, Amounts()).plus(moved.amounts)
        return found

    def by(self, *names: str) -> dict[tuple[str, ...], Moved]:
        """What moved, grouped by fields of the places, such as `"jackpot", "level"`."""
        found: dict[tuple[str, ...], list[Moved]] = {}
        for place, moved in self.moved.items():
            found.setdefault(tuple(getattr(place, name) for name in names), []).append(moved)
        return {key: total(parts) for key, parts in sorted(found.items())}


def total(parts: Iterable[Moved]) -> Moved:
    """The sum of what moved at several places."""
    return Moved(*map(sum, zip(*parts, strict=True)))
