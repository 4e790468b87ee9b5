"""Every enrolled device of a running site: who speaks, what became of it, who fell silent.

Each sensor board of a table has a state of its own. A dead one closes betting at its table and
nothing else; when it speaks again, betting opens automatically."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from pitboss.devices.contacts import Contacts
from pitboss.devices.device_line import DeviceLine, Heard
from pitboss.devices.host import Memory
from pitboss.devices.signals import Signal, Unreadable
from pitboss.engine import Reply
from pitboss.floor.decide.devices import boards_at
from pitboss.floor.facts import rounds, tables
from pitboss.floor.facts.base import SERVER, Command
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import State, TableState
from pitboss.live.bet_lights import DEAD, NONE, OK
from pitboss.live.chores import ASK_AGAIN
from pitboss.live.folder import new_id
from pitboss.live.running_site import RunningSite
from pitboss.live.sending import sending
from pitboss.refusal import Refusal, Told, say

LOOK_S = 0.02  # a third of the time a contact takes to settle
KEEP_MS = 5000  # between two saves of the devices' last numbers
SILENT = say("BOARD_SILENT")


@dataclass(slots=True)
class _Place:
    """The devices at one table."""

    boards: dict[str, Contacts] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory)


class NumberStore(Protocol):
    """Keeps each device's last number across server restarts."""

    def last_number(self, device: str) -> int:
        """A device's last saved number, or 0."""

    def keep_numbers(self, numbers: Mapping[str, int]) -> None:
        """Save the last numbers of devices, by name."""


