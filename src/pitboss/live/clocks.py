"""The two clocks of a site: the wall's, which is written down, and one that only ever runs forward
by what has passed, for everything that waits. A wall clock can be set, by a person or by the
network; how long a card holds or a sensor board has been silent must not depend on that."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

JUMP_MS = 2000  # less is how clocks are kept right
WAIT_MS = 600_000  # a clock that is further behind is waited for no more


def clock_ms() -> int:
    """The time now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def passed_ms() -> int:
    """Milliseconds since some moment; those that the machine slept count too."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


@dataclass(frozen=True, slots=True)
class ClockJump:
    """What the wall clock should have shown, and what it showed."""

    expected_ms: int
    found_ms: int


class SiteClock:
    """Both clocks. The steady one shows what the wall's did at the start, and what has passed."""

    def __init__(
        self, wall_ms: Callable[[], int] = clock_ms, passed_ms: Callable[[], int] = passed_ms
    ) -> None:
        self._wall_ms = wall_ms
        self._passed_ms = passed_ms
        self._started_ms = self._ahead_ms = wall_ms() - passed_ms()
        self._least_ms = 0

    def now_ms(self) -> int:
        """What the clock on the wall says, for the record; what has been shown, while that is
        waited for."""
        return max(self._wall_ms(), self._least_ms)

    def wait_for(self, shown_ms: int) -> ClockJump | None:
        """Show no earlier time than one that is on record, as long as the wall clock is a little
        behind it; how far behind it is, unless that is nothing."""
        found_ms = self._wall_ms()
        if found_ms >= shown_ms - WAIT_MS:
            self._least_ms = shown_ms
        return ClockJump(shown_ms, found_ms) if found_ms < shown_ms - JUMP_MS else None

    def steady_ms(self) -> int:
        """What has passed, for everything that lasts: it never jumps."""
        return self._started_ms + self._passed_ms()

    def jump(self) -> ClockJump | None:
        """How the wall clock has jumped since it was last believed, if it has."""
        found_ms = self._wall_ms()
        expected_ms = self._ahead_ms + self._passed_ms()
        if abs(found_ms - expected_ms) <= JUMP_MS:
            return None
        return ClockJump(expected_ms, found_ms)

    def believe(self, jump: ClockJump) -> None:
        """A jump is on the record; the next one counts from there."""
        self._ahead_ms += jump.found_ms - jump.expected_ms
