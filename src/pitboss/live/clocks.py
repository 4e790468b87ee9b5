"""A site's two clocks: the wall clock, which is recorded, and a steady one for everything that
waits. A person or the network can set a wall clock; how long a card is valid, or how long a sensor
board has been silent, must not depend on that."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct

JUMP_MS = 2000  # smaller steps keep a clock accurate
WAIT_MS = 600_000  # a clock further behind than this isn't waited for


def clock_ms() -> int:
    """The time now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def passed_ms() -> int:
    """Milliseconds since some moment, counting the machine's sleep."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


class ClockJump(Struct, frozen=True):
    """What the wall clock should have shown, and what it did."""

    expected_ms: int
    found_ms: int


class SiteClock:
    """Both clocks. The steady one starts at the wall clock's time and adds elapsed time."""

    def __init__(
        self, wall_ms: Callable[[], int] = clock_ms, passed_ms: Callable[[], int] = passed_ms
    ) -> None:
        self._wall_ms = wall_ms
        self._passed_ms = passed_ms
        self._started_ms = self._ahead_ms = wall_ms() - passed_ms()
        self._least_ms = 0

    def now_ms(self) -> int:
        """The wall clock's time, for the record; while waiting for it to catch up, the last time
        shown."""
        return max(self._wall_ms(), self._least_ms)

    def wait_for(self, shown_ms: int) -> ClockJump | None:
        """Show no earlier time than one on record, as long as the wall clock is only a little
        behind it; return how far behind it is, or None if it isn't."""
        found_ms = self._wall_ms()
        if found_ms >= shown_ms - WAIT_MS:
            self._least_ms = shown_ms
        return ClockJump(shown_ms, found_ms) if found_ms < shown_ms - JUMP_MS else None

    def steady_ms(self) -> int:
        """Elapsed time, for everything that lasts: it never jumps."""
        return self._started_ms + self._passed_ms()

    def jump(self) -> ClockJump | None:
        """How the wall clock has jumped since it was last trusted, if it has."""
        found_ms = self._wall_ms()
        expected_ms = self._ahead_ms + self._passed_ms()
        if abs(found_ms - expected_ms) <= JUMP_MS:
            return None
        return ClockJump(expected_ms, found_ms)

    def believe(self, jump: ClockJump) -> None:
        """Note that a jump is recorded; the next one counts from there."""
        self._ahead_ms += jump.found_ms - jump.expected_ms
