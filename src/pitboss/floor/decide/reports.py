"""Decisions about reports that leave the system."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_digest, need_id, need_short
from pitboss.floor.facts import reports
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.state.floor import State
from pitboss.refusal import Refusal


def record_report(state: State, command: reports.RecordReport) -> Sequence[Event]:
    """The next copy number of this report."""
    need_id(command.report, where="report")
    need_id(command.file_format, where="file_format")
    need_digest(command.sha256, where="sha256")
    need_short(command.award, where="award")
    need_short(command.options, where="options")
    if command.from_ms >= command.to_ms:
        raise Refusal("PERIOD_WRONG", "ends_before_begins", where=command.report)
    return [
        event_from(
            reports.ReportRecorded, command, copy=(state.reports.get(command.report) or 0) + 1
        )
    ]
