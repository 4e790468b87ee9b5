"""What boards show beside the state, taken up from the journal when a site starts: the newest rows,
and the few older ones that tell when a jackpot was last won."""

from __future__ import annotations

from pitboss.floor.state import State
from pitboss.journal import Journal
from pitboss.journal.codec import events_of
from pitboss.live.painter import Painter

REMEMBERED_ROWS = 20_000  # how far back a start looks for late bets, calls and reasons
ROWS_AT_ONCE = 1000


def remember(painter: Painter, state: State, journal: Journal) -> None:
    """Bring a painter to where the floor stands."""

    def at_ms_of(seq: int) -> int | None:
        row = next(iter(journal.rows(after_seq=seq - 1, limit=1)), None)
        return row.at_ms if row is not None and row.seq == seq else None

    painter.begin(state)
    painter.winners.begin(state, at_ms_of)
    after = max(0, state.seq - REMEMBERED_ROWS)
    while rows := list(journal.rows(after_seq=after, limit=ROWS_AT_ONCE)):
        for row in rows:
            for event in events_of(row.events, seq=row.seq):
                painter.watch(event, at_ms=row.at_ms)
        after = rows[-1].seq
