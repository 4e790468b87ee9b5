"""Reports of floors that were played by chance, with every fault of the clock: any period, against
a plain look at all rows."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict

import pytest

from books.plain import journal_of, random_period, random_rows
from pitboss.books import Books, Period, open_books
from pitboss.journal import Row
from pitboss.money import MICROS_PER_CENT
from pitboss.reports.making import make_report, reports
from pitboss.reports.sheet import MICROS, MONEY, Sheet, value_of
from pitboss.reports.source import SiteFacts
from pitboss.rules.catalog import profile

from . import second
from .played import Rows

SITE = SiteFacts(
    house="By chance",
    time_zone="America/Los_Angeles",
    profile=profile("washington"),
    tables={},
    jackpots={f"J{n}": f"J{n}" for n in range(10)},
    terms={},
    wagers={},
    reserve="",
    removal="",
    notices={},
    own_paytables="",
)
SEEDS = (1, 2, 3, 4)


def played(rng_seed: int) -> tuple[list[Row], Books]:
    rows = random_rows(rng_seed)
    books = open_books(journal_of(rows))
    assert books.catch_up() == 0
    return rows, books


def plain_rows(rows: list[Row], period: Period) -> Rows:
    """The rows dated in a period, as an export has them; play money apart."""
    return [
        {"seq": row.seq, "at_ms": row.at_ms, "events": json.loads(row.events)}
        for row in rows
        if period.from_ms <= row.at_ms < period.to_ms
    ]


def training(rows: list[Row]) -> set[str]:
    return {
        event["jackpot"]
        for _, event in second.events(plain_rows(rows, Period(0, 2**53)), "jackpot-opened")
        if event["terms"]["training"]
    }


def exact(sheet: Sheet, *names: str) -> dict[tuple[object, ...], int]:
    """All that the amounts of each row come to in micros, by the cells of these names; rows that
    come to nothing are left out."""
    places = {column.name: place for place, column in enumerate(sheet.columns)}
    found: dict[tuple[object, ...], int] = defaultdict(int)
    for row in sheet.rows:
        key = tuple(value_of(row[places[name]]) for name in names)
        for column, cell in zip(sheet.columns, row, strict=True):
            value = value_of(cell)
            if isinstance(value, int) and column.kind == MONEY:
                found[key] += value * MICROS_PER_CENT
            elif isinstance(value, int) and column.kind == MICROS:
                found[key] += value
    return {key: amount for key, amount in found.items() if amount}


@pytest.mark.parametrize("rng_seed", SEEDS)
def test_R1_accrues_to_the_last_micro(rng_seed: int) -> None:
    rows, books = played(rng_seed)
    chance = random.Random(rng_seed)
    for _ in range(8):
        period = random_period(rows, chance)
        made = make_report(books, "accrual", period, SITE)
        expected = {
            place: sum(parts)
            for place, parts in second.accrued(plain_rows(rows, period)).items()
            if sum(parts) and place[1] not in training(rows)
        }
        assert exact(made.sheets[0], "table", "jackpot", "level") == expected


@pytest.mark.parametrize("rng_seed", SEEDS)
def test_R1_every_row_adds_up_to_the_cent(rng_seed: int) -> None:
    rows, books = played(rng_seed)
    chance = random.Random(rng_seed)
    for _ in range(8):
        explained = make_report(books, "accrual", random_period(rows, chance), SITE).sheets[2]
        for row in explained.rows:
            *parts, closing = (cell for cell in row[3:] if isinstance(cell, int))
            assert sum(parts) == closing


@pytest.mark.parametrize("rng_seed", SEEDS)
def test_R5_counts_every_bet(rng_seed: int) -> None:
    rows, books = played(rng_seed)
    chance = random.Random(rng_seed)
    for _ in range(8):
        period = random_period(rows, chance)
        made, *_ = make_report(books, "coin_in", period, SITE).sheets
        expected = {
            (table, jackpot): (counted["made"], counted["voided"])
            for (table, jackpot), counted in second.bets(plain_rows(rows, period)).items()
            if jackpot not in training(rows)
        }
        assert {(row[0], row[1]): (row[3], row[4]) for row in made.rows} == expected


@pytest.mark.parametrize("rng_seed", SEEDS)
def test_R7_and_R8_leave_nothing_out(rng_seed: int) -> None:
    rows, books = played(rng_seed)
    chance = random.Random(rng_seed)
    for _ in range(4):
        period = random_period(rows, chance)
        inside = plain_rows(rows, period)
        counted = Counter(event["kind"].replace("-", "_") for _, event in second.events(inside))
        by_reason = make_report(books, "adjustments", period, SITE).sheets[1]
        for row in by_reason.rows:
            assert isinstance(row[2], int)
            assert row[2] <= counted[str(row[0])]
        _, exceptions, _ = make_report(books, "exceptions", period, SITE).sheets
        refused = sum(row[2] == "command_refused" for row in exceptions.rows)
        assert refused == counted["command_refused"]


@pytest.mark.parametrize("rng_seed", SEEDS)
def test_every_report_of_every_floor_is_made_and_written(rng_seed: int) -> None:
    """The same digest for the same rows; no report fails on what chance brings. A posting sheet is
    left out: some of these floors play paytables that no folder has."""
    rows, books = played(rng_seed)
    period = Period(0, max(row.at_ms for row in rows) + 1)
    for each in (each for each in reports() if each.name != "posting_sheet"):
        one = make_report(books, each.name, period, SITE)
        two = make_report(books, each.name, period, SITE)
        assert one.digest == two.digest
        assert one.last_hash == rows[one.last_seq - 1].hash
