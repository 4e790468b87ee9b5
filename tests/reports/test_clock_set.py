"""Where the clock was set, every report has the same reading of an instant, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.audit import Until, replay
from pitboss.books import Period, open_books
from pitboss.floor.facts import bank, clock, people
from pitboss.floor.facts.values import BankAccount
from pitboss.journal.place import JournalPlace
from pitboss.live.folder import read_folder
from pitboss.money import Cents
from pitboss.reports.making import make_report
from pitboss.reports.paper_report import PaperReport, note_of
from pitboss.reports.sheet import CellValue, value_of
from pitboss.web.office.report_site import site_facts
from pitboss.web.shell.telling import BOARD_WORDS
from pitboss.words.language import WORDS
from web.history import BEGIN_MS, DAY_MS, Past
from web.office_support import approve_tables
from web.server_support import STARTER

FOURS = "Four-card progressive, Pays 3"  # its paytable's title
SEED_CENTS = 1_000_00
HOUR_MS = 3_600_000
MORNING = Period(BEGIN_MS, BEGIN_MS + HOUR_MS)  # of the day that it was
WRONG_DAY = Period(BEGIN_MS + 4 * DAY_MS - HOUR_MS, BEGIN_MS + 5 * DAY_MS)
AFTER_ALL = Period(BEGIN_MS + 5 * DAY_MS, BEGIN_MS + 6 * DAY_MS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five rounds of three, then the clock is four days ahead for three rounds of four, then right
    again for five rounds of two: $3.00, $2.40 and $2.00 for the meter of `fours`."""
    made = tmp_path_factory.mktemp("clock") / "site"
    made.mkdir()
    (made / "site.toml").write_text(STARTER.read_text("utf-8"), "utf-8")
    approve_tables(made / "site.toml")
    past = Past(made)
    slip = {"reference": "slip 1", "day": "2026-11-07", "badge": "A400"}
    account = BankAccount("Cedar Bank", "WA", "4821")
    past.ask(bank.NameBankAccount, account=account, badges=("E300", "A400"))
    past.ask(bank.RecordDeposit, cents=Cents(9_000_000), **slip)
    past.ask(people.SignIn, table="C1", badge="D100")
    for _ in range(5):
        past.round("C1", [1, 2, 3])
    right_ms = past.at_ms
    past.at_ms += 4 * DAY_MS
    past.ask(clock.NoteClockJump, expected_ms=right_ms, found_ms=past.at_ms)
    for _ in range(3):
        past.round("C1", [1, 2, 3, 4])
    wrong_ms, past.at_ms = past.at_ms, right_ms + 600_000
    past.ask(clock.NoteClockJump, expected_ms=wrong_ms, found_ms=past.at_ms)
    for _ in range(5):
        past.round("C1", [1, 2])
    past.close()
    return made


def made(folder: Path, name: str, period: Period) -> PaperReport:
    """A report of the site."""
    found = read_folder(folder)
    books = open_books(JournalPlace(folder, "")())
    try:
        books.catch_up()
        names = found.names(BOARD_WORDS)
        facts = site_facts(found.site, found.profile, names, folder)
        return make_report(books, name, period, facts)
    finally:
        books.close()


def row_of(report: PaperReport, sheet: str) -> dict[str, CellValue]:
    """The meter of `fours`."""
    (found,) = (each for each in report.sheets if each.name == sheet)
    names = [column.name for column in found.columns]
    rows = [dict(zip(names, map(value_of, row), strict=True)) for row in found.rows]
    return next(row for row in rows if row["jackpot"] == FOURS and row["level"] == "main")


def test_an_instant_has_one_reading(folder: Path) -> None:
    """At the end of the morning the sign shows $1,007.40, whoever is asked."""
    accrual = row_of(made(folder, "accrual", MORNING), "explained")
    assert accrual["closing"] == SEED_CENTS + 740
    liability = row_of(made(folder, "closing_liability", MORNING), "liability")
    assert liability["posted"] == SEED_CENTS + 740
    journal = JournalPlace(folder, "")()
    try:
        state = replay(journal, Until(at_ms=MORNING.to_ms - 1)).state
    finally:
        journal.close()
    reading = state.jackpot("fours").levels["main"].reading
    assert reading.meter_micros == (SEED_CENTS + 740) * 1_000_000


def test_what_moved_belongs_to_its_date_and_the_rest_has_a_column(folder: Path) -> None:
    accrual = row_of(made(folder, "accrual", MORNING), "explained")
    assert accrual["opening"] == 0
    assert accrual["moved_opening"] == SEED_CENTS
    assert (accrual["moved_contributions"], accrual["moved_otherwise"]) == (500, 240)
    wrong = row_of(made(folder, "accrual", WRONG_DAY), "explained")
    assert (wrong["opening"], wrong["closing"]) == (SEED_CENTS + 740, SEED_CENTS + 740)
    assert (wrong["moved_contributions"], wrong["moved_otherwise"]) == (240, -240)


def test_a_report_says_where_the_clock_was_set(folder: Path) -> None:
    words = WORDS["office"]
    for name in ("accrual", "closing_liability"):
        for period in (MORNING, WRONG_DAY):
            report = made(folder, name, period)
            assert len(report.clock_jumps) == 2
            assert "The clock was changed" in note_of(report, words)
        assert note_of(made(folder, name, AFTER_ALL), words) == ""
