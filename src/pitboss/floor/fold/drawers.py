"""Applies events of drawers to the floor."""

from __future__ import annotations

from pitboss.floor.facts import drawers
from pitboss.floor.state.drawers import DrawerState, is_open
from pitboss.floor.state.floor import State, changed
from pitboss.money import Cents


def drawer_opened(state: State, event: drawers.DrawerOpened) -> None:
    assert not is_open(state.drawers.get(event.till))
    state.drawers[event.till] = DrawerState(event.badges[0], event.cents, state.seq)


def cash_moved(state: State, event: drawers.CashMoved) -> None:
    change_cash(state, event.till, drawers.into_drawer(event))


def change_cash(state: State, till: str, cents: int) -> None:
    """Put cash into an open drawer, or take it out if below zero."""
    drawer = state.drawers.get(till)
    assert is_open(drawer)
    assert drawer.cents + cents >= 0
    state.drawers[till] = changed(drawer, cents=Cents(drawer.cents + cents))


def drawer_handed_over(state: State, event: drawers.DrawerHandedOver) -> None:
    drawer = state.drawers.get(event.till)
    assert is_open(drawer)
    assert (drawer.badge, drawer.cents) == (event.badges[0], event.expected_cents)
    state.drawers[event.till] = changed(drawer, badge=event.badges[1], cents=event.cents)


def drawer_closed(state: State, event: drawers.DrawerClosed) -> None:
    drawer = state.drawers.get(event.till)
    assert is_open(drawer)
    assert (drawer.badge, drawer.cents) == (event.cashier, event.expected_cents)
    state.drawers[event.till] = changed(drawer, badge="", cents=Cents(0))
