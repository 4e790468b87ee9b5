"""The books: what the office and the reports read, made from the journal and from nothing else.

`Books` keeps sums by the hour, every rare event, and the floor as it stood from hour to hour, in a
file beside the journal. It may be taken away at any time, and is made again. Whatever a period's
ends are, full hours come from the file and the rest from the rows themselves."""

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
