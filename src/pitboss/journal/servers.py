"""Chooses which of several database servers to connect to.

Looking for the primary means asking one server after another, and one that hangs (its machine is
frozen or cut off) takes two seconds each time. So the whole process leaves it out, while a separate
thread finds out when it answers again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import psycopg

_Connected = TypeVar("_Connected", bound="psycopg.Connection[Any]")

HANGS_S = 1.0  # a healthy server answers, or refuses, sooner
LOOK_S = 0.5
PREFER_STANDBY = "prefer-standby"
_left_out: set[tuple[str, str]] = set()  # by host and port


def first_of(connect: Callable[..., _Connected], parameters: Mapping[str, Any]) -> _Connected:
    """A connection to the first server that accepts; if none does, what each of them said."""
    named = servers_in(parameters)
    errors: list[psycopg.OperationalError] = []
    for each in _in_turn([each for each in named if _key(each) not in _left_out] or named):
        begun_s = time.monotonic()
        try:
            return connect(**each)
        except psycopg.OperationalError as error:
            errors.append(error)
            if len(named) > 1 and time.monotonic() - begun_s > HANGS_S:
                _leave_out(connect, each)
    raise type(errors[-1])("\n".join(map(str, errors)))


def _in_turn(named: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The order to ask servers in. If the caller prefers a replica, ask all for one first: the
    driver could do that, but sees only one server at a time."""
    if len(named) > 1 and named[0].get("target_session_attrs") == PREFER_STANDBY:
        for attributes in ("standby", "any"):
            yield from ({**each, "target_session_attrs": attributes} for each in named)
    else:
        yield from named


def servers_in(parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The same parameters for each server in them. If there are numbers beside the names, the
    driver tries them all itself."""
    hosts = str(parameters.get("host") or "").split(",")
    ports = str(parameters.get("port") or "").split(",")
    if parameters.get("hostaddr"):
        return [dict(parameters)]
    if len(ports) != len(hosts):
        ports = ports[:1] * len(hosts)
    return [
        {**parameters, "host": host or None, "port": port or None}
        for host, port in zip(hosts, ports, strict=True)
    ]


def _leave_out(connect: Callable[..., _Connected], server: dict[str, Any]) -> None:
    if _key(server) not in _left_out:
        _left_out.add(_key(server))
        watching = threading.Thread(target=_watch, args=(connect, server), daemon=True)
        watching.start()


def _watch(connect: Callable[..., _Connected], server: dict[str, Any]) -> None:
    """Ask a hung server until it answers, whatever it says."""
    hangs = True
    try:
        while hangs:
            time.sleep(LOOK_S)
            begun_s = time.monotonic()
            try:
                connect(**server).close()
                hangs = False
            except psycopg.Error:
                hangs = time.monotonic() - begun_s > HANGS_S
    finally:  # whatever happened: a server that nobody asks must not stay left out for good
        _left_out.discard(_key(server))


def _key(server: Mapping[str, Any]) -> tuple[str, str]:
    return str(server.get("host")), str(server.get("port"))
