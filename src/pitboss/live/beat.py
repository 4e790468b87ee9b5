"""What the beat of a site says, once a second, to every page."""

from __future__ import annotations

from pitboss.floor.facts.clock import ClockJumped
from pitboss.floor.gambling_day import WaitingClose

JUMP_SHOWN_MS = 12 * 3_600_000  # to all who work in the shift


def beat_of(
    *, now_ms: int, is_there: bool, jump: ClockJumped | None, day: WaitingClose | None
) -> dict[str, object]:
    """The time, whether the journal is there, that the clock has jumped, and the gambling day whose
    close is waited for."""
    beat: dict[str, object] = {"at_ms": now_ms, "journal": "ok" if is_there else "unavailable"}
    if jump is not None and abs(now_ms - jump.found_ms) < JUMP_SHOWN_MS:
        beat["clock"] = {"expected_ms": jump.expected_ms, "found_ms": jump.found_ms}
    if day:
        beat["day"] = {
            "day": day.day,
            "ended_ms": day.ended_ms,
            "is_overdue": day.is_overdue,
            "days": day.days,
        }
    return beat
