"""Two servers of one site: one leads, the other stands by and takes over, on another machine that
has the site file and nothing else. Nobody signs on anew, and no press is lost or done twice."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest

from journal.cluster import Cluster
from journal.conftest import cluster
from pitboss.engine.standing import ANSWER_S
from pitboss.floor.facts.people import SignIn
from pitboss.live.running_site import open_running_site
from pitboss.refusal import Refusal
from pitboss.web.access import Access
from pitboss.web.control import SOCKET, hand_over

from .server_processes import check_sound, known, signed_in, standing
from .server_support import Visitor, make_site

__all__ = ["cluster"]


@pytest.fixture
def database(cluster: Cluster) -> str:
    return cluster.new_address()


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
