"""The one loop: look up the id, decide, rehearse, append, adopt, publish, reply.

Commands that wait together are decided one after the other and committed in one transaction.
Nothing is shown or answered before it is durable. If the journal can not write, every command is
refused and the floor stays as it was; it goes on by itself when the journal is back."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeAlias

from pitboss.floor.apply import apply
from pitboss.floor.book import Book
from pitboss.floor.commands import Command
from pitboss.floor.decide import Refused, decide
from pitboss.floor.events import CommandRefused, Event
from pitboss.floor.snapshot import read_snapshot, write_snapshot
from pitboss.floor.state import State
from pitboss.journal import Group, Journal, Row, every_row
from pitboss.journal.chain import check_command_id
from pitboss.journal.codec import command_digest, decode
from pitboss.refusal import Refusal

BATCH_MOST = 256
WAITING_MOST = 10_000
SNAPSHOT_EVERY = 50_000


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a command: the sequence of its last event, or why it was refused."""

    command_id: str
    seq: int
    code: str = ""
    reason: str = ""

    @property
    def accepted(self) -> bool:
        """Whether it was done."""
        return not self.code

    def as_text(self) -> str:
        """The form that is stored with the command."""
        return json.dumps(
            {"code": self.code, "reason": self.reason, "seq": self.seq}, separators=(",", ":")
        )


Publish: TypeAlias = Callable[[State, Sequence[Event]], None]


def _publish_nothing(state: State, events: Sequence[Event]) -> None:
    """Nobody is watching."""


class Core:
    """Decides batches of commands on one journal; used by one thread at a time."""

    def __init__(self, journal: Journal, book: Book, publish: Publish = _publish_nothing) -> None:
        self._journal = journal
        self._book = book
        self._publish = publish
        self._snapshot_seq = 0
        self.state = self._restored()
        self._catch_up()

    def handle(self, commands: Sequence[Command]) -> list[Reply]:
        """Answer commands in their order, all in one transaction."""
        try:
            self._catch_up()
            return self._handle(commands)
        except Refusal as refusal:
            seq = self.state.seq
            return [
                Reply(command.command_id, seq, refusal.code, refusal.reason) for command in commands
            ]

    def keep_snapshot(self) -> None:
        """Keep the state, so that the next start does not replay what is behind it."""
        if self.state.seq > self._snapshot_seq:
            self._journal.save_snapshot(seq=self.state.seq, text=write_snapshot(self.state))
            self._snapshot_seq = self.state.seq

    # ---- inside -------------------------------------------------------------------------------

    def _handle(self, commands: Sequence[Command]) -> list[Reply]:
        draft = self.state.draft()
        digests = [_digest(command) for command in commands]
        readable = [
            command.command_id
            for command, digest in zip(commands, digests, strict=True)
            if isinstance(digest, str)
        ]
        answered = self._answered(readable)
        replies: list[Reply] = []
        groups: list[Group] = []
        for command, digest in zip(commands, digests, strict=True):
            if isinstance(digest, Refusal):
                # It can not be written down; the others that wait with it have no part in that.
                seq = self.state.seq
                replies.append(Reply(command.command_id, seq, digest.code, digest.reason))
                continue
            known = answered.get(command.command_id)
            if known is None:
                group, reply = self._decided(draft, command, digest)
                groups.append(group)
                answered[command.command_id] = (digest, reply)
            else:
                reply = known[1] if known[0] == digest else _reused(command, self.state.seq)
            replies.append(reply)
        if groups:
            self._commit(draft, groups)
        return replies

    def _answered(self, command_ids: Sequence[str]) -> dict[str, tuple[str, Reply]]:
        """What was answered before, each with the digest of what was asked."""
        found = self._journal.find_commands(command_ids)
        return {
            name: (answer.command_digest, Reply(name, **json.loads(answer.reply)))
            for name, answer in found.items()
        }

    def _decided(self, draft: State, command: Command, digest: str) -> tuple[Group, Reply]:
        decision = decide(draft, command, self._book)
        code = reason = ""
        if isinstance(decision, Refused):
            code, reason = decision.code, decision.reason
            events: tuple[Event, ...] = (_refused(command, decision),)
        else:
            events = decision
        for event in events:
            apply(draft, event)
        reply = Reply(command.command_id, draft.seq, code, reason)
        group = Group(
            command_id=command.command_id,
            command_digest=digest,
            at_ms=command.at_ms,
            events=events,
            reply=reply.as_text(),
        )
        return group, reply

    def _commit(self, draft: State, groups: Sequence[Group]) -> None:
        """Durable first, then true, then shown."""
        self._journal.append(groups, expected_last_seq=self.state.seq)
        draft.adopt()
        self._publish(self.state, [event for group in groups for event in group.events])
        if self.state.seq - self._snapshot_seq >= SNAPSHOT_EVERY:
            self.keep_snapshot()

    def _restored(self) -> State:
        kept = self._journal.last_snapshot()
        if kept is None:
            return State()
        self._snapshot_seq = kept.seq
        return read_snapshot(kept.text)

    def _catch_up(self) -> None:
        """Fold in what the journal has and the state has not: all of it at the start; later only
        a batch that became durable although its answer was lost."""
        if self._journal.last().seq > self.state.seq:
            replay(self.state, every_row(self._journal, after_seq=self.state.seq))


