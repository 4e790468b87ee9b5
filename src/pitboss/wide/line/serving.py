"""Both ends of the line between a property and its hub, in a running server: a leader that is a
property speaks, and a hub listens at its own address, which only properties can enter."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.routing import Route
from uvicorn.server import ServerState

from pitboss.engine.leadership import STANDING_BY
from pitboss.floor.decide.checks import need_id
from pitboss.floor.facts.base import PROPERTY, Command
from pitboss.floor.state.floor import State
from pitboss.live.background import in_background
from pitboss.live.folder import new_id
from pitboss.live.house_key import HouseKey
from pitboss.live.line_standing import UnknownProperty
from pitboss.live.line_tls import answering_tls, foreign, key_in, known_certificates
from pitboss.live.running_site import RunningSite
from pitboss.live.sending import sending
from pitboss.refusal import Refusal
from pitboss.site.model import SiteWide
from pitboss.web.shell.answers import status_of
from pitboss.web.shell.connections import (
    ClientConnection,
    ConnectionLimits,
    Connections,
    config_of,
    connection_of,
)
from pitboss.web.shell.listening import Listener
from pitboss.web.shell.log import log
from pitboss.wide.decide.at_hub import known_property
from pitboss.wide.hub_end import answer_to, asked_first, sign_answer
from pitboss.wide.line.hub_call import STATEMENTS
from pitboss.wide.line.hub_line import HubLine
from pitboss.wide.messages import AnswerMessage, StatementMessage, need_row

LOOK_S = 5.0  # how often to look for certificates in the folder
LIMITS = ConnectionLimits(strangers_of_address=100)
# The answer says what happened to the statement.
ANSWERED = frozenset({"", "STATEMENT_REPEATED", "PROPERTY_STOPPED", "FORK_UNDECIDED"})


# ---- a property ---------------------------------------------------------------------------------


@asynccontextmanager
async def speaking(app: FastAPI, wide: SiteWide) -> AsyncIterator[None]:
    """Speak to the house's hub."""
    running_site: RunningSite = app.state.running_site
    app.state.hub_line = HubLine(running_site, wide, app.state.house_key)
    work = {"hub line": app.state.hub_line.keep_speaking()}
    async with in_background(work, running_site.counts.work_ended):
        yield


# ---- a hub --------------------------------------------------------------------------------------


class StatementDesk:
    """Takes properties' statements and answers them, on one event loop."""

    def __init__(self, running_site: RunningSite, key: HouseKey) -> None:
        self._site = running_site
        self._key = key

    async def take_statement(self, request: Request) -> Response:
        """Take a statement; returns its answer, or why there is none."""
        try:
            message = await self._message(request)
            answer = await self._answer(message, _shown_key(request))
        except Refusal as refusal:
            log("statement refused", code=refusal.code, refused=str(refusal))
            return JSONResponse(msgspec.to_builtins(refusal.told), status_of(refusal.code))
        return Response(msgspec.json.encode(answer), media_type="application/json")

    async def _message(self, request: Request) -> StatementMessage:
        try:
            return msgspec.json.decode(await request.body(), type=StatementMessage)
        except msgspec.MsgspecError as fault:
            raise Refusal("MESSAGE_UNREADABLE", "said", where="statement", fault=fault) from None
        except ClientDisconnect:
            raise Refusal("MESSAGE_UNREADABLE", "line_broke_before", where="statement") from None

    async def _answer(self, message: StatementMessage, key: str) -> AnswerMessage:
        site, statement = self._site, message.stated.statement
        if not site.tenure.holds:
            raise Refusal(STANDING_BY, where=statement.hub)
        if key != await self._known_key(statement.property, key):
            raise Refusal(
                "CERTIFICATE_FOREIGN", "certificate_shown_another", where=statement.property
            )
        own_hash = await self._own_hash(message.heard.seq)
        await self._take(message, own_hash)
        answer = await site.look(lambda state: answer_to(state, message, own_hash=own_hash))
        found = await site.rows(after_seq=answer.hub_seq - 1, limit=1)
        last = need_row(found[0] if found else None, answer.hub_seq)
        site.callers.heard_ms[statement.property] = site.now_ms()
        return sign_answer(answer, last, self._key.sign)

    async def _known_key(self, name: str, shown: str) -> str:
        """The key a property was admitted with. The office lists the unadmitted: a restored hub may
        have lost the row. There is at most one for each certificate."""
        need_id(name, where="property")
        try:
            return await self._site.look(lambda state: known_property(state, name).key)
        except Refusal:
            heard_ms = self._site.now_ms()
            found = UnknownProperty(name=name, key=shown, heard_ms=heard_ms)
            self._site.callers.not_admitted[shown] = found
            raise

    async def _own_hash(self, seq: int) -> str:
        """This hub's hash for a row; empty if it has none."""
        found = await self._site.rows(after_seq=seq - 1, limit=1) if seq else []
        return found[0].hash if found and found[0].seq == seq else ""

    async def _take(self, message: StatementMessage, own_hash: str) -> None:
        """Ask the floor, unless the statement is on record."""
        site, own_key = self._site, self._key.public_hex

        def asked(state: State) -> Command | None:
            return asked_first(
                state,
                message,
                own_hash=own_hash,
                own_key=own_key,
                command_id=new_id(),
                at_ms=site.now_ms(),
            )

        command = await site.look(asked)
        if command is not None:
            where = message.stated.statement.property
            with sending(f"{PROPERTY} {where}"):
                reply = await site.ask(command)
            if reply.code not in ANSWERED:
                reply.need(where)


