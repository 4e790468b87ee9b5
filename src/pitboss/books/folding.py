"""From rows to books: folds some rows into the floor and writes down what they moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.books import kept
from pitboss.books.books_file import ADD_DAY, ADD_HOUR, ADD_PAGE, Store
from pitboss.books.moves import Move, is_plain, moves
from pitboss.books.period import HOUR_MS, Place
from pitboss.books.play_folding import PlayFolding
from pitboss.books.things import badges_of, things_of
from pitboss.floor.facts import awards, days
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.rounds import RoundStarted, RoundVoided
from pitboss.floor.fold import apply
from pitboss.floor.state.floor import EXTENDED, State
from pitboss.floor.state.snapshot import shape
from pitboss.journal import Last, Row
from pitboss.journal.chain import refuse_tampered
from pitboss.journal.codec import events_of, events_text
from pitboss.refusal import Refusal

PAGE_ROWS = 1_000
ROUNDS_KEPT = 50  # of each table
PLACE_IN_ROW = 4_096  # more than the events of any row
KEEP_LEAST, KEEP_MOST = 256, 4_096  # rows between kept floors
OPEN_DAY = 0
# What a fold raises for an event that no floor can have had.
NO_FOLLOWING = (AssertionError, AttributeError, LookupError, Refusal, ValueError)
ADD_ENTRY = "INSERT OR IGNORE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
ADD_ROUND = "INSERT OR REPLACE INTO round VALUES (?, ?, ?, ?, ?)"

Added = dict[int, list[int]]  # amounts to add at each place


class Folding:
    """What some rows add to the books, in one transaction, with the floor after them. If anything
    fails, its owner throws it away along with the floor."""

    def __init__(self, store: Store, state: State, places: dict[Place, int], hour: int) -> None:
        self._store = store
        self._play = PlayFolding(store, state)
        self._state = state
        self._places = places
        self._hour = hour  # of the row before
        self._kept_seq = kept.last_kept_seq(store)
        self._hours: dict[int, Added] = {}
        self._day: Added = {}
        self._kinds: set[str] = set()
        self._entries: list[tuple[Any, ...]] = []
        self._movers: list[tuple[str, str, int]] = []
        self._named: list[tuple[str, str, int]] = []
        self._rounds: dict[str, list[tuple[Any, ...]]] = {}
        self._began: dict[tuple[str, int], tuple[int, int]] = {}  # by table and page
        self._pages: dict[int, tuple[int, int]] = {}

    def take(self, rows: Iterable[Row]) -> Last:
        """Fold rows in order; returns the last one."""
        last = None
        for last in rows:
            try:
                self._take(last)
            except NO_FOLLOWING as fault:
                raise refuse_tampered(f"row {last.seq}", "does_not_follow") from fault
        assert last is not None, "nothing to fold"
        self._write(Last(last.seq, last.hash))
        return Last(last.seq, last.hash)

    def _take(self, row: Row) -> None:
        state, hour = self._state, row.at_ms // HOUR_MS
        since_kept = state.seq - self._kept_seq
        if since_kept >= KEEP_MOST or (hour != self._hour and since_kept >= KEEP_LEAST):
            kept.keep(self._store, state)
            self._kept_seq = state.seq
        self._hour = hour
        state.seq += 1
        for place, event in enumerate(events_of(row.events, seq=row.seq)):
            self._play.note(state, event, row.at_ms)
            apply(state, event)
            made = type(event)
            self._kinds.add(event.kind)
            moved = list(moves(state, event))
            self._add(hour, moved)
            if made is RoundStarted:
                self._note_round(row, place, event)
            elif not is_plain(event):
                self._note(row, place, event, moved)
        number = (row.seq - 1) // PAGE_ROWS
        least, most = self._pages.get(number, (row.at_ms, row.at_ms))
        self._pages[number] = min(least, row.at_ms), max(most, row.at_ms)

    def _add(self, hour: int, moved: Sequence[Move]) -> None:
        sums = self._hours.get(hour)
        if sums is None:
            sums = self._hours[hour] = {}
        for place, amounts in moved:
            number = self._places.get(place) or self._numbered(place)
            for kept_sums in (sums, self._day):
                found = kept_sums.get(number)
                kept_sums[number] = (
                    list(amounts)
                    if found is None
                    else [one + two for one, two in zip(found, amounts, strict=True)]
                )

    def _numbered(self, place: Place) -> int:
        made = self._store.execute("INSERT INTO place VALUES (NULL, ?, ?, ?, ?, ?)", place)
        number: int = made.lastrowid
        self._places[place] = number
        return number

    def _note_round(self, row: Row, place: int, event: Any) -> None:
        rounds = self._rounds.setdefault(event.table, [])
        entry = row.seq * PLACE_IN_ROW + place
        rounds.append((event.table, event.round, entry, row.at_ms, event))
        page = (row.seq - 1) // PAGE_ROWS
        self._began.setdefault((event.table, page), (event.round, row.seq))
        if len(rounds) > 2 * ROUNDS_KEPT:
            del rounds[:-ROUNDS_KEPT]

    def _note(self, row: Row, place: int, event: Any, moved: Sequence[Move]) -> None:
        entry = row.seq * PLACE_IN_ROW + place
        self._keep(entry, row.at_ms, event)
        levels = dict.fromkeys((at.jackpot, at.level) for at, amounts in moved if any(amounts[:3]))
        self._movers += [(*level, entry) for level in levels]
        if isinstance(event, awards.AwardsRecorded | awards.ClaimMade | RoundVoided):
            self._note_start(event)
        elif isinstance(event, days.DayEnded):
            self._close(row.seq)

    def _note_start(self, event: awards.AwardsRecorded | awards.ClaimMade | RoundVoided) -> None:
        """Note the start of a round that isn't plain: one with a prize, a claim or a void."""
        for _, number, entry, at_ms, started in reversed(self._rounds.get(event.table, [])):
            if number == event.round:
                self._keep(entry, at_ms, started)
                return
        found = self._store.execute(
            'SELECT id, at_ms, text FROM round WHERE "table" = ? AND round = ?',
            (event.table, event.round),
        ).fetchone()
        if found is None and self._store.read_first_seq():
            return  # an archived row started it
        assert found is not None, "a round that is on is among the newest of its table"
        entry, at_ms, text = found
        self._keep(entry, at_ms, *events_of(text))

    def _keep(self, entry: int, at_ms: int, event: Event) -> None:
        """Write an entry, indexed by everything it names."""
        self._entries.append(_entry(entry, at_ms, event))
        self._named += [(*thing, entry) for thing in things_of(event)]

    def _close(self, seq: int) -> None:
        """End a day with its row; the next one starts empty."""
        self._write_day()
        self._store.execute("UPDATE day SET close = ? WHERE close = ?", (seq, OPEN_DAY))

    # ---- writing ------------------------------------------------------------------------------

    def _write(self, end: Last) -> None:
        store = self._store
        for hour, sums in self._hours.items():
            store.executemany(ADD_HOUR, [(place, hour, *sums[place]) for place in sums])
        self._write_day()
        self._play.write()
        self._write_rounds()
        store.executemany(ADD_ENTRY, self._entries)
        store.executemany("INSERT INTO mover VALUES (?, ?, ?)", self._movers)
        store.executemany("INSERT OR IGNORE INTO named VALUES (?, ?, ?)", self._named)
        store.executemany(
            "INSERT OR IGNORE INTO kind VALUES (?)", [(each,) for each in self._kinds]
        )
        store.executemany(ADD_PAGE, [(page, *times) for page, times in self._pages.items()])
        pin = (shape(extended=bool(EXTENDED)), *end)
        store.execute("UPDATE pin SET shape = ?, seq = ?, hash = ?", pin)

    def _write_day(self) -> None:
        sums = [(OPEN_DAY, place, *self._day[place]) for place in self._day]
        self._store.executemany(ADD_DAY, sums)
        self._day.clear()

    def _write_rounds(self) -> None:
        for table, rounds in self._rounds.items():
            newest = [(*each[:4], events_text(each[4:])) for each in rounds[-ROUNDS_KEPT:]]
            self._store.executemany(ADD_ROUND, newest)
            self._store.execute(
                'DELETE FROM round WHERE "table" = ? AND round <= ?',
                (table, newest[-1][1] - ROUNDS_KEPT),
            )
        self._rounds.clear()
        began = [(table, *first) for (table, _), first in self._began.items()]
        self._store.executemany("INSERT OR IGNORE INTO began VALUES (?, ?, ?)", began)


def _entry(entry: int, at_ms: int, event: Event) -> tuple[Any, ...]:
    return (
        entry,
        at_ms,
        event.kind,
        _said(event, "table", ""),
        _said(event, "round", 0),
        _said(event, "jackpot", ""),
        _said(event, "award", ""),
        badges_text(badges_of(event)),
        events_text((event,)),
    )


def _said(event: Event, name: str, nothing: str | int) -> str | int:
    """An event's value under a name, if it is a plain value."""
    found: Any = getattr(event, name, nothing)
    return found if isinstance(found, type(nothing)) else nothing


def badges_text(badges: Sequence[str]) -> str:
    """Badges as an entry stores them: each between line feeds, to search for one."""
    return "".join(f"\n{badge}\n" for badge in badges)
