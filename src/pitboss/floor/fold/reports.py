"""What the events of reports make of the floor."""

from __future__ import annotations

from pitboss.floor.evidence import LIABILITY, level_name
from pitboss.floor.facts.reports import ReportRecorded
from pitboss.floor.meter import readings
from pitboss.floor.state import State
from pitboss.money import Micros, shown_down


def report_recorded(state: State, event: ReportRecorded) -> None:
    assert event.copy == (state.reports.get(event.report) or 0) + 1, "copies are numbered in order"
    state.reports[event.report] = event.copy
    if event.report == LIABILITY:
        for jackpot, reading in readings(state):
            held = Micros(reading.reserve_micros + reading.overflow_micros)
            state.unshown[level_name(jackpot, reading.level)] = shown_down(held)
