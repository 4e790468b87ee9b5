"""Restores what boards show beside the state, from the journal when a site starts: the newest rows,
and the few older ones that tell when a jackpot was last won."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from pitboss.floor.facts import rounds
from pitboss.floor.facts.base import kind_of
from pitboss.floor.state.floor import State
from pitboss.floor.view.pit_memory import MINUTE_MS, PACE_MINUTES
from pitboss.journal import Journal, Row
from pitboss.journal.codec import events_of
from pitboss.live.painter import Painter

REMEMBERED_ROWS = 20_000  # how far back a start searches for late bets, calls and reasons
ROWS_AT_ONCE = 1000
HOUR_MS = MINUTE_MS * PACE_MINUTES
STARTED, ENDED = kind_of(rounds.RoundStarted), kind_of(rounds.RoundEnded)


class _Told(Struct):
    """The parts of an event that decide whether it is remembered."""

    kind: str
    table: str = ""


_read_told = msgspec.json.Decoder(tuple[_Told, ...]).decode


def remember(painter: Painter, state: State, journal: Journal) -> None:
    """Bring a painter up to date with the floor."""

    def at_ms_of(seq: int) -> int | None:
        row = next(iter(journal.rows(after_seq=seq - 1, limit=1)), None)
        return row.at_ms if row is not None and row.seq == seq else None

    painter.begin(state)
    painter.winners.begin(state, at_ms_of)
    rows, starts = newest_rows(journal, after_seq=max(0, state.seq - REMEMBERED_ROWS))
    for table, at_ms in starts:
        if at_ms > rows[-1].at_ms - HOUR_MS:
            painter.watch_start(table, at_ms=at_ms)
    for row in rows:
        for event in events_of(row.events, seq=row.seq):
            painter.watch(event, at_ms=row.at_ms)


def newest_rows(journal: Journal, *, after_seq: int) -> tuple[list[Row], list[tuple[str, int]]]:
    """The rows after one, but only each table's last finished round: a new round clears what was
    seen in the one before, and most rows are rounds without a prize. Of the others, where and when
    they started."""
    found: dict[str, Row] = {}
    starts: list[tuple[str, int]] = []
    while rows := list(journal.rows(after_seq=after_seq, limit=ROWS_AT_ONCE)):
        for row in rows:
            told = _read_told(row.events)
            first = told[0] if len(told) == 1 else None
            if first is None or first.kind not in (STARTED, ENDED):
                found[f"{row.seq}"] = row
                continue
            if first.kind == STARTED:
                found.pop(ENDED + first.table, None)
            over = found.pop(first.kind + first.table, None)  # so that it takes its own place
            if over is not None and first.kind == STARTED:
                starts.append((first.table, over.at_ms))
            found[first.kind + first.table] = row
        after_seq = rows[-1].seq
    return list(found.values()), starts
