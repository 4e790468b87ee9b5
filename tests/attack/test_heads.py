"""Heads of requests: small before they are parsed, and the same to everybody on their way."""

from __future__ import annotations

import re
from contextlib import closing, suppress

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.web.shell import heads
from pitboss.web.shell.connections import ClientConnection
from web.server_support import Site

from .lines import answer_of, connected

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /sign-on HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large"
BAD = b"HTTP/1.1 400 Bad Request"
NO_LENGTH = b"HTTP/1.1 411 Length Required"
GOOD = b"HTTP/1.1 200 OK"


def answer_to(site: Site, sent: bytes) -> bytes:
    """The first line of the first answer to some bytes."""
    with closing(connected(site.address)) as line:
        with suppress(ConnectionError):  # it may hang up before the end
            line.sendall(sent)
        return answer_of(line)


def statuses_of(site: Site, sent: bytes) -> list[bytes]:
    """The status of every answer to some bytes, until the server hangs up after the last one."""
    with closing(connected(site.address)) as line:
        line.sendall(sent + GET + b"Connection: close\r\n\r\n")
        whole = b""
        while part := line.recv(65_536):
            whole += part
    return re.findall(rb"HTTP/1[.]1 ([0-9]+)", whole)


# ---- small --------------------------------------------------------------------------------------


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What the parser was given: a number of bytes each time."""
    found: list[int] = []
    whole = HttpToolsProtocol.data_received

    def counting(self: HttpToolsProtocol, data: bytes) -> None:
        found.append(len(data))
        whole(self, data)

    monkeypatch.setattr(HttpToolsProtocol, "data_received", counting)
    return found


@pytest.mark.parametrize(
    "head",
    [
        GET + b"a:\r\n" * 64 + b"\r\n",  # with Host one too many
        GET + b"a:\r\n" * 31_000 + b"\r\n",
        GET + b"a:" + b" " * 40_000 + b"\r\n\r\n",
        GET + b"a: " + b"a" * 40_000,
        b"GET /" + b"a" * 40_000,
    ],
    ids=["65 headers", "thousands of headers", "spaces", "no end of a header", "no end of a line"],
)
def test_a_large_head_is_refused_before_parsing(site: Site, parsed: list[int], head: bytes) -> None:
    assert answer_to(site, head) in (TOO_LARGE, b"")
    assert parsed == []


def test_as_many_headers_as_there_may_be_are_read(site: Site) -> None:
    assert answer_to(site, GET + b"a:\r\n" * 63 + b"\r\n") == GOOD


def test_what_is_too_large_is_said_by_name(site: Site) -> None:
    with closing(connected(site.address)) as line:
        line.sendall(GET + b"a:\r\n" * 64 + b"\r\n")
        whole = b""
        while part := line.recv(4096):
            whole += part
    assert whole.endswith(
        b"too large: at most 32,768 bytes, 64 headers, 64 cookies."
        b" Delete other servers' cookies, or ask for less at once"
    )


@pytest.mark.parametrize(
    ("cookies", "answer"),
    [
        (b"Cookie: " + b"a;" * 16_000 + b"\r\n", TOO_LARGE),
        (b"Cookie: " + b"a; " * 64 + b"a\r\n", TOO_LARGE),
        ((b"Cookie: " + b"a; " * 9 + b"a\r\n") * 7, TOO_LARGE),
        (b"Cookie: " + b"a; " * 63 + b"a\r\n", GOOD),
    ],
    ids=["thousands", "65", "70 in seven headers", "64"],
)
def test_many_cookies_are_refused(site: Site, cookies: bytes, answer: bytes) -> None:
    assert answer_to(site, GET + cookies + b"\r\n") == answer


def test_only_the_cookie_that_is_asked_for_is_read() -> None:
    sent = [(b"cookie", b'other="\\"; pitboss_session=one'), (b"cookie", b"a; pitboss_device=two")]
    assert heads.cookie_in(sent, "pitboss_session") == "one"
    assert heads.cookie_in(sent, "pitboss_device") == "two"
    assert heads.cookie_in(sent, "session") == ""


@pytest.mark.parametrize(
    "body",
    [b"0\r\n\r\n", b"1\r\na\r\n" * 1_001, b"0\r\nX-Forwarded-For: 10.5.0.1\r\n\r\n"],
    ids=["an empty one", "very many chunks", "a trailer"],
)
def test_a_body_in_chunks_has_to_say_its_length(site: Site, parsed: list[int], body: bytes) -> None:
    assert answer_to(site, CHUNKED + body) == NO_LENGTH
    assert parsed == []


@pytest.mark.parametrize("length", [b"1048577", b"9" * 30])
def test_a_body_too_long_is_not_waited_for(site: Site, parsed: list[int], length: bytes) -> None:
    head = POST + b"Content-Length: " + length + b"\r\n\r\n"
    assert answer_to(site, head) == b"HTTP/1.1 413 Request Entity Too Large"
    assert parsed == []


def test_a_head_that_comes_byte_by_byte_is_read(site: Site) -> None:
    with closing(connected(site.address)) as line:
        for byte in GET + b"\r\n":
            line.sendall(bytes([byte]))
        assert answer_of(line) == GOOD


def test_requests_one_behind_the_other_are_answered_one_by_one(site: Site) -> None:
    body = POST + b"Content-Length: 3\r\n\r\nabc"
    sent = GET + b"\r\n" + body + b"\r\n" + GET + b"\r\n"
    assert statuses_of(site, sent) == [b"200", b"403", b"200", b"200"]  # the form has no token


def test_a_request_behind_another_is_parsed_when_that_is_answered(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []
    parse, answered = HttpToolsProtocol.data_received, ClientConnection.end_answer

    def parsing(self: HttpToolsProtocol, data: bytes) -> None:
        happened.append("parsed")
        parse(self, data)

    def answering(self: ClientConnection) -> None:
        happened.append("answered")
        answered(self)

    monkeypatch.setattr(HttpToolsProtocol, "data_received", parsing)
    monkeypatch.setattr(ClientConnection, "end_answer", answering)
    assert statuses_of(site, (GET + b"\r\n") * 2) == [b"200"] * 3
    assert happened == ["parsed", "answered"] * 3


# ---- the same to everybody (RFC 9112) -----------------------------------------------------------


@pytest.mark.parametrize(
    "sent",
    [
        GET.replace(b"/healthz", b"http://evil.example/healthz") + b"\r\n",
        GET.replace(b"/healthz", b"http://localhost:1/healthz") + b"\r\n",
        GET.replace(b"/healthz", b"http://x@localhost/healthz") + b"\r\n",
        GET.replace(b"/healthz", b"ftp://localhost/healthz") + b"\r\n",
        b"GET http://evil.example/healthz HTTP/1.0\r\n\r\n",
        GET.replace(b"GET /healthz", b"CONNECT localhost:80") + b"\r\n",
        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: gzip\r\n\r\n",
        GET.replace(b"GET ", b"GET  ") + b"\r\n",
        GET.replace(b" HTTP", b"  HTTP") + b"\r\n",
        GET.replace(b"GET ", b"GET\t") + b"\r\n",
        GET.replace(b"1.1\r", b"1.1 \r") + b"\r\n",
        POST + b"Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: 3\r\n\r\nabc",
        GET.replace(b"GET", b"CONNECT") + b"\r\n",
        POST + b"Content-Length: +3\r\n\r\nabc",
        POST + b"Content-Length:\r\n 3\r\n\r\nabc",
        GET + b"X-Line: a\rHost: evil.example\r\n\r\n",
    ],
    ids=[
        "another host's address", "another port's address", "an address with a name",
        "another scheme's address", "an address without a Host", "a tunnel", "gzip, chunked",
        "gzip", "two spaces",
        "two spaces at the end", "a tab", "a space at the end", "a body of an upgrade",
        "a tunnel to a path", "a length with a sign", "a folded length",
        "a bare carriage return",
    ],
)  # fmt: skip
def test_what_could_be_read_in_two_ways_is_refused(site: Site, sent: bytes) -> None:
    assert answer_to(site, sent) in (BAD, b"")


@pytest.mark.parametrize(
    "host",
    [
        "evil@localhost", "localhost@evil", "localhost/evil", "localhost?x", "localhost#x",
        "localhost:99999x", "localhost:99999", "localhost:", "localhost, evil", "[localhost]",
        "local%68ost", "::1",
    ],
)  # fmt: skip
def test_what_is_no_host_is_refused(site: Site, host: str) -> None:
    sent = GET.replace(b"localhost", host.encode())
    assert answer_to(site, sent + b"\r\n") == BAD


@pytest.mark.parametrize(
    "sent",
    [
        b"\r\n\r\n" + GET,
        GET.replace(b"/healthz", b"http://localhost/healthz"),
        GET.replace(b"/healthz", b"HTTP://LOCALHOST/healthz"),
        GET.replace(b"localhost", b"[::1]:65535"),
        GET + b"Connection: Upgrade\r\nUpgrade: h2c\r\n",
    ],
    ids=["empty lines", "our own address", "in capitals", "IPv6", "an upgrade that is left"],
)
def test_what_has_one_meaning_is_answered(site: Site, sent: bytes) -> None:
    assert statuses_of(site, (sent + b"\r\n") * 2) == [b"200"] * 3
