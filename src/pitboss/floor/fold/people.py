"""Applies events of people to the floor."""

from __future__ import annotations

from pitboss.floor.facts import people
from pitboss.floor.fold.shared import change_table
from pitboss.floor.state.floor import PAST_KEY_DIGITS, Badge, State, changed

PAST_KEYS_KEPT = 1000  # for each badge: twenty years of a new PIN each week
SESSIONS_KEPT = 8  # for each badge: at a desk and with a phone, in training


def dealer_signed_in(state: State, event: people.DealerSignedIn) -> None:
    table = state.table(event.table)
    assert table.round is None
    if table.dealer:
        _deals(state, table.dealer, at="")
    change_table(state, event.table, dealer=event.badge)
    _deals(state, event.badge, at=event.table)


def dealer_signed_out(state: State, event: people.DealerSignedOut) -> None:
    change_table(state, event.table, dealer="")
    _deals(state, event.badge, at="")


def _deals(state: State, badge: str, *, at: str) -> None:
    state.badges[badge] = changed(state.badge(badge), deals_at=at)


def badge_issued(state: State, event: people.BadgeIssued) -> None:
    state.badges[event.badge] = Badge(event.badge, event.name, event.role, ends_ms=event.ends_ms)
    _count_name(state, event.name, by=1)


def badge_changed(state: State, event: people.BadgeChanged) -> None:
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


def badge_revoked(state: State, event: people.BadgeRevoked) -> None:
    state.badges[event.badge] = changed(state.badge(event.badge), revoked=True)


def keys_renewed(state: State, event: people.KeysRenewed) -> None:
    """Recorded only; it changes nothing."""


def access_refused(state: State, event: people.AccessRefused) -> None:
    """Recorded only; it changes nothing."""


def pin_changed(state: State, event: people.PinChanged) -> None:
    """A session ends with the PIN that started it."""
    badge, past = state.badge(event.badge), state.badge(event.badge).past_keys
    if badge.keys_sha256 not in ("", event.keys_sha256):
        past = (*past, badge.keys_sha256[:PAST_KEY_DIGITS])[-PAST_KEYS_KEPT:]
    state.badges[event.badge] = changed(
        badge, keys_sha256=event.keys_sha256, sessions=(), past_keys=past
    )


def person_signed_on(state: State, event: people.PersonSignedOn) -> None:
    badge = state.badge(event.badge)
    older = () if event.alone else badge.sessions
    sessions = (*older, event.session_sha256)[-SESSIONS_KEPT:]
    state.badges[event.badge] = changed(badge, sessions=sessions)


def person_signed_off(state: State, event: people.PersonSignedOff) -> None:
    badge = state.badge(event.badge)
    left = tuple(each for each in badge.sessions if each != event.session_sha256)
    state.badges[event.badge] = changed(badge, sessions=left)
