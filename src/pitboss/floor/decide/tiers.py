"""Whose badge confirms awards of a given amount (PS-4)."""

from __future__ import annotations

from pitboss.floor.decide.checks import need_role
from pitboss.floor.decide.pricing import Priced, authority_for, payment_order, price
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup


def need_tier(state: State, badge: str, priced: Priced) -> None:
    """Refuse a badge that can't confirm this much."""
    needed = authority_for(state, priced)
    above_cents = needed.limit_cents if needed.is_over else None
    need_role(state, badge, *needed.roles, above_cents=above_cents, rule=needed.rule)


def need_tier_of_marks(
    state: State, badge: str, table_name: str, paytables: PaytableLookup
) -> None:
    """Tell a badge that confirms nothing who can: for a table's marks, perhaps only an
    executive."""
    table = state.tables.get(table_name)
    if table is None or table.has_key or table.round is None or not table.round.marks:
        return
    priced = price(state, table, payment_order(table, table.round.marks), paytables)
    need_tier(state, badge, priced)
