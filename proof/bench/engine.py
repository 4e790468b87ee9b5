"""The engine's acknowledged rows per second on SQLite, next to bare grouped inserts there."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from pitboss.engine import Core, settle_memory
from pitboss.floor.facts.base import Command
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.journal.sqlite import SCHEMA, SqliteJournal
from proof.bench.asking import by_callback, by_task, open_floor, rounds

ASKERS = 32
ROUNDS_EACH = 300
REPEATS = 7
PLAIN = "CREATE TABLE journal (seq INTEGER PRIMARY KEY, a, b, c, d, e)"
INSERT = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)"

Way = Callable[[Core, Sequence[Sequence[Command]]], float]


class Measured(NamedTuple):
    """One run: rows per second, and rows per transaction."""

    rate: float
    rows: float


class Turn(NamedTuple):
    """Rows per second of the engine, and of bare inserts with and without its index."""

    engine: float
    same: float
    plain: float


def main() -> None:
    """Print rates and ratios."""
    settle_memory()  # as a server does
    print(f"   {ASKERS} askers, each with one command under way; SQLite, full synchronization")
    for name, way in (("callbacks", by_callback), ("asyncio tasks", by_task)):
        _compare(name, way)
    for tables in (10, 100, 1000):
        cost_us = median(_command_us(tables) for _ in range(REPEATS))
        print(f"   a command in Core.handle, {tables:>5} tables {cost_us:>9.1f} us")


def _compare(name: str, way: Way) -> None:
    """Measure both in turns, one right after the other, because a machine's speed varies; the ratio
    is the median of the turns' ratios."""
    turns = [_turn(way) for _ in range(REPEATS)]
    engine, same, plain = (median(getattr(turn, part) for turn in turns) for part in Turn._fields)
    ratios = [turn.engine / turn.same for turn in turns]
    print(f"   engine, askers are {name:<18}{engine:>9,.0f} rows/s")
    print(f"     bare inserts, as many at once        {same:>9,.0f} rows/s, same table and index")
    print(f"     ratio                                {median(ratios):>9.2f}", end="")
    print(f"        ({min(ratios):.2f} to {max(ratios):.2f} in {REPEATS} turns)")
    print(f"     bare inserts, a table without index  {plain:>9,.0f} rows/s")
    print(f"     ratio                                {engine / plain:>9.2f}")


def _turn(way: Way) -> Turn:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.db"
        engine = _engine(path, way)
        group = max(1, round(engine.rows))
        same = _bare(Path(folder) / "same.db", path, SCHEMA, group)
        plain = _bare(Path(folder) / "plain.db", path, (PLAIN,), group)
        return Turn(engine.rate, same, plain)


def _engine(path: Path, way: Way) -> Measured:
    journal = SqliteJournal(path)
    core = open_floor(journal, tables=ASKERS)
    asked = rounds(core, ASKERS, ROUNDS_EACH)
    first = core.state.seq
    seconds = way(core, asked)
    journal.close()
    rows = core.state.seq - first
    return Measured(rows / seconds, rows / core.transactions)


def _bare(path: Path, like: Path, schema: Sequence[str], rows_a_batch: int) -> float:
    """The same rows in transactions of the same size, with nothing else."""
    with sqlite3.connect(like) as source:
        rows = source.execute("SELECT * FROM journal").fetchall()
    bare = sqlite3.connect(path, isolation_level=None)
    bare.execute("PRAGMA journal_mode=WAL")
    bare.execute("PRAGMA synchronous=FULL")
    for statement in schema:
        bare.execute(statement)
    start = time.perf_counter()
    for first in range(0, len(rows), rows_a_batch):
        bare.execute("BEGIN IMMEDIATE")
        bare.executemany(INSERT, rows[first : first + rows_a_batch])
        bare.execute("COMMIT")
    seconds = time.perf_counter() - start
    bare.close()
    return len(rows) / seconds


def _command_us(tables: int) -> float:
    """A single command, alternating START and END with seven wagers, on the in-memory journal."""
    core = open_floor(MemoryJournal(MemoryStore()), tables=tables)
    asked = rounds(core, tables, each=max(2, 10_000 // tables))
    first = core.state.seq
    start = time.perf_counter()
    for commands in asked:
        for command in commands:
            core.handle((command,))
    return (time.perf_counter() - start) / (core.state.seq - first) * 1e6
