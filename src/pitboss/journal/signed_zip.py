"""A zip that proves itself: the format of archives and backups.

The zip itself isn't compressed, so any part can be read alone. `manifest.json` holds the SHA-256 of
every other file, `manifest.sig` is its Ed25519 signature, and `house.pub.pem` the key. `rows/`
holds journal rows as `pitboss export` writes them, a few thousand per file, compressed with zstd.
The bytes between and after the files follow from them."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, ClassVar, Generic, Protocol, TypeVar

import msgspec
import zstandard
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from pitboss.journal import Row
from pitboss.refusal import Refusal, say

MANIFEST, SIGNATURE, PUBLIC_KEY = "manifest.json", "manifest.sig", "house.pub.pem"
ROWS, ROWS_END = "rows/", ".jsonl.zst"
FILE_ROWS = 2_000  # of each part
LEVEL = 9  # of compression: it is written only once
PART_BYTES_MOST = 2**31
COMPARED_BYTES = 2**20  # at a time
# What reading a damaged zip raises: an unknown method or flag is a RuntimeError.
UNREADABLE = (
    OSError,
    EOFError,
    KeyError,
    RuntimeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)


class Signer(Protocol):
    """Signs for the house."""

    @property
    def public_pem(self) -> bytes:
        """The key that others check a signature with."""

    def sign(self, data: bytes) -> bytes:
        """The signature of some bytes."""


class Manifest(Protocol):
    """What every such file says of itself: its form, and the SHA-256 of each file in it."""

    @property
    def form(self) -> str: ...

    @property
    def files(self) -> dict[str, str]: ...


_Manifest = TypeVar("_Manifest", bound=Manifest)


class SignedZip(Generic[_Manifest]):
    """Such a file, open for reading. Opening it proves nothing: see `prove_files`."""

    code: ClassVar[str]  # the refusal code for a faulty one
    kind: ClassVar[str]  # its name in that refusal
    form: ClassVar[str]  # required in its manifest
    manifest_type: ClassVar[type[Any]]

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
            self.manifest_text = self._zip.read(MANIFEST)
            self._firsts = sorted(map(_first_of, filter(_is_rows, self._zip.namelist())))
            self.manifest: _Manifest = msgspec.json.decode(
                self.manifest_text, type=self.manifest_type
            )
        except FileNotFoundError:
            raise Refusal("FILE_MISSING", "no_such_file", where=str(path)) from None
        except (*UNREADABLE, msgspec.MsgspecError) as fault:
            raise self.refuse_file("unreadable", kind=self.kind, fault=fault) from None
        if self.manifest.form != self.form:
            found = self.manifest.form[:40]
            raise self.refuse_file("other_form", found=found, form=self.form)
        self.digest = sha256(self.manifest_text).hexdigest()

    @property
    def key_sha256(self) -> str:
        """The digest of the key it names as the house's, to compare with a known one."""
        return sha256(self.read(PUBLIC_KEY)).hexdigest()

    def names(self) -> list[str]:
        """The files in it."""
        return self._zip.namelist()

    def rows(self, *, after_seq: int, limit: int) -> Iterator[Row]:
        """The next rows in order, as stored."""
        place = max(0, bisect_right(self._firsts, after_seq + 1) - 1)
        for first in self._firsts[place:]:
            for line in self.unpack(_name_of(first)).splitlines():
                row = self._row(line)
                if row.seq > after_seq:
                    yield row
                    limit -= 1
                    if not limit:
                        return

    def read(self, name: str) -> bytes:
        try:
            return self._zip.read(name)
        except UNREADABLE as fault:
            raise self.refuse_file("file_unreadable", name=name, fault=fault) from None

    def unpack(self, name: str) -> bytes:
        """One of its files, decompressed."""
        try:
            return zstandard.ZstdDecompressor().decompress(
                self.read(name), max_output_size=PART_BYTES_MOST
            )
        except zstandard.ZstdError as fault:
            raise self.refuse_file("not_unpacked", name=name, fault=fault) from None

    def prove_files(self) -> None:
        """Refuse a zip whose files don't match its manifest, whose manifest isn't signed with the
        key it names, or with any other changed byte."""
        listed = self.manifest.files
        names = [name for name in self.names() if name not in (MANIFEST, SIGNATURE)]
        if sorted(names) != sorted(listed):
            raise self.refuse_file("other_files")
        for name, digest in listed.items():
            if sha256(self.read(name)).hexdigest() != digest:
                raise self.refuse_file("changed", name=name)
        try:
            key = load_pem_public_key(self.read(PUBLIC_KEY))
            if not isinstance(key, Ed25519PublicKey):
                raise self.refuse_file("no_key", name=PUBLIC_KEY)
            key.verify(self.read(SIGNATURE), self.manifest_text)
        except (InvalidSignature, ValueError, UnsupportedAlgorithm):
            raise self.refuse_file("not_signed") from None
        self._prove_container()

    def need_key(self, key_sha256: str) -> None:
        """Refuse a zip signed with another key: a signature only shows that the owner of the
        enclosed key wrote the rest."""
        if self.key_sha256 != key_sha256:
            raise self.refuse_file("other_key", key=self.key_sha256)

    def refuse_file(self, case: str, **values: object) -> Refusal:
        why = say("SIGNED_FILE", case, **values)
        return Refusal(self.code, "because", where=str(self.path), why=why)

    def close(self) -> None:
        self._zip.close()

    def _prove_container(self) -> None:
        """Check the bytes around the files: the same files make the same zip, so anything else was
        added later."""
        with TemporaryFile() as again, self.path.open("rb") as stored:
            with zipfile.ZipFile(again, "w", zipfile.ZIP_STORED) as made:
                for name in self.names():
                    made.writestr(zip_entry(name), self.read(name))
            place = _first_difference(again, stored)
        if place is not None:
            raise self.refuse_file("container", place=place)

    def _row(self, line: bytes) -> Row:
        try:
            said = json.loads(line)
            return Row(*(said[name] for name in Row._fields))
        except (ValueError, KeyError, TypeError):
            raise self.refuse_file("no_row") from None


