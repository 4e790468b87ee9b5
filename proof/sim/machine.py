"""A simulated machine whose engine leads or stands by: it works as in `pitboss serve --standby`,
with the product's own core, but its clock and its journal's thread run step by step.

It can be killed, switched off, paused with batches under way, and cut off from the database."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pitboss.engine import Batch, Core, Reply
from pitboss.engine.batch import Beside, in_time
from pitboss.engine.leadership import LOST, SUPERSEDED, ends_tenure, newer_leader
from pitboss.floor.facts import engines, papers
from pitboss.floor.facts.base import Command
from pitboss.journal import CANNOT_WRITE
from pitboss.refusal import Refusal
from proof.sim.database import EnginePlace, SharedDatabase, SharedJournal
from proof.sim.faults import PowerCut
from proof.sim.model import Discrepancy, need, same
from proof.sim.one_engine import halves
from proof.sim.people import CommandMaker
from proof.sim.site import paytables

_Result = TypeVar("_Result")

TICK_MS = 250
FRESH_MS = 2000  # how old a proof of the journal may be, as for health and pictures
PROVE_TICKS = 4
SNAPSHOT_PERCENT = 2
PAUSE_TICKS_MOST = 160
OFF_TICKS_MOST = 40
# Why a snapshot can't be kept, or a floor can't be handed over.
EXPECTED = CANNOT_WRITE | {"STANDBY_MISSING"}


class JournalCall:
    """A call that the journal's thread makes on demand."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self.is_done = False
        self._result: Any = None
        self._fault: BaseException | None = None

    def run(self) -> None:
        self.is_done = True
        try:
            self._result = self._make()
        except (Refusal, PowerCut) as fault:
            self._fault = fault
        if isinstance(self._fault, PowerCut):
            raise self._fault

    def result(self) -> Any:
        if self._fault is not None:
            raise self._fault
        return self._result


class JournalCalls(Beside):
    """The journal's thread: calls wait in order until somebody needs a result, or until some of
    them are run."""

    batches_most = 2

    def __init__(self) -> None:
        self._waiting: deque[JournalCall] = deque()

    def begin(self, call: Callable[[], _Result]) -> Callable[[], _Result]:
        """Queue a call; asking for its result runs it, and all before it."""
        begun = JournalCall(call)
        self._waiting.append(begun)

        def result() -> _Result:
            while not begun.is_done:
                self.run(1)
            found: _Result = begun.result()
            return found

        return result

    def run(self, most: int) -> None:
        """Run this many of the waiting calls."""
        for _ in range(min(most, len(self._waiting))):
            self._waiting.popleft().run()


@dataclass(slots=True)
class UnderWay:
    """A batch under way, and when its commands were asked."""

    batch: Batch
    commands: Sequence[Command]
    begun_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """A machine's environment: the database, the clock that counts sleep, and the handlers of its
    answers, its pictures, and its first row."""

    database: SharedDatabase
    now_ms: Callable[[], int]
    asker: CommandMaker
    asked: Callable[[Command], None]
    answer: Callable[[Machine, Command, Reply, int], None]
    shown: Callable[[Machine, Any, Any], None]
    began: Callable[[Machine, Core], None]


