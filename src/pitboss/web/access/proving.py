"""Proves who someone is, by a swiped card or by badge and PIN, and limits wrong tries.

A card's code is random, so checking its digest is fast. A PIN is short, so its digest is slow on
purpose: those run beside the event loop, a few at a time, and strangers wait in a separate line.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import os
import re
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fastapi import Request
from msgspec import Struct

from pitboss.floor.facts.values import TILL
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal, say
from pitboss.web.access.admission import Access
from pitboss.web.access.gate import Person, person_of, refuse_invalid_badge, refuse_not_on_record
from pitboss.web.access.lock_outs import LockOuts
from pitboss.web.access.records import Records
from pitboss.web.access.tries import Pace, Tries
from pitboss.web.shell.sources import network_of

NICE = 19  # digests for strangers: they take what nobody else wants
TRACK = re.compile(r"\s*;([^=?;\s]{1,64})=([0-9A-Za-z]{1,64})\?\s*\Z", re.ASCII)
BADGE_LENGTH_MOST = 64
PIN_LENGTH_MOST = 64
PROVING_MOST = 2  # our own people's PINs at a time: each takes a core and 19 MiB for a while
STRANGERS_MOST = 1
WAITING_MOST = 50
WAITING_OF_SOURCE_MOST = 4
QUARTER_S = 15 * 60.0
# A badge's PIN on one of our devices, or in a browser where it has signed in before.
LOCK = Pace(free=5, first_s=QUARTER_S, most_s=QUARTER_S, quiet_s=QUARTER_S)
# Whatever badge a stranger tries, the stranger's address waits; the badge isn't locked.
SLOW = Pace(free=5, first_s=1.0, most_s=QUARTER_S, quiet_s=2 * QUARTER_S)
# Cards can't be guessed, so none is ever locked; checks are only limited to so many a second.
CARDS = Pace(free=20, first_s=1.0, most_s=1.0, quiet_s=60.0)
CARD_READERS = ("console", "keypad", "reader")  # where cards are swiped, at a table


class Source(Struct, frozen=True, kw_only=True):
    """Where a proof comes from. `trusted` means we know it: an enrolled device, or a browser
    someone has signed in from. Otherwise it is a stranger at an address, in the browser `visitor`.
    A card may be read or copied, so it counts only where `takes_cards`: at a table, for that
    table, and at a till."""

    name: str
    trusted: bool = False
    takes_cards: bool = False
    visitor: str = ""


def source_of(request: Request, *, at_table: bool = False) -> Source:
    """The source of a request; `at_table` if it asks for a command of its device's own table, so a
    card counts."""
    state = request.state
    if state.device is not None:
        kind = state.device.kind
        takes_cards = kind == TILL or (at_table and kind in CARD_READERS)
        return Source(name=state.device.device, trusted=True, takes_cards=takes_cards)
    if state.person is not None:
        return Source(name=f"browser of {state.person.badge}", trusted=True)
    host = request.client.host if request.client else ""
    return Source(name=network_of(host), visitor=state.visitor)


class Prover:
    """Proves swipes and PINs."""

    def __init__(
        self, running_site: RunningSite, access: Access, tries: Tries, records: Records
    ) -> None:
        self._running_site = running_site
        self._records = records
        self._access = access
        self._tries = tries
        self.lock_outs = LockOuts(running_site, access)
        self._own = _Line(PROVING_MOST)
        self._strangers = _Line(STRANGERS_MOST, first=_give_way)

    async def prove(self, swipe: Any, source: Source) -> Person:
        """Prove who swiped: {"track": ";S200=123?"} or {"badge": "S200", "pin": "4711"}."""
        badge, secret, by_card = _read_swipe(swipe)
        if by_card and not source.takes_cards:
            raise Refusal("CARD_NOT_HERE", where=badge)
        if by_card:
            await self._prove_card(badge, secret, source)
        else:
            badge = self._as_issued(badge)
            await self._prove_pin(badge, secret, source)
        who = person_of(self._running_site, badge)
        if who is None:  # only the proven owner learns why
            raise refuse_invalid_badge(self._running_site, badge)
        kept = self._access.keys_sha256(badge)
        if self._running_site.badges[badge].keys_sha256 != kept:
            await self._records.note_pins(self._access)
            if await self._running_site.look(lambda state: state.badge(badge).keys_sha256) != kept:
                raise refuse_not_on_record(badge, "keys")
        return who

    def _as_issued(self, typed: str) -> str:
        """The badge someone means despite different capitals: badges never differ only in those. If
        two were issued that way anyway, the one as typed."""
        badges = self._running_site.badges
        if typed in badges:
            return typed
        meant = [badge for badge in badges if badge.casefold() == typed.casefold()]
        return meant[0] if len(meant) == 1 else typed

    async def _prove_card(self, badge: str, code: str, source: Source) -> None:
        key = f"card {source.name}"
        if wait_s := self._tries.begin(key, CARDS):
            raise _locked_out(badge, wait_s, "cards")
        if not self._access.is_card(badge, code):
            await asyncio.to_thread(self._access.refresh)  # the command line may have made it
            if not self._access.is_card(badge, code):
                raise Refusal("PIN_WRONG", "card", where=badge)
        self._tries.forget(key)

    async def _prove_pin(self, badge: str, pin: str, source: Source) -> None:
        if source.trusted:
            await self._prove_trusted_pin(badge, pin, source)
        elif source.visitor and self._access.knows_browser(source.visitor, badge):
            browser = hashlib.sha256(source.visitor.encode()).hexdigest()
            await self._prove_trusted_pin(badge, pin, Source(name=browser, trusted=True))
        else:
            await self._prove_strangers_pin(badge, pin, source)

    async def _prove_trusted_pin(self, badge: str, pin: str, source: Source) -> None:
        self._own.need_room(source.name)
        # A new PIN starts a new count.
        key = f"pin {source.name} {badge} {self._access.pin_of(badge)}"
        if wait_s := self._tries.begin(key, LOCK):
            raise _locked_out(badge, wait_s, "or_card" if source.takes_cards else "pins")
        if not await self._own.take(source.name, lambda: self._access.is_pin(badge, pin)):
            if wait_s := self._tries.wait_s(key, LOCK):
                await self.lock_outs.note(badge, source.name, wait_s=wait_s)
            raise Refusal("PIN_WRONG", "pin", where=badge)
        self._tries.forget(key)

    async def _prove_strangers_pin(self, badge: str, pin: str, source: Source) -> None:
        self._strangers.need_room(source.name)
        key = f"pin {source.name}"
        if wait_s := self._tries.begin(key, SLOW):
            raise _locked_out(badge, wait_s, "pins_from_here")
        if not await self._strangers.take(source.name, lambda: self._access.is_pin(badge, pin)):
            raise Refusal("PIN_WRONG", "pin", where=badge)
        self._tries.take_back(key)


async def second_person(request: Request, body: dict[str, Any]) -> Person:
    """The second person's swipe; it is taken out of the body."""
    if "second_swipe" not in body:
        raise Refusal("SWIPE_MISSING", "second_person_must", where="second_swipe")
    prover: Prover = request.app.state.prover
    return await prover.prove(body.pop("second_swipe"), source_of(request))


