"""Acknowledged rounds a second on one jackpot in PostgreSQL, beside pgbench on that server."""

from __future__ import annotations

import re

from bench.asking import by_callback, opened, rounds
from journal.cluster import Cluster
from pitboss.journal.postgres import PostgresJournal

SETTINGS = (
    "fsync=on", "synchronous_commit=on", "shared_buffers=512MB", "listen_addresses=127.0.0.1",
)  # fmt: skip
ASKERS = 256
ROUNDS_EACH = 40
REPEATS = 3
CLIENTS = ("-M", "prepared", "-c", "8", "-j", "2", "-T", "4")


def main() -> None:
    """Print both rates, what ran, and the ratio."""
    cluster = Cluster(SETTINGS)
    cluster.start()
    try:
        _compare(cluster)
    finally:
        cluster.stop()
        cluster.remove()


def _compare(cluster: Cluster) -> None:
    """The best of a few turns of each, one after the other, because neighbours come and go."""
    bank = cluster.new_database()
    cluster.run_program("pgbench", "-i", "-q", "-s", "1", bank)
    ours, rows, theirs = 0.0, 0.0, 0.0
    for _ in range(REPEATS):
        told = cluster.run_program("pgbench", *CLIENTS, bank)
        theirs = max(theirs, float(re.findall(r"^tps = ([\d.]+)", told, re.M)[0]))
        journal = PostgresJournal(cluster.new_database())
        core = opened(journal, tables=ASKERS)
        first = core.state.seq
        seconds = by_callback(core, rounds(ASKERS, ROUNDS_EACH))
        journal.close()
        rows = (core.state.seq - first) / core.transactions
        ours = max(ours, ASKERS * ROUNDS_EACH / seconds)
    print(f"   {', '.join(SETTINGS[:3])}")
    print(f"   pgbench {' '.join(CLIENTS)}, TPC-B, scale 1   {theirs:>9,.0f} transactions/s")
    print(f"   engine, {ASKERS} tables on one jackpot, one command of each under way")
    print(f"     rounds (START with 7 wagers, END)    {ours:>9,.0f} rounds/s")
    print(f"     rows a transaction                   {rows:>9.1f}")
    print(f"     ratio                                {ours / theirs:>9.1f}")
