"""The engine's loop: answers, questions, faults, and batches decided on top of each other."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future

import pytest

from pitboss.engine import AsyncClient, Batch, Core, Engine, Publish, Reply
from pitboss.engine.loop import SWITCH_S
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.state.floor import State
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal import Last, Row, every_row
from pitboss.journal.chain import verify
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.refusal import Refusal

from .support import BOOK, Asker

WAIT_S = 20.0


class Slow(MemoryJournal):
    """A journal whose commits wait until they are let through, or are refused."""

    is_elsewhere = True

    def __init__(self, store: MemoryStore) -> None:
        super().__init__(store)
        self.gate = threading.Event()
        self.gate.set()
        self.begun = threading.Semaphore(0)
        self.refusals: list[Refusal] = []
        self.answer_lost = False

    def append(self, rows: Sequence[Row], *, after: Last) -> None:
        assert self.gate.wait(WAIT_S)
        if self.refusals:
            if self.answer_lost:
                super().append(rows, after=after)
            raise self.refusals.pop()
        super().append(rows, after=after)


class Watched(Core):
    """A core that tells when a batch is on its way to a slow journal."""

    def write(self, batch: Batch) -> None:
        super().write(batch)
        if batch.commit is not None:
            assert isinstance(self.journal, Slow)
            self.journal.begun.release()


@pytest.fixture(autouse=True)
def two_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight commands that wait are two batches."""
    monkeypatch.setattr("pitboss.engine.loop.BATCH_MOST", 4)


@pytest.fixture
def journal() -> Slow:
    return Slow(MemoryStore())


@pytest.fixture
def core(journal: Slow) -> Core:
    return opened(journal)


def opened(journal: Slow, publish: Publish = lambda state, events: None) -> Core:
    """A core with eight tables, twenty-one rows behind it."""
    made = Watched(journal, BOOK, publish)
    made.handle(Asker("opening").opening(tables=8))
    assert journal.begun.acquire(timeout=WAIT_S)
    return made


@pytest.fixture
def engine(core: Core) -> Iterator[Engine]:
    made = Engine(core)
    yield made
    made.stop()


def meter_cents(state: State) -> int:
    return state.jackpot("J1").levels["main"].reading.meter_micros // 1_000_000


def start(table: str) -> Command:
    return Asker(table).round(table)[0]


FIRST = ("T1", "T2", "T3", "T4")
SECOND = ("T5", "T6", "T7", "T8")


def ask_two(
    engine: Engine, journal: Slow, second: Sequence[str] = SECOND, *, begun: int = 2
) -> tuple[list[Future[Reply]], list[Future[Reply]]]:
    """Start a round at each table: one half of them is held in its commit, and the other is decided
    on top of it, and begun if there is anything to write."""
    all_asked = threading.Event()
    held = engine.look(lambda state: all_asked.wait(WAIT_S))
    journal.gate.clear()
    asked = [engine.submit(start(table)) for table in (*FIRST, *second)]
    all_asked.set()
    assert held.result(WAIT_S)
    for _ in range(begun):
        assert journal.begun.acquire(timeout=WAIT_S)
    assert not any(each.done() for each in asked)
    return asked[:4], asked[4:]


def codes(asked: Sequence[Future[Reply]]) -> set[str]:
    return {each.result(WAIT_S).code for each in asked}


def test_a_batch_begins_while_one_is_written(engine: Engine, journal: Slow, core: Core) -> None:
    first, second = ask_two(engine, journal)
    journal.gate.set()
    assert [each.result(WAIT_S).seq for each in (*first, *second)] == [*range(29, 37)]
    # $1,000.00 and fifty-six times 20 cents.
    assert meter_cents(core.state) == 101_120
    assert verify(every_row(journal)).seq == 36


@pytest.mark.parametrize("answer_lost", [False, True])
def test_what_was_decided_on_a_batch_that_failed_is_decided_again(
    engine: Engine, journal: Slow, core: Core, *, answer_lost: bool
) -> None:
    first, second = ask_two(engine, journal)
    journal.refusals.append(Refusal("JOURNAL_UNAVAILABLE"))
    journal.answer_lost = answer_lost
    journal.gate.set()
    assert codes(first) == {"JOURNAL_UNAVAILABLE"}
    assert codes(second) == {""}
    assert meter_cents(core.state) == (101_120 if answer_lost else 100_560)
    assert codes([engine.submit(start(table)) for table in FIRST]) == {""}
    assert meter_cents(core.state) == 101_120
    replayed = Core(MemoryJournal(journal._store, read_only=True), BOOK)
    assert write_snapshot(replayed.state) == write_snapshot(core.state)


