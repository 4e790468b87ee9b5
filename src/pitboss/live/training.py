"""A training floor, and the end of its training: its whole record is set aside, and the next start
begins the floor for money with row one.

Nobody can mistake training for money afterward, because it is in another journal; and it can still
be proven, because that journal stays as it is."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from pitboss.floor.state.floor import State
from pitboss.journal.place import JOURNAL_FILE
from pitboss.live.folder import SITE_FILE
from pitboss.refusal import Refusal

TRAINING_FOLDER = "training"
# The files of a floor's record, by the start of their names.
BEFORE_FILE = "site.before.toml"  # the site file before a page first rewrote it
RECORD = (JOURNAL_FILE, "books.db", "vault.db", BEFORE_FILE)


def only_trains(state: State) -> bool:
    """Whether nothing on a floor was ever for money; without tables and jackpots there is nothing
    to train."""
    tables = [table.training for table in state.tables.values()]
    jackpots = [jackpot.terms.training for jackpot in state.jackpots.values()]
    return bool(tables) and all(tables) and all(jackpots)


def keep_first_file(folder: Path) -> None:
    """Keep the site file as it is, comments and all, before a page first rewrites it."""
    kept = folder / BEFORE_FILE
    if not kept.exists():
        shutil.copy2(folder / SITE_FILE, kept)


def set_training_aside(folder: Path, *, at_ms: int) -> Path:
    """Move a training's record, with nothing open, into a folder of its own, with a copy of the
    site file. Returns that folder."""
    stamp = datetime.fromtimestamp(at_ms // 1000, UTC).strftime("%Y-%m-%dT%H%M%SZ")
    aside = folder / TRAINING_FOLDER / stamp
    try:
        aside.mkdir(parents=True, mode=0o700)
        shutil.copy2(folder / SITE_FILE, aside / SITE_FILE)
        for path in sorted(folder.iterdir()):
            if path.is_file() and path.name.startswith(RECORD):
                path.rename(aside / path.name)
    except OSError as fault:
        raise Refusal(
            "FILE_UNWRITABLE",
            "record_training_cannot",
            where=str(aside),
            fault=fault.strerror or fault,
        ) from None
    return aside
