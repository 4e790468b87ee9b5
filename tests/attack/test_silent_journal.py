"""A storage that says nothing: a press is answered all the same, and never with a yes."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from pathlib import Path

import pytest

from devices.support import Speaker, enrolled, table_of, until
from journal.cluster import Cluster
from pitboss.devices import contacts
from pitboss.floor.facts import people
from pitboss.journal import CANNOT_WRITE
from pitboss.journal.postgres import PostgresJournal
from pitboss.live.running_site import open_running_site
from pitboss.refusal import Refusal
from pitboss.web.shell.answers import floor_status_of, status_of
from web.server_support import Site

WAIT_S = 20.0


@pytest.fixture
def gate(site: Site, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """While it is closed the journal does not come back from a write."""
    opened = threading.Event()
    opened.set()
    append = site.running_site._core.journal.append

    def slow(*words: object, **named: object) -> None:
        assert opened.wait(WAIT_S)
        append(*words, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(site.running_site._core.journal, "append", slow)
    monkeypatch.setattr("pitboss.live.running_site.ANSWER_S", 0.2)
    return opened


def test_a_press_on_a_silent_journal_is_answered_not_yes(site: Site, gate: threading.Event) -> None:
    console = site.visitor().enroll("console", "C1")
    gate.clear()
    body = {"command_id": "once", "table": "C1", "swipe": {"track": site.cards["D100"].track}}
    unsure = console.post("/api/commands/sign-in", body)
    gate.set()
    assert (unsure.status_code, unsure.json()["code"]) == (503, "JOURNAL_UNSURE")
    assert unsure.json()["reason"].endswith(
        "It may or may not have gone through. Send it again with the same ID"
    )
    while (found := console.post("/api/commands/sign-in", body).json())["code"] == "JOURNAL_UNSURE":
        pass  # as a console does
    assert found["accepted"], found


def test_a_board_that_dies_while_the_journal_cannot_write_closes_betting_after_it(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    Speaker(enrolled(site, "sensor", "C1")).lights()
    tried = threading.Event()

    def full(*words: object, **named: object) -> None:
        tried.set()
        raise Refusal("JOURNAL_UNAVAILABLE", where="disk")

    with monkeypatch.context() as broken:
        broken.setattr(site.running_site._core.journal, "append", full)
        monkeypatch.setattr(contacts, "DEAD_AFTER_MS", 50)
        until(lambda: site.running_site.lights.board("C1"), "dead")
        assert tried.wait(WAIT_S)
    until(lambda: bool(table_of(site, "C1").betting_closed), expected=True)


def test_a_press_while_the_database_is_frozen_is_refused_and_done_once(
    folder: Path, cluster: Cluster
) -> None:
    """The server's process is stopped while it holds the journal's lock."""
    address = cluster.new_address()

    async def play() -> None:
        site = open_running_site(folder, database=address)
        journal = site._core.journal
        assert isinstance(journal, PostgresJournal)
        assert journal._connection is not None
        journal._deadline_s, journal._lock_wait_ms = 0.5, 20
        site.begin()
        press = people.SignIn(command_id="once", at_ms=site.now_ms(), table="C1", badge="D100")
        backend = journal._connection.info.backend_pid
        os.kill(backend, signal.SIGSTOP)
        try:
            for _ in range(3):
                reply = await site.ask(press)
                assert reply.code in CANNOT_WRITE, reply
                assert not site.available
        finally:
            os.kill(backend, signal.SIGCONT)
        async with asyncio.timeout(WAIT_S):
            while not (reply := await site.ask(press)).accepted:
                assert reply.code in CANNOT_WRITE, reply
        ids = [row.command_id for row in await site.rows(after_seq=0, limit=1000)]
        assert ids.count("once") == 1
        await site.close()

    asyncio.run(play())


@pytest.mark.parametrize("code", sorted(CANNOT_WRITE))
def test_what_the_journal_cannot_do_is_503(code: str) -> None:
    assert (status_of(code), floor_status_of(code)) == (503, 503)
