"""Rows read from the newest back, also where older ones were taken out of the journal."""

from __future__ import annotations

import pytest

from pitboss.books.books_file import Store
from pitboss.books.keeping import Books
from pitboss.books.pages import rows_backward
from pitboss.journal import Row
from pitboss.journal.memory import MemoryJournal, MemoryStore

FIRST, LAST = 1_501, 1_510  # the rows before them lie in an archive


def books() -> Books:
    rows = [
        Row(seq=seq, at_ms=seq, command_id=f"{seq}", asked="{}", events="[]", hash=f"{seq:064d}")
        for seq in range(FIRST, LAST + 1)
    ]
    store = MemoryStore(rows=rows, sealed=(FIRST, "", ""))
    return Books(MemoryJournal(store), Store(None))


def test_each_row_comes_once() -> None:
    found = [row.seq for row in rows_backward(books(), LAST + 1)]
    assert found == list(range(LAST, FIRST - 1, -1))


@pytest.mark.parametrize("before", [1, 700, FIRST])
def test_before_the_first_row_there_is_none(before: int) -> None:
    assert list(rows_backward(books(), before)) == []


def test_least_is_not_among_them() -> None:
    found = [row.seq for row in rows_backward(books(), LAST, least=LAST - 3)]
    assert found == [LAST - 1, LAST - 2]


def test_rows_up_to_one_are_none_behind_it() -> None:
    assert [row.seq for row in books().stored_rows(1_000, FIRST)] == [FIRST]
    assert list(books().stored_rows(0, FIRST - 1)) == []
