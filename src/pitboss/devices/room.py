"""Every enrolled device of a running site: who speaks, what became of it, who has fallen silent.

A dead sensor board closes betting at its table and nothing else; when it speaks again betting opens
by itself."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from pitboss.devices.contacts import Contacts
from pitboss.devices.host import Memory
from pitboss.devices.line import DeviceLine, Heard
from pitboss.devices.signals import read_message
from pitboss.engine import Reply
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.rounds import SeeLateBet
from pitboss.floor.facts.tables import CloseBetting, OpenBetting
from pitboss.floor.facts.values import Spot
from pitboss.floor.state import State, TableState
from pitboss.live.bet_lights import DEAD, NONE
from pitboss.live.chores import ASK_AGAIN
from pitboss.live.folder import new_id
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal

LOOK_S = 0.02  # a third of the time that a contact takes to settle
SILENT = "its sensor board does not answer"


@dataclass(slots=True)
class _Place:
    """What stands at one table."""

    contacts: Contacts = field(default_factory=Contacts)
    memory: Memory = field(default_factory=Memory)
    sensor: str = ""


class DeviceRoom:
    """The devices of a site. `badge_of` knows whose track a device has read."""

    def __init__(
        self, running_site: RunningSite, badge_of: Callable[[str, str], Awaitable[str]]
    ) -> None:
        self._running_site = running_site
        self._badge_of = badge_of
        self._places: dict[str, _Place] = {}
        self._lines: dict[str, tuple[asyncio.Lock, DeviceLine]] = {}
        self._numbers: dict[str, int] = {}  # of lines that are made anew: what came does not again

    async def hear(self, device: str, *, kind: str, table: str, body: bytes) -> list[Heard]:
        """Take a message of an enrolled device; one at a time, in the order of its numbers."""
        signals = read_message(body)
        lock, line = self._lines.get(device) or await self._new_line(device, kind, table)
        async with lock:
            heard = await line.hear(signals, self)
        if kind == "sensor":
            await self._settle(table)
        return heard

    def lights(self, table: str, locked: tuple[Spot, ...]) -> list[dict[str, object]]:
        """How the lights of a table have to shine: a wager seen, or locked in the round."""
        seen = set(self._running_site.lights.lit(table))
        spots = sorted(seen.union(locked), key=lambda spot: (spot.seat, spot.sensor))
        return [
            {
                "seat": spot.seat,
                "sensor": spot.sensor,
                "light": "locked" if spot in locked else "seen",
            }
            for spot in spots
        ]

    async def watch(self) -> None:
        """Settle contacts, and notice who has fallen silent; until it is cancelled."""
        while True:
            for table in list(self._places):
                with contextlib.suppress(Refusal):  # a closed table keeps nobody else waiting
                    await self._settle(table)
            await asyncio.sleep(LOOK_S)

    async def forget(self, device: str, *, kind: str, table: str) -> None:
        """A device was retired. What a sensor board saw is no longer seen, and its silence closes
        nothing any more."""
        self._lines.pop(device, None)
        if kind != "sensor":
            return
        self._places.pop(table, None)
        for name, (_, line) in list(self._lines.items()):
            if line.table == table:
                self._numbers[name] = line.last_n
                del self._lines[name]
        self._running_site.lights.set_board(table, NONE)
        self._running_site.lights.clear(table)
        self._running_site.show_lights(table)
        if await self._running_site.look(lambda state: _is_closed(state, table, device)):
            await self._betting(table, device, closed=False)

    # ---- what a device family sees --------------------------------------------------------------

    def now_ms(self) -> int:
        """What the clock on the wall says, for the record."""
        return self._running_site.now_ms()

    def steady_ms(self) -> int:
        """What has passed, for everything that lasts."""
        return self._running_site.steady_ms()

    async def ask(self, command: Command) -> Reply:
        """A durable answer."""
        return await self._running_site.ask(command)

    async def first_answer(self, command_id: str) -> tuple[Command, Reply] | None:
        """What was asked under an id, and what it got; nothing where the id is new."""
        return await self._running_site.first_answer(command_id)

    async def badge_of(self, track: str, device: str) -> str:
        """Whose badge a device has read, or a refusal."""
        return await self._badge_of(track, device)

    async def role_of(self, badge: str) -> str:
        """What somebody is on this floor; nothing for a badge that the floor does not have."""
        return await self._running_site.look(lambda state: _role(state, badge))

    async def table(self, table: str) -> TableState:
        """The table as it stands."""
        return await self._running_site.look(lambda state: _table(state, table))

    def lit(self, table: str) -> tuple[Spot, ...]:
        """The wagers that the sensors see now."""
        return self._running_site.lights.lit(table)

    # ---- inside -------------------------------------------------------------------------------

    async def _new_line(
        self, device: str, kind: str, table: str
    ) -> tuple[asyncio.Lock, DeviceLine]:
        at = await self._running_site.look(lambda state: _table(state, table))
        place = self._places.setdefault(table, _Place())
        if kind == "sensor":
            place.sensor = device
        line = DeviceLine(
            device=device,
            kind=kind,
            table=table,
            keypad=at.keypad,
            seats=at.seats,
            sensors=len(at.jackpots),
            contacts=place.contacts,
            memory=place.memory,
            last_n=self._numbers.get(device, 0),
        )
        return self._lines.setdefault(device, (asyncio.Lock(), line))

    async def _settle(self, table: str) -> None:
        place, now_ms = self._places.get(table), self.steady_ms()
        if place is None:
            return  # its board was retired just now
        for change in place.contacts.settled(now_ms):
            self._running_site.light(table, change.spot, lit=change.covered)
            if change.covered:
                await self._late(table, place.sensor, change.spot, change.n)
        board = place.contacts.board(now_ms)
        before = self._running_site.lights.board(table)
        if board in (NONE, before):
            return
        self._running_site.lights.set_board(table, board)
        self._running_site.show_lights(table)
        is_closed = await self._running_site.look(
            lambda state: _is_closed(state, table, place.sensor)
        )
        if (board == DEAD) != is_closed:
            reply = await self._betting(table, place.sensor, closed=board == DEAD)
            if reply.code in ASK_AGAIN:
                self._running_site.lights.set_board(table, before)  # the next look tries again

    async def _late(self, table: str, device: str, spot: Spot, n: int) -> None:
        """A chip that came to rest in an open round is a late bet, and no bet."""
        if await self._running_site.look(lambda state: _is_late(state, table, spot)):
            await self.ask(
                SeeLateBet(command_id=f"{device}-{n}", at_ms=self.now_ms(), table=table, spot=spot)
            )

    async def _betting(self, table: str, device: str, *, closed: bool) -> Reply:
        """What the board's silence means for its table."""
        kind = partial(CloseBetting, reason=SILENT) if closed else OpenBetting
        command_id, at_ms = new_id(), self.now_ms()
        return await self.ask(kind(command_id=command_id, at_ms=at_ms, table=table, device=device))


def _table(state: State, table: str) -> TableState:
    return state.table(table)


def _role(state: State, badge: str) -> str:
    found = state.badges.get(badge)
    return found.role if found is not None else ""


def _is_late(state: State, table: str, spot: Spot) -> bool:
    opened = state.table(table).round
    return opened is not None and spot not in opened.spots


def _is_closed(state: State, table: str, device: str) -> bool:
    found = state.tables.get(table)
    return found is not None and any(closed == device for closed, _ in found.betting_closed)
