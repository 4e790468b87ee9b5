"""Fifty tables at play: what they press, at whichever engine answers, and what they are told."""

from __future__ import annotations

import asyncio
import re
import ssl
import time
from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx

from proof.bench import web
from proof.drill.engines import CASHIER, TABLES, Keys

ROUND_S, AGAIN_S, ANSWER_S = 1.0, 0.1, 2.0
LISTEN_S = 120.0  # longer than an engine sleeps
HIT_EVERY = 5  # rounds of a table per hit that is won, confirmed and paid
NO_ANSWER = "no answer"
NONE: frozenset[str] = frozenset()
CSRF = re.compile(r'name="csrf"[^>]*(?:content|value)="([^"]+)"')
SERVED_BY = re.compile(r"^served-by: (\S+)", re.MULTILINE)
PAYMENT = {
    "method": "cash", "identity": "driver license", "of_age": True, "exclusion": "A400 at 08:05",
    "exclusion_list": "2026-01-01 08:00", "seal": "S-77", "tax_form": "none",
    "winner_signed": True, "witness": "S200",
}  # fmt: skip
RECORDED = "awards-recorded"
HIT = {"spot": web.SPOTS[1], "outcome": "four_aces"}


@dataclass(frozen=True)
class Door:
    """Where tables ask: the addresses by name, and what HAProxy needs."""

    name: str
    places: Mapping[str, tuple[str, int]]
    host: str = ""
    tls: ssl.SSLContext | None = None

    def poster(self, place: str, *, token: str = "", head: str = "") -> web.Poster:
        """Connections to one of its addresses, for one device or person."""
        host, port = self.places[place]
        return web.Poster(port, token, host=host, name=self.host, tls=self.tls, head=head)

    async def sign_on(self, badge: str, pin: str) -> str:
        """Sign in to the office; returns the headers for that browser's requests."""
        scheme, sni = "https" if self.tls else "http", {"sni_hostname": self.host}
        headers = {"Host": self.host} if self.host else {}
        for host, port in self.places.values():
            async with httpx.AsyncClient(
                base_url=f"{scheme}://{host}:{port}", headers=headers, verify=self.tls or False
            ) as client:
                page = await client.get("/sign-on", extensions=sni)
                if page.status_code != httpx.codes.OK:
                    continue
                form = {"badge": badge, "pin": pin, "csrf": CSRF.findall(page.text)[0]}
                signed_on = await client.post("/sign-on", data=form, extensions=sni)
                assert signed_on.status_code == httpx.codes.SEE_OTHER, signed_on.text
                page = await client.get("/pin", extensions=sni)
                cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
                return f"Cookie: {cookies}\r\nX-CSRF-Token: {CSRF.findall(page.text)[0]}"
        raise AssertionError(f"nobody signs on at {self.name}")


@dataclass(frozen=True, slots=True)
class Yes:
    """An answer that a command is done."""

    asked_s: float  # the first time
    at_s: float
    command: str
    command_id: str
    table: str
    door: str
    engine: str  # the one that answered