def test_both_batches_fail_with_the_storage(engine: Engine, journal: Slow, core: Core) -> None:
    first, second = ask_two(engine, journal)
    journal._store.fault = "out of order"
    journal.gate.set()
    assert codes(first) == codes(second) == {"JOURNAL_UNAVAILABLE"}
    journal._store.fault = ""
    assert codes([engine.submit(start(table)) for table in (*FIRST, *SECOND)]) == {""}
    assert meter_cents(core.state) == 101_120
    assert verify(every_row(journal)).seq == 36


def test_an_id_that_is_found_at_the_commit_has_its_old_answer(
    engine: Engine, journal: Slow, core: Core
) -> None:
    """As on a server, which looks at ids only then."""
    first, second = ask_two(engine, journal)
    journal.refusals.append(Refusal("COMMAND_ID_REUSED"))
    journal.gate.set()
    assert codes(first) == codes(second) == {""}
    assert meter_cents(core.state) == 101_120
    assert verify(every_row(journal)).seq == 36


@pytest.mark.parametrize("fails", [False, True])
def test_the_same_commands_again_while_the_first_are_written(
    engine: Engine, journal: Slow, *, fails: bool
) -> None:
    """All of the second batch was asked before, so that there is nothing to write for it."""
    first, again = ask_two(engine, journal, FIRST, begun=1)
    if fails:
        journal.refusals.append(Refusal("JOURNAL_UNAVAILABLE"))
    journal.gate.set()
    assert codes(first) == ({"JOURNAL_UNAVAILABLE"} if fails else {""})
    assert codes(again) == {""}
    assert [each.result().seq for each in again] == [29, 30, 31, 32]
    assert journal.last().seq == 32


def test_an_answer_comes_to_whoever_asked(engine: Engine) -> None:
    answered = threading.Event()
    replies: list[Reply] = []

    def answer(reply: Reply) -> None:
        replies.append(reply)
        answered.set()

    engine.ask(start("T1"), answer)
    assert answered.wait(WAIT_S)
    assert [(reply.command_id, reply.seq, reply.code) for reply in replies] == [("T11", 29, "")]


def test_a_question_sees_all_that_was_asked_before_it(engine: Engine, journal: Slow) -> None:
    first, second = ask_two(engine, journal)
    looked = engine.look(meter_cents)
    journal.gate.set()
    assert looked.result(WAIT_S) == 101_120
    assert codes(first) == codes(second) == {""}


def test_a_question_that_fails_is_its_own_fault(engine: Engine) -> None:
    with pytest.raises(Refusal, match="TABLE_UNKNOWN"):
        engine.look(lambda state: state.table("T9")).result(WAIT_S)
    assert engine.submit(start("T1")).result(WAIT_S).accepted


def test_tasks_of_a_loop_ask_by_a_client(engine: Engine, core: Core) -> None:
    async def play(client: AsyncClient, table: str) -> list[Reply]:
        return [
            await client.ask(command)
            for _, asker in zip(range(5), [Asker(table)] * 5, strict=True)
            for command in asker.round(table, seats=1)
        ]

    async def run() -> list[list[Reply]]:
        client = AsyncClient(engine, asyncio.get_running_loop())
        return await asyncio.gather(*(play(client, f"T{number}") for number in range(1, 5)))

    replies = [reply for each in asyncio.run(run()) for reply in each]
    assert len(replies) == 40
    assert all(reply.accepted for reply in replies)
    assert meter_cents(core.state) == 100_000 + 20 * 20


def test_who_asks_may_look_at_what_came_of_it(engine: Engine) -> None:
    async def run(table: str) -> tuple[Reply, int | None]:
        client = AsyncClient(engine, asyncio.get_running_loop())
        return await client.ask_then(start("T1"), lambda state: state.table(table).rounds)

    reply, rounds = asyncio.run(run("T1"))
    assert (reply.accepted, rounds) == (True, 1)
    with pytest.raises(Refusal, match="TABLE_UNKNOWN"):
        asyncio.run(run("T9"))
    engine.stop()
    reply, rounds = asyncio.run(run("T1"))
    assert (reply.code, rounds) == ("ENGINE_STOPPED", None)


