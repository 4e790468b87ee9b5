"""Who deals at a table, as screens name him."""

from __future__ import annotations

from typing import Any

from pitboss.floor.state import State, TableState


def dealer_of(state: State, table: TableState) -> dict[str, Any] | None:
    """The dealer's badge and name; none where nobody deals."""
    if not table.dealer:
        return None
    return {"badge": table.dealer, "name": told_apart(state, table.dealer)}


def told_apart(state: State, badge: str) -> str:
    """Somebody's name, with the badge where another has the same name."""
    found = state.badges.get(badge)
    if found is None:
        return ""
    return f"{found.name} ({badge})" if found.shares_name else found.name
