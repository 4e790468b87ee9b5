"""Wagers that a hub has granted twice, by its rows (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.floor.facts.base import Event
from pitboss.refusal import Told, say
from pitboss.wide.facts import lost_rows, sharing


def granted_twice(events: Sequence[Event]) -> Iterator[Told]:
    """A restored property's wagers that a hub granted with its decision and also in rows the
    property has lost: its open rounds are the earlier ones."""
    for decided in (event for event in events if isinstance(event, sharing.ForkDecided)):
        claims = {claim.claim for claim in decided.stated.statement.claims}
        known = {wager: grant.claim for grant in decided.lost_grants for wager in _wagers(grant)}
        for event in events:
            if (
                isinstance(event, sharing.ClaimGranted | lost_rows.ClaimRepeated)
                and event.grant.claim in claims
            ):
                grant = event.grant
                for wager in _wagers(grant):
                    if wager in known:
                        yield say(
                            "JOURNALS_DIFFER",
                            "seat_twice",
                            property=grant.property,
                            seat=wager[2],
                            table=grant.table,
                            round=grant.round,
                            jackpot=grant.jackpot,
                            first=known[wager],
                            second=grant.claim,
                        )
                    known[wager] = grant.claim


def _wagers(grant: sharing.Grant) -> Iterator[tuple[str, int, int, str]]:
    for seat in grant.seats:
        yield grant.table, grant.round, seat, grant.jackpot
