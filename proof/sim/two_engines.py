"""Two machines on one database, one of them leading, and everything that can happen to them.

Besides the auditor's checks of each answer: rows are chained, each epoch follows the one before and
its rows come from the process that began it, an engine shows what the rows say, and no engine
acknowledges anything after another has begun, unless it answered in time."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from pitboss.audit import BadRow, audit
from pitboss.engine import Core, Reply
from pitboss.engine.batch import ANSWER_S
from pitboss.floor.facts import engines
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.values import Reading
from pitboss.floor.money.meter import list_readings
from pitboss.floor.state.floor import State
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal import EMPTY, Last, Row
from pitboss.journal.chain import check_row
from pitboss.journal.codec import command_of, events_of
from pitboss.journal.memory import MemoryJournal
from pitboss.refusal import Refusal
from proof.sim.auditor import FloorAuditor
from proof.sim.database import SharedDatabase, draw_pair_rates
from proof.sim.faults import Weather
from proof.sim.line import FaultyLine
from proof.sim.machine import TICK_MS, Machine, Surroundings
from proof.sim.model import Discrepancy, need, same
from proof.sim.one_engine import check_meters, check_replay
from proof.sim.people import Clock, CommandMaker
from proof.sim.site import paytables

NAMES = ("north", "south")
SETTLE_STEPS_MOST = 400
# How many times as often as it is paused, a sleeping engine gets the lock back.
PASSED_BACK, DANGER = 10, 100


class TwoEngines:
    """Both machines, the database between them, and the checks on them."""

    def __init__(
        self,
        *,
        rng_seed: int,
        amount: str,
        weather: Weather,
        auditor: FloorAuditor,
        line: FaultyLine,
        clock: Clock,
        note: Callable[[str], None],
    ) -> None:
        # Separate chance: two engines play what one engine plays by the same seed.
        chance = random.Random(f"{rng_seed} engines")
        self._chance = chance
        self._auditor = auditor
        self._line = line
        self._note = note
        self._database = SharedDatabase(chance, weather, draw_pair_rates(chance, amount))
        self._steps = 0
        self._front = 0  # the machine that gets the commands
        self._followed = EMPTY
        self._leader = ""  # the process that wrote the last row *engine began*
        self._epochs: list[tuple[int, str]] = []  # each one's row and process
        self._readings: list[tuple[tuple[str, Reading], ...]] = [()]
        self._events: list[Sequence[Event]] = [()]
        world = Surroundings(
            database=self._database,
            now_ms=lambda: self._steps * TICK_MS,
            asker=CommandMaker("engines", clock),
            asked=auditor.asked_once,
            answer=self._answer,
            shown=self._check_shown,
            began=self._check_begun,
        )
        self.machines = [Machine(name, world) for name in NAMES]

    @property
    def rows(self) -> Sequence[Row]:
        return self._database.store.rows[: self._database.confirmed]

    @property
    def seen(self) -> dict[str, int]:
        """What happened, with counts."""
        return dict(sorted(self._database.seen.items()))

    def calm(self) -> None:
        """Stop all faults."""
        self._database.calm()
        for machine in self.machines:
            machine.calm()

    def step(self, arrived: Sequence[Command]) -> None:
        """Let a moment pass in which these commands arrive."""
        self._steps += 1
        self._database.pass_tick()
        for command in arrived:
            self._routed().take(command)
        for machine in self._chance.sample(self.machines, len(self.machines)):
            machine.step()
            self._tell_auditor()
        self._pass_back()

    def _pass_back(self) -> None:
        """Now and then, while an engine sleeps, the other starts and ends: the sleeper wakes up
        with batches under way, and nobody else holds the lock."""
        database = self._database
        for sleeper, other in (self.machines, self.machines[::-1]):
            if sleeper.paused_ticks and other.leads and self._leader == other.place.process:
                danger = sleeper.is_in_danger(len(database.store.rows))
                often = DANGER if danger else PASSED_BACK
                if database.strikes(database.rates.paused * often):
                    other.kill("locks passed back to a sleeper")
                    sleeper.wake()

    def _routed(self) -> Machine:
        """Where the proxy sends a command: to a machine that says it leads, or as the last time."""
        database = self._database
        if database.strikes(database.rates.asked_anywhere * 3):
            return self._chance.choice(self.machines)
        healthy = [place for place, each in enumerate(self.machines) if each.is_healthy]
        if healthy and self._front not in healthy:
            self._front = healthy[0]
        return self.machines[self._front]

    def check_storage(self) -> None:
        """At the end: one engine leads, the other follows, both match a replay, and the audit
        decides every command again."""
        for _ in range(SETTLE_STEPS_MOST):
            self.step(())
            if self._is_settled():
                break
        else:
            raise Discrepancy(f"after {SETTLE_STEPS_MOST} quiet steps nobody leads, or follows")
        states = [machine.core.state for machine in self.machines if machine.core is not None]
        same(len(self.rows), len(self._database.store.rows), "the rows that are confirmed")
        same(write_snapshot(states[0]), write_snapshot(states[1]), "the floor of the other engine")
        check_replay(states[0], self.rows)
        try:
            audit(MemoryJournal(self._database.store, read_only=True), paytables=paytables())
        except (BadRow, Refusal) as found:
            raise Discrepancy(f"the audit: {found}") from None

    def _is_settled(self) -> bool:
        cores = [machine.core for machine in self.machines]
        leading = [machine for machine in self.machines if machine.leads]
        seqs = {core.state.seq for core in cores if core is not None}
        return None not in cores and len(leading) == 1 and len(seqs) == 1

    # ---- what is checked ----------------------------------------------------------------------

    def _tell_auditor(self) -> None:
        """Tell the auditor what has become durable since the last time, and check who wrote it."""
        for row in self.rows[self._followed.seq :]:
            try:
                check_row(row, after=self._followed)
            except Refusal as refusal:
                raise Discrepancy(f"the chain of the journal: {refusal}") from None
            events = events_of(row.events)
            writer = self._database.writers[row.seq - 1]
            for event in events:
                if isinstance(event, engines.EngineBegan):
                    same(event.engine, writer, f"who began epoch {event.epoch}")
                    self._leader = writer
                    self._epochs.append((row.seq, writer))
            same(writer, self._leader, f"who wrote row {row.seq}, of epoch {len(self._epochs)}")
            self._auditor.durable(command_of(row.asked), events)
            self._events.append(events)
            self._readings.append(self._auditor.books.list_readings())
            self._followed = Last(row.seq, row.hash)

    def _check_shown(self, machine: Machine, state: State, events: Sequence[Event]) -> None:
        """An engine shows what the rows it has read say. A follower may show a row that only the
        first server has; it closes if that row is lost."""
        self._tell_auditor()
        first, machine.shown_seq = machine.shown_seq, state.seq
        if state.seq > self._followed.seq:
            need(holds=not machine.leads, saying=f"{machine.name} shows what is not durable")
            return
        shown = [event for each in self._events[first + 1 : state.seq + 1] for event in each]
        same(list(events), shown, f"what {machine.name} shows")
        same(
            tuple(list_readings(state)), self._readings[state.seq], f"the meters at {machine.name}"
        )

    def _check_begun(self, machine: Machine, core: Core) -> None:
        """A starting engine has the whole journal."""
        self._tell_auditor()
        same(core.state.seq, self._followed.seq, f"what {machine.place.process} begins with")
        check_meters(self._auditor, core.state, "after a take-over")
        self._note(f"{machine.place.process} began epoch {len(self._epochs)}")

    def _answer(self, machine: Machine, command: Command, reply: Reply, begun_ms: int) -> None:
        self._note(f"{machine.place.process} {reply.command_id!r} {reply.seq} {reply.code}")
        self._tell_auditor()
        if reply.accepted:
            waited_ms = self._steps * TICK_MS - begun_ms
            late = f"{machine.place.process} says yes {waited_ms} ms after it was asked"
            need(holds=waited_ms <= ANSWER_S * 1000, saying=late)
            self._check_lead(machine, reply)
        self._line.answer(command, reply)

    def _check_lead(self, machine: Machine, reply: Reply) -> None:
        """Every acknowledged row was written before any newer engine began."""
        begun = [seq for seq, process in self._epochs if process == machine.place.process]
        need(holds=bool(begun), saying=f"{machine.place.process} says yes, and never began")
        newer = [seq for seq, _ in self._epochs if seq > begun[-1]]
        if newer:
            need(
                holds=reply.seq < newer[0],
                saying=f"{machine.place.process} says yes to row {reply.seq}, though another"
                f" engine began with row {newer[0]}",
            )
