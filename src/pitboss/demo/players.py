"""The simulated crews of a whole floor: a visitor can speed them up, slow them down, and send them
away from a table he takes over."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from pitboss.demo.accountant import Accountant
from pitboss.demo.crew import Crew
from pitboss.floor.facts.base import SERVER
from pitboss.live.running_site import RunningSite
from pitboss.live.sending import sending

SPEEDS = (0, 1, 4, 20)  # times the speed of a real table; 0: nobody plays
SPEED_AT_START = 4
BOOKS_S = 30.0  # how often accounting looks for work


class Players:
    """All crews of a site, each in its own task. A table that was added later has no crew, because
    there is no dealer for it; it is the visitor's."""

    def __init__(
        self,
        running_site: RunningSite,
        *,
        dealers: Iterable[str],
        rng_seed: int,
        vault_key: Path | None = None,
    ) -> None:
        self._running_site = running_site
        self._speed = SPEED_AT_START
        self._changed = asyncio.Event()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._away: set[str] = set()
        luck = random.Random(f"{rng_seed} winners")  # noqa: S311 - repeatable
        self._books = Accountant(running_site, luck, vault_key=vault_key)
        self._crews = {
            table.table: Crew(
                running_site,
                table.table,
                dealer=dealer,
                chance=random.Random(f"{rng_seed} {table.table}"),  # noqa: S311 - repeatable
                pause=partial(self._pause, table.table),
            )
            for table, dealer in zip(running_site.site.tables, dealers, strict=False)
        }

    # ---- what a visitor can do ----------------------------------------------------------------

    @property
    def speed(self) -> int:
        """Times the speed of a real table; 0 while nobody plays."""
        return self._speed

    @property
    def away(self) -> frozenset[str]:
        """The tables that visitors have taken over, or added."""
        tables = {table.table for table in self._running_site.site.tables}
        return frozenset(self._away | tables - self._crews.keys())

    def set_speed(self, speed: int) -> None:
        """Change the speed at once."""
        assert speed in SPEEDS, speed
        self._speed = speed
        self._wake()

    async def send_away(self, table: str) -> None:
        """The crew finishes its round and leaves the table to the visitor."""
        self._away.add(table)
        self._wake()
        task = self._tasks.pop(table, None)
        if task is not None:
            await task

    def call_back(self, table: str) -> None:
        """Give the table back to its crew, in any state, if it has one."""
        self._away.discard(table)
        if table in self._crews:
            self._begin(table)

    # ---- their life ---------------------------------------------------------------------------

    def begin(self) -> None:
        """Send everyone to the tables, on the present loop."""
        for table in self._crews:
            self._begin(table)
        self._tasks["books"] = asyncio.create_task(self._keeping_books(), name="books")

    async def end(self) -> None:
        """Send everyone home. Their last commands may still complete."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, table: str) -> None:
        if table not in self._tasks:
            self._tasks[table] = asyncio.create_task(self._playing(table), name=f"crew {table}")

    async def _playing(self, table: str) -> None:
        crew = self._crews[table]
        with sending(SERVER):  # even if a visitor has called it back
            while table not in self._away:
                await self._while_stopped(table)
                if table not in self._away:
                    await crew.step()
            await crew.leave()

    async def _while_stopped(self, table: str) -> None:
        while not self._speed and table not in self._away:
            await self._changed.wait()

    async def _pause(self, table: str, seconds: float) -> None:
        """Wait as long as the speed says; not at all at a table the crew should leave."""
        left = seconds
        while left > 0 and table not in self._away:
            speed, started = self._speed, asyncio.get_running_loop().time()
            changed = self._changed
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left / speed if speed else None):
                    await changed.wait()
            left -= (asyncio.get_running_loop().time() - started) * speed
            if not changed.is_set():
                return

    def _wake(self) -> None:
        """Wake everyone who waits."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def _keeping_books(self) -> None:
        """Accounting checks now and then whether something is due."""
        while True:
            await self._books.work(away=self.away)
            await asyncio.sleep(BOOKS_S)
