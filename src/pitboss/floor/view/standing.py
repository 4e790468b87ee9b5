"""An award's status, in one name for every page and report."""

from __future__ import annotations

from pitboss.floor.state.floor import AwardState, State
from pitboss.floor.state.retention import disputes_of

AT_TABLE = "paid at the table"


def is_held(found: AwardState) -> bool:
    """Whether an award is owed but on hold."""
    return found.status == "moved" and bool(found.payment_hold)


def standing_of(state: State, found: AwardState) -> str:
    """The status in a cashier's words: a hold comes first, with its reason; what the tray has paid
    needs no cashier; play money is owed to nobody; then whether a player disputes it. A hold that
    was never released means nothing once the award is backed out."""
    standing = _standing(state, found)
    return f"{standing}, disputed" if disputes_of(state, found) else standing


def _standing(state: State, found: AwardState) -> str:
    if is_held(found):
        return f"held, {found.payment_hold}"
    if found.status != "moved":
        return found.status
    if found.award.owed_cents:
        return "play money" if state.kept_jackpot(found.award.jackpot).terms.training else "owed"
    return AT_TABLE
