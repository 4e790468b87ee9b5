"""A small site in a folder, and visitors to its server."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from argon2 import PasswordHasher
from fastapi import FastAPI

from pitboss.live.clocks import clock_ms
from pitboss.live.running_site import RunningSite, open_running_site
from pitboss.web.access import pins
from pitboss.web.access.admission import Access
from pitboss.web.access.issued import Secret
from pitboss.web.shell.connections import ConnectionLimits
from pitboss.web.shell.server import bind_socket, create_app, server_of
from pitboss.web.shell.telling import BOARD_WORDS

STARTER = Path(__file__).parents[2] / "src" / "pitboss" / "site" / "starter.toml"
SEVENS = 'jackpots = ["sevens"]'
OLDER_KEYPAD = 'keypad = "aquarius"'
PINS = {
    "D100": "4061", "D101": "4062", "S200": "4063", "E300": "4064", "A400": "4065", "U600": "4067",
}  # fmt: skip
SERVERS_HASHER: PasswordHasher = pins._HASHER  # tests themselves take the quick one
QUICK_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ANSWER_S = 300  # a busy machine is slow; pytest ends what hangs
CSRF = re.compile(r'<meta name="csrf" content="([0-9a-f]{64})">')


def make_site(folder: Path) -> Path:
    """A folder with the site file that the product starts a house with."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "site.toml").write_text(starter_with_key(), "utf-8")
    return folder


def starter_with_key() -> str:
    """The product's first site file; its blackjack table trains on an older keypad with a key."""
    text = STARTER.read_text("utf-8")
    assert SEVENS in text
    return text.replace(SEVENS, f"{SEVENS}\n{OLDER_KEYPAD}", 1)


def move_site(folder: Path, profile: str) -> None:
    """Put a site under the law of another jurisdiction, before it opens."""
    file = folder / "site.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace('profile = "washington"', f'profile = "{profile}"'), "utf-8")


@dataclass(frozen=True)
class Site:
    """A site that runs in this process, on a port of its own."""

    running_site: RunningSite
    access: Access
    cards: dict[str, Secret]
    address: str
    client: httpx.Client
    app: FastAPI

    def visitor(self) -> Visitor:
        """A new browser."""
        return Visitor(self.client, self.access)

    def watch(self, path: str) -> httpx.Response:
        """What an enrolled system reads."""
        _, token = self.access.add_device(
            kind="system", table="", enrolled_by="E300", now_ms=clock_ms()
        )
        return self.client.get(path, headers={"Authorization": f"Bearer {token}"})


def make_keys(folder: Path) -> dict[str, Secret]:
    """Cards and known PINs for everybody; a hash takes its time, so this is done once."""
    access = Access(make_site(folder))
    cards = {badge: access.issue(badge) for badge in PINS}
    for badge, pin in PINS.items():
        access.set_pin(badge, pin)
    access.close()
    return cards


@contextmanager
def running(
    folder: Path,
    cards: dict[str, Secret],
    *,
    broker: str = "",
    witnesses: Sequence[str] = (),
    limits: ConnectionLimits | None = None,
) -> Iterator[Site]:
    """Run a site, until the test is over."""
    running_site = open_running_site(folder, words=BOARD_WORDS)
    access = Access(folder)
    app = create_app(running_site, access, broker=broker, witnesses=witnesses)
    server = server_of(app, limits=limits)
    listener = bind_socket("127.0.0.1", 0)
    listener.listen()  # who connects before the server runs waits for it
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
    thread.start()
    try:
        with httpx.Client(base_url=address, timeout=ANSWER_S) as client:
            yield Site(running_site, access, cards, address, client, app)
    finally:
        server.should_exit = True
        thread.join()


class Visitor:
    """A browser of its own: cookies, and the token of the page it has loaded."""

    def __init__(self, client: httpx.Client, access: Access) -> None:
        self._client = client
        self._access = access
        self.cookies: dict[str, str] = {}
        self.csrf = ""

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask, with this browser's cookies and nobody else's."""
        client = self._client
        client.cookies.clear()
        headers = dict(more.pop("headers", {}))
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = client.request(method, path, headers=headers, follow_redirects=False, **more)
        for line in answer.headers.get_list("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
            if not value:
                del self.cookies[name]
        client.cookies.clear()
        return answer

    def load(self, path: str = "/sign-on") -> httpx.Response:
        """Load a page, and keep its token."""
        answer = self.request("GET", path)
        found = CSRF.search(answer.text)
        if found:
            self.csrf = found[1]
        return answer

    def form(self, path: str, **fields: str) -> httpx.Response:
        """Send a form of a page."""
        if not self.csrf:
            self.reload()
        before = dict(self.cookies)
        answer = self.request("POST", path, data={"csrf": self.csrf, **fields})
        if self.cookies != before:  # as a browser does, which follows to the next page
            self.reload()
        return answer

    def reload(self) -> None:
        """Take the token of a page that this browser may load: of its session, where it has one."""
        self.load("/pin" if self.cookies.get("pitboss_session") else "/sign-on")

    def sign_on(self, badge: str) -> Visitor:
        """Sign on with the badge's PIN."""
        answer = self.form("/sign-on", badge=badge, pin=PINS[badge])
        assert answer.status_code == 303, answer.text
        return self

    def enroll(self, kind: str, table: str) -> Visitor:
        """Become a device of a table."""
        code = self._access.make_code(kind=kind, table=table, now_ms=clock_ms())
        answer = self.form("/enroll", code=code)
        assert answer.status_code == 303, answer.text
        return self

    def post(self, path: str, body: dict[str, Any], **headers: str) -> httpx.Response:
        """POST JSON as a page does."""
        if not self.csrf:
            self.reload()
        sent = {"X-CSRF-Token": self.csrf, **headers}
        return self.request("POST", path, json=body, headers=sent)

    def press(self, name: str, **body: Any) -> httpx.Response:
        """Ask for a command."""
        return self.post(f"/api/commands/{name}", {"command_id": str(uuid4()), **body})


def by_pin(badge: str) -> dict[str, str]:
    """A swipe by badge and PIN."""
    return {"badge": badge, "pin": PINS[badge]}


def code_of(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of an answer."""
    return answer.status_code, answer.json()["code"]
