"""The log: whoever reads it slowly, or not at all, stops nobody."""

from __future__ import annotations

import io
import json
import threading

import pytest

from pitboss.web.shell import log

WAIT_S = 30.0


class Stuck(io.StringIO):
    """A pipe that nobody reads, until somebody does."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = threading.Event()
        self.is_read = threading.Event()

    def write(self, text: str) -> int:
        """Wait for who reads."""
        self.taken.set()
        self.is_read.wait(WAIT_S)
        return super().write(text)


def test_lines_that_nobody_reads_are_dropped_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "LINES_MOST", 2)
    monkeypatch.setattr(log, "FLUSH_S", WAIT_S)
    writer = log._Writer()
    writer.stream = stuck = Stuck()
    writer.write("first")
    assert stuck.taken.wait(WAIT_S)
    for line in ("second", "third", "fourth", "fifth"):
        writer.write(line)
    stuck.is_read.set()
    writer.end()
    dropped = json.dumps({"event": "dropped", "lines": 2})
    assert stuck.getvalue().splitlines() == ["first", dropped, "second", "third"]


def test_an_end_waits_for_no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "LINES_MOST", 1)
    monkeypatch.setattr(log, "FLUSH_S", 0.0)
    writer = log._Writer()
    writer.stream = stuck = Stuck()
    writer.write("first")
    assert stuck.taken.wait(WAIT_S)
    writer.write("second")
    writer.end()
    assert stuck.getvalue() == ""
    stuck.is_read.set()
