"""Those who are known and ask too much: each slows himself alone, and health waits for nobody."""

from __future__ import annotations

import asyncio
import os
import ssl
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager
from typing import Any

import httpx
import pytest

from pitboss.refusal import Refusal
from pitboss.web.screens import sign
from pitboss.web.screens.posted_page import bets_of
from pitboss.web.shell.connections import UNFINISHED_MOST, ConnectionLimits, Connections
from pitboss.web.shell.turns import (
    REST_MOST_S,
    LineLimits,
    RequestTurn,
    TurnCall,
    TurnLimits,
    Turns,
    WaitingLine,
)
from web.server_support import Site, Visitor, by_pin

from .lines import answer_of, connected

HOG_CONNECTIONS = 60


class Held:
    """The sign's page, held until it is let go; how many of them are made at once."""

    def __init__(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        self._go_on = threading.Event()
        self._begun = threading.Semaphore(0)
        self._counting = threading.Lock()
        self._now = self.most = 0

        def slow(*words: Any) -> Any:
            with self._counting:
                self._now += 1
                self.most = max(self.most, self._now)
            self._begun.release()
            self._go_on.wait(30)
            with self._counting:
                self._now -= 1
            return bets_of(*words)

        monkeypatch.setattr(sign, "bets_of", slow)
        self._site = site

    @contextmanager
    def hogged(self) -> Iterator[list[Any]]:
        """A sign's token asks for its page on many connections, several times on each."""
        token = self._site.access.add_device(kind="sign", table="C1", enrolled_by="E300", now_ms=1)[
            1
        ]
        asked = b"GET /sign/C1 HTTP/1.1\r\nHost: localhost\r\n"
        asked += f"Authorization: Bearer {token}\r\n\r\n".encode()
        with ExitStack() as stack:
            lines = []
            for _ in range(HOG_CONNECTIONS):
                lines.append(stack.enter_context(closing(connected(self._site.address))))
                lines[-1].sendall(asked * 4)
            assert self._begun.acquire(timeout=30)
            try:
                yield lines
            finally:
                self._go_on.set()


@pytest.fixture
def held(site: Site, monkeypatch: pytest.MonkeyPatch) -> Held:
    """The sign's page takes as long as a test wants."""
    return Held(site, monkeypatch)


def test_a_sign_that_asks_without_end_has_one_answer_made_at_once(site: Site, held: Held) -> None:
    console = site.visitor().enroll("console", "C1")
    with held.hogged():
        assert console.press("sign-in", table="C1", swipe=by_pin("D100")).status_code == 200
        assert console.load("/table/C1").status_code == 200
    assert held.most == 1


def test_another_sign_is_answered_beside_one_that_asks_without_end(site: Site, held: Held) -> None:
    other = site.visitor().enroll("sign", "C2")
    with held.hogged() as lines:
        style = other.load("/sign/themes/felt.css")
        assert style.status_code in (200, 404)  # answered, while the first one's page is not
        held._go_on.set()
        assert answer_of(lines[0]) == b"HTTP/1.1 200 OK"


def test_health_is_told_while_strangers_wait(site: Site) -> None:
    """As a load balancer asks, from the address of the flood."""
    turns: Turns = site.app.state.turns
    taken = turns.strangers.begin("127.0.0.1")
    assert taken is not None
    page = b"GET /sign-on HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connected(site.address))) for _ in range(50)]
        for line in lines:
            line.sendall(page)
        with httpx.Client(base_url=site.address) as balancer:
            assert balancer.get("/healthz").status_code == 200
        _on_loop(site, taken.end)
        assert answer_of(lines[0]) == b"HTTP/1.1 200 OK"


def test_who_waits_too_long_is_refused_by_name_and_told_when_to_ask_again(site: Site) -> None:
    turns: Turns = site.app.state.turns
    turns.people._limits = LineLimits(at_once=1, of_name=1, wait_s=0.0)
    supervisor = site.visitor().sign_on("S200")
    taken = turns.people.begin("badge S200")
    assert taken is not None
    answer = supervisor.request("GET", "/api/stream/pit")
    assert (answer.status_code, answer.json()["code"]) == (429, "REQUESTS_TOO_MANY")
    assert answer.headers["retry-after"] == "1"
    _on_loop(site, taken.end)
    assert supervisor.load("/pit").status_code == 200


def _on_loop(site: Site, call: Any) -> None:
    loop = site.running_site._loop
    assert loop is not None
    loop.call_soon_threadsafe(call)


# ---- lines --------------------------------------------------------------------------------------


def test_those_who_wait_are_called_name_by_name() -> None:
    order: list[str] = []

    async def ask(line: WaitingLine, name: str) -> None:
        turn = line.begin(name) or await line.wait(name, _call())
        assert turn is not None
        order.append(name)
        await asyncio.sleep(0)
        turn.end()

    async def play() -> None:
        line = WaitingLine(LineLimits(at_once=1, of_name=1, wait_s=30))
        asking = ["hog"] * 5 + ["a", "b"]
        await asyncio.gather(*(ask(line, name) for name in asking))

    asyncio.run(play())
    assert order == ["hog", "hog", "a", "b", "hog", "hog", "hog"]


def test_a_name_with_its_answers_under_way_is_passed_over() -> None:
    async def play() -> None:
        line = WaitingLine(LineLimits(at_once=3, of_name=2, wait_s=30))
        turns = [line.begin("hog"), line.begin("hog")]
        assert all(turns)
        assert line.begin("hog") is None
        assert isinstance(line.begin("other"), RequestTurn)

    asyncio.run(play())


def test_others_wait_while_a_table_is_answered() -> None:
    async def play() -> list[str]:
        turns, order = Turns(), []
        table, stranger = turns.tables.begin("console"), turns.strangers.begin("here")
        assert table is not None
        assert stranger is not None

        async def ask(line: WaitingLine, name: str) -> None:
            turn = line.begin(name) or await line.wait(name, _call())
            order.append(name)
            assert turn is not None
            turn.end()

        waiting = asyncio.create_task(ask(turns.strangers, "here"))
        await asyncio.sleep(0)
        stranger.end()
        await ask(turns.tables, "another console")
        table.end()
        await waiting
        return order

    assert asyncio.run(play()) == ["another console", "here"]


def test_who_has_gone_waits_no_longer() -> None:
    async def play() -> None:
        line = WaitingLine(LineLimits(at_once=1, of_name=1, wait_s=30))
        first = line.begin("hog")
        assert first is not None
        call = _call()
        waiting = asyncio.create_task(line.wait("hog", call))
        await asyncio.sleep(0)
        call.set_result(None)
        assert await waiting is None
        assert not line._waiting
        first.end()
        assert isinstance(line.begin("hog"), RequestTurn)

    asyncio.run(play())


def test_who_is_refused_leaves_the_line() -> None:
    async def play() -> None:
        line = WaitingLine(LineLimits(at_once=1, of_name=1, wait_s=0))
        first = line.begin("hog")
        assert first is not None
        with pytest.raises(Refusal, match="REQUESTS_TOO_MANY"):
            await line.wait("hog", _call())
        first.end()
        assert isinstance(line.begin("hog"), RequestTurn)

    asyncio.run(play())


def _call() -> TurnCall:
    return asyncio.get_running_loop().create_future()


# ---- places -------------------------------------------------------------------------------------


class Known:
    """A connection, as far as places go."""

    address = "127.0.0.1"
    identity = ""


def test_signs_and_people_leave_places_to_devices_at_tables() -> None:
    connections = Connections(ConnectionLimits(known=3, kept_for_tables=1, known_of_identity=2))
    places = []
    for identity, at_table in (("a", False), ("b", False), ("c", False), ("d", True), ("e", True)):
        connection: Any = Known()
        connections.add(connection)
        places.append(connections.recognize(connection, identity, at_table=at_table))
    assert places == [True, True, False, True, False]


def test_a_browser_that_has_signed_on_before_waits_for_no_stranger(site: Site) -> None:
    office, turns = site.visitor().sign_on("S200"), site.app.state.turns
    office.form("/sign-off", next="")
    turns.strangers._limits = LineLimits(at_once=0, of_name=1, wait_s=0.0)
    with browser_at(site, "127.0.0.2") as stranger:
        assert "REQUESTS_TOO_MANY" in stranger.load("/sign-on").text
    assert office.load("/sign-on").status_code == 200


@contextmanager
def browser_at(site: Site, address: str) -> Iterator[Visitor]:
    """A browser that nobody has signed on from, on another machine."""
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(base_url=site.address, transport=transport, timeout=30) as client:
        yield Visitor(client, site.access)


def test_a_new_browser_where_somebody_is_known_waits_for_no_stranger(site: Site) -> None:
    site.visitor().enroll("console", "C1")
    turns = site.app.state.turns
    turns.strangers._limits = turns.senders._limits = LineLimits(at_once=0, of_name=1, wait_s=0.0)
    assert site.visitor().sign_on("S200").load("/pit").status_code == 200


def test_a_new_browser_where_somebody_is_known_takes_no_persons_turn(site: Site) -> None:
    supervisor, turns = site.visitor().sign_on("S200"), site.app.state.turns
    turns.neighbors._limits = LineLimits(at_once=0, of_name=1, wait_s=0.0)
    assert "REQUESTS_TOO_MANY" in site.visitor().load("/sign-on").text
    assert supervisor.load("/pit").status_code == 200


def test_strangers_pins_leave_the_sign_on_page(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def check(badge: str, pin: str) -> bool:
        begun.set()
        return not go_on.wait(30)

    monkeypatch.setattr(site.access, "is_pin", check)
    with ExitStack() as stack:
        addresses = [f"127.0.0.{number}" for number in range(2, 7)]
        guessing, other = (
            [stack.enter_context(browser_at(site, address)) for address in addresses],
            stack.enter_context(browser_at(site, "127.0.0.9")),
        )
        for each in guessing:
            each.reload()
        threads = stack.enter_context(ThreadPoolExecutor(len(guessing)))
        stack.callback(go_on.set)
        for each in guessing:
            threads.submit(each.form, "/sign-on", badge="S200", pin="90210")
        assert begun.wait(30)
        assert other.load("/sign-on").status_code == 200


def test_strangers_pins_leave_the_core_to_whoever_presses(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_pin, priorities = site.access.is_pin, []

    def check(badge: str, pin: str) -> bool:
        priorities.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        return is_pin(badge, pin)

    monkeypatch.setattr(site.access, "is_pin", check)
    console = site.visitor().enroll("console", "C1")
    assert console.press("sign-in", table="C1", swipe=by_pin("D100")).status_code == 200
    site.visitor().sign_on("S200")
    at_console, stranger = priorities
    assert stranger > at_console == os.getpriority(os.PRIO_PROCESS, 0)


def rested(limits: LineLimits, *, took_s: float, next_name: str) -> tuple[bool, list[float]]:
    """Whether somebody is answered right behind an answer that took so long, and the rests."""
    rests: list[float] = []

    async def play() -> bool:
        loop = asyncio.get_running_loop()
        line = WaitingLine(limits)
        turn = line.begin("10.0.0.66")
        assert turn is not None
        turn._begun_s -= took_s
        loop.call_later = lambda delay_s, *_: rests.append(delay_s)  # type: ignore[assignment]
        turn.end()
        return line.begin(next_name) is not None

    return asyncio.run(play()), rests


def test_strangers_rest_by_the_work_that_they_ask_for() -> None:
    """Else those who ask without end have the whole processor."""
    limits = LineLimits(at_once=1, of_name=1, wait_s=30, rest=5.0)
    is_answered, (rest_s,) = rested(limits, took_s=0.02, next_name="10.0.0.7")
    assert not is_answered
    assert 0.1 <= rest_s <= REST_MOST_S
    assert rested(limits, took_s=60.0, next_name="10.0.0.7")[1] == [REST_MOST_S]


def test_a_sign_that_asks_without_end_rests_and_no_other_sign_does() -> None:
    limits = LineLimits(at_once=4, of_name=1, wait_s=30, rest_of_name=5.0)
    assert not rested(limits, took_s=0.02, next_name="10.0.0.66")[0]
    assert rested(limits, took_s=0.02, next_name="10.0.0.7")[0]


def test_whoever_plays_nothing_rests() -> None:
    limits = TurnLimits()
    assert limits.signs.rest_of_name > 0
    assert all(line.rest > 0 for line in (limits.neighbors, limits.strangers, limits.senders))


def test_a_crowd_of_strangers_that_fits_at_the_door_is_not_sent_away_to_come_again() -> None:
    """Each that is sent away connects anew, which costs more than to let him wait."""
    limits = ConnectionLimits()
    crowd = 2 * limits.strangers

    async def play() -> int:
        sent_away = 0

        class Line:
            def close(self) -> None:
                nonlocal sent_away
                sent_away += 1

        door = Connections(limits).door
        for number in range(crowd):
            line: Any = Line()
            door.receive(f"10.0.{number % 100}.1", line, lambda: None)
        found = sent_away
        door.close()
        return found

    assert asyncio.run(play()) == 0


# ---- handshakes ---------------------------------------------------------------------------------


class Shaking:
    """A connection that agrees on keys."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_cut = False

    def drop(self) -> None:
        self.is_cut = True


@pytest.fixture
def connections() -> Connections:
    """Those of a server with a certificate."""
    return Connections(tls=ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), turns=Turns())


def test_strangers_handshakes_wait_for_each_other_and_nobody_known_does(
    connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.web.shell.connections.HANDSHAKE_S", 30.0)
    order: list[str] = []

    async def shake_hands(address: str) -> None:
        connection: Any = Shaking(address)
        async with connections.handshake_turn(connection):
            order.append(address)

    async def play() -> None:
        first: Any = Shaking("10.0.0.66")
        connections.turns.know("10.0.0.8")
        async with connections.handshake_turn(first):
            waiting = asyncio.create_task(shake_hands("10.0.0.7"))
            await asyncio.sleep(0)
            await shake_hands("10.0.0.8")
        await waiting

    asyncio.run(play())
    assert order == ["10.0.0.8", "10.0.0.7"]


def test_a_handshake_that_is_not_finished_makes_room(
    connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.web.shell.connections.HANDSHAKE_S", 0.0)
    lines: list[Any] = [Shaking(f"10.0.0.{number}") for number in range(UNFINISHED_MOST + 1)]

    async def play() -> list[bool]:
        async with AsyncExitStack() as stack:
            for line in lines:
                await stack.enter_async_context(connections.handshake_turn(line))
            return [line.is_cut for line in lines]

    assert asyncio.run(play()) == [True, *[False] * UNFINISHED_MOST]


def test_a_handshake_that_fails_gives_its_turn_back_no_sooner(
    connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever breaks off has the next one at once, and the server signs without end."""
    monkeypatch.setattr("pitboss.web.shell.connections.HANDSHAKE_S", 30.0)

    async def play() -> None:
        line: Any = Shaking("10.0.0.66")
        with pytest.raises(ConnectionError):
            async with connections.handshake_turn(line):
                raise ConnectionError
        assert connections.turns.handshakes.begin("10.0.0.7") is None

    asyncio.run(play())
