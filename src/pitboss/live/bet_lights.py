"""What the sensors see now: which spots have a chip, and whether the sensor boards answer.

This is a signal, not a fact: nothing is kept. At a table without a sensor board, touching the
console lights the spots, and START clears them."""

from __future__ import annotations

from pitboss.floor.facts.values import Spot

NONE, OK, DEAD = "none", "ok", "dead"
UNHEARD = "unheard"  # a board that has been silent since this server leads


class BetLights:
    """The lit spots of every table."""

    def __init__(self) -> None:
        self._lit: dict[str, set[Spot]] = {}
        self._boards: dict[str, dict[str, str]] = {}  # by table and device

    def board(self, table: str) -> str:
        """Whether the table has sensor boards, and whether all of them answer."""
        boards = self._boards.get(table, {}).values()
        if DEAD in boards or UNHEARD in boards:
            return DEAD
        return OK if OK in boards else NONE

    def board_of(self, table: str, device: str) -> str:
        """Whether a sensor board of a table is there, and whether it answers."""
        return self._boards.get(table, {}).get(device, NONE)

    def find_lit(self, table: str) -> tuple[Spot, ...]:
        """The spots that have a chip now, in seat order."""
        return tuple(sorted(self._lit.get(table, ()), key=lambda spot: (spot.seat, spot.sensor)))

    def light(self, table: str, spot: Spot) -> None:
        """Light a spot: a chip is on it."""
        self._lit.setdefault(table, set()).add(spot)

    def put_out(self, table: str, spot: Spot) -> None:
        """Put a spot's light out: the chip is gone."""
        self._lit.get(table, set()).discard(spot)

    def clear(self, table: str) -> None:
        self._lit.pop(table, None)

    def set_board(self, table: str, device: str, board: str) -> None:
        """Note that a sensor board arrived, stopped answering, or left."""
        assert board in (NONE, OK, DEAD, UNHEARD), board
        self._boards.setdefault(table, {})[device] = board

    def dead(self) -> tuple[str, ...]:
        """The tables with a sensor board that doesn't answer."""
        return tuple(sorted(table for table in self._boards if self.board(table) == DEAD))

    def as_plain(self, table: str) -> dict[str, object]:
        """The picture of a table's lights."""
        spots = [{"seat": spot.seat, "sensor": spot.sensor} for spot in self.find_lit(table)]
        return {"table": table, "lit": spots, "board": self.board(table)}
