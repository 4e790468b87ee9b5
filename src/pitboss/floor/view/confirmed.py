"""A jackpot as screens show it."""

from __future__ import annotations

from pitboss.floor import extension
from pitboss.floor.state.floor import JackpotState, State, changed


def to_confirmed(state: State, jackpot: JackpotState) -> JackpotState:
    """A jackpot for display: a hub's jackpot with the hub's readings, not the amounts collected
    here."""
    if not jackpot.terms.wide:
        return jackpot
    as_shown = extension.here().as_shown
    levels = {
        name: as_shown(state, jackpot.jackpot, level) for name, level in jackpot.levels.items()
    }
    return changed(jackpot, levels=levels)
