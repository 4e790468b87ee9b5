"""What a restored hub doesn't grant yet: a property that has heard of lost rows may have won the
meter in them, so two people decide about it first (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.state.floor import State
from pitboss.refusal import Refusal
from pitboss.wide.facts import sharing
from pitboss.wide.state import (
    PropertyState,
    grant_name,
    grants_of,
    names_of,
    properties_of,
    shown_so_far,
)


def find_undecided(state: State) -> Iterator[PropertyState]:
    """The properties that have heard of rows this hub has lost, until people have decided about all
    of them or given them up."""
    return (found for _, found in properties_of(state).items() if found.lost is not None)


def need_decided(state: State, found: PropertyState, stated: sharing.StatementRow) -> None:
    """Refuse to grant what others may have won before, in lost rows."""
    others = decided_first(state, found, stated)
    if others:
        raise Refusal("FORK_UNDECIDED", where=found.property, others=others)


def decided_first(
    state: State, found: PropertyState, stated: sharing.StatementRow
) -> tuple[str, ...]:
    """The properties that people must decide about before this one's claims are granted. One of
    these properties is itself decided about with the others, and waits for nobody."""
    if found.lost is not None or not _claims_more(state, found, stated):
        return ()
    return tuple(each.property for each in find_undecided(state))


def _claims_more(state: State, found: PropertyState, stated: sharing.StatementRow) -> bool:
    """Whether a statement has a claim that nothing known here shows as granted."""
    shown = names_of(each.grant for each in shown_so_far(found))
    return any(
        each.claim not in shown
        and grants_of(state).get(grant_name(found.property, each.claim)) is None
        for each in stated.statement.claims
    )
