"""The line of a property to its hub: what a leader says there while nobody asks (docs/wide.md).

One message at a time: a statement by the clock and with each claim, and the last one again to renew
the lease. No press waits for it. Anything lost is sent again, by this engine or the next."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from functools import partial

from pitboss.engine import Reply
from pitboss.engine.leadership import STANDING_BY, SUPERSEDED
from pitboss.floor.facts.base import Command
from pitboss.floor.state.floor import State
from pitboss.journal import CANNOT_WRITE, Row
from pitboss.live.background import call_aside
from pitboss.live.folder import new_id
from pitboss.live.house_key import HouseKey
from pitboss.live.line_tls import calling_tls, known_certificates
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.site.model import SiteWide
from pitboss.wide.boards import closed_though_open
from pitboss.wide.decide.at_property import is_hub_fork, need_joined, need_own_rows, waits_for_hub
from pitboss.wide.facts.sharing import ShownAnswer, TakeAnswer
from pitboss.wide.line.hub_call import HubCall, call_hub
from pitboss.wide.messages import AnswerMessage, StatementMessage, need_row
from pitboss.wide.property_end import (
    due_statement,
    make_take_answer,
    message_of,
    next_row,
    refused_by,
    rows_to_show,
    shown_answer,
)
from pitboss.wide.state import WideState, wide_of

EVERY_S = 10.0  # a third of a lease
AGAIN_S = 2.0  # after a failed call, or while a temporary state may be ending
# The address isn't the hub, or has no answer now; another address may.
ELSEWHERE = frozenset({"LINE_DOWN", STANDING_BY, SUPERSEDED, "CERTIFICATE_FOREIGN"})
# Refusals that end without action. All others wait for people, so ask only as often as the lease
# needs.
PASSES = ELSEWHERE | CANNOT_WRITE | {"ENGINE_BUSY", "ENGINE_STOPPED"}


class HubLine:
    """One property's line, on one event loop. `call` asks the hub."""

    def __init__(
        self, site: RunningSite, wide: SiteWide, key: HouseKey, call: HubCall = call_hub
    ) -> None:
        self._site = site
        self._wide = wide
        self._key = key
        self.call = call
        self._addresses = list(wide.addresses)
        self._logged: str | None = None  # the last code in the log
        self._refused: str | None = None  # why the last answer wasn't taken

    async def keep_speaking(self) -> None:
        """Speak by the clock, at once after a claim, and soon again if the hub didn't answer."""
        while True:
            self._site.claimed.clear()
            before = self._site.line.code
            is_well = await self.speak()
            is_for_people = self._site.line.code == before and before not in PASSES
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY_S if is_well or is_for_people else AGAIN_S):
                    await self._site.claimed.wait()

    async def speak(self) -> bool:
        """Send everything that waits, or renew the lease; returns whether the hub has it all."""
        try:
            while await self._exchange():
                pass
        except Refusal as refusal:
            self._note(refusal)
            return False
        except OSError as fault:  # from the folder, or this machine's network
            said = fault.strerror or fault
            self._note(Refusal("LINE_DOWN", "fails", where=self._wide.hub, fault=said))
            return False
        self._note(None)
        return True

    async def _exchange(self) -> bool:
        """Send one statement and take its answer; returns whether another waits."""
        site, now_ms = self._site, self._site.now_ms()
        due = await site.look(self._due)
        if due is not None:
            _need(await site.ask(due))
        wide: WideState = await site.look(lambda state: wide_of(state))
        seq = next_row(wide)
        row = need_row(await self._row(seq), seq)
        shown, heard = await self._shown(), wide.answer_row
        proof = shown_answer(need_row(await self._row(heard), heard)) if heard else None
        message = message_of(
            row,
            wide.find_last_heard(),
            self._key.sign,
            at_ms=now_ms,
            shown=shown,
            shown_beyond=wide.known_number,
            proof=proof,
        )
        answer = await self._asked(message, wide.key)
        site.line = replace(site.line, heard_ms=site.now_ms())
        if not is_hub_fork(wide, answer.answer):
            if waits_for_hub(wide, answer.answer):  # the line works; there is nothing to take yet
                site.line = replace(
                    site.line, standing=answer.answer.standing, closed=(), account_short=False
                )
                need_own_rows(wide)
                return False
            need_joined(wide, answer.answer)
        await self._take(make_take_answer(answer, command_id=new_id(), at_ms=site.now_ms()))
        left, closed = await site.look(lambda state: (wide_of(state), closed_though_open(state)))
        is_short = left.account_short and bool(closed)
        site.line = replace(
            site.line, standing=left.standing, closed=closed, account_short=is_short
        )
        need_joined(left, answer.answer)
        need_own_rows(left)
        return bool(left.waiting) and left.waiting[0].seq != seq

    async def _take(self, command: TakeAnswer) -> None:
        """Let the floor take an answer. One it would refuse for the same reason as the last makes
        no row: it can take days until people act."""
        found = await self._site.look(lambda state: refused_by(state, command))
        if found is not None and str(found) == self._refused:
            raise found
        reply = await self._site.ask(command)
        self._refused = None if found is None else str(found)
        _need(reply)

    async def _shown(self) -> tuple[ShownAnswer, ...] | None:
        """What to show a restored hub: its own answers that it has forgotten."""
        showing = await self._site.look(rows_to_show)
        if showing is None:
            return None
        return tuple(
            [
                shown_answer(need_row(row, seq))
                for seq, must in showing.items()
                if (row := await self._row(seq)) is not None or must
            ]
        )

    async def _row(self, seq: int) -> Row | None:
        """A row of the journal; None if it is archived."""
        found = await self._site.rows(after_seq=seq - 1, limit=1)
        return found[0] if found and found[0].seq == seq else None

    def _due(self, state: State) -> Command | None:
        wide, own = wide_of(state), self._wide
        if (wide.hub, wide.property) != (own.hub, own.property):
            raise Refusal("HUB_UNKNOWN", "two_people_not", where=own.hub, property=own.property)
        return due_statement(state, command_id=new_id(), at_ms=self._site.now_ms())

    async def _asked(self, message: StatementMessage, key: str) -> AnswerMessage:
        """The hub's answer, from the first address that has one, starting with the one that last
        answered."""
        last: Refusal | None = None
        for address in tuple(self._addresses):
            try:
                self._site.line = replace(self._site.line, address=address)
                calling = call_aside(partial(self._call_now, address, key, message), "hub line")
                answer = await asyncio.wrap_future(calling)
            except Refusal as refusal:
                if refusal.code not in ELSEWHERE:
                    raise
                last = refusal
            else:
                self._addresses.remove(address)
                self._addresses.insert(0, address)
                return answer
        assert last is not None, "a property has an address of its hub"
        raise last

    def _call_now(self, address: str, key: str, message: StatementMessage) -> AnswerMessage:
        """Runs in the thread, with the certificates now in the folder."""
        known = known_certificates(self._site.folder)
        tls = calling_tls(self._wide.property, self._key, known)
        return self.call(address, tls, key, message)

    def _note(self, refusal: Refusal | None) -> None:
        """Publish the state of the line; log changes."""
        self._site.line = replace(self._site.line, refused=refusal.told if refusal else None)
        if self._site.line.code != self._logged:
            self._logged = self._site.line.code
            sentence = f"the line to {self._wide.hub}: {refusal or 'the hub answers'}"
            logging.getLogger(__name__).warning("%s", sentence)


def _need(reply: Reply) -> None:
    """Ask the floor. A refusal is the line's problem, except when a claim has just made a
    statement."""
    if reply.code != "STATEMENT_WAITING":
        reply.need("line")
