"""Opens books: to keep them, to read them beside their keeper, or to copy them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pitboss.books.books_file import Altered, Store
from pitboss.books.keeping import Books
from pitboss.books.period import Entry
from pitboss.journal import Journal
from pitboss.journal.codec import events_of

BOOKS_FILE = "books.db"


def open_books(journal: Journal, folder: Path | None = None, *, key: bytes = b"") -> Books:
    """The books of a journal that is open for reading: the file `books.db` in a folder, sealed with
    a key, or in memory. They haven't caught up yet."""
    return Books(journal, Store(None if folder is None else _file(folder), key=key))


def read_books(journal: Journal, folder: Path) -> Books:
    """The file as it is, beside its keeper: entries alone."""
    return ReadBooks(journal, Store(_file(folder), read_only=True))


def copy_books(journal: Journal, folder: Path, key: bytes) -> Books:
    """In-memory books that start with the file's contents, if the key's seal fits."""
    store = Store(None, key=key)
    store.copy(_file(folder))
    return Books(journal, store)


def _file(folder: Path) -> Path:
    return folder.resolve() / BOOKS_FILE


class ReadBooks(Books):
    """Books whose seal nobody has proven, so each entry is compared with the journal."""

    def _found(self, question: str, given: Sequence[Any]) -> list[Entry]:
        found = super()._found(question, given)
        for entry in found:
            self._need_recorded(entry)
        return found

    def _need_recorded(self, entry: Entry) -> None:
        """If a row is in an archive elsewhere, the entry is all there is."""
        row = next(iter(self.stored_rows(entry.seq - 1, entry.seq)), None)
        if row is None and entry.seq < self._first_seq():
            return
        if row is None or row.at_ms != entry.at_ms or entry.event not in events_of(row.events):
            raise Altered(f"row {entry.seq} of the journal has no such entry")
