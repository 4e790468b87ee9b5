"""The server of a site: one process, one event loop, one engine.

`create_app` puts the pages and the API together; `serve` runs them until a stop signal. Streams end
at once then, so stopping takes no longer than the pending answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib import metadata, resources
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import uvicorn
from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates
from starlette.exceptions import HTTPException
from uvicorn.config import STARTUP_FAILURE

from pitboss.books.clerk import Clerk
from pitboss.engine import settle_memory
from pitboss.live.house_key import HouseKey, house_key_file
from pitboss.live.outside_witness import WitnessKeeper
from pitboss.live.running_site import RunningSite
from pitboss.live.time_stamps import StampKeeper, authority_of
from pitboss.refusal import Refusal
from pitboss.web.access import credentials, front, pairing
from pitboss.web.access.admission import Access
from pitboss.web.access.gate import csrf_token, may_ask
from pitboss.web.access.proving import Prover
from pitboss.web.access.records import Records
from pitboss.web.access.tries import Tries
from pitboss.web.api import commands, device_api, openapi, outbox_stream, people_api, stream
from pitboss.web.api.outbox_pages import OutboxPages
from pitboss.web.office import routes as office
from pitboss.web.screens import (
    console,
    help_pages,
    inspect,
    phone,
    pit,
    posted_page,
    sign,
    slip_page,
    verify,
    wins,
)
from pitboss.web.setup import live_steps
from pitboss.web.shell import health, language_choice, request_faults
from pitboss.web.shell.addresses import EVERY_INTERFACE, LOOPBACK_HOSTS, Addresses
from pitboss.web.shell.app_life import AppLife
from pitboss.web.shell.connections import (
    FOLLOWER_LIMITS,
    ClientConnection,
    ConnectionLimits,
    Connections,
    config_of,
)
from pitboss.web.shell.forwarding import Forwarder
from pitboss.web.shell.handover import Handover
from pitboss.web.shell.listening import Listener
from pitboss.web.shell.log import log_libraries
from pitboss.web.shell.middleware import RequestGuard, cookies_of
from pitboss.web.shell.page_templates import pages_with
from pitboss.web.shell.report_sending import ReportSender
from pitboss.web.shell.turns import Turns
from pitboss.words.language import WORDS, language_now

WEB = Path(str(resources.files("pitboss.web")))
API_VERSION = "1"
OVER_S = 7  # the same when another engine leads: longer than any journal takes to answer
STOP_S = 1  # time for a last answer after the streams have ended
WAITING_MOST = 2000  # new connections nobody has looked at yet
FILES_MOST = 8192  # open at once: connections, and a few of our own


def create_app(
    running_site: RunningSite,
    access: Access,
    *,
    addresses: Addresses | None = None,
    extra: Iterable[APIRouter] = (),
    broker: str = "",
    vault_key: Path | None = None,
    house_key: HouseKey | None = None,
    witnesses: Iterable[str] = (),
    on_lead: Callable[[], None] = lambda: None,
    handover: Handover | None = None,
    line: socket.socket | None = None,
) -> FastAPI:
    """Make the application. `addresses` are its names. `extra` routers come first, so a demo has
    its own start. `broker` is where devices speak over MQTT. `vault_key` is the file of the vault's
    key. `house_key` signs for the house. `witnesses` on other machines get the newest row.
    `handover` says what may follow. `line` is where a hub listens to its properties. `on_lead` is
    called in a thread when a standby engine starts to lead."""
    sign.check_themes(running_site.site, running_site.folder)
    language_choice.check_languages(running_site.site)
    house_key = house_key or HouseKey(house_key_file(), site_folder=running_site.folder)
    records = Records(running_site)
    clerk = Clerk(
        running_site.open_reading,
        running_site.folder,
        key=partial(house_key.digest, "books", ""),
        on_altered=records.note_altered_books,
    )
    authority = authority_of(running_site.site.time_stamp, running_site.folder)
    stamps = StampKeeper(authority, running_site)
    sender = ReportSender(running_site, clerk)
    told = WitnessKeeper(witnesses, running_site, records.note_other_journal)
    life = AppLife(
        running_site,
        access,
        clerk,
        broker=broker,
        witnesses=told,
        stamps=stamps,
        sender=sender,
        on_lead=on_lead,
        line=line,
    )
    app = _described(life.lasting, extra)
    app.state.running_site = running_site
    app.state.leads = False
    app.state.leads_since_ms = 0
    app.state.access = access
    app.state.clerk = clerk
    app.state.forwarder = Forwarder(running_site, access) if running_site.follows else None
    app.state.records = records
    app.state.stamps, app.state.witnesses, app.state.sender = stamps, told, sender
    app.state.outbox = OutboxPages(running_site)
    app.state.publisher = None  # for the outbox, if a leader has a broker
    app.state.handed_out = set()  # print entries whose copy has left
    app.state.last_heard = {}  # by device, since the server started; watchers report each second
    app.state.addresses = addresses or Addresses()
    app.state.house_key = house_key
    app.state.turns = Turns()
    app.state.tries = Tries()
    app.state.prover = Prover(running_site, access, app.state.tries, app.state.records)
    app.state.step_room, app.state.opening = None, asyncio.Lock()  # of additions to the floor
    app.state.people = people_api.PeopleVault(running_site, vault_key)
    app.state.pages = _pages(access)
    app.state.pairings = pairing.Pairings()
    app.state.handover = handover or Handover()
    app.state.end_streams = running_site.hub.close
    app.state.is_over = lambda: running_site.tenure.over is not None
    _guard(app)
    return app


def _guard(app: FastAPI) -> None:
    """The middleware for every request, and the handling of exceptions."""
    app.mount("/static", StaticFiles(directory=WEB / "static"), name="static")
    app.add_middleware(RequestGuard, press_of=commands.press_of)
    app.add_exception_handler(Refusal, request_faults.on_refusal)
    app.add_exception_handler(HTTPException, request_faults.on_http)
    app.add_exception_handler(RequestValidationError, request_faults.on_unreadable)
    app.add_exception_handler(Exception, request_faults.on_fault)


def api_description() -> dict[str, Any]:
    """The OpenAPI document with the release, without the parts of extensions that aren't loaded."""
    document = openapi.describe_api(_described(None, ()))
    return document | {"info": document["info"] | {"version": metadata.version("pitboss")}}


