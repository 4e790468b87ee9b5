"""Proves what a journal itself says of a wager on which somebody made a prize by hand.

The server works that out when it is asked; the floor believes it, because it does not keep the
wagers of rounds that are over. So the audit looks it up again, in the rows before."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pitboss.audit.finding import bad_row
from pitboss.floor.facts import jackpots
from pitboss.floor.facts.base import Event
from pitboss.floor.state.locked_wager import locked_wager
from pitboss.journal import PAGE_ROWS, Journal, Row
from pitboss.journal.codec import command_of, events_of

MADE_BY_HAND = '"kind":"meter-adjusted"'
CANCELED = '"kind":"prize-canceled"'


def check_wager(journal: Journal, row: Row) -> None:
    """Prove the wager of a prize that a row made by hand, or raise `BadRow`. Where its START is in
    an archive that is not at hand, there is nothing to prove it by."""
    if MADE_BY_HAND not in row.events:
        return
    asked = command_of(row.asked, seq=row.seq)
    if not isinstance(asked, jackpots.AdjustMeter) or asked.won_at is None or asked.wager is None:
        return
    sealed = journal.read_seal()
    if sealed is not None and asked.wager.row <= sealed.seq:
        return
    if locked_wager(_entries(journal, asked.wager.row, row.seq, asked.won_at), asked.won_at) != (
        asked.wager
    ):
        raise bad_row(row.seq, "other_wager", field="asked")


def _entries(
    journal: Journal, first_seq: int, before_seq: int, at: jackpots.WonAt
) -> Iterator[tuple[int, Event]]:
    """The events from a START up to a row that may be about its table."""
    named = json.dumps(at.table, ensure_ascii=False)
    after = first_seq - 1
    while after < before_seq - 1:
        page = list(journal.rows(after_seq=after, limit=min(PAGE_ROWS, before_seq - 1 - after)))
        if not page:
            return
        for row in page:
            if named in row.events or CANCELED in row.events:
                yield from ((row.seq, event) for event in events_of(row.events, seq=row.seq))
        after = page[-1].seq
