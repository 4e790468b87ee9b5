"""What runs as long as the server: the engine, its books, the devices of a leader, and the periodic
checks."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable

from fastapi import FastAPI
from msgspec import Struct

from pitboss.books.clerk import Clerk
from pitboss.engine import return_memory
from pitboss.floor.facts import people
from pitboss.floor.facts.base import SERVER
from pitboss.floor.state.floor import State
from pitboss.live.background import in_background
from pitboss.live.outside_witness import WitnessKeeper
from pitboss.live.running_site import RunningSite
from pitboss.live.sending import sending
from pitboss.live.time_stamps import StampKeeper
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.access.enrollment import record_device
from pitboss.web.access.lock_outs import LockOuts
from pitboss.web.access.records import Records
from pitboss.web.api import device_api
from pitboss.web.shell import control, screen_watch
from pitboss.web.shell.log import log
from pitboss.web.shell.report_sending import ReportSender

REFRESH_S = 2.0
RETURN_S = 30.0


class AppLife(Struct, frozen=True):
    """The life of an application; `create_app` explains each part."""

    running_site: RunningSite
    access: Access
    clerk: Clerk
    broker: str
    witnesses: WitnessKeeper
    stamps: StampKeeper
    sender: ReportSender
    on_lead: Callable[[], None]
    line: socket.socket | None

    @contextlib.asynccontextmanager
    async def lasting(self, app: FastAPI) -> AsyncIterator[None]:
        """From the first request to the last."""
        running_site, tenure = self.running_site, self.running_site.tenure
        running_site.begin()
        led = contextlib.AsyncExitStack()
        if self.line is not None:
            from pitboss.wide.line.serving import listening

            await led.enter_async_context(listening(app, self.line))
        if tenure.leads:
            await self._lead(app, led)
        waits = not (tenure.leads or running_site.follows)
        work = {
            "refresh": _refreshing(self.access, app.state.records, app.state.prover.lock_outs),
            "keep books": self.clerk.keep_up(),
            "memory": _returning(),
            "witnesses": self.witnesses.keep(),
            "time stamps": self.stamps.keep(),
            "send reports": self.sender.keep(),
        }
        if waits:
            work["stand by"] = self._stand_by(app, led)
        sqlite = sqlite3.sqlite_version
        log("start", site=running_site.site.name, seq=running_site.seq, sqlite=sqlite)
        async with in_background(work, running_site.counts.work_ended):
            yield
        await led.aclose()
        await self._close(app)

    async def _lead(self, app: FastAPI, led: contextlib.AsyncExitStack) -> None:
        """What only a leader runs: its devices and the control socket of the command line."""
        await _drop_retired(self.running_site, self.access)
        await app.state.prover.lock_outs.begin()
        if not any(each.keys_sha256 for each in self.running_site.badges.values()):
            await _record_again(self.access, app.state.records)
        await app.state.records.note_pins(self.access)
        await led.enter_async_context(device_api.devices_of(app, broker=self.broker))
        await led.enter_async_context(screen_watch.watching(app))
        await led.enter_async_context(control.listening(self.running_site))
        if (wide := self.running_site.site.wide) is not None:
            from pitboss.wide.line.serving import speaking

            await led.enter_async_context(speaking(app, wide))
        app.state.leads_since_ms = self.running_site.now_ms()
        app.state.leads = True
        log("lead", seq=self.running_site.seq, epoch=self.running_site.epoch)

    async def _stand_by(self, app: FastAPI, led: contextlib.AsyncExitStack) -> None:
        """Wait until this engine leads."""
        log("stand by", seq=self.running_site.seq)
        await self.running_site.wait_for_turn()
        if self.running_site.tenure.leads:
            await asyncio.to_thread(self.access.refresh)
            await self._lead(app, led)
            await asyncio.to_thread(self.on_lead)

    async def _close(self, app: FastAPI) -> None:
        await self.clerk.close()
        app.state.outbox.close()
        await self.running_site.close()
        await self.witnesses.tell_end()
        if app.state.forwarder is not None:
            app.state.forwarder.close()
        self.access.close()
        app.state.people.close()
        log("stop", seq=self.running_site.seq)


async def _drop_retired(running_site: RunningSite, access: Access) -> None:
    """Retire devices again whose token survived a server that was killed at the wrong moment."""

    def retired(state: State) -> list[str]:
        known = ((each.device, state.devices.get(each.device)) for each in access.devices())
        return [name for name, device in known if device is not None and device.retired]

    for name in await running_site.look(retired):
        await asyncio.to_thread(access.retire, name)


async def _record_again(access: Access, records: Records) -> None:
    """A new journal begins. Everyone who came in while the floor trained, or from the command line,
    stays in and gets on its record."""
    with sending(SERVER):  # the people who went live
        for each in access.devices():
            await record_device(each, access, records)
    sessions = await asyncio.to_thread(access.note_again)
    await records.note_pins(access)
    for digest, badge in sessions.items():
        on = people.TRAINING
        await records.keep(people.SignOn, badge=badge, device=on, session_sha256=digest)


async def _refreshing(access: Access, records: Records, lock_outs: LockOuts) -> None:
    """Pick up PINs and codes from the command line soon and record them; also the leader's
    lockouts."""
    while True:
        await asyncio.sleep(REFRESH_S)
        with contextlib.suppress(Refusal):  # the disk may be fine at the next try
            await asyncio.to_thread(access.refresh)
            lock_outs.look()
            await records.note_pins(access)
            await records.note_codes(access)


async def _returning() -> None:
    """Return memory to the system soon after a crowd has used it."""
    while True:
        await asyncio.sleep(RETURN_S)
        await asyncio.to_thread(return_memory)
