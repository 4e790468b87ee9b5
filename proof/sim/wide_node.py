"""The engines of a simulation of several properties: each on its own store, which outlives it; the
hub's has a second engine that follows and takes over."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from random import Random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.engine import Core, Reply
from pitboss.floor.facts import engines
from pitboss.floor.facts.base import Command
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.journal import Row
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.wide import hub_end, property_end
from pitboss.wide.facts.sharing import ShownAnswer
from pitboss.wide.messages import AnswerMessage, StatementMessage, need_row
from pitboss.wide.state import wide_of
from proof.sim.model import Discrepancy, same
from proof.sim.wide_floor import BEGIN_MS

SNAPSHOT_ROWS = 1_000  # after these a stopped floor starts from a snapshot


def store_of(rows: Sequence[Row]) -> MemoryStore:
    """A disk with these rows."""
    return MemoryStore(rows=list(rows), by_command={row.command_id: row for row in rows})


class Node:
    """One engine on its own store, which outlives it."""

    def __init__(self, name: str, paytables: PaytableLookup) -> None:
        self.name = name
        self.store = MemoryStore()
        self.key = Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest())
        self._paytables = paytables
        self._numbers = count(1)
        self._kept = 0  # rows in its last snapshot
        self.core = self._begun()

    @property
    def public_key(self) -> str:
        """The key to check its signatures with."""
        return self.key.public_key().public_bytes_raw().hex()

    @property
    def state(self) -> State:
        """The floor's present state."""
        return self.core.state

    def new_id(self) -> str:
        return f"{self.name}-{next(self._numbers)}"

    def ask(self, *commands: Command) -> list[Reply]:
        replies = self.core.handle(commands)
        if self.state.seq - self._kept >= SNAPSHOT_ROWS:
            self.core.keep_snapshot()
            self._kept = self.state.seq
        return replies

    def begin(self, core: Core, *, at_ms: int) -> engines.BeginEngine:
        """The command that starts its engine's lead."""
        return engines.BeginEngine(
            command_id=self.new_id(),
            at_ms=at_ms,
            epoch=core.state.epoch + 1,
            engine=f"{self.name}-{core.state.epoch + 1}",
            address="",
            version="simulated",
            code_sha256="0" * 64,
        )

    def stop(self) -> None:
        """The engine is gone, with everything that isn't in its journal; another one starts."""
        self.core.journal.close()
        self.core = self._begun()

    def row(self, seq: int) -> Row | None:
        found = next(self.core.journal.rows(after_seq=seq - 1, limit=1), None) if seq else None
        return found if found is not None and found.seq == seq else None

    def message(self, *, at_ms: int) -> StatementMessage | None:
        """What it sends its hub now; None before its first statement."""
        wide = wide_of(self.state)
        seq = property_end.next_row(wide)
        if not seq:
            return None
        showing = property_end.rows_to_show(self.state)
        shown = None
        if showing is not None:
            shown = tuple(self._answer_in(seq) for seq in showing)
        row = need_row(self.row(seq), seq)
        return property_end.message_of(
            row,
            wide.find_last_heard(),
            self.key.sign,
            at_ms=at_ms,
            shown=shown,
            shown_beyond=wide.known_number,
            proof=self._answer_in(wide.answer_row) if wide.answer_row else None,
        )

    def _answer_in(self, seq: int) -> ShownAnswer:
        """The hub's answer that a row took."""
        return property_end.shown_answer(need_row(self.row(seq), seq))

    def own_hash(self, message: StatementMessage) -> str:
        """Its journal's hash for the row that a property has heard of."""
        own = self.row(message.heard.seq)
        return "" if own is None else own.hash

    def to_command(self, message: StatementMessage, *, at_ms: int) -> Command | None:
        """The command for a statement that has come here; None if it is on record."""
        return hub_end.asked_first(
            self.state,
            message,
            own_hash=self.own_hash(message),
            own_key=self.public_key,
            command_id=self.new_id(),
            at_ms=at_ms,
        )

    def take(self, message: StatementMessage, *, at_ms: int) -> Reply | None:
        """Take a statement that has come here; None if it is on record."""
        asked = self.to_command(message, at_ms=at_ms)
        return None if asked is None else self.ask(asked)[0]

    def answer(self, message: StatementMessage) -> AnswerMessage:
        answer = hub_end.answer_to(self.state, message, own_hash=self.own_hash(message))
        last = need_row(self.row(answer.hub_seq), answer.hub_seq)
        return hub_end.sign_answer(answer, last, self.key.sign)

    def _begun(self) -> Core:
        core = Core(MemoryJournal(self.store), self._paytables)
        self._kept = core.state.seq
        return core


class HubNode(Node):
    """Two engines on one store: one leads, the other follows."""

    def __init__(self, name: str, paytables: PaytableLookup, chance: Random) -> None:
        self._chance = chance
        super().__init__(name, paytables)
        self._lead(self.core, at_ms=BEGIN_MS)
        self._following = self._followed()

    def stop(self) -> None:
        """The engine is gone; it starts again before the other one has noticed."""
        super().stop()
        self._lead(self.core, at_ms=self.store.rows[-1].at_ms)

    def restore(self, rows: Sequence[Row], *, at_ms: int) -> None:
        """Continue from another copy of its journal: an older one, or its first disk."""
        self.core.journal.close()
        self.store = store_of(rows)
        self.core = self._begun()
        self._lead(self.core, at_ms=at_ms)
        self._following = self._followed()

    def fail_over(self, *, at_ms: int) -> str:
        """The other engine takes over from one that is killed or hands over; returns which."""
        way = self._chance.choice(("killed", "handed over"))
        if way == "handed over":
            self.store.awaited = ""
            self.core.hand_over()
            self.store.awaited = None
        self._take_over(at_ms=at_ms)
        return way

    def sleep_through(self, asked: Command, *, at_ms: int) -> None:
        """The leader sleeps with two batches under way, the first of which may be durable. The
        other takes over; when the sleeper wakes, the lock is free again, and it must not
        acknowledge what it hadn't written."""
        sleeper = self.core
        first = sleeper.decide([asked])
        sleeper.write(first)
        if written := self._chance.randrange(2):
            sleeper.finish(first)
        second = sleeper.decide([self.begin(sleeper, at_ms=at_ms)])
        sleeper.write(second)
        self._take_over(at_ms=at_ms)
        self.store.in_use = False
        for batch in (second,) if written else (first, second):
            while not sleeper.finish(batch):
                sleeper.write(batch)
        late = second.replies if written else [*first.replies, *second.replies]
        same({reply.code for reply in late}, {"ENGINE_SUPERSEDED"}, "what a sleeper answers")
        self.store.in_use = True  # the leader's

    def _take_over(self, *, at_ms: int) -> None:
        self.store.in_use = False
        self.core = self._following
        self.core.take_over(MemoryJournal(self.store))
        self._lead(self.core, at_ms=at_ms)
        self._kept = self.core.state.seq
        self.core.keep_snapshot()
        self._following = self._followed()

    def _followed(self) -> Core:
        core = Core(MemoryJournal(self.store, read_only=True), self._paytables)
        core.stand_by()
        return core

    def _lead(self, core: Core, *, at_ms: int) -> None:
        (reply,) = core.lead([self.begin(core, at_ms=at_ms)])
        if not reply.accepted:
            raise Discrepancy(f"the hub does not begin: {reply.refused}")