class _Line:
    """A line for slow digests, with a few places per source. It has its own threads, so a digest
    always gets its turn."""

    def __init__(self, at_once: int, first: Callable[[], None] | None = None) -> None:
        self._threads = ThreadPoolExecutor(at_once, "digest", initializer=first)
        self._turns = asyncio.Semaphore(at_once)
        self._waiting: Counter[str] = Counter()

    def need_room(self, source: str) -> None:
        """Refuse one too many."""
        if self._waiting[source] >= WAITING_OF_SOURCE_MOST or self._waiting.total() >= WAITING_MOST:
            raise Refusal("GATE_BUSY", where="swipe")

    async def take(self, source: str, proof: Callable[[], bool]) -> bool:
        """Compute in a thread when its turn comes."""
        self._waiting[source] += 1
        try:
            async with self._turns:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._threads, proof)
        finally:
            self._waiting[source] -= 1
            if not self._waiting[source]:
                del self._waiting[source]


def _give_way() -> None:
    """Leave most of a busy processor to others, where threads have their own priority."""
    if sys.platform == "linux":
        os.nice(NICE)


def _locked_out(badge: str, wait_s: float, case: str) -> Refusal:
    minutes, seconds = divmod(math.ceil(wait_s), 60)
    number, unit = (minutes + bool(seconds), "minute") if minutes else (seconds, "second")
    waiting = say("PART", unit if number == 1 else f"{unit}s", number=number)
    return Refusal("LOCKED_OUT", case, where=badge, waiting=waiting)


def _read_swipe(swipe: Any) -> tuple[str, str, bool]:
    """The badge, its secret, and whether a card reader read it."""
    if isinstance(swipe, dict) and set(swipe) == {"track"} and isinstance(swipe["track"], str):
        match = TRACK.match(swipe["track"])
        if match is not None:
            return match[1], match[2], True
    if isinstance(swipe, dict) and set(swipe) == {"badge", "pin"}:
        badge, pin = swipe["badge"], swipe["pin"]
        if isinstance(badge, str) and isinstance(pin, str):
            badge = badge.strip()
            if 0 < len(badge) <= BADGE_LENGTH_MOST and 0 < len(pin) <= PIN_LENGTH_MOST:
                return badge, pin, False
    raise Refusal("SWIPE_UNREADABLE", where="swipe")
