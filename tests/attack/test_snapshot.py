"""A snapshot that somebody has forged, with a seal that fits: the floor opens with it and closes as
soon as its rows have told otherwise."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from pitboss.floor.facts import people
from pitboss.journal.chain import snapshot_seal
from pitboss.live.folder import new_id
from pitboss.live.running_site import RunningSite, open_running_site
from web.server_support import make_site

WAIT_S = 30.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A site that was open once, and kept its snapshot."""
    run(make_site(tmp_path / "house"), proven)
    return tmp_path / "house"


async def proven(site: RunningSite) -> None:
    """Until the snapshot has been proven, if there was one."""
    if site.proof is not None:
        await asyncio.to_thread(site.proof.wait)


def run(folder: Path, act: Callable[[RunningSite], Awaitable[None]], **how: bool) -> None:
    async def live() -> None:
        site = open_running_site(folder, with_snapshot=how.get("with_snapshot", True))
        site.begin()
        try:
            async with asyncio.timeout(WAIT_S):
                await act(site)
        finally:
            await site.close()

    asyncio.run(live())


def forge(folder: Path, before: str, after: str) -> None:
    """Change the snapshot, and seal it as the engine does: that takes no secret."""
    with sqlite3.connect(folder / "floor.db") as connection:
        query = "SELECT s.seq, text, hash FROM snapshot s JOIN journal j ON j.seq = s.seq"
        seq, text, row_hash = connection.execute(query).fetchone()
        assert before in text
        forged = text.replace(before, after, 1)
        seal = snapshot_seal(row_hash=row_hash, seq=seq, text=forged)
        connection.execute("UPDATE snapshot SET text = ?, seal = ?", (forged, seal))
    connection.close()


def sign_in(site: RunningSite) -> people.SignIn:
    return people.SignIn(command_id=new_id(), at_ms=site.now_ms(), table="C1", badge="D100")


def test_a_forged_meter_closes_the_floor_and_the_rows_are_not_touched(folder: Path) -> None:
    async def act(site: RunningSite) -> None:
        await proven(site)
        reply = await site.ask(sign_in(site))
        assert reply.code == "JOURNAL_TAMPERED"
        assert "start with --replay" in str(reply.refused)
        assert not site.available
        assert not await site._proven()

    kept = snapshot_text(folder)
    forge(folder, meter(kept), meter(kept).replace(":", ":1", 1))
    forged = snapshot_text(folder)
    run(folder, act)
    assert snapshot_text(folder) == forged, "what was found stays for whoever looks into it"

    async def goes_on(site: RunningSite) -> None:
        assert (await site.ask(sign_in(site))).accepted

    run(folder, goes_on, with_snapshot=False)
    assert meter(snapshot_text(folder)) == meter(kept)


def snapshot_text(folder: Path) -> str:
    connection = sqlite3.connect(folder / "floor.db")
    (text,) = connection.execute("SELECT text FROM snapshot").fetchone()
    connection.close()
    return str(text)


def meter(text: str) -> str:
    """The first meter of a snapshot, as it stands there."""
    at = text.index('"meter_micros":')
    return text[at : text.index(",", at)]


def test_a_true_snapshot_is_proven_and_play_goes_on(folder: Path) -> None:
    async def act(site: RunningSite) -> None:
        assert site.proof is not None
        await proven(site)
        assert site.available
        assert (await site.ask(sign_in(site))).accepted

    run(folder, act)


def test_a_row_that_was_changed_below_the_snapshot_closes_the_floor(folder: Path) -> None:
    with sqlite3.connect(folder / "floor.db") as connection:
        connection.execute("UPDATE journal SET at_ms = at_ms + 1 WHERE seq = 3")
    connection.close()

    async def act(site: RunningSite) -> None:
        await proven(site)
        reply = await site.ask(sign_in(site))
        assert reply.refused is not None
        found = (reply.code, reply.refused.reason[:22])
        assert found == ("JOURNAL_TAMPERED", "its hash doesn't match")

    run(folder, act)
