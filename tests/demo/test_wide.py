"""Two rooms and a hub: what the simulated people do without a lease, and the whole demonstration
with a line that a visitor cuts."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from multiprocessing import Pipe
from pathlib import Path

import httpx
import pytest

from pitboss.demo.crew import Crew
from pitboss.demo.wide_folders import ROOMS, WideFolder, make_folders
from pitboss.demo.wide_running import WideDemonstration, starting
from pitboss.devices.emulator import enroll
from pitboss.floor.facts.values import Spot
from pitboss.journal import FORMAT
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.clocks import clock_ms
from pitboss.live.running_site import open_running_site
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access

CSRF = re.compile(r'<meta name="csrf" content="([0-9a-f]{64})">')
WAIT_S = 60.0
AGAIN_S = 0.02  # between two looks: the server needs the processor


def test_without_a_lease_players_take_back_wide_wagers_and_play_the_others(tmp_path: Path) -> None:
    folders = make_folders(tmp_path, address="127.0.0.1:1")

    async def at_once(seconds: float) -> None:
        pass

    async def play() -> None:
        running_site = open_running_site(folders["north"].path)
        running_site.begin()
        crew = Crew(running_site, "H1", dealer="D100", chance=random.Random("north"), pause=at_once)
        for _ in range(2):  # the dealer signs in, and starts
            await crew.step()
        opened = await running_site.look(lambda state: state.table("H1").round)
        assert opened is not None
        assert opened.spots
        assert {spot.sensor for spot in opened.spots} == {2}, "the room's own"
        assert Spot(1, 1) not in running_site.lights.find_lit("H1")
        await running_site.close()

    asyncio.run(play())


def test_a_folder_of_another_version_is_refused_by_name(tmp_path: Path) -> None:
    """Each part starts in a process of its own: what stops it is told to whoever started it."""
    folder = make_folders(tmp_path, address="127.0.0.1:1")["north"].path
    SqliteJournal(folder / "floor.db").close()
    with sqlite3.connect(folder / "floor.db") as journal:
        journal.execute(f"PRAGMA user_version = {FORMAT + 1}")
    journal.close()
    heard, said = Pipe(duplex=False)
    with pytest.raises(SystemExit), starting("north", said):
        open_running_site(folder)
    shown = WideDemonstration(tmp_path, rng_seed=1)
    with pytest.raises(Refusal) as refused:
        shown._heard(heard)
    shown.close()
    assert (refused.value.code, refused.value.where) == ("DEMONSTRATION_STOPPED", "north")
    assert refused.value.reason.startswith("it has format ")
    assert refused.value.reason.endswith("; choose another folder, or none")


@pytest.mark.slow
def test_a_visitor_cuts_the_line_mends_it_and_every_micro_is_proven(tmp_path: Path) -> None:
    place = tmp_path / "wide"
    words = [sys.executable, "-m", "pitboss", "demo-wide", "--folder", str(place)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process, ExitStack() as end:
        end.callback(process.kill)  # a test that fails waits for nothing
        assert process.stdout is not None
        told: list[str] = []
        for line in process.stdout:
            told.append(line)
            if "reconcile" in line:
                break
        address = next(line.split()[-1] for line in told if ROOMS["north"] in line)
        with httpx.Client(base_url=address, timeout=WAIT_S) as client:
            found = CSRF.search(client.get("/").text)
            assert found is not None
            headers = {"X-CSRF-Token": found[1]}
            room = WideFolder(path=place / "north", key_file=place / "keys" / "north.key")
            with closing(Access(room.path, house_key=room.key())) as access:
                now_ms = clock_ms()
                code = access.make_code(kind="system", table="", now_ms=now_ms)
            system = {"Authorization": f"Bearer {enroll(address, code).token}"}
            for is_cut in (True, False):
                answer = client.post("/demo/line", json={"cut": is_cut}, headers=headers)
                assert answer.json()["cut"] is is_cut
                code = "LINE_DOWN" if is_cut else ""
                while client.get("/healthz", headers=system).json()["line"]["code"] != code:
                    time.sleep(AGAIN_S)
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=WAIT_S)
    assert process.returncode == 0
    assert rest.endswith("RECONCILED: everything matches\n")
