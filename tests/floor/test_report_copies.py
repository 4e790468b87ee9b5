"""Copies of reports: numbered from 1, each report for itself, whoever makes them."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.floor.facts import changes, reports
from pitboss.floor.view.due import due_things
from pitboss.rules.cited_law import CitedNumber

from .support import Floor, hired_floor
from .test_days import a_floor, at

DIGEST = "a" * 64


def copy(floor: Floor, report: str, badge: str = "ann") -> int:
    (event,) = floor.must(
        reports.RecordReport, report=report, file_format="pdf", from_ms=0, to_ms=1, last_seq=9,
        sha256=DIGEST, badge=badge,
    )  # fmt: skip
    assert isinstance(event, reports.ReportRecorded)
    return event.copy


def test_copies_of_each_report_are_numbered_in_order() -> None:
    floor = hired_floor()
    numbers = [copy(floor, "accrual"), copy(floor, "exposure"), copy(floor, "accrual", "oto")]
    assert numbers == [1, 1, 2]


def test_a_dealer_makes_no_copies() -> None:
    floor = hired_floor()
    fields = {"report": "accrual", "file_format": "pdf", "last_seq": 9, "sha256": DIGEST}
    refused = floor.refused(reports.RecordReport, from_ms=0, to_ms=1, badge="dora", **fields)
    assert refused == "ROLE_TOO_LOW"


def test_a_period_ends_after_it_begins() -> None:
    floor = hired_floor()
    fields = {"report": "accrual", "file_format": "pdf", "last_seq": 9, "sha256": DIGEST}
    refused = floor.refused(reports.RecordReport, from_ms=1, to_ms=1, badge="ann", **fields)
    assert refused == "PERIOD_WRONG"


def reviews(floor: Floor, time: str) -> list[int]:
    """By when an access review is due, as the office's first page lists it at a time."""
    found = due_things(floor.state, at(time))
    return [each.due_ms for each in found if each.what == "access_review"]


def test_an_access_review_is_due_90_days_after_the_last_one() -> None:
    """Opened on 14 November 2026 at 12:00:01: due on 12 February 2027 at 12:00:01, and listed from
    29 January on. Reviewed up to 1 February: due on 2 May."""
    floor = a_floor()
    assert reviews(floor, "2027-01-29T11:59") == []
    assert reviews(floor, "2027-01-29T12:01") == [at("2027-02-12T12:00") + 1000]
    period = {"from_ms": at("2026-11-14T12:00"), "to_ms": at("2027-02-01T00:00")}
    fields = {"file_format": "pdf", "last_seq": 9, "sha256": DIGEST, "badge": "oto", **period}
    floor.must(reports.RecordReport, report="accrual", **fields)
    assert reviews(floor, "2027-02-13T00:00") == [at("2027-02-12T12:00") + 1000]
    floor.must(reports.RecordReport, report="access_review", **fields)
    assert reviews(floor, "2027-02-13T00:00") == []
    assert reviews(floor, "2027-05-01T00:00") == [at("2027-05-02T00:00")]
    no_rule = replace(floor.state.law, access_review_days=CitedNumber(0))
    floor.must(
        changes.OpenSite, name="Cedar Room", currency="USD", time_zone="UTC", profile="tribal",
        law=no_rule,
        reason="no rule", by=("eve", "ann"),
    )  # fmt: skip
    assert reviews(floor, "2027-05-01T00:00") == []
