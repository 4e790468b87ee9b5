"""What time stamps prove of a journal's rows, and which closed days have none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

LATE_MS = 86_400_000  # after its row: a server that gives no stamp may be down for a day
AHEAD_MS = 3_600_000  # before its row, where a clock here is ahead


class Stamp(NamedTuple):
    """What a stamp proves: that a row, dated at a time, was there when it was signed."""

    seq: int
    dated_ms: int
    signed_ms: int

    @property
    def is_in_time(self) -> bool:
        """Whether it was signed when its row was written, as far as clocks agree. Anybody can have
        an old row signed today, and one that was written anew."""
        return -AHEAD_MS <= self.signed_ms - self.dated_ms <= LATE_MS


def find_unstamped_days(
    stamps: Sequence[Stamp], closes: Mapping[str, tuple[int, int]], until_ms: int
) -> list[str]:
    """Which closed days, each with the row that closed it and its time, have no stamp of that row
    or a later one in time; one that may still come is not missed."""
    return [
        day
        for day, (seq, closed_ms) in closes.items()
        if closed_ms < until_ms - LATE_MS
        and not any(
            each.seq >= seq and Stamp(seq, closed_ms, each.signed_ms).is_in_time for each in stamps
        )
    ]