class DeviceRoom:
    """The devices of a site. `badge_of` knows whose track a device read."""

    def __init__(
        self,
        running_site: RunningSite,
        badge_of: Callable[[str, str], Awaitable[str]],
        numbers: NumberStore,
    ) -> None:
        self.changed = asyncio.Event()  # a device was added or removed
        self._running_site = running_site
        self._badge_of = badge_of
        self._numbers = numbers
        self._kept: dict[str, int] = {}
        self._places: dict[str, _Place] = {}
        self._lines: dict[str, tuple[asyncio.Lock, DeviceLine]] = {}

    async def begin(self) -> None:
        """Start over: this server has heard no board yet."""
        for table, devices in (await self._running_site.look(_every_board)).items():
            for device in devices:
                await self.expect(device, table=table)

    async def expect(self, device: str, *, table: str) -> None:
        """Expect reports from boards not heard yet: betting at their table is closed until they
        report their sensors."""
        self._place(table).boards[device] = Contacts(heard_ms=self.steady_ms())
        with contextlib.suppress(Refusal):  # the next look tries again
            await self._settle(table)

    async def hear(
        self, device: str, *, kind: str, table: str, signals: Sequence[Signal | Unreadable]
    ) -> tuple[list[Heard], int]:
        """Handle a device's messages one at a time, in the order of their numbers. Returns what
        became of each, and the device's last number."""
        lock, line = self._lines.get(device) or await self._new_line(device, kind, table)
        async with lock:
            with sending(device):
                heard, last_n = await line.hear(signals, self), line.last_n
        if kind == "sensor":
            await self._settle(table)
            line.contacts.answer()
        return heard, last_n

    def lights(self, table: str, locked: tuple[Spot, ...]) -> list[dict[str, object]]:
        """Which lights of a table are on: a wager seen, or locked in the round."""
        seen = set(self._running_site.lights.find_lit(table))
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
        """Settle contacts and notice silent devices, until canceled."""
        keep_ms = self.steady_ms() + KEEP_MS
        try:
            while True:
                for table in list(self._places):
                    with contextlib.suppress(Refusal):  # a closed table holds up nobody else
                        await self._settle(table)
                if self.steady_ms() >= keep_ms:
                    await asyncio.to_thread(self._keep_numbers)
                    keep_ms = self.steady_ms() + KEEP_MS
                await asyncio.sleep(LOOK_S)
        finally:
            self._keep_numbers()

    def forget(self, device: str, *, table: str) -> None:
        """Forget a retired device, and what its sensors saw."""
        self.changed.set()
        self._lines.pop(device, None)
        contacts = self._place(table).boards.pop(device, None)
        if contacts is None:
            return
        for spot in contacts.lit:
            self._running_site.lights.put_out(table, spot)
        self._running_site.lights.set_board(table, device, NONE)
        self._running_site.show_lights(table)

    # ---- what a device family sees --------------------------------------------------------------

    def now_ms(self) -> int:
        """The wall clock's time, for the record."""
        return self._running_site.now_ms()

    def steady_ms(self) -> int:
        """Elapsed time, for everything that lasts."""
        return self._running_site.steady_ms()

    async def ask(self, command: Command) -> Reply:
        """Send a command and return its durable answer."""
        return await self._running_site.ask(command)

    async def first_answer(self, command_id: str) -> tuple[Command, Reply] | None:
        """The first command with an id and its answer; None if the id is new."""
        return await self._running_site.first_answer(command_id)

    async def badge_of(self, track: str, device: str) -> str:
        """The owner of the badge a device read, or a refusal."""
        return await self._badge_of(track, device)

    async def role_of(self, badge: str) -> str:
        """Someone's role on this floor; empty if the floor doesn't have the badge."""
        return await self._running_site.look(lambda state: _role(state, badge))

    async def table(self, table: str) -> TableState:
        return await self._running_site.look(lambda state: state.table(table))

    def find_lit(self, table: str) -> tuple[Spot, ...]:
        """The wagers that the sensors see now."""
        return self._running_site.lights.find_lit(table)

    # ---- inside -------------------------------------------------------------------------------

    def _place(self, table: str) -> _Place:
        return self._places.setdefault(table, _Place())

    def _keep_numbers(self) -> None:
        """Save all devices' numbers together now and then: a row for every signal would fill the
        disk."""
        numbers = {name: line.last_n for name, (_, line) in list(self._lines.items())}
        changed = dict(numbers.items() - self._kept.items())
        with contextlib.suppress(Refusal):  # the next save tries again
            if changed:
                self._numbers.keep_numbers(changed)
                self._kept = numbers

    async def _new_line(
        self, device: str, kind: str, table: str
    ) -> tuple[asyncio.Lock, DeviceLine]:
        at, boards = await self._running_site.look(lambda state: _boards(state, table))
        last_n = await asyncio.to_thread(self._numbers.last_number, device)
        place = self._place(table)
        line = DeviceLine(
            device=device,
            kind=kind,
            table=table,
            keypad=at.keypad,
            seats=boards.get(device) or tuple(range(1, at.seats + 1)),
            sensors=len(at.jackpots),
            contacts=place.boards.get(device) or Contacts(heard_ms=self.steady_ms()),
            memory=place.memory,
            last_n=last_n,
        )
        return self._lines.setdefault(device, (asyncio.Lock(), line))

    async def _settle(self, table: str) -> None:
        boards = self._place(table).boards
        for device, contacts in list(boards.items()):
            changes = contacts.take_settled(self.steady_ms())
            for change in changes:  # all at once: anyone answered meanwhile sees each of them
                self._running_site.light(table, change.spot, lit=change.covered)
            for change in changes:
                if change.covered:
                    await self._late(table, device, change.spot, change.n)
            if device in boards:  # it may have been retired just now
                await self._note_board(table, device, contacts.board(self.steady_ms()))

    async def _note_board(self, table: str, device: str, board: str) -> None:
        """Close betting when a board falls silent; open it when the board reports."""
        lights = self._running_site.lights
        before = lights.board_of(table, device)
        if board == before:
            return
        lights.set_board(table, device, board)
        self._running_site.show_lights(table)
        closed = await self._running_site.look(lambda state: _closed(state, table, device))
        why = None if board == OK else closed or tables.NOT_HEARD
        if board == DEAD and why == tables.NOT_HEARD:
            why = SILENT
        if why != closed:
            reply = await self._betting(table, device, why)
            if reply.code in ASK_AGAIN:
                lights.set_board(table, device, before)  # the next look tries again

    async def _late(self, table: str, device: str, spot: Spot, n: int) -> None:
        """Record a chip that settled during an open round as a late bet, which is no bet."""
        if await self._running_site.look(lambda state: _is_late(state, table, spot)):
            seen = rounds.SeeLateBet(
                command_id=f"{device}-{n}", at_ms=self.now_ms(), table=table, spot=spot
            )
            with sending(device):
                await self.ask(seen)

    async def _betting(self, table: str, device: str, why: Told | None) -> Reply:
        """Close betting at a table while its board is silent, or open it again."""
        kind = partial(tables.CloseBetting, told=why) if why else tables.OpenBetting
        command_id, at_ms = new_id(), self.now_ms()
        with sending(SERVER if why else device):  # a silent device sends nothing
            return await self.ask(
                kind(command_id=command_id, at_ms=at_ms, table=table, device=device)
            )


def _boards(state: State, table: str) -> tuple[TableState, dict[str, tuple[int, ...]]]:
    """A table, and the seats of each sensor board that is enrolled there."""
    return state.table(table), {each.device: each.seats for each in boards_at(state, table)}


def _role(state: State, badge: str) -> str:
    found = state.badges.get(badge)
    return found.role if found is not None else ""


def _is_late(state: State, table: str, spot: Spot) -> bool:
    opened = state.table(table).round
    return opened is not None and spot not in opened.spots


def _every_board(state: State) -> dict[str, list[str]]:
    """The sensor boards of each table that has any."""
    open_tables = [name for name, each in state.tables.items() if not each.closed]
    boards = {table: [each.device for each in boards_at(state, table)] for table in open_tables}
    return {table: devices for table, devices in boards.items() if devices}


def _closed(state: State, table: str, device: str) -> Told | None:
    """Why a device has closed betting, if it has."""
    found = state.tables.get(table)
    return dict(found.betting_closed).get(device) if found is not None else None
