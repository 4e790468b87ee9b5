"""How often somebody may be wrong, counted by where the tries come from.

A count belongs to who makes the tries, never to the badge alone: so nobody can lock somebody else
out of a place that he himself is not at. Counts are in memory; a restart forgets them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

KEYS_MOST = 10_000


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
        self._counts: dict[str, _Count] = {}

    def begin(self, key: str, pace: Pace) -> float:
        """Seconds to wait before the next try; none: this one may be judged, and counts as wrong
        until it is found right, so that many at once are counted too."""
        now = self._clock()
        found = self._counts.pop(key, None)
        if found is None or found.forgotten <= now:
            found = _Count(0, now, now)
        self._counts[key] = found
        if len(self._counts) > KEYS_MOST:
            del self._counts[next(iter(self._counts))]
        if now < found.until:
            return found.until - now
        found.wrong += 1
        found.until = now + pace.wait_s(found.wrong)
        found.forgotten = now + pace.quiet_s
        return 0.0

    def forget(self, key: str) -> None:
        """It was right, and so are those before it forgiven."""
        self._counts.pop(key, None)

    def take_back(self, key: str) -> None:
        """It was right, but those before it stay counted: they were about somebody else."""
        found = self._counts.get(key)
        if found is not None:
            found.wrong -= 1
            found.until = self._clock()
