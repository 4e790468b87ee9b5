"""The books of one journal: how they are asked, and how they are brought up to its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pitboss.books.period import ALWAYS, Entry, Period, Sums
from pitboss.floor.state import State
from pitboss.journal import Journal, Last, Row

BOOKS_FILE = "books.db"


class Books:
    """The books of one journal; used by one thread at a time.

    They answer for the rows up to `end`; `catch_up` reads what is new."""

    end: Last

    def catch_up(self, *, seconds: float | None = None) -> int:
        """Read what is new, for so many seconds at most; how many rows are still to be read."""
        raise NotImplementedError

    def entries(
        self,
        *kinds: str,
        period: Period = ALWAYS,
        table: str = "",
        jackpot: str = "",
        award: str = "",
        badge: str = "",
    ) -> list[Entry]:
        """The events of these kinds (none named: of all) that are dated in a period, in the order
        of the journal. Plain rounds are not among them: of `round-started` there are those with an
        award or a void, of `round-ended` those that paid envy."""
        raise NotImplementedError

    def newest(self, *kinds: str, most: int) -> list[Entry]:
        """The newest events of these kinds, the newest first."""
        raise NotImplementedError

    def sums(self, period: Period) -> Sums:
        """All that moved in a period."""
        raise NotImplementedError

    def state_at(self, at_ms: int) -> State:
        """The floor as it stood after the last row dated before an instant."""
        raise NotImplementedError

    def seq_at(self, at_ms: int) -> int:
        """The last row dated before an instant; 0: there is none."""
        raise NotImplementedError

    def rows(self, period: Period) -> Iterator[Row]:
        """The rows dated in a period, in their order, read from the journal."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the file."""
        raise NotImplementedError


def open_books(journal: Journal, folder: Path | None = None) -> Books:
    """The books of a journal, opened for reading: the file `books.db` in a folder, or in memory.
    A file that does not fit the journal is made anew."""
    raise NotImplementedError
