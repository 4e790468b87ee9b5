"""What the store of who may come in hands out: devices, secrets shown once, changed PINs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.floor.state.floor import DeviceState
from pitboss.refusal import Told, say

EVERY_TABLE = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """An enrolled device: what it is, and the table it stands at; of a sensor board the seats that
    it reads, none for every seat, and while it is enrolled the board that it replaces and its
    code's digest."""

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
        """Whether it stands at this table; a demonstration's one browser stands at all."""
        return self.table in (table, EVERY_TABLE)

    @property
    def named(self) -> Told:
        """What it is, and of which table."""
        case = "device_at" if self.table else "device"
        return say("PART", case, kind=self.kind, table=self.table)


class UnnotedPin(NamedTuple):
    """A PIN that was changed: whose, where and when, and what the journal keeps of it and the card,
    for which there is a proof."""

    badge: str
    place: str
    changed_ms: int
    keys_sha256: str


def noted_of(device: Device | DeviceState) -> tuple[object, ...]:
    """What the journal has of a device."""
    return device.device, device.kind, device.table, device.seats, device.key_sha256


def seats_text(seats: Sequence[int]) -> str:
    """Seats, as the store keeps them."""
    return " ".join(map(str, seats))


def seats_in(text: str) -> tuple[int, ...]:
    """Seats that the store kept."""
    return tuple(map(int, text.split()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """What a badge's owner gets, shown once: the PIN, and the track on the badge."""

    badge: str
    pin: str
    track: str
