"""How long things are kept: records so many years after the end of the house's fiscal year, hand
and deck of a large prize so many days after it was won."""

from __future__ import annotations

from pitboss.floor.facts.values import Award
from pitboss.floor.state import State
from pitboss.local_time import days_before, local_day
from pitboss.rules.law import NO_LIMIT, Law

DAY_MS = 86_400_000


def local_today(state: State, at_ms: int) -> str:
    """The day on the clock of the house."""
    return local_day(at_ms, state.time_zone)


def keep_until(state: State, at_ms: int) -> str:
    """The last day on which records made now may not be purged: so many years after the last day of
    the fiscal year that they belong to."""
    today = local_today(state, at_ms)
    return _last_day(state.law_on(today), today)


def kept_up_to(state: State, day: str, at_ms: int) -> str:
    """The same of records that were to be kept up to a day, as it is found now: a house that has
    said since when its fiscal year begins keeps them to the end of that one."""
    law = state.law_at(at_ms)
    made = f"{int(day[:4]) - law.retain_years.value:04d}{day[4:]}"  # at the latest
    return max(day, _last_day(law, made))


def _last_day(law: Law, day: str) -> str:
    first_month = law.fiscal_year_first_month.value
    next_year = int(day[:4]) + (int(day[5:7]) >= first_month)
    return days_before(f"{next_year + law.retain_years.value:04d}-{first_month:02d}-01", 1)


def hand_kept_until(state: State, award: Award, *, won_ms: int) -> str:
    """The last day on which hand and deck are kept, by the law of the day on which it was won;
    nothing where no rule has them kept."""
    law = state.law_at(won_ms)
    days = law.hand_kept_days.value
    if days == NO_LIMIT or award.total_cents < law.deck_counted_from.cents:
        return ""
    return local_day(won_ms + days * DAY_MS, state.time_zone)