def _described(life: Any, extra: Iterable[APIRouter]) -> FastAPI:
    """An application with its routes and its description of itself."""
    app = FastAPI(
        title="pitboss",
        description="A table-game progressive system: its commands, pictures and devices.",
        version=API_VERSION,  # strangers don't get the release
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # nobody else gets it
    )
    for router in extra:
        app.include_router(router)
    for router in _routers():
        app.router.routes += router.routes  # added as they are: including them would copy each
    # It is long, and anyone may ask for it, so it is made once.
    prepared = cache(lambda: msgspec.json.encode(openapi.describe_api(app)))

    @app.get("/api/openapi.json", include_in_schema=False)
    async def description() -> Response:
        return Response(prepared(), media_type="application/json")

    return app


def _routers() -> list[APIRouter]:
    return [
        front.router,
        help_pages.router,
        language_choice.router,
        pairing.router,
        console.router,
        sign.router,
        posted_page.router,
        pit.router,
        phone.router,
        wins.router,
        verify.router,
        slip_page.router,
        office.router,
        inspect.router,
        live_steps.router,
        commands.router,
        credentials.router,
        people_api.router,
        device_api.router,
        stream.router,
        outbox_stream.router,
        health.router,
    ]


def _pages(access: Access) -> Jinja2Templates:
    """The templates, and what each of them gets."""

    def given(request: Request) -> dict[str, Any]:
        return {
            "words": WORDS.now(),
            "language": language_now(),
            "csrf": csrf_token(access, cookies_of(request), request.url.path),
            "person": request.state.person,
            "may_ask": partial(may_ask, request.state.person),
            "trains": request.app.state.running_site.only_trains,
        }

    return pages_with(given)


# ---- running ------------------------------------------------------------------------------------


