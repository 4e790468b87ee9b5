"""What the server records on its own: refused tries, sign-ins and sign-outs, devices.

A flood of refused tries must not become a flood of rows: past a limit per code and minute, only the
log and the counters have them. Each code has its own limit, so a flood of one kind hides no other.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from pitboss.books.opening import BOOKS_FILE
from pitboss.engine import Reply
from pitboss.floor.facts import devices, people
from pitboss.floor.facts.base import COMMAND_LINE, Command
from pitboss.floor.state.floor import State
from pitboss.live.chores import ASK_AGAIN
from pitboss.live.folder import new_id
from pitboss.live.running_site import RunningSite
from pitboss.live.sending import sending
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.access.device_codes import DeviceCode
from pitboss.web.access.gate import person_of
from pitboss.web.shell.log import log

A_MINUTE_MS = 60_000
RECORDED_A_MINUTE = 60
TEXT_MOST = 200
UNRECORDED = "NOT_ON_RECORD"


def _is_noted(code_sha256: str, state: State) -> bool:
    return state.device_codes.get(code_sha256) is not None


class Records:
    """Keeps the server's own records for one site."""

    def __init__(self, running_site: RunningSite) -> None:
        self._running_site = running_site
        self._minute = 0
        self._kept: Counter[str] = Counter()
        self._noting = asyncio.Lock()

    async def keep(self, kind: Callable[..., Command], /, **content: Any) -> Reply:
        """Send one of the server's own commands."""
        made = kind(command_id=new_id(), at_ms=self._running_site.now_ms(), **content)
        return await self._running_site.ask(made)

    async def note_pins(self, access: Access) -> None:
        """Record every changed PIN; until then none is accepted."""
        async with self._noting:
            for pin in await asyncio.to_thread(access.list_unnoted):
                if person_of(self._running_site, pin.badge) is None:
                    continue  # a badge that isn't issued or no longer valid
                reply = await self.keep(people.NotePin, **pin._asdict())
                if reply.accepted or reply.code == UNRECORDED:
                    await asyncio.to_thread(access.forget_unnoted, pin)
                if reply.code == UNRECORDED:  # someone restored a replaced PIN
                    put_back = Refusal(UNRECORDED, "keys_replaced", where=pin.badge)
                    await self.note_refusal(put_back, what="PIN", who=pin.badge, device="")

    async def note_codes(self, access: Access) -> None:
        """Record every code made on the command line, without a badge; drop one for something that
        can't be enrolled."""
        if self._running_site.follows:
            return
        async with self._noting:
            now_ms = self._running_site.now_ms()
            for code in await asyncio.to_thread(access.codes.from_command_line, now_ms=now_ms):
                if await self._running_site.look(partial(_is_noted, code.code_sha256)):
                    continue
                with sending(COMMAND_LINE):
                    reply = await self.keep_code(code)
                if not reply.accepted and reply.code not in ASK_AGAIN:
                    await asyncio.to_thread(access.codes.drop, code)

    async def keep_code(self, code: DeviceCode) -> Reply:
        """Record a code by its digest."""
        return await self.keep(
            devices.NoteDeviceCode,
            code_sha256=code.code_sha256,
            device_kind=code.kind,
            table=code.table,
            until_ms=code.until_ms,
            badge=code.made_by,
            seats=code.seats,
            replaces=code.replaces,
        )

    async def note_altered_books(self) -> None:
        """Record that someone altered the books; they are rebuilt from the journal."""
        altered = Refusal("BOOKS_ALTERED", "did_not_hold", where=BOOKS_FILE)
        await self.note_refusal(altered, what=BOOKS_FILE, who="", device="")

    async def note_other_journal(self, tampered: Refusal, witness: str) -> None:
        """Record that the journal doesn't match a witness."""
        await self.note_refusal(tampered, what=witness, who="", device="")

    async def note_refusal(self, refusal: Refusal, *, what: str, who: str, device: str) -> None:
        """Record a refused try (PS-60)."""
        self._running_site.counts.count("pitboss_refusals_total", {"code": refusal.code})
        if who and who not in self._running_site.badges:
            who = people.UNKNOWN_BADGE  # anyone can type anything here, so don't keep it
        log("refused", what=what, who=who, device=device, code=refusal.code)
        if self._running_site.follows:
            return  # this server doesn't write; the leader was told if possible
        minute = self._running_site.steady_ms() // A_MINUTE_MS
        if minute != self._minute:
            self._minute, self._kept = minute, Counter()
        self._kept[refusal.code] += 1
        if self._kept[refusal.code] <= RECORDED_A_MINUTE:
            await self.keep(
                people.RefuseAccess,
                what=what[:TEXT_MOST],
                who=who[:TEXT_MOST],
                device=device[:TEXT_MOST],
                code=refusal.code,
                case=refusal.case,  # without its place, which may be typed text
                values=refusal.told.values,
            )
