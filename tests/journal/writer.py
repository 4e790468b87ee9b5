"""Writes batches until it is killed, telling after each where the journal ends.

python -m journal.writer sqlite PATH | postgres CONNINFO"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from pitboss.journal import Journal
from pitboss.journal.postgres import PostgresJournal
from pitboss.journal.sqlite import SqliteJournal

from .samples import write

ROWS_A_BATCH = 20


def opened(kind: str, address: str) -> Journal:
    """The journal that the words of the command name."""
    return SqliteJournal(Path(address)) if kind == "sqlite" else PostgresJournal(address)


def main() -> None:
    """Write without end."""
    journal = opened(sys.argv[1], sys.argv[2])
    last = journal.last()
    for number in count(last.seq):
        names = [f"{number}-{n}" for n in range(ROWS_A_BATCH)]
        last = write(journal, *names, after=last)
        sys.stdout.write(f"{last.seq}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
