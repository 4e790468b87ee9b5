"""A backup: a whole site in one file that proves itself, written while the site runs.

It is a signed zip (see `signed_zip`): `rows/` holds the journal's rows, `opening.json.zst` the
floor that a journal begins with if its old rows were removed, `site/` the files of the folder. Data
that a site keeps in a database has the same form, so it can be restored into either."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from pitboss.journal import EMPTY, PAGE_ROWS, Journal, Last, Row, Snapshot, every_row
from pitboss.journal.chain import check_row
from pitboss.journal.signed_zip import PUBLIC_KEY, SignedZip, SignedZipWriter, Signer, pack
from pitboss.refusal import Refusal

FORM = "pitboss backup 1"
OPENING = "opening.json.zst"
SITE = "site/"
BATCH_ROWS = 500


class BackupManifest(Struct, frozen=True, kw_only=True):
    """What a backup says of itself. `archives` are the site's, by name and digest: they hold older
    rows, never change, and are kept beside the backup."""

    form: str
    house: str
    version: str
    made_ms: int
    first_seq: int
    last_seq: int
    last_hash: str
    rows: int
    archives: dict[str, str]
    files: dict[str, str]

    @property
    def last(self) -> Last:
        """Where its journal ends."""
        return Last(self.last_seq, self.last_hash)


class BackupFile(SignedZip[BackupManifest]):
    """A backup open for reading. Opening it proves nothing: see `prove_files`."""

    code, kind, form, manifest_type = "BACKUP_WRONG", "a backup", FORM, BackupManifest

    def site_files(self) -> list[str]:
        """The names of the site's files, as they were in its folder."""
        return [name.removeprefix(SITE) for name in self.names() if name.startswith(SITE)]

    def site_file(self, name: str) -> bytes:
        """One of those files."""
        return self.read(SITE + name)

    def restore_rows(
        self, journal: Journal, report: Callable[[float], None] = lambda done: None
    ) -> Last:
        """Write all rows into an empty journal, checking that each follows the one before."""
        rows = self.rows(after_seq=self.manifest.first_seq - 1, limit=max(1, self.manifest.rows))
        last = EMPTY
        if self.manifest.first_seq > 1:
            last = self._begin(journal, next(rows, None))
        batch: list[Row] = []
        after = last
        for row in rows:
            check_row(row, after=last)
            last = Last(row.seq, row.hash)
            batch.append(row)
            if len(batch) == BATCH_ROWS:
                journal.append(batch, after=after)
                after = last
                batch.clear()
                report(min(1.0, (row.seq - self.manifest.first_seq) / self.manifest.rows))
        journal.append(batch, after=after)
        if last != self.manifest.last:
            raise self.refuse_file("rows_end", seq=last.seq)
        return last

    def _begin(self, journal: Journal, first: Row | None) -> Last:
        if first is None:
            raise self.refuse_file("first_row_missing")
        journal.begin_with(first, text=self.unpack(OPENING).decode())
        return Last(first.seq, first.hash)


def write_backup(
    journal: Journal,
    file: Path,
    *,
    house: str,
    version: str,
    made_ms: int,
    site_files: Mapping[str, bytes],
    archives: Mapping[str, str],
    signer: Signer,
    report: Callable[[float], None] = lambda done: None,
) -> BackupManifest:
    """Write the files and all rows up to the current last one. Rows added meanwhile go into the
    next backup."""
    last, opening = journal.last(), journal.read_seal()
    part = file.with_name(f"{file.name}.part")
    part.touch(mode=0o600)
    writer = SignedZipWriter(part)
    try:
        first_seq = _write_rows(journal, writer, last, opening, report)
        if opening is not None:
            writer.put(OPENING, pack(opening.text.encode()))
        for name, data in sorted(site_files.items()):
            writer.put(SITE + name, data)
        writer.put(PUBLIC_KEY, signer.public_pem)
        manifest = BackupManifest(
            form=FORM,
            house=house,
            version=version,
            made_ms=made_ms,
            first_seq=first_seq,
            last_seq=last.seq,
            last_hash=last.hash,
            rows=writer.rows,
            archives=dict(archives),
            files=writer.files,
        )
        writer.sign(manifest, signer)
        part.replace(file)
    except BaseException:
        writer.discard()
        raise
    return manifest


def _write_rows(
    journal: Journal,
    writer: SignedZipWriter,
    last: Last,
    opening: Snapshot | None,
    report: Callable[[float], None],
) -> int:
    """Write the rows, checking that each follows the one before; return the first one's
    sequence."""
    after = EMPTY
    first_seq = 1 if opening is None else opening.seq
    for row in every_row(journal, after_seq=first_seq - 1):
        if row.seq > last.seq:
            break
        if opening is not None and row.seq == opening.seq:
            previous_hash = ""  # its row is in an archive
        else:
            check_row(row, after=after)
            previous_hash = after.hash
        writer.add(row, previous_hash)
        after = Last(row.seq, row.hash)
        if row.seq % PAGE_ROWS == 0:
            report(min(1.0, (row.seq - first_seq) / max(1, last.seq - first_seq)))
    writer.end_rows()
    if after != last:
        raise Refusal(
            "JOURNAL_TAMPERED", where=f"row {last.seq}", after_seq=after.seq, last_seq=last.seq
        )
    return first_seq
