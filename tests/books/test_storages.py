"""Every storage of a journal leads to the same books."""

from __future__ import annotations

from pathlib import Path

from audit.support import fill, filled_store
from journal.places import Place
from pitboss.books import ALWAYS, open_books

from . import plain


def test_books_are_the_same_from_every_storage(place: Place, tmp_path: Path) -> None:
    journal = place.open()
    fill(journal)
    journal.close()
    books = open_books(place.open_to_read(), tmp_path)
    assert books.catch_up() == 0
    expected = open_books(plain.journal_of(filled_store().rows))
    expected.catch_up()
    assert books.end == expected.end
    assert books.sums(ALWAYS) == expected.sums(ALWAYS)
    assert books.find_entries() == expected.find_entries()
    books.close()
