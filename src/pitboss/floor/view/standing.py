"""How an award stands, in one name for every page and report."""

from __future__ import annotations

from pitboss.floor.state import AwardState

AT_TABLE = "paid at the table"


def is_held(found: AwardState) -> bool:
    """Whether an award is owed and nobody may pay it now."""
    return found.status == "moved" and bool(found.payment_hold)


def standing_of(found: AwardState, *, is_training: bool = False) -> str:
    """In a cashier's words: what nobody may pay now is held, and why; what the tray has paid needs
    no cashier; play money is owed to nobody. A hold that was never released says nothing of an
    award that was backed out."""
    if is_held(found):
        return f"held, {found.payment_hold}"
    if found.status != "moved":
        return found.status
    if found.award.owed_cents:
        return "play money" if is_training else "owed"
    return AT_TABLE
