"""What a hub that was restored does not grant yet: a property that has heard of rows which are lost
may have won the meter in them, and two people decide about it first (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.facts.wide import StatementRow
from pitboss.floor.state import State
from pitboss.floor.wide_state import PropertyState, grant_name, names_of, shown_so_far
from pitboss.refusal import Refusal


def undecided(state: State) -> Iterator[PropertyState]:
    """The properties that have heard of rows which this hub has lost, as long as nobody has decided
    about them or given them up."""
    return (found for _, found in state.properties.items() if found.lost is not None)


def need_decided(state: State, found: PropertyState, stated: StatementRow) -> None:
    """Refuse to grant what others may have won before, in rows that are lost."""
    others = decided_first(state, found, stated)
    if others:
        reason = (
            "this hub was restored; claims are granted once two people have decided about "
            f"{', '.join(others)}"
        )
        raise Refusal("FORK_UNDECIDED", where=found.property, reason=reason)


def decided_first(state: State, found: PropertyState, stated: StatementRow) -> tuple[str, ...]:
    """The properties about which people decide before this one's claims are granted. Of those that
    are all undecided themselves one is always the first: nobody waits in a circle."""
    if not _claims_more(state, found, stated):
        return ()
    turn = _turn(state, found)
    return tuple(
        each.property
        for each in undecided(state)
        if each.property != found.property and (found.lost is None or _turn(state, each) < turn)
    )


def _turn(state: State, found: PropertyState) -> int:
    """When an undecided property is decided about: first those that claim nothing more, or may
    not, then those that have won before too, which comes off the meter with their decision."""
    stated = found.fork
    if stated is None or found.shown is None or not _claims_more(state, found, stated):
        return 0
    known = {name for name in _names_shown(found) if _is_granted(state, found, name)}
    has_won = any(known.isdisjoint(names_of([each.grant])) for each in shown_so_far(found))
    return 1 if has_won else 2


def _claims_more(state: State, found: PropertyState, stated: StatementRow) -> bool:
    """Whether a statement has a claim that was not granted, by all that is known here."""
    shown = _names_shown(found)
    return any(
        each.claim not in shown and not _is_granted(state, found, each.claim)
        for each in stated.statement.claims
    )


def _names_shown(found: PropertyState) -> set[str]:
    return names_of(each.grant for each in shown_so_far(found))


def _is_granted(state: State, found: PropertyState, claim: str) -> bool:
    return state.grants.get(grant_name(found.property, claim)) is not None
