"""The head of a request, judged before it is believed: it has to be small, and must say the same to
every proxy on its way. What the parser leaves to us of RFC 9112, sections 2.3, 3, 6.1 and 7.1.2."""

from __future__ import annotations

import re
from collections.abc import Sequence

Headers = Sequence[tuple[bytes, bytes]]

SAFE = ("GET", "HEAD", "OPTIONS")  # they change nothing
END = b"\r\n\r\n"
EMPTY_LINES = b"\r\n"  # some clients send them before a request
_LINE = b"\r\n"
_BARE_FEED = re.compile(rb"(?<!\r)\n")
_REQUEST_LINE = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+ [!-~]+ HTTP/[0-9]\.[0-9]")
_HOST = re.compile(rb"(?:[0-9A-Za-z._~-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?")
_ABSOLUTE = re.compile(rb"https?://([^/?#]*)", re.IGNORECASE)
_PORT_MOST = 65_535


def header_lines_of(head: bytes | bytearray) -> int:
    """How many headers a head has, before anybody reads them; it is whole."""
    return head.count(_LINE) - 2


def has_bare_feed(head: bytes | bytearray, start: int) -> bool:
    """Whether a line ends by a line feed alone; such a head may have no end."""
    return _BARE_FEED.search(head, max(start - 1, 0)) is not None


def check_request_line(head: bytes | bytearray) -> None:
    """Refuse a first line that is not three words with a single space between them."""
    if _REQUEST_LINE.fullmatch(head, 0, head.index(_LINE)) is None:
        raise ValueError("the request line has three words")


def check_framing(version: str, target: bytes, headers: Headers) -> None:
    """Refuse a request whose end, or for whom it is, could be read in two ways."""
    hosts = _values(headers, b"host")
    if version not in ("1.0", "1.1") or len(hosts) > 1 or (version == "1.1" and not hosts):
        raise ValueError("one Host is needed")
    if hosts and not _is_host(hosts[0]):
        raise ValueError("this is no Host")
    if not target.startswith(b"/"):
        absolute = _ABSOLUTE.match(target)
        if absolute is None or not hosts or absolute[1].lower() != hosts[0].lower():
            raise ValueError("the address is another host's")
    codings = _values(headers, b"transfer-encoding")
    if codings and (version == "1.0" or [each.lower() for each in codings] != [b"chunked"]):
        raise ValueError("a body is chunked, or as long as its length")


def cookies_in(headers: Headers) -> int:
    """How many cookies a head has."""
    return sum(value.count(b";") + 1 for value in _values(headers, b"cookie"))


def cookie_in(headers: Headers, name: str) -> str:
    """One cookie by its name; nobody else's are read."""
    found = ""
    for value in _values(headers, b"cookie"):
        for each in value.split(b";"):
            key, _, text = each.strip().partition(b"=")
            if key == name.encode():
                found = text.decode("latin-1")
    return found


def length_of(headers: Headers) -> int | None:
    """How long the body is; none where it comes in chunks, and has its end in itself."""
    if _values(headers, b"transfer-encoding"):
        return None
    lengths = _values(headers, b"content-length")
    return int(lengths[0]) if lengths else 0


def _values(headers: Headers, name: bytes) -> list[bytes]:
    return [value for each, value in headers if each == name]


def _is_host(value: bytes) -> bool:
    """A name or an address, and maybe a port; empty is nobody's name, which is told later on."""
    found = _HOST.fullmatch(value)
    return not value or (found is not None and int(found[1] or 0) <= _PORT_MOST)
