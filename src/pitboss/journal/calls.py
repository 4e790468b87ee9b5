"""What an engine asks of the process that keeps its journal, and what that answers.

Each call is a method of the journal; it travels as MessagePack, with its length in front of it. The
two ends are one program on one machine, so the form may change with any release."""

from __future__ import annotations

import socket
import struct
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec import Raw, Struct

from pitboss.journal import Answer, Group, Journal, Last, Row, Snapshot
from pitboss.journal.lockfile import LockFile

LENGTH = struct.Struct("<I")


class Open(Struct, array_like=True, frozen=True):
    """The first call: open the journal of an engine, in a file or in a database. The engine has the
    lock of a file; `lock` is its descriptor."""

    file: str = ""
    database: str = ""
    lock: int = -1

    def opened(self) -> Journal:
        """That journal."""
        if self.file:
            from pitboss.journal.sqlite import SqliteJournal

            return SqliteJournal(Path(self.file), lock=LockFile(self.lock))
        from pitboss.journal.postgres import PostgresJournal

        return PostgresJournal(self.database)


class Append(Struct, array_like=True, tag=True, gc=False):
    """Write a batch."""

    told: ClassVar[Any] = Last
    batch: list[Group]
    after_seq: int

    def of(self, journal: Journal) -> object:
        """Where the journal ends then."""
        return journal.append(self.batch, after_seq=self.after_seq)


class AskLast(Struct, array_like=True, tag=True):
    """Where the journal ends."""

    told: ClassVar[Any] = Last

    def of(self, journal: Journal) -> object:
        """That."""
        return journal.last()


class AskRows(Struct, array_like=True, tag=True):
    """A page of rows."""

    told: ClassVar[Any] = list[Row]
    after_seq: int
    limit: int

    def of(self, journal: Journal) -> object:
        """The rows."""
        return list(journal.rows(after_seq=self.after_seq, limit=self.limit))


class AskAnswers(Struct, array_like=True, tag=True):
    """What was answered to some commands."""

    told: ClassVar[Any] = dict[str, Answer]
    command_ids: list[str]

    def of(self, journal: Journal) -> object:
        """The answers that there are."""
        return journal.find_commands(self.command_ids)


class KeepSnapshot(Struct, array_like=True, tag=True):
    """Keep the state after a row."""

    told: ClassVar[Any] = None
    seq: int
    text: str

    def of(self, journal: Journal) -> None:
        """Nothing to tell."""
        journal.save_snapshot(seq=self.seq, text=self.text)


class AskSnapshot(Struct, array_like=True, tag=True):
    """The newest snapshot."""

    told: ClassVar[Any] = Snapshot | None

    def of(self, journal: Journal) -> object:
        """That, if there is one."""
        return journal.last_snapshot()


class ProvePages(Struct, array_like=True, tag=True):
    """Look for damage that no row shows."""

    told: ClassVar[Any] = None

    def of(self, journal: Journal) -> None:
        """Nothing to tell."""
        journal.prove_pages()


Call: TypeAlias = Append | AskLast | AskRows | AskAnswers | KeepSnapshot | AskSnapshot | ProvePages


class Done(Struct, array_like=True, tag=True, gc=False):
    """What came of a call."""

    result: Raw


class Refused(Struct, array_like=True, tag=True):
    """A refusal of the journal, and the words of the driver or system that are behind it."""

    code: str
    where: str
    reason: str
    said: str


class Failed(Struct, array_like=True, tag=True):
    """A fault of the program, as Python tells it."""

    trace: str


Told: TypeAlias = Done | Refused | Failed

encode = msgspec.msgpack.Encoder().encode


class Line:
    """One end of the connection: whole messages, out and in."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._incoming = end.makefile("rb")

    def send(self, message: bytes) -> None:
        """All of it, or an OSError."""
        self._end.sendall(LENGTH.pack(len(message)) + message)

    def receive(self) -> bytes:
        """The next message, or EOFError when the other end has gone."""
        length = self._incoming.read(LENGTH.size)
        if len(length) == LENGTH.size:
            (size,) = LENGTH.unpack(length)
            message = self._incoming.read(size)
            if len(message) == size:
                return message
        raise EOFError("the other end has gone")

    def close(self) -> None:
        """Let the other end know."""
        self._incoming.close()
        self._end.close()