class Server(uvicorn.Server):
    """uvicorn, with three changes: connections are counted as they come, streams end on a stop, and
    a stop isn't a failure."""

    def __init__(
        self,
        config: uvicorn.Config,
        connections: Connections,
        end_streams: Callable[[], None],
        is_over: Callable[[], bool],
    ) -> None:
        super().__init__(config)
        self._connections = connections
        self._end_streams = end_streams
        self._is_over = is_over
        self._open_lines: list[socket.socket] = []  # ours to close, beside the ones it started with
        self.more_lines: list[socket.socket] = []  # where it listens since; what follows also does

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then accept connections."""
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(STARTUP_FAILURE)
        self.servers = []
        for line in sockets or ():
            self._listen(line)
        self.started = True

    def listen_at(self, host: str, port: int) -> None:
        """Accept connections at one more address until this process stops."""
        line = bind_socket(host, port)
        self.more_lines.append(line)
        self._open_lines.append(line.dup())
        self._listen(self._open_lines[-1])

    def _listen(self, line: socket.socket) -> None:
        made = partial(ClientConnection, self._connections, self.config, self.server_state)
        # Not asyncio's own server, but closed like one.
        self.servers.append(Listener(line, made, self._connections))  # type: ignore[arg-type]

    def stop(self) -> None:
        """Stop as after a signal."""
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; at the second interrupt without waiting for anyone."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Whether it is time to stop, also when another engine leads. Clients waiting for an answer
        hear so then; a journal held by another engine may take its time."""
        if self._is_over():
            self.config.timeout_graceful_shutdown = OVER_S
            return True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then everything else."""
        self._end_streams()
        await super().shutdown([*(sockets or ()), *self._open_lines])


def serve(
    app: FastAPI,
    *,
    listener: socket.socket,
    tls: ssl.SSLContext | None = None,
    proxy: str = "",
    tell: Callable[[], None],
) -> FastAPI:
    """Run this application and those it hands over to, until a stop signal or until another engine
    leads; return the last one. `tell` is called once it listens. Client addresses from a proxy are
    trusted only if it is at `proxy`."""
    log_libraries()
    _allow_files()
    tell()
    lines = [listener]
    following: FastAPI | None = app
    while following is not None:
        served = following
        settle_memory()
        running = server_of(served, tls=tls, proxy=proxy)
        running.run(sockets=[line.dup() for line in lines])
        lines += running.more_lines
        handover: Handover = served.state.handover
        following = handover.next()
    for line in lines:
        line.close()
    return served


def address_of(host: str, listener: socket.socket, tls: ssl.SSLContext | None) -> str:
    """The address of a server that listens there: loopback if it listens everywhere, because no
    browser opens the wildcard address."""
    if host in EVERY_INTERFACE:
        host = LOOPBACK_HOSTS[EVERY_INTERFACE.index(host)]
    return f"{'https' if tls else 'http'}://{_with_port(host, listener)}"


def line_address(listener: socket.socket) -> str:
    """Where a hub listens to its properties, as their site files name it."""
    return _with_port(listener.getsockname()[0], listener)


def _with_port(host: str, listener: socket.socket) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{listener.getsockname()[1]}"


def server_of(
    app: FastAPI,
    *,
    tls: ssl.SSLContext | None = None,
    proxy: str = "",
    limits: ConnectionLimits | None = None,
) -> Server:
    """The server of an application, not yet running."""
    follows = getattr(app.state, "forwarder", None) is not None
    limits = limits or (FOLLOWER_LIMITS if follows else None)
    connections = Connections(limits, tls=tls, turns=getattr(app.state, "turns", None))
    config = config_of(
        app,
        loop="uvloop",
        lifespan="on",
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy.split(","),
        timeout_graceful_shutdown=STOP_S,
    )
    is_over = getattr(app.state, "is_over", lambda: False)  # setup leads nothing
    server = Server(config, connections, app.state.end_streams, is_over)
    app.state.handover.stop = server.stop
    app.state.listen_at = server.listen_at
    return server


def free_port(host: str, port: int) -> int:
    """The port if it is free, else 0, which means any."""
    try:
        bind_socket(host, port).close()
    except Refusal:
        return 0
    return port


def bind_socket(host: str, port: int) -> socket.socket:
    """Bind the socket before anything else starts, so a taken port is refused by name."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        family, kind, protocol, _, address = found
        # asyncio recognizes TCP by its protocol and then sends each answer at once: otherwise the
        # second half of an answer waits 40 ms for the first to be acknowledged.
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(WAITING_MOST)  # clients that get the address may connect at once
    except OSError as fault:
        raise Refusal(
            "ADDRESS_TAKEN", where=f"{host}:{port}", fault=fault.strerror or fault
        ) from None
    listener.set_inheritable(False)
    return listener


def _allow_files() -> None:
    """Raise the limit of open files to what connections need; a shell often allows half."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_MOST if hard == resource.RLIM_INFINITY else min(FILES_MOST, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # a sandbox may forbid it
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def tls_of(certificate: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """The TLS context for a certificate; without one, no TLS."""
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise Refusal("CERTIFICATE_WRONG", "certificate_key_go", where="--certificate, --key")
    try:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate, key)
    except (OSError, ValueError) as fault:
        where = f"{certificate}, {key}"
        raise Refusal("CERTIFICATE_WRONG", "said", where=where, fault=fault) from None
    return context
