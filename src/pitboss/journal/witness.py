"""What a site's own disk knows of its journal: the row that was durable last.

A note is made after its row is durable, by the engine that wrote it and by one that follows. So
whatever happens to a machine or a database, the journal holds at least what is noted; if it holds
less, rows were lost or taken away since: a copy that is older was put in its place."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from pitboss.journal import Last
from pitboss.refusal import Refusal

# One length for all, so that a note is written over the one before.
NOTE = "%020d:%s\n"
NOTED = re.compile(rb"(\d{20}):([0-9a-f]{64})\n")


def read_note(file: Path) -> Last | None:
    """The last row that is known to be durable. A power cut may leave a note that says nothing."""
    try:
        found = NOTED.fullmatch(file.read_bytes())
    except FileNotFoundError:
        return None
    return Last(int(found[1]), found[2].decode()) if found else None


def write_note(descriptor: int, last: Last) -> None:
    """This row is durable. On a full disk an older note has to do."""
    with suppress(OSError):
        os.pwrite(descriptor, (NOTE % last).encode(), 0)


def ends_before(where: str, file: Path, noted_last: Last, last: Last) -> Refusal:
    """What is wrong with a journal that holds less than was noted."""
    rows = {"last": last.seq, "noted": noted_last.seq}
    return Refusal("JOURNAL_DAMAGED", "ends_before", where=where, **rows, file=file.name)


def another_row(where: str, noted_last: Last) -> Refusal:
    """What is wrong with a journal that holds another row than was noted."""
    return Refusal("JOURNAL_DAMAGED", "another_row", where=where, seq=noted_last.seq)


class WitnessFile:
    """The file of an engine whose journal is on another machine."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def read_noted(self) -> Last | None:
        """The row that was durable last, as far as this machine knows."""
        return read_note(self.path)

    def note(self, last: Last) -> None:
        """This row is durable."""
        if not last.seq:
            return
        if self._descriptor is None:
            with suppress(OSError):
                self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        if self._descriptor is not None:
            write_note(self._descriptor, last)

    def close(self) -> None:
        """Let go of the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
