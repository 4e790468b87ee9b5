"""One question of a property to its hub, over mutual TLS; asked in a thread."""

from __future__ import annotations

import ssl
from collections.abc import Callable
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
    body = msgspec.json.encode(message)
    answered = _asked(address, tls, key, body) or _asked(address, tls, key, body)
    if answered is None:
        reason = "the hub ends the line when it has seen this house's certificate; send it there"
        raise Refusal("CERTIFICATE_FOREIGN", where=address, reason=reason)
    status, said = answered
    try:
        if status == OK:
            return msgspec.json.decode(said, type=AnswerMessage)
        refused = msgspec.json.decode(said, type=LineRefusal)
    except msgspec.MsgspecError as fault:
        reason = f"what came is no answer of a hub ({fault}); is this its address?"
        raise Refusal("MESSAGE_UNREADABLE", where=address, reason=reason) from None
    raise Refusal(refused.code, where=refused.where, reason=refused.reason)


def _asked(address: str, tls: ssl.SSLContext, key: str, body: bytes) -> tuple[int, bytes] | None:
    """Status and body of the answer. None where the hub is there and hung up without a word: either
    it has just stopped, and is not there the next time, or it does not know our certificate, which
    with TLS 1.3 it only sees after we think that all is agreed on."""
    host, port = host_and_port(address)
    connection = HTTPSConnection(host, port, timeout=CONNECT_S, context=tls)
    try:
        _connect(connection, address, key)
        headers = {"Content-Type": "application/json", "Connection": "close"}
        connection.request("POST", STATEMENTS, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read(ANSWER_BYTES_MOST)
    except (ConnectionError, ssl.SSLError):
        return None
    except (OSError, HTTPException) as fault:
        raise _down(address, fault) from None
    finally:
        connection.close()


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


def _down(address: str, fault: Exception) -> Refusal:
    told = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
    reason = f"the hub does not answer: {told}; it is asked again and again by itself"
    return Refusal("LINE_DOWN", where=address, reason=reason)
