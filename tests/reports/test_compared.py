"""Totals beside those of a week and a month before: the earlier report's own, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeAlias

import pytest

from pitboss.books import Books, Period, open_books
from pitboss.floor.facts import people
from pitboss.journal.place import JournalPlace
from pitboss.live.folder import read_folder
from pitboss.reports.choosing import instant
from pitboss.reports.compared import _month_before
from pitboss.reports.making import make_report
from pitboss.reports.paper_report import PaperReport
from pitboss.reports.sheet import Sheet, value_of
from pitboss.web.office.report_site import site_facts
from pitboss.web.shell.telling import BOARD_WORDS
from web.history import Past

from .played import make_house

DAYS = 38
Make: TypeAlias = Callable[[str, str, str], PaperReport]


def weeks(past: Past) -> None:
    """Each day another number of rounds; a hit every fifth."""
    past.ask(people.SignOut, table="H2")
    past.end_day()
    for number in range(DAYS):
        past.ask(people.SignOut, table="C1")
        past.ask(people.SignIn, table="C1", badge="D100")
        for _ in range(1 + number % 4):
            past.round("C1", [1, 2], hands=None if number % 5 else {1: "three_of_a_kind"})
        past.end_day()


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    folder = tmp_path_factory.mktemp("compared") / "site"
    make_house(folder, then=weeks)
    found, books = read_folder(folder), open_books(JournalPlace(folder)())
    _complete(books)
    facts = site_facts(found.site, found.profile, found.names(BOARD_WORDS), folder)

    def made(name: str, begin: str, end: str) -> PaperReport:
        ends = (each if "T" in each else f"{each}T06:00" for each in (begin, end))
        period = Period(*(instant(each, facts.time_zone) for each in ends))
        return make_report(books, name, period, facts)

    return made


def _complete(books: Books) -> None:
    assert books.catch_up() == 0


def sheet_of(report: PaperReport, name: str) -> Sheet:
    return next(each for each in report.sheets if each.name == name)


def totals(report: PaperReport) -> dict[tuple[str, str], int]:
    """Every total of the report itself, by sheet and column."""
    return {
        (sheet.name, column.name): sheet.sum_of(place)
        for sheet in report.sheets
        for place, column in enumerate(sheet.columns)
        if column.summed
    }


@pytest.mark.parametrize("name", ["accrual", "coin_in", "prize_register"])
def test_earlier_figures_are_those_of_the_reports_of_those_days(make: Make, name: str) -> None:
    days = (
        ("2026-12-11", "2026-12-12"),
        ("2026-12-04", "2026-12-05"),
        ("2026-11-11", "2026-11-12"),
    )
    now, *before = (make(name, *each) for each in days)
    compared = 0
    for sheet in (sheet_of(now, "compared"), sheet_of(now, "compared_counts")):
        for row in sheet.rows:
            key = (str(row[0]), str(row[1]))
            if key[0] == "played_by_table":
                continue
            assert tuple(map(value_of, row[2:5])) == tuple(
                totals(each)[key] for each in (now, *before)
            )
            compared += 1
    assert compared >= 3


def test_days_are_compared_with_those_of_the_month_before(make: Make) -> None:
    now = make("coin_in", "2026-12-10", "2026-12-13")
    row = next(row for row in sheet_of(now, "compared").rows if row[1] == "coin_in")
    november = make("coin_in", "2026-11-10", "2026-11-13")
    assert row[4] == totals(november)["bets", "coin_in"] > 0


def test_a_month_before_has_as_many_days() -> None:
    def before(begin: str, end: str) -> tuple[str, ...] | None:
        found = _month_before(datetime.fromisoformat(begin), datetime.fromisoformat(end))
        return found and tuple(each.isoformat()[5:13] for each in found)

    assert before("2027-03-24T06", "2027-03-31T06") == ("02-24T06", "03-03T06")
    assert before("2027-12-25T06", "2028-01-01T06") == ("11-25T06", "12-02T06")
    assert before("2027-03-01T06", "2027-04-01T06") == ("02-01T06", "03-01T06")
    assert before("2027-01-01T06", "2027-02-01T06") == ("12-01T06", "01-01T06")
    assert before("2027-03-31T06", "2027-04-01T06") is None


def test_a_period_in_which_the_record_begins_is_no_comparison(make: Make) -> None:
    now = make("coin_in", "2026-11-08", "2026-11-15")
    assert {row[3] for row in sheet_of(now, "compared").rows} == {None}


def test_what_no_record_covers_is_empty_and_no_zero(make: Make) -> None:
    now = make("coin_in", "2026-11-09", "2026-11-10")
    for sheet in (sheet_of(now, "compared"), sheet_of(now, "compared_counts")):
        assert sheet.rows
        assert {row[3] for row in sheet.rows} == {row[4] for row in sheet.rows} == {None}


def test_a_31st_has_no_day_a_month_before(make: Make) -> None:
    now = make("coin_in", "2026-12-11", "2026-12-12")
    assert any(row[4] for row in sheet_of(now, "compared").rows)
    ends = make("coin_in", "2026-12-31", "2027-01-01")
    assert all(row[4] is None for row in sheet_of(ends, "compared").rows)


def test_hold_and_contributions_stand_beside_theory(make: Make) -> None:
    period = ("2026-12-04", "2026-12-12")
    rows = {(row[0], row[1]): row for row in sheet_of(make("accrual", *period), "compared").rows}
    (line,) = sheet_of(make("floor_play", *period), "played_by_table").rows
    names = [
        column.name for column in sheet_of(make("floor_play", *period), "played_by_table").columns
    ]
    cell: dict[str, Any] = dict(zip(names, line, strict=True))
    hold = rows["played_by_table", "hold"]
    assert hold[2] == cell["hold"]
    assert hold[5] == round(cell["theory"] * cell["wagered"])
    given = rows["coin_in", "to_levels"]
    assert given[5] == given[2] == cell["wagered"] // 4  # 20 % and 5 %


def test_part_of_a_day_has_no_theory(make: Make) -> None:
    whole = sheet_of(make("accrual", "2026-12-04", "2026-12-05"), "compared")
    assert any(row[5] for row in whole.rows)
    part = sheet_of(make("accrual", "2026-12-04T06:00:30", "2026-12-05"), "compared")
    assert part.rows
    assert not any(row[5] for row in part.rows)
