"""The access review."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.state.floor import State
from pitboss.floor.view.due.thing import DueThing

DAY_MS = 86_400_000
AHEAD_DAYS = 14


def due(state: State, at_ms: int) -> Iterator[DueThing]:
    """The next review, starting two weeks before its day; the first counts from the opening."""
    site, days = state.site, state.law_at(at_ms).access_review_days.value
    if site is None or not days:
        return
    due_ms = max(site.opened_ms, site.reviewed_ms) + days * DAY_MS
    if at_ms >= due_ms - AHEAD_DAYS * DAY_MS:
        yield DueThing(
            what="access_review", about="", due_ms=due_ms, address="/office/reports/access_review"
        )
