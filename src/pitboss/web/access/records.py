"""What the server itself puts on the record: who was turned away, who came and went, which devices.

A flood of refused tries must not become a flood of rows: after so many of a code in a minute only
the log and the counters have them. Each code has its own number, so that a flood of one kind hides
no other."""

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
            for pin in await asyncio.to_thread(access.list_unnoted):
                if person_of(self._running_site, pin.badge) is None:
                    continue  # a badge that is not issued, or no longer good
                reply = await self.keep(people.NotePin, **pin._asdict())
                if reply.accepted or reply.code == UNRECORDED:
                    await asyncio.to_thread(access.forget_unnoted, pin)
                if reply.code == UNRECORDED:  # somebody put back what was replaced
                    put_back = Refusal(UNRECORDED, "keys_replaced", where=pin.badge)
                    await self.note_refusal(put_back, what="PIN", who=pin.badge, device="")

    async def note_codes(self, access: Access) -> None:
        """Every code that the command line made is an entry, under nobody's badge; one for what
        cannot be enrolled is dropped."""
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
        """Put a code on the record, by its digest."""
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
        """Somebody has altered the books; they are made anew from the journal."""
        altered = Refusal("BOOKS_ALTERED", "did_not_hold", where=BOOKS_FILE)
        await self.note_refusal(altered, what=BOOKS_FILE, who="", device="")

    async def note_other_journal(self, tampered: Refusal, witness: str) -> None:
        """The journal is not what a witness knows."""
        await self.note_refusal(tampered, what=witness, who="", device="")

    async def note_refusal(self, refusal: Refusal, *, what: str, who: str, device: str) -> None:
        """Somebody was turned away (PS-60)."""
        self._running_site.counts.count("pitboss_refusals_total", {"code": refusal.code})
        if who and who not in self._running_site.badges:
            who = people.UNKNOWN_BADGE  # anybody fills the field, with anything: it is not kept
        log("refused", what=what, who=who, device=device, code=refusal.code)
        if self._running_site.follows:
            return  # it writes nothing; the leader was told, if it could be
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
                case=refusal.case,  # without its place, which may be what somebody typed
                values=refusal.told.values,
            )
