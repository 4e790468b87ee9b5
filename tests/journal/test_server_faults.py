"""What a server does when it is not well: it freezes, it waits for a standby that is gone, its wait
is cancelled. No call outlasts its deadline, and nothing is called written that might not be."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress

import psycopg
import pytest

from pitboss.journal import EMPTY, Row
from pitboss.journal.postgres import PostgresJournal, _copy_line
from pitboss.refusal import Refusal

from .cluster import Cluster
from .samples import write

DEADLINE_S = 0.5
WAIT_S = 20.0
AGAIN_S = 0.01  # between two looks
WAITING = b"SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' ORDER BY backend_start"


@pytest.fixture
def conninfo(cluster: Cluster) -> str:
    return cluster.new_database()


@contextmanager
def standby_gone(cluster: Cluster) -> Iterator[None]:
    """Every commit waits for a standby that never comes; after the block it waits for none."""
    with psycopg.connect(cluster.conninfo("postgres"), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        connection.execute("SELECT pg_reload_conf()")
        try:
            _until_commits_wait(cluster)
            yield
        finally:
            connection.execute("ALTER SYSTEM RESET synchronous_standby_names")
            connection.execute("SELECT pg_reload_conf()")


def _until_commits_wait(cluster: Cluster) -> None:
    """The server obeys a setting once its checkpointer has read it: commit until one waits."""
    waits = threading.Event()

    def commit() -> None:
        with psycopg.connect(cluster.conninfo("postgres"), autocommit=True) as connection:
            while not waits.is_set():
                connection.execute("SELECT pg_logical_emit_message(true, 'drill', 'a row')")
                time.sleep(AGAIN_S)

    trying = threading.Thread(target=commit)
    trying.start()
    with psycopg.connect(cluster.conninfo("postgres"), autocommit=True) as connection:
        while not (found := connection.execute(WAITING).fetchall()):
            time.sleep(AGAIN_S)
        waits.set()
        connection.execute("SELECT pg_cancel_backend(%s)", found[0])
    trying.join()


def cancel_wait(cluster: Cluster) -> None:
    """Cancel the first commit that waits for a standby."""
    with psycopg.connect(cluster.conninfo("postgres"), autocommit=True) as connection:
        while not (found := connection.execute(WAITING).fetchall()):
            time.sleep(AGAIN_S)
        connection.execute("SELECT pg_cancel_backend(%s)", found[0])


def until_found(journal: PostgresJournal) -> int:
    """Where the journal ends, as soon as it can be asked again."""
    for _ in range(100):
        with suppress(Refusal):
            return journal.last().seq
    raise AssertionError("the journal does not come back")


@contextmanager
def frozen(journal: PostgresJournal) -> Iterator[None]:
    """The server's process of this journal does nothing inside this block."""
    assert journal._connection is not None
    backend = journal._connection.info.backend_pid
    os.kill(backend, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(backend, signal.SIGCONT)


def test_a_cancelled_wait_for_a_standby_is_never_a_yes(conninfo: str, cluster: Cluster) -> None:
    with closing(PostgresJournal(conninfo, deadline_s=DEADLINE_S)) as journal:
        end = write(journal, "a", after=EMPTY)
        journal._deadline_s = WAIT_S  # it is the cancelled wait that ends this call
        with standby_gone(cluster), ThreadPoolExecutor(1) as elsewhere:
            cancelled = elsewhere.submit(cancel_wait, cluster)
            with pytest.raises(
                Refusal,
                match=r"JOURNAL_UNSURE: .*: canceling wait for synchronous replication.*"
                r"Send it again with the same ID",
            ):
                write(journal, "b", after=end)
            cancelled.result(WAIT_S)
            # The row is there for all who look; yet no standby has it, so it is not believed.
            with psycopg.connect(conninfo) as connection:
                assert connection.execute("SELECT max(seq) FROM journal").fetchone() == (2,)
            journal._deadline_s = DEADLINE_S
            with pytest.raises(Refusal, match="JOURNAL_UNAVAILABLE"):
                journal.last()
        assert until_found(journal) == 2


def test_a_commit_past_its_deadline_is_unsure_found_later(conninfo: str, cluster: Cluster) -> None:
    with closing(PostgresJournal(conninfo, deadline_s=DEADLINE_S, lock_wait_ms=20)) as journal:
        end = write(journal, "a", after=EMPTY)
        with standby_gone(cluster):
            with pytest.raises(Refusal, match=r"JOURNAL_UNSURE: .*didn't answer in time"):
                write(journal, "b", after=end)
            with pytest.raises(
                Refusal,
                match=r"JOURNAL_UNAVAILABLE: .*(is stuck there|answer in time)",
            ):
                journal.last()
        assert until_found(journal) == 2
        assert list(journal.find_commands(["b"])) == ["b"]


def test_a_frozen_server_holds_no_call_beyond_the_deadline(conninfo: str) -> None:
    with closing(PostgresJournal(conninfo, deadline_s=DEADLINE_S, lock_wait_ms=20)) as journal:
        end = write(journal, "a", after=EMPTY)
        with frozen(journal):
            with pytest.raises(Refusal, match=r"JOURNAL_UNAVAILABLE: .*didn't answer in time"):
                write(journal, "b", after=end)
            with pytest.raises(
                Refusal,
                match=r"JOURNAL_UNAVAILABLE: .*(is stuck there|answer in time)",
            ):
                write(journal, "b", after=end)
        assert until_found(journal) == 1
        assert write(journal, "b", after=end).seq == 2


def test_a_server_that_freezes_in_a_write_leaves_it_unsure(
    conninfo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[int] = []

    def freeze(row: Row) -> str:
        assert journal._connection is not None
        stopped.append(journal._connection.info.backend_pid)
        os.kill(stopped[0], signal.SIGSTOP)
        return _copy_line(row)

    with closing(PostgresJournal(conninfo, deadline_s=DEADLINE_S, lock_wait_ms=20)) as journal:
        end = write(journal, "a", after=EMPTY)
        with monkeypatch.context() as patched:
            patched.setattr("pitboss.journal.postgres._copy_line", freeze)
            try:
                with pytest.raises(Refusal, match="JOURNAL_UNSURE: "):
                    write(journal, "b", after=end)
            finally:
                os.kill(stopped[0], signal.SIGCONT)
        assert until_found(journal) in (1, 2), "the server has it wholly or not at all"


def test_the_server_itself_gives_up_and_looks_for_lost_engines(conninfo: str) -> None:
    with closing(PostgresJournal(conninfo)) as journal:
        assert journal._connection is not None
        shown = {
            name: journal._connection.execute(f"SHOW {name}".encode()).fetchone()
            for name in ("statement_timeout", "synchronous_commit", "tcp_keepalives_idle",
                         "tcp_keepalives_interval", "tcp_keepalives_count", "tcp_user_timeout")
        }  # fmt: skip
    assert shown == {
        "statement_timeout": ("4s",),
        "synchronous_commit": ("on",),
        "tcp_keepalives_idle": ("1",),
        "tcp_keepalives_interval": ("1",),
        "tcp_keepalives_count": ("2",),
        "tcp_user_timeout": ("3000",),
    }


def test_a_connection_through_a_pooler_is_refused(conninfo: str) -> None:
    """A pooler makes up the number of the server's process that it tells a client."""
    with pooler(conninfo) as pooled, pytest.raises(
        Refusal, match=r"DATABASE_POOLED: .*: there's a connection pooler in between"
    ):  # fmt: skip
        PostgresJournal(pooled)
    PostgresJournal(conninfo).close()


@contextmanager
def pooler(conninfo: str) -> Iterator[str]:
    """Something in between that hands everything on, but for the number of the process."""
    parts = dict(part.split("=") for part in conninfo.split())
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = threading.Thread(target=pool, args=(listener, int(parts["port"])))
        serving.start()
        try:
            yield (
                conninfo.replace(parts["port"], str(listener.getsockname()[1])) + " sslmode=disable"
            )
        finally:
            serving.join(WAIT_S)


def pool(listener: socket.socket, port: int) -> None:
    """One client, until it has enough."""
    client, _ = listener.accept()
    with client, socket.create_connection(("127.0.0.1", port)) as server:
        back = threading.Thread(target=hand_back, args=(server, client))
        back.start()
        while sent := client.recv(65536):
            server.sendall(sent)
        server.shutdown(socket.SHUT_WR)
        back.join(WAIT_S)


def hand_back(server: socket.socket, client: socket.socket) -> None:
    while told := server.recv(65536):
        at = told.find(b"K\x00\x00\x00\x0c")
        if at >= 0:
            told = told[: at + 5] + b"\x00\x00\x00\x01" + told[at + 9 :]
        client.sendall(told)
