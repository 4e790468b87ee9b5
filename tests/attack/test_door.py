"""The door: a crowd of strangers is let in one by one, address by address."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import pytest

from pitboss.web.shell import door
from pitboss.web.shell.door import Door

CROWD, VISITOR = "10.0.0.66", "10.0.0.7"


class Doorway:
    """A door, and who has come in by it."""

    def __init__(self, *, places: int = 100, places_of_address: int = 100) -> None:
        self.door = Door(places, places_of_address)
        self.inside: list[str] = []
        self._lines: list[socket.socket] = []

    def come(self, address: str) -> socket.socket:
        line = socket.socket()
        self._lines.append(line)
        self.door.receive(address, line, partial(self.inside.append, address))
        return line

    def end(self) -> None:
        self.door.close()
        for line in self._lines:
            line.close()


def played(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


def test_the_first_comes_in_at_once_and_the_next_address_before_the_rest_of_a_crowd(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(door, "PAUSE_S", 0.0)

    async def play() -> None:
        way = Doorway()
        for _ in range(3):
            way.come(CROWD)
        way.come(VISITOR)
        assert way.inside == [CROWD]
        while len(way.inside) < 4:
            await asyncio.sleep(0)
        assert way.inside == [CROWD, CROWD, VISITOR, CROWD]
        way.end()

    played(play)


def test_who_is_recognized_lets_the_next_one_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PAUSE_S", 3600.0)

    async def play() -> None:
        way = Doorway()
        for _ in range(3):
            way.come(CROWD)
        way.door.hurry()
        assert way.inside == [CROWD, CROWD]
        way.end()

    played(play)


def test_where_too_many_wait_the_crowds_oldest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PAUSE_S", 3600.0)

    async def play() -> None:
        way = Doorway(places=3)
        way.come(VISITOR)
        visitor = way.come(VISITOR)
        crowd = [way.come(CROWD) for _ in range(3)]
        assert [line.fileno() < 0 for line in crowd] == [True, False, False]
        way.come(
            VISITOR.replace("7", "8")
        )  # it takes the place of one of the crowd, not of another
        assert [line.fileno() < 0 for line in crowd] == [True, True, False]
        assert visitor.fileno() >= 0
        way.door.close()
        assert visitor.fileno() < 0
        way.end()

    played(play)
