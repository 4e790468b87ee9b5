"""Decisions about cashiers' drawers."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_reason
from pitboss.floor.facts import drawers
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import TILL
from pitboss.floor.state.drawers import DrawerState, is_open
from pitboss.floor.state.floor import State
from pitboss.money import Cents
from pitboss.refusal import Refusal

PIECES_MOST = 30  # kinds of bills, coins and chips in a count


def open_drawer(state: State, command: drawers.OpenDrawer) -> Sequence[Event]:
    device = state.device(command.till)
    if device.retired or device.kind != TILL:
        raise Refusal("DEVICE_KIND_WRONG", "till", where=command.till)
    drawer = state.drawers.get(command.till)
    if is_open(drawer):
        raise Refusal("DRAWER_OPEN", where=command.till, badge=drawer.badge)
    mine = command.badges[0]
    if any(is_open(each) and each.badge == mine for _, each in state.drawers.items()):
        raise Refusal("DRAWER_OPEN", "elsewhere", where=command.till, badge=mine)
    _need_sum(command)
    return [event_from(drawers.DrawerOpened, command)]


def move_cash(state: State, command: drawers.MoveCash) -> Sequence[Event]:
    if command.purpose not in drawers.CASH_MOVES:
        raise Refusal("PURPOSE_UNKNOWN", where="purpose", known=drawers.CASH_MOVES)
    drawer = need_own_drawer(state, command.till, command.badges[0])
    if command.purpose == drawers.DROP:
        need_cash(drawer, command.cents)
    return [event_from(drawers.CashMoved, command)]


def hand_over_drawer(state: State, command: drawers.HandOverDrawer) -> Sequence[Event]:
    drawer, following = need_own_drawer(state, command.till, command.badges[0]), command.badges[1]
    if any(is_open(each) and each.badge == following for _, each in state.drawers.items()):
        raise Refusal("DRAWER_OPEN", "elsewhere", where=command.till, badge=following)
    _need_sum(command)
    _need_explained(drawer, command)
    return [event_from(drawers.DrawerHandedOver, command, expected_cents=drawer.cents)]


def close_drawer(state: State, command: drawers.CloseDrawer) -> Sequence[Event]:
    drawer = need_open_drawer(state, command.till)
    _need_sum(command)
    _need_explained(drawer, command)
    if drawer.badge not in command.badges:
        need_reason(command.reason)
    return [
        event_from(drawers.DrawerClosed, command, expected_cents=drawer.cents, cashier=drawer.badge)
    ]


def need_open_drawer(state: State, till: str) -> DrawerState:
    drawer = state.drawers.get(till)
    if not is_open(drawer):
        raise Refusal("DRAWER_CLOSED", where=till)
    return drawer


def need_own_drawer(state: State, till: str, badge: str) -> DrawerState:
    """The open drawer of a till, for its cashier alone."""
    drawer = need_open_drawer(state, till)
    if drawer.badge != badge:
        raise Refusal("DRAWER_OF_ANOTHER", where=till, badge=drawer.badge)
    return drawer


def need_cash(drawer: DrawerState, cents: Cents) -> None:
    """Refuse to take more out of a drawer than it holds."""
    if cents > drawer.cents:
        raise Refusal("DRAWER_SHORT", where="cents", amount=cents)


def _need_sum(
    command: drawers.OpenDrawer | drawers.HandOverDrawer | drawers.CloseDrawer,
) -> None:
    """Require a count by denomination to add up to the total."""
    pieces = command.pieces
    if not pieces:
        return
    total = sum(each.cents_each * each.number for each in pieces)
    if len(pieces) > PIECES_MOST or min(each.number for each in pieces) < 0:
        raise Refusal("DRAWER_COUNT_WRONG", "pieces", where="pieces")
    if total != command.cents:
        raise Refusal("DRAWER_COUNT_WRONG", where="cents", total=total, amount=command.cents)


def _need_explained(
    drawer: DrawerState, command: drawers.HandOverDrawer | drawers.CloseDrawer
) -> None:
    """Refuse a difference without a reason. How large it is shows when the count is on record: who
    counts doesn't know what is due."""
    if command.cents == drawer.cents:
        return
    if not command.reason.strip():
        raise Refusal("DRAWER_DIFFERS", where="reason", amount=command.cents)
    need_reason(command.reason)
