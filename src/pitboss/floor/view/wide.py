"""What signs and consoles show of a hub's jackpot: its amount as the hub confirmed it last, when
that was, until when its wagers are taken, and hits whose amount is being verified."""

from __future__ import annotations

from pitboss.floor.meter import as_shown
from pitboss.floor.state import JackpotState, State, changed


def confirmed(state: State, jackpot: JackpotState) -> JackpotState:
    """A jackpot as it is shown: one of a hub with the hub's readings, not with what was collected
    here."""
    if not jackpot.terms.wide:
        return jackpot
    levels = {
        name: as_shown(state.wide, jackpot.jackpot, level) for name, level in jackpot.levels.items()
    }
    return changed(jackpot, levels=levels)


def wide_board(state: State, jackpot: JackpotState) -> dict[str, object]:
    """What a board adds for a hub's jackpot; nothing for another."""
    if not jackpot.terms.wide:
        return {}
    wide = state.wide
    pending = [
        {"claim": name, "table": claim.table, "outcome": claim.mark.outcome}
        for name, claim in state.claims.items()
        if not claim.awards and claim.mark.jackpot == jackpot.jackpot
    ]
    told = {
        "hub": jackpot.terms.wide,
        "confirmed_ms": max(0, wide.asked_ms),
        "open_until_ms": max(0, wide.lease_until_ms),
        "pending": pending,
    }
    return {"wide": told}
