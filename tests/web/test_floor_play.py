"""How the floor does, and the plots of the first page, as people read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.money import Cents
from pitboss.reports.cash_law import PrizeLine, find_cash_need
from pitboss.reports.today_play import HourPlay, MeterPoint
from pitboss.web.access.issued import Secret
from pitboss.web.office.plots import draw_hours, draw_spark

from .office_support import FOURS, exported, played, signed_on
from .played_weeks import nine_days
from .server_support import Site, code_of

DAYS = "begin=2026-11-09&end=2026-11-16"


@pytest.fixture(scope="module")
def known(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    with played(tmp_path_factory.mktemp("weeks") / "site", keys, then=nine_days) as opened:
        yield opened


# ---- how the floor does -------------------------------------------------------------------------


def test_a_slice_of_chosen_days_says_take_up_and_hold(known: Site) -> None:
    """Eight days of thirty wagers of a dollar in ten rounds at six seats. 75 cents of each are
    kept; a straight flush costs $100, the seed of four aces $1,000, envy $100 twice."""
    visitor = signed_on(known, "S200")
    found = exported(
        visitor, f"/office/floor_play?by=table&{DAYS}&jackpot=fours", "played_by_table"
    )
    (line,) = found
    assert (line["table"], line["jackpot"], line["rounds"]) == ("C1", FOURS, "80")
    assert (line["bets"], line["bets_a_round"], line["take_up"]) == ("240", "3.00", "50.000000")
    assert (line["wagered"], line["hold"]) == ("240.00", "-1120.00")
    assert line["prizes_won"] == "2"


def test_a_seat_is_told_by_its_own_wagers(known: Site) -> None:
    visitor = signed_on(known, "S200")
    lines = exported(visitor, f"/office/floor_play?by=seat&{DAYS}&table=C1", "played_by_seat")
    told = {line["seat"]: (line["bets"], line["take_up"], line["hold"]) for line in lines}
    assert told == {
        "1": ("80", "100.000000", "-1240.00"),
        "2": ("80", "100.000000", "60.00"),
        "3": ("80", "100.000000", "60.00"),
    }


def test_the_page_keeps_its_choices_for_the_csv(known: Site) -> None:
    page = signed_on(known, "A400").request("GET", f"/office/floor_play?by=hour&{DAYS}").text
    assert (
        'href="?by=hour&amp;table=&amp;jackpot=&amp;begin=2026-11-09&amp;end=2026-11-16&amp;csv='
        in page
    )


def test_a_day_that_is_none_is_refused(known: Site) -> None:
    answer = signed_on(known, "A400").request("GET", "/office/floor_play?begin=yesterday")
    assert answer.status_code == 409 or code_of(answer)[1] == "TIME_UNREADABLE"


def test_a_technician_reads_no_hold(known: Site) -> None:
    assert signed_on(known, "T500").request("GET", "/office/floor_play").status_code == 403
    page = signed_on(known, "T500").request("GET", "/office/today").text
    assert 'class="plot"' not in page


# ---- the first page -----------------------------------------------------------------------------


def test_every_plot_has_its_table_and_its_csv(known: Site) -> None:
    visitor = signed_on(known, "A400")
    page = visitor.request("GET", "/office/today").text
    assert page.count('<svg viewBox="0 0 ') >= 1
    for name in ("today_hours", "today_tables", "today_meters", "today_hits", "today_cash"):
        assert f'href="?csv={name}"' in page or f'id="sheet-{name}"' in page
        assert visitor.request("GET", f"/office/today?csv={name}").text.count("\r\n") >= 1


def test_hits_of_the_month_lead_to_their_wins(known: Site) -> None:
    visitor = signed_on(known, "A400")
    hits = exported(visitor, "/office/today", "today_hits")
    assert {row["hand"] for row in hits} <= {"Four Aces"}  # a straight flush is the tray's
    page = visitor.request("GET", "/office/today").text
    assert len(re.findall(r'<circle class="hit"', page)) == len(hits)


def test_the_hours_of_two_days_have_one_scale() -> None:
    hours = [HourPlay(f"{hour:02}", Cents(0), Cents(0)) for hour in range(24)]
    hours[6] = HourPlay("06", Cents(10_000), Cents(5_000))
    drawn = draw_hours(hours)
    assert drawn is not None
    assert [float(bar.high) for bar in drawn.bars if float(bar.high)] == [180.0]
    assert drawn.week_ago.split()[12:14] == ["162.0,102.0", "179.7,102.0"]
    assert draw_hours(hours[:6]) is None


def test_a_break_even_far_above_does_not_flatten_the_line() -> None:
    points = [MeterPoint(0, Cents(100_000)), MeterPoint(1_000, Cents(101_000))]
    far, near = draw_spark(points, 5_000_000), draw_spark(points, 101_500)
    assert far is not None
    assert near is not None
    assert (far.break_even, far.line) == ("", "4.0,40.0 196.0,4.0")
    assert (near.break_even, near.line) == ("4.0", "4.0,40.0 196.0,16.0")


def test_cash_is_enough_on_nineteen_days_of_twenty() -> None:
    """Of 100 wagers at 1 in 100 with $500: none 36.8 %, one 36.8 %, two 18.4 %, three 6.1 %; three
    are enough with 98.1 %, two with 92.0 %."""
    line = PrizeLine(Fraction(1, 100), Fraction(50_000))
    need = find_cash_need([(line, 100)], 0.95)
    assert need.mean_cents == 50_000
    assert 150_000 <= need.enough_cents <= 150_600  # amounts round up by a step of the grid
    assert find_cash_need([(line, 4)], 0.95).enough_cents == 0
