"""A request from a follower to the leading engine; sent in a thread."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from msgspec import Struct

from pitboss.journal.sql_statements import refuse_unsure
from pitboss.refusal import Refusal, say

CONNECT_S = 2.0
ANSWER_S = 10.0  # more than an engine takes to say that it doesn't know
STREAM = "text/event-stream"


class LeaderRequest(Struct, frozen=True, kw_only=True):
    """The request: `target` is the path with its query."""

    method: str
    target: str
    headers: Sequence[tuple[str, str]] = ()
    body: bytes = b""


class LeaderAnswer(Struct, frozen=True, kw_only=True):
    """The leader's answer. A stream has no end, so it isn't read."""

    status: int
    headers: Sequence[tuple[str, str]]
    body: bytes
    is_stream: bool = False


def ask_leader(address: str, request: LeaderRequest, *, answer_s: float = ANSWER_S) -> LeaderAnswer:
    """Send a request and wait for the answer. Refused with LEADER_UNREACHABLE if nothing was sent,
    and with JOURNAL_UNSURE if nobody knows what became of it."""
    connection = _connection(address)
    try:
        _connect(connection, address)
        connection.sock.settimeout(answer_s)
        try:
            _send(connection, request)
            answer = connection.getresponse()
            is_stream = answer.headers.get_content_type() == STREAM
            return LeaderAnswer(
                status=answer.status,
                headers=answer.getheaders(),
                body=b"" if is_stream else answer.read(),
                is_stream=is_stream,
            )
        except (OSError, HTTPException) as fault:
            raise refuse_unsure(address, say("LEADER_BROKE_OFF", fault=fault)) from fault
    finally:
        connection.close()


def netloc_of(address: str) -> str:
    """The leading engine's host and port, as a Host header has it."""
    return urlsplit(address).netloc


def refuse_unreachable(address: str, case: str, **values: object) -> Refusal:
    """Nothing was sent, so nothing was done."""
    return Refusal("LEADER_UNREACHABLE", case, where=address or "engine", **values)


def _connection(address: str) -> HTTPConnection:
    try:
        found = urlsplit(address)
        host, port = found.hostname, found.port
    except ValueError:
        host = None
    if not host:
        raise refuse_unreachable(address, "no_address")
    if found.scheme == "https":
        # SSL_CERT_FILE names a house's own authority.
        return HTTPSConnection(host, port, timeout=CONNECT_S, context=ssl.create_default_context())
    return HTTPConnection(host, port, timeout=CONNECT_S)


def _connect(connection: HTTPConnection, address: str) -> None:
    try:
        connection.connect()
    except OSError as fault:
        raise refuse_unreachable(address, "fails", fault=fault.strerror or fault) from fault


def _send(connection: HTTPConnection, request: LeaderRequest) -> None:
    """Send exactly the given headers, plus the length and the host."""
    connection.putrequest(
        request.method, request.target, skip_host=_has(request, "host"), skip_accept_encoding=True
    )
    for name, value in request.headers:
        connection.putheader(name, value)
    connection.putheader("Connection", "close")
    if request.body or request.method not in ("GET", "HEAD"):
        connection.putheader("Content-Length", str(len(request.body)))
    connection.endheaders(request.body or None)


def _has(request: LeaderRequest, name: str) -> bool:
    return any(each.lower() == name for each, _ in request.headers)
