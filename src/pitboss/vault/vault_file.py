"""The vault's file: one sealed record for each person, in its own SQLite file."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import choice, token_bytes
from threading import Lock

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec.structs import replace

from pitboss.file_words import cause_of
from pitboss.refusal import Refusal
from pitboss.vault.master_key import KEY_BYTES, MasterKey, master_key
from pitboss.vault.person_data import PersonData, need_complete, number_said

VAULT_FILE = "vault.db"
NONCE_BYTES = 12
IDENTITIES_MOST = 6
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz"  # no letters that look alike, and no digits
ID_LENGTH = 10
PERSON_ID = re.compile(f"[{ID_LETTERS}]{{{ID_LENGTH}}}")
# Overwrite deleted data, in the file and in its log.
_OPENING = """
PRAGMA secure_delete = ON;
PRAGMA journal_mode = DELETE;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS person (
    person TEXT PRIMARY KEY,
    wrapped_key BLOB NOT NULL,
    sealed BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS earlier (
    place INTEGER PRIMARY KEY,
    person TEXT NOT NULL,
    wrapped_key BLOB NOT NULL,
    sealed BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS earlier_of ON earlier (person);
"""

_PUT = (
    "INSERT INTO person VALUES (?, ?, ?) ON CONFLICT (person) DO UPDATE"
    " SET wrapped_key = excluded.wrapped_key, sealed = excluded.sealed"
)
_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(PersonData).decode


def need_person_id(text: str, *, where: str) -> None:
    """Refuse anything that isn't a person id, such as a name, without repeating it: it must not
    reach the journal or the log."""
    if PERSON_ID.fullmatch(text) is None:
        raise Refusal("PERSON_UNKNOWN", "no_person_id", where=where)


class Vault:
    """One open vault; any thread can use it."""

    def __init__(self, folder: Path, key_file: Path) -> None:
        file = folder / VAULT_FILE
        self.file = file
        self._lock = Lock()
        with _refusing(file):
            self._base = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
            file.chmod(0o600)
            self._base.executescript(_OPENING)
        people = self.people()
        try:
            self.key: MasterKey = master_key(key_file, folder=folder, may_make=not people)
            if people:
                self.read(people[0])  # finds a wrong key at once
        except Refusal:
            self.close()
            raise

    def close(self) -> None:
        """Close the vault to reads and writes."""
        with suppress(sqlite3.Error):
            self._base.close()

    def people(self) -> list[str]:
        """The ids of everyone in the vault."""
        with self._asking() as base:
            rows = base.execute("SELECT person FROM person ORDER BY person").fetchall()
        return [str(row[0]) for row in rows]

    def add(self, data: PersonData) -> str:
        """Store a person's data under a new id."""
        person = "".join(choice(ID_LETTERS) for _ in range(ID_LENGTH))
        self.put(person, data)
        return person

    def put(self, person: str, data: PersonData) -> None:
        """Store a person's data, overwriting the old data and their key."""
        sealed = self._seal(person, data)
        with self._asking() as base:
            base.execute(_PUT, sealed)

    def correct(self, person: str, data: PersonData) -> None:
        """Store a person's corrected data, and keep the wrong ones beside them."""
        sealed = self._seal(person, data)
        with self._asking() as base:
            base.execute("BEGIN IMMEDIATE")
            base.execute(
                "INSERT INTO earlier (person, wrapped_key, sealed)"
                " SELECT person, wrapped_key, sealed FROM person WHERE person = ?",
                (person,),
            )
            base.execute(_PUT, sealed)

    def _seal(self, person: str, data: PersonData) -> tuple[str, bytes, bytes]:
        need_complete(data)
        own = token_bytes(KEY_BYTES)
        sealed = _sealed(own, _write(data), person)
        return person, _sealed(self.key.wrapping, own, person), sealed

    def read(self, person: str) -> PersonData:
        """A person's data in clear. The caller has recorded the access first."""
        with self._asking() as base:
            row = base.execute(
                "SELECT wrapped_key, sealed FROM person WHERE person = ?", (person,)
            ).fetchone()
        if row is None:
            raise Refusal("PERSON_UNKNOWN", "vault_no_such", where=person)
        return self._open(person, row)

    def earlier(self, person: str) -> list[PersonData]:
        """A person's data as they were before each correction, oldest first."""
        with self._asking() as base:
            rows = base.execute(
                "SELECT wrapped_key, sealed FROM earlier WHERE person = ? ORDER BY place", (person,)
            ).fetchall()
        return [self._open(person, row) for row in rows]

    def _open(self, person: str, row: tuple[bytes, bytes]) -> PersonData:
        try:
            own = _opened(self.key.wrapping, row[0], person)
            return _read(_opened(own, row[1], person))
        except (InvalidTag, msgspec.MsgspecError, ValueError):
            raise Refusal("VAULT_KEY_WRONG", where=str(self.key.file)) from None

    def join_data(self, person: str, data: PersonData, *, known_by: str) -> PersonData:
        """Add new data to those of a person whom one of their fields identifies, keeping what he
        showed before; refuses that field if it is somebody else's."""
        old = self.read(person)
        if not _is_same(old, data):
            raise Refusal(
                "IDENTITY_TAKEN",
                "recorded_another_name",
                where=known_by,
                number=number_said(data, known_by),
            )
        shown = {self.key.digest(each.number) for each in data.identities}
        kept = tuple(each for each in old.identities if self.key.digest(each.number) not in shown)
        return replace(
            data,
            identities=(*data.identities, *kept)[:IDENTITIES_MOST],
            tax_number=data.tax_number or old.tax_number,
        )

    def same_person(self, people: Iterable[str], data: PersonData) -> str:
        """Which of these people has this name and date of birth; empty if none."""
        return next((each for each in people if _is_same(self.read(each), data)), "")

    def purge(self, people: Iterable[str]) -> None:
        """Destroy records, earlier versions included, and their keys; ones already gone are
        fine."""
        gone = [(each,) for each in people]
        with self._asking() as base:
            base.execute("BEGIN IMMEDIATE")
            base.executemany("DELETE FROM person WHERE person = ?", gone)
            base.executemany("DELETE FROM earlier WHERE person = ?", gone)

    @contextmanager
    def _asking(self) -> Iterator[sqlite3.Connection]:
        """The file, for one thread at a time; each transaction is all or nothing."""
        with self._lock, _refusing(self.file), self._base as base:
            yield base


def copy_of(file: Path) -> bytes:
    """A consistent copy of a vault's file, even while somebody writes to it."""
    uri = f"{file.resolve().as_uri()}?mode=ro"
    with _refusing(file), closing(sqlite3.connect(uri, uri=True)) as base:
        return base.serialize()


@contextmanager
def _refusing(file: Path) -> Iterator[None]:
    """Turn errors of the file into refusals."""
    try:
        yield
    except (sqlite3.Error, OSError) as fault:
        why, goes_on = cause_of(fault)
        raise Refusal(
            "VAULT_UNAVAILABLE", "because", where=str(file), why=why, goes_on=goes_on
        ) from fault


def _is_same(one: PersonData, other: PersonData) -> bool:
    return (_folded(one.name), one.birth_date) == (_folded(other.name), other.birth_date)


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _sealed(key: bytes, plain: bytes, person: str) -> bytes:
    """Seal for one person: a record under another's id doesn't open."""
    nonce = token_bytes(NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, plain, person.encode())


def _opened(key: bytes, sealed: bytes, person: str) -> bytes:
    nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    return AESGCM(key).decrypt(nonce, rest, person.encode())
