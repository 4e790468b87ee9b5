"""Commands per second of a replay, and how long a start takes after many commands."""

from __future__ import annotations

import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from pitboss.engine import Core, replay
from pitboss.floor.state.floor import State
from pitboss.journal import every_row
from pitboss.journal.sqlite import SqliteJournal
from proof.bench.asking import BOOK, Asker, open_floor

COMMANDS = 100_000
COMMANDS_LONG = 1_000_000
TABLES = 100
REPLAYED = 50_000
AFTER_SNAPSHOT = 1_000
REPEATS = 3


def main() -> None:
    """Print the replay's rate and the start's seconds."""
    commands = COMMANDS_LONG if "--long" in sys.argv else COMMANDS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.db"
        rate = _fill(path, commands)
        print(f"   written, {TABLES} commands at a time        {rate:>9,.0f} commands/s")
        print(f"   replay of {REPLAYED:,} commands             {_replay(path):>9,.0f} commands/s")
        print(
            f"   start with {commands:,} commands behind it, {AFTER_SNAPSHOT:,} of them after the"
        )
        print(f"     snapshot                              {_start(path):>9.2f} s")


def _fill(path: Path, commands: int) -> float:
    """A journal as the engine writes it, with its snapshot just before the end."""
    journal = SqliteJournal(path)
    core = open_floor(journal, tables=TABLES)
    first, seconds, kept = core.state.seq, 0.0, False
    asker = Asker("asker-")
    while core.state.seq < commands:
        if not kept and core.state.seq >= commands - AFTER_SNAPSHOT:
            core.keep_snapshot()
            kept = True
        asked = [asker.round(f"T{number}") for number in range(1, TABLES + 1)]
        start = time.perf_counter()
        core.handle([begin for begin, _ in asked])
        core.handle([end for _, end in asked])
        seconds += time.perf_counter() - start
    journal.close()
    return (core.state.seq - first) / seconds


def _replay(path: Path) -> float:
    journal = SqliteJournal(path)
    best = 0.0
    for _ in range(REPEATS):
        state = State()
        start = time.perf_counter()
        replay(state, islice(every_row(journal), REPLAYED))
        best = max(best, state.seq / (time.perf_counter() - start))
    journal.close()
    return best


def _start(path: Path) -> float:
    start = time.perf_counter()
    journal = SqliteJournal(path)
    Core(journal, BOOK)
    seconds = time.perf_counter() - start
    journal.close()
    return seconds
