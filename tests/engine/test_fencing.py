"""Two engines on one database: the chain itself is the fence. Whoever decided on rows that are not
the journal's last ones is refused by name, and no command is lost, doubled or written on top of
what it was not decided on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest

from journal.cluster import Cluster
from journal.conftest import cluster
from journal.test_postgres import cut_all_others
from pitboss.audit import audit
from pitboss.engine import Core
from pitboss.floor.facts.base import Command
from pitboss.journal import every_row
from pitboss.journal.postgres import PostgresJournal

from .support import BOOK, Asker

__all__ = ["cluster"]

WAIT_S = 60


@pytest.fixture
def conninfo(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture
def no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """As through a transaction pooler: everybody believes that he has the lock."""
    monkeypatch.setattr("pitboss.journal.postgres.LOCK", "SELECT %s")


def opened(stack: ExitStack, conninfo: str) -> Core:
    journal = stack.enter_context(closing(PostgresJournal(conninfo, lock_wait_ms=20)))
    return Core(journal, BOOK)


def starts(prefix: str, *tables: str) -> list[Command]:
    return [Asker(f"{prefix}{table}-").round(table)[0] for table in tables]


def check_sound(conninfo: str, answered: list[str]) -> None:
    """The journal proves whole, and holds each of these commands once."""
    with closing(PostgresJournal(conninfo, read_only=True)) as journal:
        audit(journal, paytables=BOOK)
        ids = [row.command_id for row in every_row(journal)]
    assert [ids.count(each) for each in answered] == [1] * len(answered)


def test_a_paused_leader_with_two_batches_under_way_is_fenced_off(conninfo: str) -> None:
    with ExitStack() as stack:
        paused = opened(stack, conninfo)
        paused.handle(Asker("opening").opening(tables=4))
        first = paused.decide(starts("old-", "T1", "T2"))
        second = paused.decide(starts("old-", "T3", "T4"))
        for batch in (first, second):
            paused.write(batch)
        # The lock passes to another engine, which writes as many rows as the first batch has.
        cut_all_others(conninfo)
        with ExitStack() as meanwhile:
            other = opened(meanwhile, conninfo)
            taken = other.handle(starts("new-", "T3", "T4"))
            assert [reply.code for reply in taken] == ["", ""]
        # Back at the paused one: its first batch does not fit, though its number would. What was
        # on top of it is decided again, on what the other has written.
        assert paused.finish(first)
        assert {reply.code for reply in first.replies} == {"JOURNAL_MOVED_ON"}
        while not paused.finish(second):
            paused.write(second)
        assert {reply.code for reply in second.replies} == {"ROUND_OPEN"}
        again = paused.handle(starts("old-", "T1", "T2"))
        assert [reply.code for reply in again] == ["", ""]
    old = [f"old-T{n}-1" for n in (1, 2, 3, 4)]
    check_sound(conninfo, [*old, "new-T3-1", "new-T4-1"])


@pytest.mark.usefixtures("no_lock")
def test_of_two_engines_without_a_lock_the_slower_is_refused_by_name(conninfo: str) -> None:
    with ExitStack() as stack:
        one = opened(stack, conninfo)
        one.handle(Asker("opening").opening(tables=2))
        two = opened(stack, conninfo)
        assert [reply.code for reply in one.handle(starts("one-", "T1"))] == [""]
        (late,) = two.handle(starts("two-", "T2"))
        assert late.code == "JOURNAL_MOVED_ON"
        assert "Stop one of them, then send this again with the same ID" in str(late.refused)
        (again,) = two.handle(starts("two-", "T2"))
        assert again.accepted
    check_sound(conninfo, ["one-T1-1", "two-T2-1"])


@pytest.mark.usefixtures("no_lock")
def test_two_engines_that_race_without_a_lock_leave_a_sound_journal(conninfo: str) -> None:
    with ExitStack() as stack:
        one = opened(stack, conninfo)
        one.handle(Asker("opening").opening(tables=2))
        two = opened(stack, conninfo)
        with ThreadPoolExecutor(2) as pool:
            raced = [pool.submit(play, core, table) for core, table in ((one, "T1"), (two, "T2"))]
            played = [each.result(WAIT_S) for each in raced]
    answered = [command_id for accepted in played for command_id in accepted]
    assert len(answered) == 2 * 40, "each is asked until it is answered"
    check_sound(conninfo, answered)


def play(core: Core, table: str) -> list[str]:
    """Twenty rounds; what is refused because the other one wrote is asked again with its id."""
    asker, answered = Asker(f"{table}-"), []
    for _ in range(20):
        for command in asker.round(table):
            while (reply := core.handle([command])[0]).code == "JOURNAL_MOVED_ON":
                pass
            assert reply.accepted, reply
            answered.append(command.command_id)
    return answered
