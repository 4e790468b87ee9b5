"""An archive: a part of a journal in one file, compressed and signed, that proves itself.

It is a zip without compression of its own, so that any part of it can be read alone: `rows/` holds
the rows as `pitboss export` writes them, some thousand in each file; `opening.json.zst` and
`closing.json.zst` the floor before the first and after the last of them; `manifest.json` says where
it begins and ends, with the SHA-256 of every file, and `manifest.sig` is its Ed25519 signature.
What stands between and after these files follows from them, byte by byte."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Protocol

import msgspec
import zstandard
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from msgspec import Struct

from pitboss.journal import Last, Row, Snapshot
from pitboss.refusal import Refusal

FORM = "pitboss archive 1"
MANIFEST, SIGNATURE, PUBLIC_KEY = "manifest.json", "manifest.sig", "house.pub.pem"
OPENING, CLOSING = "opening.json.zst", "closing.json.zst"
ROWS, ROWS_END = "rows/", ".jsonl.zst"
FILE_ROWS = 2_000  # of each part
LEVEL = 9  # of compression: it is written once
PART_BYTES_MOST = 2**31
COMPARED_BYTES = 2**20  # at a time
# What reading a damaged zip raises: a method or flag that nobody wrote is a RuntimeError.
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
    """What signs for the house."""

    @property
    def public_pem(self) -> bytes:
        """What others check a signature with."""
        ...

    def sign(self, data: bytes) -> bytes:
        """The signature of some bytes."""
        ...


class ArchiveEnd(Struct, frozen=True, kw_only=True):
    """Where an archive begins or ends: a row, and the digest of the floor after it."""

    seq: int
    hash: str
    state_sha256: str

    @property
    def last(self) -> Last:
        """The row."""
        return Last(self.seq, self.hash)


class ArchiveManifest(Struct, frozen=True, kw_only=True):
    """What an archive says of itself. `after` is the row before its first; `previous` the digest of
    the manifest of the archive that it continues, empty where it continues none."""

    form: str
    house: str
    after: ArchiveEnd
    last: ArchiveEnd
    from_ms: int
    to_ms: int
    rows: int
    previous: str
    files: dict[str, str]


class ArchiveFile:
    """An archive that is opened for reading. Opening it proves nothing: see `prove_files`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
            text = self._zip.read(MANIFEST)
            self.manifest = msgspec.json.decode(text, type=ArchiveManifest)
            self._firsts = sorted(map(_first_of, filter(_is_rows, self._zip.namelist())))
        except FileNotFoundError:
            raise Refusal("FILE_MISSING", where=str(path), reason="there is no such file") from None
        except (*UNREADABLE, msgspec.MsgspecError) as fault:
            raise self.wrong(f"it cannot be read as an archive: {fault}") from None
        if self.manifest.form != FORM:
            raise self.wrong(f"it says {self.manifest.form[:40]!r}; this program reads {FORM!r}")
        self.digest = sha256(text).hexdigest()

    @property
    def key_sha256(self) -> str:
        """The digest of the key that it names as the house's: to be compared with a known one."""
        return sha256(self._read(PUBLIC_KEY)).hexdigest()

    def rows(self, *, after_seq: int, limit: int) -> Iterator[Row]:
        """The next rows in order, as they are stored."""
        place = max(0, bisect_right(self._firsts, after_seq + 1) - 1)
        for first in self._firsts[place:]:
            for line in self._unpacked(_name_of(first)).splitlines():
                row = self._row(line)
                if row.seq > after_seq:
                    yield row
                    limit -= 1
                    if not limit:
                        return

    def opening(self) -> Snapshot | None:
        """The floor before its first row; none where that is the first of the journal."""
        if not self.manifest.after.seq:
            return None
        return self._state(OPENING, self.manifest.after)

    def closing(self) -> Snapshot:
        """The floor after its last row: from here an audit may start."""
        return self._state(CLOSING, self.manifest.last)

    def prove_files(self) -> None:
        """Refuse an archive whose files are not those of its manifest, whose manifest is not signed
        with the key that it names, or of which any other byte is not as it was written."""
        listed = self.manifest.files
        names = [name for name in self._zip.namelist() if name not in (MANIFEST, SIGNATURE)]
        if sorted(names) != sorted(listed):
            raise self.wrong("it has other files than its manifest says")
        for name, digest in listed.items():
            if sha256(self._read(name)).hexdigest() != digest:
                raise self.wrong(f"{name} was changed: its SHA-256 is not the manifest's")
        try:
            key = load_pem_public_key(self._read(PUBLIC_KEY))
            if not isinstance(key, Ed25519PublicKey):
                raise self.wrong(f"{PUBLIC_KEY} is no Ed25519 key")
            key.verify(self._read(SIGNATURE), self._read(MANIFEST))
        except (InvalidSignature, ValueError, UnsupportedAlgorithm):
            raise self.wrong("its manifest is not signed with the key in it") from None
        self._prove_container()

    def need_continues(self, before: ArchiveFile) -> None:
        """Refuse an archive that does not go on where another ends."""
        if self.manifest.after != before.manifest.last:
            end = before.manifest.last
            reason = f"it begins after row {self.manifest.after.seq}, and {before.path} ends with"
            raise self.wrong(f"{reason} row {end.seq}: it does not continue that one")

    def wrong(self, reason: str) -> Refusal:
        """What is no sound archive."""
        return Refusal("ARCHIVE_WRONG", where=str(self.path), reason=reason)

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()

    def _prove_container(self) -> None:
        """The same files make the same zip: whatever else the file says was put there later."""
        with TemporaryFile() as again, self.path.open("rb") as stored:
            with zipfile.ZipFile(again, "w", zipfile.ZIP_STORED) as made:
                for name in self._zip.namelist():
                    made.writestr(_entry(name), self._read(name))
            place = _first_difference(again, stored)
        if place is not None:
            reason = f"its files are as signed, but byte {place:,} of the zip around them is not"
            raise self.wrong(f"{reason} as it was written; get another copy")

    def _state(self, name: str, end: ArchiveEnd) -> Snapshot:
        text = self._unpacked(name)
        if sha256(text).hexdigest() != end.state_sha256:
            raise self.wrong(f"{name} is not the state that its manifest names")
        return Snapshot(end.seq, end.hash, text.decode())

    def _row(self, line: bytes) -> Row:
        try:
            said = json.loads(line)
            return Row(*(said[name] for name in Row._fields))
        except (ValueError, KeyError, TypeError):
            raise self.wrong("a line is no row") from None

    def _unpacked(self, name: str) -> bytes:
        try:
            return zstandard.ZstdDecompressor().decompress(
                self._read(name), max_output_size=PART_BYTES_MOST
            )
        except zstandard.ZstdError as fault:
            raise self.wrong(f"{name} cannot be unpacked: {fault}") from None

    def _read(self, name: str) -> bytes:
        try:
            return self._zip.read(name)
        except UNREADABLE as fault:
            raise self.wrong(f"{name} cannot be read: {fault}") from None


