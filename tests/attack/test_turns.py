"""Those who are known and ask too much: each slows himself alone, and health waits for nobody."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import httpx
import pytest

from pitboss.refusal import Refusal
from pitboss.web import sign
from pitboss.web.connections import ConnectionLimits, Connections
from pitboss.web.posted import bets_of
from pitboss.web.turns import LineLimits, RequestTurn, TurnCall, Turns, WaitingLine
from web.server_support import Site, by_pin

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
        connections.come(connection)
        places.append(connections.recognize(connection, identity, at_table=at_table))
    assert places == [True, True, False, True, False]


def test_a_browser_that_has_signed_on_before_waits_for_no_stranger(site: Site) -> None:
    office, turns = site.visitor().sign_on("S200"), site.app.state.turns
    office.form("/sign-off", next="")
    turns.strangers._limits = LineLimits(at_once=0, of_name=1, wait_s=0.0)
    assert "REQUESTS_TOO_MANY" in site.visitor().load("/sign-on").text
    assert office.load("/sign-on").status_code == 200


def test_handshakes_of_an_address_wait_for_each_other_unless_somebody_is_known_there() -> None:
    async def shake_hands() -> None:
        connections = Connections(turns=Turns())
        first = await connections.handshake_turn("10.0.0.66")
        second = asyncio.create_task(connections.handshake_turn("10.0.0.66"))
        other = await connections.handshake_turn("10.0.0.7")
        assert first is not None
        assert other is not None
        assert not second.done()
        connections._known_addresses["10.0.0.8"] = None
        assert await connections.handshake_turn("10.0.0.8") is None
        first.end()
        assert await asyncio.wait_for(second, 20) is not None

    asyncio.run(shake_hands())
