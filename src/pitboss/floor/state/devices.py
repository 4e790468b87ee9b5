"""Devices that may talk to the floor, and the codes that enroll them."""

from __future__ import annotations

from msgspec import Struct


class DeviceState(Struct, frozen=True, gc=False):
    """A device that may talk to the floor, and the digest of its key. A sensor board without
    `seats` reads every seat of its table."""

    device: str
    kind: str
    table: str
    key_sha256: str
    retired: bool = False
    seats: tuple[int, ...] = ()
    enrolled_by: str = ""  # who made its code; empty: the command line
    confirmed_by: str = ""  # someone else
    number: int = 0  # of a till: they are counted as they were enrolled

    @property
    def place(self) -> str:
        """Its table, or a till's number."""
        return self.table or str(self.number or "")


class DeviceCodeState(Struct, frozen=True, gc=False):
    """What a code enrolls, and who made it; kept until it expires, so that none works twice."""

    kind: str
    table: str
    until_ms: int
    badge: str
    replaces: str
    is_used: bool = False
