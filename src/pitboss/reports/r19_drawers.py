"""R19: cashiers' drawers, from one count to the next: what went in and out, what was due, what was
counted, and why it differed."""

from __future__ import annotations

from msgspec import Struct

from pitboss.books import Entry
from pitboss.floor.facts.drawers import FILL
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("accounting",)

OPENED, MOVED, HANDED_OVER, CLOSED = (
    "drawer-opened", "cash-moved", "drawer-handed-over", "drawer-closed",
)  # fmt: skip
PAID, VOIDED = "prize-paid", "payment-voided"
DRAWERS = columns(
    "seq:count time:time@seq till:count cashier_of_drawer opened_with:money+ fills:money+",
    "drops:money+ paid_out:money+ expected:money+ counted_cents:money+ over:money+ why:long who",
)


class CashierTurn(Struct):
    """One cashier's time at a drawer, since the count that began it."""

    cashier: str
    opened: int
    fills: int = 0
    drops: int = 0
    paid: int = 0


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """A row for each count in the period that ended a cashier's turn, whenever that began."""
    turns: dict[str, CashierTurn] = {}
    rows: list[tuple[Cell, ...]] = []
    for entry in source.before_end(OPENED, MOVED, HANDED_OVER, CLOSED, PAID, VOIDED):
        event = entry.event
        if not event.till:
            continue
        if event.kind == OPENED:
            turns[event.till] = CashierTurn(event.badges[0], event.cents)
            continue
        turn = turns[event.till]
        if event.kind == MOVED and event.purpose == FILL:
            turn.fills += event.cents
        elif event.kind == MOVED:
            turn.drops += event.cents
        elif event.kind in (PAID, VOIDED):
            turn.paid += event.drawer_cents if event.kind == PAID else -event.drawer_cents
        else:
            if source.period.holds(entry.at_ms):
                rows.append(_row(source, entry, turn))
            turns[event.till] = CashierTurn(event.badges[1], event.cents)
    return (source.sheet("drawers", DRAWERS, rows),)


def _row(source: ReportSource, entry: Entry, turn: CashierTurn) -> tuple[Cell, ...]:
    event = entry.event
    return (
        row_link(entry.seq),
        entry.at_ms,
        source.closing.device(event.till).number,
        source.person(turn.cashier),
        turn.opened,
        turn.fills,
        turn.drops,
        turn.paid,
        event.expected_cents,
        event.cents,
        event.cents - event.expected_cents,
        event.reason,
        source.people(event),
    )
