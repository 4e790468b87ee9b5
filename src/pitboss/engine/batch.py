"""Commands on their way to be durable, and what they are answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from msgspec import Struct, field

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.state import State
from pitboss.journal import Last, Row

_Result = TypeVar("_Result")


class Reply(Struct, frozen=True, gc=False):
    """The answer to a command: its row and what followed, or why it was refused."""

    command_id: str
    seq: int
    code: str = ""
    reason: str = ""
    events: tuple[Event, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether it was done."""
        return not self.code


Answered: TypeAlias = dict[str, tuple[Command, Reply]]  # id -> what was asked, the reply


class Beside:
    """Where the journal is written: here, when the result is asked for. An engine whose journal is
    elsewhere has a thread for it that begins at once (`loop.JournalThread`)."""

    batches_most = 1  # under way together

    def begin(self, call: Callable[[], _Result]) -> Callable[[], _Result]:
        """Begin a call; what is returned waits for its result, or raises what it raised."""
        return call

    def stop(self) -> None:
        """Finish what has begun."""


class Batch(Struct, kw_only=True, eq=False):
    """Commands that are decided together, on their way to be durable.

    `generation` tells whether what it was decided on, all rows up to `after`, still holds;
    `begun_ms` is when it was given to the journal."""

    commands: Sequence[Command]
    generation: int
    after: Last
    draft: State
    replies: list[Reply] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    answered: Answered = field(default_factory=dict)
    commit: Callable[[], None] | None = None
    begun_ms: int = 0
    durable: bool = False
    refused: bool = False

    @property
    def end(self) -> Last:
        """Where the journal ends with it."""
        return Last(self.rows[-1].seq, self.rows[-1].hash) if self.rows else self.after
