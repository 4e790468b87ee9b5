"""What lives as long as the process is looked at no more."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest

from pitboss.engine import settle_memory


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Other tests have the collector as it was."""
    threshold = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)


def test_the_collector_passes_over_what_was_there_and_still_finds_new_circles() -> None:
    there: list[object] = []
    settle_memory()
    assert gc.get_freeze_count() > 0
    assert not any(each is there for each in gc.get_objects())
    circle: list[object] = []
    circle.append(circle)
    del circle
    assert gc.collect() >= 1


def test_what_slow_digests_have_taken_goes_back_to_the_system() -> None:
    """Six threads, a digest of 19 MiB in each: a process of its own, because it is about all of
    its memory."""
    text = """
import threading
from pathlib import Path
from argon2 import PasswordHasher
from pitboss.engine import settle_memory

def rss_mb():
    return int(Path("/proc/self/status").read_text().partition("VmRSS:")[2].split()[0]) // 1024

hasher = PasswordHasher(time_cost=1, memory_cost=19_456, parallelism=1)
hasher.hash("1")  # the first one, at the start
settle_memory()
before = rss_mb()
all_there = threading.Barrier(6)

def digest():
    for _ in range(2):
        all_there.wait()
        hasher.hash("1")

threads = [threading.Thread(target=digest) for _ in range(6)]
for each in threads:
    each.start()
for each in threads:
    each.join()
print(rss_mb() - before)
"""
    answer = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    assert int(answer.stdout) < 10  # MiB
