"""Codes that enroll devices, in the store of who may come in: once, within a quarter of an hour.

Each has a proof by the house's key of all that it is for: what somebody wrote into the store
enrolls nothing."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass

from pitboss.floor.facts.values import DEVICES
from pitboss.refusal import Refusal
from pitboss.web.access_store import AccessStore
from pitboss.web.access_values import seats_in, seats_text

CODE_MS = 15 * 60_000
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I and no O: they are read as digits
CODE_LENGTH = 8
CODES_MOST = 1000
KINDS = DEVICES
Prove = Callable[..., str]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceCode:
    """What a code is for, and who made it; of the code itself the digest."""

    code_sha256: str
    kind: str
    table: str
    until_ms: int
    made_by: str
    seats: tuple[int, ...] = ()
    replaces: str = ""

    @property
    def noted_sha256(self) -> str:
        """A digest of all of it."""
        return hashlib.sha256("\n".join(map(str, astuple(self))).encode()).hexdigest()


def check_kind(kind: str) -> None:
    """Refuse a kind of device that there is not."""
    if kind not in KINDS:
        raise Refusal("DEVICE_KIND_UNKNOWN", where=kind, reason=f"there are {', '.join(KINDS)}")


def make_letters() -> str:
    """A code by chance."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def code_digest(code: str) -> str:
    """The digest of a code, however it is typed."""
    return hashlib.sha256("".join(code.split()).upper().encode()).hexdigest()


def keep_code(store: AccessStore, code: DeviceCode, prove: Prove, *, now_ms: int) -> None:
    """Keep a code, with the proof that it was made here."""
    with store.writing() as execute:
        execute("DELETE FROM device_code WHERE until_ms <= ?", (now_ms,))
        ((waiting,),) = execute("SELECT COUNT(*) FROM device_code", ())
        if waiting >= CODES_MOST:
            raise Refusal(
                "CODES_TOO_MANY", where="code", reason="use some, or wait until they expire"
            )
        execute(
            "INSERT INTO device_code (code_sha256, kind, gaming_table, until_ms, made_by,"
            " seats, replaces, proof) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                code.code_sha256,
                code.kind,
                code.table,
                code.until_ms,
                code.made_by,
                seats_text(code.seats),
                code.replaces,
                prove("code", code.noted_sha256),
            ),
        )


def take_code(store: AccessStore, code: str, prove: Prove, *, now_ms: int) -> DeviceCode:
    """What a code is for; it is used up. One without proof somebody wrote into the store."""
    with store.writing() as execute:
        found = execute(
            "DELETE FROM device_code WHERE code_sha256 = ? AND until_ms > ?"
            " RETURNING code_sha256, kind, gaming_table, until_ms, made_by, seats, replaces, proof",
            (code_digest(code), now_ms),
        )
    if not found:
        reason = "no such code, or it was used or is older than 15 minutes; have a new one made"
        raise Refusal("CODE_WRONG", where="code", reason=reason)
    *row, proof = found[0]
    made = _code_in(row)
    if not hmac.compare_digest(str(proof).encode(), prove("code", made.noted_sha256).encode()):
        reason = "this code is not on record; have a new one made"
        raise Refusal("NOT_ON_RECORD", where="code", reason=reason)
    return made


def _code_in(row: Sequence[object]) -> DeviceCode:
    code_sha256, kind, table, until_ms, made_by, seats, replaces = map(str, row)
    return DeviceCode(
        code_sha256=code_sha256,
        kind=kind,
        table=table,
        until_ms=int(until_ms),
        made_by=made_by,
        seats=seats_in(seats),
        replaces=replaces,
    )
