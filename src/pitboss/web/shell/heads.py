"""Checks a request's head before anything believes it: it must be small, and mean the same to every
proxy on its way (RFC 9112, sections 2.2, 2.3, 3, 6.1 and 6.3). The parser reads everything else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import NamedTuple

Headers = Sequence[tuple[bytes, bytes]]

SAFE = ("GET", "HEAD", "OPTIONS")  # they change nothing
END = b"\r\n\r\n"
EMPTY_LINES = b"\r\n"  # some clients send them before a request
_LINE = b"\r\n"
_BARE_END = re.compile(rb"(?<!\r)\n|\r(?=[^\n])")
_REQUEST_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+) ([!-~]+) HTTP/1\.([01])\r\n")
_FRAMING = re.compile(
    rb"\r\n(host|content-length|transfer-encoding|upgrade|cookie):[ \t]*([^\r]*)", re.IGNORECASE
)
_HOST = re.compile(rb"(?:[0-9A-Za-z._~-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?")
_ABSOLUTE = re.compile(rb"https?://([^/?#]*)", re.IGNORECASE)
_PORT_MOST = 65_535
_LENGTH_DIGITS = 9


class HeadError(ValueError):
    """A head to refuse."""

    def __init__(self, status: HTTPStatus = HTTPStatus.BAD_REQUEST) -> None:
        super().__init__(status)
        self.status = status


class RequestHead(NamedTuple):
    """The size of a request, from its head."""

    lines: int  # headers
    cookies: int
    body_bytes: int  # that follow it


def has_bare_end(head: bytes | bytearray, start: int) -> bool:
    """Whether a line ends in a bare line feed or carriage return; such a head may have no end."""
    return _BARE_END.search(head, max(start - 1, 0)) is not None


def read(head: bytes) -> RequestHead:
    """The size of a complete head, unless its end or its target is ambiguous."""
    asked = _REQUEST_LINE.match(head)
    if asked is None or has_bare_end(head, 0):
        raise HeadError
    method, target, minor = asked.groups()
    found: dict[bytes, list[bytes]] = {}
    for name, value in _FRAMING.findall(head, asked.end() - len(_LINE)):
        found.setdefault(name.lower(), []).append(value.rstrip(b" \t"))
    hosts = found.get(b"host", [])
    if len(hosts) > 1 or (minor == b"1" and not hosts) or not all(map(_is_host, hosts)):
        raise HeadError
    if not target.startswith(b"/"):
        absolute = _ABSOLUTE.match(target)
        if absolute is None or not hosts or absolute[1].lower() != hosts[0].lower():
            raise HeadError
    body_bytes = _body_bytes(found, is_newest=minor == b"1")
    if method == b"CONNECT" or (body_bytes and b"upgrade" in found):
        raise HeadError  # no upgrades here: it would be unclear whose the body is
    sent = b";".join(found.get(b"cookie", []))
    cookies = sent.count(b";") + 1 if b"cookie" in found else 0
    return RequestHead(head.count(_LINE) - 2, cookies, body_bytes)


def _body_bytes(found: dict[bytes, list[bytes]], *, is_newest: bool) -> int:
    """The length of the body. Chunked bodies are refused, since proxies have disagreed on their
    end: a request must state its length."""
    lengths, codings = found.get(b"content-length", []), found.get(b"transfer-encoding", [])
    if codings:
        is_chunked = (
            is_newest and not lengths and [each.lower() for each in codings] == [b"chunked"]
        )
        raise HeadError(HTTPStatus.LENGTH_REQUIRED if is_chunked else HTTPStatus.BAD_REQUEST)
    if not lengths:
        return 0
    if len(lengths) > 1 or not lengths[0].isdigit():
        raise HeadError
    if len(lengths[0]) > _LENGTH_DIGITS:
        raise HeadError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return int(lengths[0])


def cookie_in(headers: Headers, name: str) -> str:
    """One cookie by name; no others are read."""
    found = ""
    for header, value in headers:
        for each in value.split(b";") if header == b"cookie" else ():
            key, _, text = each.strip().partition(b"=")
            if key == name.encode():
                found = text.decode("latin-1")
    return found


def _is_host(value: bytes) -> bool:
    """A name or an address, maybe with a port; empty is allowed here and refused later."""
    found = _HOST.fullmatch(value)
    return not value or (found is not None and int(found[1] or 0) <= _PORT_MOST)
