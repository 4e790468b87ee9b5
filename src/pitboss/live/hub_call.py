"""One question of a property to its hub, over mutual TLS; asked in a thread."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException, HTTPSConnection
from typing import TypeAlias

import msgspec

from pitboss.live.line_tls import key_in
from pitboss.refusal import Refusal
from pitboss.site.wide_parts import host_and_port
from pitboss.wide.messages import AnswerMessage, StatementMessage

CONNECT_S = 2.0
ANSWER_S = 8.0  # more than an engine takes to say that it does not know; less than the lease
ANSWER_BYTES_MOST = 1_000_000
STATEMENTS = "/statements"
OK = 200


class LineRefusal(msgspec.Struct, frozen=True):
    """What the other end says instead of an answer."""

    code: str
    where: str
    reason: str


# Address, TLS, the key that the hub must show, and the question.
HubCall: TypeAlias = Callable[[str, ssl.SSLContext, str, StatementMessage], AnswerMessage]


def call_hub(
    address: str, tls: ssl.SSLContext, key: str, message: StatementMessage
) -> AnswerMessage:
    """Ask, and wait for the answer. Refused with LINE_DOWN where there is none, with
    CERTIFICATE_FOREIGN where one end does not know the other, else as the hub refuses."""
    host, port = host_and_port(address)
    connection = HTTPSConnection(host, port, timeout=CONNECT_S, context=tls)
    try:
        _connect(connection, address, key)
        status, body = _asked(connection, address, msgspec.json.encode(message))
    finally:
        connection.close()
    try:
        if status == OK:
            return msgspec.json.decode(body, type=AnswerMessage)
        refused = msgspec.json.decode(body, type=LineRefusal)
    except msgspec.MsgspecError as fault:
        reason = f"what came is no answer of a hub ({fault}); is this its address?"
        raise Refusal("MESSAGE_UNREADABLE", where=address, reason=reason) from None
    raise Refusal(refused.code, where=refused.where, reason=refused.reason)


def _connect(connection: HTTPSConnection, address: str, key: str) -> None:
    try:
        connection.connect()
    except ssl.SSLCertVerificationError:
        reason = "the hub shows a certificate that does not lie in line/; ask the hub for its own"
        raise Refusal("CERTIFICATE_FOREIGN", where=address, reason=reason) from None
    except OSError as fault:
        raise _down(address, fault) from None
    shown = connection.sock.getpeercert(binary_form=True)
    if shown is None or key_in(shown) != key:
        reason = "the hub's certificate has another key than two people put on record here"
        raise Refusal("CERTIFICATE_FOREIGN", where=address, reason=reason)
    connection.sock.settimeout(ANSWER_S)


def _asked(connection: HTTPSConnection, address: str, body: bytes) -> tuple[int, bytes]:
    try:
        try:
            headers = {"Content-Type": "application/json", "Connection": "close"}
            connection.request("POST", STATEMENTS, body, headers)
        except OSError:
            with suppress(ValueError):
                connection.sock.recv(1)  # says why, if it was TLS that ended it
            raise
        answer = connection.getresponse()
        return answer.status, answer.read(ANSWER_BYTES_MOST)
    except ssl.SSLError as fault:  # who shows a certificate hears of it after he has sent
        reason = f"the hub does not let this house's certificate in ({fault.reason}); send it there"
        raise Refusal("CERTIFICATE_FOREIGN", where=address, reason=reason) from None
    except (OSError, HTTPException) as fault:
        raise _down(address, fault) from None


def _down(address: str, fault: Exception) -> Refusal:
    told = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
    reason = f"the hub does not answer: {told}; it is asked again and again by itself"
    return Refusal("LINE_DOWN", where=address, reason=reason)
