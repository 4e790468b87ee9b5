"""Searches for designs: one at a time, within a time limit, for as long as somebody waits for it.

The same wishes get the same search, so a page asks until it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Event, Lock, Thread
from time import monotonic
from typing import NamedTuple, TypeAlias

from pitboss.lab.designer import Design
from pitboss.refusal import Refusal

SECONDS_MOST = 20
FORGOTTEN_S = 6  # since anybody asked: a page asks several times a second, or every two
AT_ONCE_S = 0.4  # a short search is answered with its designs
KEPT = 32

FindDesigns: TypeAlias = Callable[[Callable[[float], None]], tuple[Design, ...]]


class SearchState(NamedTuple):
    """How far a search is: waiting for another one, searching, or done."""

    status: str
    share: float = 0
    found: tuple[Design, ...] = ()
    refusal: Refusal | None = None


class _Forgotten(Exception):  # noqa: N818 - not a fault
    """Nobody waits for the search."""


class _Search:
    """One search in its thread."""

    def __init__(self, key: Hashable, find: FindDesigns) -> None:
        self.key, self._find = key, find
        self.share = 0.0
        self.asked_s = self._begun_s = monotonic()
        self.ended = Event()
        self.state: SearchState | None = None  # nothing where it was given up
        Thread(target=self._run, daemon=True, name="design").start()

    def _run(self) -> None:
        try:
            self.state = SearchState("done", 1, self._find(self._report))
        except Refusal as refusal:
            self.state = SearchState("done", 1, refusal=refusal)
        except _Forgotten:
            pass
        finally:
            self.ended.set()

    def _report(self, share: float) -> None:
        now_s = monotonic()
        if now_s - self.asked_s > FORGOTTEN_S:
            raise _Forgotten
        if now_s - self._begun_s > SECONDS_MOST:
            raise Refusal("SEARCH_TOO_LONG", where="design", seconds=SECONDS_MOST)
        self.share = share


class DesignSearches:
    """The search of a process that runs now, and what the last ones found."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: _Search | None = None
        self._done: dict[Hashable, SearchState] = {}

    def ask(self, key: Hashable, find: FindDesigns) -> SearchState:
        """Begin a search if none runs; say how far the one with this key is."""
        with self._lock:
            self._collect()
            if (known := self._done.get(key)) is not None:
                return known
            if self._running is not None and self._running.key != key:
                return SearchState("waiting")
            if self._running is None:
                self._running = _Search(key, find)
            search = self._running
            search.asked_s = monotonic()
        search.ended.wait(AT_ONCE_S)
        with self._lock:
            self._collect()
            return self._done.get(key) or SearchState("searching", search.share)

    def _collect(self) -> None:
        """Keep what an ended search found; the oldest goes."""
        search = self._running
        if search is None or not search.ended.is_set():
            return
        self._running = None
        if search.state is not None:
            self._done[search.key] = search.state
            if len(self._done) > KEPT:
                del self._done[next(iter(self._done))]
