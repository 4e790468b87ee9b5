"""The server's memory while fifty tables play over HTTP for minutes.

One minute by default; `--minutes 30` shows whether memory stays flat. The slope is that of a line
through the readings after the first ten minutes, one every five seconds."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from proof.bench.web import TABLES, Floor, ServerProcess, make_keys, make_site, served

MINUTES, SETTLED_MINUTES = 1, 10
READ_S = 5.0


def main() -> None:
    """Print the memory of each minute, and its slope after the first ten."""
    reader = argparse.ArgumentParser()
    reader.add_argument("--minutes", type=int, default=MINUTES)
    minutes: int = reader.parse_known_args()[0].minutes
    with tempfile.TemporaryDirectory() as name:
        make_site(Path(name))
        tokens, tracks = make_keys(Path(name))
        with served([sys.executable, "-m", "pitboss", "serve", "--site", name]) as server:
            floor = Floor(server.port, tokens, tracks)
            read, presses = uvloop.run(_played(server, floor, minutes))
    settled = [(at_s, mb) for at_s, mb in read if at_s >= SETTLED_MINUTES * 60]
    print(f"   {presses:,} presses in {minutes} minutes ({presses / minutes / 60:.0f}/s)")
    if len(settled) > 1:
        slope = _slope(settled) * 3600
        print(f"   after the first {SETTLED_MINUTES} minutes  {slope:+.2f} MB/hour")
    else:
        print(f"   for the slope, play longer than {SETTLED_MINUTES} minutes: --minutes 30")


async def _played(
    server: ServerProcess, floor: Floor, minutes: int
) -> tuple[list[tuple[float, float]], int]:
    """The readings with their times, and how many presses were answered."""
    await floor.sign_in()
    for _ in range(TABLES):
        await floor.start()
    begun = time.perf_counter()
    playing = asyncio.create_task(floor.play(minutes * 60.0))
    read: list[tuple[float, float]] = []
    for number in range(int(minutes * 60 / READ_S) + 1):
        await asyncio.sleep(begun + number * READ_S - time.perf_counter())
        at_s, mb = time.perf_counter() - begun, server.rss_mb()
        read.append((at_s, mb))
        if number * READ_S % 60 == 0:
            print(f"   minute {at_s / 60:3.0f}  {mb:7.2f} MB", flush=True)
    return read, len(await playing)


def _slope(read: list[tuple[float, float]]) -> float:
    """The least-squares slope of these points, in MB per second."""
    mean_s = sum(at_s for at_s, _ in read) / len(read)
    mean_mb = sum(mb for _, mb in read) / len(read)
    spread = sum((at_s - mean_s) ** 2 for at_s, _ in read)
    return sum((at_s - mean_s) * (mb - mean_mb) for at_s, mb in read) / spread
