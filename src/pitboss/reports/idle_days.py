"""Gambling days without play because the system was off: they have the closing figures of the day
before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss import notation
from pitboss.books import Books, Period
from pitboss.local_time import days_before


class IdleDays(NamedTuple):
    """Consecutive days when the system was off, and the day before them with the row that ended it.
    `period` runs from that end until the system was back."""

    first: str
    last: str
    day: str
    seq: int
    period: Period

    def text(self, words: Mapping[str, str]) -> str:
        """The sentence for a page or a report."""
        days = " – ".join(dict.fromkeys(map(notation.day, (self.first, self.last))))
        day, seq = notation.day(self.day), notation.count(self.seq)
        return words["idle_days"].format(days=days, day=day, seq=seq)

    def each(self) -> Iterator[str]:
        """Each of the days, newest first."""
        day = self.last
        while day >= self.first:
            yield day
            day = days_before(day, 1)


def idle_days(books: Books) -> list[IdleDays]:
    """All of them, oldest first. If a day started after all, it only looked skipped, because a
    clock was ahead."""
    ended = [entry for entry in books.find_entries("day-ended") if entry.event.idle_to]
    began = books.find_entries("shift-began") if ended else []
    found = []
    for entry in ended:
        next_day = min(each.event.day for each in began if each.seq >= entry.seq)
        first, last = days_before(entry.event.day, -1), days_before(next_day, 1)
        if first <= last:
            off = Period(entry.event.at_ms, entry.at_ms)
            found.append(IdleDays(first, last, entry.event.day, entry.seq, off))
    return found
