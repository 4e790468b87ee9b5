"""Times as a house reads them: its own clock, with the zone, to the second."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

WRITTEN = "%Y-%m-%d %H:%M"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def local(at_ms: int, time_zone: str) -> datetime:
    """A time of the journal on the clock of a place."""
    return (_EPOCH + timedelta(milliseconds=at_ms)).astimezone(_zone(time_zone))


def local_time(at_ms: int, time_zone: str) -> str:
    """Such as 2026-03-08 14:05:09 PST."""
    return local(at_ms, time_zone).strftime("%Y-%m-%d %H:%M:%S %Z")


def local_day(at_ms: int, time_zone: str) -> str:
    """Such as 2026-03-08."""
    return local(at_ms, time_zone).strftime("%Y-%m-%d")


def day_start(day: str, time_zone: str) -> str:
    """When a day begins at a place, as ISO writes it, such as 2026-03-08T00:00:00-08:00."""
    return datetime.fromisoformat(day).replace(tzinfo=_zone(time_zone)).isoformat()


def known_day(at_ms: int, time_zone: str) -> str:
    """The same, or nothing where there is no such place."""
    try:
        return local_day(at_ms, time_zone)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return ""


def spoken_day(day: str) -> str:
    """Such as March 8, 2026."""
    found = date.fromisoformat(day)
    return f"{found:%B} {found.day}, {found.year}"


def is_day(text: str) -> bool:
    """Whether a text is a day as ISO writes it, such as 2026-03-08."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def days_before(day: str, days: int) -> str:
    """The day that was so many days before another."""
    return (date.fromisoformat(day) - timedelta(days=days)).isoformat()


def instant(text: str, time_zone: str) -> int | None:
    """The time of the journal that a person wrote as 2026-03-08 14:05, on the clock of a place;
    none where it is no time."""
    try:
        read = datetime.strptime(text.strip(), WRITTEN).replace(tzinfo=_zone(time_zone))
        return (read - _EPOCH) // timedelta(milliseconds=1)
    except (ValueError, OverflowError):
        return None


def instants(text: str, time_zone: str) -> tuple[int, ...]:
    """The times that a person may mean: two in the hour that a clock set back shows twice, none
    where it is no time."""
    first = instant(text, time_zone)
    if first is None:
        return ()
    read = datetime.strptime(text.strip(), WRITTEN).replace(tzinfo=_zone(time_zone), fold=1)
    return tuple(sorted({first, (read - _EPOCH) // timedelta(milliseconds=1)}))


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
