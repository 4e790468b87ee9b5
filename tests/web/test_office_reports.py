"""Reports in the office: who reads which, what a page shows, and that every copy is on record."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.floor.facts.reports import ReportRecorded
from pitboss.journal.codec import events_of
from pitboss.journal.sqlite import SqliteJournal
from pitboss.reports.making import reports
from pitboss.web.access.issued import Secret
from reports.played import command

from .office_support import exported, paid_by_check, played, signed_on, written
from .office_support import seen_site as site
from .server_support import Site, Visitor, code_of

__all__ = ["site"]

WHOLE = "begin=2026-11-07&end=2026-11-08"
PERIOD = {"from_ms": "1794038400000", "to_ms": "1794211200000"}


def save(visitor: Visitor, report: str, file_format: str, **fields: str) -> httpx.Response:
    """Ask for a copy, as the page's form does."""
    form = {"report": report, "format": file_format, "paper": "letter", **PERIOD, **fields}
    return visitor.form("/office/copy", **form)


def recorded(site: Site) -> list[ReportRecorded]:
    """Every copy on the record."""
    journal = SqliteJournal(site.running_site.folder / "floor.db", read_only=True)
    rows = list(journal.rows(after_seq=0, limit=10_000))
    journal.close()
    events = [event for row in rows for event in events_of(row.events)]
    return [event for event in events if isinstance(event, ReportRecorded)]


def test_each_finds_the_reports_that_are_for_him(site: Site) -> None:
    """An auditor reads all, a technician those of equipment."""
    for badge, role in (("A400", "accounting"), ("T500", "technician"), ("U600", "auditor")):
        page = signed_on(site, badge).request("GET", "/office/reports").text
        shown = {each.name for each in reports() if f'"/office/reports/{each.name}"' in page}
        assert shown == {each.name for each in reports() if role in each.readers}


def test_a_report_for_others_is_refused_on_screen_and_on_paper(site: Site) -> None:
    technician = signed_on(site, "T500")
    answer = technician.request("GET", f"/office/reports/accrual?{WHOLE}")
    assert answer.status_code == 403
    assert save(technician, "accrual", "pdf").status_code == 403


def test_a_page_has_figures_sums_links_and_what_proves_it(site: Site) -> None:
    page = signed_on(site, "A400").request("GET", f"/office/reports/accrual?{WHOLE}").text
    # 19 wagers of $1: 20 % to the meter, 5 % to the reserve.
    for text in ("$3.80", "$0.95", "<tfoot>", 'href="/office/meters/fours/main"', "SHA-256"):
        assert text in page
    adjustments = signed_on(site, "A400").request("GET", f"/office/reports/adjustments?{WHOLE}")
    assert 'href="/office/journal/' in adjustments.text


def test_without_a_period_it_is_the_last_closed_day(site: Site) -> None:
    page = signed_on(site, "A400").request("GET", "/office/reports/accrual").text
    assert "$3.60" in page  # the 18 wagers before the close
    assert f"{written('2026-11-08')}, 6:00:01 AM PST" in page


def test_a_field_left_as_it_is_shown_means_the_instant_itself(site: Site) -> None:
    """The day ended at 06:00:01; its page says 06:01, and shown again it is the same day."""
    visitor = signed_on(site, "A400")
    page = visitor.request("GET", "/office/reports/accrual").text
    begin, end = re.findall(r'type="datetime-local" value="([^"]*)"', page)
    (exact,) = re.findall(r'name="exact" value="([^"]*)"', page)
    assert (begin, end) == ("2026-11-07T08:00", "2026-11-08T06:01")
    address = "/office/reports/accrual?begin={}&end={}&exact={}"
    again = visitor.request("GET", address.format(begin, end, exact)).text
    assert f'name="exact" value="{exact}"' in again
    later = visitor.request("GET", address.format(begin, "2026-11-08T06:02", exact)).text
    assert f"{written('2026-11-08')}, 6:02:00 AM PST" in later
    for wrong in ("1-2", "5", "9999999999999999-9999999999999999"):
        typed = visitor.request("GET", address.format(begin, end, wrong)).text
        assert f"{written('2026-11-08')}, 6:01:00 AM PST" in typed


@pytest.mark.parametrize("report", [each.name for each in reports()])
def test_every_report_is_shown(site: Site, report: str) -> None:
    answer = signed_on(site, "E300").request("GET", f"/office/reports/{report}?{WHOLE}")
    assert answer.status_code == 200
    assert 'class="command"' not in answer.text


