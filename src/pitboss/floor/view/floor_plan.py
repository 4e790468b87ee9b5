"""What the pit draws on its felts and where they stand."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.floor.money.meter import read_shown
from pitboss.floor.state.floor import State
from pitboss.floor.view.board import Board
from pitboss.floor.view.confirmed import to_confirmed
from pitboss.floor.view.pit_memory import PitMemory


def plan_board(state: State, memories: Mapping[str, PitMemory], *, at_ms: int) -> Board:
    """Each table's place, the seats that bet in its open round, and its rounds of the last hour;
    what the highest meter of each jackpot shows. A house jackpot has none."""
    opened = ((name, each.round) for name, each in state.tables.items())
    levels = ((name, to_confirmed(state, each).levels) for name, each in state.jackpots.items())
    return {
        "places": {each.table: [each.column, each.row] for each in state.floor_plan},
        "lit": {name: sorted({spot.seat for spot in each.spots}) for name, each in opened if each},
        "pace": {name: each.pace_at(at_ms) for name, each in memories.items()},
        "meters": {name: read_shown(next(iter(each.values()))) for name, each in levels if each},
    }
