"""A hub and two rooms that run, each on its own journal and its own clock, with real TLS between
them on loopback."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from pitboss.demo.wide_folders import HUB, WideFolder, make_folders
from pitboss.engine import Reply
from pitboss.floor.facts import awards, people, rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import State
from pitboss.live.clocks import SiteClock
from pitboss.live.running_site import RunningSite, open_running_site
from pitboss.site.model import SiteWide
from pitboss.web.shell import server
from pitboss.wide.line.hub_line import HubLine
from pitboss.wide.line.serving import listening

BEGIN_MS = 1_800_000_000_000
WIDE, LOCAL = 1, 2  # the sensors at H1
_ids = count(1)


class MovableClock:
    """A clock that moves when a test says so, and by a millisecond whenever a site looks at it."""

    def __init__(self) -> None:
        self.now_ms = BEGIN_MS

    def site_clock(self) -> SiteClock:
        return SiteClock(wall_ms=self._looked, passed_ms=lambda: self.now_ms)

    def _looked(self) -> int:
        self.now_ms += 1
        return self.now_ms


class End:
    """A room or the hub, while it runs."""

    def __init__(
        self,
        name: str,
        folder: WideFolder,
        clock: MovableClock,
        *,
        site: RunningSite | None = None,
    ) -> None:
        self.name = name
        self.folder = folder
        self.clock = clock
        self.site = site or open_running_site(folder.path, clock=clock.site_clock())
        if site is None:
            self.site.begin()
        wide = self.site.site.wide
        self.line = HubLine(self.site, wide, folder.key()) if wide else None

    async def ask(self, kind: Callable[..., Command], **content: object) -> Reply:
        made = kind(command_id=f"{self.name}-{next(_ids)}", at_ms=self.clock.now_ms, **content)
        return await self.site.ask(made)

    async def accepted(self, kind: Callable[..., Command], **content: object) -> Reply:
        reply = await self.ask(kind, **content)
        assert reply.accepted, reply
        return reply

    async def speak(self, *, after_ms: int = 10_000) -> str:
        """So long passes, and the property speaks; by what its line is refused, empty if all is
        well."""
        self.clock.now_ms += after_ms
        assert self.line is not None
        await self.line.speak()
        return self.site.line.code

    async def state(self) -> State:
        """The floor as it stands; read while nobody asks for anything."""
        return await self.site.look(lambda state: state)

    async def meter_micros(self, level: str = "mega") -> int:
        state = await self.state()
        return state.jackpot("wide").levels[level].reading.meter_micros

    # ---- at table H1 --------------------------------------------------------------------------

    async def start(self, bets: int, *, sensors: tuple[int, ...] = (WIDE,)) -> Reply:
        spots = tuple(Spot(seat, sensor) for seat in range(1, bets + 1) for sensor in sensors)
        return await self.ask(rounds.StartRound, table="H1", spots=spots)

    async def play(self, bets: int) -> None:
        """A round of so many wagers on the hub's jackpot."""
        reply = await self.start(bets)
        assert reply.accepted, reply
        await self.accepted(rounds.EndRound, table="H1")

    async def hit(self, outcome: str = "royal_flush") -> None:
        """Seat 1 of a round that is open has it; an executive confirms."""
        await self.accepted(rounds.PressHand, table="H1", spot=Spot(1, WIDE), outcome=outcome)
        await self.accepted(awards.ConfirmAwards, table="H1", badge="E300")
        await self.accepted(rounds.EndRound, table="H1")

    async def owed_cents(self) -> list[int]:
        return list((await self.state()).owed.values())


class Ends:
    """All of them; each can be stopped and begun anew on its journal."""

    def __init__(self, place: Path) -> None:
        self.clock = MovableClock()
        self._listener: socket.socket | None = server.bind_socket("127.0.0.1", 0)
        self._port: int = self._listener.getsockname()[1]
        self.folders = make_folders(place, address=server.line_address(self._listener))
        self._listening: AsyncExitStack | None = None
        self.ends: dict[str, End] = {}

    @property
    def hub(self) -> End:
        return self.ends[HUB]

    @property
    def north(self) -> End:
        return self.ends["north"]

    @property
    def south(self) -> End:
        return self.ends["south"]

    async def begin(self) -> None:
        for name, folder in self.folders.items():
            self.ends[name] = End(name, folder, self.clock)
        await self.mend()
        for room in (self.north, self.south):
            await room.accepted(people.SignIn, table="H1", badge="D100")

    async def mend(self) -> None:
        """The hub listens."""
        app = FastAPI()
        app.state.running_site, app.state.house_key = self.hub.site, self.folders[HUB].key()
        self._listening = AsyncExitStack()
        line = self._listener or server.bind_socket("127.0.0.1", self._port)
        self._listener = None
        await self._listening.enter_async_context(listening(app, line))

    async def cut(self) -> None:
        """Nobody listens any more: what is sent gets no answer."""
        if self._listening is not None:
            await self._listening.aclose()
        self._listening = None

    async def again(self, name: str) -> None:
        """An engine stops and another begins on its journal."""
        await self.ends[name].site.close()
        self.ends[name] = End(name, self.folders[name], self.clock)

    def addressed(self, wide: SiteWide, *addresses: str) -> SiteWide:
        """A property's part of the site file, with other addresses of the hub."""
        return replace(wide, addresses=addresses)

    async def close(self) -> None:
        await self.cut()
        for end in self.ends.values():
            await end.site.close()


@asynccontextmanager
async def all_ends(place: Path) -> AsyncIterator[Ends]:
    ends = Ends(place)
    await ends.begin()
    try:
        yield ends
    finally:
        await ends.close()


def play(place: Path, act: Callable[[Ends], Coroutine[Any, Any, None]]) -> None:
    """Let a hub and two rooms run, and do something with them."""

    async def live() -> None:
        async with all_ends(place) as ends:
            await act(ends)

    asyncio.run(live())
