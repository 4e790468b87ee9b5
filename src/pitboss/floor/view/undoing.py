"""How an award that was a mistake is undone: backed out while its meter can be put right to the
cent, canceled where it cannot."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.floor.money.reversal import is_remembered
from pitboss.floor.state.floor import State


class Undoing(NamedTuple):
    """What may be asked for; with a jackpot that is retired somebody says where its money goes."""

    backs_out: bool = False
    cancels: bool = False
    is_retired: bool = False


def undoing_of(state: State, award: str) -> Undoing:
    """How an award may be undone; not at all once it has left the floor."""
    found = state.awards.get(award)
    if found is None:
        return Undoing()
    backs_out = found.is_reversible and is_remembered(state, found)
    cancels = state.owed.get(award) is not None and not backs_out
    is_retired = state.kept_jackpot(found.award.jackpot).status == "retired"
    return Undoing(backs_out, cancels, is_retired)
