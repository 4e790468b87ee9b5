"""One run: people ask over a bad line, an engine answers on bad storage, an auditor watches."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from pitboss.engine import Batch, Core, Reply, replay
from pitboss.floor.facts.awards import PressJackpot
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.meter import house_left, readings
from pitboss.floor.snapshot import write_snapshot
from pitboss.floor.state import State
from pitboss.journal.chain import verify
from pitboss.journal.codec import command_of, events_of
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.refusal import Refusal
from pitboss.sim.auditor import FloorAuditor
from pitboss.sim.day_keeper import DayKeeper
from pitboss.sim.dealing import TableCrew
from pitboss.sim.faults import FaultyJournal, PowerCut, Weather, draw_faults
from pitboss.sim.line import FaultyLine
from pitboss.sim.manager import Manager
from pitboss.sim.model import Discrepancy, same
from pitboss.sim.office import Meddler, Office
from pitboss.sim.people import AskingPerson, Clock, CommandMaker, SharedFloor
from pitboss.sim.site import draw_site, opening, paytables

TICK_MS = 250
STEPS_PER_ROUND_MOST = 400
STEPS_LEAST = 4_000
SNAPSHOT_PERCENT = 2
REPLAYED_ROWS_MOST = 600  # a longer journal is replayed at the end only


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run went. `failure` is empty if the auditor found nothing."""

    rng_seed: int
    rounds: int
    steps: int
    commands: int
    restarts: int
    trace: str
    failure: str = ""


def simulate(*, rng_seed: int, rounds: int, faults: str = "some") -> Outcome:
    """One run from one rng seed; the same seed gives the same trace."""
    run = Run(rng_seed=rng_seed, rounds=rounds, faults=faults)
    failure = ""
    try:
        run.play()
    except Discrepancy as found:
        failure = str(found)
    except Exception as fault:  # noqa: BLE001 - whatever stops the engine is a finding
        failure = f"the engine stopped: {fault!r}"
    return run.outcome(failure)


