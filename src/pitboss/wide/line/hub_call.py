"""One question of a property to its hub, over mutual TLS, in a thread."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException, HTTPSConnection
from typing import TypeAlias

import msgspec

from pitboss.live.line_tls import key_in
from pitboss.refusal import Refusal, Told
from pitboss.site.wide_parts import host_and_port
from pitboss.wide.messages import AnswerMessage, StatementMessage

CONNECT_S = 2.0
ANSWER_S = 8.0  # longer than an engine takes to give up; shorter than the lease
ANSWER_BYTES_MOST = 1_000_000
STATEMENTS = "/statements"
OK = 200
# The library's names for the alerts with which a hub rejects our certificate.
FOREIGN_ALERTS = ("unknown ca", "certificate")


# Address, TLS, the key the hub must show, and the question.
HubCall: TypeAlias = Callable[[str, ssl.SSLContext, str, StatementMessage], AnswerMessage]


def call_hub(
    address: str, tls: ssl.SSLContext, key: str, message: StatementMessage
) -> AnswerMessage:
    """Ask, and wait for the answer. Raises LINE_DOWN if there is none, CERTIFICATE_FOREIGN if one
    end doesn't know the other, or the hub's own refusal."""
    status, said = _asked(address, tls, key, msgspec.json.encode(message))
    try:
        if status == OK:
            return msgspec.json.decode(said, type=AnswerMessage)
        refused = msgspec.json.decode(said, type=Told)
    except msgspec.MsgspecError as fault:
        raise Refusal("MESSAGE_UNREADABLE", "what_came_no", where=address, fault=fault) from None
    raise Refusal.of(refused)


def _asked(address: str, tls: ssl.SSLContext, key: str, body: bytes) -> tuple[int, bytes]:
    """Status and body of the answer. The hub sees our certificate only after our side of the
    handshake is done, so a rejection arrives while we ask."""
    host, port = host_and_port(address)
    connection = HTTPSConnection(host, port, timeout=CONNECT_S, context=tls)
    try:
        _connect(connection, address, key)
        headers = {"Content-Type": "application/json", "Connection": "close"}
        with suppress(ConnectionError, ssl.SSLEOFError):  # why it hung up can be read all the same
            connection.request("POST", STATEMENTS, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read(ANSWER_BYTES_MOST)
    except (ConnectionError, ssl.SSLError) as fault:
        raise _cut(address, fault) from None
    except (OSError, HTTPException) as fault:
        raise _down(address, fault) from None
    finally:
        connection.close()


def _connect(connection: HTTPSConnection, address: str, key: str) -> None:
    try:
        connection.connect()
    except ssl.SSLCertVerificationError:
        raise Refusal("CERTIFICATE_FOREIGN", "hub_shows_certificate", where=address) from None
    except OSError as fault:
        raise _down(address, fault) from None
    shown = connection.sock.getpeercert(binary_form=True)
    if shown is None or key_in(shown) != key:
        raise Refusal("CERTIFICATE_FOREIGN", "hub_certificate_another", where=address)
    connection.sock.settimeout(ANSWER_S)


def _cut(address: str, fault: OSError) -> Refusal:
    """The hub hung up, with or without a word about our certificate."""
    detail = (getattr(fault, "reason", None) or "").replace("_", " ").lower()
    if "alert" in detail and any(each in detail for each in FOREIGN_ALERTS):
        return Refusal("CERTIFICATE_FOREIGN", "hub_ends_line", where=address)
    return Refusal("LINE_DOWN", "line_cut_before", where=address)


def _down(address: str, fault: Exception) -> Refusal:
    detail = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
    return Refusal("LINE_DOWN", "hub_does_not", where=address, detail=detail)
