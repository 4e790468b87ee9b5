"""What a table's papers show, and how that differs from what it runs."""

from __future__ import annotations

from pitboss.floor.facts.values import BundleItem
from pitboss.floor.state.approved import PRIZE_ITEM, Drift, item_drifts, terms_items
from pitboss.floor.state.floor import State, TableState

ON_PAPER = ("paytable", "wager", PRIZE_ITEM)  # how these terms of a jackpot begin


def posted_items(state: State, table: TableState) -> tuple[BundleItem, ...]:
    """Everything of what a table runs that its layout, placard or rack card shows."""
    shown = [*table.plays]
    for sensor, name in enumerate(table.jackpots, start=1):
        terms = terms_items(state.kept_jackpot(name).terms)
        shown += [
            BundleItem(f"sensor {sensor} {item}", value)
            for item, value in terms
            if item.startswith(ON_PAPER)
        ]
    return tuple(shown)


def posted_drift(state: State, table: TableState) -> tuple[Drift, ...]:
    """Every item that runs otherwise than it was posted; none if nobody recorded a posting."""
    return item_drifts(table.posted, posted_items(state, table)) if table.posted else ()
