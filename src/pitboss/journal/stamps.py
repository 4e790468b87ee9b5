"""What time stamps prove about a journal's rows, and which closed days have none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

LATE_MS = 86_400_000  # after its row: a stamp server may be down for a day
AHEAD_MS = 3_600_000  # before its row, if a clock here runs ahead


class Stamp(NamedTuple):
    """What a stamp proves: that a row with this time existed when the stamp was signed."""

    seq: int
    dated_ms: int
    signed_ms: int

    @property
    def is_in_time(self) -> bool:
        """Whether it was signed when its row was written, as far as clocks agree. Anyone can have
        an old row, or a rewritten one, signed today."""
        return -AHEAD_MS <= self.signed_ms - self.dated_ms <= LATE_MS


def find_unstamped_days(
    stamps: Sequence[Stamp], closes: Mapping[str, tuple[int, int]], until_ms: int
) -> list[str]:
    """Closed days, each with its closing row and time, that have no timely stamp of that row or a
    later one; a day whose stamp may still come doesn't count."""
    return [
        day
        for day, (seq, closed_ms) in closes.items()
        if closed_ms < until_ms - LATE_MS
        and not any(
            each.seq >= seq and Stamp(seq, closed_ms, each.signed_ms).is_in_time for each in stamps
        )
    ]
