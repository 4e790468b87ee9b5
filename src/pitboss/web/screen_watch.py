"""Signs and consoles that the server does not see while their tables play: noted, so that pit and
office are told, and for a sign a malfunction notice is proposed; noted again when they are back.

Their pages are heard every second while they are connected. Only one that this server has seen
since it began can go dark: with servers that follow, signs are connected elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from functools import partial

from fastapi import FastAPI

from pitboss.floor.facts.devices import SCREENS, NoteScreen
from pitboss.floor.state import State
from pitboss.live.background import in_background
from pitboss.live.folder import new_id
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal

# No rule was found that names a time. A browser that starts anew takes less.
DARK_AFTER_MS = 120_000
LOOK_S = 5.0


@contextlib.asynccontextmanager
async def watching(app: FastAPI) -> AsyncIterator[None]:
    """Look at the screens for as long as this server leads."""
    async with in_background({"screens": _watch(app)}):
        yield


async def _watch(app: FastAPI) -> None:
    running_site: RunningSite = app.state.running_site
    before: dict[str, int] = {}
    while True:
        heard, now_ms = dict(app.state.last_heard), running_site.now_ms()
        with contextlib.suppress(Refusal):  # no engine, no answer: looked again
            found = await running_site.look(partial(due, heard=heard, now_ms=now_ms))
            for device in found.keys() & before.keys():  # seen twice: a clock that was set is none
                dark_since_ms = found[device]
                await running_site.ask(
                    NoteScreen(
                        command_id=new_id(),
                        at_ms=now_ms,
                        device=device,
                        dark_since_ms=dark_since_ms,
                    )
                )
            before = found
        await asyncio.sleep(LOOK_S)


def due(state: State, heard: Mapping[str, int], now_ms: int) -> dict[str, int]:
    """The signs and consoles to be noted: with when each was last seen, or 0 where it is back."""
    found: dict[str, int] = {}
    for name, device in state.devices.items():
        table = state.tables.get(device.table)
        if device.kind not in SCREENS or device.retired or name not in heard or table is None:
            continue
        is_silent = now_ms - heard[name] > DARK_AFTER_MS
        is_dark = name in dict(table.dark_screens)
        shows = bool(table.jackpots) or device.kind != "sign"
        plays = shows and bool(table.dealer) and not table.closed
        if is_dark and not is_silent:
            found[name] = 0
        elif is_silent and plays and not is_dark:
            found[name] = heard[name]
    return found
