"""Acknowledged rounds per second on one jackpot in PostgreSQL, next to pgbench on that server."""

from __future__ import annotations

import re
from statistics import median

from journal.cluster import Cluster
from pitboss.engine import settle_memory
from pitboss.journal.postgres import PostgresJournal
from proof.bench.asking import by_callback, open_floor, rounds

SETTINGS = (
    "fsync=on", "synchronous_commit=on", "shared_buffers=512MB", "max_connections=300",
    "listen_addresses=127.0.0.1",
)  # fmt: skip
ASKERS = (8, 32, 256)
ROUNDS = 10_000
TRANSACTIONS = 1_024  # of pgbench: a time limit would start before its clients connect
REPEATS = 3


def main() -> None:
    """Print both rates for several numbers of askers, and their ratios."""
    settle_memory()  # as a server does
    cluster = Cluster(SETTINGS)
    cluster.start()
    try:
        _compare(cluster)
    finally:
        cluster.stop()
        cluster.remove()


def _compare(cluster: Cluster) -> None:
    """The medians of several turns of each, one after the other, because a machine's speed
    varies."""
    bank = cluster.new_database()
    cluster.run_program("pgbench", "-i", "-q", "-s", "1", bank)
    ours: dict[int, list[float]] = {askers: [] for askers in ASKERS}
    theirs: dict[int, list[float]] = {askers: [] for askers in ASKERS}
    for _ in range(REPEATS):
        for askers in ASKERS:
            theirs[askers].append(_pgbench(cluster, bank, askers))
            ours[askers].append(_engine(cluster, askers))
    print(f"   {', '.join(SETTINGS[:4])}")
    print("   engine: rounds (START with 7 wagers, END) at as many tables, all on one jackpot,")
    print("   one command of each under way; pgbench: TPC-B, scale 1, prepared, as many clients")
    print("     askers   rounds/s   pgbench transactions/s   ratio")
    for askers in ASKERS:
        rate, peer = median(ours[askers]), median(theirs[askers])
        print(f"     {askers:>6}  {rate:>9,.0f}   {peer:>22,.0f}   {rate / peer:>5.1f}")
    most = median(ours[ASKERS[-1]]) / max(median(rates) for rates in theirs.values())
    print(f"   {ASKERS[-1]} tables against pgbench with the clients it likes best: {most:.1f}")


def _engine(cluster: Cluster, askers: int) -> float:
    journal = PostgresJournal(cluster.new_database())
    core = open_floor(journal, tables=askers)
    asked = rounds(core, askers, ROUNDS // askers)
    first = core.state.seq
    seconds = by_callback(core, asked)
    journal.close()
    return (core.state.seq - first) / 2 / seconds


def _pgbench(cluster: Cluster, bank: str, clients: int) -> float:
    each = str(TRANSACTIONS // clients)
    options = ("-M", "prepared", "-c", str(clients), "-j", "2", "-t", each)
    told = cluster.run_program("pgbench", *options, bank)
    return float(re.findall(r"^tps = ([\d.]+)", told, re.M)[0])
