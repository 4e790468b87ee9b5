"""A jackpot as screens show it."""

from __future__ import annotations

from pitboss.floor import extension
from pitboss.floor.state.floor import JackpotState, State, changed


def to_confirmed(state: State, jackpot: JackpotState) -> JackpotState:
    """A jackpot as it is shown: one of a hub with the hub's readings, not with what was collected
    here."""
    if not jackpot.terms.wide:
        return jackpot
    as_shown = extension.here().as_shown
    levels = {
        name: as_shown(state, jackpot.jackpot, level) for name, level in jackpot.levels.items()
    }
    return changed(jackpot, levels=levels)
