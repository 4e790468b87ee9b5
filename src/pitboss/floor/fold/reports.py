"""Applies events of reports to the floor."""

from __future__ import annotations

from pitboss.floor.facts import reports
from pitboss.floor.money.meter import list_readings
from pitboss.floor.state.floor import State, changed
from pitboss.floor.state.shortfalls import LIABILITY, level_name
from pitboss.money import Micros, shown_down

ACCESS_REVIEW = "access_review"


def report_recorded(state: State, event: reports.ReportRecorded) -> None:
    assert event.copy == (state.reports.get(event.report) or 0) + 1, "copies are numbered in order"
    state.reports[event.report] = event.copy
    if event.report == LIABILITY:
        for jackpot, reading in list_readings(state):
            held = Micros(reading.reserve_micros + reading.overflow_micros)
            state.unshown[level_name(jackpot, reading.level)] = shown_down(held)
    site = state.site
    if event.report == ACCESS_REVIEW and site is not None:
        state.site = changed(site, reviewed_ms=max(event.to_ms, site.reviewed_ms))
