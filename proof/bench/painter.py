"""What painting a batch costs, on floors of many tables that share one jackpot.

It must not grow with the floor: half of the tables play, one of them has a mark, and a console of
one table and a sign are watching."""

from __future__ import annotations

import time
from statistics import median

from pitboss.floor.facts import rounds
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import State
from pitboss.floor.view.board import NAMELESS
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.live.hub import Hub
from pitboss.live.painter import JACKPOT, TABLE, Painter
from pitboss.site.parse import TABLES_MOST
from proof.bench.asking import BOOK, Asker, open_floor

SIZES = (10, 100, TABLES_MOST)
ROUNDS = 200
REPEATS = 5


def main() -> None:
    """Print the cost by floor size, and the ratio of the largest to the smallest."""
    costs = {tables: median(paint_us(tables) for _ in range(REPEATS)) for tables in SIZES}
    for tables, cost_us in costs.items():
        print(f"   a batch painted, {tables:>6} tables {cost_us:>9.1f} us")
    print(f"   ratio {costs[SIZES[-1]] / costs[SIZES[0]]:.2f}, the largest beside the smallest")


def paint_us(tables: int) -> float:
    """The mean time to paint START and END at one table, one command per batch."""
    core = open_floor(MemoryJournal(MemoryStore()), tables=tables)
    hub = Hub()
    painter = Painter(paytables=BOOK, names=NAMELESS, hub=hub, steady_ms=lambda: 0)
    painter.begin(core.state)
    hub.join([f"{TABLE}T1", f"{JACKPOT}J1"], identity="a sign")
    spent_ns = 0

    def paint(state: State, events: list[Event]) -> None:
        nonlocal spent_ns
        begun = time.perf_counter_ns()
        painter.paint(state, events, at_ms=0)
        spent_ns += time.perf_counter_ns() - begun

    core._publish = paint  # type: ignore[assignment]
    others = [Asker(f"other{n}-").round(f"T{n}")[0] for n in range(3, tables + 1, 2)]
    core.handle(others)
    asker = Asker("marked-")
    core.handle(asker.round("T2")[:1])
    core.handle([rounds.PressHand(**asker.ids(), table="T2", spot=Spot(1, 1), outcome="four_aces")])  # type: ignore[arg-type]
    playing = Asker("playing-")
    spent_ns = 0
    for _ in range(ROUNDS):
        for command in playing.round("T1"):
            core.handle([command])
    return spent_ns / (2 * ROUNDS) / 1000
