"""The addresses this server answers to. It refuses a page from another site whose name points here,
and no win page contains a made-up address."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from fastapi import Request

from pitboss.refusal import Refusal

LOOPBACK = "localhost"
LOOPBACK_HOSTS = ("127.0.0.1", "::1")
EVERY_INTERFACE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")  # used by a proxy
SCHEMES = ("http", "https")
PORTS = {"http": 80, "https": 443}
ADDRESSES_KEPT = 1000


class Addresses:
    """The names browsers may use for this server: loopback, the machine's own name, the address a
    connection came to, and what `--address` and `--host` name."""

    def __init__(self, configured: Sequence[str] = (), *, host: str = "") -> None:
        self._configured = [_read(address) for address in configured]
        machine = socket.gethostname().lower()
        self._is_open = host in EVERY_INTERFACE
        self.network_host = ""  # where it listens since someone turned the network on
        self._names = {LOOPBACK, machine, f"{machine}.local", host.lower()} - {""}
        self._names |= {address.hostname or "" for address in self._configured}

    def check(self, request: Request) -> None:
        """Refuse a request for someone else's address."""
        said = request.headers.get("host", "")
        if not self._is_ours(_name_of(said), request):
            raise Refusal("HOST_UNKNOWN", where=said[:100] or "Host")

    def _asked_for(self, request: Request) -> str:
        """The first of its own addresses, else the requested one."""
        if self._configured:
            return self._configured[0].geturl().rstrip("/")
        scheme, (_, port) = request.url.scheme, request.scope["server"]
        name = _name_of(request.headers.get("host", ""))
        shown = f"[{name}]" if ":" in name else name
        return f"{scheme}://{shown}" + ("" if port == PORTS[scheme] else f":{port}")

    def for_others(self, request: Request) -> str:
        """Where another machine finds this server, for a phone or a printed page. A loopback
        request gets another of its addresses if it listens there."""
        found = self._asked_for(request)
        if self._configured or not is_here(request) or not (host := self._host_for_others):
            return found
        port = request.scope["server"][1]
        return f"{request.url.scheme}://{host}:{port}"

    def elsewhere(self, here: str) -> str:
        """Where another machine finds a server that this one finds at `here`; nothing if none does,
        or if it is the same."""
        if self._configured:
            return self._configured[0].geturl().rstrip("/")
        found = urlsplit(here)
        host = self._host_for_others
        return f"{found.scheme}://{host}:{found.port}" if host else ""

    @property
    def _host_for_others(self) -> str:
        """The name others use for this machine; none if it only listens to itself."""
        if self._is_open:
            return outward() or socket.gethostname()
        return self.network_host

    def port_only_here(self, request: Request) -> int | None:
        """The server's port if no other machine finds it, as far as it knows."""
        if self.network_host:
            return None
        name = urlsplit(self.for_others(request)).hostname or ""
        port: int = request.scope["server"][1]
        return port if name == LOOPBACK or _is_loopback(name) else None

    def _is_ours(self, name: str, request: Request) -> bool:
        if name in self._names:
            return True
        try:
            found = ip_address(name)
        except ValueError:
            return False
        return found.is_loopback or name == request.scope["server"][0]


def is_here(request: Request) -> bool:
    """Whether the browser runs on this machine and used the machine's own name. Refuses a foreign
    page whose name points here, and anything through a proxy."""
    if any(map(request.headers.__contains__, PASSED_ON)):
        return False
    name = request.url.hostname or ""
    return _is_loopback(request.client.host if request.client else "") and (
        name == LOOPBACK or _is_loopback(name)
    )


@lru_cache(ADDRESSES_KEPT)
def _is_loopback(address: str) -> bool:
    """Whether this is a literal loopback address: no name server can redirect it."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def outward() -> str:
    """This machine's address on the network, if it has one; finding it sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # an address reserved for documentation
            found: str = line.getsockname()[0]
            return found
        except OSError:
            return ""


def need_network() -> str:
    """This machine's address on the network; refused if it has none."""
    if not (host := outward()):
        raise Refusal("NETWORK_MISSING", where="network")
    return host


def _name_of(host: str) -> str:
    """The name in a Host header, without its port; none if it can't be parsed."""
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
        raise Refusal("ADDRESS_UNREADABLE", where="--address")
    return found
