"""Keeps a site's books in the process that answers questions, or in a thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from pitboss.books.keeping import Books
from pitboss.books.opening import BOOKS_FILE, open_books, read_books
from pitboss.file_words import cause_of
from pitboss.journal import Journal
from pitboss.refusal import Refusal, Told

UNREAD_MOST = 2_000  # rows that aren't in the books yet
Question: TypeAlias = Callable[..., Any]


class BooksAnswer(NamedTuple):
    """The books' answer, whether they had read all rows by then, and why they weren't asked at all.
    Answers are sent through a pipe."""

    found: Any = None
    is_behind: bool = False
    refused: Told | None = None
    altered: bool = False  # somebody altered the file, and it was deleted


class BooksKeeper:
    """Opens the books at the first question, and again after a fault."""

    def __init__(
        self, reading: Callable[[], Journal], folder: Path | None, key: bytes = b""
    ) -> None:
        self._reading = reading
        self._folder = folder
        self._key = key
        self._books: Books | None = None

    def answer(
        self, seconds: float, question: Question, given: tuple[Any, ...], named: dict[str, Any]
    ) -> BooksAnswer:
        """Bring the books up to date within so many seconds, and ask them; no answer while they are
        behind."""
        reply = self._answer(seconds, question, given, named)
        if self._books is None or not self._books.store.altered:
            return reply
        self._books.store.altered = False
        return reply._replace(altered=True)

    def _answer(
        self, seconds: float, question: Question, given: tuple[Any, ...], named: dict[str, Any]
    ) -> BooksAnswer:
        try:
            try:
                return self._asked(seconds, question, given, named)
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:  # a damaged file is worth nothing
                self._opened().begin_anew()
                return self._asked(seconds, question, given, named)
        except Refusal as refusal:
            return _refused(refusal)
        except (sqlite3.Error, OSError) as fault:
            self.close()
            return _refused(_unavailable(fault))

    def close(self) -> None:
        """Close file and journal."""
        if self._books is not None:
            self._books.close()
            self._books = None

    def _asked(
        self, seconds: float, question: Question, given: tuple[Any, ...], named: dict[str, Any]
    ) -> BooksAnswer:
        books = self._opened()
        if books.catch_up(seconds=seconds):
            return _refused(_behind(books))._replace(is_behind=True)
        with books.store.reading():
            return BooksAnswer(question(books, *given, **named))

    def _opened(self) -> Books:
        if self._books is None:
            self._books = open_books(self._reading(), self._folder, key=self._key)
        return self._books


def _unavailable(fault: sqlite3.Error | OSError) -> Refusal:
    why, goes_on = cause_of(fault)
    return Refusal("BOOKS_UNAVAILABLE", "because", where=BOOKS_FILE, why=why, goes_on=goes_on)


def _behind(books: Books) -> Refusal:
    percent = 100 * books.end.seq // max(1, books.last_seq())
    return Refusal("BOOKS_BEHIND", where="books", percent=percent)


def _refused(refusal: Refusal) -> BooksAnswer:
    return BooksAnswer(refused=refusal.told)


def ask_nothing(books: Books) -> None:
    """A question that only makes the books catch up."""


def glance(
    reading: Callable[[], Journal],
    folder: Path,
    question: Question,
    given: tuple[Any, ...],
    named: dict[str, Any],
) -> Any:
    """Ask the file as it is, without waiting for its writer. The question itself looks at unread
    rows, unless there are too many."""
    books = read_books(reading(), folder)
    try:
        if books.behind() > UNREAD_MOST:
            raise _behind(books)
        return question(books, *given, **named)
    except (sqlite3.Error, OSError) as fault:
        raise _unavailable(fault) from fault
    finally:
        books.close()
