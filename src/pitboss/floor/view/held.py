"""Jackpots that a change holds, as people see it."""

from __future__ import annotations

from pitboss.floor.decide.checks import holding_change
from pitboss.floor.state.changes import change_number
from pitboss.floor.state.floor import State


def holding_number(state: State, jackpot: str) -> str:
    """The number of the change that keeps a jackpot from taking wagers; empty: none."""
    asked = holding_change(state, jackpot)
    return change_number(asked.change) if asked else ""
