"""What ten times the tables and people cost in processor time: `site check`, opening, replay and a
start. It should be ten times as much; anything quadratic costs a hundred times."""

from __future__ import annotations

import gc
import tempfile
import time
from pathlib import Path

from pitboss.engine import Core, replay
from pitboss.floor.state.floor import State
from pitboss.floor.view.board import NAMELESS
from pitboss.journal import every_row
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.live.folder import SITE_FILE, open_floor, read_folder
from pitboss.live.hub import Hub
from pitboss.live.painter import Painter
from pitboss.live.release import running_release
from pitboss.rules.catalog import Paytables
from pitboss.site.check import check
from pitboss.site.parse import parse_site
from proof.bench.asking import BOOK, large_site

SIZES = (100, 1_000)
RATIO_MOST = 20  # far from 100; a busy machine blurs both figures


def main() -> None:
    """Print each cost; stop if it grows faster than the floor."""
    measure(SIZES[0])  # reads and compiles everything once
    few, many = (measure(size) for size in SIZES)
    ratios = {name: many[name] / few[name] for name in few}
    print(f"   seconds of the processor  {SIZES[0]:>8,} {SIZES[1]:>8,} tables and people")
    for name, ratio in ratios.items():
        print(f"   {name:<24} {few[name]:>9.3f} {many[name]:>8.3f}, ratio {ratio:.1f}")
    slow = [name for name, ratio in ratios.items() if ratio > RATIO_MOST]
    assert not slow, f"over {RATIO_MOST} times: {', '.join(slow)}"


def measure(tables: int) -> dict[str, float]:
    """Processor seconds of each, by name."""
    spent: dict[str, float] = {}
    gc.collect()
    began_s = time.process_time()

    def note(name: str) -> None:
        nonlocal began_s
        spent[name] = time.process_time() - began_s
        gc.collect()
        began_s = time.process_time()

    with tempfile.TemporaryDirectory() as folder:
        text = large_site(tables)
        (Path(folder) / SITE_FILE).write_text(text, "utf-8")
        check(parse_site(text), Paytables())
        note("site check")
        found, store = read_folder(Path(folder)), MemoryStore()
        release = running_release()
        note("reading")
        core = Core(MemoryJournal(store), found.paytable_lookup)
        open_floor(found, core, release, (), at_ms=1_790_000_000_000)
        note("opening")
        replay(State(), every_row(MemoryJournal(store, read_only=True)))
        note("replay")
        core = Core(MemoryJournal(store, read_only=True), found.paytable_lookup)
        assert len(found.tables) >= tables
        Painter(paytables=BOOK, names=NAMELESS, hub=Hub(), steady_ms=lambda: 0).begin(core.state)
        note("start")
    return spent
