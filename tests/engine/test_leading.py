"""One engine leads, another follows and takes over: the row *engine began* is the fence. Whatever
an older engine decides is refused by name, and what it had acknowledged stands."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack, closing

import pytest

from journal.cluster import Cluster
from journal.conftest import cluster
from journal.test_postgres import cut_all_others
from pitboss.audit import audit
from pitboss.engine import Core, Engine, Reply
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.engines import BeginEngine, EngineBegan
from pitboss.floor.state.floor import State
from pitboss.floor.state.leading import LeadingEngine
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal import EMPTY, Last, Row
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.journal.postgres import PostgresJournal
from pitboss.refusal import Refusal

from .support import BOOK, Asker

__all__ = ["cluster"]

LOOKS_MOST = 500_000
WAIT_S = 60


def begin(epoch: int, name: str) -> BeginEngine:
    return BeginEngine(
        command_id=f"begin-{name}-{epoch}",
        at_ms=1000,
        epoch=epoch,
        engine=name,
        address=f"http://{name}:8080",
        version="1",
        code_sha256="c" * 64,
    )


def codes(replies: Sequence[Reply]) -> list[str]:
    return [reply.code for reply in replies]


class Two:
    """Two engines on one store: `one` leads, `two` follows."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.one = Core(MemoryJournal(self.store), BOOK)
        assert codes(self.one.lead([begin(1, "one"), *Asker("opening").opening(tables=2)]))
        self.shown: list[Event] = []
        self.two = Core(MemoryJournal(self.store, read_only=True), BOOK, self._publish)
        self.two.stand_by()

    def _publish(self, state: State, events: Sequence[Event]) -> None:
        self.shown += events

    def pass_lock(self) -> MemoryJournal:
        """The lock is gone from the one that has it, without its knowing."""
        self.store.in_use = False
        return MemoryJournal(self.store)

    def take_over(self) -> None:
        self.two.take_over(self.pass_lock())
        assert codes(self.two.lead([begin(2, "two")])) == [""]


def starts(prefix: str, *tables: str) -> list[Command]:
    return [Asker(f"{prefix}{table}-").round(table)[0] for table in tables]


def test_a_follower_folds_and_shows_what_the_leader_writes() -> None:
    engines = Two()
    engines.one.handle(starts("a", "T1"))
    assert engines.two.state.seq < engines.one.state.seq
    engines.two.follow()
    assert write_snapshot(engines.two.state) == write_snapshot(engines.one.state)
    assert [event.kind for event in engines.shown] == ["round-started"]


def test_a_follower_decides_nothing_and_names_who_leads() -> None:
    engines = Two()
    (reply,) = engines.two.handle(starts("a", "T1"))
    assert reply.code == "STANDING_BY"
    assert reply.refused is not None
    assert reply.refused.reason == (
        "this engine stands by. one leads, at http://one:8080. Send it again with the same ID to"
        " this site's one address"
    )
    assert not engines.two.can_write(really=True)
    assert engines.store.rows[-1].seq == engines.one.state.seq


def test_leading_begins_with_a_row_that_the_audit_decides_again() -> None:
    engines = Two()
    engines.one.handle(starts("a", "T1"))
    engines.take_over()
    assert engines.two.state.engine == LeadingEngine(2, "two", "http://two:8080", "1", 13, "c" * 64)
    assert (engines.one.epoch, engines.two.epoch) == (1, 2)
    assert codes(engines.two.handle(starts("b", "T2"))) == [""]
    proven = audit(MemoryJournal(engines.store, read_only=True), paytables=BOOK)
    assert proven.last.seq == engines.two.state.seq


@pytest.mark.parametrize("epoch", [0, 1, 3])
def test_an_epoch_follows_the_one_before(epoch: int) -> None:
    engines = Two()
    (reply,) = engines.one.handle([begin(epoch, "other")])
    assert reply.code == "EPOCH_WRONG"
    assert "the next epoch is 2. Catch up with the journal, then start again" in str(reply.refused)
    assert engines.one.state.epoch == 1


def test_an_engine_that_was_replaced_says_by_whom_and_never_decides_again() -> None:
    engines = Two()
    engines.take_over()
    (late,) = engines.one.handle(starts("late", "T1"))
    assert late.code == "ENGINE_SUPERSEDED"
    assert late.refused is not None
    assert late.refused.reason.startswith(
        "it leads now, at http://two:8080; this engine no longer does"
    )
    assert codes(engines.one.handle(starts("again", "T2"))) == ["ENGINE_SUPERSEDED"]
    assert not engines.one.can_write(really=True)
    assert engines.one.closed_by is not None
    assert [row.command_id for row in engines.store.rows[-1:]] == ["begin-two-2"]


