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
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.people import (
    AccessRefused,
    BadgeChanged,
    BadgeIssued,
    BadgeRevoked,
    ChangeBadge,
    DealerSignedIn,
    DealerSignedOut,
    IssueBadge,
    KeysRenewed,
    NotePin,
    PersonSignedOff,
    PersonSignedOn,
    PinChanged,
    RefuseAccess,
    RenewKeys,
    RevokeBadge,
    SignIn,
    SignOff,
    SignOn,
    SignOut,
)
from pitboss.floor.facts.values import INSPECTOR, ROLES
from pitboss.floor.state import State
from pitboss.refusal import Refusal

DAY_MS = 86_400_000
BADGE_DAYS_MOST = 366  # of one that ends by itself


def issue_badge(state: State, command: IssueBadge) -> Sequence[Event]:
    _need_role_known(command.role)
    need_id(command.badge, where="badge")
    need_text(command.name, where="name")
    _need_end(command, command.ends_ms)
    if state.badges.get(command.badge) is not None:
        raise Refusal(
            "BADGE_EXISTS",
            where=command.badge,
            reason="already in use; change that badge, or issue one with another id",
        )
    return [event_from(BadgeIssued, command)]


def change_badge(state: State, command: ChangeBadge) -> Sequence[Event]:
    badge = state.badge(command.badge)
    _need_role_known(command.role)
    need_text(command.name, where="name")
    need_reason(command.reason)
    ends_ms = badge.ends_ms if command.ends_ms is None else command.ends_ms
    _need_end(command, ends_ms)
    now = (badge.name, badge.role, badge.ends_ms)
    if now == (command.name, command.role, ends_ms):
        raise Refusal("CHANGE_WRONG", where=command.badge, reason="nothing would change")
    leaving = [] if command.role in SignIn.permission.roles else _signed_out(state, command.badge)
    return [
        *leaving,
        event_from(
            BadgeChanged,
            command,
            ends_ms=ends_ms,
            name_before=badge.name,
            role_before=badge.role,
            ends_before_ms=badge.ends_ms,
        ),
    ]


def revoke_badge(state: State, command: RevokeBadge) -> Sequence[Event]:
    state.badge(command.badge)
    need_reason(command.reason)
    return [
        *_signed_out(state, command.badge),
        event_from(BadgeRevoked, command),
    ]


def renew_keys(state: State, command: RenewKeys) -> Sequence[Event]:
    state.badge(command.badge)
    need_reason(command.reason)
    return [event_from(KeysRenewed, command)]


def note_pin(state: State, command: NotePin) -> Sequence[Event]:
    """Kept whatever happens next: it has been done."""
    state.badge(command.badge)
    need_digest(command.keys_sha256, where="keys_sha256")
    return [event_from(PinChanged, command)]


def _signed_out(state: State, badge: str, *, unless: str = "") -> list[Event]:
    """Who may deal no longer, or takes another table, leaves his own; a round that he has open
    there is ended first."""
    table = state.badge(badge).deals_at
    if table in ("", unless):
        return []
    if state.table(table).round is not None:
        detail = f"deals an open round at {table}; end it there first, or void it"
        raise Refusal("DEALER_BUSY", where=badge, reason=detail)
    return [DealerSignedOut(table=table, badge=badge)]


def _need_end(command: IssueBadge | ChangeBadge, ends_ms: int) -> None:
    """An inspector's badge ends by itself; where one ends, it is to come and not far off."""
    if not ends_ms and command.role != INSPECTOR:
        return
    if not 0 < ends_ms - command.at_ms <= BADGE_DAYS_MOST * DAY_MS:
        raise Refusal(
            "BADGE_END_WRONG",
            where=command.badge,
            reason=f"say when it ends: from now on, at most {BADGE_DAYS_MOST} days ahead;"
            " an inspector's badge always ends by itself",
        )


def _need_role_known(role: str) -> None:
    if role not in ROLES:
        raise Refusal("ROLE_UNKNOWN", where=role, reason=f"there are {', '.join(ROLES)}")


def sign_in(state: State, command: SignIn) -> Sequence[Event]:
    """Between rounds only: the dealer of a round is who started it (PS-9). One badge deals at one
    table: whoever takes a second one leaves the first."""
    if state.table(command.table).round is not None:
        detail = "a round is open; sign in after END GAME (PS-9)"
        raise Refusal("ROUND_OPEN", where=command.table, reason=detail)
    if command.relief and state.table(command.table).dealer == command.badge:
        raise Refusal("NO_RELIEF", where=command.badge, reason="you are signed in here already")
    leaving = _signed_out(state, command.badge, unless=command.table)
    return [*leaving, event_from(DealerSignedIn, command)]


def sign_out(state: State, command: SignOut) -> Sequence[Event]:
    table = state.table(command.table)
    if table.round is not None:
        raise Refusal("ROUND_OPEN", where=command.table, reason="end the round first")
    if not table.dealer:
        raise Refusal("NO_DEALER", where=command.table, reason="nobody is signed in")
    return [DealerSignedOut(table=command.table, badge=table.dealer)]


def sign_on(state: State, command: SignOn) -> Sequence[Event]:
    need_short(command.device, where="device")
    need_digest(command.session_sha256, where="session_sha256")
    return [event_from(PersonSignedOn, command)]


def sign_off(state: State, command: SignOff) -> Sequence[Event]:
    need_short(command.device, where="device")
    need_digest(command.session_sha256, where="session_sha256")
    return [event_from(PersonSignedOff, command)]


def refuse_access(state: State, command: RefuseAccess) -> Sequence[Event]:
    """Kept whatever it says: whoever is turned away must not choose that it is not recorded."""
    return [
        AccessRefused(
            what=command.what[:TEXT_MOST],
            who=command.who[:TEXT_MOST],
            device=command.device[:TEXT_MOST],
            code=command.code[:TEXT_MOST],
            reason=command.reason[:TEXT_MOST],
        )
    ]
