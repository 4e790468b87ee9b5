"""Compares the books' file with the journal: every row for an audit, the last row at a start."""

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
from pitboss.journal.witness import refuse_end_before, refuse_other_row
from pitboss.refusal import Refusal

# How often the books catch up decides which of a page's rounds they have, except the first.
BEGAN = f'SELECT "table", min(round), min(seq) FROM began GROUP BY "table", (seq - 1) / {PAGE_ROWS}'  # noqa: S608


def compare_books(journal: Journal, folder: Path) -> int:
    """Compare the books of a folder with books made again from its journal: the number of rows they
    cover, or 0 if there are none. Raises BOOKS_ALTERED if they differ."""
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
            break  # past the last row
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
    """Refuse a journal that lacks the last row its books cover: somebody replaced it with an older
    copy, lock file included. The books may be a minute behind."""
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
        raise refuse_end_before(name, folder / BOOKS_FILE, pinned, last)
    if (found.seq, found.hash) != pinned:
        raise refuse_other_row(name, pinned)


def _opened(reading: Callable[[], Journal]) -> Journal:
    try:
        return reading()
    except Refusal as refusal:
        if refusal.code == "FILE_MISSING":
            raise FileNotFoundError from None
        raise


def _is_begun_later(journal: Journal, kept: Store) -> bool:
    """Whether the books or the journal start at removed rows, so that the two can't be compared."""
    sealed = live_of(journal).read_seal()
    if sealed is None:
        return False
    has_state = kept.execute("SELECT 1 FROM state WHERE seq = ?", (sealed.seq,)).fetchone()
    return journal.read_seal() is not None or has_state is not None or kept.read_first_seq() > 0


def _rows(store: Store, name: str) -> Iterator[tuple[Any, ...]]:
    if name == "pin":
        return iter([("seq", *store.read_last(), store.read_first_seq())])
    if name == "state":  # decompressed, whoever compressed it
        found = store.execute("SELECT * FROM state")
        return ((seq, zstandard.decompress(text)) for seq, text in found)
    question = BEGAN if name == "began" else f"SELECT * FROM {name} NOT INDEXED"  # noqa: S608
    rows: Iterator[tuple[Any, ...]] = store.execute(question)
    return rows
