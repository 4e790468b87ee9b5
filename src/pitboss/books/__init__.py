"""The books: what the office and the reports read, made from the journal alone.

`Books` keeps hourly sums, every rare event, and hourly copies of the floor, in a file beside the
journal. You can delete the file at any time; it is rebuilt. For any period, full hours come from
the file and the rest from the rows themselves."""

from __future__ import annotations

from pitboss.books.keeping import Books
from pitboss.books.opening import copy_books, open_books
from pitboss.books.period import ALWAYS, Amounts, Entry, Moved, Period, Place, Sums

__all__ = [
    "ALWAYS",
    "Amounts",
    "Books",
    "Entry",
    "Moved",
    "Period",
    "Place",
    "Sums",
    "copy_books",
    "open_books",
]
