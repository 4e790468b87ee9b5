"""Proves what a journal says about the wager behind a prize made by hand.

The server works the wager out on request. The floor trusts it, because it doesn't keep the wagers
of finished rounds. So the audit looks it up again in the rows before."""

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
    """Prove the wager of a row that made a prize by hand, or raise `BadRow`. If its START is in an
    archive that isn't at hand, there is nothing to prove it with."""
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
    """The events from a START to a row that can concern its table."""
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
