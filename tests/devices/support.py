"""Devices at the tables of a running site."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pitboss.devices.emulator import Enrolled, HttpWire, Wire, enroll, first_number, send
from pitboss.devices.signals import Beat, Signal
from pitboss.devices.words import signal_of
from pitboss.floor.state.floor import State, TableState
from pitboss.journal import Row
from pitboss.journal.codec import events_of
from pitboss.live.clocks import clock_ms
from web.server_support import Site

PATIENCE_S = 30
AGAIN_S = 0.01  # between two looks: what is waited for needs the processor
Found = TypeVar("Found")


def enrolled(site: Site, kind: str, table: str, *seats: int, replaces: str = "") -> Enrolled:
    """A new device, by a code of the office."""
    code = site.access.make_code(
        kind=kind,
        table=table,
        now_ms=clock_ms(),
        seats=seats,
        replaces=replaces,
    )
    return enroll(site.address, code)


class Speaker:
    """An emulated device that says one line at a time."""

    def __init__(self, device: Enrolled, wire: Wire | None = None) -> None:
        self.device = device
        self.wire = wire or HttpWire(device)
        self.last = first_number()

    def turn_to(self, device: Enrolled) -> None:
        """Speak to a server that has another address now."""
        self.device, self.wire = device, HttpWire(device)

    def say(self, text: str) -> str:
        """What became of a line: ok, or the code of its refusal."""
        self.last += 1
        return self.send(signal_of(text, kind=self.device.kind, n=self.last))

    def send(self, signal: Signal) -> str:
        """What became of a signal."""
        (heard,) = send(self.wire, [signal])["heard"]
        return heard["code"] or "ok"

    def lights(self) -> dict[str, str]:
        """How the lights shine, by seat and sensor."""
        self.last += 1
        shining = send(self.wire, [Beat(n=self.last)])["lights"]
        return {f"{light['seat']}.{light['sensor']}": light["light"] for light in shining}


def until(found: Callable[[], Found], expected: Found) -> None:
    """Ask until it is so."""
    end = time.monotonic() + PATIENCE_S
    while (seen := found()) != expected and time.monotonic() < end:
        time.sleep(AGAIN_S)
    if seen == expected:
        return
    raise AssertionError(f"{expected!r} expected, {seen!r} is what stays")


def look(site: Site, question: Callable[[State], Found]) -> Found:
    """Ask the state of a running site."""
    return site.running_site._engine.look(question).result(10)


def table_of(site: Site, table: str) -> TableState:
    """A table as it stands."""
    return look(site, lambda state: state.table(table))


def kinds(site: Site) -> list[str]:
    """What has happened, by kind."""
    return [event.kind for row in rows(site) for event in events_of(row.events)]


def rows(site: Site) -> list[Row]:
    """The journal so far."""

    async def read() -> list[Row]:
        return site.running_site._reader._rows(0, 1000)

    return asyncio.run(read())


def swipe(site: Site, badge: str) -> str:
    """The line that swipes a badge."""
    return f"swipe {site.cards[badge].track}"


def made_certificates(folder: Path) -> None:
    """A house's own CA, and the broker's certificate from it."""
    for words in (
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=House -keyout ca.key -out ca.pem",
        "req -newkey rsa:2048 -nodes -subj /CN=broker -keyout broker.key -out broker.csr"
        " -addext subjectAltName=IP:127.0.0.1",
        "x509 -req -in broker.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2"
        " -copy_extensions copy -out broker.pem",
    ):
        subprocess.run(
            ["openssl", *words.split()], cwd=folder, check=True, stderr=subprocess.DEVNULL
        )
