"""Limits wrong tries, counted by where they come from.

A count belongs to whoever makes the tries, never to the badge alone, so nobody can lock another
person out of a place without being there. Counts are in memory; a restart forgets them.

The number of counts is limited. Each pace has its own table, so a flood of strangers' tries or of
codes never pushes out the count for a PIN at a console. A full table forgets those with the fewest
wrong tries first, so many tries under new names don't wash out a lock.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct

KEYS_MOST = 10_000  # per pace


class Pace(Struct, frozen=True, kw_only=True):
    """Some wrong tries are free. After that each wrong try means a wait: `first_s` at first, then
    twice as long each time, up to `most_s`. After `quiet_s` without a wrong try the count
    resets."""

    free: int
    first_s: float
    most_s: float
    quiet_s: float

    def wait_s(self, wrong: int) -> float:
        """The wait after so many wrong tries."""
        if wrong < self.free:
            return 0.0
        doubled = min(wrong - self.free, 30)  # more doublings than any wait needs
        return min(self.first_s * 2.0**doubled, self.most_s)


class _Count(Struct):
    wrong: int
    until: float
    forgotten: float


class Tries:
    """The wrong tries of everyone who was wrong lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._records: dict[Pace, dict[str, _Count]] = {}

    def begin(self, key: str, pace: Pace) -> float:
        """Seconds to wait before the next try; none if this one may be judged. It counts as wrong
        until proven right, so parallel tries count too. A key has one pace."""
        now = self._clock()
        record = self._records.setdefault(pace, {})
        found = record.get(key)
        if found is None or found.forgotten <= now:
            found = record[key] = _Count(0, now, now)
        if now < found.until:
            return found.until - now
        found.wrong += 1
        found.until = now + pace.wait_s(found.wrong)
        found.forgotten = now + pace.quiet_s
        if len(record) > KEYS_MOST:
            self._records[pace] = _thinned(record, now)
        return 0.0

    def wait_s(self, key: str, pace: Pace) -> float:
        """Seconds until the next try, without making one."""
        found = self._records.get(pace, {}).get(key)
        return max(0.0, found.until - self._clock()) if found is not None else 0.0

    def forget(self, key: str) -> None:
        """The try was right; forgive it and those before it."""
        for record in self._records.values():
            record.pop(key, None)

    def take_back(self, key: str) -> None:
        """The try was right, but earlier ones still count: they were about someone else."""
        for record in self._records.values():
            if key in record:
                record[key].wrong -= 1
                record[key].until = self._clock()


def _thinned(record: dict[str, _Count], now: float) -> dict[str, _Count]:
    """Drop expired counts, then a tenth of the capacity: the fewest wrong tries first, and of those
    the oldest."""
    kept = [(key, found) for key, found in record.items() if found.forgotten > now]
    kept.sort(key=lambda each: (each[1].wrong, each[1].forgotten), reverse=True)
    return dict(kept[: KEYS_MOST * 9 // 10])
