"""A journal with its archives: all rows from the first, including those no longer in it.

A site's archives are in the folder `archives` beside its journal. A reader need not know which rows
are where."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from pitboss.floor.state.snapshot import is_of_another_shape
from pitboss.journal import EMPTY, Journal, Last, Row, Snapshot
from pitboss.journal.archive_file import ArchiveFile
from pitboss.journal.chain import hex_digest, refuse_tampered
from pitboss.refusal import Refusal

ARCHIVES_FOLDER, ARCHIVE_END = "archives", ".archive"


class WholeJournal(Journal):
    """Archives in sequence and the journal that continues them; for reading."""

    def __init__(self, archives: Sequence[ArchiveFile], live: Journal) -> None:
        self.archives = archives
        self.live = live
        self.name = live.name
        self._sealed = live.read_seal()
        self._check_joint()

    def last(self) -> Last:
        return self.live.last()

    def append(self, rows: Sequence[Row], *, after: Last) -> None:
        """Refuse: this journal is read-only."""
        raise Refusal("JOURNAL_READ_ONLY", where="archives")

    def rows(self, *, after_seq: int, limit: int) -> Iterator[Row]:
        """The next rows in order, wherever they are."""
        found: list[Row] = []
        for archive in self.archives:
            if after_seq < archive.manifest.last.seq and len(found) < limit:
                found += archive.rows(after_seq=after_seq, limit=limit - len(found))
                after_seq = archive.manifest.last.seq if len(found) < limit else found[-1].seq
        more: Iterator[Row] = iter(())
        if len(found) < limit:
            more = self.live.rows(after_seq=after_seq, limit=limit - len(found))
        return chain(found, more)

    def find_commands(self, command_ids: Sequence[str]) -> dict[str, Row]:
        """Those that the journal itself still has."""
        return self.live.find_commands(command_ids)

    def save_snapshot(self, *, seq: int, text: str) -> None:
        self.append((), after=EMPTY)

    def last_snapshot(self) -> Snapshot | None:
        return self.live.last_snapshot()

    def read_seal(self) -> Snapshot | None:
        """None: nothing is missing."""
        return None

    def remove_before(self, *, seq: int, text: str) -> None:
        self.append((), after=EMPTY)

    def begin_with(self, row: Row, *, text: str) -> None:
        self.append((), after=EMPTY)

    def prove_pages(self) -> None:
        """Check the journal's pages, and the files of every archive."""
        for archive in self.archives:
            archive.prove_files()
        self.live.prove_pages()

    def awaited_by(self) -> str | None:
        """None: nobody writes here."""
        return None

    def close(self) -> None:
        """Close the journal and every archive."""
        for archive in self.archives:
            archive.close()
        self.live.close()

    def _check_joint(self) -> None:
        """Check that the journal begins with the archives' last row."""
        assert self._sealed is not None, "nothing was taken out"
        end = self.archives[-1].manifest.last
        if end.last != (self._sealed.seq, self._sealed.hash):
            raise refuse_tampered(f"row {self._sealed.seq}", "archives_end", end=end.seq)
        if hex_digest(self._sealed.text.encode()) != end.state_sha256:
            self._check_other_state()

    def _check_other_state(self) -> None:
        """Refuse a journal that begins with another text than the archives end with, unless another
        version wrote one of them: someone has changed it."""
        assert self._sealed is not None
        texts = (self._sealed.text, self.archives[-1].read_closing().text)
        if not any(map(is_of_another_shape, texts)):
            raise refuse_tampered(f"snapshot {self._sealed.seq}", "archives_state")


def with_archives(live: Journal, folder: Path) -> Journal:
    """A journal with a folder's archives, if rows were removed and all of them are there; otherwise
    the journal alone."""
    if not folder.is_dir():
        return live
    sealed = live.read_seal()
    if sealed is None:
        return live
    archives = list(readable_archives(folder))
    chosen = in_order(archives, EMPTY, until_seq=sealed.seq)
    for archive in archives:
        if archive not in chosen:
            archive.close()
    if not chosen or chosen[-1].manifest.last.seq != sealed.seq:
        for archive in chosen:
            archive.close()
        return live
    return WholeJournal(chosen, live)


def live_of(journal: Journal) -> Journal:
    """The journal alone, with its archives closed."""
    if not isinstance(journal, WholeJournal):
        return journal
    for archive in journal.archives:
        archive.close()
    return journal.live


def readable_archives(folder: Path) -> Iterator[ArchiveFile]:
    """Open a folder's archives."""
    for path in sorted(folder.glob(f"*{ARCHIVE_END}")):
        try:
            yield ArchiveFile(path)
        except Refusal as refusal:  # its rows are missing then, and whoever asks for them learns so
            logging.getLogger(__name__).warning("%s", refusal)


def in_order(archives: Sequence[ArchiveFile], begin: Last, *, until_seq: int) -> list[ArchiveFile]:
    """The archives that follow one another from a row on, as far as they go."""
    found: list[ArchiveFile] = []
    while begin.seq < until_seq:
        fits = [
            each
            for each in archives
            if each.manifest.after.last == begin and each.manifest.last.seq <= until_seq
        ]
        if not fits:
            break
        longest = max(fits, key=lambda each: each.manifest.last.seq)
        found.append(longest)
        begin = longest.manifest.last.last
    return found
