"""A meter that shows less than its seed because a round was voided after the meter had been won:
what the round had brought was paid out with the award, and came off the restart (PS-61)."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.floor.meter import shown
from pitboss.floor.reversal import taken_from_restart
from pitboss.floor.state import JackpotState
from pitboss.money import Cents, shown_down


class BelowSeed(NamedTuple):
    """By how much a meter is below its seed, what voided rounds took from its restart, and the row
    of the award that restarted it."""

    below_cents: Cents
    voided_cents: Cents
    row: int


def below_seed(jackpot: JackpotState, level: str) -> BelowSeed | None:
    """Why a meter shows less than its seed, where a void is why; none where it does not, or an
    award of a part of it, or somebody's adjustment, is. A hub's meters are the hub's to explain."""
    found = jackpot.levels[level]
    below = found.setting.seed_cents - shown(found)
    if below <= 0 or jackpot.terms.wide or jackpot.status == "retired":
        return None
    row, voided = taken_from_restart(found)
    return BelowSeed(Cents(below), shown_down(voided), row) if voided else None
