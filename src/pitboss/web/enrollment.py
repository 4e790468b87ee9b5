"""A device joins the site with a code: kept in `access.db`, and on the record."""

from __future__ import annotations

import asyncio

from fastapi import Request

from pitboss.floor.facts.devices import EnrollDevice
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web.access import CODE_MS, Access, Device
from pitboss.web.records import Records

WRONG_CODES_MOST = 20  # within a code's life; more is somebody who guesses


class Guard:
    """Counts wrong codes, so that nobody guesses one."""

    def __init__(self) -> None:
        self._since_ms = 0
        self._wrong = 0

    def check(self, now_ms: int) -> None:
        """Refuse every code for a while after too many wrong ones."""
        if now_ms - self._since_ms > CODE_MS:
            self._since_ms, self._wrong = now_ms, 0
        if self._wrong >= WRONG_CODES_MOST:
            reason = "too many wrong codes; wait a quarter of an hour"
            raise Refusal("LOCKED_OUT", where="enroll", reason=reason)

    def wrong(self) -> None:
        """One more."""
        self._wrong += 1


async def enrolled(request: Request, code: str) -> tuple[Device, str]:
    """The device that a code is for, and its token."""
    access: Access = request.app.state.access
    running_site: RunningSite = request.app.state.running_site
    guard: Guard = request.app.state.guard
    now_ms = running_site.now_ms()
    guard.check(now_ms)
    try:
        found, token = await asyncio.to_thread(access.enroll, code, now_ms=now_ms)
    except Refusal as refusal:
        if refusal.code == "CODE_WRONG":
            guard.wrong()
        raise
    await _record(request, found)
    return found, token


async def _record(request: Request, found: Device) -> None:
    """A device is enrolled only if that is on the record."""
    records: Records = request.app.state.records
    access: Access = request.app.state.access
    reply = await records.keep(
        EnrollDevice,
        device=found.device,
        device_kind=found.kind,
        table=found.table,
        key_sha256=access.digest_of(found.device),
        badge=found.enrolled_by,
    )
    if not reply.accepted:
        await asyncio.to_thread(access.retire, found.device)
        raise Refusal(reply.code, where=found.device, reason=reply.reason)
