"""From one instant to another, and what moved in between: the words that the books answer in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

HOUR_MS = 3_600_000
WAGERS, PRIZES = "wagers", "prizes"  # what moves no level
TIME_END_MS = 2**53  # of all that a journal dates


class Period(NamedTuple):
    """From an instant up to another, which is no part of it; in milliseconds since 1970.

    A row belongs to the period in which it is dated. So periods that follow each other share no
    row and leave none out, whatever was done to the clock."""

    from_ms: int
    to_ms: int

    def holds(self, at_ms: int) -> bool:
        """Whether an instant lies in it."""
        return self.from_ms <= at_ms < self.to_ms

    def meets(self, other: Period) -> bool:
        """Whether the two have an instant in common."""
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
        """Both together."""
        return Amounts(*(one + two for one, two in zip(self, other, strict=True)))

    def less(self, other: Amounts) -> Amounts:
        """This without the other."""
        return Amounts(*(one - two for one, two in zip(self, other, strict=True)))


class Place(NamedTuple):
    """What a sum is of: a table, a jackpot and its level, the kind of event, and the cause.

    What moves a level has one of the auditor's causes (`audit.CAUSES`): opening, contributions,
    awards, restarts, releases, voids, back-outs, transfers, adjustments, top-ups. What moves none
    has the cause wagers (rounds, bets, what was wagered and what the house keeps of it; its level
    is empty) or prizes (what was awarded, by where it comes from). The table is empty where an
    event names none."""

    table: str
    jackpot: str
    level: str
    kind: str
    cause: str


class Moved(NamedTuple):
    """What moved at one place. A void and an award that is backed out count below nothing.

    `house_micros` is what came to the house's own account, and below nothing what left it.
    `from_house_micros` and `from_tray_micros` are the parts of awards that no meter paid;
    `rounds` are counted once for each jackpot that a round was played for."""

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
        """What it did to its level."""
        return Amounts(self.meter_micros, self.reserve_micros, self.overflow_micros)


class Sums(NamedTuple):
    """All that moved in a period, and what every level held at its two ends, by jackpot and level:
    what it held, plus what moved it, is what it held then. Where the clock was set, entries that
    are dated otherwise have moved it too."""

    period: Period
    moved: dict[Place, Moved]
    opening: dict[tuple[str, str], Amounts]
    closing: dict[tuple[str, str], Amounts]

    def total(self, **wanted: str) -> Moved:
        """All that moved at the places with these fields, such as `jackpot="J1", cause="voids"`."""
        return total(
            moved
            for place, moved in self.moved.items()
            if all(getattr(place, name) == value for name, value in wanted.items())
        )

    def otherwise(self, jackpot: str, level: str) -> Amounts:
        """What moved a level between the two ends of the period by entries that are dated outside
        of it, less what entries moved that are dated in it and lie elsewhere."""
        held = self.closing[jackpot, level].less(self.opening.get((jackpot, level), Amounts()))
        moved = (
            each.amounts
            for place, each in self.moved.items()
            if (place.jackpot, place.level) == (jackpot, level)
        )
        return held.less(Amounts(*map(sum, zip(Amounts(), *moved, strict=True))))

    def levels(self) -> dict[tuple[str, str, str], Amounts]:
        """What moved each level, by the kind of event."""
        found: dict[tuple[str, str, str], Amounts] = {}
        for place, moved in sorted(self.moved.items()):
            if place.cause not in (WAGERS, PRIZES):
                key = (place.jackpot, place.level, place.kind)
                found[key] = found.get(key, Amounts()).plus(moved.amounts)
        return found

    def by(self, *names: str) -> dict[tuple[str, ...], Moved]:
        """What moved, put together by some fields of the places, such as `"jackpot", "level"`."""
        found: dict[tuple[str, ...], list[Moved]] = {}
        for place, moved in self.moved.items():
            found.setdefault(tuple(getattr(place, name) for name in names), []).append(moved)
        return {key: total(parts) for key, parts in sorted(found.items())}


def total(parts: Iterable[Moved]) -> Moved:
    """The sum of what moved at several places."""
    return Moved(*map(sum, zip(*parts, strict=True)))
