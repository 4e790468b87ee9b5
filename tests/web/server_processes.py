"""Servers of one site in processes of their own, and what their journal says afterwards."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx

from pitboss.audit import audit
from pitboss.floor.facts.engines import EngineBegan
from pitboss.journal import every_row
from pitboss.journal.codec import events_of
from pitboss.journal.place import JournalPlace
from pitboss.live.folder import clock_ms, read_folder
from pitboss.web.access import Access

from .server_support import PINS

WAIT_S = 60
AGAIN_S = 0.02  # between two looks: what is waited for needs the processor


class Standing:
    """A `serve`, with these words, in a process of its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", "serve", "--site", str(folder), "--port", "0",
             *words],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.told = next(line.rstrip() for line in self.process.stdout if "http://" in line)
        self.client = httpx.Client(base_url=self.told.rpartition(" ")[2], timeout=WAIT_S)

    def health(self, *, leader: bool) -> int:
        """The status of its health; 0 while nobody listens, as when it begins anew."""
        with suppress(httpx.TransportError):
            return self.client.get("/healthz?leader" if leader else "/healthz").status_code
        return 0

    def until_leads(self) -> None:
        """Wait until it leads."""
        while self.health(leader=True) != httpx.codes.OK:
            assert self.process.poll() is None
            time.sleep(AGAIN_S)


@contextmanager
def standing(folder: Path, *words: str, role: str = "--standby") -> Iterator[Standing]:
    made = Standing(folder, role, *words)
    try:
        yield made
    finally:
        made.client.close()
        made.process.kill()
        made.process.communicate()


def known(folder: Path, database: str) -> str:
    """Everybody has a PIN, and table C1 a console: its token."""
    with closing(Access(folder, database)) as access:
        for badge, pin in PINS.items():
            access.set_pin(badge, pin)
        return access.add_device(kind="console", table="C1", enrolled_by="E300", now_ms=clock_ms())[
            1
        ]


def signed_in(client: httpx.Client, token: str, command_id: str) -> httpx.Response:
    body = {"command_id": command_id, "table": "C1", "swipe": {"badge": "D100", "pin": "4061"}}
    headers = {"Authorization": f"Bearer {token}"}
    return client.post("/api/commands/sign-in", json=body, headers=headers)


def check_sound(folder: Path, database: str, *, epochs: int) -> None:
    """The journal proves whole, and every engine has begun in its turn."""
    with closing(JournalPlace(folder, database)()) as journal:
        audit(journal, paytables=read_folder(folder).paytable_lookup)
        happened = [event for row in every_row(journal) for event in events_of(row.events)]
    began = [event.epoch for event in happened if isinstance(event, EngineBegan)]
    assert began == list(range(1, epochs + 1))
