"""Proof of who somebody is: a swiped card, or a badge and its PIN, and how often that may be wrong.

A card's code was made by chance and is checked against a digest at once. A PIN is short, so that
its digest is slow on purpose: those are worked out beside the event loop, few at once, and
strangers wait in a line of their own."""

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
from dataclasses import dataclass
from typing import Any

from fastapi import Request

from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal, say
from pitboss.web.access.admission import Access
from pitboss.web.access.gate import Person, barred_of, not_on_record, person_of
from pitboss.web.access.lock_outs import LockOuts
from pitboss.web.access.records import Records
from pitboss.web.access.tries import Pace, Tries
from pitboss.web.shell.sources import network_of

NICE = 5  # of strangers' digests
TRACK = re.compile(r"\s*;([^=?;\s]{1,64})=([0-9A-Za-z]{1,64})\?\s*\Z", re.ASCII)
BADGE_LENGTH_MOST = 64
PIN_LENGTH_MOST = 64
PROVING_MOST = 2  # PINs of our own people at once: each takes a core and 19 MiB for a while
STRANGERS_MOST = 1
WAITING_MOST = 50
WAITING_OF_SOURCE_MOST = 4
QUARTER_S = 15 * 60.0
# A badge's PIN at one of our devices, or in a browser where it has signed on before.
LOCK = Pace(free=5, first_s=QUARTER_S, most_s=QUARTER_S, quiet_s=QUARTER_S)
# Whatever badge a stranger tries: his address waits, nobody's badge is locked.
SLOW = Pace(free=5, first_s=1.0, most_s=QUARTER_S, quiet_s=2 * QUARTER_S)
# Cards cannot be guessed: no card is ever locked, only so many a second are looked at.
CARDS = Pace(free=20, first_s=1.0, most_s=1.0, quiet_s=60.0)
CARD_READERS = ("console", "keypad", "reader")  # what a card is swiped at


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a proof comes from. `trusted` is what we know: an enrolled device, or a browser that
    somebody has signed on from; else it is a stranger at an address, in the browser `visitor`.
    Anybody may have read or copied a card: it counts where `takes_cards`, at a table and for it."""

    name: str
    trusted: bool = False
    takes_cards: bool = False
    visitor: str = ""


def source_of(request: Request, *, at_table: bool = False) -> Source:
    """Where a request comes from; `at_table` where it asks for a command of its device's own table,
    so that a card counts."""
    state = request.state
    if state.device is not None:
        takes_cards = at_table and state.device.kind in CARD_READERS
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
        """Who swiped: {"track": ";S200=123?"} or {"badge": "S200", "pin": "4711"}."""
        badge, secret, by_card = _read_swipe(swipe)
        if by_card and not source.takes_cards:
            raise Refusal("CARD_NOT_HERE", where=badge)
        if by_card:
            await self._prove_card(badge, secret, source)
        else:
            badge = self._as_issued(badge)
            await self._prove_pin(badge, secret, source)
        who = person_of(self._running_site, badge)
        if who is None:  # only who has proven that it is his is told why
            raise barred_of(self._running_site, badge)
        kept = self._access.keys_sha256(badge)
        if self._running_site.badges[badge].keys_sha256 != kept:
            await self._records.note_pins(self._access)
            if await self._running_site.look(lambda state: state.badge(badge).keys_sha256) != kept:
                raise not_on_record(badge, "keys")
        return who

    def _as_issued(self, typed: str) -> str:
        """The badge that somebody means who types it in other capitals: no two are told apart by
        those alone; where two were issued so all the same, the one as typed."""
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
        # A new PIN begins a new count.
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
    """Who swipes beside whoever asks; the swipe is taken out of the body."""
    if "second_swipe" not in body:
        raise Refusal("SWIPE_MISSING", "second_person_must", where="second_swipe")
    prover: Prover = request.app.state.prover
    return await prover.prove(body.pop("second_swipe"), source_of(request))


class _Line:
    """Those who wait for a slow digest, few of them from one place. Its threads are its own:
    whatever else is done beside the loop, a digest has its place."""

    def __init__(self, at_once: int, first: Callable[[], None] | None = None) -> None:
        self._threads = ThreadPoolExecutor(at_once, "digest", initializer=first)
        self._turns = asyncio.Semaphore(at_once)
        self._waiting: Counter[str] = Counter()

    def need_room(self, source: str) -> None:
        """Refuse one too many."""
        if self._waiting[source] >= WAITING_OF_SOURCE_MOST or self._waiting.total() >= WAITING_MOST:
            raise Refusal("GATE_BUSY", where="swipe")

    async def take(self, source: str, proof: Callable[[], bool]) -> bool:
        """Work it out in a thread, when its turn has come."""
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
    """Leave most of a busy processor to others, where threads have priorities of their own."""
    if sys.platform == "linux":
        os.nice(NICE)


def _locked_out(badge: str, wait_s: float, case: str) -> Refusal:
    minutes, seconds = divmod(math.ceil(wait_s), 60)
    number, unit = (minutes + bool(seconds), "minute") if minutes else (seconds, "second")
    waiting = say("PART", unit if number == 1 else f"{unit}s", number=number)
    return Refusal("LOCKED_OUT", case, where=badge, waiting=waiting)


def _read_swipe(swipe: Any) -> tuple[str, str, bool]:
    """The badge, its secret, and whether that was read from the card."""
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
