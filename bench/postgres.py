"""Acknowledged rounds a second on one jackpot in PostgreSQL, beside pgbench on that server."""

from __future__ import annotations

import re

from bench.asking import by_callback, opened, rounds
from journal.cluster import Cluster
from pitboss.engine import settle_memory
from pitboss.journal.postgres import PostgresJournal

SETTINGS = (
    "fsync=on", "synchronous_commit=on", "shared_buffers=512MB", "listen_addresses=127.0.0.1",
)  # fmt: skip
ASKERS = 256
ROUNDS_EACH = 40
REPEATS = 3
CLIENTS = (8, 32, 90)  # pgbench is quickest with few; the server takes a hundred


def main() -> None:
    """Print both rates, what ran, and the ratio."""
    settle_memory()  # as a server does
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
    theirs = dict.fromkeys(CLIENTS, 0.0)
    ours, rows = 0.0, 0.0
    for _ in range(REPEATS):
        for clients in CLIENTS:
            theirs[clients] = max(theirs[clients], _pgbench(cluster, bank, clients))
        journal = PostgresJournal(cluster.new_database())
        core = opened(journal, tables=ASKERS)
        first = core.state.seq
        seconds = by_callback(core, rounds(ASKERS, ROUNDS_EACH))
        journal.close()
        rows = (core.state.seq - first) / core.transactions
        ours = max(ours, ASKERS * ROUNDS_EACH / seconds)
    print(f"   {', '.join(SETTINGS[:3])}")
    print(f"   engine, {ASKERS} tables on one jackpot, one command of each under way")
    print(f"     rounds (START with 7 wagers, END)    {ours:>9,.0f} rounds/s")
    print(f"     rows a transaction                   {rows:>9.1f}")
    print("   pgbench, TPC-B, scale 1, prepared statements, two threads")
    for clients, rate in theirs.items():
        print(f"     {clients:>2} clients {rate:>35,.0f} transactions/s, ratio {ours / rate:.1f}")


def _pgbench(cluster: Cluster, bank: str, clients: int) -> float:
    options = ("-M", "prepared", "-c", str(clients), "-j", "2", "-T", "3")
    told = cluster.run_program("pgbench", *options, bank)
    return float(re.findall(r"^tps = ([\d.]+)", told, re.M)[0])
