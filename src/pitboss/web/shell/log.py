"""Structured logs: one line of JSON on standard error, never with a PIN, track or token.

A separate thread writes them, so a slow or absent log reader blocks nobody. Lines that don't fit in
the queue are dropped and counted.
"""

from __future__ import annotations

import atexit
import json
import logging
import queue
import sys
import threading
import time
from pathlib import Path
from typing import TextIO

from pitboss.vault.vault_file import PERSON_ID

PEOPLE = "/api/people/"
LINES_MOST = 10_000
FLUSH_S = 1.0


class _Writer:
    """Writes lines in order, on a thread that starts with the first one."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._dropped = 0
        self._thread: threading.Thread | None = None
        self.stream: TextIO | None = None  # standard error at that time

    def write(self, line: str) -> None:
        """Queue a line, or drop it."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="log", daemon=True)
            self._thread.start()
            atexit.register(self.end)
        if self._lines.qsize() < LINES_MOST:
            self._lines.put(line)
        else:
            self._dropped += 1

    def end(self) -> None:
        """Write what is queued, with a time limit."""
        self._lines.put(None)
        if self._thread is not None:
            self._thread.join(FLUSH_S)

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            dropped, self._dropped = self._dropped, 0
            if dropped:
                line = json.dumps({"event": "dropped", "lines": dropped}) + "\n" + line
            try:
                stream = self.stream or sys.stderr
                stream.write(line + "\n")
                stream.flush()
            except (OSError, ValueError):
                continue  # nobody reads it anymore


_writer = _Writer()
_encode = json.JSONEncoder(default=str).encode


def log(event: str, **fields: object) -> None:
    """Write one line."""
    line = {"at_ms": time.time_ns() // 1_000_000, "event": event, **fields}
    _writer.write(_encode(line))


def kept_path(path: str) -> str:
    """A path for journal and log: without typed text in place of a person's id."""
    typed, _, action = path.removeprefix(PEOPLE).partition("/")
    is_kept = typed == "export" or PERSON_ID.fullmatch(typed) is not None
    if not path.startswith(PEOPLE) or (is_kept and action in ("", "read", "correct", "purge")):
        return path
    return f"{PEOPLE}{{person}}"


def log_to(file: Path) -> None:
    """Write to a file instead, when a person is using the terminal."""
    _writer.stream = file.open("a", encoding="utf-8")


class JsonHandler(logging.Handler):
    """Log messages of libraries, in the same form."""

    def emit(self, record: logging.LogRecord) -> None:
        """One line for a record, with the name of its exception."""
        fault = record.exc_info[1] if record.exc_info else None
        detail = {"fault": f"{type(fault).__name__}: {fault}"} if fault else {}
        log("library", level=record.levelname, name=record.name, text=record.getMessage(), **detail)


def log_libraries() -> None:
    """Log libraries' messages in this form, warnings and worse."""
    root = logging.getLogger()
    root.handlers = [JsonHandler()]
    root.setLevel(logging.WARNING)
