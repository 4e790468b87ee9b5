"""Keeps the books of a site where they are asked: in a process of its own, or in a thread."""

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

UNREAD_MOST = 2_000  # rows that are not in the books yet
Question: TypeAlias = Callable[..., Any]


class BooksAnswer(NamedTuple):
    """What the books said, whether they had read all rows by then, and why they were not asked
    at all; an answer must come through a pipe."""

    found: Any = None
    is_behind: bool = False
    refused: Told | None = None
    altered: bool = False  # somebody had altered them: they were thrown away


class BooksKeeper:
    """Opens the books when they are first asked, and opens them again after a fault."""

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
        """Bring the books up to now, for so many seconds at most, and ask them; while they are
        behind there is no answer."""
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
            except sqlite3.DatabaseError:  # damaged: what is there is worth nothing
                self._opened().begin_anew()
                return self._asked(seconds, question, given, named)
        except Refusal as refusal:
            return _refused(refusal)
        except (sqlite3.Error, OSError) as fault:
            self.close()
            return _refused(_unavailable(fault))

    def close(self) -> None:
        """Let go of file and journal."""
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
    """The question that only brings the books up to now."""


def glance(
    reading: Callable[[], Journal],
    folder: Path,
    question: Question,
    given: tuple[Any, ...],
    named: dict[str, Any],
) -> Any:
    """Ask the file as it is, without waiting for whoever writes it. The question itself looks at
    what is not read yet, unless that is too much."""
    books = read_books(reading(), folder)
    try:
        if books.behind() > UNREAD_MOST:
            raise _behind(books)
        return question(books, *given, **named)
    except (sqlite3.Error, OSError) as fault:
        raise _unavailable(fault) from fault
    finally:
        books.close()
