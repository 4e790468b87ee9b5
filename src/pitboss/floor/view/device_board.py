"""What a device at a table may ask for: its table's phase, and the hands it can press."""

from __future__ import annotations

from typing import Any

from pitboss.floor.state.floor import State, TableState
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.view.labels import describe_label, lines_of
from pitboss.floor.view.next_step import phase_of


def device_board(
    state: State, paytables: PaytableLookup, table: str, device: str
) -> dict[str, Any]:
    """A table, for its keypad, reader or sensor board; each sensor's best hand first."""
    found = state.table(table)
    terms = [state.kept_jackpot(name).terms for name in found.jackpots]
    return {
        "table": table,
        "phase": phase_of(found),
        "keypad": found.keypad,
        "seats": found.seats,
        "sensors": len(terms),
        "hands": [
            {"sensor": sensor, "outcome": line.outcome, **describe_label(line.label)}
            for sensor, each in enumerate(terms, start=1)
            for line in lines_of(each, paytables[each.paytable])
        ],
        **_own_seats(state, found, device),
    }


def _own_seats(state: State, table: TableState, device: str) -> dict[str, Any]:
    """The seats a sensor board reads; empty for any other device."""
    board = state.devices.get(device)
    if board is None or board.kind != "sensor":
        return {}
    return {"own_seats": board.seats or tuple(range(1, table.seats + 1))}
