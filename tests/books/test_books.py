"""Sums, entries and the floor at a time are what a plain look at all rows finds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from audit.support import filled_store, locked_store, retirement
from pitboss.books import ALWAYS, Amounts, Books, Sums, folding, keeping, open_books
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal import Last, Row
from pitboss.journal.memory import MemoryJournal, MemoryStore

from . import plain

PLAYED = (
    "rounds", "voids", "bets", "wager_micros", "awards", "from_meter_micros",
    "from_house_micros", "from_tray_micros", "envy_micros",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages, transactions and kept floors so small that a short journal has many."""
    monkeypatch.setattr(folding, "PAGE_ROWS", 40)
    monkeypatch.setattr(keeping, "PAGE_ROWS", 40)
    monkeypatch.setattr(keeping, "TAKEN_ROWS", 70)
    monkeypatch.setattr(folding, "KEEP_LEAST", 10)
    monkeypatch.setattr(folding, "KEEP_MOST", 90)


def caught_up(rows: list[Row]) -> Books:
    books = open_books(plain.journal_of(rows))
    assert books.catch_up() == 0
    return books


def known_rows() -> dict[str, list[Row]]:
    """Journals in which everything happens that moves money, each dated anew."""
    stores = {"all": filled_store(retirement()), "locked": locked_store()}
    return {name: plain.dated(store.rows, random.Random(name)) for name, store in stores.items()}


def check_sums(rows: list[Row], sums: Sums) -> None:
    period = sums.period
    levels = {
        place: moved.amounts
        for place, moved in sums.by("table", "jackpot", "level", "kind").items()
        if any(moved.amounts)
    }
    assert levels == plain.levels_moved(rows, period)
    found = {
        place: {name: getattr(moved, name) for name in PLAYED if getattr(moved, name)}
        for place, moved in sums.by("table", "jackpot").items()
    }
    expected = {place: count for place, count in plain.played(rows, period).items() if count}
    assert {place: count for place, count in found.items() if count} == expected
    assert sums.total().house_micros == plain.house_moved(rows, period)
    for held, until_ms in ((sums.opening, period.from_ms), (sums.closing, period.to_ms)):
        there = {level: amounts for level, amounts in held.items() if any(amounts)}
        assert there == plain.held_after(rows, plain.seq_at(rows, until_ms))
    moved = {level: each.amounts for level, each in sums.by("jackpot", "level").items()}
    for level, closing in sums.closing.items():
        opening = sums.opening.get(level, Amounts())
        dated = opening.plus(moved.get(level, Amounts()))
        assert dated.plus(sums.otherwise(*level)) == closing


def check_all(rows: list[Row], books: Books, chance: random.Random, *, periods: int) -> None:
    for period in [ALWAYS, *(plain.random_period(rows, chance) for _ in range(periods))]:
        check_sums(rows, books.sums(period))
        assert books.find_entries(period=period) == plain.entries(rows, period)
        assert [row.seq for row in books.rows(period)] == [
            row.seq for row in rows if period.holds(row.at_ms)
        ]
        for at_ms in period:
            seq = plain.seq_at(rows, at_ms)
            assert books.seq_at(at_ms) == seq
            assert write_snapshot(books.state_at(at_ms)) == plain.state_text(rows, seq)


@pytest.mark.parametrize("rng_seed", range(6))
def test_any_period_of_any_journal_is_what_its_rows_say(rng_seed: int) -> None:
    rows = plain.random_rows(rng_seed)
    check_all(rows, caught_up(rows), random.Random(rng_seed), periods=6)


@pytest.mark.parametrize("name", ["all", "locked"])
def test_every_event_that_moves_money_is_in_the_sums(name: str) -> None:
    rows = known_rows()[name]
    check_all(rows, caught_up(rows), random.Random(name), periods=25)


def test_books_read_in_parts_and_opened_again_are_the_same(tmp_path: Path) -> None:
    rows = plain.random_rows(7, rounds=60)
    chance = random.Random(7)
    end = 0
    while end < len(rows):
        end = min(len(rows), end + chance.choice((1, 5, 33, 150)))
        books = open_books(plain.journal_of(rows[:end]), tmp_path)
        assert books.catch_up() == 0
        books.close()
    books = open_books(plain.journal_of(rows), tmp_path)
    assert books.end.seq == len(rows)
    check_all(rows, books, chance, periods=4)
    assert _content(books) == _content(caught_up(rows))


def test_on_a_busy_floor_books_have_all_that_was_there_at_their_last_look() -> None:
    """A row that comes in while they look again belongs to the next question."""
    store = MemoryStore()

    class Busy(MemoryJournal):
        def last(self) -> Last:
            store.rows.append(rows[len(store.rows)])
            return super().last()

    rows = plain.random_rows(7)
    store.rows.extend(rows[:-40])
    books = open_books(Busy(store, read_only=True))
    assert books.catch_up(seconds=60) == 0
    assert books.behind() > 0


def _content(books: Books) -> dict[str, list[Any]]:
    """All that the file holds, but for the floors that were kept, which stand where they may."""
    names = ("place", "hour", "day", "entry", "mover", "kind", "round", "page")
    return {
        name: sorted(books._store.execute(f"SELECT * FROM {name}").fetchall())  # noqa: S608
        for name in names
    }


def test_entries_are_found_by_kind_table_jackpot_award_badge_and_round() -> None:
    books = caught_up(filled_store(retirement()).rows)

    def seqs(*kinds: str, **wanted: Any) -> list[int]:
        return [entry.seq for entry in books.find_entries(*kinds, **wanted)]

    assert seqs("late-bet-seen") == [11]
    assert seqs("awards-recorded", table="T2") == [18]
    assert seqs("awards-recorded", "round-ended", table="T1", round_number=1) == [13, 14]
    assert seqs("jackpot-suspended", jackpot="J2") == [43]
    assert seqs(award="T1-1-13.1") == [22]
    assert seqs("meter-adjusted", badge="ann") == [27, 28]
    assert seqs("meter-adjusted", badge="an") == []
    # The starts of rounds with a prize or a void, and of no other.
    assert seqs("round-started") == [10, 15, 23]
    assert [entry.seq for entry in books.newest("meter-adjusted", "day-ended", most=2)] == [32, 28]
    assert [entry.seq for entry in books.newest("awards-recorded", most=9, table="T1")] == [13]
    assert "round-ended" in books.kinds()
    assert books.awards_recorded() == 2
    assert (books.first_at(0), books.first_at(ALWAYS.to_ms - 1)) == (1, books.end.seq + 1)
