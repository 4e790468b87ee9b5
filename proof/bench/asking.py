"""Many askers at once, for the engine's benchmarks. Each waits for its answer, then asks again."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from pitboss.engine import AsyncClient, Batch, Core, Engine, Reply
from pitboss.floor.facts.base import Command
from pitboss.journal import Journal

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from engine.support import BOOK, Asker
from house_files import large_site

__all__ = [
    "BOOK",
    "Asker",
    "Counting",
    "by_callback",
    "by_task",
    "large_site",
    "open_floor",
    "rounds",
]


class Counting(Core):
    """A core that counts its transactions."""

    transactions = 0

    def write(self, batch: Batch) -> None:
        super().write(batch)
        self.transactions += 1


def open_floor(journal: Journal, *, tables: int) -> Counting:
    """A floor with this many tables and one jackpot."""
    core = Counting(journal, BOOK)
    core.handle(Asker("opening-").opening(tables=tables))
    return core


def rounds(core: Counting, askers: int, each: int) -> list[list[Command]]:
    """Each asker's commands, in order: START and END of rounds with seven wagers, each asker at its
    own table. Tables don't play in step: every second one starts mid-round."""
    made = [Asker(f"asker{number}-") for number in range(1, askers + 1)]
    asked = [
        [command for _ in range(each) for command in asker.round(f"T{number}")]
        for number, asker in enumerate(made, start=1)
    ]
    core.handle([commands.pop(0) for commands in asked[::2]])
    core.transactions = 0
    return asked


def by_callback(core: Core, asked: Sequence[Sequence[Command]]) -> float:
    """Seconds until everyone has all answers; each asks from the callback of its last answer."""
    engine, done = Engine(core), threading.Semaphore(0)

    def ask(commands: Iterator[Command]) -> None:
        def answer(reply: Reply) -> None:
            assert reply.accepted, reply
            ask(commands)

        command = next(commands, None)
        if command is None:
            done.release()
        else:
            engine.ask(command, answer)

    start = time.perf_counter()
    for commands in asked:
        ask(iter(commands))
    for _ in asked:
        done.acquire()
    seconds = time.perf_counter() - start
    engine.stop()
    return seconds


def by_task(core: Core, asked: Sequence[Sequence[Command]]) -> float:
    """The same with an asyncio task for each asker, as in a server."""
    engine = Engine(core)

    async def ask(client: AsyncClient, commands: Sequence[Command]) -> None:
        for command in commands:
            reply = await client.ask(command)
            assert reply.accepted, reply

    async def run() -> float:
        client = AsyncClient(engine, asyncio.get_running_loop())
        start = time.perf_counter()
        await asyncio.gather(*(ask(client, commands) for commands in asked))
        return time.perf_counter() - start

    seconds = asyncio.run(run())
    engine.stop()
    return seconds
