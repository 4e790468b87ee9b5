"""Who is locked out by wrong PINs, and where: shown in the pit and the office, so someone away from
that table can help. The leading server counts wrong tries in memory and stores lockouts beside PINs
and sessions, where servers that follow read them."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from typing import NamedTuple

import msgspec

from pitboss.live.hub import Picture, make_picture
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access

LOCKED_OUT = "locked_out"  # a pit topic, and the kind of its messages
LOCK_OUTS_MOST = 100


class LockOut(NamedTuple):
    """A badge whose PIN isn't accepted for now. `table` is empty in a browser, or at a console of
    several tables."""

    badge: str
    name: str
    table: str
    until_ms: int


class _Noted(NamedTuple):
    """The stored form; `pin` is the digest of a digest, to recognize a new PIN."""

    place: str
    badge: str
    pin: str
    until_ms: int


class LockOuts:
    """The badges locked out now."""

    def __init__(self, running_site: RunningSite, access: Access) -> None:
        self._running_site = running_site
        self._access = access
        self._noted: dict[tuple[str, str], _Noted] = {}  # by place and badge
        self._shown: list[LockOut] = []

    async def begin(self) -> None:
        """This server starts to lead and has counted nothing yet."""
        if self._access.lock_outs():
            await self._keep()

    async def note(self, badge: str, place: str, *, wait_s: float) -> None:
        """Note that a badge must wait before its PIN works again on a device or in a browser."""
        until_ms = self._running_site.now_ms() + round(wait_s * 1000)
        self._noted.pop((place, badge), None)
        self._noted[place, badge] = _Noted(place, badge, self._pin_of(badge), until_ms)
        while len(self._noted) > LOCK_OUTS_MOST:
            del self._noted[next(iter(self._noted))]
        await self._keep()
        self.show()

    async def _keep(self) -> None:
        noted = list(self._noted.values())
        text = msgspec.json.encode(noted).decode() if noted else ""
        with suppress(Refusal):  # the person is told either way, whatever the disk does
            await asyncio.to_thread(self._access.keep_lock_outs, text)

    def _pin_of(self, badge: str) -> str:
        return hashlib.sha256(self._access.pin_of(badge).encode()).hexdigest()

    def list_waiting(self) -> list[LockOut]:
        """Those still waiting: a new PIN ends a lockout, and so does time."""
        text = self._access.lock_outs()
        try:
            noted = msgspec.json.decode(text, type=list[_Noted]) if text else []
        except msgspec.DecodeError:  # someone else wrote there; it lets nobody in
            noted = []
        now_ms, badges = self._running_site.now_ms(), self._running_site.badges
        known = {each.table for each in self._running_site.site.tables}
        devices = self._access.devices()
        tables = {each.device: each.table for each in devices if each.table in known}
        return [
            LockOut(each.badge, badges[each.badge].name, tables.get(each.place, ""), each.until_ms)
            for each in noted
            if each.until_ms > now_ms
            and each.badge in badges
            and each.pin == self._pin_of(each.badge)
        ]

    def to_picture(self) -> Picture:
        """The message for the pit."""
        data = msgspec.json.encode({"people": [each._asdict() for each in self.list_waiting()]})
        return make_picture(LOCKED_OUT, seq=self._running_site.seq, data=data)

    def look(self) -> None:
        """Update the pit's viewers if anything changed."""
        if self._shown != self.list_waiting():
            self.show()

    def show(self) -> None:
        """Send the lockouts to the pit's viewers."""
        self._shown = self.list_waiting()
        self._running_site.hub.show({LOCKED_OUT: self.to_picture()})