class ArchiveWriter:
    """Writes an archive: rows in their order, then how it begins and ends."""

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_STORED)
        self._files: dict[str, str] = {}
        self._lines: list[bytes] = []
        self._first = 0
        self._rows = 0
        self._from_ms, self._to_ms = 0, 0

    @property
    def rows(self) -> int:
        """How many it has."""
        return self._rows

    def add(self, row: Row, previous_hash: str) -> None:
        """One more row."""
        if not self._lines:
            self._first = row.seq
        said = {"previous_hash": previous_hash, **row._asdict()}
        self._lines.append((json.dumps(said, separators=(",", ":")) + "\n").encode())
        self._from_ms = min(self._from_ms, row.at_ms) if self._rows else row.at_ms
        self._to_ms = max(self._to_ms, row.at_ms)
        self._rows += 1
        if len(self._lines) == FILE_ROWS:
            self._end_part()

    def finish(
        self,
        *,
        house: str,
        opening: Snapshot | None,
        closing: Snapshot,
        after: Last,
        previous: str,
        signer: Signer,
    ) -> ArchiveManifest:
        """Write the states, the manifest and its signature."""
        if self._lines:
            self._end_part()
        if opening is not None:
            self._put(OPENING, _packed(opening.text.encode()))
        self._put(CLOSING, _packed(closing.text.encode()))
        self._put(PUBLIC_KEY, signer.public_pem)
        manifest = ArchiveManifest(
            form=FORM,
            house=house,
            after=ArchiveEnd(
                seq=after.seq,
                hash=after.hash,
                state_sha256="" if opening is None else _digest(opening),
            ),
            last=ArchiveEnd(seq=closing.seq, hash=closing.hash, state_sha256=_digest(closing)),
            from_ms=self._from_ms,
            to_ms=self._to_ms,
            rows=self._rows,
            previous=previous,
            files=self._files,
        )
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"
        self._zip.writestr(_entry(MANIFEST), text)
        self._zip.writestr(_entry(SIGNATURE), signer.sign(text))
        self.close()
        return manifest

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()

    def _end_part(self) -> None:
        self._put(_name_of(self._first), _packed(b"".join(self._lines)))
        self._lines.clear()

    def _put(self, name: str, data: bytes) -> None:
        self._zip.writestr(_entry(name), data)
        self._files[name] = sha256(data).hexdigest()


def _entry(name: str) -> zipfile.ZipInfo:
    """The same bytes for the same rows and key, whenever they are written."""
    made = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    made.external_attr = 0o644 << 16
    made.create_system = 3  # wherever it is written
    return made


def _first_difference(one: IO[bytes], two: IO[bytes]) -> int | None:
    """Where two files differ first; none where they are the same."""
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


def _packed(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(level=LEVEL).compress(data)


def _digest(state: Snapshot) -> str:
    return sha256(state.text.encode()).hexdigest()


def _is_rows(name: str) -> bool:
    return name.startswith(ROWS) and name.endswith(ROWS_END)


def _first_of(name: str) -> int:
    return int(name.removeprefix(ROWS).removesuffix(ROWS_END))


def _name_of(first: int) -> str:
    return f"{ROWS}{first:012d}{ROWS_END}"
