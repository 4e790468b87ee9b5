"""Turns: who is answered now, and who waits for whom.

There is a line for devices at tables, one for people, one for signs, and three for strangers:
neighbors, from an address where we know someone; others who look; and others who send something,
such as a PIN that is slow to check. A line answers a limited number of requests at once, and a
limited number per name: a device, a badge, an address. Waiting names take turns, so a client with a
thousand requests only delays itself. While a table is being answered, the other lines are called
only now and then.

A turn lasts until its answer begins: a slow reader of an answer delays nobody.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from pitboss.refusal import Refusal

NOW_AND_THEN_S = 0.01
REST_MOST_S = 0.5  # a slow answer may have waited for others
KNOWN_MOST = 1500  # addresses


class LineLimits(Struct, frozen=True, kw_only=True):
    """How many requests are answered at once, how many of those may have one name, how long one
    waits before it is refused, and how long its place, or its name alone, rests afterward, as a
    multiple of the answer's time."""

    at_once: int
    of_name: int
    wait_s: float
    rest: float = 0.0
    rest_of_name: float = 0.0


class TurnLimits(Struct, frozen=True, kw_only=True):
    """The lines of a server. Health has its own: a load balancer must not wait for strangers. TLS
    handshakes use the lines of strangers' addresses. Strangers, and signs that ask over and over,
    rest: however much they ask, most of the processor is left for tables."""

    tables: LineLimits = LineLimits(at_once=64, of_name=4, wait_s=5.0)
    people: LineLimits = LineLimits(at_once=8, of_name=2, wait_s=10.0)
    signs: LineLimits = LineLimits(at_once=4, of_name=1, wait_s=10.0, rest_of_name=5.0)
    neighbors: LineLimits = LineLimits(at_once=2, of_name=1, wait_s=20.0, rest=25.0)
    strangers: LineLimits = LineLimits(at_once=2, of_name=1, wait_s=20.0, rest=25.0)
    senders: LineLimits = LineLimits(at_once=2, of_name=1, wait_s=20.0, rest=2.0)
    health: LineLimits = LineLimits(at_once=2, of_name=1, wait_s=5.0)
    handshakes: LineLimits = LineLimits(at_once=1, of_name=1, wait_s=10.0, rest=1.0)


class Turns:
    """The lines of a server, and the addresses where it knows someone."""

    def __init__(self, limits: TurnLimits | None = None) -> None:
        limits = limits or TurnLimits()
        self.tables = WaitingLine(limits.tables)
        self.people = WaitingLine(limits.people, behind=self.tables)
        self.signs = WaitingLine(limits.signs, behind=self.tables)
        self.neighbors = WaitingLine(limits.neighbors, behind=self.tables)
        self.strangers = WaitingLine(limits.strangers, behind=self.tables)
        self.senders = WaitingLine(limits.senders, behind=self.tables)
        self.health = WaitingLine(limits.health)
        self.handshakes = WaitingLine(limits.handshakes, behind=self.tables)
        self._known: dict[str, None] = {}  # most recently heard last

    def know(self, address: str) -> None:
        """Remember an address that a device or person of ours came from."""
        self._known.pop(address, None)
        self._known[address] = None
        if len(self._known) > KNOWN_MOST:
            del self._known[next(iter(self._known))]

    def knows(self, address: str) -> bool:
        """Whether a device or person of ours came from this address."""
        return address in self._known


class RequestTurn:
    """The turn of one request; it ends once."""

    def __init__(self, line: WaitingLine, name: str) -> None:
        self._line: WaitingLine | None = line
        self._name = name
        self._begun_s = time.perf_counter()

    def end(self) -> None:
        """Let someone else be answered."""
        line, self._line = self._line, None
        if line is not None:
            line.end(self._name, time.perf_counter() - self._begun_s)


# What a waiter gets: its turn, or nothing if it left meanwhile.
TurnCall = asyncio.Future[RequestTurn | None]


class WaitingLine:
    """Requests being answered, and those waiting, by name. Connections limit how many wait."""

    def __init__(self, limits: LineLimits, *, behind: WaitingLine | None = None) -> None:
        self._limits = limits
        self._behind = behind
        self._answered: Counter[str] = Counter()
        self._answered_all = 0
        self._waiting: dict[str, dict[TurnCall, None]] = {}  # the name to call next, first
        self._later: asyncio.TimerHandle | None = None

    def begin(self, name: str) -> RequestTurn | None:
        """A turn at once, if there is room and nobody of this name waits."""
        return None if name in self._waiting or not self._has_room(name) else self._begun(name)

    async def wait(self, name: str, call: TurnCall) -> RequestTurn | None:
        """Wait for a turn. Nothing if the client left, which `call` reports; refused if it doesn't
        come in time."""
        self._waiting.setdefault(name, {})[call] = None
        loop = asyncio.get_running_loop()
        timer = loop.call_later(self._limits.wait_s, _refuse, name, call)
        try:
            return await call
        except asyncio.CancelledError:
            if not call.cancelled() and not call.exception() and (turn := call.result()):
                turn.end()
            raise
        finally:
            timer.cancel()
            self._forget(name, call)

    def end(self, name: str, took_s: float) -> None:
        """One of these is answered; call the next, at once or after the rest."""
        self._after(self._limits.rest_of_name * took_s, self._forget_answered, name)
        self._after(self._limits.rest * took_s, self._leave)

    def _after(self, rest_s: float, then: Callable[..., None], *given: str) -> None:
        if rest_s:
            asyncio.get_running_loop().call_later(min(rest_s, REST_MOST_S), then, *given)
        else:
            then(*given)

    def _leave(self) -> None:
        self._answered_all -= 1
        if self._waiting:
            self._call()

    def _forget_answered(self, name: str) -> None:
        self._answered[name] -= 1
        if not self._answered[name]:
            del self._answered[name]
        if self._waiting:
            self._call()

    def _has_room(self, name: str) -> bool:
        limits = self._limits
        return self._answered_all < limits.at_once and self._answered[name] < limits.of_name

    def _begun(self, name: str) -> RequestTurn:
        self._answered_all += 1
        self._answered[name] += 1
        return RequestTurn(self, name)

    def _call(self) -> None:
        """Call the next one, now or later."""
        if self._later is not None:
            return
        if self._behind is not None and self._behind._answered_all:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(NOW_AND_THEN_S, self._call_next)
        else:
            self._call_next()

    def _call_next(self) -> None:
        self._later = None
        # Skips names that already have their share of answers under way; never more than those.
        name = next((each for each in self._waiting if self._has_room(each)), None)
        if name is None:
            return
        calls = self._waiting.pop(name)
        call = next(iter(calls))
        del calls[call]
        if calls:
            self._waiting[name] = calls  # behind all other names
        if not call.done():
            call.set_result(self._begun(name))
        if self._waiting:
            self._call()  # there may be room for more

    def _forget(self, name: str, call: TurnCall) -> None:
        calls = self._waiting.get(name, {})
        calls.pop(call, None)
        if not calls:
            self._waiting.pop(name, None)


def _refuse(name: str, call: TurnCall) -> None:
    if not call.done():
        call.set_exception(Refusal("REQUESTS_TOO_MANY", where=name))
