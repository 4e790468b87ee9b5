"""The file beside an SQLite journal: its lock keeps a second engine out, and it notes the last row.

A note is made after its row is durable. So whatever happens to a machine, the journal holds at
least what is noted; if it holds less, rows were lost or taken away since. The file stays when an
engine ends, its lock goes."""

from __future__ import annotations

import fcntl
import os
import re
import time
from contextlib import suppress
from pathlib import Path

from pitboss.journal import Last, statements

TRY_EVERY_S = 0.02
# One length for all, so that a note is written over the one before.
NOTE = "%020d:%s\n"
NOTED = re.compile(rb"(\d{20}):([0-9a-f]{64})\n")


def lock_path(journal: Path) -> Path:
    """The file beside a journal."""
    return Path(f"{journal}.lock")


def noted(journal: Path) -> Last | None:
    """The row that an engine wrote last. A power cut may leave a note that says nothing."""
    try:
        found = NOTED.fullmatch(lock_path(journal).read_bytes())
    except FileNotFoundError:
        return None
    return Last(int(found[1]), found[2].decode()) if found else None


class LockFile:
    """The lock of a journal, taken once nobody else has it, or refused if that takes too long. The
    system lets go of it when this process ends, however it ends."""

    def __init__(self, journal: Path, *, wait_ms: int) -> None:
        file = os.open(lock_path(journal), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        end_s = time.monotonic() + wait_ms / 1000
        while not _locked(file):
            if time.monotonic() >= end_s:
                os.close(file)
                raise statements.in_use(str(journal))
            time.sleep(TRY_EVERY_S)
        self._descriptor = file

    def note(self, last: Last) -> None:
        """This row is durable. On a full disk an older note has to do."""
        with suppress(OSError):
            os.pwrite(self._descriptor, (NOTE % last).encode(), 0)

    def close(self) -> None:
        """Let go of the lock."""
        os.close(self._descriptor)


def _locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
