"""The server's connections, limited where bytes are read: how long and how large a head may be, and
how many places there are for whom. What passes goes to the server's own protocol one request at a
time: no head before it is complete, and none before the previous request is answered.

A client that has shown neither a session nor a device's token is a stranger. Strangers have their
own places, a limited number per address. When those are full, the one whose request has been
incomplete longest makes room. So half-sent requests on thousands of connections don't affect
consoles, and the next visitor still gets in.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any
from weakref import ReferenceType, ref

import uvicorn
from msgspec import Struct
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.server import ServerState

from pitboss.refusal import Refusal
from pitboss.web.shell import heads
from pitboss.web.shell.door import Door
from pitboss.web.shell.sources import network_of
from pitboss.web.shell.turns import TurnCall, Turns

HANDSHAKE_S = 0.01  # then the next one begins, finished or not
UNFINISHED_MOST = 8  # handshakes: all may proceed at once, and slow down everyone who presses then
NEVER_S = 86_400  # the server's own wait for the next request; deadlines are kept here


class ConnectionLimits(Struct, frozen=True, kw_only=True):
    """The limits of a connection. A request's time counts from its first byte, its body's from the
    end of its head, a stranger's answer's from the end of the request."""

    head_bytes: int = 32 * 1024  # on the wire
    header_lines: int = 64
    cookies: int = 64  # browsers also send the cookies of other servers on this host
    body_bytes: int = 1024 * 1024
    head_s: float = 10.0
    body_s: float = 15.0
    answer_s: float = 30.0
    pipelined: int = 16  # waiting behind the one being answered
    idle_s: float = 75.0  # of a recognized connection
    stranger_idle_s: float = 5.0
    strangers: int = 1000
    at_door: int = 2500  # strangers waiting to be let in: those sent away come again
    strangers_of_address: int = 400  # devices behind one proxy reconnect together
    known: int = 1500
    kept_for_tables: int = 500  # of those: signs and people leave them to devices at tables
    known_of_identity: int = 100


# A server that follows has many signs and no devices at tables.
FOLLOWER_LIMITS = ConnectionLimits(known=4500, kept_for_tables=0)


class Connections:
    """A server's connections: who is a stranger, and who is known by which name."""

    def __init__(
        self,
        limits: ConnectionLimits | None = None,
        *,
        tls: ssl.SSLContext | None = None,
        turns: Turns | None = None,
    ) -> None:
        self.limits = limits or ConnectionLimits()
        self.tls = tls
        self.turns = turns or Turns()
        self.door = Door(self.limits.at_door, self.limits.strangers_of_address)
        self._unfinished: dict[ClientConnection, None] = {}  # handshakes of strangers, oldest first
        self._strangers: Counter[str] = Counter()  # by address
        self._waiting: dict[
            str, dict[ClientConnection, None]
        ] = {}  # whose request is incomplete, oldest first
        self._known: Counter[str] = Counter()  # by identity
        self._known_all = self._strangers_all = 0

    def add(self, connection: ClientConnection) -> None:
        """Add a stranger; if there is no room, another one goes."""
        address = connection.address
        self._strangers[address] += 1
        self._strangers_all += 1
        self.wait(connection)
        if self._strangers[address] > self.limits.strangers_of_address:
            self._drop_oldest(address)
        elif self._strangers_all > self.limits.strangers:
            self.make_room()

    def make_room(self) -> bool:
        """End one stranger's connection, at the address that has the most, if there is any."""
        if self._waiting:
            self._drop_oldest(max(self._waiting, key=lambda each: len(self._waiting[each])))
        return bool(self._waiting)

    def wait(self, connection: ClientConnection) -> None:
        """A stranger's request is incomplete."""
        self._waiting.setdefault(connection.address, {})[connection] = None

    def hear(self, connection: ClientConnection) -> None:
        """A stranger's request is complete; it keeps its place until answered."""
        waiting = self._waiting.get(connection.address, {})
        waiting.pop(connection, None)
        if not waiting:
            self._waiting.pop(connection.address, None)

    def recognize(self, connection: ClientConnection, identity: str, *, at_table: bool) -> bool:
        """Move a stranger to a place among the known, if the identity has one left."""
        limits = self.limits
        places = limits.known if at_table else limits.known - limits.kept_for_tables
        if self._known[identity] >= limits.known_of_identity or self._known_all >= places:
            return False
        self._forget_stranger(connection)
        self.door.hurry()
        self._known[identity] += 1
        self._known_all += 1
        return True

    @asynccontextmanager
    async def handshake_turn(self, connection: ClientConnection) -> AsyncIterator[None]:
        """A turn for a TLS handshake, which costs work; known addresses don't need one. A client
        that doesn't finish makes room for the next."""
        line, address = self.turns.handshakes, connection.address
        if self.tls is None or self.turns.knows(address):
            yield
            return
        loop = asyncio.get_running_loop()
        turn = line.begin(address) or await line.wait(address, loop.create_future())
        assert turn is not None  # a dropped client is canceled here, not called
        loop.call_later(HANDSHAKE_S, turn.end)
        self._unfinished[connection] = None
        if len(self._unfinished) > UNFINISHED_MOST:
            next(iter(self._unfinished)).drop()
        try:
            yield
            turn.end()
        finally:
            self._unfinished.pop(connection, None)

    def leave(self, connection: ClientConnection) -> None:
        """Remove a connection that ended."""
        if connection.identity:
            _count_down(self._known, connection.identity)
            self._known_all -= 1
        else:
            self._forget_stranger(connection)

    def _forget_stranger(self, connection: ClientConnection) -> None:
        self.hear(connection)
        _count_down(self._strangers, connection.address)
        self._strangers_all -= 1

    def _drop_oldest(self, address: str) -> None:
        next(iter(self._waiting[address])).drop()


