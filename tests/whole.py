"""All tests of `make test`; where a few have failed, those are tried again, alone.

A browser or a server beside a dozen other processes may stall for longer than anybody would wait
for it. Such a test is named loudly, and it has to pass alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
AGAIN_MOST = 6  # of twelve thousand; more than that is no accident
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
MEMORY_LEAST = 4 << 30  # bytes


class Failed:
    """The tests that have failed, or could not even be read."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note each failure once, whether a test failed or what comes before or after it."""
        if report.failed and report.nodeid not in self.names:
            self.names.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be read has failed, too."""
        if report.failed:
            self.names.append(report.nodeid)


def say(text: str) -> None:
    """A line that nobody overlooks."""
    sys.stdout.write(f"\n==== {text} ====\n")
    sys.stdout.flush()


def read_once() -> None:
    """In a new clone, have all tests compiled before workers start: each of them would compile all
    of them, at the same time. What is wrong with one is told by the run."""
    if not (sys.dont_write_bytecode or (HERE / "__pycache__").exists()):
        look = [sys.executable, "-m", "pytest", "--collect-only", "-qq", str(HERE)]
        subprocess.run(look, stdout=subprocess.DEVNULL, check=False)


def has_room_in_memory() -> bool:
    """Whether memory has room for the files of tests: thousands of journals wait for the disk at
    each row otherwise."""
    return MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= MEMORY_LEAST


def run_all(words: list[str], failed: Failed) -> int:
    """Run the tests, their files in memory where there is room. Those of a test that fails stay."""
    if not has_room_in_memory():
        return int(pytest.main(words, plugins=[failed]))
    folder = MEMORY / f"pitboss-tests-{os.getpid()}"
    code = int(pytest.main([*words, f"--basetemp={folder}"], plugins=[failed]))
    if code == pytest.ExitCode.OK:
        shutil.rmtree(folder, ignore_errors=True)
    return code


def main(words: list[str]) -> int:
    """Run the tests that the words ask for; 0 if all of them passed."""
    failed = Failed()
    read_once()
    code = run_all(words, failed)
    names = failed.names
    if code != pytest.ExitCode.TESTS_FAILED or not 0 < len(names) <= AGAIN_MOST:
        return code
    say(f"{len(names)} test(s) failed beside the others; each is tried once more, alone")
    again = subprocess.run([sys.executable, "-m", "pytest", *names], check=False).returncode
    said = "passed alone" if again == 0 else "and again alone"
    say(f"failed beside the others, {said}: {', '.join(names)}")
    return again


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
