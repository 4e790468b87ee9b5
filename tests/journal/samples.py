"""Events, groups and batches to write."""

from __future__ import annotations

from pitboss.floor.facts.base import CommandRefused
from pitboss.floor.facts.rounds import RoundEnded, RoundStarted
from pitboss.floor.facts.values import Spot
from pitboss.journal import Group, Journal, Last
from pitboss.journal.codec import entry_of

AT_MS = 1_800_000_000_000
DIGEST = "d1" * 32

STARTED = RoundStarted(
    table="T-1", round=7, badge="4711", spots=(Spot(1, 1), Spot(6, 2)), contributions=(), takings=()
)
ENDED = RoundEnded(table="T-1", round=7, envy=())
REFUSED = CommandRefused(
    command="EndRound", table="T-1", badge="", code="AWARD_UNCONFIRMED", reason="seat 3 is marked"
)


def group(name: str) -> Group:
    """A command that led to two events."""
    return Group(
        command_id=name, command_digest=DIGEST, at_ms=AT_MS,
        entries=(entry_of(STARTED), entry_of(ENDED)), reply=f'{{"id":"{name}"}}',
    )  # fmt: skip


def batch(*names: str) -> list[Group]:
    """Several such commands."""
    return [group(name) for name in names]


def write(journal: Journal, *names: str, at: int) -> Last:
    """Write such commands behind a row."""
    return journal.append(batch(*names), after_seq=at)
