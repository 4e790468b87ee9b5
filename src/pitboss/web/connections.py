"""The connections of a server, limited where bytes are read: how long a head may take and how large
it may be, and how many places there are for whom. No head is parsed before all of it is there.

Who has shown neither a session nor a device's token is a stranger. Strangers have places of their
own, so many for each address; when those are taken, the one that has kept a request waiting longest
makes room. So half a request on each of thousands of connections leaves consoles where they are,
and the next visitor is still let in."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from weakref import ref

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from pitboss.refusal import Refusal
from pitboss.web import heads
from pitboss.web.sources import network_of
from pitboss.web.turns import TurnCall, Turns

HANDSHAKE_S = 0.01  # then the next one begins, whether or not it is over
UNFINISHED_MOST = 8  # handshakes: all of them may go on at once, and hold up whoever presses then
NO_REQUEST = "Invalid HTTP request received."
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionLimits:
    """What a connection may take. A request counts from its first byte, its body from the end of
    its head, a stranger's answer from the end of his request."""

    head_bytes: int = 32 * 1024  # on the wire
    header_lines: int = 64
    cookies: int = 64  # a browser sends those of every other server on this host too
    request_bytes: int = 1024 * 1024  # on the wire: a body in small chunks is mostly their lengths
    chunks: int = 1000
    head_s: float = 10.0
    body_s: float = 15.0
    answer_s: float = 30.0
    idle_s: int = 75  # of a connection that is known; a stranger's is closed sooner
    pipelined: int = 16
    strangers: int = 1000
    strangers_of_address: int = 400  # devices behind one proxy come back together
    known: int = 1500
    kept_for_tables: int = 500  # of those: signs and people leave them to devices at tables
    known_of_identity: int = 100


# A server that follows has many signs, and no device at a table.
FOLLOWER_LIMITS = ConnectionLimits(known=4500, kept_for_tables=0)


class Connections:
    """Every connection of a server: who is a stranger, and who is known by which name."""

    def __init__(
        self,
        limits: ConnectionLimits | None = None,
        *,
        tls: ssl.SSLContext | None = None,
        turns: Turns | None = None,
    ) -> None:
        self.limits = limits or ConnectionLimits()
        self.tls = tls
        self._turns = turns or Turns()
        self._unfinished: dict[ClientConnection, None] = {}  # handshakes of strangers, oldest first
        self._strangers: Counter[str] = Counter()  # by address
        self._waiting: dict[
            str, dict[ClientConnection, None]
        ] = {}  # those whose request has not come whole, the oldest first
        self._known: Counter[str] = Counter()  # by identity
        self._known_all = self._strangers_all = 0

    def come(self, connection: ClientConnection) -> None:
        """A stranger connects; where there is no place for him another one goes."""
        address = connection.address
        self._strangers[address] += 1
        self._strangers_all += 1
        self.wait(connection)
        if self._strangers[address] > self.limits.strangers_of_address:
            self._drop_oldest(address)
        elif self._strangers_all > self.limits.strangers:
            self.make_room()

    def make_room(self) -> bool:
        """End a stranger's connection, at the address that has most of them; if there is one."""
        if self._waiting:
            self._drop_oldest(max(self._waiting, key=lambda each: len(self._waiting[each])))
        return bool(self._waiting)

    def wait(self, connection: ClientConnection) -> None:
        """A stranger's request has yet to come."""
        self._waiting.setdefault(connection.address, {})[connection] = None

    def hear(self, connection: ClientConnection) -> None:
        """A stranger's request has come; he keeps his place until it is answered."""
        waiting = self._waiting.get(connection.address, {})
        waiting.pop(connection, None)
        if not waiting:
            self._waiting.pop(connection.address, None)

    def recognize(self, connection: ClientConnection, identity: str, *, at_table: bool) -> bool:
        """Give a stranger a place among the known, if his identity has one left."""
        limits = self.limits
        places = limits.known if at_table else limits.known - limits.kept_for_tables
        if self._known[identity] >= limits.known_of_identity or self._known_all >= places:
            return False
        self._forget_stranger(connection)
        self._known[identity] += 1
        self._known_all += 1
        return True

    @asynccontextmanager
    async def handshake_turn(self, connection: ClientConnection) -> AsyncIterator[None]:
        """A turn to agree on keys, which is work; none is needed where we know somebody. Who does
        not finish makes room for the next."""
        line, address = self._turns.handshakes, connection.address
        if self.tls is None or self._turns.knows(address):
            yield
            return
        loop = asyncio.get_running_loop()
        turn = line.begin(address) or await line.wait(address, loop.create_future())
        assert turn is not None  # who goes is canceled here, and not called
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
        """A connection has ended."""
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