def test_an_asker_that_has_gone_is_nobodys_loss(engine: Engine, journal: Slow) -> None:
    async def run() -> Reply:
        client = AsyncClient(engine, asyncio.get_running_loop())
        journal.gate.clear()
        gone = asyncio.create_task(client.ask(start("T1")))
        await asyncio.sleep(0)
        gone.cancel()
        journal.gate.set()
        return await client.ask(start("T2"))

    assert asyncio.run(run()).accepted
    assert engine.look(lambda state: state.table("T1").rounds).result(WAIT_S) == 1


def test_a_fault_stops_the_engine_and_everybody_hears_of_it(journal: Slow) -> None:
    def publish(state: State, events: Sequence[Event]) -> None:
        assert state.seq < 29, "a fault of the program"

    core = opened(journal, publish)
    engine = Engine(core)
    first, second = ask_two(engine, journal)
    journal.gate.set()
    assert codes(first) == codes(second) == {"ENGINE_STOPPED"}
    assert engine.submit(start("T3")).result(WAIT_S).code == "ENGINE_STOPPED"
    with pytest.raises(RuntimeError, match="the engine has stopped"):
        engine.look(meter_cents).result(WAIT_S)
    engine.stop()
    assert isinstance(engine.fault, AssertionError)
    assert journal.last().seq == 36  # durable, and told so at the restart
    assert core.state.table("T5").round is None


def test_a_loop_that_has_ended_is_nobodys_loss(engine: Engine, journal: Slow) -> None:
    async def run() -> None:
        journal.gate.clear()
        asking = asyncio.create_task(
            AsyncClient(engine, asyncio.get_running_loop()).ask(start("T1"))
        )
        await asyncio.sleep(0)
        asking.cancel()

    asyncio.run(run())
    journal.gate.set()
    assert engine.submit(start("T2")).result(WAIT_S).accepted
    assert engine.look(lambda state: state.table("T1").rounds).result(WAIT_S) == 1


def test_what_was_asked_cannot_be_taken_back(engine: Engine, journal: Slow) -> None:
    first, _ = ask_two(engine, journal)
    looked = engine.look(meter_cents)
    assert not first[0].cancel()
    assert not looked.cancel()
    journal.gate.set()
    assert looked.result(WAIT_S) == 101_120


def test_an_asker_who_comes_after_the_end_is_told(core: Core) -> None:
    engine = Engine(core)
    engine.stop()
    engine._ending = False  # he looked a moment before
    assert engine.submit(start("T1")).result(WAIT_S).code == "ENGINE_STOPPED"


def test_a_failed_answer_stops_the_engine_and_others_hear_it(engine: Engine, journal: Slow) -> None:
    def fails(reply: Reply) -> None:
        raise ValueError("a fault of the asker")

    journal.gate.clear()
    engine.ask(start("T1"), fails)
    second = engine.submit(start("T2"))
    journal.gate.set()
    assert second.result(WAIT_S).code in ("", "ENGINE_STOPPED")
    assert engine.submit(start("T3")).result(WAIT_S).code == "ENGINE_STOPPED"
    assert isinstance(engine.fault, ValueError)


def test_a_snapshot_that_cannot_be_kept_is_nobodys_answer(
    core: Core, journal: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.engine.core.SNAPSHOT_EVERY", 29)

    def full(self: MemoryJournal, *, seq: int, text: str) -> None:
        raise Refusal("JOURNAL_UNAVAILABLE")

    with monkeypatch.context() as patched:
        patched.setattr(MemoryJournal, "save_snapshot", full)
        assert core.handle([start("T1")])[0].accepted
    assert journal.last_snapshot() is None
    assert core.handle([start("T2")])[0].accepted
    kept = journal.last_snapshot()
    assert kept is not None
    assert kept.seq == 30


def test_while_an_engine_runs_nobody_keeps_pythons_lock_for_long() -> None:
    before = sys.getswitchinterval()
    engine = Engine(Core(MemoryJournal(MemoryStore()), BOOK))
    assert sys.getswitchinterval() == pytest.approx(SWITCH_S)
    engine.stop()
    assert sys.getswitchinterval() == before
