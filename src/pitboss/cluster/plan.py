"""The machines of a site, by name and address, as written on a command line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Interface
from itertools import chain

from pitboss.refusal import Refusal

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,31}")
INTERFACE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,14}")  # Linux has 15 characters for it
HOST = re.compile(r"(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*")


@dataclass(frozen=True, slots=True)
class Plan:
    """Three databases, two engines and two proxies, each name with its address; the name and the
    moving address that browsers use, with the network that they all share."""

    databases: dict[str, str]
    engines: dict[str, str]
    proxies: dict[str, str]
    host: str
    floor: IPv4Interface

    @classmethod
    def read(
        cls, *, database: Sequence[str], engine: Sequence[str], proxy: Sequence[str], address: str
    ) -> Plan:
        """Parse the plan in the options; refuses one with a machine missing or named twice."""
        host, _, written = address.partition("=")
        if not HOST.fullmatch(host):
            raise _unreadable("--address", address, "write_host")
        try:
            floor = IPv4Interface(written)
        except ValueError:
            raise _unreadable("--address", address, "write_host") from None
        plan = cls(
            _machines("--database", database, floor, 3),
            _machines("--engine", engine, floor, 2),
            _machines("--proxy", proxy, floor, 2),
            host,
            floor,
        )
        plan._need_apart()
        return plan

    @property
    def etcd(self) -> dict[str, str]:
        """The machines with an etcd: both engines and the first proxy. None of them has a database:
        if a primary froze together with etcd's leader, it would take its role back when both wake,
        and undo what was acknowledged since (etcd before 3.4.31 and 3.5.13)."""
        first = next(iter(self.proxies))
        return {**self.engines, first: self.proxies[first]}

    def _need_apart(self) -> None:
        """Refuse a name or an address that two machines share."""
        groups = (self.databases, self.engines, self.proxies)
        found = [*chain(*groups, *(group.values() for group in groups)), str(self.floor.ip)]
        for each in found:
            if found.count(each) > 1:
                raise Refusal("OPTION_UNREADABLE", "two_machines", where=each)


def need_interface(name: str) -> None:
    """Refuse anything that isn't a network interface's name: it goes into a file as it is."""
    if not INTERFACE.fullmatch(name):
        raise _unreadable("--interface", name, "write_interface")


def _machines(
    option: str, given: Sequence[str], floor: IPv4Interface, times: int
) -> dict[str, str]:
    found: dict[str, str] = {}
    for words in given:
        name, _, address = words.partition("=")
        try:
            at = IPv4Address(address)
        except ValueError:
            raise _unreadable(option, words, "write_name") from None
        if not NAME.fullmatch(name) or name in found:
            raise _unreadable(option, words, "write_name_once")
        if at not in floor.network:
            raise Refusal(
                "OPTION_UNREADABLE",
                "outside",
                where=f"{option} {words}",
                network=str(floor.network),
            )
        found[name] = str(at)
    if len(found) != times:
        raise Refusal("OPTION_UNREADABLE", "give_times_once", where=option, times=times)
    return found


def _unreadable(option: str, words: str, case: str) -> Refusal:
    return Refusal("OPTION_UNREADABLE", case, where=f"{option} {words}")
