"""What several decisions ask first: who is it, is the table ready, is a round open?"""

from __future__ import annotations

from pitboss.floor.state import RoundState, State, TableState
from pitboss.floor.values import APPROVERS, Spot
from pitboss.refusal import Refusal


def need_role(state: State, badge: str, *roles: str) -> None:
    role = state.badge(badge).role
    if role not in roles:
        raise Refusal("ROLE_TOO_LOW", where=badge, reason=f"{role}; needs {' or '.join(roles)}")


def need_two_approvers(state: State, badges: tuple[str, str]) -> None:
    if badges[0] == badges[1]:
        raise Refusal("BADGE_TWICE", where=badges[0], reason="two different people must agree")
    for badge in badges:
        need_role(state, badge, *APPROVERS)


def need_reason(reason: str) -> None:
    if not reason.strip():
        raise Refusal("REASON_MISSING", where="reason", reason="say why")


def playing(state: State, name: str) -> TableState:
    table = state.table(name)
    if table.paused:
        raise Refusal("TABLE_PAUSED", where=name, reason="resume the table first")
    if not table.dealer:
        raise Refusal("NO_DEALER", where=name, reason="sign in with a badge first")
    return table


def open_round(table: TableState) -> RoundState:
    if table.round is None:
        raise Refusal("NO_ROUND", where=table.table, reason="press START GAME first")
    return table.round


def need_spot(table: TableState, spot: Spot) -> None:
    if not (1 <= spot.seat <= table.seats and 1 <= spot.sensor <= len(table.jackpots)):
        raise Refusal("SPOT_UNKNOWN", where=table.table, reason="no such seat or sensor")
