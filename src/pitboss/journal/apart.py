"""A journal that another process keeps (`keeper`), so that deciding and writing go on side by side.

It is the same journal: this end asks, and the other one does it with a file or a database. Whatever
is asked is done in order. If that process dies, what was under way is refused as when a server is
lost, and the next call begins another one."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.journal import EMPTY, Answer, Group, Journal, Last, Row, Snapshot, statements
from pitboss.journal.calls import (
    Append,
    AskAnswers,
    AskLast,
    AskRows,
    AskSnapshot,
    Call,
    Done,
    KeepSnapshot,
    Line,
    Open,
    ProvePages,
    Refused,
    Told,
    encode,
)
from pitboss.journal.chain import is_command_id
from pitboss.journal.keeper import NOT_MEANT
from pitboss.journal.lockfile import LockFile
from pitboss.refusal import Refusal

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())  # only a server has a log

KEEPER = "pitboss.journal.keeper"
LOST = Refused("JOURNAL_UNAVAILABLE", "", "the process that keeps it has ended; ask again", "")
_told: Callable[[bytes], Told] = msgspec.msgpack.Decoder(Told).decode


class Begun:
    """A batch that was sent, and what was told of it once that is known."""

    __slots__ = ("told",)

    def __init__(self) -> None:
        self.told: Told | None = None


class ApartJournal(Journal):
    """A journal of an engine, in a process of its own."""

    remote = True

    def __init__(self, opening: Open) -> None:
        self._opening = opening
        self._where = opening.file or "the database"
        self._begun: deque[Begun] = deque()  # sent and not yet told of
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Line | None = None
        self._closed = False
        self._known = EMPTY  # where it ended when that was last told
        # A process dies with the thread that began it, so that thread has to last. What is not
        # meant for the process is held back in it, and so from the first moment on.
        self._starter = ThreadPoolExecutor(1, "keeper", _hold_back)
        self._lock: LockFile | None = None
        try:
            self._take_lock()
            self._started()
        except BaseException:
            self.close()
            raise

    def last(self) -> Last:
        """Where the journal ends."""
        self._known = self._ask(AskLast())
        return self._known

    def begin(self, batch: Sequence[Group], *, after_seq: int) -> Callable[[], Last]:
        """Send a batch on its way."""
        begun = Begun()
        self._send(Append(list(batch), after_seq))
        self._begun.append(begun)
        return lambda: self._finished(begun)

    def append(self, batch: Sequence[Group], *, after_seq: int) -> Last:
        """Both at once."""
        return self.begin(batch, after_seq=after_seq)()

    def rows(self, *, after_seq: int, limit: int) -> Iterator[Row]:
        """The next rows in order."""
        return iter(self._ask(AskRows(after_seq, limit)))

    def find_commands(self, command_ids: Sequence[str]) -> dict[str, Answer]:
        """The stored answers of those commands that have one."""
        found: dict[str, Answer] = self._ask(AskAnswers(list(filter(is_command_id, command_ids))))
        return found

    def save_snapshot(self, *, seq: int, text: str) -> None:
        """Keep the state after a row."""
        self._ask(KeepSnapshot(seq, text))

    def last_snapshot(self) -> Snapshot | None:
        """The newest snapshot."""
        found: Snapshot | None = self._ask(AskSnapshot())
        return found

    def prove_pages(self) -> None:
        """Damage that no row shows counts too."""
        self._ask(ProvePages())

    def close(self) -> None:
        """End the process, once it has let go of its journal."""
        self._closed = True
        self._end()
        self._starter.shutdown()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # ---- inside -------------------------------------------------------------------------------

    def _ask(self, call: Call) -> Any:
        """Call, and wait for what comes of it. What was sent before is told of first."""
        while self._begun:
            self._hear()
        self._send(call)
        return self._result(self._receive(), call.told)

    def _finished(self, begun: Begun) -> Last:
        while begun.told is None:
            self._hear()
        self._known = self._result(begun.told, Last)
        return self._known

    def _hear(self) -> None:
        """The next answer is of the batch that was sent first."""
        told = self._receive()
        if self._begun:  # else the process has ended, and all of them are lost
            self._begun.popleft().told = told

    def _send(self, call: Call) -> None:
        message = encode(call)
        line = self._line or self._started()
        try:
            line.send(message)
        except OSError:
            # Half a message is none, so it may be sent to another one, unless one before is lost.
            lost = bool(self._begun)
            self._end()
            if lost:
                raise self._refusal(LOST) from None
            with self._beginning():
                self._started().send(message)

    def _receive(self) -> Told:
        if self._line is None:
            return LOST
        try:
            return _told(self._line.receive())
        except (EOFError, OSError):
            self._end()
            return LOST

    def _result(self, told: Told, expected: Any) -> Any:
        if isinstance(told, Done):
            return _decoder(expected)(told.result)
        if isinstance(told, Refused):
            raise self._refusal(told)
        raise AssertionError(told.trace)

    def _refusal(self, told: Refused) -> Refusal:
        where = told.where or self._where
        if told.said:
            log.warning("%s: %s", where, told.said)
        return Refusal(told.code, where=where, reason=told.reason)

    def _take_lock(self) -> None:
        """The lock of a file stays here, so that nobody comes in between two processes. That of a
        database goes with its connection."""
        if not self._opening.file:
            return
        path = Path(self._opening.file).resolve()
        try:
            str(path).encode()
            self._lock = LockFile.taken(path, wait_ms=statements.LOCK_WAIT_MS)
        except UnicodeEncodeError:
            reason = "its name is not UTF-8; rename its folder"
            raise statements.unavailable(ascii(str(path)), reason) from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise statements.unavailable(str(path), reason) from error
        self._opening = replace(self._opening, lock=self._lock.descriptor)

    def _started(self) -> Line:
        """Begin a process, and let it open the journal."""
        if self._closed:
            raise statements.unavailable(self._where, "it was closed")
        with self._beginning():
            own, other = socket.socketpair()
            self._line = line = Line(own)
            with other:
                lent = [other.fileno()] + ([self._lock.descriptor] if self._lock else [])
                self._process = self._starter.submit(_new_process, lent).result()
            line.send(encode(self._opening))
            self._result(self._receive(), None)
            self._check_known(line)
        return line

    def _check_known(self, line: Line) -> None:
        """A process that begins later finds what the one before has told of; else the journal of
        that name is another one now."""
        seq = self._known.seq
        if not seq:
            return
        line.send(encode(AskRows(seq - 1, 1)))
        rows: list[Row] = self._result(self._receive(), AskRows.told)
        if [(row.seq, row.hash) for row in rows] != [self._known]:
            reason = f"row {seq} is not the one that was written; put the journal back"
            raise Refusal("JOURNAL_DAMAGED", where=self._where, reason=reason)

    @contextmanager
    def _beginning(self) -> Iterator[None]:
        """A process that can not begin, or dies at once, is refused by name, and leaves nothing."""
        try:
            yield
        except OSError as error:
            self._end()
            log.warning("%s: %s", self._where, error)
            reason = "the process that keeps it can not be started; it is tried again"
            raise statements.unavailable(self._where, reason) from error
        except BaseException:
            self._end()
            raise

    def _end(self) -> None:
        """What was sent and not told of may be done or not; nobody knows."""
        while self._begun:
            self._begun.popleft().told = LOST
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            self._process.wait()
            self._process = None


def _hold_back() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, NOT_MEANT)


def _new_process(lent: list[int]) -> subprocess.Popen[bytes]:
    """It is lent some descriptors; the first is its end of the connection."""
    # It finds every module where this program does, in the same order. -P, because it would look
    # into the working folder before.
    words = [sys.executable, "-P", "-m", KEEPER, str(lent[0])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(  # noqa: S603 - it is this program
        words, pass_fds=lent, env=environment
    )


@cache
def _decoder(expected: Any) -> Callable[[bytes], Any]:
    return msgspec.msgpack.Decoder(expected).decode
