"""How long records are kept: so many years after the end of the fiscal year, which is the calendar
year of the house."""

from __future__ import annotations

from pitboss.floor.state import State
from pitboss.local_time import local_day


def local_today(state: State, at_ms: int) -> str:
    """The day on the clock of the house."""
    return local_day(at_ms, state.time_zone)


def local_year(state: State, at_ms: int) -> int:
    """The year on the clock of the house."""
    return int(local_today(state, at_ms)[:4])


def keep_until(state: State, at_ms: int) -> str:
    """The last day on which records made now may not be purged."""
    return f"{local_year(state, at_ms) + state.law.retain_years.value:04d}-12-31"
