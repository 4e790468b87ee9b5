"""How books are opened: to be kept, to be read beside who keeps them, or copied."""

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
    """The books of a journal that is opened for reading: the file `books.db` in a folder, sealed
    with a key, or in memory. They are not yet brought up to its end."""
    return Books(journal, Store(None if folder is None else _file(folder), key=key))


def read_books(journal: Journal, folder: Path) -> Books:
    """The file as it is, beside whoever keeps it: entries alone."""
    return ReadBooks(journal, Store(_file(folder), read_only=True))


def copy_books(journal: Journal, folder: Path, key: bytes) -> Books:
    """Books in memory that begin with what the file has, where that is sealed with the key."""
    store = Store(None, key=key)
    store.copy(_file(folder))
    return Books(journal, store)


def _file(folder: Path) -> Path:
    return folder.resolve() / BOOKS_FILE


class ReadBooks(Books):
    """Books whose seal nobody has proven: each entry is compared with the journal."""

    def _found(self, question: str, given: Sequence[Any]) -> list[Entry]:
        found = super()._found(question, given)
        for entry in found:
            self._need_recorded(entry)
        return found

    def _need_recorded(self, entry: Entry) -> None:
        """Of a row that is in an archive elsewhere, the entry is all that there is."""
        row = next(iter(self.stored_rows(entry.seq - 1, entry.seq)), None)
        if row is None and entry.seq < self._first_seq():
            return
        if row is None or row.at_ms != entry.at_ms or entry.event not in events_of(row.events):
            raise Altered(f"row {entry.seq} of the journal has no such entry")
