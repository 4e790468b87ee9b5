"""Wagers that a hub has granted twice, as its rows say (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.floor.facts.base import Event
from pitboss.floor.facts.wide import ClaimGranted, ForkDecided, Grant
from pitboss.floor.facts.wide_lost import ClaimRepeated


def granted_twice(events: Sequence[Event]) -> Iterator[str]:
    """Wagers of a restored property that a hub granted with its decision, and in rows that the
    property has lost: its open rounds are those of before."""
    for decided in (event for event in events if isinstance(event, ForkDecided)):
        claims = {claim.claim for claim in decided.stated.statement.claims}
        known = {wager: grant.claim for grant in decided.lost_grants for wager in _wagers(grant)}
        for event in events:
            if isinstance(event, ClaimGranted | ClaimRepeated) and event.grant.claim in claims:
                grant = event.grant
                for wager in _wagers(grant):
                    if wager in known:
                        yield (
                            f"{grant.property}: seat {wager[2]} of {grant.table}, round "
                            f"{grant.round}, was granted {grant.jackpot} twice, as {known[wager]} "
                            f"and as {grant.claim}"
                        )
                    known[wager] = grant.claim


def _wagers(grant: Grant) -> Iterator[tuple[str, int, int, str]]:
    for seat in grant.seats:
        yield grant.table, grant.round, seat, grant.jackpot