class PropertyConnection(ClientConnection):
    """A connection to a hub; a certificate that isn't in its folder goes to the log."""

    def begin(self, line: socket.socket, host: str) -> None:
        """Take a connection slot. The handshake runs in the context set here."""
        before = foreign.set(self._foreign)
        super().begin(line, host)
        foreign.reset(before)

    def _foreign(self, fault: ssl.SSLCertVerificationError) -> None:
        detail = fault.verify_message
        log("certificate refused", code="CERTIFICATE_FOREIGN", where=self.address, reason=detail)


def _shown_key(request: Request) -> str:
    """The key in the property's certificate."""
    connection = connection_of(request.scope)
    tls = connection.transport.get_extra_info("ssl_object") if connection is not None else None
    shown = tls.getpeercert(binary_form=True) if tls is not None else None
    return key_in(shown) if shown else ""


@asynccontextmanager
async def listening(app: FastAPI, line: socket.socket) -> AsyncIterator[None]:
    """Listen to properties as long as the server runs; a standby says that it is one."""
    running_site: RunningSite = app.state.running_site
    key: HouseKey = app.state.house_key
    desk = StatementDesk(running_site, key)
    taking = Starlette(routes=[Route(STATEMENTS, desk.take_statement, methods=["POST"])])
    connections = Connections(LIMITS)
    certificates = _Certificates(running_site, key, connections)
    certificates.look()
    config = config_of(taking, lifespan="off")
    config.load()
    state = ServerState()
    listener = Listener(line, partial(PropertyConnection, connections, config, state), connections)
    try:
        work = {"certificates": certificates.keep_looking()}
        async with in_background(work, running_site.counts.work_ended):
            yield
    finally:
        listener.close()
        line.close()
        for each in list(state.connections):
            each.shutdown()


class _Certificates:
    """The certificates a hub accepts: those in its folder now."""

    def __init__(self, running_site: RunningSite, key: HouseKey, connections: Connections) -> None:
        self._site = running_site
        self._key = key
        self._connections = connections
        self._known: tuple[str, ...] | None = None

    def look(self) -> None:
        """Accept everyone whose certificate is there."""
        known = known_certificates(self._site.folder)
        if known != self._known:
            assert self._site.site.hub is not None
            name = self._site.site.hub.name
            self._connections.tls = answering_tls(name, self._key, known)
            self._known = known

    async def keep_looking(self) -> None:
        """Keep looking; a file that isn't a certificate is reported, and changes nothing."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await asyncio.to_thread(self.look)
            except Refusal as refusal:
                log("certificate refused", code=refusal.code, where=refusal.where)