class Config(uvicorn.Config):
    """uvicorn's configuration, with the connections of one server."""

    def __init__(self, app: Any, *, connections: Connections, **more: Any) -> None:
        super().__init__(app, http=ClientConnection, ws="none", **more)
        self.connections = connections


class ClientConnection(HttpToolsProtocol):
    """One connection: uvicorn's, with deadlines and limits."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        assert isinstance(config, Config)
        self.address = ""
        self.identity = ""  # of the device or person that has been recognized on it
        self.call: TurnCall | None = None  # what its request waits for, once it has had to
        self._all = config.connections
        self._limits = config.connections.limits
        self._line: socket.socket | None = None  # until a transport has it
        self._opening: asyncio.Task[None] | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._here = False
        self._is_open = False
        self._head = bytearray()  # what has come of it; nothing between two requests
        self._in_head = True
        self._in_message = False
        self._may_begin = False
        self._is_too_large = False
        self._answering: RequestResponseCycle | None = None
        self._due = 0  # answers
        self._body_left: int | None = 0  # bytes; none where it comes in chunks
        self._received = 0  # bytes of a body
        self._chunks = 0

    # ---- coming and going ---------------------------------------------------------------------

    def begin(self, line: socket.socket, host: str) -> None:
        """Take a place, before anything is read. Keys of TLS are agreed on within the time of the
        first head."""
        self.address = network_of(host)
        self._line = line
        self._here = True
        self._expect(self._limits.head_s)
        self._opening = self.loop.create_task(self._open())
        self._all.come(self)

    async def _open(self) -> None:
        tls = self._all.tls
        more = {"ssl_handshake_timeout": self._limits.head_s} if tls else {}
        try:
            async with self._all.handshake_turn(self):
                line, self._line = self._line, None
                assert line is not None
                await self.loop.connect_accepted_socket(lambda: self, line, ssl=tls, **more)
        except Refusal:  # too many wait
            self.drop()
        except (OSError, asyncio.CancelledError):  # it has gone, or speaks no TLS of ours
            self._leave()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Bytes may come."""
        self._is_open = True
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._leave()
        super().connection_lost(exc)
        if self._answering is not None:  # uvicorn tells the newest request, which may yet wait
            self._answering.disconnected = True
            self._answering.message_event.set()
        if self.call is not None and not self.call.done():
            self.call.set_result(None)
        # Requests that were never begun point back here: the collector would find both much later.
        self.pipeline.clear()
        self.cycle = None  # type: ignore[assignment]

    @property
    def is_gone(self) -> bool:
        """Whether nobody is there any more to be answered."""
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

    def recognized(self, identity: str, *, at_table: bool) -> None:
        """A request on it was a device's or a person's."""
        if identity and not self.identity and self._here:
            if self._all.recognize(self, identity, at_table=at_table):
                self.identity = identity
                self.timeout_keep_alive = self._limits.idle_s
            if self.identity and not self._in_message:
                self._expect(None)

    def _leave(self) -> None:
        self._expect(None)
        if self._here:
            self._here = False
            self._all.leave(self)

    def _expect(self, seconds: float | None) -> None:
        """Something has to come within so long; nothing, if none."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.drop)

    # ---- a request ----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Some bytes: of a head, which is put together first, or of a body."""
        while data and not self.transport.is_closing():
            data = self._take_head(data) if self._in_head else self._take_body(data)

    def _take_head(self, data: bytes) -> bytes:
        """Add to the head, and have it parsed once it is whole; what is behind it is left."""
        head = self._head
        if not head:
            data = data.lstrip(heads.EMPTY_LINES)
            if not data:
                return b""
            self._begin()
        before = len(head)
        head += data[: self._limits.head_bytes - before]
        end = head.find(heads.END, max(before - len(heads.END) + 1, 0))
        if end >= 0:
            whole = bytes(head[: end + len(heads.END)])
            head.clear()
            self._parse_head(whole)
            return data[len(whole) - before :]
        if len(head) >= self._limits.head_bytes:
            self._refuse()
        elif heads.has_bare_feed(head, before):
            self.send_400_response(NO_REQUEST)
        return b""

    def _begin(self) -> None:
        """The first byte of a request."""
        self._unset_keepalive_if_required()
        self._in_message = True
        self._expect(self._limits.head_s)
        if not self.identity and self._here:
            self._all.wait(self)

    def _parse_head(self, head: bytes) -> None:
        if heads.header_lines_of(head) > self._limits.header_lines:
            self._refuse()
            return
        try:
            heads.check_request_line(head)
        except ValueError:
            self.send_400_response(NO_REQUEST)
            return
        self._may_begin = True
        super().data_received(head)

    def _take_body(self, data: bytes) -> bytes:
        """Have more of a body parsed, as long as its request is not too long; what is behind it is
        left."""
        part = data if self._body_left is None else data[: self._body_left]
        self._received += len(part)
        if self._received > self._limits.request_bytes:
            self.drop()
            return b""
        if self._body_left is not None:
            self._body_left -= len(part)
        super().data_received(part)
        return data[len(part) :]

    def on_message_begin(self) -> None:
        """The parser has begun with a head that we gave it. Another one behind a body in chunks,
        whose end only the parser sees, would have been judged by nobody: the answer comes first."""
        if not self._may_begin:
            raise ValueError("a request behind chunks waits for their answer")
        self._may_begin = False
        super().on_message_begin()
        self.scope["state"]["connection"] = ref(self)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header. Behind the body there are none: they would count as if they had been checked
        in the head."""
        if not self._in_head:
            raise ValueError("trailers are not read")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is there; what is too large is answered no further."""
        limits, parser = self._limits, self.parser
        heads.check_framing(parser.get_http_version(), self.url, self.headers)
        if heads.cookies_in(self.headers) > limits.cookies or len(self.pipeline) > limits.pipelined:
            self._is_too_large = True
            raise ValueError("the head is too large")  # the parser stops, and says it is none
        self._body_left = heads.length_of(self.headers)
        if parser.should_upgrade() and self._body_left != 0:
            raise ValueError("nothing is upgraded here: whose the body is would be in doubt")
        self._in_head = False
        self._received = self._chunks = 0
        self._expect(limits.body_s)
        self._due += 1
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        """Another part of a body; each is work, however small it is."""
        self._chunks += 1
        if self._chunks > self._limits.chunks:
            raise ValueError("the chunks are too many")

    def on_message_complete(self) -> None:
        """The whole request is there; a stranger takes his answer within a while."""
        self._in_head, self._in_message = True, False
        self._expect(self._answer_s)
        if not self.identity:
            self._all.hear(self)
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Its turn among those on this connection has come."""
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        """The answer has gone; the next one is due, or the next request may come, which uvicorn
        waits for."""
        self._due -= 1
        if not self._in_message:
            self._expect(self._answer_s if self._due else None)
        super().on_response_complete()
        if not self.identity and self._here:
            self._all.wait(self)

    @property
    def _answer_s(self) -> float | None:
        """How long an answer may take to be taken; ours may take their time."""
        return None if self.identity else self._limits.answer_s

    def send_400_response(self, msg: str) -> None:
        """What is no request, or too large for one."""
        if self._is_too_large:
            self._refuse()
        else:
            super().send_400_response(msg)

    def _refuse(self) -> None:
        limits = self._limits
        most = (
            f"{limits.head_bytes:,} bytes, {limits.header_lines} headers, {limits.cookies} cookies"
        )
        reason = f"at most {most}; delete cookies of other servers, or ask for less at once"
        words = str(Refusal("HEAD_TOO_LARGE", where="head", reason=reason)).encode()
        self.transport.write(TOO_LARGE % len(words) + words)
        self.transport.close()
