"""Files attached to notes: in the site's folder, named by their digests, which the journal has.

A file arrives in parts, each within the limit of any request. Only the folder's owner may read
them: they may be copies of somebody's papers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from pitboss.floor.facts.notes import FILE_BYTES_MOST, NoteAdded
from pitboss.journal import Journal, every_row
from pitboss.journal.codec import events_of
from pitboss.refusal import Refusal

ATTACHMENTS_FOLDER = "attachments"
PART_BYTES_MOST = 48 * 1024
PARTS_MOST = -(-FILE_BYTES_MOST // PART_BYTES_MOST)
UNFINISHED_MOST = 4  # files that have begun to arrive
DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)


class Attachments:
    """The attached files of a site."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / ATTACHMENTS_FOLDER

    def take_part(self, digest: str, part: int, content: bytes) -> None:
        """Store one part of a file that isn't whole yet."""
        if not (0 <= part < PARTS_MOST and len(content) <= PART_BYTES_MOST):
            raise Refusal("NOTE_WRONG", "file_bytes", where="file", most=FILE_BYTES_MOST)
        beside = self._beside(digest)
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._drop_unfinished(beside)
            beside.touch(mode=0o600)
            with beside.open("r+b") as file:
                file.seek(part * PART_BYTES_MOST)
                file.write(content)
        except OSError as fault:
            raise _refuse_write(beside, fault) from None

    def read_arrived(self, digest: str) -> bytes:
        """A file whose parts have all come."""
        beside = self._beside(digest)
        with suppress(OSError):
            for path in (beside, self._folder / digest):
                if path.is_file() and _is_whole(content := path.read_bytes(), digest):
                    return content
        raise Refusal("NOTE_WRONG", "file_parts", where="file")

    def keep(self, digest: str) -> bool:
        """Keep a file that has arrived, under its digest; whether no note had it before."""
        beside, kept = self._beside(digest), self._folder / digest
        is_new = not kept.is_file()
        try:
            if beside.is_file():
                beside.replace(kept)
        except OSError as fault:
            raise _refuse_write(beside, fault) from None
        return is_new

    def drop(self, digest: str) -> None:
        """Drop a file whose note was refused."""
        (self._folder / digest).unlink(missing_ok=True)

    def read(self, digest: str, *, called: str = "") -> bytes:
        """A kept file; refused if it is gone or another one, by what it is called."""
        path = self._folder / digest
        try:
            content = path.read_bytes()
        except OSError:
            raise Refusal("ATTACHMENT_CHANGED", "missing", where=called or str(path)) from None
        if not _is_whole(content, digest):
            raise Refusal("ATTACHMENT_CHANGED", where=called or str(path))
        return content

    def _beside(self, digest: str) -> Path:
        if not DIGEST.fullmatch(digest):
            raise Refusal("NOTE_WRONG", "file_parts", where="file")
        return self._folder / f".{digest}.part"

    def _drop_unfinished(self, but: Path) -> None:
        """Make room: the ones that began first go first."""
        found = [path for path in self._folder.glob(".*.part") if path != but]
        found.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in found[UNFINISHED_MOST - 1 :]:
            path.unlink(missing_ok=True)


def check_attachments(journal: Journal, folder: Path) -> int:
    """Compare the files attached to notes with the digests on record: how many there are. Refused
    if one is gone or another."""
    kept = Attachments(folder)
    found = dict.fromkeys(_digests(journal))
    for digest in found:
        kept.read(digest)
    return len(found)


def _digests(journal: Journal) -> Iterable[str]:
    for row in every_row(journal, after_seq=0):
        if '"note-added"' in row.events:
            for event in events_of(row.events, seq=row.seq):
                if isinstance(event, NoteAdded) and event.file is not None:
                    yield event.file.sha256


def _is_whole(content: bytes, digest: str) -> bool:
    return sha256(content).hexdigest() == digest


def _refuse_write(path: Path, fault: OSError) -> Refusal:
    said = fault.strerror or fault
    return Refusal("FILE_UNWRITABLE", "fails", where=str(path), fault=said)
