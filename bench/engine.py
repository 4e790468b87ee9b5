"""Acknowledged rows a second of the engine on SQLite, beside bare grouped inserts on that disk."""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import asyncio
import time
from pathlib import Path

from pitboss.engine import Core, Desk, Engine, replay
from pitboss.floor.state import State
from pitboss.journal import every_row
from pitboss.journal.sqlite import SqliteJournal

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from engine.support import BOOK, Asker

SUBMITTERS = 32
ROUNDS_EACH = 60


def main() -> None:
    """Print rates and ratios."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.db"
        rows, seconds, batches = _engine(path)
        rate = rows / seconds
        bare = _bare(Path(folder) / "bare.db", path, rows_a_batch=max(1, rows // batches))
        print(f"   engine, {SUBMITTERS} submitters, full sync {rate:>9,.0f} rows/s")
        print(f"   bare grouped inserts of that size   {bare:>9,.0f} rows/s")
        print(f"   ratio                               {rate / bare:>9.2f}")
        print(f"   rows a transaction                  {rows / batches:>9.1f}")
        print(f"   replay                              {_replay(path):>9,.0f} events/s")
    for tables in (10, 100, 1000):
        print(f"   cost of a round, {tables:>5} tables       {_round_us(tables):>9.0f} us")


def _engine(path: Path) -> tuple[int, float, int]:
    journal = SqliteJournal(path)
    core = Core(journal, BOOK)
    core.handle(Asker("open").opening(tables=SUBMITTERS))
    first = core.state.seq
    transactions = _count_batches(core)
    engine = Engine(core)
    work = [Asker(f"s{number}-") for number in range(SUBMITTERS)]
    rounds = [
        [asker.round(f"T{number + 1}") for _ in range(ROUNDS_EACH)]
        for number, asker in enumerate(work)
    ]

    async def submit() -> float:
        desk = Desk(engine, asyncio.get_running_loop())
        async def one(number):
            for commands in rounds[number]:
                for command in commands:
                    assert (await desk.ask(command)).accepted
        start = time.perf_counter()
        await asyncio.gather(*(one(n) for n in range(SUBMITTERS)))
        return time.perf_counter() - start
    seconds = asyncio.run(submit())
    engine.stop()
    journal.close()
    return core.state.seq - first, seconds, len(transactions)


def _count_batches(core: Core) -> list[int]:
    sizes: list[int] = []
    handle = core.write

    def counted(batch):  # type: ignore[no-untyped-def]
        sizes.append(len(batch.groups))
        return handle(batch)

    core.write = counted  # type: ignore[method-assign]
    return sizes


def _bare(path: Path, like: Path, *, rows_a_batch: int) -> float:
    """The same bytes in transactions of the same size, with nothing around them."""
    with sqlite3.connect(like) as source:
        rows = source.execute("SELECT * FROM journal").fetchall()
    bare = sqlite3.connect(path, isolation_level=None)
    bare.execute("PRAGMA journal_mode=WAL")
    bare.execute("PRAGMA synchronous=FULL")
    bare.execute("CREATE TABLE rows (seq INTEGER PRIMARY KEY, a, b, c, d, e, f, g, h)")
    start = time.perf_counter()
    for first in range(0, len(rows), rows_a_batch):
        bare.execute("BEGIN IMMEDIATE")
        bare.executemany(
            "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows[first : first + rows_a_batch],
        )
        bare.execute("COMMIT")
    seconds = time.perf_counter() - start
    bare.close()
    return len(rows) / seconds


def _replay(path: Path) -> float:
    journal = SqliteJournal(path)
    state = State()
    start = time.perf_counter()
    replay(state, every_row(journal))
    seconds = time.perf_counter() - start
    journal.close()
    return state.seq / seconds


def _round_us(tables: int) -> float:
    from pitboss.journal.memory import MemoryJournal, MemoryStore

    core, asker = Core(MemoryJournal(MemoryStore()), BOOK), Asker()
    core.handle(asker.opening(tables=tables))
    rounds = [asker.round(f"T{number % tables + 1}") for number in range(500)]
    start = time.perf_counter()
    for commands in rounds:
        core.handle(commands)
    return (time.perf_counter() - start) / len(rounds) * 1e6
