"""Two servers of one site: one leads, the other stands by and takes over, on another machine that
has the site file and nothing else. Nobody signs on anew, and no press is lost or done twice."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from journal.cluster import Cluster
from journal.conftest import cluster
from pitboss.audit import audit
from pitboss.floor.facts.engines import EngineBegan
from pitboss.floor.facts.people import SignIn
from pitboss.journal import every_row
from pitboss.journal.codec import events_of
from pitboss.journal.place import JournalPlace
from pitboss.live.folder import clock_ms, read_folder
from pitboss.live.running_site import ANSWER_S, open_running_site
from pitboss.refusal import Refusal
from pitboss.web.access import Access
from pitboss.web.control import SOCKET, hand_over

from .server_support import PINS, Visitor, make_site

__all__ = ["cluster"]

WAIT_S = 60


@pytest.fixture
def database(cluster: Cluster) -> str:
    return cluster.new_address()


class Standing:
    """A `serve --standby` in a process of its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", "serve", "--standby", "--site", str(folder),
             "--port", "0", *words],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.told = next(line.rstrip() for line in self.process.stdout if "http://" in line)
        self.client = httpx.Client(base_url=self.told.rpartition(" ")[2], timeout=WAIT_S)

    def health(self, *, leader: bool) -> int:
        """The status of its health; 0 while nobody listens, as when it begins anew."""
        with suppress(httpx.TransportError):
            return self.client.get("/healthz?leader" if leader else "/healthz").status_code
        return 0

    def until_leads(self) -> None:
        """Wait until it leads."""
        while self.health(leader=True) != httpx.codes.OK:
            assert self.process.poll() is None


@contextmanager
def standing(folder: Path, *words: str) -> Iterator[Standing]:
    made = Standing(folder, *words)
    try:
        yield made
    finally:
        made.client.close()
        made.process.kill()
        made.process.communicate()


def known(folder: Path, database: str) -> str:
    """Everybody has a PIN, and table C1 a console: its token."""
    with closing(Access(folder, database)) as access:
        for badge, pin in PINS.items():
            access.set_pin(badge, pin)
        return access.add_device(kind="console", table="C1", enrolled_by="E300", now_ms=clock_ms())[
            1
        ]


def signed_in(client: httpx.Client, token: str, command_id: str) -> httpx.Response:
    body = {"command_id": command_id, "table": "C1", "swipe": {"badge": "D100", "pin": "4061"}}
    headers = {"Authorization": f"Bearer {token}"}
    return client.post("/api/commands/sign-in", json=body, headers=headers)


def check_sound(folder: Path, database: str, *, epochs: int) -> None:
    """The journal proves whole, and every engine has begun in its turn."""
    with closing(JournalPlace(folder, database)()) as journal:
        audit(journal, paytables=read_folder(folder).paytable_lookup)
        happened = [event for row in every_row(journal) for event in events_of(row.events)]
    began = [event.epoch for event in happened if isinstance(event, EngineBegan)]
    assert began == list(range(1, epochs + 1))


def test_a_machine_with_only_the_site_file_takes_over_and_knows_everybody(
    tmp_path: Path, database: str
) -> None:
    one, two = make_site(tmp_path / "one"), make_site(tmp_path / "two")
    token = known(one, database)
    words = ("--database", database)
    with standing(one, *words) as first, standing(two, *words) as second:
        assert first.told.startswith("pitboss serves ")
        assert second.told.startswith("pitboss stands by for ")
        assert [each.health(leader=True) for each in (first, second)] == [200, 503]
        assert [each.health(leader=False) for each in (first, second)] == [200, 200]
        turned_away = second.client.get("/sign-on")
        assert turned_away.status_code == 503
        assert "STANDING_BY" in turned_away.text
        answer = signed_in(first.client, token, "once")
        assert answer.status_code == 200, answer.text
        refused = signed_in(second.client, token, "other")
        assert (refused.status_code, refused.json()["code"]) == (503, "STANDING_BY")
        assert refused.headers["retry-after"] == "1"
        first.process.kill()
        second.until_leads()
        assert signed_in(second.client, token, "once").json() == answer.json()
        with closing(Access(two, database)) as access:
            Visitor(second.client, access).sign_on("S200")
    check_sound(one, database, epochs=2)
    assert not (one / "access.db").exists()


