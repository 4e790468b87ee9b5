"""Serves a folder: setup until it has a site, then its floor, first in training, then for money.
One process and one address throughout."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import typer
from fastapi import FastAPI

from pitboss.books.book_check import need_rows_of_books
from pitboss.cli import paper
from pitboss.cli.paper import command_text
from pitboss.engine.leadership import STANDBY_SILENT, STANDING_BY
from pitboss.journal.place import JournalPlace
from pitboss.live.clocks import clock_ms
from pitboss.live.folder import SITE_FILE, has_room, read_site_text
from pitboss.live.house_key import HouseKey, house_key_file
from pitboss.live.identity import this_machine
from pitboss.live.running_site import RunningSite, open_running_site
from pitboss.live.training import set_training_aside
from pitboss.refusal import Refusal
from pitboss.site.parse import parse_site
from pitboss.site.wide_parts import host_and_port
from pitboss.web.access.admission import Access
from pitboss.web.setup.draft_file import awaits_setup
from pitboss.web.shell import server
from pitboss.web.shell.addresses import Addresses
from pitboss.web.shell.handover import Handover
from pitboss.web.shell.log import log
from pitboss.web.shell.telling import BOARD_WORDS
from pitboss.web.shell.waiting_app import create_waiting_app
from pitboss.words.language import WORDS
from pitboss.words.sentences import fill

# Temporary failures, as when a database fails over; the server tries again.
AWAY = frozenset({"JOURNAL_UNAVAILABLE", "JOURNAL_UNSURE", "ACCESS_UNAVAILABLE"})
AGAIN_S = 0.5
FIRST_PINS_FILE = "first-pins.txt"
OWNER_ONLY = 0o600
ADDRESS = "{address}"  # in a greeting, until it is known
ELSEWHERE = "{elsewhere}"


class ServedFolder:
    """A folder and the options its server was started with."""

    def __init__(
        self,
        folder: Path,
        *,
        host: str,
        addresses: Sequence[str] = (),
        database: str = "",
        replay: bool = False,
        broker: str = "",
        vault_key: Path | None = None,
        house_key: Path | None = None,
        witnesses: Sequence[str] = (),
        standby: bool = False,
        follow: bool = False,
        line: str = "",
    ) -> None:
        self._folder = folder
        self._host = host
        self._addresses = Addresses(addresses, host=host)
        self._standby = standby
        self._follow = follow
        self._address = addresses[0] if addresses else ""  # what others need to reach this engine
        self._database = database
        self._replay = replay
        self._broker = broker
        self._vault_key = vault_key
        self._house_key = HouseKey(house_key_file(house_key), site_folder=folder)
        if house_key is not None:
            self._house_key.need_outside()
        self._witnesses = witnesses
        self._line = line  # where a hub listens to its properties
        self._listens: socket.socket | None = None
        self._greeting: list[str] = []

    def serve(self, *, port: int, certificate: Path | None, key: Path | None, proxy: str) -> None:
        """Serve until a stop signal or until another engine leads; if this one should then stand
        by, start over."""
        tls = server.tls_of(certificate, key)
        listener = server.bind_socket(self._host, port)
        port = listener.getsockname()[1]
        address = server.address_of(self._host, listener, tls)
        if self._line:
            self._listens = server.bind_socket(*host_and_port(self._line))
        self._address = self._address or address
        try:
            app: FastAPI | None = self.make_application()
        except BaseException:
            listener.close()
            self._hang_up()
            raise
        while app is not None:
            last = server.serve(
                app, listener=listener, tls=tls, proxy=proxy, tell=lambda: self._tell(address)
            )
            # Nobody listens before it stands by, so requests go to the other engine at once.
            app = self._again(last)
            if app is not None:
                listener = server.bind_socket(self._host, port)
        self._hang_up()

    def _hang_up(self) -> None:
        """Release the address of the line."""
        if self._listens is not None:
            self._listens.close()

    def _again(self, served: FastAPI) -> FastAPI | None:
        """What follows an application that stopped; nothing if someone stopped it."""
        running_site: RunningSite | None = getattr(served.state, "running_site", None)
        over = running_site.tenure.over if running_site is not None else None
        if over is None or (over.code == STANDING_BY and not self._standby):
            return None  # told to stop or to hand over
        # The engine that should lead hasn't started, and may hold the lock anyway.
        self._standby = self._standby or over.code == STANDBY_SILENT
        if not (self._standby or self._follow):
            raise over
        log("over", code=over.code, reason=over.reason)
        return self._anew()

    def _anew(self) -> FastAPI:
        """The floor, once its store can be reached. Nothing else restarts this server during a
        database failover."""
        last_code = ""
        while True:
            try:
                return self._floor()
            except Refusal as refusal:
                if refusal.code not in AWAY:
                    raise
                if refusal.code != last_code:
                    last_code = refusal.code
                    log("waits", code=refusal.code, where=refusal.where, reason=refusal.reason)
            time.sleep(AGAIN_S)

    def make_application(self, *, address: str = "", let_in: str = "") -> FastAPI:
        """Setup if there is no site yet, else the floor. `address` comes from the application
        before; `let_in` is the token of the browser that may set up."""
        is_new = not (self._database or self._follow or self._line) and awaits_setup(self._folder)
        made = self._setup(let_in) if is_new else self._floor_or_wait()
        if address:
            self._tell(address)
        return made

    def _setup(self, let_in: str) -> FastAPI:
        from pitboss.web.setup.setup_app import create_setup_app  # a floor starts without it

        app = create_setup_app(
            self._folder, addresses=self._addresses, opens=self._floor, let_in=let_in
        )
        code = app.state.keys.code
        known = {"folder": str(self._folder), "code": code}
        known |= {"address": ADDRESS, "elsewhere": ELSEWHERE}
        self._greeting = [fill(line, known) for line in WORDS["commands"]["serve"]["setup"]]
        return app

    def _floor_or_wait(self) -> FastAPI:
        """The floor; on a full disk, an application that says so until there is room."""
        try:
            return self._floor()
        except Refusal as refusal:
            if self._database or refusal.code not in AWAY or has_room(self._folder):
                raise
            log("waits", code=refusal.code, where=refusal.where, reason=refusal.reason)
            self._greeting = [f"{refusal}", command_text("serve.no_room", address=ADDRESS)]
            return create_waiting_app(self._folder, refusal, self._floor_or_wait)

    def _floor(self) -> FastAPI:
        if not self._follow:
            need_kind(self._folder, is_hub=self._listens is not None)
        if not (self._follow or self._standby):
            need_rows_of_books(JournalPlace(self._folder, self._database), self._folder)
        running_site = open_running_site(
            self._folder,
            database=self._database,
            words=BOARD_WORDS,
            with_snapshot=not self._replay,
            standby=self._standby,
            follow=self._follow,
            identity=this_machine(self._address, self._witnesses),
        )
        with ExitStack() as on_failure:
            on_failure.callback(_let_go, running_site)
            access = Access(
                self._folder, self._database, read_only=self._follow, house_key=self._house_key
            )
            on_failure.callback(access.close)
            if running_site.tenure.leads:
                _issue_missing(running_site, access)
            on_failure.pop_all()
        self._greeting = _greeting(running_site, access, self._folder)
        if self._listens is not None:
            line = server.line_address(self._listens)
            self._greeting.append(command_text("serve.line", line=line))
        return server.create_app(
            running_site,
            access,
            addresses=self._addresses,
            broker=self._broker,
            vault_key=self._vault_key,
            house_key=self._house_key,
            witnesses=self._witnesses,
            handover=Handover(None if self._database or self._follow else self._for_money),
            line=self._listens and self._listens.dup(),
            on_lead=lambda: _issue_missing(running_site, access),
        )

    def _for_money(self) -> FastAPI:
        """The floor for money, once its training is over."""
        aside = set_training_aside(self._folder, at_ms=clock_ms())
        typer.echo(command_text("serve.opens", folder=aside))
        return self._floor()

    def _tell(self, address: str) -> None:
        found = self._addresses.elsewhere(address)
        elsewhere = command_text("serve.elsewhere", addresses=found) if found else ""
        said = "\n".join(self._greeting)
        typer.echo(said.replace(ADDRESS, address).replace(ELSEWHERE, elsewhere))


def _let_go(running_site: RunningSite) -> None:
    """Close an unserved floor in its own thread: this one may be running an event loop."""
    closing = threading.Thread(target=lambda: asyncio.run(running_site.close()))
    closing.start()
    closing.join()


def need_kind(folder: Path, *, is_hub: bool) -> None:
    """Require `pitboss hub` for a hub and `pitboss serve` for any other site."""
    file = folder / SITE_FILE
    if not file.is_file():
        return  # told when it is opened
    found = parse_site(read_site_text(file), file=str(file)).hub is not None
    if found and not is_hub:
        raise Refusal("SITE_IS_HUB", where=str(file))
    if is_hub and not found:
        raise Refusal("SITE_NO_HUB", where=str(file))


def _greeting(running_site: RunningSite, access: Access, folder: Path) -> list[str]:
    """The address, and the next step while nothing is enrolled."""
    if not running_site.tenure.leads:
        leader = running_site.leader
        found = f"{leader.name}, {leader.address}" if leader else ""
        name = "serve.follows" if running_site.follows else "serve.standby"
        any_leader = "" if leader else "_any"
        return [command_text(f"{name}{any_leader}", leader=found, address=ADDRESS)]
    first = command_text("serve.serves", site=running_site.site.name, address=ADDRESS)
    if access.devices() or running_site.site.hub is not None:
        return [first]
    table = next((each.table for each in running_site.site.tables), "TABLE")
    places = [
        ("supervisors", "/sign-on", "by_pin"),
        ("console", "/enroll", "by_code"),
        ("sign", "/enroll", "by_code_too"),
    ]
    if running_site.only_trains:
        places.append(("for_money", "/setup", "by_pin"))
    rows = [
        (
            command_text(f"serve.{who}"),
            f"{ADDRESS}{path}",
            command_text(f"serve.{how}", folder=folder, table=table),
        )
        for who, path, how in places
    ]
    return [first, *paper.lined_up(rows, indent="  ", wraps=False)]


def _issue_missing(running_site: RunningSite, access: Access) -> None:
    """Issue missing PINs and card codes and show them once: on the screen, or in an owner-only file
    if there is no terminal. They are never logged."""
    missing = access.without_pin(iter(running_site.badges))
    if not missing:
        return
    words = WORDS["commands"]["serve"]
    rows = [tuple(words["pin_heads"])]
    for badge in missing:
        made, who = access.issue(badge), running_site.badges[badge]
        rows.append((badge, who.name, who.role, made.pin, made.track))
    lines = paper.lined_up(rows, wraps=False)
    if sys.stdout.isatty():
        typer.echo("\n".join([*words["pins"], *lines]))
        return
    file = running_site.folder / FIRST_PINS_FILE
    with file.open("a", encoding="utf-8") as private:
        os.fchmod(private.fileno(), OWNER_ONLY)
        private.write("\n".join([*lines, ""]))
    typer.echo(command_text("serve.pins_in", file=file))
