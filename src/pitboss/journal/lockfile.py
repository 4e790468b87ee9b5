"""The file beside an SQLite journal: its lock keeps a second engine out, and it is the witness of
the last row (see `witness`). When an engine ends, the file stays and the lock goes."""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from pitboss.journal import sql_statements

TRY_EVERY_S = 0.02
RELEASE_BYTES = 64  # of a SHA-256 in hexadecimal


def lock_path(journal: Path) -> Path:
    """The file beside a journal."""
    return Path(f"{journal}.lock")


def waiting_path(journal: Path) -> Path:
    """The file that an engine locks while it waits for the journal's lock."""
    return Path(f"{journal}.standby")


def awaited_by(journal: Path) -> str | None:
    """The release of the engine now waiting for the lock."""
    with suppress(FileNotFoundError):
        file = os.open(waiting_path(journal), os.O_RDWR | os.O_CLOEXEC)
        try:
            return None if _try_lock(file) else os.pread(file, RELEASE_BYTES, 0).decode().strip()
        finally:
            os.close(file)
    return None


class LockFile:
    """The lock of a journal, taken once nobody else has it, or refused if that takes too long. The
    system releases it when this process ends, however it ends."""

    def __init__(self, journal: Path, *, wait_ms: int, release: str = "") -> None:
        file = os.open(lock_path(journal), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        if not _try_lock(file) and not _wait_for_lock(journal, file, wait_ms, release):
            os.close(file)
            raise sql_statements.refuse_in_use(str(journal))
        self.descriptor = file  # open to note the last row

    def close(self) -> None:
        os.close(self.descriptor)


def _wait_for_lock(journal: Path, file: int, wait_ms: int, release: str) -> bool:
    """Whether the lock came within that time; meanwhile it shows who waits."""
    waiting = os.open(waiting_path(journal), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    is_shown = False
    try:
        end_s = time.monotonic() + wait_ms / 1000
        while time.monotonic() < end_s:
            is_shown = is_shown or _show_waiting(waiting, release)
            time.sleep(TRY_EVERY_S)
            if _try_lock(file):
                return True
        return False
    finally:
        os.close(waiting)


def _show_waiting(waiting: int, release: str) -> bool:
    """Show that this engine waits; return whether that worked. A leader that checks takes this lock
    for a moment, so try again then, or no one would see this engine for the whole wait."""
    if not _try_lock(waiting):
        return False
    # Overwrite all of it: truncating first would leave it empty for a moment.
    with suppress(OSError):  # on a full disk the old text must do
        os.pwrite(waiting, release.ljust(RELEASE_BYTES).encode(), 0)
    return True


def _try_lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
