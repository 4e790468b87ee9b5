"""How long to keep things: records some years after the end of the house's fiscal year, a large
prize's hand and deck some days after the win."""

from __future__ import annotations

from pitboss.floor.facts import papers
from pitboss.floor.state.floor import AwardState, State
from pitboss.local_time import days_before, local_day
from pitboss.rules.cited_law import NO_LIMIT, CitedNumber, Law

DAY_MS = 86_400_000


def local_today(state: State, at_ms: int) -> str:
    """The day on the house's clock."""
    return local_day(at_ms, state.time_zone)


def keep_until(state: State, at_ms: int) -> str:
    """The last day before records made now may be purged: some years after the last day of their
    fiscal year."""
    today = local_today(state, at_ms)
    return _last_day(state.law_on(today), today)


def kept_up_to(state: State, day: str, at_ms: int) -> str:
    """The same for records that had such a day, as it is now: if the house has since changed its
    fiscal year, they stay to the end of that one."""
    law = state.law_at(at_ms)
    made = f"{int(day[:4]) - law.retain_years.value:04d}{day[4:]}"  # at the latest
    return max(day, _last_day(law, made))


def _last_day(law: Law, day: str) -> str:
    first_month = law.fiscal_year_first_month.value
    next_year = int(day[:4]) + (int(day[5:7]) >= first_month)
    return days_before(f"{next_year + law.retain_years.value:04d}-{first_month:02d}-01", 1)


def unclaimed_term(state: State, *, won_ms: int, now_ms: int) -> CitedNumber:
    """After how many days a prize is unclaimed: the longest term that held since it was won. Nobody
    can shorten the term of a prize already owed; NO_LIMIT where no rule is known."""
    won, today = local_day(won_ms, state.time_zone), local_today(state, now_ms)
    dated = (*state.site.dated, *state.site.entered) if state.site is not None else ()
    days = (won, *(each.first_day for each in dated if won < each.first_day <= today))
    return max((state.law_on(day).unclaimed_days for day in days), key=lambda each: each.value)


def hand_kept_until(state: State, found: AwardState, *, won_ms: int, now_ms: int) -> str:
    """The last day to keep hand and deck, by the law on the day of the win; empty if no rule
    requires it. A hand that is held or disputed now is evidence."""
    law = state.law_at(won_ms)
    days = law.hand_kept_days.value
    evidence = local_today(state, now_ms) if is_evidence(state, found) else ""
    if days == NO_LIMIT or found.award.total_cents < law.deck_counted_from.cents:
        return evidence
    return max(evidence, local_day(won_ms + days * DAY_MS, state.time_zone))


def is_evidence(state: State, found: AwardState) -> bool:
    """Whether hand and deck are kept indefinitely: the payment is held, or a dispute is open."""
    is_held = found.status == "moved" and bool(found.payment_hold)
    return is_held or bool(disputes_of(state, found))


def disputes_of(state: State, found: AwardState) -> tuple[str, ...]:
    """The open disputes about an award, or about its round."""
    place = (found.table, found.round)
    return tuple(
        name
        for name, paper in state.papers.items()
        if paper.paper_kind == papers.DISPUTE
        and paper.is_open
        and (
            paper.award == found.award.award
            or (not paper.award and place == (paper.table, paper.round))
        )
    )
