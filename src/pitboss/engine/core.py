"""Processes a batch of commands: decide, rehearse, write, adopt, publish.

A command's id shows whether it was answered before: the journal refuses the batch, and the core
looks it up and decides again. So new commands, the vast majority, need no lookup."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias, TypeVar

from pitboss.engine.batch import (
    Answered,
    Batch,
    Beside,
    Reply,
    answer_reused,
    is_same,
    refusal_of,
    reply_of,
)
from pitboss.engine.fault import CommandFault, fault_of
from pitboss.engine.leadership import LOST, need_standby, refuse_standing_by, refuse_superseded
from pitboss.floor.decide import decide
from pitboss.floor.decide.identity_numbers import need_no_numbers
from pitboss.floor.facts import engines
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import TIME_MOST
from pitboss.floor.fold import record
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.snapshot import read_snapshot, write_snapshot
from pitboss.journal import EMPTY, Journal, Last, Row, every_row
from pitboss.journal.chain import chain_row, check_row, hex_digest, is_command_id, refuse_id
from pitboss.journal.codec import (
    command_of,
    command_text,
    events_of,
    events_text,
    naming,
    need_exact_numbers,
)
from pitboss.journal.journal_seal import need_sealed_on_record, sealed_state
from pitboss.refusal import Refusal, Told

SNAPSHOT_EVERY = 10_000
FOLLOW_S = 0.02  # how often a follower checks for new rows
_Result = TypeVar("_Result")


Publish: TypeAlias = Callable[[State, Sequence[Event]], None]


def _publish_nothing(state: State, events: Sequence[Event]) -> None:
    """Nobody is watching."""


class Believed(NamedTuple):
    """A snapshot that a floor began from: its last row and the digest of its text. Its seal shows
    only that it is whole; a replay shows whether the rows lead to it."""

    end: Last
    digest: str


class Core:
    """Decides batches of commands on one journal.

    `handle` does everything. If the journal is written elsewhere, the first two steps may run for
    the next batch before the third is done for this one; batches finish in order."""

    def __init__(
        self,
        journal: Journal,
        paytables: PaytableLookup,
        publish: Publish = _publish_nothing,
        *,
        with_snapshot: bool = True,
        passed_ms: Callable[[], int] = lambda: 0,
        resealed: bool = False,
        on_fault: Callable[[CommandFault], None] | None = None,
    ) -> None:
        """`resealed`: the state that the journal begins with is new, and its entry is still to
        come. `on_fault` hears of a command that can't be decided, and all others continue; without
        it, the fault is raised."""
        self.journal = journal
        self._beside = Beside()
        self._paytables = paytables
        self._publish = publish
        self._passed_ms = passed_ms
        self._on_fault = on_fault
        self._faults = 0  # so far
        self._snapshot_seq = 0
        self._generation = 0
        self._newest: Batch | None = None
        self._unsure = False  # whether the journal may hold more than the state
        self._lost = False  # whether the log has rows that the journal lacks
        self._end = EMPTY  # of the rows in the state
        self._disbelieved: Refusal | None = None  # why this floor can't be trusted
        self._replaced: Refusal | None = None  # which engine leads now
        self._follows = False  # another engine writes the journal
        self._followed: Journal | None = None  # the journal it followed, until it leads
        self._epoch = 0  # of this engine, once it leads
        self.contact_ms = 0  # when the last call began that showed how the journal ends
        self.believed: Believed | None = None
        self.state = self._restore_state() if with_snapshot else self._begin_state()
        self.contact_ms = passed_ms()
        with naming(journal):
            self._end = replay(self.state, self._sound_rows(), after=self._end)
        if not resealed:
            need_sealed_on_record(journal, self.state.removals)

    @property
    def journal_is_elsewhere(self) -> bool:
        """Whether there is other work to do while the journal writes."""
        return self.journal.is_elsewhere

    def write_beside(self, beside: Beside) -> None:
        """Call the journal there from now on, and nowhere else."""
        self._beside = beside

    def handle(self, commands: Sequence[Command]) -> list[Reply]:
        """Answer commands in order, all in one transaction."""
        batch = self.decide(commands)
        self.write(batch)
        while not self.finish(batch):
            self.write(batch)
        return batch.replies

    def decide(self, commands: Sequence[Command]) -> Batch:
        """Decide commands on top of all earlier decisions, durable or not."""
        newest = self._newest
        if newest is None or newest.durable or not self.holds(newest):
            batch = self._decide_all(commands, self.state, self._end, {})
        else:
            batch = self._decide_all(commands, newest.draft, newest.end, newest.answered)
        self._newest = batch
        return batch

    def holds(self, batch: Batch) -> bool:
        """Whether a batch's basis is true, or may still become true."""
        return batch.generation == self._generation

    def write(self, batch: Batch) -> None:
        """Give a batch to the journal."""
        try:
            if (closed_by := self.closed_by) is not None:
                raise closed_by
            if self._unsure or not self.holds(batch):
                self._decide_again(batch)
            if batch.rows:
                rows, after = batch.rows, batch.after
                batch.begun_ms = self._passed_ms()
                batch.commit = self._beside.begin(lambda: self.journal.append(rows, after=after))
        except Refusal as refusal:
            self._refuse(batch, refusal)

    def finish(self, batch: Batch) -> bool:
        """Finish a batch: durable first, then true, then shown; then the replies may go out. If
        writing failed because a command was answered before, or a batch below failed, write this
        one once more. Earlier batches are finished by now."""
        if batch.refused:
            return True
        try:
            if batch.commit is not None:
                batch.commit()
        except Refusal as refusal:
            if self.holds(batch) and refusal.code != "COMMAND_ID_REUSED":
                self._refuse(batch, self._explain(refusal))
                return True
            self._generation += 1
            return False
        if not self.holds(batch):
            return False
        if batch.rows:
            self._adopt(batch)
        return True

    def first_answer(self, command_id: str) -> tuple[Command, Reply] | None:
        """The first command with an id and its answer, for a caller that can't repeat it word for
        word; None if the id is new. Call it only when no batch is pending."""
        row = self._call(lambda: self.journal.find_commands([command_id])).get(command_id)
        return None if row is None else (command_of(row.asked, seq=row.seq), reply_of(row))

    def close(self, refusal: Refusal) -> None:
        """Close a floor whose beginning can't be trusted: refuse everything from now on, and keep
        nothing more. Any thread may call this."""
        self._disbelieved = refusal

    # ---- leading and following ----------------------------------------------------------------

    @property
    def epoch(self) -> int:
        """The epoch in which this engine leads; 0 before it does."""
        return self._epoch

    @property
    def closed_by(self) -> Refusal | None:
        """Why nothing is decided now, if so."""
        if self._follows and self._disbelieved is None:
            return refuse_standing_by(self.state.engine)
        return self._disbelieved or self._replaced

    @property
    def follow_every_s(self) -> float | None:
        """How often to look for the leader's new rows; None if this engine leads."""
        return FOLLOW_S if self._follows else None

    def stand_by(self) -> None:
        """Stand by: another engine owns the journal, so follow it and decide nothing."""
        self._follows = True

    def follow(self) -> None:
        """Fold in, and show, the leader's new rows. An unreachable journal is asked again later;
        one that doesn't match what was folded can't be trusted."""
        self._follow_again()
        begun_ms = self._passed_ms()
        try:
            self._catch_up()
        except Refusal as refusal:
            if refusal.code != "JOURNAL_UNAVAILABLE":
                self._follows, self._disbelieved = False, refusal
        else:
            self.contact_ms = begun_ms

    def take_over(self, journal: Journal) -> None:
        """Take over with the lock in hand: fold in the last leader's rows from the journal that
        came with it. To lead, this engine must still begin an epoch; if it can't, it follows again
        through the journal it followed before."""
        if self._disbelieved is not None:
            raise self._disbelieved
        self._follow_again()
        self._followed, self.journal = self.journal, journal
        try:
            self._catch_up()
        except Refusal:
            self._follow_again()
            raise

    def lead(self, commands: Sequence[Command]) -> list[Reply]:
        """Send the commands a leader begins with, one of which begins its epoch. Until that one is
        known to be durable, an engine that stood by decides nothing else."""
        self._follows = False
        replies = self.handle(commands)
        begun = [
            event for each in replies for event in each.events if type(event) is engines.EngineBegan
        ]
        if begun:
            self._epoch = begun[-1].epoch
            if self._followed is not None:
                self._call(self._followed.close)
                self._followed = None
        else:
            self._follow_again()
        return replies

    def _follow_again(self) -> None:
        if self._followed is not None:
            self.journal, self._followed = self._followed, None
            self._follows = True

    def hand_over(self, last: Sequence[Command] = (), *, anyway: bool = False) -> None:
        """Release the journal, after these commands, to the waiting engine, `anyway` even if its
        software isn't approved. All earlier commands are durable, and nothing is decided from here
        on."""
        need_standby(self.state, self._call(self.journal.awaited_by), anyway=anyway)
        self.handle(last)
        self._replaced = refuse_standing_by(None)
        self._call(self.journal.close)

    def keep_snapshot(self) -> None:
        """Keep the state, so that the next start doesn't replay the rows behind it."""
        seq = self.state.seq
        if seq > self._snapshot_seq and self.closed_by is None:
            text = write_snapshot(self.state)
            self._call(lambda: self.journal.save_snapshot(seq=seq, text=text))
            self._snapshot_seq = seq

    def can_write(self, *, really: bool) -> bool:
        """Whether the journal takes rows now: check where it ends or, if `really`, also keep a
        snapshot. If it holds more than the state, fold that in."""
        if self.closed_by is not None:
            return False
        begun_ms = self._passed_ms()
        try:
            self._reach_end()
            if really:
                seq, text = self.state.seq, write_snapshot(self.state)
                self._call(lambda: self.journal.save_snapshot(seq=seq, text=text))
        except Refusal as refusal:
            self._log_lost(refusal)
            return False
        self.contact_ms = begun_ms
        return True

    # ---- inside -------------------------------------------------------------------------------

    def _call(self, call: Callable[[], _Result]) -> _Result:
        return self._beside.begin(call)()

    def _reach_end(self) -> None:
        """Check that the journal ends where the state does, or fold in the extra rows."""
        try:
            self._call(lambda: self.journal.append((), after=self._end))
        except Refusal as refusal:
            if refusal.code != "JOURNAL_MOVED_ON":
                raise
            self._catch_up()

    def _decide_all(
        self, commands: Sequence[Command], below: State, after: Last, answered: Answered
    ) -> Batch:
        """Decide commands on a draft of their own. If one shows a fault, that is its answer, and
        the others are decided again without it."""
        while True:
            batch = Batch(
                commands=commands, generation=self._generation, after=after, draft=below.draft()
            )
            for command in commands:
                try:
                    batch.replies.append(self._answer(batch, command, answered))
                except Exception as fault:  # noqa: BLE001 - it concerns only this command
                    reply = self._report(command, fault, after.seq)
                    answered = {**answered, command.command_id: (command, reply)}
                    break
            else:
                return batch

    def _answer(self, batch: Batch, command: Command, answered: Answered) -> Reply:
        """A command's first answer, or a new one."""
        name, seq = command.command_id, batch.after.seq
        known = batch.answered.get(name) or answered.get(name)
        if known is not None:
            return known[1] if is_same(known[0], command) else answer_reused(command, seq)
        try:
            asked = _write_down(command)
        except Refusal as refusal:
            # It can't be written down; the others in its batch aren't to blame.
            return Reply(name, seq, refusal.told)
        reply = self._decide(batch, command, asked)
        batch.answered[name] = (command, reply)
        return reply

    def _decide(self, batch: Batch, command: Command, asked: str) -> Reply:
        draft = batch.draft
        decision = decide(draft, command, self._paytables)
        if isinstance(decision, Told):
            reply = Reply(command.command_id, draft.seq + 1, decision)
            decision = (refusal_of(command, decision),)
        else:
            reply = Reply(command.command_id, draft.seq + 1, events=decision)
        record(draft, decision)
        batch.events += decision
        events, rows = events_text(decision), batch.rows
        before = rows[-1].hash if rows else batch.after.hash
        rows.append(chain_row(before, draft.seq, command.at_ms, command.command_id, asked, events))
        return reply

    def _report(self, command: Command, fault: Exception, seq: int) -> Reply:
        """The answer to a command that shows a fault of the program."""
        if self._on_fault is None:
            raise fault
        self._faults += 1
        found = fault_of(command, fault, number=f"{seq}-{self._faults}")
        self._on_fault(found)
        return Reply(command.command_id, seq, found.refusal.told)

    def _decide_again(self, batch: Batch) -> None:
        """Decide again on what is true now, with the journal's answers; nothing on top of the batch
        holds."""
        self._generation += 1
        self._catch_up()
        ids = [command.command_id for command in batch.commands]
        found = self._call(lambda: self.journal.find_commands(ids))
        answered = {name: (command_of(row.asked), reply_of(row)) for name, row in found.items()}
        again = self._decide_all(batch.commands, self.state, self._end, answered)
        for name in Batch.__struct_fields__:
            setattr(batch, name, getattr(again, name))

    def _adopt(self, batch: Batch) -> None:
        assert batch.after == self._end, "a batch is finished out of its turn"
        self.state.adopt(batch.draft)
        batch.durable = True
        self._end = batch.end
        self.contact_ms = batch.begun_ms
        if self._newest is not None and self._newest is not batch:
            self._newest.draft.rebase(self.state)  # everything below it is durable now
        self._publish(self.state, batch.events)
        if self.state.seq - self._snapshot_seq >= SNAPSHOT_EVERY:
            with suppress(Refusal):  # the next batch tries again; no answer depends on it
                self.keep_snapshot()

    def _refuse(self, batch: Batch, refusal: Refusal) -> None:
        """Refuse a batch: nothing of it is done, or nobody knows; decisions on top of it are
        void."""
        self._generation += 1
        self._unsure = True
        self._log_lost(refusal)
        seq = self.state.seq
        batch.refused = True
        batch.replies = [Reply(command.command_id, seq, refusal.told) for command in batch.commands]

    def _log_lost(self, refusal: Refusal) -> None:
        """Log once which rows the journal lacks: tables only hear that they must stop."""
        if refusal.code in LOST and not self._lost:
            self._lost = True
            logging.getLogger(__name__).error("no table can play: %s", refusal)

    def _explain(self, refusal: Refusal) -> Refusal:
        """Why a batch was refused: if another engine has begun, the refusal names it."""
        if refusal.code == "JOURNAL_MOVED_ON" and self._epoch:
            with suppress(Refusal):  # or the next command finds it
                self._catch_up()
            return self._replaced or refusal
        return refusal

    def _restore_state(self) -> State:
        kept = self.journal.last_snapshot()
        if kept is None:
            return State()
        self._snapshot_seq = kept.seq
        state = read_snapshot(kept.text)
        if not state.seq:  # it has an older form, so skip it
            return self._begin_state()
        self._end = Last(kept.seq, kept.hash)
        self.believed = Believed(self._end, hex_digest(kept.text.encode()))
        return state

    def _begin_state(self) -> State:
        """The floor before the first row: empty, unless old rows were removed."""
        sealed = self.journal.read_seal()
        if sealed is None:
            return State()
        self._end = Last(sealed.seq, sealed.hash)
        return sealed_state(sealed)

    def _sound_rows(self) -> Iterator[Row]:
        """The rows after the state, each checked against the chain, so that foreign rows aren't
        adopted."""
        after = self._end
        for row in every_row(self.journal, after_seq=after.seq):
            check_row(row, after=after)
            after = Last(row.seq, row.hash)
            yield row

    def _need_ours(self, last: Last) -> None:
        """Refuse a journal that doesn't hold the rows of the state."""
        if last.seq < self._end.seq:
            raise _damage_refusal(last.seq, "ends_there", written=self._end.seq)
        if last.seq == self._end.seq and last.hash != self._end.hash:
            raise _damage_refusal(last.seq, "other_row")

    def _catch_up(self) -> None:
        """Fold in, and show, what became durable without this engine's knowledge: its own batch
        whose answer was lost, or another engine's rows. If that engine has begun an epoch, this one
        no longer leads."""
        last = self._call(self.journal.last)
        self._need_ours(last)
        if last.seq > self.state.seq:
            rows = self._call(lambda: list(self._sound_rows()))  # all, before trusting any
            with naming(self.journal):
                happened = [events_of(row.events, seq=row.seq) for row in rows]
            for events in happened:
                record(self.state, events)
            self._end = Last(rows[-1].seq, rows[-1].hash)
            self._publish(self.state, [event for events in happened for event in events])
        self._unsure = self._lost = False
        leader = self.state.engine
        if self._epoch and leader is not None and leader.epoch > self._epoch:
            self._replaced = refuse_superseded(leader)
            raise self._replaced


def _damage_refusal(seq: int, case: str, **values: int) -> Refusal:
    return Refusal("JOURNAL_DAMAGED", case, where=f"row {seq}", **values)


def replay(state: State, rows: Iterable[Row], *, after: Last = EMPTY) -> Last:
    """Fold stored rows into a state and return where they end."""
    seq, row_hash = after
    for seq, _, _, _, events, row_hash in rows:  # noqa: B007 - the last one's
        record(state, events_of(events, seq=seq))
    return Last(seq, row_hash)


def _write_down(command: Command) -> str:
    """A command as its row has it; refused if no row may have it."""
    if not is_command_id(command.command_id):
        raise refuse_id(command.command_id)
    if not 0 <= command.at_ms < TIME_MOST:
        where = f"{command.at_ms} ms"
        raise Refusal("CLOCK_WRONG", where=where)
    need_no_numbers(command)
    asked = command_text(command)
    need_exact_numbers(asked)
    return asked
