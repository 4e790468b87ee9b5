"""Devices that may talk to the floor."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import TimeMs
from pitboss.floor.facts.meanings import BadgeId, Coded, DeviceId, TableId, TypedText
from pitboss.floor.facts.permission import (
    ANYWHERE,
    CHANGERS,
    ENROLLER,
    OWN_PAGE,
    TECHNICIAN_OR_SERVER,
    TECHNICIANS,
    Permission,
)
from pitboss.floor.facts.values import TILL
from pitboss.refusal import Told


class NoteDeviceCode(Command):
    """A code that enrolls one device was made: in the office, with a badge, or on the server's
    command line, without one. Only the code's digest is kept."""

    permission = TECHNICIAN_OR_SERVER
    code_sha256: str
    device_kind: Coded
    table: TableId = ""  # empty: the device belongs to no table
    until_ms: TimeMs
    badge: BadgeId = ""
    seats: tuple[int, ...] = ()
    replaces: str = ""


class DeviceCodeMade(Event):
    """A code that enrolls one device before it expires was made; without a badge, on the server's
    command line."""

    code_sha256: str
    device_kind: Coded
    table: TableId
    until_ms: int
    made_ms: int
    badge: BadgeId
    seats: tuple[int, ...]
    replaces: str


class EnrollDevice(Command):
    """Admit a device to the floor; only the digest of its key is kept. Its code is on record,
    unused and not expired; a new journal admits devices without one. A second sensor board at a
    table has its own seats, or replaces the first and takes its seats."""

    permission = TECHNICIAN_OR_SERVER
    office = "devices"
    device: DeviceId
    device_kind: Coded
    table: TableId = ""  # empty: it belongs to no table
    key_sha256: str
    badge: BadgeId  # who made its code; empty: the command line of the server's machine
    seats: tuple[int, ...] = ()  # of a sensor board; empty: every seat of its table
    replaces: str = ""  # the sensor board this one retires
    code_sha256: str = ""


class DeviceEnrolled(Event):
    """A device was admitted to the floor."""

    device: DeviceId
    device_kind: Coded
    table: TableId
    key_sha256: str
    badge: BadgeId
    seats: tuple[int, ...] = ()
    code_sha256: str = ""


# The devices that act: someone who brought one could press and swipe there.
ACTING = ("console", "keypad", "reader", "sensor", TILL)


class ConfirmDevice(Command):
    """Confirm that a device belongs to the house and is where it should be. One person can enroll
    it alone; this takes a second person."""

    permission = Permission(
        at=(ANYWHERE,), roles=CHANGERS, badge_field="badge", differs_from=(ENROLLER,)
    )
    device: DeviceId
    badge: BadgeId


class DeviceConfirmed(Event):
    """Someone other than the maker of its code has confirmed a device."""

    device: DeviceId
    badge: BadgeId


class RetireDevice(Command):
    """Retire a device."""

    permission = Permission(at=(OWN_PAGE,), roles=TECHNICIANS, badge_field="badge")
    office = "devices"
    device: DeviceId
    reason: TypedText
    badge: BadgeId


class DeviceRetired(Event):
    """A device was retired, with a reason from a person or from the system."""

    device: DeviceId
    reason: TypedText = ""
    told: Told | None = None
    badge: BadgeId


# The devices a table is played with: what players see, and where the dealer presses.
SCREENS = ("sign", "console")


class NoteScreen(Command):
    """The server hasn't seen a sign or console for too long while its table plays, or sees it
    again. Every table must show its prizes."""

    permission = Permission()
    device: DeviceId
    dark_since_ms: TimeMs = 0  # when it was last seen; 0: it is seen again


class ScreenWentDark(Event):
    """A sign or console isn't connected while its table plays; it was last seen at `since_ms`."""

    table: TableId
    device: DeviceId
    since_ms: int


class ScreenCameBack(Event):
    """A sign or console that was dark is connected again."""

    table: TableId
    device: DeviceId


class PressKeypad(Command):
    """A press at a keypad that makes no sense there: it is always refused, for the reason that the
    keypad's line found (PS-60)."""

    permission = Permission()
    table: TableId
    device: DeviceId
    press: str
    refused: Told
