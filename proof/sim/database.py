"""A simulated database server that two engines share: one lock, connections that go silent, late
rows, canceled waits for a standby server, failovers.

It behaves as `journal.postgres` sees a server behave. The chain, the product's own, is what keeps
two engines apart; the lock only avoids conflicts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from pitboss.journal import Last, Row
from pitboss.journal.memory import MemoryStore
from pitboss.refusal import Refusal
from proof.sim.faults import FaultyJournal, Weather

DEADLINE_TICKS = 20  # five seconds, at the simulation's ticks
SILENT_TICKS = 20  # then a standby engine has the silent one's connection ended
KEEPALIVE_TICKS = 24  # then a server finds out that a machine is gone
LATE_TICKS_MOST = 30
_RATE_MOST = {"some": 10, "many": 40}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRates:
    """How often each thing happens to two engines and their server, in a thousand chances."""

    killed: int = 0  # a process; its connection ends with it
    switched_off: int = 0  # a machine; its connection stays until the server notices
    paused: int = 0  # with batches under way
    cut_off: int = 0  # between a machine and the server, unnoticed
    silent: int = 0  # a single write without an answer by its deadline
    wait_canceled: int = 0
    failed_over: int = 0  # the server, to its standby
    handed_over: int = 0
    asked_anywhere: int = 0  # a command goes to an engine that may not lead


def draw_pair_rates(chance: random.Random, amount: str) -> PairRates:
    """Draw the rates of one run; each is zero in some runs."""
    if amount == "none":
        return PairRates()
    most = _RATE_MOST[amount]
    return PairRates(
        **{
            each.name: chance.randint(1, most) if chance.randrange(10) < 7 else 0
            for each in fields(PairRates)
        }
    )


@dataclass(slots=True)
class EnginePlace:
    """A process on a machine, as the server knows it."""

    machine: str
    process: str = ""
    cut_ticks: int = 0  # nothing passes between it and the server
    is_off: bool = False
    lag_ticks: int = 0  # how long its calls have waited in vain, in this step


@dataclass(slots=True, eq=False)
class LockSession:
    """A connection that holds the lock."""

    place: EnginePlace
    process: str
    silent_ticks: int = 0
    lost_ticks: int = 0  # since the machine was last reachable
    in_flight: list[tuple[int, Sequence[Row]]] = field(default_factory=list)
    is_abandoned: bool = False  # the engine has given it up


class SharedDatabase:
    """The server: its rows, who holds the lock, who wrote what."""

    def __init__(self, chance: random.Random, weather: Weather, rates: PairRates) -> None:
        self.chance = chance
        self.weather = weather
        self.rates = rates
        self.store = MemoryStore()
        self.writers: list[str] = []  # the process that wrote each row
        self.confirmed = 0  # rows that the standby server has, too
        self.holder: LockSession | None = None
        self.waiting: set[str] = set()  # machines with a standby engine
        self.seen: Counter[str] = Counter()

    def strikes(self, rate: int) -> bool:
        """Whether something with this many chances in a thousand happens now."""
        return rate > 0 and self.chance.randrange(1000) < rate

    def pass_tick(self) -> None:
        """Rows in transit arrive; connections of lost machines end."""
        self.store.fault = "the storage is gone" if self.weather.gone_ticks else ""
        if self.store.fault:
            self.holder = None  # with the server's process
        elif self.strikes(self.rates.failed_over):
            self._fail_over()
        holder = self.holder
        if holder is None:
            return
        holder.silent_ticks += 1
        self._arrive(holder)
        place = holder.place
        is_lost = bool(place.cut_ticks) or place.is_off
        holder.lost_ticks = holder.lost_ticks + 1 if is_lost else 0
        if holder.lost_ticks > KEEPALIVE_TICKS or (holder.is_abandoned and not is_lost):
            self.end(holder)

    def calm(self) -> None:
        """Stop all faults."""
        self.rates = PairRates()

    def connect(
        self, place: EnginePlace, known: LockSession | None, *, stands_by: bool
    ) -> LockSession:
        """Connect and take the lock. Its first commit confirms every row before it."""
        holder = self.holder
        if holder is not None and holder is known:
            raise _unavailable("earlier_hangs")
        if holder is not None:
            if stands_by and holder.silent_ticks > SILENT_TICKS:
                self.end(holder)
            raise Refusal("JOURNAL_IN_USE", "another_engine_open", where="database")
        self.confirmed = len(self.store.rows)
        self.holder = LockSession(place, place.process)
        return self.holder

    def end(self, session: LockSession | None) -> None:
        """End a connection, with its lock and any rows that hadn't arrived."""
        if session is not None and session is self.holder:
            self.holder = None

    def note_writer(self, rows_before: int, process: str, *, confirmed: bool) -> None:
        """Note who wrote the rows since then."""
        added = len(self.store.rows) - rows_before
        self.writers += [process] * added
        if added and confirmed:
            self.confirmed = len(self.store.rows)

    def _arrive(self, session: LockSession) -> None:
        """Write rows that were sent long ago, if they still fit: nobody waits for them anymore, and
        only their numbers keep them out."""
        waiting = [(ticks - 1, rows) for ticks, rows in session.in_flight]
        session.in_flight = [each for each in waiting if each[0] > 0]
        for ticks, rows in waiting:
            if ticks <= 0:
                self.write_sent(rows, session.process)

    def write_sent(self, rows: Sequence[Row], process: str) -> None:
        """Write rows whose sender no longer listens."""
        stored = self.store
        known = any(row.command_id in stored.by_command for row in rows)
        if rows[0].seq == len(stored.rows) + 1 and not known:
            before = len(stored.rows)
            stored.rows.extend(rows)
            stored.by_command |= {row.command_id: row for row in rows}
            self.note_writer(before, process, confirmed=True)

    def _fail_over(self) -> None:
        """The standby server takes over: rows it doesn't have are lost, and so are all
        connections."""
        self.seen["database fail-overs"] += 1
        self.holder = None
        for row in self.store.rows[self.confirmed :]:
            del self.store.by_command[row.command_id]
        del self.store.rows[self.confirmed :], self.writers[self.confirmed :]


