"""Decisions about what is lost of shared jackpots: grants that a restored property takes over from
its hub, and properties that do not come back (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_reason
from pitboss.floor.decide.wide_hub import known_property, need_expected
from pitboss.floor.decide.wide_property import granted_awards, level_here
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.wide import WideAwardRecorded
from pitboss.floor.facts.wide_lost import (
    GiveUpProperty,
    GrantTakenOver,
    PropertyGivenUp,
    TakeOverGrant,
)
from pitboss.floor.ledger import owed_to
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import State
from pitboss.floor.wide_state import grant_name
from pitboss.money import Micros
from pitboss.refusal import Refusal

LOST = 0  # in place of a round


def take_over_grant(
    state: State, command: TakeOverGrant, paytables: PaytableLookup
) -> Sequence[Event]:
    """Its winner is owed what the hub granted, as of any claim; the round is not on record here,
    and another one may have its number."""
    need_reason(command.reason)
    lost = next(
        (each for each in state.wide.lost_grants if each.grant.claim == command.claim), None
    )
    if lost is None:
        reason = "the hub has named no such grant that this floor has lost, or it is taken over"
        raise Refusal("GRANT_NOT_LOST", where=command.claim, reason=reason)
    grant = lost.grant
    level_here(state, grant)
    if state.tables.get(grant.table) is None:
        reason = "it was opened in rows that this floor has lost; open it again as it was"
        raise Refusal("TABLE_UNKNOWN", where=grant.table, reason=reason)
    awards = granted_awards(grant)
    taken = GrantTakenOver(
        grant=grant,
        awards=tuple(award.award for award in awards),
        told_seq=lost.seq,
        reason=command.reason,
        badges=command.badges,
    )
    badge, _ = command.badges
    recorded = WideAwardRecorded(
        claim=grant.claim, table=grant.table, round=LOST, badge=badge, awards=awards
    )
    return [taken, recorded]


def give_up_property(
    state: State, command: GiveUpProperty, paytables: PaytableLookup
) -> Sequence[Event]:
    """Nothing is moved: what it owes stays on its account, and this hub has to hold it itself."""
    need_reason(command.reason)
    found = known_property(state, command.property)
    need_expected(found)
    stated = found.fork or found.held
    claims = () if stated is None else stated.statement.claims
    return [
        PropertyGivenUp(
            property=found.property,
            owes_micros=Micros(-owed_to(state, found.property)),
            claims=tuple(
                each.claim
                for each in claims
                if state.grants.get(grant_name(found.property, each.claim)) is None
            ),
            lost=found.lost,
            reason=command.reason,
            badges=command.badges,
        )
    ]
