"""Commands on their way to the journal, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from pitboss.floor.facts.base import Command, CommandRefused, Event
from pitboss.floor.state.floor import State
from pitboss.journal import Last, Row
from pitboss.journal.codec import events_of
from pitboss.refusal import Refusal, Told, say

_Result = TypeVar("_Result")
ANSWER_S = 6.0  # a journal's own deadline, and a second for the rest


class Reply(Struct, frozen=True, gc=False):
    """The answer to a command: its row and what followed, or why it was refused."""

    command_id: str
    seq: int
    refused: Told | None = None
    events: tuple[Event, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether the command was accepted."""
        return self.refused is None

    @property
    def code(self) -> str:
        """The refusal's code; empty if the command was accepted."""
        return self.refused.code if self.refused is not None else ""

    def need(self, where: str | None = None) -> None:
        """Raise the refusal, if there is one."""
        if self.refused is not None:
            raise Refusal.of(self.refused, where)


Answered: TypeAlias = dict[str, tuple[Command, Reply]]  # id -> command, reply


class Beside:
    """Writes to the journal here, when the result is needed. If the journal is elsewhere, the
    engine uses a thread that begins at once (`loop.JournalThread`)."""

    batches_most = 1  # at the same time

    def begin(self, call: Callable[[], _Result]) -> Callable[[], _Result]:
        """Begin a call; the returned function waits for its result, or raises its error."""
        return call

    def stop(self) -> None:
        """Finish what was begun."""


class Batch(Struct, kw_only=True, eq=False):
    """Commands decided together, on their way to the journal.

    `generation` tells whether its basis, all rows up to `after`, still holds; `begun_ms` is when
    the journal got it."""

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
        """Where the journal ends after this batch."""
        return Last(self.rows[-1].seq, self.rows[-1].hash) if self.rows else self.after


def reply_of(row: Row) -> Reply:
    """A command's answer, read from its row."""
    events = events_of(row.events, seq=row.seq)
    if events and isinstance(events[-1], CommandRefused):
        return Reply(row.command_id, row.seq, events[-1].told)
    return Reply(row.command_id, row.seq, events=events)


def refusal_of(command: Command, refused: Told) -> CommandRefused:
    """A refused command's event."""
    return CommandRefused(
        command=command.kind,
        table=getattr(command, "table", ""),
        badge=_who(command),
        code=refused.code,
        case=refused.case,
        where=refused.where,
        values=refused.values,
    )


def _who(command: Command) -> str:
    """Whose badges a command takes, as a refusal names them."""
    field = command.permission.badge_field
    named = getattr(command, field) if field else ""
    return named if isinstance(named, str) else " ".join(named).strip()


def is_same(first: Command, command: Command) -> bool:
    """Whether a command is a repeat: only its time and what carried it may differ."""
    return replace(first, at_ms=command.at_ms, sent_from=command.sent_from) == command


def answer_reused(command: Command, seq: int) -> Reply:
    """The answer to a command whose id another command has."""
    return Reply(command.command_id, seq, say("COMMAND_ID_REUSED"))


def answer_late(command_id: str, *, seq: int) -> Reply:
    """The answer to a command that got none in time."""
    return Reply(command_id, seq, say("JOURNAL_UNSURE", "late", seconds=int(ANSWER_S)))


def in_time(reply: Reply, *, begun_ms: int, now_ms: int) -> Reply:
    """The answer that may be given now, by a clock that counts sleep. If the engine was paused
    since the command came, or since it last heard from its journal, it can't say yes: another
    engine may have led since."""
    if reply.accepted and now_ms - begun_ms > ANSWER_S * 1000:
        return answer_late(reply.command_id, seq=reply.seq)
    return reply
