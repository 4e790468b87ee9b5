"""Who keeps the books of a running site: one process beside the server, so that the floor does not
feel it; for a journal in memory, a thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from pitboss.books.keeping import Books

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


class Answered(NamedTuple):
    """What the books said, and how many rows they had not read by then."""

    found: object
    behind: int


class Clerk:
    """Brings the books up to now and asks them, one question at a time."""

    async def ask(
        self,
        question: Callable[Concatenate[Books, _Given], _Found],
        *given: _Given.args,
        **named: _Given.kwargs,
    ) -> _Found:
        """What a question finds in books that are whole. It is asked in another process: a
        function of a module, with arguments and an answer that can be sent there and back. Refused
        with BOOKS_BEHIND while a long journal is being read."""
        raise NotImplementedError

    async def close(self) -> None:
        """End the process."""
        raise NotImplementedError