def test_an_idle_engine_that_was_replaced_finds_out_by_itself() -> None:
    engines = Two()
    engines.take_over()
    assert not engines.one.can_write(really=False)
    assert engines.one.closed_by is not None
    assert engines.one.closed_by.code == "ENGINE_SUPERSEDED"


def test_a_replaced_engine_that_proves_the_journal_by_writing_finds_out() -> None:
    engines = Two()
    engines.take_over()
    assert not engines.one.can_write(really=True)
    assert engines.one.closed_by is not None
    assert engines.one.closed_by.code == "ENGINE_SUPERSEDED"


class LostAnswer(MemoryJournal):
    """Writes the first batch, and loses the answer to it."""

    def append(self, rows: Sequence[Row], *, after: Last) -> None:
        super().append(rows, after=after)
        if rows:
            raise Refusal("JOURNAL_UNSURE")


def test_an_engine_whose_first_row_got_no_answer_stands_by_and_begins_again() -> None:
    engines = Two()
    engines.store.in_use = False
    engines.two.take_over(LostAnswer(engines.store))
    assert codes(engines.two.lead([begin(2, "two")])) == ["JOURNAL_UNSURE"]
    # The row is there, and nobody knows: it decides nothing, and goes on to follow.
    assert codes(engines.two.handle(starts("early", "T1"))) == ["STANDING_BY"]
    assert engines.two.epoch == 0
    engines.two.follow()
    assert engines.two.state.epoch == 2
    engines.two.take_over(engines.pass_lock())
    assert codes(engines.two.lead([begin(3, "two")])) == [""]
    assert engines.two.epoch == 3
    assert codes(engines.two.handle(starts("then", "T1"))) == [""]


def test_its_own_lost_answer_does_not_replace_an_engine() -> None:
    """The rows behind the state are its own: another engine has begun only where a row says so."""
    engines = Two()
    other = Core(MemoryJournal(engines.store, read_only=True), BOOK)
    other.journal = engines.pass_lock()
    other.handle(starts("lost", "T1"))
    assert engines.one.can_write(really=False)
    assert codes(engines.one.handle(starts("next", "T2"))) == [""]


def test_an_answer_given_by_the_old_leader_is_given_again_by_the_new_one() -> None:
    engines = Two()
    press = starts("same", "T1")
    (first,) = engines.one.handle(press)
    engines.take_over()
    assert engines.two.handle(press) == [first]


@pytest.mark.parametrize("gone", ["cut off", "replaced"])
def test_a_follower_of_rows_that_are_gone_does_not_lead(gone: str) -> None:
    """A primary that was lost may have shown a row that no other server had."""
    engines = Two()
    engines.one.handle(starts("a", "T1"))
    engines.two.follow()
    row = engines.store.rows.pop()
    del engines.store.by_command[row.command_id]
    if gone == "replaced":
        engines.store.rows.append(row._replace(hash="f" * 64))
    with pytest.raises(Refusal, match="JOURNAL_DAMAGED"):
        engines.two.take_over(engines.pass_lock())
    engines.two.follow()
    assert engines.two.closed_by is not None
    assert engines.two.closed_by.code == "JOURNAL_DAMAGED"


def test_a_follower_waits_for_a_journal_that_is_away() -> None:
    engines = Two()
    engines.store.fault = "gone"
    engines.two.follow()
    assert engines.two.closed_by is not None
    assert engines.two.closed_by.code == "STANDING_BY"
    engines.store.fault = ""
    engines.one.handle(starts("a", "T1"))
    engines.two.follow()
    assert engines.two.state.seq == engines.one.state.seq


def test_nothing_is_handed_over_to_nobody() -> None:
    engines = Two()
    with pytest.raises(Refusal, match=r"STANDBY_MISSING: hand-over: no standby can take over"):
        engines.one.hand_over()
    assert codes(engines.one.handle(starts("a", "T1"))) == [""]


def test_who_hands_over_finishes_what_was_asked_and_lets_go() -> None:
    engines = Two()
    engines.store.awaited = ""
    engine = Engine(engines.one)
    asked = [engine.submit(command) for command in starts("a", "T1", "T2")]
    engine.look(lambda _: engines.one.hand_over()).result(WAIT_S)
    late = engine.submit(starts("late", "T1")[0]).result(WAIT_S)
    engine.stop()
    assert [future.result(WAIT_S).code for future in asked] == ["", ""]
    assert late.code == "STANDING_BY"
    assert not engines.store.in_use
    engines.two.take_over(MemoryJournal(engines.store))
    assert codes(engines.two.lead([begin(2, "two")])) == [""]
    assert engines.two.state.seq == engines.one.state.seq + 1


