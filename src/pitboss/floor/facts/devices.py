"""Devices that may speak to the floor."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import TimeMs
from pitboss.floor.facts.permission import OWN_PAGE, TECHNICIANS, Permission


class EnrollDevice(Command):
    """Admit a device to the floor; only the digest of its key is kept. A second sensor board at a
    table has seats of its own, or replaces the first and takes its seats."""

    permission = Permission(at=(OWN_PAGE,), roles=TECHNICIANS, badge_field="badge")
    device: str
    device_kind: str
    table: str = ""  # empty: it belongs to no table
    key_sha256: str
    badge: str
    seats: tuple[int, ...] = ()  # of a sensor board; empty: every seat of its table
    replaces: str = ""  # the sensor board that this one retires


class DeviceEnrolled(Event):
    """A device was admitted to the floor."""

    device: str
    device_kind: str
    table: str
    key_sha256: str
    badge: str
    seats: tuple[int, ...] = ()


class RetireDevice(Command):
    """Retire a device."""

    permission = Permission(at=(OWN_PAGE,), roles=TECHNICIANS, badge_field="badge")
    device: str
    reason: str
    badge: str


class DeviceRetired(Event):
    """A device was retired."""

    device: str
    reason: str
    badge: str


# The devices that a table is played by: what players see, and where the dealer presses.
SCREENS = ("sign", "console")


class NoteScreen(Command):
    """The server has not seen a sign or a console for too long while its table plays, or sees it
    again. Every table shows what can be won there."""

    permission = Permission()
    device: str
    dark_since_ms: TimeMs = 0  # when it was last seen; 0: it is seen again


class ScreenWentDark(Event):
    """A sign or console is not connected while its table plays; it was last seen at `since_ms`."""

    table: str
    device: str
    since_ms: int


class ScreenCameBack(Event):
    """A sign or console that was dark is connected again."""

    table: str
    device: str


class PressKeypad(Command):
    """A press at a keypad that asks for nothing else, because it makes no sense there: it is always
    refused, for the reason that the keypad's line has found (PS-60)."""

    permission = Permission()
    table: str
    device: str
    press: str
    code: str
    reason: str
