"""Events, rows and batches to write."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.events import CommandRefused, RoundEnded, RoundStarted
from pitboss.floor.values import Spot
from pitboss.journal import EMPTY, Journal, Last, Row
from pitboss.journal.chain import command_rows

AT_MS = 1_800_000_000_000
DIGEST = "d1" * 32

STARTED = RoundStarted(
    table="T-1", round=7, badge="4711", spots=(Spot(1, 1), Spot(6, 2)), contributions=(), takings=()
)
ENDED = RoundEnded(table="T-1", round=7, envy=())
REFUSED = CommandRefused(
    command="EndRound", table="T-1", badge="", code="AWARD_UNCONFIRMED", reason="seat 3 is marked"
)


def rows_of(*names: str, after: Last = EMPTY) -> list[Row]:
    """The rows of commands that led to two events each."""
    rows: list[Row] = []
    for name in names:
        rows += command_rows(
            end_of(rows, after), command_id=name, digest=DIGEST, at_ms=AT_MS,
            events=(STARTED, ENDED), reply=f'{{"id":"{name}"}}',
        )  # fmt: skip
    return rows


def end_of(rows: Sequence[Row], after: Last = EMPTY) -> Last:
    """Where rows end."""
    return Last(rows[-1].seq, rows[-1].hash) if rows else after


def at_row(journal: Journal, seq: int) -> Last:
    """That place of a journal, or one that it does not have."""
    rows = list(journal.rows(after_seq=seq - 1, limit=1)) if seq else []
    return end_of(rows, EMPTY if seq == 0 else Last(seq, "f" * 64))


def write(journal: Journal, *names: str, at: int) -> Last:
    """Write such commands behind a row."""
    after = at_row(journal, at)
    return journal.append(rows_of(*names, after=after), after=after)
