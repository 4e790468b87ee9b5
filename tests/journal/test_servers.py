"""Several servers are named: who hangs is asked once, and again when it answers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from pitboss.journal import servers
from pitboss.journal.servers import HANGS_S, first_of, servers_in

NAMED = {"host": "one,two,three", "port": "5432", "user": "pitboss"}
WAIT_S = 20.0


class Clock:
    """A time that passes only where somebody waits; sleeping gives others their turn."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.may_look = threading.Semaphore(0)

    def monotonic(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        assert self.may_look.acquire(timeout=WAIT_S)


class Machines:
    """Servers by name: what each says. One that hangs takes two seconds."""

    def __init__(self, clock: Clock, **says: str) -> None:
        self._clock = clock
        self.says = says
        self.asked: list[str] = []

    def connect(self, **parameters: Any) -> Any:
        name = parameters["host"]
        self.asked.append(name)
        if self.says[name] == "hangs":
            self._clock.now_s += 2 * HANGS_S
        if self.says[name] != "takes writes":
            raise psycopg.OperationalError(f"{name} {self.says[name]}")
        return self

    def close(self) -> None:
        """As a connection does."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    made = Clock()
    monkeypatch.setattr(servers, "time", made)
    monkeypatch.setattr(servers, "_left_out", set())
    yield made
    made.may_look.release(100)


def test_a_server_that_hangs_is_left_out_until_it_answers(clock: Clock) -> None:
    floor = Machines(clock, one="is read-only", two="hangs", three="is read-only")
    with pytest.raises(psycopg.OperationalError, match=r"one is read-only\ntwo hangs\nthree is"):
        first_of(floor.connect, NAMED)
    floor.asked.clear()
    floor.says["three"] = "takes writes"
    first_of(floor.connect, NAMED)
    assert floor.asked == ["one", "three"]
    floor.says["two"] = "is read-only"
    clock.may_look.release()
    while servers._left_out:
        pass
    floor.asked.clear()
    first_of(floor.connect, NAMED)
    assert floor.asked == ["one", "two", "three"]


def test_where_all_hang_all_are_asked(clock: Clock) -> None:
    floor = Machines(clock, one="hangs", two="hangs", three="hangs")
    for _ in range(2):
        with pytest.raises(psycopg.OperationalError, match="one hangs"):
            first_of(floor.connect, NAMED)
    assert floor.asked == ["one", "two", "three"] * 2


def test_who_refuses_at_once_is_asked_again(clock: Clock) -> None:
    floor = Machines(clock, one="is read-only", two="is read-only", three="takes writes")
    for _ in range(2):
        first_of(floor.connect, NAMED)
    assert floor.asked == ["one", "two", "three"] * 2


def test_each_server_has_its_own_port_or_all_have_one() -> None:
    assert [
        (each["host"], each["port"]) for each in servers_in({"host": "a,b", "port": "1,2"})
    ] == [
        ("a", "1"),
        ("b", "2"),
    ]
    assert [each["port"] for each in servers_in(NAMED)] == ["5432"] * 3
    assert servers_in({"dbname": "floor"}) == [{"dbname": "floor", "host": None, "port": None}]
    numbered = {"host": "a,b", "hostaddr": "10.0.0.1,10.0.0.2"}
    assert servers_in(numbered) == [numbered]


class Cluster:
    """Servers by name, each a primary or a replica, or not there."""

    def __init__(self, **is_replica: bool) -> None:
        self._is_replica = is_replica
        self.asked: list[tuple[str, str]] = []

    def connect(self, **parameters: Any) -> str:
        name: str = parameters["host"]
        wanted: str = parameters["target_session_attrs"]
        self.asked.append((name, wanted))
        if name not in self._is_replica:
            raise psycopg.OperationalError(f"{name} is not there")
        if wanted == "standby" and not self._is_replica[name]:
            raise psycopg.OperationalError(f"{name} is not in hot standby mode")
        return name


PREFERRING = {**NAMED, "target_session_attrs": "prefer-standby"}


def test_who_prefers_a_replica_gets_one_where_the_primary_is_named_first(clock: Clock) -> None:
    cluster = Cluster(one=False, two=True, three=True)
    assert first_of(cluster.connect, PREFERRING) == "two"  # type: ignore[type-var]


def test_who_prefers_a_replica_gets_the_primary_where_there_is_none(clock: Clock) -> None:
    cluster = Cluster(three=False)
    assert first_of(cluster.connect, PREFERRING) == "three"  # type: ignore[type-var]
    assert cluster.asked == [
        *((name, "standby") for name in ("one", "two", "three")),
        *((name, "any") for name in ("one", "two", "three")),
    ]
