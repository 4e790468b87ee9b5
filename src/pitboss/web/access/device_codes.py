"""Codes that enroll devices, in the access store: each works once, within fifteen minutes.

Each has a proof by the house's key of everything it is for, and the journal has whether it was made
and used. A code that someone writes into the store, or puts back there, enrolls nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass

from pitboss.floor.facts.values import DEVICES
from pitboss.refusal import Refusal
from pitboss.web.access.issued import seats_in, seats_text
from pitboss.web.access.store import AccessStore, as_kept

CODE_MS = 15 * 60_000
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I and no O: people read them as digits
CODE_LENGTH = 8
CODES_MOST = 1000
KINDS = DEVICES
Prove = Callable[..., str]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceCode:
    """What a code is for and which badge made it, none for the command line. Of the code itself it
    has only the digest."""

    code_sha256: str
    kind: str
    table: str
    until_ms: int
    made_by: str = ""
    seats: tuple[int, ...] = ()
    replaces: str = ""

    @property
    def noted_sha256(self) -> str:
        """A digest of all fields."""
        return hashlib.sha256("\n".join(map(str, astuple(self))).encode()).hexdigest()


def check_kind(kind: str) -> None:
    """Refuse an unknown kind of device."""
    if kind not in KINDS:
        raise Refusal("DEVICE_KIND_UNKNOWN", where=kind, kinds=KINDS)


def make_letters() -> str:
    """A random code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class DeviceCodes:
    """The codes in a store."""

    def __init__(self, store: AccessStore, prove: Prove) -> None:
        self._store = store
        self._prove = prove

    def new(
        self,
        *,
        kind: str,
        table: str,
        now_ms: int,
        made_by: str = "",
        seats: Sequence[int] = (),
        replaces: str = "",
    ) -> tuple[str, DeviceCode]:
        """Make a random code for one device, good once within fifteen minutes."""
        check_kind(kind)
        letters = make_letters()
        made = DeviceCode(
            code_sha256=self._digest(letters),
            kind=kind,
            table=table,
            until_ms=now_ms + CODE_MS,
            made_by=made_by,
            seats=tuple(seats),
            replaces=replaces,
        )
        return letters, made

    def _digest(self, code: str) -> str:
        """The digest of a code, however it is typed, keyed by the house: nobody can work out the
        eight letters from the record."""
        return self._prove("code letters", "".join(code.split()).upper())

    def keep(self, code: DeviceCode, *, now_ms: int) -> None:
        """Store a code with the proof that it was made here."""
        with self._store.writing() as execute:
            execute("DELETE FROM device_code WHERE until_ms <= ?", (now_ms,))
            ((waiting,),) = execute("SELECT COUNT(*) FROM device_code", ())
            if waiting >= CODES_MOST:
                raise Refusal("CODES_TOO_MANY", where="code")
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
                    self._proof_of(code),
                ),
            )

    @as_kept()
    def take(self, code: str, *, now_ms: int) -> DeviceCode:
        """Use up a code and return what it is for. One without proof was forged in the store."""
        with self._store.writing() as execute:
            found = execute(
                "DELETE FROM device_code WHERE code_sha256 = ? AND until_ms > ? RETURNING"
                " code_sha256, kind, gaming_table, until_ms, made_by, seats, replaces, proof",
                (self._digest(code), now_ms),
            )
        if not found:
            raise Refusal("CODE_WRONG", "no_such_code", where="code")
        *row, proof = found[0]
        made = _code_in(row)
        if not self._is_proof(proof, made):
            raise Refusal("NOT_ON_RECORD", "code", where="code")
        return made

    @as_kept()
    def from_command_line(self, *, now_ms: int) -> list[DeviceCode]:
        """Unexpired codes from the command line with a valid proof. A server records them when it
        sees them."""
        rows = self._store.read(
            "SELECT code_sha256, kind, gaming_table, until_ms, made_by, seats, replaces, proof"
            " FROM device_code WHERE made_by = ''"
        )
        found = [(_code_in(row), proof) for *row, proof in rows]
        return [
            code for code, proof in found if code.until_ms > now_ms and self._is_proof(proof, code)
        ]

    def drop(self, code: DeviceCode) -> None:
        with self._store.writing() as execute:
            execute("DELETE FROM device_code WHERE code_sha256 = ?", (code.code_sha256,))

    def _proof_of(self, code: DeviceCode) -> str:
        return self._prove("code", code.noted_sha256)

    def _is_proof(self, proof: object, code: DeviceCode) -> bool:
        return hmac.compare_digest(str(proof).encode(), self._proof_of(code).encode())


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
