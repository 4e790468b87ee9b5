"""A floor that says what a test tells it to say: the sign's page and a stream under its control."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import uvicorn
from fastapi import FastAPI
from fastapi.responses import StreamingResponse
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates

from pitboss.floor.state.signs import SignsState
from pitboss.rules.catalog import Paytables
from pitboss.site.model import Site
from pitboss.site.parse import parse_site
from pitboss.web.screens import sign
from pitboss.words.language import texts

WEB = Path(str(resources.files("pitboss.web")))


@cache
def words_of(language: str) -> dict[str, Any]:
    """All words of a language: there are thousands, and many floors."""
    return dict(texts(language))


class FakeFloor:
    """What has been said is said again to whoever comes later, as the real hub does."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.app = FastAPI()
        self.app.state.running_site = SimpleNamespace(
            site=site,
            folder=folder,
            paytables=Paytables(),
            signs=SignsState(),
            now_ms=lambda: 0,
        )
        self.app.state.pages = Jinja2Templates(directory=WEB / "templates")
        self.speak("en")
        self.app.include_router(sign.router)
        self.app.get("/api/stream/sign/{table}")(self._stream)
        self.app.get("/api/stream/wall")(self._stream)
        self.app.mount("/static", StaticFiles(directory=WEB / "static"))
        self._said: dict[str, bytes] = {}
        self._watchers: set[asyncio.Queue[bytes]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.address = ""

    def speak(self, language: str) -> None:
        """Pages that are opened from now on are in this language."""
        said = {"words": words_of(language), "csrf": "", "language": language}
        self.app.state.pages.env.globals.update(said)

    def say(self, kind: str, picture: dict[str, Any]) -> None:
        """A message to every page that watches."""
        message = f"event: {kind}\ndata: {json.dumps(picture)}\n\n".encode()
        self._said[f"{kind} {picture.get('table') or picture.get('jackpot')}"] = message
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._tell, message)

    def _tell(self, message: bytes) -> None:
        for watcher in self._watchers:
            watcher.put_nowait(message)

    async def _stream(self) -> StreamingResponse:
        waiting: asyncio.Queue[bytes] = asyncio.Queue()
        for message in self._said.values():
            waiting.put_nowait(message)
        self._watchers.add(waiting)

        async def told() -> AsyncIterator[bytes]:
            while message := await waiting.get():
                yield message

        return StreamingResponse(told(), media_type="text/event-stream")

    @contextmanager
    def running(self) -> Iterator[FakeFloor]:
        """Serve on a free port of this machine."""
        config = uvicorn.Config(self.app, host="127.0.0.1", port=0, log_level="error")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=self._run, args=(server,), daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the fake floor did not start"
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        yield self
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._tell, b"")
        server.should_exit = True
        thread.join()

    def _run(self, server: uvicorn.Server) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await server.serve()

        asyncio.run(serve())


def site_of(text: str) -> Site:
    """A site from its text."""
    return parse_site(text)


# ---- pictures -----------------------------------------------------------------------------------


def level(name: str, cents: int, **other: Any) -> dict[str, Any]:
    """One level of a jackpot's picture."""
    return {
        "level": name,
        "name": name.capitalize(),
        "meter_cents": cents,
        "maximum_cents": None,
        "pending": [],
    } | other


def hand(
    words: str, pay: str, cents: int, *, source: str = "tray", envy: int = 0
) -> dict[str, Any]:
    """One posted award of a jackpot's picture."""
    return {
        "outcome": words.lower().replace(" ", "_"),
        "outcomes": [words.lower().replace(" ", "_")],
        "hand": words,
        "hand_long": words,
        "pay": pay,
        "from": source,
        "pays_cents": cents,
        "envy_cents": envy or None,
        "shared": False,
        "takes_all_of": pay.removeprefix("100% ").lower() if pay.startswith("100%") else "",
    }


def jackpot(name: str, levels: list[dict[str, Any]], **other: Any) -> dict[str, Any]:
    """A jackpot's picture."""
    return {
        "seq": "1",
        "jackpot": name,
        "title": "Multi-game progressive ML03",
        "kind": "progressive",
        "wager_cents": 100,
        "suspended": False,
        "stopped": False,
        "training": False,
        "levels": levels,
        "hands": [],
        "notices": [],
        "tells_reserve": False,
        "last_day": "",
        "footnotes": [],
        "after_start": "remove",
    } | other


def winner(words: str, cents: int, **other: Any) -> dict[str, Any]:
    """One of the last winners of a jackpot."""
    return {
        "award": f"{words} {cents}",
        "table": "C1",
        "level": "mega",
        "level_name": "Mega",
        "hand": words,
        "hand_long": words,
        "cents": cents,
        "at_ms": 1_699_900_000_000,
    } | other


def winners(
    name: str, *last: dict[str, Any], undone: Sequence[str] = (), seq: str = "1"
) -> dict[str, Any]:
    """The last winners of a jackpot."""
    return {"seq": seq, "jackpot": name, "winners": list(last), "undone": list(undone)}


def table(phase: str, **other: Any) -> dict[str, Any]:
    """A table's picture, as far as a sign looks at it."""
    return {
        "seq": "1", "table": "C1", "phase": phase, "training": False, "awards": [], "hands": 0,
        "round_open": phase in ("open", "marked", "recorded"),
    } | other  # fmt: skip


def award(
    words: str, *, seat: int, meter: int = 0, tray: int = 0, house: int = 0
) -> dict[str, Any]:
    """A recorded award."""
    return {
        "award": f"C1-7-{seat}",
        "seat": seat,
        "sensor": 1,
        "jackpot": "rooms",
        "outcome": words.lower().replace(" ", "_"),
        "hand": words,
        "hand_long": words,
        "level": "mega" if meter else "",
        "level_name": "Mega" if meter else "",
        "meter_cents": meter,
        "house_cents": house,
        "tray_cents": tray,
        "stake_cents": 0,
        "total_cents": meter + tray + house,
        "restarts": bool(meter),
        "status": "recorded",
    }
