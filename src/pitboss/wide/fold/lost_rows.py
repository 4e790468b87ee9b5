"""How a floor changes by what restored journals and lost properties left behind."""

from __future__ import annotations

from pitboss.floor.facts.values import Mark, Spot
from pitboss.floor.fold.shared import level_of, put_moved
from pitboss.floor.money.reversal import remember_amounts
from pitboss.floor.state.floor import State, changed
from pitboss.wide.facts import lost_rows
from pitboss.wide.signing import statement_digest
from pitboss.wide.state import (
    ClaimState,
    LostGrant,
    claims_of,
    properties_of,
    put_wide,
    shown_so_far,
    wide_of,
)

# ---- at a property ------------------------------------------------------------------------------


def rests_recorded(state: State, event: lost_rows.RestsRecorded) -> None:
    assert event.number > wide_of(state).rests_of
    for each in event.movements:
        assert each.house_micros == 0
        put_moved(state, each, remember_amounts(level_of(state, each), each.after, state.seq))
    put_wide(state, changed(wide_of(state), rests_of=event.number))


def grants_lost(state: State, event: lost_rows.GrantsLost) -> None:
    assert event.number >= wide_of(state).rests_of
    found = [LostGrant(grant, state.seq) for grant in event.grants]
    put_wide(
        state,
        changed(
            wide_of(state),
            rests_of=event.number,
            lost_grants=(*wide_of(state).lost_grants, *found),
            lost_row=state.seq,
        ),
    )


def grant_taken_over(state: State, event: lost_rows.GrantTakenOver) -> None:
    """From here on it is a claim like any other, except for its round."""
    grant, wide = event.grant, wide_of(state)
    assert LostGrant(grant, event.told_seq) in wide.lost_grants
    assert claims_of(state).get(grant.claim) is None
    left = tuple(each for each in wide.lost_grants if each.grant != grant)
    put_wide(state, changed(wide, lost_grants=left))
    sharers = grant.seats if len(grant.seats) > 1 else ()
    mark = Mark(Spot(grant.seats[0], grant.sensor), grant.jackpot, grant.outcome, sharers)
    badge, other = event.badges
    claims_of(state)[grant.claim] = ClaimState(
        grant.claim,
        grant.table,
        grant.round,
        mark,
        badge,
        other,
        event.told_seq,
        grant.number,
        is_lost=True,
    )


# ---- at the hub ---------------------------------------------------------------------------------


def property_heard(state: State, event: lost_rows.PropertyHeard) -> None:
    found = properties_of(state).get(event.property)
    assert found is not None
    properties_of(state)[event.property] = changed(found, heard_epoch=state.epoch)


def property_given_up(state: State, event: lost_rows.PropertyGivenUp) -> None:
    """If it comes back, its statements that are neither posted nor decided are checked again."""
    found = properties_of(state).get(event.property)
    assert found is not None
    stopped = [stated for stated in (found.held, found.fork) if stated is not None]
    forgotten = {(stated.statement.number, statement_digest(stated)) for stated in stopped}
    properties_of(state)[event.property] = changed(
        found,
        recent=tuple(each for each in found.recent if each not in forgotten),
        held=None,
        fork=None,
        refused="",
        awaited=False,
        lost=None,
        agreed=None,
        unproven=None,
        shown=None,
        shown_before=shown_so_far(found),
        given_up=event.reason,
    )
