"""A table's dealer, as screens name that person."""

from __future__ import annotations

from typing import Any

from pitboss.floor.state.floor import State, TableState


def dealer_of(state: State, table: TableState) -> dict[str, Any] | None:
    """The dealer's badge and name, plus the badge if another dealer has the same name; None if
    nobody deals."""
    if not table.dealer:
        return None
    found = state.badges.get(table.dealer)
    name = found.name if found else ""
    is_shared = (state.badge_names.get(name) or 0) > 1
    return {"badge": table.dealer, "name": f"{name} ({table.dealer})" if is_shared else name}
