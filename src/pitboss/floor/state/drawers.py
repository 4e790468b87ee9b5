"""The drawer of a till, as it stands."""

from __future__ import annotations

from typing import TypeGuard

from msgspec import Struct

from pitboss.money import Cents


class DrawerState(Struct, frozen=True, gc=False):
    """What a drawer must hold, and whose it is; nobody's once it is closed."""

    badge: str
    cents: Cents
    opened: int  # the row that opened it


def is_open(drawer: DrawerState | None) -> TypeGuard[DrawerState]:
    return drawer is not None and bool(drawer.badge)