def test_a_frozen_leader_is_replaced_and_says_no_yes_after_waking(
    tmp_path: Path, database: str
) -> None:
    one, two = make_site(tmp_path / "one"), make_site(tmp_path / "two")
    token = known(one, database)
    words = ("--database", database)
    with standing(one, *words) as first, standing(two, *words) as second:
        os.kill(first.process.pid, signal.SIGSTOP)
        second.until_leads()
        assert signed_in(second.client, token, "meanwhile").status_code == 200
        os.kill(first.process.pid, signal.SIGCONT)
        for number in range(5):
            with suppress(httpx.TransportError):  # it begins anew, to stand by
                late = signed_in(first.client, token, f"late-{number}")
                assert (late.status_code, late.json()["accepted"]) == (503, False), late.text
        assert second.health(leader=True) == 200
    check_sound(one, database, epochs=2)


def test_a_leader_hands_over_and_stands_by(tmp_path: Path, database: str) -> None:
    one, two = make_site(tmp_path / "one"), make_site(tmp_path / "two")
    token = known(one, database)
    words = ("--database", database)
    with standing(one, *words) as first:
        assert signed_in(first.client, token, "once").status_code == 200
        with pytest.raises(Refusal, match="STANDBY_MISSING"):
            hand_over(one)
        assert first.health(leader=True) == 200
        with standing(two, *words) as second:
            hand_over(one)
            second.until_leads()
            assert signed_in(second.client, token, "once").status_code == 200
            with pytest.raises(Refusal, match=r"STANDBY_MISSING|SERVER_UNREACHABLE"):
                hand_over(one)
        assert first.process.poll() is None
        first.until_leads()  # the second is gone: it takes over in its turn
    check_sound(one, database, epochs=3)


def test_a_standby_beside_the_leader_takes_over_its_file(tmp_path: Path) -> None:
    folder = make_site(tmp_path / "one")
    token = known(folder, "")
    with standing(folder) as first, standing(folder) as second:
        answer = signed_in(first.client, token, "once")
        assert second.health(leader=True) == 503
        first.process.kill()
        second.until_leads()
        assert signed_in(second.client, token, "once").json() == answer.json()
    check_sound(folder, "", epochs=2)


def test_only_its_owner_speaks_to_the_socket_of_a_folder(tmp_path: Path) -> None:
    folder = make_site(tmp_path / ("long" * 30))
    with standing(folder) as server:
        server.until_leads()
        assert (folder / SOCKET).stat().st_mode & 0o077 == 0
    with pytest.raises(Refusal, match="SERVER_UNREACHABLE"):
        hand_over(folder)


def test_an_answer_that_comes_after_a_pause_is_no_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is true, but its asker has long asked another engine; this one may have lost the lead."""
    passed = iter([0, int(ANSWER_S * 1000) + 1])

    async def play() -> None:
        site = open_running_site(make_site(tmp_path))
        site.begin()
        with monkeypatch.context() as patched:
            patched.setattr("pitboss.live.running_site.passed_ms", lambda: next(passed))
            reply = await site.ask(
                SignIn(command_id="late", at_ms=site.now_ms(), table="C1", badge="D100")
            )
        assert reply.code == "JOURNAL_UNSURE"
        await site.close()

    asyncio.run(play())


def test_health_needs_contact_with_the_journal_by_a_clock_that_counts_sleep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        site = open_running_site(make_site(tmp_path))
        site.begin()
        assert await site.contact.is_there()
        slept_ms = site._core.contact_ms + 30_000
        monkeypatch.setattr("pitboss.live.contact.passed_ms", lambda: slept_ms)
        assert not site.contact.is_fresh
        assert b"unavailable" in site._beat_picture().message
        monkeypatch.setattr(site._core, "can_write", lambda *, really: False)
        assert not await site.contact.is_there()
        await site.close()

    asyncio.run(play())