def _count_down(counter: Counter[str], name: str) -> None:
    counter[name] -= 1
    if not counter[name]:
        del counter[name]


def config_of(app: ASGIApp, **more: Any) -> uvicorn.Config:
    """uvicorn's configuration for an application with limited connections."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        finally:
            if (connection := connection_of(scope)) is not None:
                connection.end_answer()

    return uvicorn.Config(
        answer,
        http="httptools",
        ws="none",
        interface="asgi3",
        timeout_keep_alive=NEVER_S,
        log_config=None,
        access_log=False,
        server_header=False,
        **more,
    )


def connection_of(scope: Scope) -> ClientConnection | None:
    """The connection of a request, while it lasts."""
    found: ReferenceType[ClientConnection] | None = scope.get("state", {}).get("connection")
    return found() if found is not None else None


class ClientConnection(asyncio.Protocol):
    """One connection, with deadlines and limits, in front of the server's own protocol."""

    transport: asyncio.Transport

    def __init__(
        self, connections: Connections, config: uvicorn.Config, server_state: ServerState
    ) -> None:
        self.address = ""
        self.identity = ""  # of the device or person recognized on it
        self.call: TurnCall | None = None  # what its request waits for, once it has to
        self._all = connections
        self._limits = connections.limits
        self._loop = asyncio.get_running_loop()
        self._served: asyncio.Protocol = config.http_protocol_class(  # type: ignore[call-arg]
            config=config, server_state=server_state, app_state={"connection": ref(self)}
        )
        self._line: socket.socket | None = None  # until it has a transport
        self._opening: asyncio.Task[None] | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._here = False
        self._is_open = False
        self._head = bytearray()  # what has arrived of it; nothing between two requests
        self._body_left = 0  # bytes still to come
        self._is_due = False  # an answer
        self._held = b""  # requests behind the one being answered

    # ---- coming and going ---------------------------------------------------------------------

    def begin(self, line: socket.socket, host: str) -> None:
        """Take a place before reading anything. The TLS handshake counts toward the time of the
        first head."""
        self.address = network_of(host)
        self._line = line
        self._here = True
        self._expect(self._limits.head_s)
        self._opening = self._loop.create_task(self._open())
        self._all.add(self)

    async def _open(self) -> None:
        tls = self._all.tls
        more = {"ssl_handshake_timeout": self._limits.head_s} if tls else {}
        try:
            async with self._all.handshake_turn(self):
                line, self._line = self._line, None
                assert line is not None
                await self._loop.connect_accepted_socket(lambda: self, line, ssl=tls, **more)
        except Refusal:  # too many wait
            self.drop()
        except (OSError, asyncio.CancelledError):  # gone, or doesn't speak our TLS
            self._leave()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Bytes may come."""
        self._is_open = True
        self.transport = transport
        self._served.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._leave()
        self._served.connection_lost(exc)
        if self.call is not None and not self.call.done():
            self.call.set_result(None)

    def pause_writing(self) -> None:
        """The client reads slowly."""
        self._served.pause_writing()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._served.resume_writing()

    @property
    def is_gone(self) -> bool:
        """Whether the client is gone."""
        return not self._here

    def drop(self) -> None:
        """End it now, whatever it waits for."""
        self._leave()
        if self._line is not None:
            self._line.close()
        elif self._is_open:
            self.transport.abort()
        if self._opening is not None:
            self._opening.cancel()

    def recognize_client(self, identity: str, *, at_table: bool) -> None:
        """A request on it came from a device or person of ours."""
        is_new = bool(identity) and not self.identity and self._here
        if is_new and self._all.recognize(self, identity, at_table=at_table):
            self.identity = identity
            self._go_on()

    def end_answer(self) -> None:
        """The answer is sent; look at the next request if it has arrived."""
        self._is_due = False
        if self._here:
            self._go_on()
        if self._held:
            self._loop.call_soon(self._release)

    def _leave(self) -> None:
        self._expect(None)
        if self._here:
            self._here = False
            self._all.leave(self)

    def _go_on(self) -> None:
        """Expect the next step: more of a body, the client taking an answer, or another request."""
        limits, is_stranger = self._limits, not self.identity
        if self._body_left:
            self._expect(limits.body_s)
        elif self._is_due:
            self._expect(limits.answer_s if is_stranger else None)
            if is_stranger:
                self._all.hear(self)
        else:
            self._expect(limits.stranger_idle_s if is_stranger else limits.idle_s)
            if is_stranger:
                self._all.wait(self)

    def _expect(self, seconds: float | None) -> None:
        """Set a deadline for the next event; none: no deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self._loop.call_later(seconds, self.drop)

    # ---- a request ----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take bytes of a head, which is assembled first, or of a body. The next request is looked
        at after the previous answer, so pipelined requests take turns with everyone."""
        while data and not self.transport.is_closing():
            if self._body_left:
                data = self._take_body(data)
            elif self._is_due or self._held:
                self._hold(data)
                return
            else:
                data = self._take_head(data)

    def _hold(self, data: bytes) -> None:
        """Keep early bytes, and read no more meanwhile."""
        self._held = (self._held + data).lstrip(heads.EMPTY_LINES)
        if self._held:
            self.transport.pause_reading()
        if self._held.count(heads.END) > self._limits.pipelined:
            self._refuse_size()

    def _release(self) -> None:
        """Look at the held bytes."""
        data, self._held = self._held, b""
        self.transport.resume_reading()
        self.data_received(data)

    def _take_head(self, data: bytes) -> bytes:
        """Add to the head, and pass it on once complete; leave what follows."""
        head = self._head
        if not head:
            data = data.lstrip(heads.EMPTY_LINES)
        before = len(head)
        head += data[: self._limits.head_bytes - before]
        end = head.find(heads.END, max(before - len(heads.END) + 1, 0))
        if end >= 0:
            whole = bytes(head[: end + len(heads.END)])
            head.clear()
            rest = data[len(whole) - before :]
            self._pass_head(whole, rest)
            return rest
        if len(head) >= self._limits.head_bytes:
            self._refuse_size()
        elif heads.has_bare_end(head, before):
            self._refuse(HTTPStatus.BAD_REQUEST)
        elif head and not before:
            self._expect(self._limits.head_s)
        return b""

    def _pass_head(self, whole: bytes, rest: bytes) -> None:
        """Pass on a head that is small and unambiguous."""
        limits = self._limits
        try:
            head = heads.read(whole)
        except heads.HeadError as fault:
            self._refuse(fault.status)
            return
        if head.lines > limits.header_lines or head.cookies > limits.cookies:
            self._refuse_size()
        elif head.body_bytes > limits.body_bytes:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            self._body_left = head.body_bytes
            self._is_due = True
            if len(rest) < head.body_bytes or not head.body_bytes:
                self._go_on()
            self._served.data_received(whole)

    def _take_body(self, data: bytes) -> bytes:
        """Pass on more of a body; leave what follows."""
        part = data[: self._body_left]
        self._body_left -= len(part)
        if not self._body_left:
            self._go_on()
        self._served.data_received(part)
        return data[len(part) :]

    def _refuse_size(self) -> None:
        limits = self._limits
        most = {
            "head_bytes": limits.head_bytes,
            "header_lines": limits.header_lines,
            "cookies": limits.cookies,
        }
        words = str(Refusal("HEAD_TOO_LARGE", "", where="head", **most))
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, words)

    def _refuse(self, status: HTTPStatus, words: str = "") -> None:
        """Answer with a refusal and hang up."""
        content = (words or status.phrase).encode()
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\n"
            "content-type: text/plain; charset=utf-8\r\n"
            f"content-length: {len(content)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + content)
        self.transport.close()
