"""Writes batches until it is killed, telling after each where the journal ends.

python -m journal.writer sqlite PATH | apart PATH | postgres CONNINFO"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from pitboss.journal import Journal
from pitboss.journal.apart import ApartJournal
from pitboss.journal.calls import Open
from pitboss.journal.postgres import PostgresJournal
from pitboss.journal.sqlite import SqliteJournal

from .samples import write

GROUPS_A_BATCH = 20
ROWS_A_BATCH = 40


def opened(kind: str, address: str) -> Journal:
    """The journal that the words of the command name."""
    if kind == "sqlite":
        return SqliteJournal(Path(address))
    return PostgresJournal(address) if kind == "postgres" else ApartJournal(Open(file=address))


def main() -> None:
    """Write without end."""
    journal = opened(sys.argv[1], sys.argv[2])
    seq = journal.last().seq
    for number in count(seq):
        names = [f"{number}-{n}" for n in range(GROUPS_A_BATCH)]
        seq = write(journal, *names, at=seq).seq
        sys.stdout.write(f"{seq}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
