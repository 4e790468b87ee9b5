"""How to undo a mistaken award: back it out while its meter can be corrected to the cent, cancel it
if not."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.floor.money.reversal import is_remembered
from pitboss.floor.state.floor import State


class Undoing(NamedTuple):
    """What may be requested; if a jackpot is retired, someone says where its money goes."""

    backs_out: bool = False
    cancels: bool = False
    is_retired: bool = False


def undoing_of(state: State, award: str) -> Undoing:
    """How an award can be undone; not at all once it has left the floor."""
    found = state.awards.get(award)
    if found is None:
        return Undoing()
    backs_out = found.is_reversible and is_remembered(state, found)
    cancels = state.owed.get(award) is not None and not backs_out
    is_retired = state.kept_jackpot(found.award.jackpot).status == "retired"
    return Undoing(backs_out, cancels, is_retired)
