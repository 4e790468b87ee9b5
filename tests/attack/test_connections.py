"""Connections that keep the server waiting, or send it too much: consoles go on."""

from __future__ import annotations

import asyncio
import gc
import queue
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import httpx
import pytest
import uvloop

from pitboss.web.access import records
from pitboss.web.access.issued import Secret
from pitboss.web.shell import app_life, log, middleware
from pitboss.web.shell.connections import ClientConnection, ConnectionLimits
from web.server_support import Site, by_pin, running
from web.test_process import own_certificate, served

from .lines import HALF, answer_of, connected, half_open, sent_until_cut

QUICK = ConnectionLimits(head_s=0.2, body_s=0.2, answer_s=0.2)
FEW = ConnectionLimits(strangers=10, strangers_of_address=5, known_of_identity=2)
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
BUFFERED = 20_000_000  # more than the system itself takes in before anybody reads
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large"


@pytest.fixture
def quick(folder: Path, keys: tuple[Path, dict[str, Secret]]) -> Iterator[Site]:
    """A site that waits for nobody."""
    with running(folder, keys[1], limits=QUICK) as site:
        yield site


@pytest.fixture
def few(folder: Path, keys: tuple[Path, dict[str, Secret]]) -> Iterator[Site]:
    """A site with few places for strangers."""
    with running(folder, keys[1], limits=FEW) as site:
        yield site


@pytest.mark.parametrize(
    "sent", [b"", HALF, b"POST /sign-on HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na"]
)
def test_who_does_not_go_on_is_hung_up_on(quick: Site, sent: bytes) -> None:
    with closing(connected(quick.address)) as line:
        line.sendall(sent)
        assert answer_of(line) == b""


def _answered(address: str) -> socket.socket:
    """A line with one answer behind it; a busy machine is itself too slow for some."""
    while True:
        line = connected(address)
        line.sendall(HEAD + b"\r\n")
        if answer_of(line) == b"HTTP/1.1 200 OK":
            return line
        line.close()


@pytest.mark.parametrize("sent", [HALF, b"\r\n"])
def test_a_second_half_request_on_a_connection_has_the_deadline(quick: Site, sent: bytes) -> None:
    with closing(_answered(quick.address)) as line:
        line.sendall(sent)
        assert answer_of(line) == b""


def test_half_requests_leave_consoles_and_newcomers_served(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    with half_open(site.address, 600):
        assert console.press("sign-in", table="C1", swipe=by_pin("D100")).status_code == 200
        for _ in range(3):
            with httpx.Client(base_url=site.address) as newcomer:
                assert newcomer.get("/healthz").status_code == 200


def test_the_longest_half_request_makes_room(few: Site) -> None:
    with half_open(few.address, 5) as lines, closing(connected(few.address)) as newcomer:
        newcomer.sendall(HEAD + b"\r\n")
        assert answer_of(newcomer) == b"HTTP/1.1 200 OK"
        assert answer_of(lines[0]) == b""  # and nobody else had to go
        lines[4].sendall(b"x\r\n\r\n")
        assert answer_of(lines[4]).startswith(b"HTTP/1.1 ")


def test_a_body_that_does_not_come_makes_room_too(few: Site) -> None:
    slow = b"POST /sign-on HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\na"
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connected(few.address))) for _ in range(5)]
        for line in lines:
            line.sendall(slow)
        newcomer = stack.enter_context(closing(connected(few.address)))
        newcomer.sendall(HEAD + b"\r\n")
        assert answer_of(newcomer) == b"HTTP/1.1 200 OK"
        assert answer_of(lines[0]) == b""


def test_who_takes_no_answers_is_hung_up_on_however_many_are_due(quick: Site) -> None:
    asked = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with closing(connected(quick.address)) as idle:
        idle.sendall(asked * 16)
        # Nobody reads, so the turn of this address is taken until the server hangs up.
        assert any(_is_served(quick.address) for _ in range(100))


def _is_served(address: str) -> bool:
    with httpx.Client(base_url=address) as newcomer, suppress(httpx.RemoteProtocolError):
        return newcomer.get("/healthz").status_code == 200
    return False


def test_a_device_with_many_connections_has_no_more_than_its_places(few: Site) -> None:
    token = few.access.add_device(kind="sign", table="C1", enrolled_by="E300", now_ms=1)[1]
    asked = HEAD + f"Authorization: Bearer {token}\r\n\r\n".encode()
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connected(few.address))) for _ in range(3)]
        for line in lines:
            line.sendall(asked)
            assert answer_of(line) == b"HTTP/1.1 200 OK"
        with half_open(few.address, 8):
            assert answer_of(lines[2]) == b""  # it had a stranger's place, and others took it
            for line in lines[:2]:
                line.sendall(asked)
                assert answer_of(line) == b"HTTP/1.1 200 OK"


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        HEAD + b"X-Long: " + b"a" * 40_000 + b"\r\n\r\n",
        HEAD + b"".join(b"X-%d: a\r\n" % number for number in range(5000)) + b"\r\n",
        HEAD + b"X-Long: " + b"a" * 200_000,
    ],
    ids=["address", "header", "many headers", "header without an end"],
)
def test_a_head_that_is_too_long_is_refused(site: Site, head: bytes) -> None:
    with closing(connected(site.address)) as line:
        with suppress(ConnectionError):  # it may hang up before the end
            line.sendall(head)
        assert answer_of(line) in (TOO_LONG, b"")
    assert site.visitor().load("/healthz").status_code == 200


