"""A floor that only trains, and the end of its training: its record is set aside, whole, and the
next start begins the floor for money with row one.

Nothing of a training can be taken for money afterward, because it is in another journal; and it can
still be proven, because the journal stays as it is."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from pitboss.floor.state.floor import State
from pitboss.journal.place import JOURNAL_FILE
from pitboss.live.folder import SITE_FILE
from pitboss.refusal import Refusal

TRAINING_FOLDER = "training"
# What belongs to the record of a floor, by the beginning of its name.
BEFORE_FILE = "site.before.toml"  # the site file as it was before a page wrote it anew
RECORD = (JOURNAL_FILE, "books.db", "vault.db", BEFORE_FILE)


def only_trains(state: State) -> bool:
    """Whether nothing on a floor was ever for money; one without tables and jackpots has nothing
    to train."""
    tables = [table.training for table in state.tables.values()]
    jackpots = [jackpot.terms.training for jackpot in state.jackpots.values()]
    return bool(tables) and all(tables) and all(jackpots)


def keep_first_file(folder: Path) -> None:
    """Keep the site file as it is now, comments and all, before a page first writes it anew."""
    kept = folder / BEFORE_FILE
    if not kept.exists():
        shutil.copy2(folder / SITE_FILE, kept)


def set_training_aside(folder: Path, *, at_ms: int) -> Path:
    """Move the record of a training, of which nothing is open, into a folder of its own; a copy of
    the site file goes along. Where it is now."""
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
