"""Servers of one site in processes of their own, and what their journal says afterwards."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from uuid import uuid4

import httpx

from pitboss.audit import audit
from pitboss.floor.facts import engines
from pitboss.journal import every_row
from pitboss.journal.codec import events_of
from pitboss.journal.place import JournalPlace
from pitboss.live.clocks import clock_ms
from pitboss.live.folder import read_folder
from pitboss.web.access.admission import Access

from .forked import Forked
from .server_support import PINS

WAIT_S = 60
PRESS_S = 0.05
AGAIN_S = 0.02  # between two looks: what is waited for needs the processor


class Standing:
    """A `serve`, with these words, in a process of its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.process = Forked("serve", "--site", str(folder), "--port", "0", *words)
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

    def watch(self, path: str, token: str) -> httpx.Response:
        """What the device with this token reads; without one, a stranger."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.client.get(path, headers=headers)

    def until_unfit(self, token: str) -> None:
        """Wait until it says that it could not lead."""
        while (told := self.watch("/healthz", token)).status_code == httpx.codes.OK:
            time.sleep(AGAIN_S)
        assert told.json()["cannot_lead"] == "JOURNAL_DAMAGED"
        assert "\npitboss_journal_available 0\n" in self.watch("/metrics", token).text

    def until_stands_by(self) -> None:
        """Wait until it is well, and another leads."""
        while (self.health(leader=True), self.health(leader=False)) != (503, httpx.codes.OK):
            assert self.process.poll() is None
            time.sleep(AGAIN_S)


class TableAtPlay:
    """A table that plays in a thread, at whichever server answers: a press is repeated with its id
    until it is acknowledged."""

    def __init__(self, token: str, servers: Sequence[Standing]) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        urls = [server.client.base_url for server in servers]
        self._clients = [httpx.Client(base_url=url, headers=headers, timeout=2) for url in urls]
        self.acknowledged: list[str] = []
        self._ending = Event()
        self._thread = Thread(target=self._play)
        self._thread.start()

    def until_answered(self) -> None:
        """Wait until one more round has been played, begun after this moment."""
        enough = len(self.acknowledged) + 4
        while len(self.acknowledged) < enough:
            assert self._thread.is_alive()
            self._thread.join(0.01)

    def end(self) -> None:
        """Stop, answered or not."""
        self._ending.set()
        self._thread.join()
        for client in self._clients:
            client.close()

    def _play(self) -> None:
        self._press("sign-in", swipe={"badge": "D100", "pin": "4061"})
        while not self._ending.is_set():
            self._press("start-round", spots=[{"seat": 1, "sensor": 1}])
            self._press("end-round")

    def _press(self, command: str, **more: object) -> None:
        body = {"command_id": f"{command}-{uuid4()}", "table": "C1", **more}
        while not self._ending.wait(PRESS_S):
            with suppress(httpx.TransportError):
                answer = self._clients[0].post(f"/api/commands/{command}", json=body).json()
                if answer["accepted"]:
                    self.acknowledged.append(str(body["command_id"]))
                    return
            self._clients.reverse()


@contextmanager
def playing(token: str, *servers: Standing) -> Iterator[TableAtPlay]:
    table = TableAtPlay(token, servers)
    try:
        yield table
    finally:
        table.end()


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
    return device_token(folder, database, kind="console", table="C1")


def device_token(folder: Path, database: str, *, kind: str, table: str = "") -> str:
    """The token of a device that is enrolled before a server begins."""
    with closing(Access(folder, database)) as access:
        return access.add_device(kind=kind, table=table, enrolled_by="E300", now_ms=clock_ms())[1]


def signed_in(client: httpx.Client, token: str, command_id: str) -> httpx.Response:
    body = {"command_id": command_id, "table": "C1", "swipe": {"badge": "D100", "pin": "4061"}}
    headers = {"Authorization": f"Bearer {token}"}
    return client.post("/api/commands/sign-in", json=body, headers=headers)


def check_sound(folder: Path, database: str, *, epochs: int) -> list[str]:
    """The journal proves whole, and every engine has begun in its turn; the ids of all commands
    that were not refused."""
    with closing(JournalPlace(folder, database)()) as journal:
        audit(journal, paytables=read_folder(folder).paytable_lookup)
        rows = list(every_row(journal))
    happened = [event for row in rows for event in events_of(row.events)]
    began = [event.epoch for event in happened if isinstance(event, engines.EngineBegan)]
    assert began == list(range(1, epochs + 1))
    return [row.command_id for row in rows if '"kind":"command-refused"' not in row.events]
