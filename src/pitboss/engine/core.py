"""What happens to a batch of commands: decided, rehearsed, written, adopted, published.

That a command was answered before is seen by its id: the journal refuses the batch, which is then
looked up and decided again. So the many that are new are not looked up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import TypeAlias

from msgspec import Struct

from pitboss.floor.decide import Refused, decide
from pitboss.floor.facts.base import Command, CommandRefused, Event
from pitboss.floor.fold import apply
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.snapshot import read_snapshot, write_snapshot
from pitboss.floor.state import State
from pitboss.journal import EMPTY, Group, Journal, Last, Row, every_row
from pitboss.journal.chain import AT_MS_END, check_row, id_unreadable, is_command_id
from pitboss.journal.codec import command_digest, decode, entry_of
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

    `epoch` tells whether what it was decided on, all rows up to `after_seq`, still holds."""

    commands: Sequence[Command]
    epoch: int
    after_seq: int
    draft: State
    replies: list[Reply] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    answered: Answered = field(default_factory=dict)
    commit: Callable[[], Last] | None = None
    durable: bool = False
    refused: bool = False


class Core:
    """Decides batches of commands on one journal.

    `handle` does all of it. Where `remote` is true, its first two steps may be done for one batch
    more before the third is done for the one before; each is finished in its turn."""

    def __init__(
        self, journal: Journal, book: PaytableLookup, publish: Publish = _publish_nothing
    ) -> None:
        self._journal = journal
        self._book = book
        self._publish = publish
        self._snapshot_seq = 0
        self._epoch = 0
        self._newest: Batch | None = None
        self._unsure = False  # whether the journal may hold more than the state
        self._end = EMPTY  # of the rows that the state is made of
        self.state = self._restored()
        self._end = replay(self.state, self._sound_rows(), after=self._end)

    @property
    def remote(self) -> bool:
        """Whether a batch is made durable elsewhere, so that there is time to decide another."""
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
        if newest is None or newest.durable or not self.holds(newest):
            batch = self._decided(commands, self.state, {})
        else:
            if newest.after_seq == self.state.seq:
                newest.draft.rest_on(self.state)  # all below it is durable
            batch = self._decided(commands, newest.draft, newest.answered)
        self._newest = batch
        return batch

    def holds(self, batch: Batch) -> bool:
        """Whether what a batch was decided on has come, or may still come, to be true."""
        return batch.epoch == self._epoch

    def write(self, batch: Batch) -> None:
        """Give a batch to the journal."""
        try:
            if self._unsure or not self.holds(batch):
                self._decide_again(batch)
            if batch.groups:
                batch.commit = self._journal.begin(batch.groups, after_seq=batch.after_seq)
        except Refusal as refusal:
            self._refuse(batch, refusal)

    def finish(self, batch: Batch) -> bool:
        """Durable first, then true, then shown; then the replies may be given. If not, a command
        was answered before, or a batch below has failed, and this one must be written once more.
        Those before it are finished."""
        if batch.refused:
            return True
        end = self._end
        try:
            if batch.commit is not None:
                end = batch.commit()
        except Refusal as refusal:
            if self.holds(batch) and refusal.code != "COMMAND_ID_REUSED":
                self._refuse(batch, refusal)
                return True
            self._epoch += 1
            return False
        if not self.holds(batch):
            return False
        if batch.groups:
            self._adopt(batch, end)
        return True

    def keep_snapshot(self) -> None:
        """Keep the state, so that the next start does not replay what is behind it."""
        if self.state.seq > self._snapshot_seq:
            self._journal.save_snapshot(seq=self.state.seq, text=write_snapshot(self.state))
            self._snapshot_seq = self.state.seq

    # ---- inside -------------------------------------------------------------------------------

    def _decided(self, commands: Sequence[Command], below: State, answered: Answered) -> Batch:
        batch = Batch(
            commands=commands, epoch=self._epoch, after_seq=below.seq, draft=below.draft()
        )
        for command in commands:
            name = command.command_id
            try:
                digest = _digest(command)
                known = batch.answered.get(name) or answered.get(name)
                if known is None:
                    reply = self._decide(batch, command, digest)
                    batch.answered[name] = (digest, reply)
                else:
                    reply = known[1] if known[0] == digest else _reused(command, below.seq)
            except Refusal as refusal:
                # It can not be written down; the others that wait with it have no part in that.
                reply = Reply(name, below.seq, refusal.code, refusal.reason)
            batch.replies.append(reply)
        return batch

    def _decide(self, batch: Batch, command: Command, digest: str) -> Reply:
        draft = batch.draft
        decision = decide(draft, command, self._book)
        code = reason = ""
        if isinstance(decision, Refused):
            code, reason = decision.code, decision.reason
            decision = (_refused(command, decision),)
        entries = tuple([entry_of(event) for event in decision])
        for event in decision:
            apply(draft, event)
        batch.events += decision
        name = command.command_id
        reply = Reply(name, draft.seq, code, reason)
        batch.groups.append(Group(name, digest, command.at_ms, entries, reply.as_text()))
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
        for part in fields(Batch):
            setattr(batch, part.name, getattr(again, part.name))

    def _adopt(self, batch: Batch, end: Last) -> None:
        assert batch.after_seq == self.state.seq, "a batch is finished out of its turn"
        assert batch.draft.seq == end.seq, "the journal has kept more or less than it was given"
        batch.draft.rest_on(self.state)
        batch.draft.adopt()
        batch.durable = True
        self._end = end
        self._publish(self.state, batch.events)
        if self.state.seq - self._snapshot_seq >= SNAPSHOT_EVERY:
            with suppress(Refusal):  # the next batch tries again; nobody's answer depends on it
                self.keep_snapshot()

    def _refuse(self, batch: Batch, refusal: Refusal) -> None:
        """Nothing of a batch is done, or nobody knows; what was decided on top of it is not."""
        self._epoch += 1
        self._unsure = True
        seq = self.state.seq
        batch.refused = True
        batch.replies = [
            Reply(command.command_id, seq, refusal.code, refusal.reason)
            for command in batch.commands
        ]

    def _restored(self) -> State:
        kept = self._journal.last_snapshot()
        if kept is None:
            return State()
        self._snapshot_seq = kept.seq
        state = read_snapshot(kept.text)
        if state.seq:  # else it has an older form, and is passed over
            self._end = Last(kept.seq, kept.hash)
        return state

    def _sound_rows(self) -> Iterator[Row]:
        """The rows behind the state, each held against the chain: what somebody else has put there
        is not adopted."""
        seq, previous_hash = self._end
        for row in every_row(self._journal, after_seq=seq):
            seq += 1
            check_row(row, seq=seq, previous_hash=previous_hash)
            previous_hash = row.hash
            yield row

    def _catch_up(self) -> None:
        """Fold in, and show, a batch that became durable although its answer was lost."""
        last = self._journal.last()
        if last.seq < self.state.seq:
            told = f"it ends there, and row {self.state.seq} was written; put the missing rows back"
            raise Refusal("JOURNAL_DAMAGED", where=f"row {last.seq}", reason=told)
        if last.seq > self.state.seq:
            rows = list(self._sound_rows())  # all of them, before any is believed
            events = [decode(row.kind, row.version, row.body) for row in rows]
            for event in events:
                apply(self.state, event)
            self._end = Last(rows[-1].seq, rows[-1].hash)
            self._publish(self.state, events)
        self._unsure = False


def replay(state: State, rows: Iterable[Row], *, after: Last = EMPTY) -> Last:
    """Fold stored rows into a state; where they end."""
    seq, row_hash = after
    for seq, _, _, _, kind, version, body, _, row_hash in rows:  # noqa: B007 - of the last one
        apply(state, decode(kind, version, body))
    return Last(seq, row_hash)


def _digest(command: Command) -> str:
    """The digest of a command's content; refused if it can not be written down."""
    if not is_command_id(command.command_id):
        raise id_unreadable(command.command_id)
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
