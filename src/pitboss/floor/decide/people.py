"""Decisions about people: badges, who takes a table, who works at the office."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import (
    TEXT_MOST,
    need_digest,
    need_id,
    need_reason,
    need_short,
    need_text,
)
from pitboss.floor.facts import people
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import INSPECTOR, ROLES
from pitboss.floor.state.floor import PAST_KEY_DIGITS, State
from pitboss.refusal import Refusal

DAY_MS = 86_400_000
BADGE_DAYS_MOST = 366  # longest term of a badge that expires


def issue_badge(state: State, command: people.IssueBadge) -> Sequence[Event]:
    _need_role_known(command.role)
    need_id(command.badge, where="badge")
    need_text(command.name, where="name")
    _need_end(command, command.ends_ms)
    if state.badges.get(command.badge) is not None:
        raise Refusal("BADGE_EXISTS", where=command.badge)
    return [event_from(people.BadgeIssued, command)]


def change_badge(state: State, command: people.ChangeBadge) -> Sequence[Event]:
    badge = state.badge(command.badge)
    _need_role_known(command.role)
    need_text(command.name, where="name")
    need_reason(command.reason)
    ends_ms = badge.ends_ms if command.ends_ms is None else command.ends_ms
    _need_end(command, ends_ms)
    now = (badge.name, badge.role, badge.ends_ms)
    if now == (command.name, command.role, ends_ms):
        raise Refusal("CHANGE_WRONG", "nothing_would_change", where=command.badge)
    leaving = (
        [] if command.role in people.SignIn.permission.roles else _signed_out(state, command.badge)
    )
    return [
        *leaving,
        event_from(
            people.BadgeChanged,
            command,
            ends_ms=ends_ms,
            name_before=badge.name,
            role_before=badge.role,
            ends_before_ms=badge.ends_ms,
        ),
    ]


def revoke_badge(state: State, command: people.RevokeBadge) -> Sequence[Event]:
    state.badge(command.badge)
    need_reason(command.reason)
    return [
        *_signed_out(state, command.badge),
        event_from(people.BadgeRevoked, command),
    ]


def renew_keys(state: State, command: people.RenewKeys) -> Sequence[Event]:
    state.badge(command.badge)
    need_reason(command.reason)
    return [event_from(people.KeysRenewed, command)]


def note_pin(state: State, command: people.NotePin) -> Sequence[Event]:
    """Always accepted: it has been done. An earlier PIN or card on record never returns: each has
    random data in its digest, so only a copy could."""
    badge = state.badge(command.badge)
    need_digest(command.keys_sha256, where="keys_sha256")
    if command.keys_sha256[:PAST_KEY_DIGITS] in badge.past_keys:
        raise Refusal("NOT_ON_RECORD", "keys_replaced", where=command.badge)
    return [event_from(people.PinChanged, command)]


def _signed_out(state: State, badge: str, *, unless: str = "") -> list[Event]:
    """Sign out someone who may no longer deal or takes another table, once any open round there has
    ended."""
    table = state.badge(badge).deals_at
    if table in ("", unless):
        return []
    if state.table(table).round is not None:
        raise Refusal("DEALER_BUSY", where=badge, table=table)
    return [people.DealerSignedOut(table=table, badge=badge)]


def _need_end(command: people.IssueBadge | people.ChangeBadge, ends_ms: int) -> None:
    """Require an expiration for an inspector's badge; any expiration must be in the near future."""
    if not ends_ms and command.role != INSPECTOR:
        return
    if not 0 < ends_ms - command.at_ms <= BADGE_DAYS_MOST * DAY_MS:
        raise Refusal(
            "BADGE_END_WRONG", "say_when_ends", where=command.badge, badge_days_most=BADGE_DAYS_MOST
        )


def _need_role_known(role: str) -> None:
    if role not in ROLES:
        raise Refusal("ROLE_UNKNOWN", "there_are", where=role, roles=ROLES)


def sign_in(state: State, command: people.SignIn) -> Sequence[Event]:
    """Between rounds only: the dealer of a round is who started it (PS-9). One badge deals at one
    table: taking a second leaves the first."""
    if state.table(command.table).round is not None:
        raise Refusal("ROUND_OPEN", "round_open", where=command.table)
    if command.relief and state.table(command.table).dealer == command.badge:
        raise Refusal("NO_RELIEF", "you_signed_here", where=command.badge)
    leaving = _signed_out(state, command.badge, unless=command.table)
    return [*leaving, event_from(people.DealerSignedIn, command)]


def sign_out(state: State, command: people.SignOut) -> Sequence[Event]:
    table = state.table(command.table)
    if table.round is not None:
        raise Refusal("ROUND_OPEN", "end_round", where=command.table)
    if not table.dealer:
        raise Refusal("NO_DEALER", "nobody_signed", where=command.table)
    return [people.DealerSignedOut(table=command.table, badge=table.dealer)]


def sign_on(state: State, command: people.SignOn) -> Sequence[Event]:
    need_short(command.device, where="device")
    need_digest(command.session_sha256, where="session_sha256")
    return [event_from(people.PersonSignedOn, command)]


def sign_off(state: State, command: people.SignOff) -> Sequence[Event]:
    need_short(command.device, where="device")
    need_digest(command.session_sha256, where="session_sha256")
    return [event_from(people.PersonSignedOff, command)]


def refuse_access(state: State, command: people.RefuseAccess) -> Sequence[Event]:
    """Always accepted: the person who was turned away must not be able to keep it off the
    record."""
    return [
        people.AccessRefused(
            what=command.what[:TEXT_MOST],
            who=command.who[:TEXT_MOST],
            device=command.device[:TEXT_MOST],
            code=command.code[:TEXT_MOST],
            case=command.case,
            values=command.values,
        )
    ]
