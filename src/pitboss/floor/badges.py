"""Decisions about people: who gets a badge, another role, or none any more.

While a floor is set up nobody has a badge yet, so the first ones need no authority. From the first
jackpot or table on two people agree, one of them an executive, and never the one concerned."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitboss.floor import commands, events
from pitboss.floor.book import Book
from pitboss.floor.checks import is_running, need_authority, need_reason, need_text
from pitboss.floor.state import State
from pitboss.floor.values import DEALERS, NOBODY, ROLES
from pitboss.refusal import Refusal

ID = re.compile(r"[A-Za-z0-9_-]{1,32}\Z")  # a card's track could not hold every other sign


def issue_badge(state: State, command: commands.IssueBadge, book: Book) -> Sequence[events.Event]:
    _need_role_known(command.role)
    if not ID.match(command.badge):
        reason = "a badge's id has letters, digits, - and _, at most 32 of them"
        raise Refusal("ID_WRONG", where="badge", reason=reason)
    need_text(command.name, where="name")
    if state.badges.get(command.badge) is not None:
        raise Refusal(
            "BADGE_EXISTS",
            where=command.badge,
            reason="it is somebody's already; change that badge, or issue one with another id",
        )
    if is_running(state) or command.by != NOBODY:
        need_authority(state, command.by, concerned=command.badge)
    return [
        events.BadgeIssued(badge=command.badge, name=command.name, role=command.role, by=command.by)
    ]


def change_badge(state: State, command: commands.ChangeBadge, book: Book) -> Sequence[events.Event]:
    badge = state.badge(command.badge)
    _need_role_known(command.role)
    need_text(command.name, where="name")
    need_authority(state, command.by, concerned=command.badge)
    need_reason(command.reason)
    if (badge.name, badge.role) == (command.name, command.role):
        raise Refusal("CHANGE_WRONG", where=command.badge, reason="nothing would change")
    leaving = [] if command.role in DEALERS else _signed_out(state, command.badge)
    return [
        *leaving,
        events.BadgeChanged(
            badge=command.badge,
            name_before=badge.name,
            role_before=badge.role,
            name=command.name,
            role=command.role,
            reason=command.reason,
            by=command.by,
        ),
    ]


def revoke_badge(state: State, command: commands.RevokeBadge, book: Book) -> Sequence[events.Event]:
    state.badge(command.badge)
    need_authority(state, command.by, concerned=command.badge)
    need_reason(command.reason)
    return [
        *_signed_out(state, command.badge),
        events.BadgeRevoked(badge=command.badge, reason=command.reason, by=command.by),
    ]


def renew_keys(state: State, command: commands.RenewKeys, book: Book) -> Sequence[events.Event]:
    state.badge(command.badge)
    need_authority(state, command.by, concerned=command.badge)
    need_reason(command.reason)
    return [events.KeysRenewed(badge=command.badge, reason=command.reason, by=command.by)]


def _signed_out(state: State, badge: str) -> list[events.Event]:
    """Who may deal no longer leaves his tables; a round that he has open is ended first."""
    leaving: list[events.Event] = []
    for name, table in state.tables.items():
        if table.dealer == badge:
            if table.round is not None:
                raise Refusal("ROUND_OPEN", where=name, reason="end the round there first")
            leaving.append(events.DealerSignedOut(table=name, badge=badge))
    return leaving


def _need_role_known(role: str) -> None:
    if role not in ROLES:
        raise Refusal("ROLE_UNKNOWN", where=role, reason=f"there are {', '.join(ROLES)}")