def test_an_engine_that_follows_looks_for_rows_by_itself() -> None:
    engines = Two()
    engine = Engine(engines.two)
    engines.one.handle(starts("a", "T1"))
    seq = engines.one.state.seq
    while engine.look(lambda state: state.seq).result(WAIT_S) < seq:
        pass
    engine.stop()


def test_contact_is_when_the_journal_was_asked_not_when_it_answered() -> None:
    now_ms = [1000]
    core = Core(MemoryJournal(MemoryStore()), BOOK, passed_ms=lambda: now_ms[0])
    now_ms[0] = 2000
    batch = core.decide([begin(1, "one")])
    core.write(batch)
    now_ms[0] = 30_000  # a pause, with the answer of the journal already there
    assert core.finish(batch)
    assert core.contact_ms == 2000
    assert core.can_write(really=False)
    assert core.contact_ms == 30_000


# ---- on a server --------------------------------------------------------------------------------


@pytest.fixture
def conninfo(cluster: Cluster) -> str:
    return cluster.new_database()


def opened(stack: ExitStack, conninfo: str, **how: float) -> PostgresJournal:
    return stack.enter_context(
        closing(PostgresJournal(conninfo, lock_wait_ms=20, silent_s=how.get("silent_s")))
    )


def test_a_paused_leader_with_two_batches_under_way_says_no_yes_later(conninfo: str) -> None:
    with ExitStack() as stack:
        paused = Core(opened(stack, conninfo), BOOK)
        paused.lead([begin(1, "one"), *Asker("opening").opening(tables=4)])
        first, second = (
            paused.decide(starts("old-", *tables)) for tables in (("T1", "T2"), ("T3", "T4"))
        )
        for batch in (first, second):
            paused.write(batch)
        cut_all_others(conninfo)
        with ExitStack() as meanwhile:
            reader = PostgresJournal(conninfo, read_only=True)
            other = Core(reader, BOOK)
            other.stand_by()
            other.take_over(opened(meanwhile, conninfo))
            assert codes(other.lead([begin(2, "two")])) == [""]
            assert codes(other.handle(starts("new-", "T3", "T4"))) == ["", ""]
        # The other's lock is free again: only the chain and the epoch keep the paused one out.
        for batch in (first, second):
            while not paused.finish(batch):
                paused.write(batch)
            assert {reply.code for reply in batch.replies} == {"ENGINE_SUPERSEDED"}
        assert codes(paused.handle(starts("old-", "T1"))) == ["ENGINE_SUPERSEDED"]
    with closing(PostgresJournal(conninfo, read_only=True)) as journal:
        audit(journal, paytables=BOOK)


def test_a_silent_leader_loses_its_connection_and_a_busy_one_does_not(conninfo: str) -> None:
    with ExitStack() as stack:
        leader = opened(stack, conninfo)
        assert leader.last() == EMPTY
        with pytest.raises(Refusal, match="JOURNAL_IN_USE"):
            opened(stack, conninfo, silent_s=600)
        leader.last()  # it is heard, and has not lost its connection
        backend = leader._backend
        with pytest.raises(Refusal, match="JOURNAL_IN_USE"):
            opened(stack, conninfo, silent_s=0)
        taken = until_taken(stack, conninfo)
        with pytest.raises(Refusal, match="JOURNAL_IN_USE"):
            leader.last()
        assert taken._backend != backend


def until_taken(stack: ExitStack, conninfo: str) -> PostgresJournal:
    """The lock goes with the connection, a moment later."""
    for _ in range(100):
        try:
            return opened(stack, conninfo)
        except Refusal:
            continue
    raise AssertionError("the silent leader still has the lock")


def test_the_event_says_what_the_command_said() -> None:
    engines = Two()
    engines.take_over()
    command = begin(2, "two")
    assert engines.shown[-1] == EngineBegan(
        epoch=2,
        engine=command.engine,
        address=command.address,
        version=command.version,
        code_sha256=command.code_sha256,
    )


def test_an_engine_that_is_asked_without_a_pause_follows_all_the_same() -> None:
    """Thousands of signs that join ask one question after the other."""
    engines = Two()
    engine = Engine(engines.two)
    engines.one.handle(starts("a", "T1"))
    seq, found = engines.one.state.seq, 0
    waiting = deque(engine.look(lambda state: state.seq) for _ in range(100))
    for _ in range(LOOKS_MOST):
        waiting.append(engine.look(lambda state: state.seq))
        found = waiting.popleft().result(WAIT_S)
        if found == seq:
            break
    engine.stop()
    assert found == seq
