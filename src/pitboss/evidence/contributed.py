"""What wagers added to a meter between the entries of its story, so that the story adds up to what
the meter shows. Rounds are many and plain: they are summed, not told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pitboss.books import Books, Entry
from pitboss.books.history import LevelMovement, changes_of
from pitboss.books.things import Thing
from pitboss.money import Micros


class Contributed(NamedTuple):
    """What rounds added before a row of the story, or since its newest, and what the meter held
    then; `from_ms` and `to_ms` say when they were played (0: until now)."""

    before_seq: int  # 0: since the newest entry
    micros: Micros
    held_micros: Micros
    from_ms: int
    to_ms: int


def contributed(
    books: Books, meter: Thing, entries: Sequence[Entry], *, before: int, reached: int
) -> list[Contributed]:
    """The sums for a part of a story, the newest entry first. Between two entries that moved the
    meter, the rest of the way from one reading to the other is wagers."""
    held = _held_before(books, meter, before or books.last_seq() + 1)
    newer_seq = newer_ms = 0
    found = []
    for seq, at_ms, first, last in _movers(meter, entries):
        found.append(_sum(newer_seq, held, last.after.meter_micros, at_ms, newer_ms))
        held = first.after.meter_micros - first.meter_micros
        newer_seq, newer_ms = seq, at_ms
    if reached:
        found.append(
            _sum(newer_seq, held, _held_before(books, meter, reached), entries[-1].at_ms, newer_ms)
        )
    return [each for each in found if each.micros]


def _sum(newer_seq: int, held: int, older: int, from_ms: int, to_ms: int) -> Contributed:
    return Contributed(newer_seq, Micros(held - older), Micros(held), from_ms, to_ms)


def _movers(
    meter: Thing, entries: Sequence[Entry]
) -> Iterator[tuple[int, int, LevelMovement, LevelMovement]]:
    """The rows that moved the meter, each with its first and its last movement."""
    for seq, row in groupby(entries, key=lambda entry: entry.seq):
        of_row = list(row)
        moved = [
            change
            for entry in of_row
            for change in changes_of(entry.event)
            if (change.jackpot, change.after.level) == meter.place
        ]
        if moved:
            yield seq, of_row[0].at_ms, moved[0], moved[-1]


def _held_before(books: Books, meter: Thing, seq: int) -> int:
    """What a meter held before a row; nothing before its jackpot was opened."""
    jackpot, level = meter.place
    found = books.state_after(seq - 1).jackpots.get(jackpot)
    known = found.levels.get(level) if found else None
    return known.reading.meter_micros if known else 0
