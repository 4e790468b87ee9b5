"""Commands, rows and batches to write."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.facts import rounds
from pitboss.floor.facts.base import Command, CommandRefused, Event
from pitboss.floor.facts.values import Spot
from pitboss.journal import Journal, Last, Row
from pitboss.journal.chain import chain_row
from pitboss.journal.codec import command_text, events_text

AT_MS = 1_800_000_000_000
SPOTS = (Spot(1, 1), Spot(6, 2))

STARTED = rounds.RoundStarted(
    table="T-1", round=7, badge="4711", spots=SPOTS, contributions=(), takings=()
)
ENDED = rounds.RoundEnded(table="T-1", round=7, envy=())
REFUSED = CommandRefused(command="end-round", table="T-1", badge="", code="AWARD_UNCONFIRMED")


def asking(name: str) -> rounds.StartRound:
    """A command of this id."""
    return rounds.StartRound(command_id=name, at_ms=AT_MS, table="T-1", spots=SPOTS)


def ending(name: str) -> rounds.EndRound:
    """Another command of this id."""
    return rounds.EndRound(command_id=name, at_ms=AT_MS, table="T-1")


def row_of(command: Command, events: Sequence[Event], *, after: Last) -> Row:
    """The row of a command, chained to the end of a journal."""
    asked, followed = command_text(command), events_text(events)
    return chain_row(after.hash, after.seq + 1, command.at_ms, command.command_id, asked, followed)


def batch(*names: str, after: Last) -> list[Row]:
    """Commands that led to two events each, chained to one another."""
    rows: list[Row] = []
    for name in names:
        rows.append(row_of(asking(name), (STARTED, ENDED), after=after))
        after = Last(rows[-1].seq, rows[-1].hash)
    return rows


def write(journal: Journal, *names: str, after: Last) -> Last:
    """Write such commands; where the journal ends then."""
    rows = batch(*names, after=after)
    journal.append(rows, after=after)
    return Last(rows[-1].seq, rows[-1].hash)
