"""Two rooms and their hub, each in its own process: the demonstration with several properties. They
talk over real TLS on loopback."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from pitboss.demo.running import open_room, shown_badges
from pitboss.demo.wide_folders import HUB, ROOMS, WideFolder, make_folders
from pitboss.live.running_site import open_running_site
from pitboss.refusal import Refusal, Told
from pitboss.web.access.admission import Access
from pitboss.web.screens.start import ShownBadge
from pitboss.web.shell import server
from pitboss.web.shell.addresses import Addresses
from pitboss.web.shell.log import log_to
from pitboss.web.shell.telling import BOARD_WORDS

# Browsers don't tell servers on one address apart, so each has its own.
HOSTS = {HUB: "127.0.0.1", "north": "127.0.0.2", "south": "127.0.0.3"}
PORT = 8080  # the hub's; the rooms have the next ones
STARTS_S = 120.0
_Said = tuple[str, list[ShownBadge] | Told]  # its badges, or why it doesn't start


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedPart:
    """A room or the hub, to open in a browser."""

    name: str
    title: str
    address: str
    badges: Sequence[ShownBadge]


class WideDemonstration:
    """The three of them, from start to end."""

    def __init__(self, place: Path, *, rng_seed: int, port: int | None = None) -> None:
        """A named port is used or refused. Without one, each takes its own or any free port."""
        self._context = get_context("spawn")
        self._rng_seed = rng_seed
        self._line = server.bind_socket(HOSTS[HUB], 0)
        self.folders = make_folders(place, address=server.line_address(self._line))
        self._listeners = {
            name: server.bind_socket(
                host, server.free_port(host, PORT + after) if port is None else port + after
            )
            for after, (name, host) in enumerate(HOSTS.items())
        }
        self._ports = {name: each.getsockname()[1] for name, each in self._listeners.items()}
        self._processes: list[SpawnProcess] = []

    def begin(self) -> list[StartedPart]:
        """Start all of them, the hub first; returns their addresses, or refuses if one ends."""
        heard, said = self._context.Pipe(duplex=False)
        watched, self._alive = self._context.Pipe(duplex=False)
        for name, listener in self._listeners.items():
            run, own = (run_hub, self._line) if name == HUB else (run_room, self._rng_seed)
            given = (name, self.folders[name], listener, said, watched, own)
            made = self._context.Process(target=run, args=given, name=name)
            made.start()
            self._processes.append(made)
        started = dict(self._heard(heard) for _ in self._listeners)
        self.close()  # each has its own by now
        return [self._part(name, badges) for name, badges in started.items()]

    def close(self) -> None:
        """Release the addresses in this process."""
        for listener in (self._line, *self._listeners.values()):
            listener.close()

    def _heard(self, heard: Connection) -> tuple[str, list[ShownBadge]]:
        """What the next of them says; refused if it can't start, or if one has already ended."""
        ended = [process.sentinel for process in self._processes]
        if heard in wait([heard, *ended], timeout=STARTS_S):
            message: _Said = heard.recv()
            name, badges = message
            if not isinstance(badges, Told):
                return name, badges
            raise Refusal("DEMONSTRATION_STOPPED", "room", where=name, because=badges)
        raise Refusal("DEMONSTRATION_STOPPED", where="demo-wide")

    def _part(self, name: str, badges: Sequence[ShownBadge]) -> StartedPart:
        address = f"http://{HOSTS[name]}:{self._ports[name]}"
        return StartedPart(name=name, title=ROOMS.get(name, name), address=address, badges=badges)

    def wait(self) -> None:
        """Wait until one of them has ended."""
        wait([process.sentinel for process in self._processes])

    def end(self) -> None:
        """Stop the rooms, which post what they have collected, then the hub."""
        hub, *rooms = self._processes
        for part in (rooms, [hub]):
            for process in part:
                process.terminate()
            for process in part:
                process.join()


def _stand_alone(watched: Connection) -> None:
    """A Ctrl-C is for the parent process; when the parent is gone, this one ends, too."""
    os.setpgid(0, 0)

    def watch() -> None:
        with suppress(EOFError, OSError):
            watched.recv()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="watch", daemon=True).start()


@contextmanager
def starting(name: str, said: Connection) -> Iterator[None]:
    """Pass on why a part doesn't start, such as a journal of another version, to the parent."""
    try:
        yield
    except Refusal as refusal:
        said.send((name, refusal.told))
        raise SystemExit(1) from None


def run_room(
    name: str,
    folder: WideFolder,
    listener: socket.socket,
    said: Connection,
    watched: Connection,
    rng_seed: int,
) -> None:
    """Run a room with simulated players, in its own process."""
    _stand_alone(watched)
    log_to(folder.path.with_suffix(".jsonl"))
    with starting(name, said):
        application, badges = open_room(
            folder.path,
            rng_seed=rng_seed,
            addresses=Addresses((), host=HOSTS[name]),
            house_key=folder.key(),
        )
    server.serve(application, listener=listener, tell=lambda: said.send((name, list(badges))))


def run_hub(
    name: str,
    folder: WideFolder,
    listener: socket.socket,
    said: Connection,
    watched: Connection,
    line: socket.socket,
) -> None:
    """Run the hub, in its own process."""
    _stand_alone(watched)
    log_to(folder.path.with_suffix(".jsonl"))
    with starting(name, said):
        running_site = open_running_site(folder.path, words=BOARD_WORDS)
        access = Access(folder.path, house_key=folder.key())
    badges = shown_badges(running_site, access)
    application = server.create_app(
        running_site,
        access,
        addresses=Addresses((), host=HOSTS[name]),
        house_key=folder.key(),
        line=line,
    )
    server.serve(application, listener=listener, tell=lambda: said.send((name, badges)))
