"""A site's beat, once a second, to every page."""

from __future__ import annotations

from pitboss.floor.facts import clock
from pitboss.floor.state.gambling_day import WaitingClose
from pitboss.live.behind import Behind

JUMP_SHOWN_MS = 12 * 3_600_000  # to everyone who works the shift


def beat_of(
    *,
    now_ms: int,
    is_there: bool,
    jump: clock.ClockJumped | None,
    day: WaitingClose | None,
    behind: Behind | None,
    signs: str,
) -> dict[str, object]:
    """The time, whether the journal is there, which looks the signs have, a clock jump, a gambling
    day waiting for its close and, on a follower, how far behind it is."""
    beat: dict[str, object] = {"at_ms": now_ms, "journal": "ok" if is_there else "unavailable"}
    beat["signs"] = signs
    if behind is not None:
        beat["behind"] = behind.as_plain()
        beat["journal"] = "behind" if behind.is_too_far else beat["journal"]
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
