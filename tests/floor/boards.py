"""Boards to test: a floor with one table, and boards as they come out of JSON."""

from __future__ import annotations

import json
from typing import Any

from pitboss.floor.view.board import jackpot_board, table_board

from .support import BOOK, FOUR_CARD, Floor, hired_floor, level


def one_table() -> Floor:
    """Table T1 with one jackpot: seed $1,000, 20 % of each dollar to the meter."""
    floor = hired_floor(replays=False)
    floor.open_jackpot("fours", FOUR_CARD, levels=(level(seed_cents=100_000),))
    floor.open_table("T1", "fours")
    return floor


def board(floor: Floor, table: str = "T1", **more: Any) -> dict[str, Any]:
    """The board of a table, as it comes out of JSON."""
    made = table_board(floor.state, BOOK, table, **more)
    again: dict[str, Any] = json.loads(json.dumps(made))
    assert again == made, "a board is plain JSON"
    return again


def jackpot(floor: Floor, name: str, **more: Any) -> dict[str, Any]:
    """The board of a jackpot, as it comes out of JSON."""
    made = jackpot_board(floor.state, BOOK, name, **more)
    again: dict[str, Any] = json.loads(json.dumps(made))
    assert again == made, "a board is plain JSON"
    return again
