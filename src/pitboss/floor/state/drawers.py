"""The drawer of a till, as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from msgspec import Struct

from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.floor.state.floor import DeviceState


class DrawerState(Struct, frozen=True, gc=False):
    """What a drawer must hold, and whose it is; nobody's once it is closed."""

    badge: str
    cents: Cents
    opened: int  # the row that opened it


def device_place(device: DeviceState) -> str:
    """A device's table, or a till's number."""
    return device.table or str(device.number or "")


def is_open(drawer: DrawerState | None) -> TypeGuard[DrawerState]:
    return drawer is not None and bool(drawer.badge)
