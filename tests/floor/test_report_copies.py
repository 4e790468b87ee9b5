"""Copies of reports: numbered from 1, each report for itself, whoever makes them."""

from __future__ import annotations

from pitboss.floor.facts.reports import RecordReport, ReportRecorded

from .support import Floor

DIGEST = "a" * 64


def copy(floor: Floor, report: str, badge: str = "ann") -> int:
    (event,) = floor.must(
        RecordReport, report=report, file_format="pdf", from_ms=0, to_ms=1, last_seq=9,
        sha256=DIGEST, badge=badge,
    )  # fmt: skip
    assert isinstance(event, ReportRecorded)
    return event.copy


def test_copies_of_each_report_are_numbered_in_order() -> None:
    floor = Floor()
    floor.hire()
    numbers = [copy(floor, "accrual"), copy(floor, "exposure"), copy(floor, "accrual", "oto")]
    assert numbers == [1, 1, 2]


def test_a_dealer_makes_no_copies() -> None:
    floor = Floor()
    floor.hire()
    fields = {"report": "accrual", "file_format": "pdf", "last_seq": 9, "sha256": DIGEST}
    refused = floor.refused(RecordReport, from_ms=0, to_ms=1, badge="dora", **fields)
    assert refused == "ROLE_TOO_LOW"


def test_a_period_ends_after_it_begins() -> None:
    floor = Floor()
    floor.hire()
    fields = {"report": "accrual", "file_format": "pdf", "last_seq": 9, "sha256": DIGEST}
    refused = floor.refused(RecordReport, from_ms=1, to_ms=1, badge="ann", **fields)
    assert refused == "PERIOD_WRONG"
