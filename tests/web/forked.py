"""A `pitboss` in a process of its own, forked from one that has loaded everything.

A server that starts by itself reads a thousand modules first, most of what such a test takes. Some
tests start it so all the same, as a house does."""

from __future__ import annotations

import multiprocessing
import os
import sys
from multiprocessing.connection import Connection
from multiprocessing.forkserver import ensure_running
from pathlib import Path
from tempfile import TemporaryFile
from typing import TextIO

import pytest

from pitboss.books import clerk
from pitboss.cli import main

PRELOADED = [
    "pitboss.cli.served_folder",
    "pitboss.cli.serve",
    "pitboss.web.shell.server",
    "settled",
]
multiprocessing.set_forkserver_preload(PRELOADED)


def start_forking() -> None:
    """Start the process that others are forked from: it loads while the first tests run, not while
    one of them waits. It finds what is not of the product only by its environment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parent / "preloaded"), prepend=os.pathsep)
        ensure_running()


class Forked:
    """As `subprocess.Popen`, for the words of a command that prints a few lines."""

    def __init__(self, *words: str) -> None:
        reading, writing = multiprocessing.Pipe(duplex=False)
        self._errors = TemporaryFile()  # noqa: SIM115 - closed when all of it was read
        errors = Connection(os.dup(self._errors.fileno()), readable=False)
        self.stdout = os.fdopen(os.dup(reading.fileno()), encoding="utf-8")
        self.returncode: int | None = None
        self._process = multiprocessing.get_context("forkserver").Process(
            target=_run, args=(words, dict(os.environ), writing, errors)
        )
        start_forking()
        self._process.start()
        self.pid: int = self._process.pid or 0
        for each in (reading, writing, errors):
            each.close()

    def poll(self) -> int | None:
        """What it ended with, if it has."""
        if self.returncode is None:
            self.returncode = self._process.exitcode
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """What it ends with."""
        self._process.join(timeout)
        ended = self.poll()
        assert ended is not None, "it has not ended"
        return ended

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """The rest of what it printed and all that it logged, when it has ended; once."""
        self.wait(timeout)
        if self.stdout.closed:
            return "", ""
        with self.stdout, self._errors:
            self._errors.seek(0)
            return self.stdout.read(), self._errors.read().decode()

    def send_signal(self, sig: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sig)

    def terminate(self) -> None:
        """Ask it to stop."""
        self._process.terminate()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()


def _run(
    words: tuple[str, ...], environment: dict[str, str], stdout: Connection, stderr: Connection
) -> None:
    """What `python -m pitboss` does, in the forked process."""
    os.environ.clear()
    os.environ.update(environment)
    sys.stdout, sys.stderr = _stream(stdout, 1), _stream(stderr, 2)
    clerk.STARTED_BY = "forkserver"
    sys.argv = ["pitboss", *words]
    main()


def _stream(given: Connection, number: int) -> TextIO:
    """A stream of the process in place of the one that it was forked with."""
    os.dup2(given.fileno(), number)
    given.close()
    return os.fdopen(number, "w", buffering=1, encoding="utf-8")
