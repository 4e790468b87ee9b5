"""How long something has waited, as a person says it."""

from __future__ import annotations

from pitboss.words.language import WORDS

MINUTE_MS = 60_000
HOUR_MIN, DAY_MIN = 60, 24 * 60


def waited(span_ms: int) -> str:
    """Such as 12 min, 3 h 5 min, 2 d 4 h; nothing is less than 0 min, also where the clock was set
    back."""
    minutes = max(0, span_ms) // MINUTE_MS
    said = WORDS["office"]["waited"]
    days, hours = minutes // DAY_MIN, minutes % DAY_MIN // HOUR_MIN
    unit = "days" if days else "hours" if hours else "minutes"
    text: str = said[unit].format(days=days, hours=hours, minutes=minutes % HOUR_MIN)
    return text
