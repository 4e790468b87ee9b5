"""The addresses that this server answers to. A page that another site has pointed here by its own
name is turned away, and no win page names an address that somebody made up."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from fastapi import Request

from pitboss.refusal import Refusal

LOOPBACK = "localhost"
SCHEMES = ("http", "https")
PORTS = {"http": 80, "https": 443}


class Addresses:
    """What browsers may call this server: loopback, the machine's own name, the address that a
    connection came to, and what `--address` and `--host` say."""

    def __init__(self, configured: Sequence[str] = (), *, host: str = "") -> None:
        self._configured = [_read(address) for address in configured]
        machine = socket.gethostname().lower()
        self._names = {LOOPBACK, machine, f"{machine}.local", host.lower()} - {""}
        self._names |= {address.hostname or "" for address in self._configured}

    def check(self, request: Request) -> None:
        """Refuse a request for somebody else's address."""
        said = request.headers.get("host", "")
        if not self._is_ours(_name_of(said), request):
            reason = "this server is not called so; use its address, or start it with --address"
            raise Refusal("HOST_UNKNOWN", where=said[:100] or "Host", reason=reason)

    def public(self, request: Request) -> str:
        """Where to find this server, for a page that is kept: the first of its addresses, else as
        it was asked for."""
        if self._configured:
            return self._configured[0].geturl().rstrip("/")
        scheme, (_, port) = request.url.scheme, request.scope["server"]
        name = _name_of(request.headers.get("host", ""))
        shown = f"[{name}]" if ":" in name else name
        return f"{scheme}://{shown}" + ("" if port == PORTS[scheme] else f":{port}")

    def _is_ours(self, name: str, request: Request) -> bool:
        if name in self._names:
            return True
        try:
            found = ip_address(name)
        except ValueError:
            return False
        return found.is_loopback or name == request.scope["server"][0]


def _name_of(host: str) -> str:
    """The name of a Host header, without its port; none if it cannot be read."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _read(address: str) -> SplitResult:
    try:
        found = urlsplit(address)
        readable = found.scheme in SCHEMES and found.hostname and (found.port is None or found.port)
    except ValueError:
        readable = False
    if not readable or found.username or found.query or found.fragment or found.path not in "/":
        reason = "write it as browsers do, such as https://floor.example:8443"
        raise Refusal("ADDRESS_UNREADABLE", where="--address", reason=reason)
    return found
