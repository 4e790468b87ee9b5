"""One engine on its storage that loses power and starts again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from pitboss.engine import Core, Reply, replay
from pitboss.floor.facts import awards
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.money.meter import house_left, list_readings
from pitboss.floor.state.floor import State
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal import Row
from pitboss.journal.chain import verify
from pitboss.journal.codec import command_of, events_of
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.refusal import Refusal
from proof.sim.auditor import FloorAuditor
from proof.sim.faults import FaultyJournal, PowerCut, Weather
from proof.sim.line import FaultyLine
from proof.sim.model import Discrepancy, same
from proof.sim.site import paytables

SNAPSHOT_PERCENT = 2
REPLAYED_ROWS_MOST = 600  # a longer journal is replayed at the end only


class OneEngine:
    """Answers whatever arrives, like the engine's loop, in any weather."""

    def __init__(
        self,
        chance: random.Random,
        weather: Weather,
        auditor: FloorAuditor,
        line: FaultyLine,
        note: Callable[[str], None],
    ) -> None:
        self._chance = chance
        self._weather = weather
        self._auditor = auditor
        self._line = line
        self._note = note
        self._store = MemoryStore()
        self._core: Core | None = None
        self._read_rows = 0
        self._restarts = -1

    @property
    def rows(self) -> Sequence[Row]:
        return self._store.rows

    @property
    def seen(self) -> dict[str, int]:
        """What happened to it, with counts."""
        return {"restarts": max(0, self._restarts)}

    def calm(self) -> None:
        """Stop all faults, which are all the weather's."""

    def step(self, arrived: Sequence[Command]) -> None:
        """Let a moment pass in which these commands arrive."""
        self._store.fault = "the storage is gone" if self._weather.gone_ticks else ""
        try:
            core = self._running_core()
            if core is not None and arrived:
                self._handle(core, arrived)
            self._disturb()
        except PowerCut as cut:
            self._note(f"power cut {cut}")
            self._cut_power()
        self._tell_auditor()

    def _handle(self, core: Core, arrived: Sequence[Command]) -> None:
        replies = _answered(core, arrived)
        same(len(replies), len(arrived), "the number of answers")
        for command, reply in zip(arrived, replies, strict=True):
            self._note(f"{reply.command_id!r} {reply.seq} {reply.code}")
            self._line.answer(command, reply)
        if any(_records_by_key(each) for each in zip(arrived, replies, strict=True)) and (
            self._weather.strikes(self._weather.faults.cut_after_jackpot)
        ):
            raise PowerCut("between J-POT and RUN")

    def _disturb(self) -> None:
        """What happens besides the commands: snapshots, a second engine, a planned restart."""
        if self._core is None:
            return
        if self._chance.randrange(100) < SNAPSHOT_PERCENT:
            try:
                self._core.keep_snapshot()
            except Refusal as refusal:
                same(refusal.code, "JOURNAL_UNAVAILABLE", "why no snapshot was kept")
            self._refuse_second_engine()
        if self._weather.strikes(self._weather.faults.restart):
            raise PowerCut("for no reason")

    def _refuse_second_engine(self) -> None:
        try:
            MemoryJournal(self._store)
        except Refusal as refusal:
            same(refusal.code, "JOURNAL_IN_USE", "the answer to a second engine")
        else:
            raise Discrepancy("a second engine was let in")

    def _running_core(self) -> Core | None:
        """The engine; restarted if possible."""
        if self._core is None and not self._store.fault:
            journal = FaultyJournal(self._store, self._weather)
            self._core = Core(journal, paytables(), self._publish)
            self._restarts += 1
            self._tell_auditor()
            check_meters(self._auditor, self._core.state, "after a restart")
            if len(self._store.rows) <= REPLAYED_ROWS_MOST:
                check_replay(self._core.state, self._store.rows)
        return self._core

    def _cut_power(self) -> None:
        self._core = None
        self._store.in_use = False  # the lock goes with its process
        self._line.lose_answers()

    def _publish(self, state: State, events: Sequence[Event]) -> None:
        """Show a screen something, after telling the auditor what is durable now: a batch whose
        answer was lost is shown late, and more may follow in the same step."""
        self._tell_auditor()
        self._auditor.check_picture(events, list_readings(state), shown_seq=state.seq)

    def _tell_auditor(self) -> None:
        """Tell the auditor what has become durable since the last time."""
        rows = self._store.rows[self._read_rows :]
        self._read_rows += len(rows)
        for row in rows:
            self._auditor.durable(command_of(row.asked), events_of(row.events))

    def check_storage(self) -> None:
        """At the end: the chain is intact, and a replay of all rows gives the present state."""
        verify(self._store.rows)
        self._store.fault = ""
        core = self._running_core()
        if core is not None:
            check_replay(core.state, self._store.rows)


def check_meters(auditor: FloorAuditor, state: State, when: str) -> None:
    """An engine starts with what the auditor has in its books."""
    same(list_readings(state), auditor.books.list_readings(), f"the meters {when}")
    own = auditor.books.own_micros()
    same(_own_micros(state), own, f"the house's own money {when}")


def check_replay(state: State, rows: Sequence[Row]) -> None:
    """A state is what all rows make."""
    replayed = State()
    replay(replayed, rows)
    same(write_snapshot(state), write_snapshot(replayed), "the state after a replay")


def _answered(core: Core, arrived: Sequence[Command]) -> list[Reply]:
    """Answer like the engine's loop: start one half, then the other on top of it."""
    under_way = []
    for part in halves(arrived):
        batch = core.decide(part)
        core.write(batch)
        under_way.append(batch)
    for batch in under_way:
        while not core.finish(batch):
            core.write(batch)
    return [reply for batch in under_way for reply in batch.replies]


def halves(arrived: Sequence[Command]) -> list[Sequence[Command]]:
    """What arrives together goes in two batches."""
    half = (len(arrived) + 1) // 2
    return [part for part in (arrived[:half], arrived[half:]) if part]


def _own_micros(state: State) -> tuple[int, ...]:
    """The house's own money in each level."""
    return tuple(
        house_left(level)
        for _, jackpot in state.jackpots.items()
        for level in jackpot.levels.values()
    )


def _records_by_key(answered: tuple[Command, Reply]) -> bool:
    command, reply = answered
    return isinstance(command, awards.PressJackpot) and reply.accepted