def test_a_large_head_stops_being_read(site: Site) -> None:
    with closing(connected(site.address)) as line:
        line.sendall(HEAD + b"X-Long: ")
        assert sent_until_cut(line) < BUFFERED


def test_a_body_without_an_end_stops_being_read(site: Site) -> None:
    head = b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with closing(connected(site.address)) as line:
        line.sendall(head + b"1;")
        assert sent_until_cut(line) < BUFFERED


def test_requests_one_behind_the_other_have_a_limit(site: Site) -> None:
    with closing(connected(site.address)) as line:
        line.sendall((HEAD + b"\r\n") * 2000)
        whole = b""
        with suppress(ConnectionError):
            while part := line.recv(65_536):
                whole += part
        assert whole.count(b"HTTP/1.1 200") < 100


def test_who_agrees_on_no_keys_has_a_strangers_place(folder: Path, tmp_path: Path) -> None:
    words, trusted = own_certificate(tmp_path)
    with (
        served(folder, *words, verify=trusted) as server,
        half_open(server.address, 450) as lines,
    ):
        assert answer_of(lines[0]) == b""
        assert server.client.get("/healthz").status_code == 200


# ---- one request, the same to everybody on its way (RFC 9112) -----------------------------------

TWO = b"Content-Length: 3\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
POST = b"POST /sign-on HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.parametrize(
    "sent",
    [
        HEAD + b"Host: localhost\r\n\r\n",
        HEAD + b"Host: evil.example\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"GET /healthz\r\n\r\n",
        b"GET /healthz HTTP/2.0\r\nHost: localhost\r\n\r\n",
        POST + TWO + TWO + b"\r\nabc",
        POST + TWO + b"Content-Length: 4\r\n\r\nabcd",
        POST + b"Content-Length: 3, 3\r\n\r\nabc",
        POST + CHUNKED + TWO + b"\r\n3\r\nabc\r\n0\r\n\r\n",
        POST + TWO + CHUNKED + b"\r\n3\r\nabc\r\n0\r\n\r\n",
        POST + CHUNKED + CHUNKED + b"\r\n3\r\nabc\r\n0\r\n\r\n",
        POST.replace(b"1.1", b"1.0") + CHUNKED + b"\r\n3\r\nabc\r\n0\r\n\r\n",
        HEAD + b"X-Folded: a\r\n b\r\n\r\n",
        HEAD + b"X-Line: a\nX-Other: b\r\n\r\n",
        HEAD.replace(b"\r\n", b"\n") + b"\n",
        HEAD + b"X-Space : a\r\n\r\n",
    ],
    ids=[
        "the same Host twice", "two Hosts", "no Host", "HTTP/0.9", "HTTP/2 without its preface",
        "the same length twice", "two lengths", "a list of lengths", "chunked with a length",
        "a length with chunked", "chunked twice", "chunked in HTTP/1.0", "a folded header",
        "a bare line feed", "bare line feeds", "a space before the colon",
    ],
)  # fmt: skip
def test_a_request_that_could_be_read_in_two_ways_is_refused(site: Site, sent: bytes) -> None:
    with closing(connected(site.address)) as line:
        line.sendall(sent)
        assert answer_of(line) == b"HTTP/1.1 400 Bad Request"


# ---- the log ------------------------------------------------------------------------------------


def test_who_stalls_and_goes_away_is_no_fault_and_no_try(
    folder: Path, keys: tuple[Path, dict[str, Secret]], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: queue.Queue[tuple[str, dict[str, object]]] = queue.Queue()
    for module in (app_life, log, middleware, records):
        monkeypatch.setattr(module, "log", lambda event, **more: told.put((event, more)))
    monkeypatch.setattr(asyncio, "run", uvloop.run)  # as the product runs
    slow = (
        b"POST /api/commands/start-round HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na"
    )
    unread = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 16
    with running(folder, keys[1], limits=QUICK) as site:
        for sent, path in ((slow, "/api/commands/start-round"), (unread, "/api/openapi.json")):
            with closing(connected(site.address)) as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                line.sendall(sent)
                heard = [told.get(timeout=30)]
                while not heard[-1][1].get("gone"):
                    heard.append(told.get(timeout=30))
            assert heard[-1][1]["path"] == path
            assert {event for event, _ in heard} <= {"start", "lead", "request"}
    assert [event for event, _ in told.queue] == ["stop"]  # and nothing of it a second time


# ---- memory -------------------------------------------------------------------------------------


def test_connections_that_have_ended_are_forgotten_without_the_collector(site: Site) -> None:
    def left() -> int:
        return sum(type(each) is ClientConnection and each.is_gone for each in gc.get_objects())

    gc.disable()
    try:
        before = left()
        with half_open(site.address, 20), closing(connected(site.address)) as line:
            line.sendall((HEAD + b"\r\n") * 8 + HALF)
            assert answer_of(line) == b"HTTP/1.1 200 OK"
        for _ in range(100):  # until the server has seen all of them go
            assert _is_served(site.address)
            if left() <= before:
                break
        assert left() <= before + 1  # the last question has a connection of its own
    finally:
        gc.enable()
