"""Which parts of a table fall short of the least versions its jackpots need (PS-63). Such a table
is flagged; it plays on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.floor.facts.values import Equipment
from pitboss.floor.state import State


@dataclass(frozen=True, slots=True)
class ShortPart:
    """A part that is older than a jackpot needs, or is not there: `found` is empty then."""

    part: str
    jackpot: str
    least: str
    found: str


def short_parts(state: State, table: str) -> tuple[ShortPart, ...]:
    """What is too old at a table, jackpot by jackpot."""
    found = state.table(table)
    jackpots = [state.kept_jackpot(name) for name in found.jackpots]
    return tuple(
        short
        for jackpot in jackpots
        if jackpot.status != "retired"
        for short in parts_below(found.equipment, jackpot.jackpot, jackpot.terms.equipment_least)
    )


def parts_below(
    parts: Iterable[Equipment], jackpot: str, least: Iterable[tuple[str, str]]
) -> Iterator[ShortPart]:
    """The parts below the least versions of one jackpot."""
    versions = {part.part: part.version for part in parts}
    for part, needed in least:
        found = versions.get(part, "")
        if not found or _numbers(found) < _numbers(needed):
            yield ShortPart(part, jackpot, needed, found)


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version in order: 2.10 is above 2.9, whatever letters stand between."""
    digits = "".join(char if char in "0123456789" else " " for char in version)
    return tuple(int(number) for number in digits.split())
