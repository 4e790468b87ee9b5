"""What the events of people make of the floor."""

from __future__ import annotations

from pitboss.floor.facts.people import (
    AccessRefused,
    BadgeChanged,
    BadgeIssued,
    BadgeRevoked,
    DealerSignedIn,
    DealerSignedOut,
    KeysRenewed,
    PersonSignedOff,
    PersonSignedOn,
    PinChanged,
)
from pitboss.floor.fold.shared import change_table
from pitboss.floor.state import Badge, State, changed

SESSIONS_KEPT = 8  # of a badge: at a desk and with a phone, in training


def dealer_signed_in(state: State, event: DealerSignedIn) -> None:
    table = state.table(event.table)
    assert table.round is None
    if table.dealer:
        _deals(state, table.dealer, at="")
    change_table(state, event.table, dealer=event.badge)
    _deals(state, event.badge, at=event.table)


def dealer_signed_out(state: State, event: DealerSignedOut) -> None:
    change_table(state, event.table, dealer="")
    _deals(state, event.badge, at="")


def _deals(state: State, badge: str, *, at: str) -> None:
    state.badges[badge] = changed(state.badge(badge), deals_at=at)


def badge_issued(state: State, event: BadgeIssued) -> None:
    state.badges[event.badge] = Badge(event.badge, event.name, event.role, ends_ms=event.ends_ms)
    _count_name(state, event.name, by=1)


def badge_changed(state: State, event: BadgeChanged) -> None:
    badge = state.badge(event.badge)
    before = (event.name_before, event.role_before, event.ends_before_ms)
    assert (badge.name, badge.role, badge.ends_ms) == before
    state.badges[event.badge] = changed(
        badge, name=event.name, role=event.role, ends_ms=event.ends_ms
    )
    _count_name(state, event.name_before, by=-1)
    _count_name(state, event.name, by=1)


def _count_name(state: State, name: str, *, by: int) -> None:
    state.badge_names[name] = (state.badge_names.get(name) or 0) + by


def badge_revoked(state: State, event: BadgeRevoked) -> None:
    state.badges[event.badge] = changed(state.badge(event.badge), revoked=True)


def keys_renewed(state: State, event: KeysRenewed) -> None:
    """Kept, and changes nothing."""


def access_refused(state: State, event: AccessRefused) -> None:
    """Kept, and changes nothing."""


def pin_changed(state: State, event: PinChanged) -> None:
    """A session ends with the PIN that began it."""
    noted = changed(state.badge(event.badge), keys_sha256=event.keys_sha256, sessions=())
    state.badges[event.badge] = noted


def person_signed_on(state: State, event: PersonSignedOn) -> None:
    badge = state.badge(event.badge)
    older = () if event.alone else badge.sessions
    sessions = (*older, event.session_sha256)[-SESSIONS_KEPT:]
    state.badges[event.badge] = changed(badge, sessions=sessions)


def person_signed_off(state: State, event: PersonSignedOff) -> None:
    badge = state.badge(event.badge)
    left = tuple(each for each in badge.sessions if each != event.session_sha256)
    state.badges[event.badge] = changed(badge, sessions=left)