class SignedZipWriter:
    """Writes such a file: rows in order, other files, then the manifest."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_STORED)
        self._lines: list[bytes] = []
        self._first = 0
        self.files: dict[str, str] = {}
        self.rows = 0
        self.from_ms, self.to_ms = 0, 0

    def add(self, row: Row, previous_hash: str) -> None:
        if not self._lines:
            self._first = row.seq
        said = {"previous_hash": previous_hash, **row._asdict()}
        self._lines.append((json.dumps(said, separators=(",", ":")) + "\n").encode())
        self.from_ms = min(self.from_ms, row.at_ms) if self.rows else row.at_ms
        self.to_ms = max(self.to_ms, row.at_ms)
        self.rows += 1
        if len(self._lines) == FILE_ROWS:
            self._end_part()

    def end_rows(self) -> None:
        if self._lines:
            self._end_part()

    def put(self, name: str, data: bytes) -> None:
        """Add one file."""
        self._zip.writestr(zip_entry(name), data)
        self.files[name] = sha256(data).hexdigest()

    def sign(self, manifest: msgspec.Struct, signer: Signer) -> None:
        """Write the manifest and its signature, and finish the file."""
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"
        self._zip.writestr(zip_entry(MANIFEST), text)
        self._zip.writestr(zip_entry(SIGNATURE), signer.sign(text))
        self.close()

    def close(self) -> None:
        self._zip.close()

    def discard(self) -> None:
        """Delete an unfinished file, even on a full disk."""
        with suppress(OSError):  # closing writes once more
            self.close()
        self._path.unlink(missing_ok=True)

    def _end_part(self) -> None:
        self.put(_name_of(self._first), pack(b"".join(self._lines)))
        self._lines.clear()


def pack(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(level=LEVEL).compress(data)


def zip_entry(name: str) -> zipfile.ZipInfo:
    """The same bytes for the same files and key, whenever they are written."""
    made = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    made.external_attr = 0o644 << 16
    made.create_system = 3  # wherever it is written
    return made


def _first_difference(one: IO[bytes], two: IO[bytes]) -> int | None:
    """Where two files first differ; None if they are the same."""
    one.seek(0)
    place = 0
    while True:
        left, right = one.read(COMPARED_BYTES), two.read(COMPARED_BYTES)
        if left != right:
            pairs = zip(left, right, strict=False)
            same = (at for at, (first, second) in enumerate(pairs) if first != second)
            return place + next(same, min(len(left), len(right)))
        if not left:
            return None
        place += len(left)


def _is_rows(name: str) -> bool:
    return name.startswith(ROWS) and name.endswith(ROWS_END)


def _first_of(name: str) -> int:
    return int(name.removeprefix(ROWS).removesuffix(ROWS_END))


def _name_of(first: int) -> str:
    return f"{ROWS}{first:012d}{ROWS_END}"
