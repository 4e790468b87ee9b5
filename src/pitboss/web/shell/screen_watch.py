"""Notes signs and consoles that go dark while their tables play: pit and office see it, and for a
sign the system proposes a malfunction notice. Notes again when they are back.

Connected pages report every second. Only a screen this server has seen since it started can go
dark: with servers that follow, signs are connected elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping
from functools import partial

from fastapi import FastAPI

from pitboss.floor.decide.devices import is_dark
from pitboss.floor.facts import devices
from pitboss.floor.state.devices import DeviceState
from pitboss.floor.state.floor import State
from pitboss.live.background import in_background
from pitboss.live.folder import new_id
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal

# No known rule sets a time. A restarting browser takes less.
DARK_AFTER_MS = 120_000
LOOK_S = 5.0


@contextlib.asynccontextmanager
async def watching(app: FastAPI) -> AsyncIterator[None]:
    """Watch the screens while this server leads."""
    running_site: RunningSite = app.state.running_site
    async with in_background({"screens": _watch(app)}, running_site.counts.work_ended):
        yield


async def _watch(app: FastAPI) -> None:
    running_site: RunningSite = app.state.running_site
    before: dict[str, int] = {}
    while True:
        heard, now_ms = dict(app.state.last_heard), running_site.now_ms()
        with contextlib.suppress(Refusal):  # no answer from the engine: look again
            found = await running_site.look(partial(due, heard=heard, now_ms=now_ms))
            for device in found.keys() & before.keys():  # seen twice: not just a clock that was set
                dark_since_ms = found[device]
                await running_site.ask(
                    devices.NoteScreen(
                        command_id=new_id(),
                        at_ms=now_ms,
                        device=device,
                        dark_since_ms=dark_since_ms,
                    )
                )
            before = found
        await asyncio.sleep(LOOK_S)


def due(state: State, heard: Mapping[str, int], now_ms: int) -> dict[str, int]:
    """Signs and consoles to note, with the time each was last seen, or 0 if it is back. Of a
    table's consoles, the last one seen: another may fill in for one."""
    found: dict[str, int] = {}
    for name, device in _seen_last(state, heard):
        table = state.tables.get(device.table)
        if table is None:
            continue
        is_silent = now_ms - heard[name] > DARK_AFTER_MS
        was_dark = is_dark(state, table, device)
        shows = bool(table.jackpots) or device.kind != "sign"
        plays = shows and bool(table.dealer) and not table.closed
        if was_dark and not is_silent:
            found[name] = 0
        elif is_silent and plays and not was_dark:
            found[name] = heard[name]
    return found


def _seen_last(state: State, heard: Mapping[str, int]) -> Iterator[tuple[str, DeviceState]]:
    """Every sign this server has seen, and each table's last-seen console."""
    consoles: dict[str, tuple[str, DeviceState]] = {}
    for name, device in state.devices.items():
        if device.kind not in devices.SCREENS or device.retired or name not in heard:
            continue
        if device.kind == "sign":
            yield name, device
        elif device.table not in consoles or heard[name] > heard[consoles[device.table][0]]:
            consoles[device.table] = (name, device)
    yield from consoles.values()
