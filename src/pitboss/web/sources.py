"""Where requests come from, as far as limits care: one address, or one network of them."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

ONE_HOUSEHOLD = 64  # bits of an IPv6 address: whoever has one has all that begin so


@lru_cache(10_000)
def network_of(host: str) -> str:
    """The address whose tries and connections count together."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, ONE_HOUSEHOLD), strict=False))
    return str(found)
