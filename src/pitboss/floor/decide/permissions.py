"""Checks whether these people may send this command: what it declares (`floor/facts/permission.py`)
against the current badges, before the command itself is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.floor.decide.checks import is_running, need_role
from pitboss.floor.decide.tiers import need_tier_of_marks
from pitboss.floor.facts import jackpots
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.permission import (
    CONCERNED,
    CONFIRMER,
    COUNTERS,
    DEALER,
    DEALT,
    ENROLLER,
    LAST_STEP,
    MAKER,
    OTHER_TABLE,
    PAYER,
    RELIEF,
    REQUESTER,
    REQUESTER_ABOVE,
    SUPERVISORS,
    Permission,
)
from pitboss.floor.facts.values import NOBODY
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.refusal import Refusal


def need_permission(state: State, command: Command, paytables: PaytableLookup) -> None:
    """Refuse people who may not send this command. The decision itself checks what depends on the
    amount or the jurisdiction, which only narrows the declaration, and who else signs or looks on.
    With `by_amount`, the refusal says whose badge these awards need."""
    badges, permission = need_badges(state, command, paytables), command.permission
    if not badges:
        return
    _need_right_person(state, command, badges)
    if permission.one_is and permission.one_is not in {state.badge(name).role for name in badges}:
        raise Refusal(
            "ROLE_TOO_LOW", "two_must_role", where=" ".join(badges), one_is=permission.one_is
        )


def need_badges(state: State, command: Command, paytables: PaytableLookup) -> tuple[str, ...]:
    """The people whose badges a command needs, each on record, in a permitted role, and not
    expired; empty if nobody has to swipe."""
    permission = command.permission
    if not permission.badge_field:
        return ()
    named = getattr(command, permission.badge_field)
    if (permission.without_badge or permission.server_stands_in) and not named:
        return ()
    badges: tuple[str, ...] = (named,) if permission.people == 1 else named
    if badges == NOBODY:
        if permission.before_opening and not is_running(state):
            return ()
        raise refuse_missing_authority(permission)
    if permission.people == 2 and badges[0] == badges[1]:
        raise Refusal("BADGE_TWICE", "two_different_people", where=badges[0])
    for badge in badges:
        if permission.by_amount and state.badge(badge).role not in permission.roles:
            need_tier_of_marks(state, badge, command.table, paytables)  # type: ignore[attr-defined]
        need_role(state, badge, *permission.roles)
        if state.badge(badge).has_ended(command.at_ms):
            raise refuse_ended_badge(badge)
    return badges


def refuse_ended_badge(badge: str) -> Refusal:
    return Refusal("BADGE_ENDED", where=badge)


def refuse_missing_authority(permission: Permission) -> Refusal:
    """The refusal when nobody signs what two people must agree to."""
    case = "one_is" if permission.one_is else "two"
    field, one_is = permission.badge_field, permission.one_is
    return Refusal("AUTHORITY_MISSING", case, where=field, one_is=one_is)


def _need_right_person(state: State, command: Command, badges: tuple[str, ...]) -> None:
    """Refuse people who already have another part in this, if it must be someone else."""
    permission = command.permission
    for relation in permission.differs_from:
        for badge in badges:
            need_apart(state, command, badge, relation)
    if permission.same_as:
        (only,) = _PEOPLE[permission.same_as](state, command)
        if badges != (only,):
            raise Refusal("NOT_YOURS", "asked", where=badges[0], only=only)
    for case in permission.narrowed_by:
        for badge in badges:
            _NARROWINGS[case](state, command, badge)


def need_apart(state: State, command: Command, badge: str, relation: str) -> None:
    """Refuse a badge whose part in this someone else must take."""
    if badge in _PEOPLE[relation](state, command):
        code = "BADGE_CONCERNED" if relation == CONCERNED else "BADGE_TWICE"
        raise Refusal(code, relation, where=badge, rule="PS-9" if relation in _PS_9 else "")


def _dealer(state: State, command: Any) -> tuple[str, ...]:
    """Who deals the open round, or dealt the round of a prize by hand."""
    if isinstance(command, jackpots.AdjustMeter):
        return (command.wager.dealer,) if command.wager is not None else ()
    opened = state.table(command.table).round
    return (opened.dealer,) if opened is not None else ()


def _makers(state: State, command: Any) -> tuple[str, ...]:
    """Who took an award off its meter by hand; empty if a table recorded it."""
    found = state.award(command.award)
    return found.confirmed_by if found.by_hand else ()


def _counters(state: State, command: Any) -> tuple[str, ...]:
    """Who counted a box of a shift."""
    day = state.calendar.day_of(command.day)
    shifts = day.shifts if day is not None else ()
    boxes = (box for shift in shifts if shift.shift == command.shift for box in shift.boxes)
    wanted = (command.table, command.jackpot)
    return tuple(
        who for box in boxes if (box.table, box.jackpot) == wanted for who in box.counted_by
    )


def _enrollers(state: State, command: Any) -> tuple[str, ...]:
    """Who made a device's code."""
    found = state.devices.get(command.device)
    return (found.enrolled_by,) if found is not None else ()


_PEOPLE: Mapping[str, Callable[[State, Any], tuple[str, ...]]] = {
    CONCERNED: lambda state, command: (command.badge,),
    REQUESTER: lambda state, command: (state.change(command.change).badge,),
    DEALER: _dealer,
    CONFIRMER: lambda state, command: state.award(command.award).confirmed_by,
    DEALT: lambda state, command: (state.award(command.award).dealt_by,),
    PAYER: lambda state, command: state.award(command.award).paid_by,
    MAKER: _makers,
    COUNTERS: _counters,
    ENROLLER: _enrollers,
}
_PS_9 = (DEALER, CONFIRMER, DEALT)


def _need_no_lower(state: State, command: Any, badge: str) -> None:
    """Require an approver of at least the requester's rank."""
    role = state.badge(badge).role
    if (state.change(command.change).role, role) == ("executive", "supervisor"):
        raise Refusal("ROLE_TOO_LOW", "executive_asked", where=role)


def _need_own_table(state: State, command: Any, badge: str) -> None:
    """Refuse a dealer at another table; anyone above dealers may ask anywhere."""
    if state.badge(badge).role == "dealer" and state.table(command.table).dealer != badge:
        raise Refusal("NOT_YOURS", "dealer_pauses_table", where=command.table)


def _need_dealer(state: State, command: Any, badge: str) -> None:
    """Refuse a supervisor's stray swipe, which must not take over a table."""
    if command.relief and state.badge(badge).role != "dealer":
        raise Refusal("NO_RELIEF", "dealer_card_takes", where=badge)


def _need_supervisor_last(state: State, command: Any, badge: str) -> None:
    """Require a supervisor for the last step of a shuffler's replacement, after which the table
    plays again."""
    if command.through == len(state.table(command.table).shuffler_steps):
        need_role(state, badge, *SUPERVISORS, rule="ALL-4")


_NARROWINGS: Mapping[str, Callable[[State, Any, str], None]] = {
    REQUESTER_ABOVE: _need_no_lower,
    OTHER_TABLE: _need_own_table,
    RELIEF: _need_dealer,
    LAST_STEP: _need_supervisor_last,
}
