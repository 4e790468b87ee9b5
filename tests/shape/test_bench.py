"""`make bench` ends: it says when at its start, and what it left out at its end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The time is up in the first benchmark.
AT_ONCE = """
import os, signal
from proof.bench import __main__ as made

made.run = lambda name: os.kill(os.getpid(), signal.SIGALRM)
made.main()
"""


def test_all_benchmarks_end_in_time_and_say_what_is_left() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "they end within 20 minutes on two idle cores" in done.stdout.splitlines()[0]
    told = "20 minutes are over; for the rest: python -m proof.bench attack audit "
    assert (done.returncode, done.stderr.startswith(told)) == (1, True), done.stderr


def test_a_benchmark_that_is_named_runs_whatever_words_it_reads_itself() -> None:
    """Those that read the command line leave its names alone; a bare server is run by itself."""
    found = (ROOT / "proof" / "bench").glob("*.py")
    readers = {path.stem for path in found if ".parse_args(" in path.read_text("utf-8")}
    assert readers == {"__main__", "bare_pages", "bare_press"}
