"""A hub with two properties, and a line that carries what a test sends."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from msgspec.structs import replace

from pitboss.audit import audit
from pitboss.engine import Reply
from pitboss.floor.facts import bank
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import BankAccount
from pitboss.journal import EMPTY
from pitboss.journal.codec import command_of, events_of
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.money import Cents
from pitboss.refusal import Told
from pitboss.wide import property_end
from pitboss.wide.facts.sharing import (
    DecideFork,
    HubRow,
    JoinHub,
    MakeStatement,
    ReleaseStatement,
    Statement,
    StatementRow,
)
from pitboss.wide.messages import AnswerMessage, StatementMessage
from pitboss.wide.reconcile import Reconciled, reconcile
from pitboss.wide.signing import statement_bytes
from pitboss.wide.state import properties_of, wide_of
from proof.sim import wide_floor as made
from proof.sim.follow_wide import WideAuditor
from proof.sim.wide_node import Node

TWO = ("sam", "ann")


def kinds(reply: Reply | None) -> list[str]:
    """What a command has written."""
    assert reply is not None
    return [event.kind for event in reply.events]


def said(told: Iterable[Told]) -> tuple[str, ...]:
    """The sentences, as they are read."""
    return tuple(each.reason for each in told)


class Line:
    """The clock, the hub `hub` and the properties `p1` and `p2`, four tables each."""

    def __init__(self, shared: made.SharedTerms = made.USUAL) -> None:
        self.now_ms = made.BEGIN_MS
        self.hub = Node("hub", made.BOOK)
        self.p1, self.p2 = Node("p1", made.BOOK), Node("p2", made.BOOK)
        names = [(node.name, node.public_key) for node in (self.p1, self.p2)]
        self.accepted(self.hub, *made.hub_opening(self.hub.new_id, names, tables=4, shared=shared))
        for node in (self.p1, self.p2):
            opening = made.property_opening(
                node.new_id, node.name, self.hub.public_key, tables=4, shared=shared
            )
            self.accepted(node, *opening)

    def accepted(self, node: Node, *commands: Command) -> list[Reply]:
        """Ask what must be accepted."""
        replies = node.ask(*commands)
        assert [str(reply.refused) for reply in replies if not reply.accepted] == []
        return replies

    def ids(self, node: Node) -> dict[str, object]:
        """Id and time of a command."""
        return {"command_id": node.new_id(), "at_ms": self.now_ms}

    def deposit(self, node: Node, cents: int) -> None:
        """Money comes into the jackpot bank account, which two people name first."""
        if node.state.bank.account is None:
            account = BankAccount("Cedar Bank", "WA", "4821")
            named = bank.NameBankAccount(
                **self.ids(node),  # type: ignore[arg-type]
                account=account,
                badges=("sam", "ann"),
            )
            self.accepted(node, named)
        deposit = bank.RecordDeposit(
            **self.ids(node),  # type: ignore[arg-type]
            cents=Cents(cents),
            reference=f"deposit {node.new_id()}",
            day="2027-01-15",
            badge="ann",
        )
        self.accepted(node, deposit)

    # ---- at a property ------------------------------------------------------------------------

    def start(self, node: Node, bets: int, *, wide: bool = True, table: str = "T1") -> Reply:
        """START."""
        return node.ask(made.start(node.new_id(), self.now_ms, table, bets, wide=wide))[0]

    def end(self, node: Node, table: str = "T1") -> None:
        """END."""
        self.accepted(node, made.end(node.new_id(), self.now_ms, table))

    def play(self, node: Node, bets: int) -> None:
        """A round of so many wagers on both jackpots."""
        assert self.start(node, bets).accepted
        self.end(node)

    def hit(self, node: Node, outcome: str = "four_aces", *, table: str = "T1") -> None:
        """Seat 1 of a round that is open has a hit; the round ends."""
        self.accepted(node, *made.hit(node.new_id, self.now_ms, table, outcome))

    def state(self, node: Node) -> None:
        """The property makes a statement."""
        self.accepted(node, MakeStatement(**self.ids(node)))  # type: ignore[arg-type]

    # ---- on the line --------------------------------------------------------------------------

    def message(self, node: Node) -> StatementMessage:
        """What the property sends now."""
        found = node.message(at_ms=self.now_ms)
        assert found is not None
        return found

    def forged(self, node: Node, message: StatementMessage, **other: object) -> StatementMessage:
        """A message whose statement says something else, signed by the property all the same."""
        stated = message.stated
        statement: Statement = replace(stated.statement, **other)
        changed = StatementRow(statement, stated.seq, stated.hash)
        return self.signed(node, changed, message.heard, message.asked_ms)

    def signed(
        self, node: Node, stated: StatementRow, heard: HubRow, asked_ms: int
    ) -> StatementMessage:
        """A message of the property, whatever it says."""
        signature = node.key.sign(statement_bytes(stated, heard, asked_ms)).hex()
        return StatementMessage(stated, heard, signature, asked_ms)

    def reach(self, message: StatementMessage) -> Reply | None:
        """A message comes to the hub; nothing where it is on record."""
        return self.hub.take(message, at_ms=self.now_ms)

    def answer(self, message: StatementMessage) -> AnswerMessage:
        """What the hub says to it."""
        return self.hub.answer(message)

    def take(self, node: Node, answer: AnswerMessage) -> Reply:
        """The answer comes to the property."""
        taking = property_end.make_take_answer(answer, command_id=node.new_id(), at_ms=self.now_ms)
        return node.ask(taking)[0]

    def talk(self, node: Node) -> Reply:
        """Ten seconds pass; statement, posting and answer, all on a whole line."""
        self.now_ms += 10_000
        if not wide_of(node.state).waiting:
            self.state(node)
        message = self.message(node)
        self.reach(message)
        return self.take(node, self.answer(message))

    def exchange(self, node: Node, *, times: int = 1, ahead_ms: int = 0) -> Reply:
        """Ten seconds pass, and the property's line speaks as it does while a server runs; the
        hub's clock may be ahead. What the property does with the last answer."""
        for _ in range(times - 1):
            self.exchange(node, ahead_ms=ahead_ms)
        self.now_ms += 10_000
        due = property_end.due_statement(node.state, command_id=node.new_id(), at_ms=self.now_ms)
        if due is not None:
            self.accepted(node, due)
        message = self.message(node)
        self.now_ms += ahead_ms
        self.reach(message)
        answer = self.answer(message)
        self.now_ms -= ahead_ms
        return self.take(node, answer)

    def collect(self, node: Node, bets: int) -> None:
        """A round, and the hub hears of its wagers."""
        self.play(node, bets)
        self.exchange(node)

    def win(self, node: Node, outcome: str = "four_aces", *, table: str = "T1") -> None:
        """A hit, and what the hub says to its claim."""
        self.hit(node, outcome, table=table)
        self.exchange(node)

    # ---- two people, and the past -------------------------------------------------------------

    def release(self, node: Node, number: int) -> Reply:
        """Two people at the hub let a held statement through."""
        return self.hub.ask(
            ReleaseStatement(
                **self.ids(self.hub),  # type: ignore[arg-type]
                property=node.name,
                number=number,
                reason="counted by hand",
                badges=TWO,
            )
        )[0]

    def forked_number(self, node: Node) -> int:
        """The statement of a property that two people at the hub have to decide about."""
        found = properties_of(self.hub.state).get(node.name)
        assert found is not None
        assert found.fork is not None
        return found.fork.statement.number

    def decide(self, node: Node, number: int | None = None, *, posts: bool) -> Reply:
        """Two people at the hub say from where a property goes on: where it forked, if no other
        statement is named."""
        return self.hub.ask(
            DecideFork(
                **self.ids(self.hub),  # type: ignore[arg-type]
                property=node.name,
                number=self.forked_number(node) if number is None else number,
                posts_difference=posts,
                reason="restored from last night's backup",
                badges=TWO,
            )
        )[0]

    def settle(self, node: Node, *, posts: bool) -> None:
        """Two people at the hub decide about a fork, and the property hears of it."""
        assert self.decide(node, posts=posts).accepted
        self.exchange(node)

    def join(self, node: Node) -> Reply:
        """Two people at the property believe the hub as it is now."""
        return node.ask(
            JoinHub(
                **self.ids(node),  # type: ignore[arg-type]
                hub="hub",
                property=node.name,
                key=self.hub.public_key,
                badges=TWO,
            )
        )[0]

    def kept(self, node: Node) -> MemoryStore:
        """A backup of a journal."""
        return MemoryStore(rows=list(node.store.rows), by_command=dict(node.store.by_command))

    def restore(self, node: Node, backup: MemoryStore) -> None:
        """An engine begins on a backup."""
        node.store = deepcopy(backup)
        node.stop()

    # ---- what there is ------------------------------------------------------------------------

    def export(self, node: Node) -> list[dict[str, Any]]:
        """The lines of a journal's export, as data."""
        befores = [EMPTY.hash, *(row.hash for row in node.store.rows)]
        return [
            {"previous_hash": before, **row._asdict()}
            for before, row in zip(befores, node.store.rows, strict=False)
        ]

    def micros(self, node: Node) -> tuple[int, int]:
        """Meter and reserve of the wide jackpot in a journal."""
        reading = node.state.jackpot("wide").levels["main"].reading
        return reading.meter_micros, reading.reserve_micros

    def readings(self, node: Node) -> tuple[int, int, int]:
        """Meter, reserve and overflow of the wide jackpot in a journal."""
        reading = node.state.jackpot("wide").levels["main"].reading
        return *self.micros(node), reading.overflow_micros

    def owed_cents(self, node: Node) -> dict[str, int]:
        """What waits for a cashier."""
        return dict(node.state.owed.items())

    def proven(self) -> Reconciled:
        """What all three journals say together."""
        return reconcile([(node.name, node.store.rows) for node in (self.p1, self.p2, self.hub)])

    def need_sound(self) -> None:
        """Every journal holds before an auditor, who decides every command again, and before the
        simulator's, who has arithmetic of his own."""
        for node in (self.hub, self.p1, self.p2):
            audit(MemoryJournal(node.store, read_only=True), paytables=made.BOOK)
            follower = WideAuditor(made.BOOK)
            for row in node.store.rows:
                follower.follow(command_of(row.asked), events_of(row.events))