@dataclass
class Load:
    """All tables, each at its own door."""

    doors: tuple[Door, ...]
    keys: Keys
    yes: list[Yes] = field(default_factory=list)
    late: list[Yes] = field(default_factory=list)  # to consoles that had asked elsewhere since
    pending: dict[str, tuple[float, str, str]] = field(default_factory=dict)  # by command id
    codes: Counter[str] = field(default_factory=Counter)
    over: bool = False
    _cashiers: dict[str, str] = field(default_factory=dict)

    async def open_cage(self) -> None:
        """Sign in the cashier at each door."""
        for door in self.doors:
            self._cashiers[door.name] = await door.sign_on(CASHIER, self.keys.cashier_pin)

    async def table(self, number: int) -> None:
        """Play rounds forever, with a win now and then; repeat each press with its id until it is
        answered."""
        name, door = f"T{number}", self.doors[number % len(self.doors)]
        token, head = self.keys.tokens[name], self._cashiers[door.name]
        console = Presser(self, name, door, {p: door.poster(p, token=token) for p in door.places})
        cage = Presser(self, name, door, {p: door.poster(p, head=head) for p in door.places})
        await console.press("sign-in", table=name, swipe={"track": self.keys.tracks[name]})
        await asyncio.sleep(number / TABLES * ROUND_S)
        played = number
        while not self.over:
            begun_s = time.monotonic()
            await console.press("start-round", table=name, spots=web.SPOTS)
            await _sleep_until(begun_s + ROUND_S / 2)
            played += 1
            if played % HIT_EVERY == 0:
                await self._win(name, console, cage)
            await console.press("end-round", table=name)
            await _sleep_until(begun_s + ROUND_S)

    async def _win(self, name: str, console: Presser, cage: Presser) -> None:
        """Mark, confirm and pay the top hand."""
        await console.press("press-hand", table=name, **HIT)
        swipe = {"track": self.keys.supervisor}
        events = await console.press("confirm-awards", table=name, swipe=swipe)
        (award,) = (each["awards"][0]["award"] for each in events if each["kind"] == RECORDED)
        await cage.press("pay-prize", award=award, payment=PAYMENT)

    def longest_s(self, since_s: float, *, door: str = "") -> float:
        """The longest time any table went without an answer, from a moment on; among all tables, or
        those at one door."""
        now_s = time.monotonic()
        waits = [(each.asked_s, each.at_s, each.door) for each in self.yes if each.at_s > since_s]
        waits += [(asked_s, now_s, where) for asked_s, _, where in self.pending.values()]
        found = [at_s - max(asked_s, since_s) for asked_s, at_s, at in waits if door in ("", at)]
        return max(found, default=0.0)

    def answered_since(self, since_s: float) -> int:
        """How many tables have an answer to something they asked after a moment."""
        return len({each.table for each in self.yes if each.asked_s > since_s})

    def said_since(self, since_s: float, engine: str = "", *, durable: Set[str] = NONE) -> int:
        """How often an engine, or any, acknowledged from a moment on, at any door; doesn't count
        presses that were already durable, with answers on their way."""
        return sum(
            each.at_s > since_s and engine in ("", each.engine) and each.command_id not in durable
            for each in (*self.yes, *self.late)
        )


class Presser:
    """A table's console, or its cashier: it stays where it got an answer, and tries elsewhere if it
    didn't, still listening for answers to earlier questions."""

    def __init__(
        self, load: Load, table: str, door: Door, posters: Mapping[str, web.Poster]
    ) -> None:
        self._load = load
        self._table = table
        self._door = door
        self._posters = posters
        self._names = list(posters)
        self._listening: set[asyncio.Task[tuple[Yes, Any] | None]] = set()

    async def press(self, command: str, **more: object) -> list[dict[str, Any]]:
        """Press until it is done; returns the events."""
        body: dict[str, object] = {"command_id": str(uuid4()), **more}
        waiting = (time.monotonic(), self._table, self._door.name)
        self._load.pending[str(body["command_id"])] = waiting
        while (events := await self._asked(command, body)) is None:
            self._names.append(self._names.pop(0))
            await asyncio.sleep(AGAIN_S)
        del self._load.pending[str(body["command_id"])]
        return events

    async def _asked(self, command: str, body: dict[str, object]) -> list[dict[str, Any]] | None:
        asking = asyncio.create_task(self._answer(self._names[0], command, body))
        self._listening.add(asking)
        asking.add_done_callback(self._listening.discard)
        await asyncio.wait({asking}, timeout=ANSWER_S)
        if not asking.done():
            asking.add_done_callback(self._hear_late)
            self._load.codes[NO_ANSWER] += 1
            return None
        answer = asking.result()
        if answer is None:
            return None
        self._load.yes.append(answer[0])
        return list(answer[1])

    def _hear_late(self, asking: asyncio.Task[tuple[Yes, Any] | None]) -> None:
        if not asking.cancelled() and (answer := asking.result()) is not None:
            self._load.late.append(answer[0])

    async def _answer(
        self, place: str, command: str, body: dict[str, object]
    ) -> tuple[Yes, Any] | None:
        """What a place answers; None unless it acknowledges."""
        command_id = str(body["command_id"])
        asked_s, head = self._load.pending[command_id][0], ""
        answer: dict[str, Any]
        try:
            async with asyncio.timeout(LISTEN_S):
                head, answer = await self._posters[place].ask(f"/api/commands/{command}", body)
        except (OSError, EOFError, TimeoutError, ValueError, IndexError):
            answer = {"code": NO_ANSWER}
        if answer.get("accepted"):
            served = SERVED_BY.search(head)
            engine = served[1].upper() if served else place
            said = (asked_s, time.monotonic(), command, command_id, self._table)
            return Yes(*said, self._door.name, engine), answer["events"]
        self._load.codes[str(answer.get("code", "unreadable"))] += 1
        return None


async def _sleep_until(at_s: float) -> None:
    await asyncio.sleep(max(0.0, at_s - time.monotonic()))