def test_a_copy_is_numbered_recorded_and_dated(site: Site) -> None:
    visitor = signed_on(site, "A400")
    before = len(recorded(site))
    first, second = save(visitor, "deposit_sheet", "csv"), save(visitor, "deposit_sheet", "csv")
    assert first.status_code == 200, first.text
    assert 'filename="R2-deposit_sheet-2026-11-08-no-1.csv"' in first.headers["content-disposition"]
    assert "-no-2.csv" in second.headers["content-disposition"]
    kept = recorded(site)[before:]
    assert [(each.report, each.copy, each.badge) for each in kept] == [
        ("deposit_sheet", 1, "A400"),
        ("deposit_sheet", 2, "A400"),
    ]
    assert kept[0].sha256 == sha256(first.content).hexdigest()
    listed = exported(visitor, "/office/reports", "copies")
    assert {"Deposit sheet"} <= {row["report"] for row in listed}


def test_what_of_a_report_is_in_sums_is_chosen_and_recorded_with_the_copy(site: Site) -> None:
    visitor = signed_on(site, "A400")
    page = visitor.request("GET", f"/office/reports/coin_in?{WHOLE}&boxes=each").text
    assert '<option value="each" selected>Each box</option>' in page
    assert '<input type="hidden" name="boxes" value="each">' in page
    assert "Drop boxes are totaled" not in page
    short = visitor.request("GET", f"/office/reports/coin_in?{WHOLE}").text
    assert "Drop boxes are totaled; boxes with a variance are listed." in short
    totals, each = save(visitor, "coin_in", "csv"), save(visitor, "coin_in", "csv", boxes="each")
    assert "boxes_explained" in totals.text
    assert "boxes_explained" not in each.text
    assert [copy.options for copy in recorded(site)[-2:]] == ["boxes=totals", ""]
    below = visitor.request("GET", f"/office/reports/prize_register?{WHOLE}&sum_below=x")
    assert "AMOUNT_UNREADABLE" in below.text


@pytest.mark.parametrize(
    ("file_format", "begins"), [("pdf", b"%PDF-"), ("xlsx", b"PK"), ("csv", b"register\r\naward,")]
)
def test_a_copy_in_each_format(site: Site, file_format: str, begins: bytes) -> None:
    answer = save(signed_on(site, "U600"), "prize_register", file_format, paper="a4")
    assert answer.status_code == 200, answer.text
    assert answer.content.startswith(begins)
    assert recorded(site)[-1].file_format == file_format


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"format": "doc"}, "FORMAT_UNKNOWN"),
        ({"report": "R99"}, "REPORT_UNKNOWN"),
        ({"from_ms": "x"}, "PERIOD_WRONG"),
        ({"from_ms": "9" * 15, "to_ms": "9" * 16}, "PERIOD_WRONG"),
        ({"to_ms": "9" * 400}, "PERIOD_WRONG"),
        ({"to_ms": PERIOD["from_ms"]}, "PERIOD_WRONG"),
        ({"paper": "foolscap"}, "PAPER_UNKNOWN"),
        ({"csrf": "0" * 64}, "CSRF_WRONG"),
    ],
)
def test_what_makes_no_copy_has_no_number(site: Site, fields: dict[str, Any], code: str) -> None:
    visitor = signed_on(site, "A400")
    before = len(recorded(site))
    form = {"csrf": visitor.csrf, "report": "accrual", "format": "pdf", "paper": "letter", **PERIOD}
    answer = visitor.request("POST", "/office/copy", data={**form, **fields})
    assert code in answer.text
    assert len(recorded(site)) == before


def test_nobody_records_a_copy_by_a_made_up_command(site: Site) -> None:
    answer = signed_on(site, "E300").press("record-report", report="accrual")
    assert code_of(answer)[0] == 401


def test_the_command_line_reads_a_site_that_runs(site: Site) -> None:
    text = command("report", "accrual", str(site.running_site.folder), "--format", "csv")
    page = signed_on(site, "A400").request("GET", "/office/reports/accrual").text
    assert sha256(text.encode()).hexdigest() in page


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Payment</span> by check<", "until</span> {day}<")),
        ("es", ("Pago</span> con cheque<", "hasta</span> {day}<")),
    ],
)
def test_what_stands_below_a_cell_follows_the_words_in_front_of_it(
    tmp_path: Path, keys: tuple[Path, dict[str, Secret]], language: str, said: tuple[str, str]
) -> None:
    with played(tmp_path / "site", keys) as opened:
        paid_by_check(opened, "77801")
        opened.access.choose_language("A400", language)
        address = "/office/reports/prize_register?begin=2026-11-07T00:00&end=2199-01-01T00:00"
        page = signed_on(opened, "A400").request("GET", address).text
        day = written("2026-11-14", language)
        assert all(each.format(day=day) in page for each in said)
