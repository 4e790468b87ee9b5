"""Where requests come from: an address or network for limits; the device or session for the
record."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import Request

from pitboss.floor.facts.base import BROWSER, OFFICE
from pitboss.journal.chain import hex_digest
from pitboss.web.shell.heads import cookie_in

ONE_HOUSEHOLD = 64  # bits of an IPv6 address: one owner has all that start with them
SESSION_DIGITS = 16  # characters of its digest, in the rows it sends


@lru_cache(10_000)
def network_of(host: str) -> str:
    """The network whose tries and connections count together."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, ONE_HOUSEHOLD), strict=False))
    return str(found)


def sender_of(request: Request, session_cookie: str) -> str:
    """The sender of a request's commands: its device, else the person's session."""
    if request.state.device is not None:
        return f"{request.state.device.device}"
    if request.state.person is None:
        return BROWSER
    session = cookie_in(request.scope["headers"], session_cookie)
    return f"{OFFICE} {hex_digest(session.encode())[:SESSION_DIGITS]}"
