"""How often somebody may be wrong, counted by where the tries come from.

A count belongs to who makes the tries, never to the badge alone: so nobody can lock somebody else
out of a place that he himself is not at. Counts are in memory; a restart forgets them.

Only so many are kept. Each pace has a record of its own, so that no flood of strangers' tries, or
of codes, pushes out what is known of a PIN at a console; and in a record that is full those who
were wrong least are forgotten first, so that many tries under new names wash out no lock."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

KEYS_MOST = 10_000  # of one pace


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """So many wrong tries are free. Each further one has to wait: at first `first_s` from the last
    wrong one, then twice as long each time, at most `most_s`. After `quiet_s` without a wrong one
    all are forgotten."""

    free: int
    first_s: float
    most_s: float
    quiet_s: float

    def wait_s(self, wrong: int) -> float:
        """How long after so many wrong tries."""
        if wrong < self.free:
            return 0.0
        doubled = min(wrong - self.free, 30)  # more doublings than any wait needs
        return min(self.first_s * 2.0**doubled, self.most_s)


@dataclass(slots=True)
class _Count:
    wrong: int
    until: float
    forgotten: float


class Tries:
    """The wrong tries of everybody who was wrong lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._records: dict[Pace, dict[str, _Count]] = {}

    def begin(self, key: str, pace: Pace) -> float:
        """Seconds to wait before the next try; none: this one may be judged, and counts as wrong
        until it is found right, so that many at once are counted too. A key has one pace."""
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
        """Seconds to wait before the next try, without one."""
        found = self._records.get(pace, {}).get(key)
        return max(0.0, found.until - self._clock()) if found is not None else 0.0

    def forget(self, key: str) -> None:
        """It was right, and so are those before it forgiven."""
        for record in self._records.values():
            record.pop(key, None)

    def take_back(self, key: str) -> None:
        """It was right, but those before it stay counted: they were about somebody else."""
        for record in self._records.values():
            if key in record:
                record[key].wrong -= 1
                record[key].until = self._clock()


def _thinned(record: dict[str, _Count], now: float) -> dict[str, _Count]:
    """A record without what is over, and then without a tenth of its places: those who were wrong
    least, and of these the ones whose last try is longest ago."""
    kept = [(key, found) for key, found in record.items() if found.forgotten > now]
    kept.sort(key=lambda each: (each[1].wrong, each[1].forgotten), reverse=True)
    return dict(kept[: KEYS_MOST * 9 // 10])
