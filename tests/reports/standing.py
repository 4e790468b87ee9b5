"""What a report is made from where only one floor is known, on which nothing happened."""

from __future__ import annotations

from pitboss.books import Period
from pitboss.floor.state.floor import State
from pitboss.reports.source import ReportSource, SiteFacts
from pitboss.rules.catalog import profile

SITE = SiteFacts(
    house="The Card Room",
    time_zone="America/Los_Angeles",
    profile=profile("washington"),
    tables={},
    jackpots={},
    terms={},
    wagers={},
    reserve="",
    removal="",
    notices={},
    own_paytables="",
)


class StandingBooks:
    """Books that know one floor, whatever the time."""

    def __init__(self, state: State) -> None:
        self._state = state

    def state_at(self, at_ms: int) -> State:
        return self._state

    def find_entries(self, *kinds: str, **wanted: object) -> list[object]:
        return []


def standing(state: State) -> ReportSource:
    """A report's source of this floor."""
    return ReportSource(StandingBooks(state), Period(0, 1), SITE)  # type: ignore[arg-type]