class Run:
    """The whole world of one rng seed."""

    def __init__(self, *, rng_seed: int, rounds: int, faults: str) -> None:
        chance = random.Random(rng_seed)  # noqa: S311 - must be repeatable
        self._rng_seed = rng_seed
        self._chance = chance
        self._site = draw_site(chance)
        self._weather = Weather(chance, draw_faults(chance, faults))
        self._store = MemoryStore()
        self._clock = Clock()
        self._auditor = FloorAuditor(paytables())
        self._floor = SharedFloor(chance, self._clock, self._auditor.books, rounds)
        self._line = FaultyLine(chance, self._weather, self._clock, self._auditor)
        self._steps_most = STEPS_LEAST + STEPS_PER_ROUND_MOST * rounds
        self._core: Core | None = None
        self._read_rows = 0
        self._restarts = -1
        self._steps = 0
        self._trace = sha256()

    def play(self) -> None:
        """Open the floor, play with faults, then without until everybody is served."""
        asker = CommandMaker("opening", self._clock)
        self._serve([_one_by_one(opening(self._site, asker))])
        office, meddler = Office(self._floor, self._site), Meddler(self._floor, self._site)
        manager = Manager(self._floor, self._site)
        crews = [TableCrew(self._floor, table).play() for table in self._site.tables]
        keeper = DayKeeper(self._floor)
        self._serve([*crews, office.work(), meddler.meddle(), manager.work(), keeper.work()])
        self._serve([office.pay_everything()], calm=True)
        self._serve([keeper.close_everything()], calm=True)
        self._auditor.finished()
        self._check_storage()

    def outcome(self, failure: str) -> Outcome:
        """How it went."""
        if self._store.rows:
            self._trace.update(self._store.rows[-1].hash.encode())
        return Outcome(
            rng_seed=self._rng_seed,
            rounds=self._floor.rounds_played,
            steps=self._steps,
            commands=len(self._store.rows),
            restarts=self._restarts,
            trace=self._trace.hexdigest()[:16],
            failure=failure,
        )

    # ---- steps ---------------------------------------------------------------------------------

    def _serve(self, people: Sequence[AskingPerson], *, calm: bool = False) -> None:
        """Steps until these people have nothing more to ask. The faults stop with the last round:
        from then on everything that waits must complete."""
        self._line.join(people)
        while self._line.busy():
            if calm or self._floor.rounds_left <= 0:
                self._weather.calm()
            self._step()
            if self._steps > self._steps_most:
                raise Discrepancy(f"after {self._steps} steps somebody still waits")

    def _step(self) -> None:
        self._steps += 1
        self._clock.pass_ms(TICK_MS)
        self._weather.pass_tick()
        self._store.fault = "the storage is gone" if self._weather.gone_ticks else ""
        arrived = self._line.deliver()
        try:
            core = self._running_core()
            if core is not None and arrived:
                self._handle(core, arrived)
            self._disturb()
        except PowerCut as cut:
            self._note(f"power cut {cut}")
            self._cut_power()
        self._audit_storage()
        self._line.hand_out()

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
        """What happens beside the commands: snapshots, a second engine, a planned restart."""
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

    # ---- the engine and its storage ------------------------------------------------------------

    def _running_core(self) -> Core | None:
        """The engine; started again if it can be."""
        if self._core is None and not self._store.fault:
            journal = FaultyJournal(self._store, self._weather)
            self._core = Core(journal, paytables(), self._publish)
            self._restarts += 1
            self._audit_storage()
            state = self._core.state
            same(readings(state), self._auditor.books.readings(), "the meters after a restart")
            own = self._auditor.books.own_micros()
            same(_own_micros(state), own, "the house's own money after a restart")
            if len(self._store.rows) <= REPLAYED_ROWS_MOST:
                self._check_replay(state)
        return self._core

    def _cut_power(self) -> None:
        self._core = None
        self._store.in_use = False  # the lock goes with the process that held it
        self._line.lose_answers()

    def _publish(self, state: State, events: Sequence[Event]) -> None:
        """A screen shows something: the auditor hears of it after what is durable now, because a
        batch whose answer was lost is shown late, and more may follow in the same step."""
        self._audit_storage()
        self._auditor.shown(events, readings(state), shown_seq=state.seq)

    def _audit_storage(self) -> None:
        """Tell the auditor what has become durable since it was last told."""
        rows = self._store.rows[self._read_rows :]
        self._read_rows += len(rows)
        for row in rows:
            self._auditor.durable(command_of(row.asked), events_of(row.events))

    def _check_storage(self) -> None:
        """At the end: the chain holds, and a replay from the first row is the state in use."""
        verify(self._store.rows)
        self._store.fault = ""
        core = self._running_core()
        if core is not None:
            self._check_replay(core.state)

    def _check_replay(self, state: State) -> None:
        replayed = State()
        replay(replayed, self._store.rows)
        same(write_snapshot(state), write_snapshot(replayed), "the state after a replay")

    def _note(self, line: str) -> None:
        self._trace.update(f"{self._steps} {line}\n".encode())


def _answered(core: Core, arrived: Sequence[Command]) -> list[Reply]:
    """As the engine's loop does it: one half is begun, and the other on top of it."""
    half = (len(arrived) + 1) // 2
    under_way: list[Batch] = []
    for part in filter(None, (arrived[:half], arrived[half:])):
        batch = core.decide(part)
        core.write(batch)
        under_way.append(batch)
    for batch in under_way:
        while not core.finish(batch):
            core.write(batch)
    return [reply for batch in under_way for reply in batch.replies]


def _own_micros(state: State) -> tuple[int, ...]:
    """How much of each level is the house's own money."""
    return tuple(
        house_left(level)
        for _, jackpot in state.jackpots.items()
        for level in jackpot.levels.values()
    )


def _records_by_key(answered: tuple[Command, Reply]) -> bool:
    command, reply = answered
    return isinstance(command, PressJackpot) and reply.accepted


def _one_by_one(commands: Iterable[Command]) -> AskingPerson:
    """Somebody who asks one thing after the other, all of which must be done."""
    for command in commands:
        code = yield command
        same(code, "", f"the answer to {command}")
