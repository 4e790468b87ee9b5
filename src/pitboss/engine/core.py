"""What happens to a batch of commands: decided, rehearsed, written, adopted, published.

That a command was answered before is seen by its id: the journal refuses the batch, which is then
looked up and decided again. So the many that are new are not looked up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from msgspec import Struct

from pitboss.floor.apply import apply
from pitboss.floor.book import Book
from pitboss.floor.commands import Command
from pitboss.floor.decide import Refused, decide
from pitboss.floor.events import CommandRefused, Event
from pitboss.floor.snapshot import read_snapshot, write_snapshot
from pitboss.floor.state import State
from pitboss.journal import NO_HASH, Group, Journal, Last, Row, every_row
from pitboss.journal.chain import AT_MS_END, check_command_id, check_row
from pitboss.journal.codec import command_digest, decode
from pitboss.refusal import Refusal

SNAPSHOT_EVERY = 50_000


class Reply(Struct, frozen=True, gc=False):
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
        if not self.code:
            return f'{{"code":"","reason":"","seq":{self.seq}}}'
        return json.dumps(
            {"code": self.code, "reason": self.reason, "seq": self.seq}, separators=(",", ":")
        )


Answered: TypeAlias = dict[str, tuple[str, Reply]]  # id -> digest of what was asked, the reply
Publish: TypeAlias = Callable[[State, Sequence[Event]], None]


def _publish_nothing(state: State, events: Sequence[Event]) -> None:
    """Nobody is watching."""


@dataclass(slots=True, kw_only=True)
class Batch:
    """Commands that are decided together, on their way to be durable.

    `epoch` tells whether what it was decided on still holds."""

    commands: Sequence[Command]
    epoch: int
    draft: State
    replies: list[Reply] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    answered: Answered = field(default_factory=dict)
    commit: Callable[[], Last] | None = None
    durable: bool = False


class Core:
    """Decides batches of commands on one journal.

    `handle` does all of it. Of its three steps `decide` may run while the batch before is in
    `finish`, which changes the state only by what that decision has seen already."""

    def __init__(self, journal: Journal, book: Book, publish: Publish = _publish_nothing) -> None:
        self._journal = journal
        self._book = book
        self._publish = publish
        self._snapshot_seq = 0
        self._epoch = 0
        self._newest: Batch | None = None
        self._unsure = False  # whether the journal may hold more than the state
        self.state = self._restored()
        replay(self.state, self._sound_rows())

    @property
    def remote(self) -> bool:
        """Whether there is time to decide while a batch is made durable."""
        return self._journal.remote

    def handle(self, commands: Sequence[Command]) -> list[Reply]:
        """Answer commands in their order, all in one transaction."""
        batch = self.decide(commands)
        self.write(batch)
        while not self.finish(batch):
            self.write(batch)
        return batch.replies

    def decide(self, commands: Sequence[Command]) -> Batch:
        """Decide commands on top of all that is decided, durable or not."""
        newest = self._newest
        if newest is None or newest.durable or newest.epoch != self._epoch:
            batch = self._decided(commands, self.state, {})
        else:
            batch = self._decided(commands, newest.draft, newest.answered)
        self._newest = batch
        return batch

    def write(self, batch: Batch) -> None:
        """Give a batch to the journal. Those before it are finished."""
        try:
            if self._unsure or batch.epoch != self._epoch:
                self._decide_again(batch)
            batch.draft.rest_on(self.state)
            if batch.groups:
                self._begin(batch)
        except Refusal as refusal:
            self._refuse(batch, refusal)

    def finish(self, batch: Batch) -> bool:
        """Durable first, then true, then shown; then the replies may be given. If not, a command
        was answered before, and the batch must be written once more."""
        if batch.commit is None:
            return True
        try:
            batch.commit()
        except Refusal as refusal:
            if refusal.code == "COMMAND_ID_REUSED":
                self._epoch += 1
                return False
            self._refuse(batch, refusal)
            return True
        self._adopt(batch)
        return True

    def keep_snapshot(self) -> None:
        """Keep the state, so that the next start does not replay what is behind it."""
        if self.state.seq > self._snapshot_seq:
            self._journal.save_snapshot(seq=self.state.seq, text=write_snapshot(self.state))
            self._snapshot_seq = self.state.seq

    # ---- inside -------------------------------------------------------------------------------

    def _decided(self, commands: Sequence[Command], below: State, answered: Answered) -> Batch:
        batch = Batch(commands=commands, epoch=self._epoch, draft=below.draft())
        for command in commands:
            try:
                digest = _digest(command)
            except Refusal as refusal:
                # It can not be written down; the others that wait with it have no part in that.
                reply = Reply(command.command_id, below.seq, refusal.code, refusal.reason)
                batch.replies.append(reply)
                continue
            name = command.command_id
            known = batch.answered.get(name) or answered.get(name)
            if known is None:
                reply = self._decide(batch, command, digest)
                batch.answered[name] = (digest, reply)
            else:
                reply = known[1] if known[0] == digest else _reused(command, below.seq)
            batch.replies.append(reply)
        return batch

    def _decide(self, batch: Batch, command: Command, digest: str) -> Reply:
        draft = batch.draft
        decision = decide(draft, command, self._book)
        code = reason = ""
        if isinstance(decision, Refused):
            code, reason = decision.code, decision.reason
            decision = (_refused(command, decision),)
        for event in decision:
            apply(draft, event)
        reply = Reply(command.command_id, draft.seq, code, reason)
        batch.groups.append(
            Group(command.command_id, digest, command.at_ms, decision, reply.as_text())
        )
        return reply

    def _decide_again(self, batch: Batch) -> None:
        """On what is true now, with the answers of the journal; nothing on top of it holds."""
        self._epoch += 1
        self._catch_up()
        found = self._journal.find_commands([command.command_id for command in batch.commands])
        answered = {
            name: (answer.command_digest, Reply(name, **json.loads(answer.reply)))
            for name, answer in found.items()
        }
        again = self._decided(batch.commands, self.state, answered)
        batch.epoch, batch.draft, batch.commit = self._epoch, again.draft, None
        batch.replies, batch.groups, batch.answered = again.replies, again.groups, again.answered

    def _begin(self, batch: Batch) -> None:
        try:
            batch.commit = self._journal.begin(batch.groups, expected_last_seq=self.state.seq)
        except Refusal as refusal:
            if refusal.code != "COMMAND_ID_REUSED":
                raise
            self._decide_again(batch)
            if batch.groups:
                batch.commit = self._journal.begin(batch.groups, expected_last_seq=self.state.seq)

    def _adopt(self, batch: Batch) -> None:
        batch.draft.adopt()
        batch.durable = True
        self._publish(self.state, [event for group in batch.groups for event in group.events])
        if self.state.seq - self._snapshot_seq >= SNAPSHOT_EVERY:
            with suppress(Refusal):  # the next batch tries again; nobody's answer depends on it
                self.keep_snapshot()

    def _refuse(self, batch: Batch, refusal: Refusal) -> None:
        """Nothing of a batch is done, or nobody knows; what was decided on top of it is not."""
        self._epoch += 1
        self._unsure = True
        seq = self.state.seq
        batch.commit = None
        batch.replies = [
            Reply(command.command_id, seq, refusal.code, refusal.reason)
            for command in batch.commands
        ]

    def _restored(self) -> State:
        kept = self._journal.last_snapshot()
        if kept is None:
            return State()
        self._snapshot_seq = kept.seq
        return read_snapshot(kept.text)

    def _sound_rows(self) -> Iterator[Row]:
        """The rows behind the state, each held against the chain: what somebody else has put there
        is not adopted."""
        seq, previous_hash = self.state.seq, NO_HASH
        if seq:
            (row,) = self._journal.rows(after_seq=seq - 1, limit=1)
            previous_hash = row.hash
        for row in every_row(self._journal, after_seq=seq):
            seq += 1
            check_row(row, seq=seq, previous_hash=previous_hash)
            previous_hash = row.hash
            yield row

    def _catch_up(self) -> None:
        """Fold in, and show, a batch that became durable although its answer was lost."""
        if self._journal.last().seq > self.state.seq:
            rows = list(self._sound_rows())  # all of them, before any is believed
            events = [decode(row.kind, row.version, row.body) for row in rows]
            for event in events:
                apply(self.state, event)
            self._publish(self.state, events)
        self._unsure = False


def replay(state: State, rows: Iterable[Row]) -> None:
    """Fold stored rows into a state."""
    for _, _, _, _, kind, version, body, _, _ in rows:
        apply(state, decode(kind, version, body))


def _digest(command: Command) -> str:
    """The digest of a command's content; refused if it can not be written down."""
    check_command_id(command.command_id)
    if not 0 <= command.at_ms < AT_MS_END:
        raise Refusal("CLOCK_WRONG", where=f"{command.at_ms} ms", reason="set the server's clock")
    return command_digest(command)


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
