"""Run every benchmark: `make bench`, or `python -m bench NAME ...` for some of them.

With `--long` a journal of a million events is made for `start`, which takes a minute or two, and
`fuzz` sends twenty thousand requests. With `--small` `year` writes two days. `--minutes N` is how
long `memory` plays."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import time
from pathlib import Path

import bench

HELPERS = ("__main__", "asking", "attackers", "bare_pages", "bare_stream", "drill", "year_of_play")


def idle_share(seconds: float = 0.5) -> float:
    """The share of the machine that is idle now; a busy machine makes every figure doubtful."""
    before = cpu_times()
    time.sleep(seconds)
    spent = [now - then for now, then in zip(cpu_times(), before, strict=True)]
    return spent[3] / max(1, sum(spent))


def cpu_times() -> list[int]:
    """What the processors have done since the machine started, by kind."""
    first = Path("/proc/stat").read_text("ascii").splitlines()[0]
    return [int(word) for word in first.split()[1:9]]


def main() -> None:
    """Run the benchmarks named, or all of them, and print how idle the machine was."""
    found = [module.name for module in pkgutil.iter_modules(bench.__path__)]
    known = sorted(name for name in found if name not in HELPERS)
    reader = argparse.ArgumentParser()
    reader.add_argument("names", nargs="*")
    reader.add_argument("--long", action="store_true")
    reader.add_argument("--small", action="store_true")
    reader.add_argument("--minutes", type=int)
    for name in reader.parse_args().names or known:
        module = importlib.import_module(f"bench.{name}")
        print(f"== {name}  ({os.cpu_count()} cores, {idle_share():.0%} idle before)")
        module.main()
        print(f"   {idle_share():.0%} idle after\n")


if __name__ == "__main__":
    main()
