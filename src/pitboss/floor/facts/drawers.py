"""Cashiers' drawers, each at its till: opened, filled, dropped, handed over, counted and closed.

A drawer holds the house's own cash and chips, at face value, never players' money."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import EntryCents
from pitboss.floor.facts.meanings import BadgeId, Coded, DeviceId, TypedText
from pitboss.floor.facts.permission import TWO_AT_TILL
from pitboss.floor.facts.values import Value
from pitboss.money import Cents

FILL, DROP = CASH_MOVES = ("fill", "drop")  # from the vault into the drawer, and back


class CountedPieces(Value):
    """Bills, coins or chips of one value, counted."""

    cents_each: EntryCents
    number: int


class OpenDrawer(Command):
    """Two people open a till's drawer with what they counted: its cashier, who signed in there, and
    someone of the vault."""

    permission = TWO_AT_TILL
    worked_out = ("till",)
    cents: EntryCents
    pieces: tuple[CountedPieces, ...] = ()  # if counted by denomination
    badges: tuple[BadgeId, BadgeId]
    till: DeviceId = ""


class DrawerOpened(Event):
    """A drawer was opened for the first of the two."""

    till: DeviceId
    cents: Cents
    pieces: tuple[CountedPieces, ...] = ()
    badges: tuple[BadgeId, BadgeId]


class MoveCash(Command):
    """The cashier and someone of the vault move cash: a fill comes from the vault, a drop goes
    back."""

    permission = TWO_AT_TILL
    worked_out = ("till",)
    purpose: Coded
    cents: EntryCents
    badges: tuple[BadgeId, BadgeId]
    till: DeviceId = ""


class CashMoved(Event):
    """Cash went from the vault into a drawer, or back."""

    till: DeviceId
    purpose: Coded
    cents: Cents
    badges: tuple[BadgeId, BadgeId]


def into_drawer(event: CashMoved) -> Cents:
    """What a move adds to the drawer; below zero if it takes out."""
    return event.cents if event.purpose == FILL else Cents(-event.cents)


class HandOverDrawer(Command):
    """The cashier hands the counted drawer to the next one, who signs too. A difference needs a
    reason."""

    permission = TWO_AT_TILL
    worked_out = ("till",)
    cents: Cents
    pieces: tuple[CountedPieces, ...] = ()
    reason: TypedText = ""
    badges: tuple[BadgeId, BadgeId]
    till: DeviceId = ""


class DrawerHandedOver(Event):
    """A drawer with `cents` counted, where `expected_cents` were due, went from the first of the
    two to the second."""

    till: DeviceId
    cents: Cents
    expected_cents: Cents
    pieces: tuple[CountedPieces, ...] = ()
    reason: TypedText = ""
    badges: tuple[BadgeId, BadgeId]


class CloseDrawer(Command):
    """Two people count a drawer and close it; its money goes back to the vault. If its cashier
    isn't one of them, or there is a difference, they write why."""

    permission = TWO_AT_TILL
    worked_out = ("till",)
    cents: Cents
    pieces: tuple[CountedPieces, ...] = ()
    reason: TypedText = ""
    badges: tuple[BadgeId, BadgeId]
    till: DeviceId = ""


class DrawerClosed(Event):
    """A drawer was closed with `cents` counted, where `expected_cents` were due; `cashier` had
    it."""

    till: DeviceId
    cents: Cents
    expected_cents: Cents
    cashier: BadgeId
    pieces: tuple[CountedPieces, ...] = ()
    reason: TypedText = ""
    badges: tuple[BadgeId, BadgeId]
