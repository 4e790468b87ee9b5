"""What the server itself puts on the record: who was turned away, who came and went, which devices.

A flood of refused tries must not become a flood of rows: after so many of a code in a minute only
the log and the counters have them. Each code has its own number, so that a flood of one kind hides
no other."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

from pitboss.books.opening import BOOKS_FILE
from pitboss.engine import Reply
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.people import UNKNOWN_BADGE, NotePin, RefuseAccess
from pitboss.live.folder import new_id
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web.access import Access
from pitboss.web.gate import person_of
from pitboss.web.log import log

A_MINUTE_MS = 60_000
RECORDED_A_MINUTE = 60
TEXT_MOST = 200
ALTERED = (
    "it did not hold what was written to it, and was made again from the journal; unless the power"
    " failed, find out who can write to the site's folder"
)


class Records:
    """Keeps the records of one site."""

    def __init__(self, running_site: RunningSite) -> None:
        self._running_site = running_site
        self._minute = 0
        self._kept: Counter[str] = Counter()
        self._noting = asyncio.Lock()

    async def keep(self, kind: Callable[..., Command], /, **content: Any) -> Reply:
        """Ask a command of the server's own."""
        made = kind(command_id=new_id(), at_ms=self._running_site.now_ms(), **content)
        return await self._running_site.ask(made)

    async def note_pins(self, access: Access) -> None:
        """Every PIN that was changed is an entry; before, none is taken."""
        async with self._noting:
            for pin in await asyncio.to_thread(access.unnoted):
                if person_of(self._running_site, pin.badge) is None:
                    continue  # a badge that is not issued, or no longer good
                reply = await self.keep(NotePin, **pin._asdict())
                if reply.accepted:
                    await asyncio.to_thread(access.forget_unnoted, pin)

    async def note_altered_books(self) -> None:
        """Somebody has altered the books; they are made anew from the journal."""
        altered = Refusal("BOOKS_ALTERED", where=BOOKS_FILE, reason=ALTERED)
        await self.refused(altered, what=BOOKS_FILE, who="", device="")

    async def refused(self, refusal: Refusal, *, what: str, who: str, device: str) -> None:
        """Somebody was turned away (PS-60)."""
        self._running_site.counts.count("pitboss_refusals_total", {"code": refusal.code})
        if who and who not in self._running_site.badges:
            who = UNKNOWN_BADGE  # anybody fills the field, with anything: it is not kept
        log("refused", what=what, who=who, device=device, code=refusal.code)
        if self._running_site.follows:
            return  # it writes nothing; the leader was told, if it could be
        minute = self._running_site.steady_ms() // A_MINUTE_MS
        if minute != self._minute:
            self._minute, self._kept = minute, Counter()
        self._kept[refusal.code] += 1
        if self._kept[refusal.code] <= RECORDED_A_MINUTE:
            await self.keep(
                RefuseAccess,
                what=what[:TEXT_MOST],
                who=who[:TEXT_MOST],
                device=device[:TEXT_MOST],
                code=refusal.code,
                reason=refusal.reason[:TEXT_MOST],
            )
