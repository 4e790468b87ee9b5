"""Who is locked out by wrong PINs, and where: told to the pit and the office, so that somebody can
help who is not at that table. In memory, as the count of wrong tries is."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pitboss.live.hub import Picture, picture
from pitboss.live.running_site import RunningSite
from pitboss.web.access import Access

LOCKED_OUT = "locked_out"  # a topic of the pit's, and what its messages are called
LOCK_OUTS_MOST = 100


class LockOut(NamedTuple):
    """A badge whose PIN is not taken for a while; `table` is where, empty where it is in a browser,
    or at a console of no one table."""

    badge: str
    name: str
    table: str
    until_ms: int


class LockOuts:
    """The badges that are locked out now."""

    def __init__(self, running_site: RunningSite, access: Access) -> None:
        self._running_site = running_site
        self._access = access
        self._until: dict[tuple[str, str, str], int] = {}  # by place, badge and digest of its PIN

    def note(self, badge: str, place: str, *, wait_s: float) -> None:
        """A badge has to wait before its PIN is taken again at a device or in a browser."""
        until_ms = self._running_site.now_ms() + round(wait_s * 1000)
        self._until[place, badge, self._access.pin_of(badge)] = until_ms
        while len(self._until) > LOCK_OUTS_MOST:
            del self._until[next(iter(self._until))]
        self.show()

    def standing(self) -> list[LockOut]:
        """Those that wait still: a new PIN ends it, and so does time."""
        now_ms, badges = self._running_site.now_ms(), self._running_site.badges
        known = {each.table for each in self._running_site.site.tables}
        devices = self._access.devices()
        tables = {each.device: each.table for each in devices if each.table in known}
        return [
            LockOut(badge, badges[badge].name, tables.get(place, ""), until_ms)
            for (place, badge, pin), until_ms in self._until.items()
            if until_ms > now_ms and pin == self._access.pin_of(badge) and badge in badges
        ]

    def picture(self) -> Picture:
        """What the pit shows of it."""
        data = msgspec.json.encode({"people": [each._asdict() for each in self.standing()]})
        return picture(LOCKED_OUT, seq=self._running_site.seq, data=data)

    def show(self) -> None:
        """Tell whoever watches the pit."""
        self._running_site.hub.show({LOCKED_OUT: self.picture()})
