"""An archive: part of a journal in one compressed, signed file that proves itself.

It is a signed zip (see `signed_zip`): `rows/` holds the rows, `opening.json.zst` and
`closing.json.zst` the floor before the first and after the last of them. Its manifest says where it
begins and ends."""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct

from pitboss.journal import Last, Snapshot
from pitboss.journal.signed_zip import PUBLIC_KEY, SignedZip, SignedZipWriter, Signer, pack

FORM = "pitboss archive 1"
OPENING, CLOSING = "opening.json.zst", "closing.json.zst"


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
    """What an archive says of itself. `after` is the row before its first; `previous` is the digest
    of the manifest of the archive it continues, empty if it continues none."""

    form: str
    house: str
    after: ArchiveEnd
    last: ArchiveEnd
    from_ms: int
    to_ms: int
    rows: int
    previous: str
    files: dict[str, str]


class ArchiveFile(SignedZip[ArchiveManifest]):
    """An archive open for reading. Opening it proves nothing: see `prove_files`."""

    code, kind, form, manifest_type = "ARCHIVE_WRONG", "an archive", FORM, ArchiveManifest

    def read_opening(self) -> Snapshot | None:
        """The floor before its first row; None if that row is the journal's first."""
        if not self.manifest.after.seq:
            return None
        return self._state(OPENING, self.manifest.after)

    def read_closing(self) -> Snapshot:
        """The floor after its last row: an audit may start here."""
        return self._state(CLOSING, self.manifest.last)

    def need_continues(self, before: ArchiveFile) -> None:
        """Refuse an archive that doesn't continue where another ends."""
        if self.manifest.after != before.manifest.last:
            end = before.manifest.last
            after, other = self.manifest.after.seq, str(before.path)
            raise self.refuse_file("no_continuation", after=after, other=other, end=end.seq)

    def _state(self, name: str, end: ArchiveEnd) -> Snapshot:
        text = self.unpack(name)
        if sha256(text).hexdigest() != end.state_sha256:
            raise self.refuse_file("other_state", name=name)
        return Snapshot(end.seq, end.hash, text.decode())


class ArchiveWriter(SignedZipWriter):
    """Writes an archive: rows in order, then how it begins and ends."""

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
        self.end_rows()
        if opening is not None:
            self.put(OPENING, pack(opening.text.encode()))
        self.put(CLOSING, pack(closing.text.encode()))
        self.put(PUBLIC_KEY, signer.public_pem)
        manifest = ArchiveManifest(
            form=FORM,
            house=house,
            after=ArchiveEnd(
                seq=after.seq,
                hash=after.hash,
                state_sha256="" if opening is None else _digest(opening),
            ),
            last=ArchiveEnd(seq=closing.seq, hash=closing.hash, state_sha256=_digest(closing)),
            from_ms=self.from_ms,
            to_ms=self.to_ms,
            rows=self.rows,
            previous=previous,
            files=self.files,
        )
        self.sign(manifest, signer)
        return manifest


def _digest(state: Snapshot) -> str:
    return sha256(state.text.encode()).hexdigest()
