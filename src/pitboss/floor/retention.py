"""How long things are kept: records so many years after the end of the fiscal year, which is the
calendar year of the house; the hand and deck of a large prize so many days after it was won."""

from __future__ import annotations

from pitboss.floor.facts.values import Award
from pitboss.floor.state import State
from pitboss.local_time import local_day
from pitboss.rules.law import NO_LIMIT, Law

DAY_MS = 86_400_000


def local_today(state: State, at_ms: int) -> str:
    """The day on the clock of the house."""
    return local_day(at_ms, state.time_zone)


def local_year(state: State, at_ms: int) -> int:
    """The year on the clock of the house."""
    return int(local_today(state, at_ms)[:4])


def keep_until(state: State, at_ms: int) -> str:
    """The last day on which records made now may not be purged."""
    return f"{local_year(state, at_ms) + state.law.retain_years.value:04d}-12-31"


def hand_kept_until(law: Law, award: Award, *, won_ms: int, time_zone: str) -> str:
    """The last day on which hand and deck are kept; nothing where no rule has them kept."""
    days = law.hand_kept_days.value
    if days == NO_LIMIT or award.total_cents < law.deck_counted_from.cents:
        return ""
    return local_day(won_ms + days * DAY_MS, time_zone)
