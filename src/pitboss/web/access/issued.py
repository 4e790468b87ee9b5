"""What the access store hands out: devices, secrets shown once, changed PINs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from pitboss.floor.state.devices import DeviceState
from pitboss.refusal import Told, say

EVERY_TABLE = "*"


class Device(Struct, frozen=True, kw_only=True):
    """An enrolled device: its kind and its table; for a sensor board also its seats (none means
    every seat) and, until enrolled, the board it replaces and its code's digest."""

    device: str
    kind: str
    table: str
    enrolled_ms: int
    enrolled_by: str
    key_sha256: str
    seats: tuple[int, ...] = ()
    replaces: str = ""
    code_sha256: str = ""

    def serves(self, table: str) -> bool:
        """Whether it is at this table; a demo's only browser is at every table."""
        return self.table in (table, EVERY_TABLE)

    @property
    def named(self) -> Told:
        """What it is, and its table."""
        case = "device_at" if self.table else "device"
        return say("PART", case, kind=self.kind, table=self.table)


class UnnotedPin(NamedTuple):
    """A changed PIN: whose, where and when, and what the journal keeps of PIN and card, with a
    proof."""

    badge: str
    place: str
    changed_ms: int
    keys_sha256: str


def noted_of(device: Device | DeviceState) -> tuple[object, ...]:
    return device.device, device.kind, device.table, device.seats, device.key_sha256


def seats_text(seats: Sequence[int]) -> str:
    """Seats as the store keeps them."""
    return " ".join(map(str, seats))


def seats_in(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


class Secret(Struct, frozen=True, kw_only=True):
    """What a badge's owner gets, shown once: the PIN, and the track on the badge."""

    badge: str
    pin: str
    track: str
