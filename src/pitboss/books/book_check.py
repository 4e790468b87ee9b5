"""Compares the file of the books with the journal: row by row for an audit, by its last row for a
start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import zip_longest
from pathlib import Path
from typing import Any

import zstandard

from pitboss.books.books_file import SEALED, Store
from pitboss.books.folding import PAGE_ROWS, PLACE_IN_ROW
from pitboss.books.keeping import TAKEN_ROWS
from pitboss.books.opening import BOOKS_FILE, open_books
from pitboss.journal import EMPTY, Journal
from pitboss.journal.place import JOURNAL_FILE
from pitboss.journal.whole import live_of
from pitboss.journal.witness import another_row, ends_before
from pitboss.refusal import Refusal

# How often books are brought up to now decides which of its rounds a page has, but the first.
BEGAN = f'SELECT "table", min(round), min(seq) FROM began GROUP BY "table", (seq - 1) / {PAGE_ROWS}'  # noqa: S608


def compare_books(journal: Journal, folder: Path) -> int:
    """How many rows of a journal the books of a folder are made of, as they are made again from
    it; 0 where there are none to compare. Refused with BOOKS_ALTERED where they differ."""
    kept = Store(folder.resolve() / BOOKS_FILE, read_only=True)
    last = kept.read_last()
    if not last.seq or _is_begun_later(journal, kept):
        return 0
    if not kept.has_own_schema():
        raise Refusal("BOOKS_ALTERED", "not_what_journal", where=f"{BOOKS_FILE} schema")
    made = open_books(journal)
    while left := last.seq - made.end.seq:
        rows = list(journal.rows(after_seq=made.end.seq, limit=min(TAKEN_ROWS, left)))
        if not rows:
            break  # of more than there is
        made.take(rows)
    for name in ("pin", *SEALED):
        for one, other in zip_longest(_rows(kept, name), _rows(made.store, name)):
            if one != other:
                which, *_ = one or other
                place = f"of row {which // PLACE_IN_ROW}" if name == "entry" else str(which)
                where = f"{BOOKS_FILE} {name} {place}"
                raise Refusal("BOOKS_ALTERED", "not_what_journal", where=where)
    return last.seq


def need_rows_of_books(reading: Callable[[], Journal], folder: Path) -> None:
    """Refuse a journal that lacks the last row that the books of its folder are made of: an older
    copy was put in its place, its lock file too. The books may be a minute behind."""
    with closing(Store(folder.resolve() / BOOKS_FILE, read_only=True)) as kept:
        pinned = kept.read_last()
    if not pinned.seq:
        return
    found, last, name = None, EMPTY, str(folder / JOURNAL_FILE)
    with suppress(FileNotFoundError), closing(_opened(reading)) as journal:
        name, last, sealed = journal.name, journal.last(), journal.read_seal()
        if sealed is not None and pinned.seq < sealed.seq:
            return
        found = next(iter(journal.rows(after_seq=pinned.seq - 1, limit=1)), None)
    if found is None:
        raise ends_before(name, folder / BOOKS_FILE, pinned, last)
    if (found.seq, found.hash) != pinned:
        raise another_row(name, pinned)


def _opened(reading: Callable[[], Journal]) -> Journal:
    try:
        return reading()
    except Refusal as refusal:
        if refusal.code == "FILE_MISSING":
            raise FileNotFoundError from None
        raise


def _is_begun_later(journal: Journal, kept: Store) -> bool:
    """Whether books, or the journal, begin where older rows were taken out: the two cannot be
    compared then."""
    sealed = live_of(journal).read_seal()
    if sealed is None:
        return False
    has_state = kept.execute("SELECT 1 FROM state WHERE seq = ?", (sealed.seq,)).fetchone()
    return journal.read_seal() is not None or has_state is not None or kept.read_first_seq() > 0


def _rows(store: Store, name: str) -> Iterator[tuple[Any, ...]]:
    if name == "pin":
        return iter([("seq", *store.read_last(), store.read_first_seq())])
    if name == "state":  # as it is written, whoever compressed it
        found = store.execute("SELECT * FROM state")
        return ((seq, zstandard.decompress(text)) for seq, text in found)
    question = BEGAN if name == "began" else f"SELECT * FROM {name} NOT INDEXED"  # noqa: S608
    rows: Iterator[tuple[Any, ...]] = store.execute(question)
    return rows
