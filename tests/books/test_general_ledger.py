"""The general ledger against plain sums of postings from the rows, and its files read back by a
parser of their own."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from pitboss.books import open_books
from pitboss.books.general_ledger import BY_DAY, BY_MONTH, Transaction, make_ledger
from pitboss.books.keeping import Books
from pitboss.floor.facts import bank, days, people
from pitboss.floor.facts.account_codes import MapAccount
from pitboss.floor.facts.months import CloseMonth
from pitboss.floor.fold import apply
from pitboss.floor.money import ledger
from pitboss.floor.state.floor import State
from pitboss.journal.codec import events_of
from pitboss.journal.place import JOURNAL_FILE
from pitboss.journal.sqlite import SqliteJournal
from pitboss.money import MICROS_PER_CENT, Cents
from pitboss.refusal import Refusal
from pitboss.reports.ledger_files import ledger_csv, ledger_iif
from web.history import DAY_MS, Past
from web.office_support import BANK, approve_tables
from web.server_support import STARTER

CODES = {
    "players": ("1000", "Cash on tables"), "cage": ("1010", "Cage"),
    "bank": ("1020", "Jackpot bank"),
    "bank_charges": ("6000", "Bank charges"), "meter": ("2100", "Jackpots"),
    "reserve": ("2110", "Jackpot reserve"), "overflow": ("2110", "Jackpot reserve"),
    "owed": ("2200", "Prizes owed"), "house": ("4000", "Table win"),
    "rounding": ("6999", "Rounding"),
}  # fmt: skip
FIRST, LAST = "2026-11-07", "2026-12-31"


def map_all(past: Past, first_day: str = FIRST, codes: dict[str, tuple[str, str]] = CODES) -> None:
    for account, (code, name) in codes.items():
        said = {"account_code": code, "account_name": name, "first_day": first_day}
        past.ask(MapAccount, account=account, badges=("A400", "E300"), **said)


def play(past: Past) -> None:
    """Three days of November at rates that leave parts of a cent, and one of December."""
    past.ask(people.SignIn, table="C1", badge="D100")
    past.round("C1", [1, 2, 3])
    past.round("C1", [4], hands={4: "four_aces"})
    past.end_day()
    past.round("C1", [1, 2])
    entry = {"reference": "slip 9", "day": "2026-11-08", "badge": "A400"}
    past.ask(bank.RecordDeposit, cents=Cents(12_345), **entry)
    past.end_day()
    past.round("C1", [1, 2, 3, 4, 5])
    past.end_day()
    past.at_ms += 25 * DAY_MS
    past.ask(days.TurnShift)
    past.round("C1", [5])
    past.end_day()


@contextmanager
def house(folder: Path, *steps: Callable[[Past], object]) -> Iterator[tuple[Books, SqliteJournal]]:
    folder.mkdir()
    text = STARTER.read_text("utf-8")
    maximum, wager = 'maximum = "$50,000"', 'wager = "$1"'
    text = text.replace(maximum, f"rate_ppm = 200_003\nreserve_ppm = 50_001\n{maximum}", 1)
    text = text.replace(wager, f"house_ppm = 749_996\n{wager}", 1)
    (folder / "site.toml").write_text(text, "utf-8")
    approve_tables(folder / "site.toml")
    with (folder / "site.toml").open("a", encoding="utf-8") as file:
        file.write(BANK)
    past = Past(folder)
    for step in steps:
        step(past)
    past.close()
    journal = SqliteJournal(folder / JOURNAL_FILE, read_only=True)
    books = open_books(journal)
    books.catch_up()
    yield books, journal
    journal.close()


def posted(journal: SqliteJournal, after_seq: int, last_seq: int) -> dict[str, int]:
    """The sum of what these rows post to each account, from the first row on."""
    state, found = State(), dict[str, int]()
    for row in journal.rows(after_seq=0, limit=10_000):
        state.seq += 1
        for event in events_of(row.events):
            for account, amount in ledger.list_postings(state, event):
                if after_seq < row.seq <= last_seq and not account.startswith("training:"):
                    found[account] = found.get(account, 0) + amount
            apply(state, event)
    return {account: amount for account, amount in found.items() if amount}


def debits(transactions: tuple[Transaction, ...]) -> dict[str, int]:
    """What the transactions together put into each account, debits above zero."""
    found: dict[str, int] = {}
    for line in (line for each in transactions for line in each.lines):
        found[line.account] = found.get(line.account, 0) + line.cents
    return {account: cents for account, cents in found.items() if cents}


def rounded(balances: dict[str, int]) -> dict[str, int]:
    """Each balance rounded down, as a debit; what that leaves is `rounding`."""
    cents = {account: amount // MICROS_PER_CENT for account, amount in balances.items()}
    cents["rounding"] = -sum(cents.values())
    is_debit = ("bank", "cage", "bank_charges")
    signed = {name: each if name in is_debit else -each for name, each in cents.items()}
    return {name: each for name, each in signed.items() if each}


def test_every_transaction_sums_to_zero_and_all_of_them_to_the_books(tmp_path: Path) -> None:
    with house(tmp_path / "site", map_all, play) as (books, journal):
        made = make_ledger(books, FIRST, LAST, BY_DAY)
        assert [each.name for each in made] == [
            "2026-11-07", "2026-11-08", "2026-11-09", "2026-11-10", "2026-12-05",
        ]  # fmt: skip
        for each in made:
            assert sum(line.cents for line in each.lines) == 0
        for count in range(1, len(made) + 1):
            last_seq = made[count - 1].last_seq
            assert debits(made[:count]) == rounded(posted(journal, 0, last_seq))
        exact = posted(journal, 0, made[-1].last_seq)
        assert exact["meter:fours:main"] % MICROS_PER_CENT  # parts of a cent were rounded
        assert "rounding" in debits(made)


def test_consecutive_exports_join_without_gap_or_overlap(tmp_path: Path) -> None:
    with house(tmp_path / "site", map_all, play) as (books, _):
        whole = make_ledger(books, FIRST, LAST, BY_DAY)
        parts = make_ledger(books, FIRST, "2026-11-08", BY_DAY)
        parts += make_ledger(books, "2026-11-09", LAST, BY_DAY)
        assert parts == whole
        assert whole[0].after_seq == 0
        for before, after in pairwise(whole):
            assert after.after_seq == before.last_seq


def test_by_month_only_closed_ones_with_the_sum_of_their_days(tmp_path: Path) -> None:
    def close(past: Past) -> None:
        past.ask(CloseMonth, month="2026-11", badges=("A400", "U600"))

    with house(tmp_path / "site", map_all, play, close) as (books, _):
        (november,) = make_ledger(books, FIRST, LAST, BY_MONTH)
        by_day = make_ledger(books, FIRST, "2026-11-30", BY_DAY)
        assert debits((november,)) == debits(by_day)
        assert (november.name, november.day) == ("2026-11", "2026-11-30")
        assert (november.after_seq, november.last_seq) == (0, by_day[-1].last_seq)
        with pytest.raises(Refusal, match="no month of it is closed"):
            make_ledger(books, "2026-12-01", LAST, BY_MONTH)


def test_an_account_without_a_code_is_refused_by_name(tmp_path: Path) -> None:
    codes = {name: code for name, code in CODES.items() if name not in ("meter", "cage")}
    with (
        house(tmp_path / "site", lambda past: map_all(past, codes=codes), play) as (books, _),
        pytest.raises(Refusal) as refused,
    ):
        make_ledger(books, FIRST, LAST, BY_DAY)
    assert refused.value.told.code == "ACCOUNT_UNMAPPED"
    assert "meter:fours:main" in str(refused.value)


def test_the_first_mapped_day_brings_the_balances_in(tmp_path: Path) -> None:
    with house(tmp_path / "site", lambda past: map_all(past, first_day="2026-11-09"), play) as (
        books,
        journal,
    ):
        made = make_ledger(books, "2026-11-09", LAST, BY_DAY)
        assert debits(made) == rounded(posted(journal, 0, made[-1].last_seq))
        with pytest.raises(Refusal):
            make_ledger(books, "2026-11-08", LAST, BY_DAY)


def test_a_new_code_takes_the_balance_along(tmp_path: Path) -> None:
    def rename(past: Past) -> None:
        map_all(past, first_day="2026-12-05", codes={"meter:fours": ("2150", "Crazy 4")})

    with house(tmp_path / "site", map_all, rename, play) as (books, journal):
        made = make_ledger(books, FIRST, LAST, BY_DAY)
        last = {(line.code, line.account): line.cents for line in made[-1].lines}
        before = debits(made[:-1])["meter:fours:main"]
        after = rounded(posted(journal, 0, made[-1].last_seq))["meter:fours:main"]
        assert last["2100", "meter:fours:main"] == -before
        assert last["2150", "meter:fours:main"] == after


def read_iif(text: str) -> list[list[tuple[str, str, int, str]]]:
    """The entries of an IIF file: date, account, cents and number of each line."""
    rows = [line.split("\t") for line in text.removesuffix("\r\n").split("\r\n")]
    heads = {row[0][1:]: row[1:] for row in rows[:3]}
    assert list(heads) == ["TRNS", "SPL", "ENDTRNS"]
    assert heads["TRNS"] == heads["SPL"]
    found, entry = [], list[tuple[str, str, int, str]]()
    for kind, *fields in rows[3:]:
        if kind == "ENDTRNS":
            assert not fields
            found.append(entry)
            entry = []
            continue
        assert kind == ("SPL" if entry else "TRNS")
        line = dict(zip(heads[kind], fields, strict=True))
        assert line["TRNSTYPE"] == "GENERAL JOURNAL"
        whole, cents = line["AMOUNT"].removeprefix("-").split(".")
        amount = int(whole) * 100 + int(cents)
        signed = -amount if line["AMOUNT"].startswith("-") else amount
        entry.append((line["DATE"], line["ACCNT"], signed, line["DOCNUM"]))
    assert not entry
    return found


def test_an_iif_file_is_read_back(tmp_path: Path) -> None:
    with house(tmp_path / "site", map_all, play) as (books, _):
        made = make_ledger(books, FIRST, LAST, BY_DAY)
    entries = read_iif(ledger_iif(made))
    assert [entry[0][0] for entry in entries] == [
        "11/07/2026", "11/08/2026", "11/09/2026", "12/05/2026",
    ]  # fmt: skip
    for entry in entries:
        assert sum(cents for _, _, cents, _ in entry) == 0
    # 2 wagers of $1 each at C1 and $123.45 from the cage to the bank.
    second = {(account, cents) for _, account, cents, _ in entries[1]}
    assert {("Cash on tables", 200), ("Jackpot bank", 12_345), ("Cage", -12_345)} <= second
    assert {number for entry in entries for *_, number in entry} == {
        "20261107", "20261108", "20261109", "20261205",
    }  # fmt: skip


def test_a_csv_file_has_debits_and_credits_and_the_rows_it_covers(tmp_path: Path) -> None:
    with house(tmp_path / "site", map_all, play) as (books, _):
        made = make_ledger(books, FIRST, LAST, BY_DAY)
        again = make_ledger(books, FIRST, LAST, BY_DAY)
    assert ledger_csv(made) == ledger_csv(again)
    assert ledger_iif(made) == ledger_iif(again)
    rows = list(csv.DictReader(io.StringIO(ledger_csv(made), newline="")))
    for each in made:
        mine = [row for row in rows if row["entry"] == each.name]
        cents = [
            sum(int(row[side].replace(".", "")) for row in mine if row[side])
            for side in ("debit", "credit")
        ]
        assert cents[0] == cents[1]
        assert all(
            (row["first_row"], row["last_row"]) == (str(each.after_seq + 1), str(each.last_seq))
            for row in mine
        )
    assert all(bool(row["debit"]) != bool(row["credit"]) for row in rows)
