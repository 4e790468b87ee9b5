"""An engine killed at any moment leaves whole batches, and all that it acknowledged."""

from __future__ import annotations

import random
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.journal import Journal, every_row
from pitboss.journal.chain import verify

from .cluster import Cluster
from .writer import ROWS_A_BATCH, opened

KILLS = 4
BATCHES_MOST = 40
SPINS_MOST = 60_000


def acknowledged_until_killed(kind: str, address: str, rng: random.Random) -> int:
    """Let an engine write, kill it somewhere in a later batch; the last end it told."""
    words = [sys.executable, "-m", "journal.writer", kind, address]
    tests = Path(__file__).parents[1]
    with subprocess.Popen(words, cwd=tests, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdout is not None
        told = [int(engine.stdout.readline()) for _ in range(rng.randint(1, BATCHES_MOST))]
        for _ in range(rng.randrange(SPINS_MOST)):
            pass  # so that the kill comes at any point of a batch
        engine.kill()
        told += [int(line) for line in engine.stdout.read().splitlines(keepends=True)
                 if line.endswith("\n")]  # fmt: skip
    return told[-1]


def check_whole(journal: Journal, *, acknowledged: int) -> None:
    """The chain holds, batches are whole, nothing acknowledged is lost."""
    end = verify(every_row(journal))
    assert end == journal.last()
    assert end.seq >= acknowledged
    assert end.seq % ROWS_A_BATCH == 0
    (row,) = journal.rows(after_seq=end.seq - 1, limit=1)
    assert journal.find_commands([row.command_id]) == {row.command_id: row}


@pytest.mark.slow
@pytest.mark.parametrize("rng_seed", [1, 2])
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_killed_at_random_moments(
    kind: str, rng_seed: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    rng = random.Random(rng_seed)
    address = str(tmp_path / "journal.db")
    if kind == "postgres":
        cluster: Cluster = request.getfixturevalue("cluster")
        address = cluster.new_database()
    for _ in range(KILLS):
        acknowledged = acknowledged_until_killed(kind, address, rng)
        with closing(opened(kind, address)) as journal:
            check_whole(journal, acknowledged=acknowledged)
