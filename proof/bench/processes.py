"""A simulation in two processes, next to the same in one: wall and processor seconds, and whether
the figures are the same. Starting processes is included. On a busy machine the ratio of processor
seconds says more: it is what two idle cores would give."""

from __future__ import annotations

import resource
import time

import pitboss
from pitboss.maths.comparison import Comparison
from pitboss.maths.threads import use_threads

WAGER = "crazy4/queens_up/c4p-09"
ROUNDS = 60_000_000
RUNS = 1


def main() -> None:
    """Print a line for each run, and the ratio."""
    use_threads(1)
    play(1, rounds=1)  # compiles
    for _ in range(RUNS):
        alone, one_wall, one_spent = play(1)
        both, wall, spent = play(2)
        same = "the same figures" if both == alone else "OTHER FIGURES"
        print(
            f"   one process {one_wall:6.1f} s ({one_spent:6.1f} s of the processor)   "
            f"two {wall:6.1f} s ({spent:6.1f} s)   {one_wall / wall:4.2f} x, by the processor "
            f"{2 * one_spent / spent:4.2f} x   {same}"
        )


def play(processes: int, rounds: int = ROUNDS) -> tuple[Comparison, float, float]:
    """The figures, the seconds, and the processor's seconds with those of the processes."""
    wall, spent = time.perf_counter(), spent_seconds()
    wager = pitboss.look_up(WAGER)
    found = wager.simulate(rounds, rng_seed=7, processes=processes)
    return found, time.perf_counter() - wall, spent_seconds() - spent


def spent_seconds() -> float:
    """Of this process and those it started, once they ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
