"""What the office remembers of the journal: a fold beside the state, read once and kept.

The journal is read in pages, off the event loop, and never the whole of it at once. What is kept
has a limit of its own: the newest entries of each kind, and a history of each meter that grows
coarser as it grows longer. Nothing here decides anything; the journal stays the only truth."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.floor.facts.awards import AwardsRecorded
from pitboss.floor.facts.bank import DayClosed
from pitboss.floor.facts.base import CommandRefused
from pitboss.floor.facts.jackpots import JackpotOpened
from pitboss.floor.facts.rounds import LateBetSeen, RoundEnded, RoundStarted, RoundVoided
from pitboss.floor.facts.values import Contribution, Movement, Reading
from pitboss.journal import Row
from pitboss.journal.codec import events_of
from pitboss.live.running_site import RunningSite
from pitboss.money import Cents, Micros, shown_down
from pitboss.web.office.house_results import HouseResult, HouseResults

PAGE_ROWS = 1_000
SLICE_ROWS = 100  # folded in at a time
PATIENCE_S = 3.0
POINTS_MOST = 1_200  # of a meter's history; when there are more, every other one goes
ENTRIES_MOST = 20_000  # of one kind
TABLE_MOST = 50  # rounds, refusals and late bets of one table
SPOTS_KINDS = ("winner-marked", "winner-unmarked", "late-bet-seen", "key-turned")


class Entry(NamedTuple):
    """One event with its place and time."""

    seq: int
    at_ms: int
    event: Any


class Point(NamedTuple):
    """What a meter showed."""

    at_ms: int
    cents: Cents


class LevelMovement(NamedTuple):
    """What one event did to one level."""

    jackpot: str
    meter_micros: int
    reserve_micros: int
    overflow_micros: int
    after: Reading


@dataclass(slots=True)
class History:
    """How a meter went: points that thin out with age, and what was no contribution."""

    points: list[Point] = field(default_factory=list)
    marks: deque[Entry] = field(default_factory=lambda: deque(maxlen=POINTS_MOST))
    step: int = 1
    skipped: int = 0

    def add(self, point: Point, *, always: bool) -> None:
        """One more point; while nothing special happens only every so many are kept."""
        self.skipped += 1
        if not always and self.skipped < self.step and self.points:
            return
        self.skipped = 0
        self.points.append(point)
        if len(self.points) > POINTS_MOST:
            self.points = self.points[::2]
            self.step *= 2


@dataclass(slots=True)
class PlayPace:
    """How many wagers a jackpot has taken, by time: how fast it is played."""

    bets: int = 0
    points: History = field(default_factory=History)


@dataclass(slots=True)
class TableMemory:
    """The last of everything at one table."""

    rounds: deque[Entry] = field(default_factory=lambda: deque(maxlen=TABLE_MOST))
    refusals: deque[Entry] = field(default_factory=lambda: deque(maxlen=TABLE_MOST))
    late: deque[Entry] = field(default_factory=lambda: deque(maxlen=TABLE_MOST))


@dataclass(slots=True)
class Period:
    """From one close of a day to the next: what moved each level, by the kind of event."""

    day: str = ""
    seq: int = 0
    at_ms: int = 0
    opening: dict[tuple[str, str], Reading] = field(default_factory=dict)
    closing: dict[tuple[str, str], Reading] = field(default_factory=dict)
    moves: dict[tuple[str, str, str], list[int]] = field(default_factory=dict)
    houses: dict[str, HouseResult] = field(default_factory=dict)  # of house jackpots


class Chronicle:
    """The memory of one site; `caught_up` brings it to the end of the journal."""

    def __init__(self, running_site: RunningSite) -> None:
        self._running_site = running_site
        self._reading: asyncio.Task[None] | None = None
        self._entries: dict[str, deque[Entry]] = {}
        self._starts: list[tuple[int, int]] = []  # time and sequence of the first row of a page
        self.seq = 0
        self.histories: dict[tuple[str, str], History] = {}
        self.plays: dict[str, PlayPace] = {}
        self.tables: dict[str, TableMemory] = {}
        self._houses = HouseResults()
        self.periods: deque[Period] = deque([Period(houses=self._houses.now)], maxlen=400)

    async def caught_up(self) -> Chronicle:
        """Read what is new, for a moment: a page that comes while a long journal is read for the
        first time shows what is known by then, and `behind` says so."""
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._catch_up(), name="chronicle")
        await asyncio.wait({self._reading}, timeout=PATIENCE_S)
        if self._reading.done():
            self._reading.result()
        return self

    @property
    def behind(self) -> int:
        """How many entries are not read yet."""
        return max(0, self._running_site.seq - self.seq)

    async def _catch_up(self) -> None:
        """Pages are read and decoded in a thread, and folded in where nobody else reads."""
        while rows := await self._running_site.rows(after_seq=self.seq, limit=PAGE_ROWS):
            page = await asyncio.to_thread(_decoded, rows)
            self._starts.append((rows[0].at_ms, rows[0].seq))
            for first in range(0, len(page), SLICE_ROWS):
                self._fold_slice(page[first : first + SLICE_ROWS])
                await asyncio.sleep(0)  # whoever plays comes first

    def entries(self, *kinds: str) -> list[Entry]:
        """The newest entries of these kinds, the newest first."""
        found = [entry for kind in kinds for entry in self._entries.get(kind, ())]
        return sorted(found, key=lambda entry: -entry.seq)

    def kinds(self) -> list[str]:
        """Every kind of entry that there has been."""
        return sorted(self._entries)

    def seq_at(self, at_ms: int) -> int:
        """A sequence at or before which everything is older than a time."""
        place = bisect_right(self._starts, (at_ms, 0))
        return self._starts[place - 1][1] - 1 if place else 0

    # ---- reading ------------------------------------------------------------------------------

    def _fold_slice(self, rows: list[list[Entry]]) -> None:
        for entries in rows:
            for entry in entries:
                self._fold(entry)
            self.seq = entries[-1].seq

    def _fold(self, entry: Entry) -> None:
        event = entry.event
        kept = self._entries.setdefault(event.kind, deque(maxlen=ENTRIES_MOST))
        if event.kind not in SPOTS_KINDS and not _is_plain_round(event):
            kept.append(entry)
        for change in changes_of(event):
            self._move(entry, change)
        self._houses.fold(event)
        self._note_play(entry)
        self._note_table(entry)
        if isinstance(event, DayClosed):
            self._close(entry, event)

    def _move(self, entry: Entry, change: LevelMovement) -> None:
        key = (change.jackpot, change.after.level)
        kind = entry.event.kind
        history = self.histories.setdefault(key, History())
        special = kind != "round-started"
        shown = shown_down(change.after.meter_micros)
        if special and history.points:
            # The last amount before a fall, so that a chart falls straight down.
            before = shown_down(Micros(change.after.meter_micros - change.meter_micros))
            history.add(Point(entry.at_ms, before), always=True)
        history.add(Point(entry.at_ms, shown), always=special)
        if special:
            history.marks.append(entry)
        period = self.periods[-1]
        period.closing[key] = change.after
        moved = period.moves.setdefault((*key, kind), [0, 0, 0])
        moved[0] += change.meter_micros
        moved[1] += change.reserve_micros
        moved[2] += change.overflow_micros

    def _note_play(self, entry: Entry) -> None:
        event = entry.event
        if isinstance(event, RoundStarted):
            for taking in event.takings:
                play = self.plays.setdefault(taking.jackpot, PlayPace())
                play.bets += taking.bets
                play.points.add(Point(entry.at_ms, Cents(play.bets)), always=False)

    def _note_table(self, entry: Entry) -> None:
        event = entry.event
        name = getattr(event, "table", "")
        if not name:
            return
        memory = self.tables.setdefault(name, TableMemory())
        match event:
            case RoundStarted() | AwardsRecorded() | RoundVoided():
                memory.rounds.append(entry)
            case CommandRefused():
                memory.refusals.append(entry)
            case LateBetSeen():
                memory.late.append(entry)

    def _close(self, entry: Entry, event: DayClosed) -> None:
        period = self.periods[-1]
        period.day, period.seq, period.at_ms = event.day, entry.seq, entry.at_ms
        readings = {(jackpot, reading.level): reading for jackpot, reading in event.readings}
        self._houses.close()
        opened = Period(opening=readings, closing=dict(readings), houses=self._houses.now)
        self.periods.append(opened)


def _decoded(rows: list[Row]) -> list[list[Entry]]:
    """The events of each row."""
    return [[Entry(row.seq, row.at_ms, event) for event in events_of(row.events)] for row in rows]


def changes_of(event: Any) -> Iterator[LevelMovement]:
    """Everything that an event did to meters, whatever its kind."""
    if isinstance(event, JackpotOpened):
        for reading in event.opening:
            yield LevelMovement(event.jackpot, reading.meter_micros, 0, 0, reading)
        return
    # Most entries are rounds, and a round has nothing but contributions.
    parts = event.contributions if isinstance(event, RoundStarted) else _parts(event)
    for part in parts:
        if isinstance(part, Contribution | Movement):
            yield LevelMovement(
                part.jackpot,
                part.meter_micros,
                part.reserve_micros,
                part.overflow_micros,
                part.after,
            )


def _parts(value: Any) -> Iterable[Any]:
    """The values inside a value, and those inside them."""
    for name in value.__struct_fields__:
        found = getattr(value, name)
        for part in found if type(found) is tuple else (found,):
            if isinstance(part, Struct):
                yield part
                if not isinstance(part, Contribution | Movement):
                    yield from _parts(part)


def _is_plain_round(event: Any) -> bool:
    """A round of which the office remembers only the sum: most entries are such."""
    return isinstance(event, RoundStarted) or (isinstance(event, RoundEnded) and not event.envy)


async def chronicle_of(state: Any) -> Chronicle:
    """The chronicle of an app, made when it is first asked for and brought up to now."""
    if not hasattr(state, "chronicle"):
        state.chronicle = Chronicle(state.running_site)
    found: Chronicle = state.chronicle
    return await found.caught_up()
