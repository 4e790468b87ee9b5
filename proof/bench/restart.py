"""The processor time of a restart until the first answer: ten tables and 50,000 rows, after a power
cut during play and after a stop."""

from __future__ import annotations

import shutil
import sys
import tempfile
import urllib.request
from itertools import count
from pathlib import Path
from typing import Any

from pitboss.engine import Core
from pitboss.floor.facts import people, rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Spot
from pitboss.journal.place import JOURNAL_FILE
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.clocks import clock_ms
from pitboss.live.folder import open_floor, read_folder
from pitboss.live.release import running_release
from pitboss.web.access.admission import Access
from proof.bench.web import SPOTS, cpu_s, make_site, served

TABLES, BATCH, STEP_MS = 10, 500, 400
ROWS = 49_900  # just before the next snapshot, so that the last one is as old as possible
TARGET_S = 1.5
REPEATS = 3


def main() -> None:
    """Print the processor seconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "site"
        folder.mkdir()
        make_site(folder, tables=TABLES)
        play(folder)
        copies = [shutil.copytree(folder, Path(name) / f"{n}") for n in range(REPEATS)]
        cut = [start_s(copy) for copy in copies]
        stopped = [start_s(copy) for copy in copies]
    for words, seconds in (("after a power cut", cut), ("after a stop", stopped)):
        print(f"   {words:<20}{min(seconds):>7.2f} s of the processor (target {TARGET_S})")


def play(folder: Path) -> None:
    """Write this many rows, like an engine that is cut off at the end."""
    found, journal = read_folder(folder), SqliteJournal(folder / JOURNAL_FILE)
    core, now_ms = Core(journal, found.paytable_lookup), clock_ms() - ROWS * STEP_MS
    open_floor(found, core, running_release(), (), at_ms=now_ms)
    numbers = count(1)

    def ids() -> dict[str, Any]:
        number = next(numbers)
        return {"command_id": f"play-{number}", "at_ms": now_ms + number * STEP_MS}

    tables, spots = [f"T{n}" for n in range(1, TABLES + 1)], tuple(Spot(**each) for each in SPOTS)
    core.handle([people.SignIn(**ids(), table=table, badge=f"D{table[1:]}") for table in tables])
    while core.state.seq < ROWS:
        asked: list[Command] = []
        for _ in range(BATCH // TABLES // 2):
            asked += [rounds.StartRound(**ids(), table=table, spots=spots) for table in tables]
            asked += [rounds.EndRound(**ids(), table=table) for table in tables]
        for reply in core.handle(asked):
            assert reply.accepted, reply
    journal.close()
    access = Access(folder)
    for badge, _ in core.state.badges.items():
        access.issue(badge)
    access.close()


def start_s(folder: Path) -> float:
    """A server's processor seconds from its start to its first answer."""
    with served([sys.executable, "-m", "pitboss", "serve", "--site", str(folder)]) as server:
        urllib.request.urlopen(f"http://127.0.0.1:{server.port}/sign-on").close()
        return cpu_s(server.pid)
