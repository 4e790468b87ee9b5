"""A running site's law: its file's profile, with the figures that two people have entered on its
floor."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from pitboss.engine import Core
from pitboss.floor.facts import law
from pitboss.floor.state.floor import State
from pitboss.journal.place import JOURNAL_FILE, JournalPlace
from pitboss.journal.whole import live_of
from pitboss.live.folder import Folder, file_faults, read_folder, read_lawful
from pitboss.local_time import instant, local_day
from pitboss.rules.cited_law import EnteredFigure
from pitboss.rules.profile import Profile
from pitboss.site.faults import Fault
from pitboss.site.jurisdiction import BY_FIGURE

OF_FIGURES = frozenset((law.FigureEntered, law.FigureWithdrawn))


def entered_in(path: Path) -> tuple[EnteredFigure, ...]:
    """The figures on record in a folder's journal; empty if there is no journal yet."""
    if not (path / JOURNAL_FILE).is_file():
        return ()
    with closing(live_of(JournalPlace(path)())) as journal:
        site = Core(journal, {}).state.site
    return site.entered if site is not None else ()


class SiteLaw:
    """A site's law at any time. The loop reads it while the engine's thread learns."""

    def __init__(self, folder: Folder, now_ms: Callable[[], int]) -> None:
        self.stated = folder.profile
        self.entered: tuple[EnteredFigure, ...] = ()
        self._time_zone = folder.site.time_zone
        self._now_ms = now_ms

    def learn(self, state: State) -> None:
        """Learn the figures entered so far."""
        if state.site is not None:
            self.entered = state.site.entered

    def read_again(self, folder: Folder, state: State) -> Folder:
        """Read the site file again under the figures on record."""
        self.learn(state)
        return read_lawful(folder, self.entered, now_ms=self._now_ms())

    def read(self, path: Path) -> Folder:
        """Read the site file as it is now, under the figures on record."""
        now_ms = self._now_ms()
        found = read_folder(path, self.entered, now_ms=now_ms)
        return read_lawful(found, (), now_ms=now_ms)

    def broken_from(self, path: Path) -> tuple[str, Fault] | None:
        """The first day, from today on, when an entered figure forbids what the site file says, and
        what it forbids: a server started then would refuse the file."""
        today = local_day(self._now_ms(), self._time_zone)
        asked = [each for each in self.entered if each.figure in Profile.__struct_fields__]
        for day in sorted({max(each.first_day, today) for each in asked}):
            at_ms = instant(f"{day} 12:00", self._time_zone)
            assert at_ms is not None, "an entered day is a day"
            for fault in file_faults(path, self.entered, now_ms=at_ms):
                if fault.code in BY_FIGURE:
                    return day, fault
        return None

    @property
    def now(self) -> Profile:
        return self.stated.on(local_day(self._now_ms(), self._time_zone), self.entered)
