"""The rounds of a table, told from its rows, whatever the books have read of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from books import plain
from books.test_history import ROWS, caught_up, rows_of
from floor.support import MULTI_GAME, hired_floor
from pitboss.books import open_books
from pitboss.books.opening import read_books
from pitboss.books.table_rounds import ROUNDS_MOST, RoundPlace, RoundsFound, rounds_of
from pitboss.floor.facts import rounds

AT_T1 = RoundPlace("T1")


def kinds(told: RoundsFound) -> list[list[str]]:
    """What happened in each round, the newest first."""
    return [[entry.event.kind for entry in each.entries] for each in told.rounds]


@pytest.mark.parametrize("read", [0, 9, 12, 20, len(ROWS)])
def test_a_round_has_all_from_its_start_to_the_next_one(tmp_path: Path, read: int) -> None:
    """What the file does not have yet is in the newest rows."""
    if read:
        writer = open_books(plain.journal_of(ROWS[:read]), tmp_path)
        writer.catch_up()
        writer.close()
    books = read_books(plain.journal_of(ROWS), tmp_path)
    told = rounds_of(books, AT_T1, before=0, until_ms=None)
    assert [each.entries[0].seq for each in told.rounds] == [25, 23, 10]
    assert kinds(told)[1] == ["round-started", "round-voided"]
    assert kinds(told)[2][:3] == ["round-started", "late-bet-seen", "winner-marked"]
    assert [entry.event.kind for entry in told.rounds[2].followed] == ["prize-paid"]
    assert told.before == 0


def test_older_rounds_follow_page_by_page() -> None:
    floor = hired_floor()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "multi")
    for _ in range(45):
        floor.start("T1", 1)
        floor.must(rounds.EndRound, table="T1")
    books = caught_up(rows_of(floor))
    shown: list[int] = []
    before, pages = 0, 0
    while pages == 0 or before:
        told = rounds_of(books, AT_T1, before=before, until_ms=None)
        shown += [each.entries[0].event.round for each in told.rounds]
        before, pages = told.before, pages + 1
        assert len(told.rounds) <= ROUNDS_MOST
    assert shown == list(range(45, 0, -1))
    assert pages == 3
    assert books.find_entries("round-started") == []  # plain rounds are no entries


def test_the_rounds_of_a_time_are_those_started_before_it() -> None:
    books = caught_up(ROWS)
    second_ms = ROWS[22].at_ms  # row 23 started the second round
    at_it = rounds_of(books, AT_T1, before=0, until_ms=second_ms + 1)
    before_it = rounds_of(books, AT_T1, before=0, until_ms=second_ms)
    assert [each.entries[0].event.round for each in at_it.rounds] == [2, 1]
    assert [each.entries[0].event.round for each in before_it.rounds] == [1]
    assert rounds_of(books, AT_T1, before=0, until_ms=0).rounds == []


def test_a_table_without_rounds_has_none() -> None:
    assert rounds_of(caught_up(ROWS), RoundPlace("T9"), before=0, until_ms=None) == RoundsFound(
        [], 0
    )