class Machine:
    """One machine, and the process that runs on it now."""

    def __init__(self, name: str, world: Surroundings) -> None:
        self.name = name
        self._world = world
        self._database = world.database
        self.place = EnginePlace(name)
        self.core: Core | None = None
        self.leads = False
        self._calls = JournalCalls()
        self._processes = 0
        self._inbox: list[Command] = []
        self._under_way: deque[UnderWay] = deque()
        self._outbox: list[tuple[Command, Reply, int]] = []
        self._over: Refusal | None = None
        self._is_available = True
        self._proven_ticks = 0
        self.paused_ticks = 0
        self._busy_ticks = 0
        self._off_ticks = 0
        self.shown_seq = 0

    # ---- from outside -------------------------------------------------------------------------

    @property
    def is_healthy(self) -> bool:
        """Whether it says that it leads, when a proxy asks."""
        core = self.core
        if core is None or self.paused_ticks or self._busy_ticks or not self.leads:
            return False
        fresh = self._now_ms() - core.contact_ms <= FRESH_MS
        return self._over is None and self._is_available and fresh

    def take(self, command: Command) -> None:
        """A command reaches this machine; if nothing runs there, it is lost."""
        if self.core is not None:
            self._inbox.append(command)

    def step(self) -> None:
        """Let a moment pass."""
        self.place.cut_ticks = max(0, self.place.cut_ticks - 1)
        if self.paused_ticks or self._busy_ticks:
            self.paused_ticks = max(0, self.paused_ticks - 1)
            self._busy_ticks = max(0, self._busy_ticks - 1)
            self._strike_from_outside()
            return
        try:
            self._run()
        except PowerCut:
            self._switch_off("switched off")
        if self.place.lag_ticks:
            self._busy_ticks, self.place.lag_ticks = self.place.lag_ticks, 0
        else:
            self._send()
        self._strike_from_outside()

    def is_in_danger(self, rows: int) -> bool:
        """Whether it sleeps with a second batch whose number is next in the journal: others have
        written exactly as many rows as its first batch has."""
        sizes = [len(begun.batch.rows) for begun in self._under_way]
        core = self.core
        return len(sizes) > 1 and core is not None and core.state.seq + sizes[0] == rows

    def wake(self) -> None:
        """Continue after a pause."""
        self.paused_ticks = 0

    def kill(self, seen: str) -> None:
        """End its process."""
        if self.core is not None:
            self._kill(seen)

    def calm(self) -> None:
        """Stop all faults: sleepers wake up, and lines are whole."""
        self.paused_ticks = self._off_ticks = self.place.cut_ticks = 0

    def _strike_from_outside(self) -> None:
        database, rates = self._database, self._database.rates
        if self.core is None:
            return
        if database.strikes(rates.cut_off):
            database.seen["machines cut off"] += 1
            self.place.cut_ticks = database.chance.randint(1, 80)
        if database.strikes(rates.killed):
            self._kill("processes killed")
        elif database.strikes(rates.switched_off):
            self._switch_off("machines switched off")

    # ---- a process ----------------------------------------------------------------------------

    def _run(self) -> None:
        if self._off_ticks:
            self._off_ticks -= 1
            return
        if self.core is None:
            self._start()
            return
        self._finish()  # what was under way when it was paused
        self._send()
        if self._over is not None:
            self._kill("")  # its supervisor starts it again
            return
        if not self.leads:
            self._stand_by(self.core)
        if not self._serve():
            return  # paused
        if self.leads and self._over is None:
            self._look_after(self.core)

    def _start(self) -> None:
        """Start as `serve --standby` does: it leads at once if nobody else does."""
        self._processes += 1
        self.place.process = f"{self.name}.{self._processes}"
        self.place.is_off = False
        journal: SharedJournal | None = None
        try:
            journal = SharedJournal(self._database, self.place, stands_by=True)
            core = self._new_core(journal)
            self._lead(core)
            self.core, self.leads = core, True
        except Refusal as refusal:
            if journal is not None:
                journal.close()
            if refusal.code == "JOURNAL_IN_USE":
                self._follow()
            elif refusal.code not in CANNOT_WRITE:
                raise Discrepancy(f"{self.name} does not start: {refusal}") from None

    def _follow(self) -> None:
        try:
            core = self._new_core(SharedJournal(self._database, self.place, read_only=True))
        except Refusal as refusal:
            same(refusal.code, "JOURNAL_UNAVAILABLE", "why nobody stands by")
            return
        core.stand_by()
        self.core = core
        self._database.waiting.add(self.name)

    def _new_core(self, journal: SharedJournal) -> Core:
        core = Core(
            journal,
            paytables(),
            lambda state, events: self._world.shown(self, state, events),
            passed_ms=self._now_ms,
        )
        self._calls = JournalCalls()
        core.write_beside(self._calls)
        self.shown_seq = core.state.seq
        self._is_available, self._over = True, None
        return core

    def _lead(self, core: Core) -> None:
        """Begin an epoch."""
        begin = self._world.asker.make(
            engines.BeginEngine,
            epoch=core.state.epoch + 1,
            engine=self.place.process,
            address=f"http://{self.name}",
            version="simulated",
            code_sha256="0" * 64,
        )
        self._world.asked(begin)
        (reply,) = core.lead([begin])
        reply.need(self.name)
        self._database.waiting.discard(self.name)
        self._database.seen["epochs"] += 1
        self._world.began(self, core)

    def _stand_by(self, core: Core) -> None:
        """Follow the leader, and try for the lock, like `live.tenure`."""
        core.follow()
        closed_by = core.closed_by
        if closed_by is not None and closed_by.code in LOST:
            self._over = closed_by
            return
        try:
            journal = SharedJournal(self._database, self.place, stands_by=True)
        except Refusal as refusal:
            need(holds=refusal.code in CANNOT_WRITE, saying=f"one that stands by hears {refusal}")
            return
        try:
            core.take_over(journal)
            self._lead(core)
            self.leads = True
            self._database.seen["take-overs"] += 1
        except Refusal as refusal:
            self._serve()  # the engine's thread may handle what waits before the lock is released
            journal.close()
            if ends_tenure(refusal):
                self._over = refusal

    def _serve(self) -> bool:
        """Start what has arrived, in two batches, then perhaps pause. Whether it didn't."""
        core, commands = self.core, self._inbox
        assert core is not None
        self._inbox = []
        for part in halves(commands):
            batch = core.decide(part)
            core.write(batch)
            self._under_way.append(UnderWay(batch, part, self._now_ms()))
        database = self._database
        if database.strikes(database.rates.paused * 3 * len(self._under_way)):
            database.seen["pauses with batches under way"] += 1
            self._calls.run(database.chance.randint(0, 2))
            self.paused_ticks = database.chance.randint(1, PAUSE_TICKS_MOST)
            return False
        self._finish()
        return True

    def _finish(self) -> None:
        core = self.core
        assert core is not None
        while self._under_way:
            begun = self._under_way.popleft()
            while not core.finish(begun.batch):
                core.write(begun.batch)
            same(len(begun.batch.replies), len(begun.commands), "the number of answers")
            for command, reply in zip(begun.commands, begun.batch.replies, strict=True):
                self._outbox.append((command, reply, begun.begun_ms))

    def _send(self) -> None:
        """Send the answers that are allowed now."""
        if self.place.lag_ticks:
            return
        outbox, self._outbox = self._outbox, []
        for command, reply, begun_ms in outbox:
            given = in_time(reply, begun_ms=begun_ms, now_ms=self._now_ms())
            self._world.answer(self, command, given, begun_ms)

    def _look_after(self, core: Core) -> None:
        """A leader's other work: prove that the journal is there, keep a snapshot, hand over,
        notice that it was replaced."""
        database = self._database
        self._proven_ticks += 1
        if self._proven_ticks >= PROVE_TICKS:
            self._proven_ticks = 0
            self._is_available = core.can_write(really=not self._is_available)
            if self._is_available:
                last = database.store.rows[-1]
                same(core.state.seq, last.seq, f"what {self.place.process} has of the journal")
        closed_by = core.closed_by
        if closed_by is not None and closed_by.code == SUPERSEDED:
            self._over = closed_by
        elif not self._is_available:
            self._look_for_leader(core)
        try:
            if database.chance.randrange(100) < SNAPSHOT_PERCENT:
                core.keep_snapshot()
            if self._over is None and database.strikes(database.rates.handed_over):
                self._hand_over(core)
        except Refusal as refusal:
            need(holds=refusal.code in EXPECTED, saying=f"{self.name}: {refusal}")

    def _look_for_leader(self, core: Core) -> None:
        """It can't write: perhaps another engine has started, which a reader sees."""
        try:
            reader = SharedJournal(self._database, self.place, read_only=True)
            rows = list(reader.rows(after_seq=core.state.seq, limit=1000))
        except Refusal:
            return
        self._over = newer_leader(rows, epoch=core.epoch)

    def _hand_over(self, core: Core) -> None:
        stop = self._world.asker.make(papers.NoteStop)
        self._world.asked(stop)
        core.hand_over([stop])
        self._database.seen["hand-overs"] += 1
        self._over = core.closed_by

    # ---- the end of a process -----------------------------------------------------------------

    def _kill(self, seen: str) -> None:
        """End the process, and its connection with it, unless the server can't be told."""
        if seen:
            self._database.seen[seen] += 1
        holder = self._database.holder
        if holder is not None and holder.place is self.place and not self.place.cut_ticks:
            self._database.end(holder)
        self._forget()
        self._off_ticks = self._database.chance.randint(1, OFF_TICKS_MOST)

    def _switch_off(self, seen: str) -> None:
        """The machine is gone, without notice."""
        self._database.seen[seen] += 1
        self.place.is_off = True
        self._forget()
        self._off_ticks = self._database.chance.randint(1, OFF_TICKS_MOST)

    def _forget(self) -> None:
        self.core, self.leads = None, False
        self._inbox, self._outbox = [], []
        self._under_way.clear()
        self.paused_ticks = self._busy_ticks = self.place.lag_ticks = 0
        self._database.waiting.discard(self.name)

    def _now_ms(self) -> int:
        return self._world.now_ms() + self.place.lag_ticks * TICK_MS