def replay(state: State, rows: Iterable[Row]) -> None:
    """Fold stored rows into a state."""
    for row in rows:
        apply(state, decode(row.kind, row.version, row.body))


def _digest(command: Command) -> str | Refusal:
    """The digest of a command's content, or why it can not be written down."""
    try:
        check_command_id(command.command_id)
        return command_digest(command)
    except Refusal as refusal:
        return refusal


def _refused(command: Command, refused: Refused) -> CommandRefused:
    return CommandRefused(
        command=type(command).__name__,
        table=getattr(command, "table", ""),
        badge=getattr(command, "badge", ""),
        code=refused.code,
        reason=refused.reason,
    )


def _reused(command: Command, seq: int) -> Reply:
    return Reply(
        command.command_id,
        seq,
        "COMMAND_ID_REUSED",
        "another command has this id; make a new one for each command",
    )


class Engine:
    """A core with a thread of its own: whoever asks waits for a durable answer."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._waiting: queue.Queue[tuple[Command, Future[Reply]] | None] = queue.Queue(WAITING_MOST)
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._fault: BaseException | None = None
        self._thread.start()

    def submit(self, command: Command) -> Future[Reply]:
        """Ask; the future has the answer once it is durable."""
        future: Future[Reply] = Future()
        if self._fault is not None:
            future.set_exception(RuntimeError(f"the engine has stopped: {self._fault!r}"))
            return future
        try:
            self._waiting.put_nowait((command, future))
        except queue.Full:
            reply = Reply(command.command_id, 0, "ENGINE_BUSY", "too much is waiting; ask again")
            future.set_result(reply)
        return future

    def stop(self) -> None:
        """Answer what waits, keep a snapshot, and end."""
        self._waiting.put(None)
        self._thread.join()
        if self._fault is None:
            self._core.keep_snapshot()

    def _run(self) -> None:
        while batch := self._next_batch():
            try:
                replies = self._core.handle([command for command, _ in batch])
            except BaseException as fault:  # noqa: BLE001 - a fault stops the engine, unanswered
                self._fault = fault
                for _, future in batch:
                    future.set_exception(fault)
                return
            for (_, future), reply in zip(batch, replies, strict=True):
                future.set_result(reply)

    def _next_batch(self) -> list[tuple[Command, Future[Reply]]]:
        """Whatever waits now, at least one; nothing when it is time to end."""
        first = self._waiting.get()
        if first is None:
            return []
        batch = [first]
        while len(batch) < BATCH_MOST:
            try:
                waiting = self._waiting.get_nowait()
            except queue.Empty:
                break
            if waiting is None:
                self._waiting.put(None)
                break
            batch.append(waiting)
        return batch
