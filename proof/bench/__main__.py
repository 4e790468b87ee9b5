"""Runs every benchmark: `make bench`, or `python -m proof.bench NAME ...` for some of them. All of
them together end within 20 minutes; named ones take as long as they need.

`--long` makes `start` build a journal of a million events, which takes a minute or two, and `fuzz`
send twenty thousand requests. `--small` makes `year` write two days. `--minutes N` is how long
`memory` plays."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from proof import bench

MINUTES_MOST = 20
HELPERS = (
    "__main__",
    "asking",
    "attackers",
    "bare_pages",
    "bare_press",
    "bare_stream",
    "drill",
    "traced",
    "year_of_play",
)


def idle_share(seconds: float = 0.5) -> float:
    """How much of the machine is idle now; on a busy machine every figure is doubtful."""
    before = cpu_times()
    time.sleep(seconds)
    spent = [now - then for now, then in zip(cpu_times(), before, strict=True)]
    return spent[3] / max(1, sum(spent))


def cpu_times() -> list[int]:
    """Processor time since the machine started, by kind."""
    first = Path("/proc/stat").read_text("ascii").splitlines()[0]
    return [int(word) for word in first.split()[1:9]]


def main() -> None:
    """Run the named benchmarks, or all, and print how idle the machine was."""
    found = [module.name for module in pkgutil.iter_modules(bench.__path__)]
    known = sorted(name for name in found if name not in HELPERS)
    reader = argparse.ArgumentParser()
    reader.add_argument("names", nargs="*")
    reader.add_argument("--long", action="store_true")
    reader.add_argument("--small", action="store_true")
    reader.add_argument("--minutes", type=int)
    asked = reader.parse_args()
    if not asked.names and not asked.long:
        print(
            f"{len(known)} benchmarks: they end within {MINUTES_MOST} minutes on two idle cores\n"
        )
        signal.signal(signal.SIGALRM, stop)
        signal.alarm(MINUTES_MOST * 60)
    names = asked.names or known
    try:
        for name in names:
            run(name)
    except TimeUpError:
        left = " ".join(names[names.index(name) :])
        sys.exit(f"{MINUTES_MOST} minutes are over; for the rest: python -m proof.bench {left}")


def run(name: str) -> None:
    module = importlib.import_module(f"proof.bench.{name}")
    print(f"== {name}  ({os.cpu_count()} cores, {idle_share():.0%} idle before)")
    begun = time.perf_counter()
    module.main()
    print(f"   {idle_share():.0%} idle after; took {time.perf_counter() - begun:.0f} s\n")


class TimeUpError(BaseException):
    """All benchmarks together took too long; everything they started ends on the way out."""


def stop(signal_number: int, frame: FrameType | None) -> None:
    raise TimeUpError


if __name__ == "__main__":
    main()
