"""What a site's own disk knows of its journal: the last durable row.

The engine that wrote a row, or follows one, notes it once the row is durable. So whatever happens
to a machine or a database, the journal holds at least what is noted. If it holds less, rows were
lost or removed since: someone restored an older copy."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from pitboss.journal import Last
from pitboss.refusal import Refusal

# One length for all, so that a note overwrites the one before.
NOTE = "%020d:%s\n"
NOTED = re.compile(rb"(\d{20}):([0-9a-f]{64})\n")


def read_note(file: Path) -> Last | None:
    """The last row known to be durable. A power cut may leave an empty note."""
    try:
        found = NOTED.fullmatch(file.read_bytes())
    except FileNotFoundError:
        return None
    return Last(int(found[1]), found[2].decode()) if found else None


def write_note(descriptor: int, last: Last) -> None:
    """Note that this row is durable. On a full disk the older note must do."""
    with suppress(OSError):
        os.pwrite(descriptor, (NOTE % last).encode(), 0)


def refuse_end_before(where: str, file: Path, noted_last: Last, last: Last) -> Refusal:
    """The refusal of a journal that holds less than was noted."""
    rows = {"last": last.seq, "noted": noted_last.seq}
    return Refusal("JOURNAL_DAMAGED", "ends_before", where=where, **rows, file=file.name)


def refuse_other_row(where: str, noted_last: Last) -> Refusal:
    """The refusal of a journal that holds a different row than was noted."""
    return Refusal("JOURNAL_DAMAGED", "another_row", where=where, seq=noted_last.seq)


class WitnessFile:
    """The witness file of an engine whose journal is on another machine."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def read_noted(self) -> Last | None:
        """The last durable row, as far as this machine knows."""
        return read_note(self.path)

    def note(self, last: Last) -> None:
        """Note that this row is durable."""
        if not last.seq:
            return
        if self._descriptor is None:
            with suppress(OSError):
                self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        if self._descriptor is not None:
            write_note(self._descriptor, last)

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
