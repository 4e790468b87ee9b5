"""Fifty tables at play: what they press, at whichever engine answers, and what they were told."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from uuid import uuid4

from bench import web

ROUND_S, AGAIN_S, ANSWER_S = 1.0, 0.1, 2.0
LISTEN_S = 120.0  # longer than an engine sleeps
NO_ANSWER = "no answer"


@dataclass(frozen=True, slots=True)
class Yes:
    """An answer that a command is done."""

    at_s: float
    command: str
    command_id: str
    place: str  # who gave it


@dataclass
class Load:
    """All tables. `places` are the addresses where each may ask, by name."""

    places: Sequence[Mapping[str, tuple[str, int]]]
    tokens: Mapping[str, str]
    tracks: Mapping[str, str]
    yes: list[Yes] = field(default_factory=list)
    late: list[Yes] = field(default_factory=list)  # to consoles that had asked elsewhere since
    codes: Counter[str] = field(default_factory=Counter)
    over: bool = False

    async def table(self, number: int) -> None:
        """Rounds without end; each press is repeated with its id until it is answered."""
        name = f"T{number}"
        console = Console(self, name, self.places[number % len(self.places)])
        await console.press("sign-in", swipe={"track": self.tracks[name]})
        await asyncio.sleep(number / len(self.tokens) * ROUND_S)
        while not self.over:
            await console.press("start-round", spots=web.SPOTS)
            await asyncio.sleep(ROUND_S / 2)
            await console.press("end-round")
            await asyncio.sleep(ROUND_S / 2)

    def gap_s(self, since_s: float, *, places: Sequence[str] = ()) -> float:
        """The longest time without an answer from a moment on; of some places, or of all."""
        answers = [each.at_s for each in self.yes if not places or each.place in places]
        moments = [since_s, *(at_s for at_s in answers if at_s > since_s), time.monotonic()]
        return max(later - sooner for sooner, later in pairwise(moments))

    def said_since(self, since_s: float, place: str = "") -> int:
        """How often a place, or any, has said yes from a moment on."""
        answers = (*self.yes, *self.late)
        return sum(each.at_s > since_s and place in ("", each.place) for each in answers)


class Console:
    """A table's console: it stays where it was answered, and looks further where it was not; what
    it asked before it goes on listening for."""

    def __init__(self, load: Load, table: str, places: Mapping[str, tuple[str, int]]) -> None:
        self._load = load
        self._table = table
        token = load.tokens[table]
        self._posters = {
            name: web.Poster(port, token, host=host) for name, (host, port) in places.items()
        }
        self._names = list(places)
        self._listening: set[asyncio.Task[Yes | None]] = set()

    async def press(self, command: str, **more: object) -> None:
        """Press until it is done."""
        body: dict[str, object] = {"command_id": str(uuid4()), "table": self._table, **more}
        while not await self._asked(command, body):
            self._names.append(self._names.pop(0))
            await asyncio.sleep(AGAIN_S)

    async def _asked(self, command: str, body: dict[str, object]) -> bool:
        asking = asyncio.create_task(self._answer(self._names[0], command, body))
        self._listening.add(asking)
        asking.add_done_callback(self._listening.discard)
        await asyncio.wait({asking}, timeout=ANSWER_S)
        if not asking.done():
            asking.add_done_callback(self._hear_late)
            self._load.codes[NO_ANSWER] += 1
            return False
        answer = asking.result()
        if answer is None:
            return False
        self._load.yes.append(answer)
        return True

    def _hear_late(self, asking: asyncio.Task[Yes | None]) -> None:
        if not asking.cancelled() and (answer := asking.result()) is not None:
            self._load.late.append(answer)

    async def _answer(self, place: str, command: str, body: dict[str, object]) -> Yes | None:
        """What a place says; None unless it is yes."""
        try:
            async with asyncio.timeout(LISTEN_S):
                answer = await self._posters[place](f"/api/commands/{command}", body)
        except (OSError, EOFError, TimeoutError, ValueError, IndexError):
            answer = {"code": NO_ANSWER}
        if answer.get("accepted"):
            return Yes(time.monotonic(), command, str(body["command_id"]), place)
        self._load.codes[str(answer.get("code", "unreadable"))] += 1
        return None
