"""Every count from scratch: seconds and peak memory, next to evaluating ten million hands. Among
all benchmarks no count begins after a while; `python -m proof.bench recounts` makes all of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pitboss
from pitboss.maths import parts

# Runs in its own process, for its own memory peak. The first call compiles.
SCRIPT = """
import json, resource, sys, time
import numba
from pitboss.maths import parts
numba.set_num_threads(int(sys.argv[2]))
if sys.argv[1] == "ten million hands":
    import numpy as np
    from {evaluator} import evaluate7
    hands = np.argsort(np.random.default_rng(7).random((100_000, 52)), axis=1)[:, :7]
    hands = np.ascontiguousarray(hands.astype(np.int64))
    work = lambda: [evaluate7(hands) for _ in range(100)]
else:
    work = lambda: parts.solve_part(sys.argv[1]).count(lambda done: None)
work() if sys.argv[3] == "warm" else None
start = time.perf_counter()
work()
seconds = time.perf_counter() - start
peak_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([seconds, peak_kib / 1024]))
"""
EVALUATOR = "pitboss.maths.kernels.fives"
SECONDS_MOST = 180


def main() -> None:
    """Print a line for each game."""
    threads = str(os.cpu_count() or 1)
    unit, _ = _run("ten million hands", threads, "warm")
    print(f"   {'count':18}{'seconds':>9}{'peak MiB':>10}{'of ten million hands':>22}")
    begun = time.perf_counter()
    for name in parts.games_with("solve"):
        if time.perf_counter() - begun > SECONDS_MOST and "recounts" not in sys.argv:
            print(f"   {name:18}left out: {SECONDS_MOST} seconds are over")
            continue
        known = _compiled()
        seconds, peak_mib = _run(name, threads, "cold")
        if _compiled() != known:
            seconds, peak_mib = _run(name, threads, "cold")
        print(f"   {name:18}{seconds:>9.2f}{peak_mib:>10.0f}{seconds / unit:>20.1f} x")


def _compiled() -> set[Path]:
    """The kernels in numba's cache."""
    return set(Path(pitboss.__file__).parent.rglob("*.nbi"))


def _run(name: str, threads: str, how: str) -> tuple[float, float]:
    script = SCRIPT.replace("{evaluator}", EVALUATOR)
    run = subprocess.run(
        [sys.executable, "-c", script, name, threads, how],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    seconds, peak_mib = json.loads(run.stdout)
    return float(seconds), float(peak_mib)
