"""Parts of the office: cells as text and as CSV, charts, the pace of play, who finds which page."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.books.history import History, PlayPace, Point
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.reports import r05_coin_in
from pitboss.reports.sheet import (
    COUNT,
    DAY,
    MICROS,
    MONEY,
    PERCENT,
    RATE,
    SHARE,
    TEXT,
    TIME,
    WORDS,
    CellValue,
    Column,
    Linked,
    sheet,
)
from pitboss.reports.sheet_csv import csv_text
from pitboss.web.office import day_pages, meter_pages, paytables
from pitboss.web.office.chart import chart
from pitboss.web.office.figures import hours_to, wagers_per_hour
from pitboss.web.office.menu import BY_NAME, home_of, need_reader, sections_for
from pitboss.words.language import speaking

HOUR_MS = 3_600_000


@pytest.mark.parametrize(
    ("kind", "value", "shown", "plain"),
    [
        (MONEY, 12_481_743, "$124,817.43", "124817.43"),
        (MONEY, -5, "-$0.05", "-0.05"),
        (MICROS, 100_000_000, "$1.000000", "1.00000000"),
        (MICROS, -1_234_567, "-$0.012346", "-0.01234567"),
        (COUNT, 54_145, "54,145", "54145"),
        (RATE, 200_000, "20.00 %", "20.0000"),
        (SHARE, Fraction(1, 3), "33.3333 %", "33.333333"),
        (PERCENT, Fraction(-1, 14), "-7.14 %", "-7.142857"),
        (PERCENT, 0, "0.00 %", "0.000000"),
        (TIME, 1_794_720_270_000, "2026-11-14 21:24:30 PST", "2026-11-14T21:24:30.000-08:00"),
        (WORDS, "meter_adjusted", "Meter adjusted", "meter_adjusted"),
        (TEXT, "=1+1", "=1+1", "'=1+1"),
        (TEXT, "@sum", "@sum", "'@sum"),
        (MONEY, None, "–", '""'),
    ],
)
def test_a_cell_on_the_page_and_in_a_spreadsheet(
    kind: str, value: CellValue, shown: str, plain: str
) -> None:
    made = sheet("cells", [Column("cell", kind)], [[value]], time_zone="America/Los_Angeles")
    ((cell,),) = made.shown
    assert cell.text == shown
    assert csv_text([made]) == f"cell\r\n{plain}\r\n"


@pytest.mark.parametrize(
    ("micros", "shown", "exact", "plain"),
    [
        (100_000_000, "$1.00", "", "1.00000000"),
        (-1_234_567, "-$0.01", "-$0.01234567", "-0.01234567"),
        (999_999, "$0.00", "$0.00999999", "0.00999999"),
    ],
)
def test_a_page_shows_micros_on_demand(micros: int, shown: str, exact: str, plain: str) -> None:
    made = sheet("cells", [Column("c", MICROS, in_cents=True)], [[micros]], time_zone="UTC")
    ((cell,),) = made.shown
    assert (cell.text, cell.exact) == (shown, exact)
    assert csv_text([made]) == f"c\r\n{plain}\r\n"


def test_a_cell_may_lead_somewhere_and_sorts_by_its_value() -> None:
    made = sheet("cells", [Column("amount", MONEY)], [[Linked(900, "/there")]], time_zone="UTC")
    ((cell,),) = made.shown
    assert (cell.text, cell.order, cell.address, cell.right) == ("$9.00", "900.0", "/there", True)


def test_a_list_finds_a_time_as_a_page_and_as_a_file_write_it() -> None:
    columns = [Column("at", TIME), Column("day", DAY), Column("name", TEXT)]
    rows: list[list[CellValue]] = [[1_794_720_270_000, "2026-11-14", "C1"]]
    with speaking("en"):
        ((at, day, name),) = sheet("cells", columns, rows, time_zone="America/Los_Angeles").shown
    assert (at.text, at.found_by) == ("Nov 14, 2026, 9:24 PM", "2026-11-14 21:24:30 PST")
    assert (day.text, day.found_by) == ("Nov 14, 2026", "2026-11-14")
    assert (name.text, name.found_by) == ("C1", "")


def test_a_chart_runs_from_the_first_point_to_the_last() -> None:
    points = [
        Point(0, Cents(100_000)),
        Point(HOUR_MS, Cents(150_000)),
        Point(2 * HOUR_MS, Cents(0)),
    ]
    made = chart(History(points=points, marks=[]), time_zone="UTC", maximum_cents=120_000)
    assert made is not None
    # 96 to 944 across; the top tick is $1,600, at 16, and nothing is at 268.
    assert made.line == "96.0,110.5 520.0,31.8 944.0,268.0"
    assert [tick.label for tick in made.up][-1] == "$1,600"
    assert made.limit == "79.0"


def test_a_meter_that_moves_little_is_no_flat_line() -> None:
    points = [Point(0, Cents(1_000_000)), Point(HOUR_MS, Cents(1_000_800))]
    made = chart(History(points=points, marks=[]), time_zone="UTC", maximum_cents=None)
    assert made is not None
    # The scale runs from $10,000 to $10,008, in steps of a dollar or two.
    assert made.line == "96.0,268.0 944.0,16.0"
    labels = [tick.label for tick in made.up]
    assert (labels[0], labels[-1]) == ("$10,000", "$10,008")


def test_the_scale_of_a_meter_that_was_won_fits_what_it_showed() -> None:
    """Seed $10,000, won at $17,000: from nothing its growth would be half of the picture."""
    points = [
        Point(0, Cents(1_000_000)),
        Point(HOUR_MS, Cents(1_700_000)),
        Point(HOUR_MS, Cents(1_000_000)),
        Point(2 * HOUR_MS, Cents(1_000_500)),
    ]
    made = chart(History(points=points, marks=[]), time_zone="UTC", maximum_cents=None)
    assert made is not None
    assert made.line == "96.0,268.0 520.0,16.0 520.0,268.0 944.0,267.8"
    labels = [tick.label for tick in made.up]
    assert (labels[0], labels[-1]) == ("$10,000", "$17,000")


@pytest.mark.parametrize(
    ("language", "last_ms", "label"),
    [
        ("en", HOUR_MS, "Jan 1, 1970, 1:00 AM"),
        ("es", HOUR_MS, "1 ene 1970, 1:00 AM"),
        ("en", 240 * HOUR_MS, "Jan 11"),
        ("es", 240 * HOUR_MS, "11 ene"),
    ],
)
def test_days_below_a_chart_are_in_local_order(language: str, last_ms: int, label: str) -> None:
    points = [Point(0, Cents(100)), Point(last_ms, Cents(200))]
    with speaking(language):
        made = chart(History(points=points, marks=[]), time_zone="UTC", maximum_cents=None)
    assert made is not None
    assert made.across[-1].label == label


def test_there_is_no_chart_of_one_moment() -> None:
    assert chart(History([Point(5, Cents(1))], []), time_zone="UTC", maximum_cents=None) is None


def test_the_pace_of_play_says_when_the_next_award_is_due() -> None:
    played = PlayPace(since_ms=0, bets=100)
    assert wagers_per_hour(played, now_ms=HOUR_MS) == 100
    assert hours_to(Fraction(54_145), played, now_ms=HOUR_MS) == Fraction(54_145, 100)
    assert hours_to(None, played, now_ms=HOUR_MS) is None
    assert wagers_per_hour(None, now_ms=HOUR_MS) is None


def test_a_role_finds_its_pages_and_is_refused_others() -> None:
    technician = [section.name for section in sections_for("technician")]
    assert technician == [
        "today", "reports", "changes", "approvals", "devices", "signs", "permissions", "papers",
        "rules", "system",
    ]  # fmt: skip
    assert home_of("technician").name == "today"
    assert len(sections_for("auditor")) == 29
    assert sections_for("dealer") == ()
    writes = [section.name for section in sections_for("auditor") if "auditor" in section.writers]
    assert writes == ["day", "months"]
    with pytest.raises(Refusal) as refused:
        need_reader(BY_NAME["bank"], "technician")
    assert refused.value.code == "ROLE_TOO_LOW"


def test_what_a_house_reads_has_two_decimals_and_odds_have_four() -> None:
    read = (*r05_coin_in.BOXES, *day_pages.BOXES, *meter_pages.WAYS, *meter_pages.POSTED)
    kinds = {column.name: column.kind for column in read}
    assert SHARE not in kinds.values()
    assert kinds["variance"] == kinds["sensor_variance"] == kinds["edge_now"] == PERCENT
    assert {column.kind for column in paytables.LINES} >= {SHARE}
