"""Shared jackpots are known where somebody shares one, and nowhere else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.floor.state.snapshot import write_snapshot

from .line import Line

LOADED = "\nprint('pitboss.wide' in sys.modules)\n"
SERVER = """
import asyncio, sys
from pathlib import Path
from pitboss.demo.running import make_folder, open_room
from pitboss.live.house_key import HouseKey

async def serve(app):
    async with app.router.lifespan_context(app):
        await app.state.running_site.look(lambda state: state.seq)

place = Path(sys.argv[1])
make_folder(place / "site")
key = HouseKey(place / "key", site_folder=place / "site")
asyncio.run(serve(open_room(place / "site", rng_seed=1, house_key=key)[0]))
"""
JOURNAL = """
import sys
from pathlib import Path
from pitboss.journal.codec import events_of
assert not events_of('[]') and 'pitboss.wide' not in sys.modules
assert len(events_of(Path(sys.argv[1], 'text').read_text())) == 1
"""
SNAPSHOT = """
import sys
from pathlib import Path
from pitboss.floor.state.snapshot import read_snapshot, write_snapshot
text = Path(sys.argv[1], 'text').read_text()
assert write_snapshot(read_snapshot(text)) == text
"""


def is_loaded(program: str, place: Path) -> bool:
    """Whether a process of its own knows of shared jackpots in the end."""
    done = subprocess.run(
        [sys.executable, "-c", program + LOADED, place], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1] == "True"


def test_a_house_that_shares_nothing_serves_without_them(tmp_path: Path) -> None:
    assert not is_loaded(SERVER, tmp_path)


@pytest.mark.parametrize("program", [JOURNAL, SNAPSHOT], ids=["journal", "snapshot"])
def test_what_tells_of_them_makes_them_known(program: str, tmp_path: Path) -> None:
    node = Line().p1
    joined = next(row.events for row in node.store.rows if "hub-joined" in row.events)
    text = joined if program == JOURNAL else write_snapshot(node.state)
    (tmp_path / "text").write_text(text)
    assert is_loaded(program, tmp_path)