class SharedJournal(FaultyJournal):
    """The journal on that server, for one process."""

    is_elsewhere = True

    def __init__(
        self,
        database: SharedDatabase,
        place: EnginePlace,
        *,
        read_only: bool = False,
        stands_by: bool = False,
    ) -> None:
        # Don't use the store's own lock: the server decides who may write.
        super().__init__(database.store, database.weather, read_only=True)
        self._read_only = read_only
        self._stands_by = stands_by
        self._database = database
        self._place = place
        self._session: LockSession | None = None
        self._is_closed = False
        self._working()

    def append(self, rows: Sequence[Row], *, after: Last) -> None:
        """Write all rows or none; the answer may get lost."""
        database, before = self._database, len(self._database.store.rows)
        canceled = bool(rows) and database.strikes(database.rates.wait_canceled)
        if rows and database.strikes(database.rates.silent):
            self._need_end(after)
            self._send(rows)
        try:
            super().append(rows, after=after)
        except Refusal as refusal:
            if refusal.code == "JOURNAL_UNSURE":
                self._drop()
            raise
        finally:
            database.note_writer(before, self._place.process, confirmed=not canceled)
        if canceled:
            database.seen["waits canceled"] += 1
            self._drop()
            raise Refusal("JOURNAL_UNSURE", "wait_canceled", where="database")

    def awaited_by(self) -> str | None:
        """Whether another engine waits for the lock; all have the same release."""
        self._working()
        return "" if self._database.waiting - {self._place.machine} else None

    def close(self) -> None:
        """Release connection and lock."""
        self._is_closed = True
        self._drop()

    def _need_end(self, after: Last) -> None:
        """Like the product's journal, read the last row before writing."""
        super().append((), after=after)

    def _send(self, rows: Sequence[Row]) -> None:
        """The rows leave, and no answer comes by the deadline: they are lost, written at once, or
        written later."""
        database, session = self._database, self._session
        assert session is not None
        database.seen["deadlines passed"] += 1
        fate = database.chance.choice(("lost", "written", "late"))
        if fate == "written":
            database.write_sent(rows, self._place.process)
        elif fate == "late":
            session.in_flight.append((database.chance.randint(1, LATE_TICKS_MOST), rows))
        self._place.lag_ticks += DEADLINE_TICKS
        session.is_abandoned = True
        raise Refusal("JOURNAL_UNSURE", "no_answer_within", where="database")

    def _working(self) -> MemoryStore:
        database, place = self._database, self._place
        if self._is_closed:
            raise _unavailable("was_closed")
        if place.cut_ticks:
            place.lag_ticks += DEADLINE_TICKS
            if self._session is not None:
                self._session.is_abandoned = True
            raise _unavailable("no_answer_within")
        store = super()._working()
        if not self._read_only:
            session = self._session
            if session is None or session is not database.holder or session.is_abandoned:
                self._session = database.connect(place, session, stands_by=self._stands_by)
            self._session.silent_ticks = 0  # type: ignore[union-attr]
        return store

    def _drop(self) -> None:
        """This end closes the connection; if the server hears of it, it is gone there, too."""
        session = self._session
        if session is not None:
            session.is_abandoned = True
            if not (self._place.cut_ticks or self._place.is_off):
                self._database.end(session)


def _unavailable(case: str) -> Refusal:
    return Refusal("JOURNAL_UNAVAILABLE", case, where="database")
