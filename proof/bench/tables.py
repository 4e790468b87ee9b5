"""What a round costs the engine by the number of tables: decided, chained, kept in memory, painted.

Plays one round at each of several tables that are far apart, while a sign of one and the jackpot
that all tables share are watched. Costs are processor time, not clock time, so a busy machine shows
nearly the same."""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence

from pitboss.engine import settle_memory
from pitboss.floor.facts.base import Event
from pitboss.floor.state.floor import State
from pitboss.floor.view.board import NAMELESS
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.live.hub import Hub
from pitboss.live.painter import JACKPOT, TABLE, Painter
from pitboss.site.parse import TABLES_MOST
from proof.bench.asking import BOOK, Asker, open_floor

SIZES = (100, 1_000, TABLES_MOST)
PLAYED = 100  # tables that play
ROUNDS = 20  # at each
REPEATS = 3


def main() -> None:
    """Print the cost of a round by floor size, and the ratio of the largest to the smallest."""
    settle_memory()
    costs = {tables: round_us(tables) for tables in SIZES}
    for tables, cost_us in costs.items():
        print(f"   a round, {tables:>5,} tables {cost_us:>9.1f} us of the processor")
    print(f"   ratio {costs[SIZES[-1]] / costs[SIZES[0]]:.2f}, the largest beside the smallest")


def round_us(tables: int) -> float:
    """The lowest mean over several turns of START and END, one command per batch."""
    core = open_floor(MemoryJournal(MemoryStore()), tables=tables)
    hub = Hub()
    painter = Painter(paytables=BOOK, names=NAMELESS, hub=hub, steady_ms=lambda: 0)
    painter.begin(core.state)
    hub.join([f"{TABLE}T1", f"{JACKPOT}J1"], identity="a sign")

    def paint(state: State, events: Sequence[Event]) -> None:
        painter.paint(state, events, at_ms=0)

    core._publish = paint
    playing = [f"T{number}" for number in range(1, tables + 1, max(1, tables // PLAYED))][:PLAYED]
    gc.collect()
    gc.freeze()
    costs = []
    for repeat in range(REPEATS):
        asker = Asker(f"turn{repeat}-")
        asked = [each for _ in range(ROUNDS) for table in playing for each in asker.round(table)]
        begun_ns = time.process_time_ns()
        for command in asked:
            core.handle((command,))
        costs.append((time.process_time_ns() - begun_ns) / (len(asked) / 2) / 1000)
    return min(costs)
