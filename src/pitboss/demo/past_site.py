"""A site in the past, whose clock shows the time its people have reached. It answers them like a
running site, all in memory. Then it becomes a journal in a folder, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from pitboss.engine import Core, Reply
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.journal import EMPTY
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.bet_lights import BetLights
from pitboss.live.chores import stop_note
from pitboss.live.clocks import SiteClock
from pitboss.live.folder import Folder, open_floor
from pitboss.live.identity import this_machine
from pitboss.live.release import running_release
from pitboss.live.sending import as_sent

_Found = TypeVar("_Found")


class PastSite:
    """It opens at `begin_ms`, and its clock never passes `end_ms`."""

    def __init__(self, folder: Folder, *, begin_ms: int, end_ms: int) -> None:
        self._at_ms, self.end_ms = begin_ms, end_ms
        self.clock = SiteClock(self.now_ms, self.now_ms)
        self.folder, self.site = folder.path, folder.site
        self.paytable_lookup: PaytableLookup = folder.paytable_lookup
        self.lights = BetLights()
        self._store = MemoryStore()
        self._core = Core(MemoryJournal(self._store), folder.paytable_lookup)
        begun = this_machine().begin(self._core.state, at_ms=begin_ms)
        open_floor(folder, self._core, running_release(), [begun], at_ms=begin_ms)
        self.calendar = self._core.state.calendar

    def now_ms(self) -> int:
        """The present time in the past."""
        return self._at_ms

    def wait_until(self, at_ms: int) -> None:
        """Let time pass; it never goes back."""
        self._at_ms = max(self._at_ms, min(at_ms, self.end_ms))

    async def wait(self, seconds: float) -> None:
        """The same, for crews."""
        self.wait_until(self._at_ms + round(seconds * 1000))

    def handle(self, commands: Sequence[Command]) -> list[Reply]:
        """Ask several commands at once; the clock shows the last one's time."""
        replies = self._core.handle([as_sent(command) for command in commands])
        for command in commands:
            self.wait_until(command.at_ms)
        self.calendar = self._core.state.calendar
        return replies

    async def ask(self, command: Command) -> Reply:
        return self.handle([command])[0]

    async def look(self, question: Callable[[State], _Found]) -> _Found:
        """Ask about the state."""
        return question(self._core.state)

    def light(self, table: str, spot: Spot, *, lit: bool) -> None:
        """A chip came or went."""
        (self.lights.light if lit else self.lights.put_out)(table, spot)

    def keep(self, file: Path) -> None:
        """Stop, and write everything into a new journal."""
        self.handle([stop_note(at_ms=self._at_ms)])
        self._core.keep_snapshot()
        snapshot = self._store.snapshot
        assert snapshot is not None
        journal = SqliteJournal(file)
        journal.append(self._store.rows, after=EMPTY)
        journal.save_snapshot(seq=snapshot[0], text=snapshot[1])
        journal.close()
