"""The two clocks of a site: the wall's, which is written down, and one that only ever runs forward
by what has passed, for everything that waits. A wall clock can be set, by a person or by the
network; how long a card holds or a sensor board has been silent must not depend on that."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from pitboss.journal import Row
from pitboss.live.folder import clock_ms, utc
from pitboss.refusal import Refusal

JUMP_MS = 2000  # less is how clocks are kept right


def passed_ms() -> int:
    """Milliseconds since some moment; those that the machine slept count too."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def check_clock(last: Row | None, now_ms: int, clock_reason: str) -> None:
    """A clock behind the last row was set back, or the row was written by a wrong one: somebody
    must say which, because every later row is dated by it."""
    if last is None or now_ms >= last.at_ms - JUMP_MS or clock_reason.strip():
        return
    reason = (
        f"the clock says {utc(now_ms)}, and the last row is of {utc(last.at_ms)}; set the"
        " clock, or start with --clock-reason and say why it is right"
    )
    raise Refusal("CLOCK_BEHIND", where=f"row {last.seq}", reason=reason)


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

    def now_ms(self) -> int:
        """What the clock on the wall says, for the record."""
        return self._wall_ms()

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
