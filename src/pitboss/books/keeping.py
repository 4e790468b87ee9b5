"""The books of one journal: answers questions and catches up with the journal."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pitboss.books import kept
from pitboss.books.books_file import ADD_PAGE, Store
from pitboss.books.folding import OPEN_DAY, PAGE_ROWS, PLACE_IN_ROW, Folding, badges_text
from pitboss.books.moves import moves
from pitboss.books.period import ALWAYS, HOUR_MS, Amounts, Entry, Moved, Period, Place, Sums, total
from pitboss.books.questions import (
    BET_HOURS,
    DAY,
    ENTRY,
    HOURS,
    LEVEL_HOURS,
    MOVERS,
    NAMES,
    NAMING,
    NO_END,
)
from pitboss.books.things import Thing
from pitboss.books.won import WON_AT_TABLE
from pitboss.floor.facts import rounds
from pitboss.floor.fold import record
from pitboss.floor.money.meter import list_readings
from pitboss.floor.state.floor import AwardState, State
from pitboss.journal import EMPTY, Journal, Row, every_row
from pitboss.journal.codec import events_of
from pitboss.journal.journal_seal import need_sealed_on_record, removals_in, sealed_state
from pitboss.refusal import Refusal

TAKEN_ROWS = 2_000  # in one transaction
LOOKED_BACK_ROWS = 500  # at a time, looking for a dealer's last round
LevelAmounts = dict[tuple[str, str], Amounts]


class Books:
    """The books of one journal, for one thread at a time.

    They answer for the rows up to `end`; `catch_up` reads new ones. A movement belongs to the
    period that its row is dated in, wherever the row is in the journal. A level at an instant is
    what the floor held after the last row dated before it."""

    def __init__(self, journal: Journal, store: Store) -> None:
        self._journal = journal
        self._store = store
        self._state: State | None = None  # after the last row, once somebody asks for it
        self._places: dict[Place, int] = {}
        self.end = EMPTY
        self._first = 0  # the journal's first row, once somebody asks for it
        self._forget()

    # ---- reading the journal ------------------------------------------------------------------

    def catch_up(self, *, seconds: float | None = None) -> int:
        """Read new rows for at most so many seconds; returns how many are left. Rows written after
        the last look wait for the next question: a busy floor always has some."""
        until = None if seconds is None else time.monotonic() + seconds
        self._check_pin()
        self._first = 0
        self._begin_sealed()
        while rows := list(self._journal.rows(after_seq=self.end.seq, limit=TAKEN_ROWS)):
            self.take(rows)
            if until is not None and time.monotonic() >= until:
                return self.behind()
        return 0

    def behind(self) -> int:
        """How many rows are still unread."""
        return max(0, self._journal.last().seq - self.end.seq)

    def read_unread(self, *, most: int) -> list[Entry]:
        """The events of the newest rows not yet read, plain rounds included."""
        last = self._journal.last().seq
        rows = self._journal.rows(after_seq=max(self.end.seq, last - most), limit=most)
        return [
            Entry(row.seq, row.at_ms, event)
            for row in rows
            for event in events_of(row.events, seq=row.seq)
        ]

    @property
    def store(self) -> Store:
        """The file, for its keeper."""
        return self._store

    def begin_anew(self) -> None:
        """Delete everything; the journal still has it."""
        self._store.begin_anew()
        self._forget()

    def take(self, rows: list[Row]) -> None:
        """Add rows after the end, in one transaction."""
        try:
            with self._store.writing(self.end) as is_ours:
                if is_ours:
                    hour = self._hour_before(rows[0].seq)
                    folding = Folding(self._store, self._floor(), self._places, hour)
                    end = folding.take(rows)
        except BaseException:
            self._forget()
            raise
        if is_ours:
            self.end = end
        else:  # another process has written
            self._forget()

    def _check_pin(self) -> None:
        """Delete books of another journal, or books that cover more than this one."""
        self._look()
        if self.end == EMPTY:
            return
        row = next(iter(self._journal.rows(after_seq=self.end.seq - 1, limit=1)), None)
        if row is None or (row.seq, row.hash) != self.end:
            self.begin_anew()

    def _begin_sealed(self) -> None:
        """If old rows were removed and their archives aren't here, start from the floor they
        left."""
        first = self._first_seq()
        has_state = "SELECT 1 FROM state WHERE seq = ?"
        if first == 1 or self._store.execute(has_state, (first,)).fetchone():
            return
        sealed = self._journal.read_seal()
        if sealed is None:
            return  # rows are missing, as the first one shows
        need_sealed_on_record(self._journal, removals_in(self._journal, after_seq=sealed.seq))
        row = next(iter(self._journal.rows(after_seq=first - 1, limit=1)))
        with self._store.writing(self.end) as is_ours:
            if is_ours:
                kept.keep(self._store, sealed_state(sealed))
            if is_ours and self.end == EMPTY:
                self._store.execute(ADD_PAGE, ((first - 1) // PAGE_ROWS, row.at_ms, row.at_ms))
                pin = (sealed.seq, sealed.seq, sealed.hash)
                self._store.execute("UPDATE pin SET begun = ?, seq = ?, hash = ?", pin)
        self._forget()

    def _look(self) -> None:
        """See how far the file goes; another process may have written to it."""
        if self._store.read_last() != self.end:
            self._forget()

    def _forget(self) -> None:
        """Forget everything that isn't in the file."""
        self.end = self._store.read_last()
        self._state = None
        found = self._store.execute("SELECT * FROM place")
        self._places = {Place(*place): number for number, *place in found}

    def _hour_before(self, seq: int) -> int:
        row = next(iter(self._journal.rows(after_seq=seq - 2, limit=1)), None) if seq > 1 else None
        return 0 if row is None else row.at_ms // HOUR_MS

    def _floor(self) -> State:
        """The floor after the last row."""
        if self._state is None:
            self._state = self._state_after(self.end.seq)
        return self._state

    # ---- the floor at a time ------------------------------------------------------------------

    def state_at(self, at_ms: int) -> State:
        """The floor after the last row dated before an instant."""
        return self.state_after(self.seq_at(at_ms))

    def state_after(self, seq: int) -> State:
        """The floor after a row."""
        return self._floor().draft() if seq >= self.end.seq else self._state_after(seq)

    def _state_after(self, seq: int) -> State:
        state = kept.nearest(self._store, seq)
        for row in self.rows_behind(state.seq, seq):
            record(state, events_of(row.events, seq=row.seq))
        return state

    def settled_award(self, award: str) -> AwardState | None:
        """The final state of an award that has left the floor; None if there is no such award."""
        found: AwardState | None = kept.kept_value(self._store, "awards", award)
        return found

    def seq_at(self, at_ms: int) -> int:
        """The last row dated before an instant; 0 if there is none."""
        question = "SELECT page FROM page WHERE from_ms < ? ORDER BY page DESC LIMIT 1"
        found = self._store.execute(question, (at_ms,)).fetchone()
        if found is None:
            if self._store.read_first_seq():
                raise self._archived()
            return 0
        return max(row.seq for row in self._page(found[0]) if row.at_ms < at_ms)

    def row(self, seq: int) -> Row | None:
        """One row of the journal; None if the books don't have it."""
        return next(self.rows_behind(seq - 1, seq), None) if seq else None

    def first_at(self, at_ms: int) -> int:
        """The first row dated at an instant or later; past the last row if there is none."""
        question = "SELECT min(page) FROM page WHERE to_ms >= ?"
        (page,) = self._store.execute(question, (at_ms,)).fetchone()
        if page is None:
            return self.end.seq + 1
        return next(row.seq for row in self._page(page) if row.at_ms >= at_ms)

    def _page(self, page: int) -> Iterator[Row]:
        """The rows of a page; of the page the books start in, those they have."""
        after_seq = max(page * PAGE_ROWS, self._store.read_first_seq() - 1)
        return self.rows_behind(after_seq, (page + 1) * PAGE_ROWS)

    def rows(self, period: Period, *, to_seq: int | None = None) -> Iterator[Row]:
        """The rows dated in a period, up to one of them, in order; read from the journal."""
        to_seq = self.end.seq if to_seq is None else to_seq
        question = (
            "SELECT page FROM page WHERE page <= ? AND to_ms >= ? AND from_ms < ? ORDER BY page"
        )
        given = ((to_seq - 1) // PAGE_ROWS, *period)
        for (page,) in self._store.execute(question, given).fetchall():
            for row in self._page(page):
                if period.holds(row.at_ms) and row.seq <= to_seq:
                    yield row

    def rows_behind(self, after_seq: int, to_seq: int) -> Iterator[Row]:
        """The rows after one through another, as far as the books go."""
        to_seq = min(to_seq, self.end.seq)
        if after_seq < to_seq:
            if after_seq < self._first_seq() - 1:
                raise self._archived()
            for row in every_row(self._journal, after_seq=after_seq):
                yield row
                if row.seq >= to_seq:
                    return

    def _first_seq(self) -> int:
        """The journal's first row: older ones are in archives elsewhere."""
        if not self._first:
            row = next(iter(self._journal.rows(after_seq=0, limit=1)), None)
            self._first = 1 if row is None else row.seq
        return self._first

    def _archived(self) -> Refusal:
        return Refusal(
            "ROWS_ARCHIVED",
            "rows_before_were",
            where=f"row {self._first_seq()}",
            first_seq=self._first_seq(),
        )

    def stored_rows(self, after_seq: int, to_seq: int) -> Iterator[Row]:
        """The rows after one through another, whether or not the books have read them."""
        rows = self._journal.rows(after_seq=after_seq, limit=max(0, to_seq - after_seq))
        # If older rows were removed, start after the last of those.
        return (row for row in rows if row.seq <= to_seq)

    def last_seq(self) -> int:
        """The journal's last row, whether or not the books have read it."""
        return self._journal.last().seq

    # ---- sums ---------------------------------------------------------------------------------

    def sums(self, period: Period) -> Sums:
        """Everything that moved in a period: full hours from the file, its ends from the rows."""
        first, last = -(-period.from_ms // HOUR_MS), period.to_ms // HOUR_MS
        if first >= last:
            moved = self._moved_in(period)
        else:
            parts = [
                self._moved_in(Period(period.from_ms, first * HOUR_MS)),
                self.find_moved(HOURS, first, last),
                self._moved_in(Period(last * HOUR_MS, period.to_ms)),
            ]
            moved = _together(parts)
        opening, closing = self._held_at(period.from_ms), self._held_at(period.to_ms)
        return Sums(period, moved, opening, closing)

    def day(self, close: int) -> Sums:
        """Everything that moved in a day that a row ended. The order of rows counts, as it does for
        the day's readings."""
        before = self._close_before(close)
        if before < self._store.read_first_seq():
            raise self._archived()
        last = self.end.seq if close == OPEN_DAY else close
        rows = self.row(before), self.row(last)
        times = [0 if row is None else row.at_ms + 1 for row in rows]
        opening, closing = _held(self.state_after(before)), _held(self.state_after(last))
        return Sums(Period(*times), self.find_moved(DAY, close), opening, closing)

    def open_day(self) -> Sums:
        """Everything that moved since the last day ended."""
        return self.day(OPEN_DAY)

    def _close_before(self, close: int) -> int:
        """The row that ended the day before; 0 if there is none."""
        question = "SELECT max(id) FROM entry WHERE kind = 'day-ended' AND id < ?"
        limit = (close if close != OPEN_DAY else self.end.seq + 1) * PLACE_IN_ROW
        (found,) = self._store.execute(question, (limit,)).fetchone()
        return 0 if found is None else found // PLACE_IN_ROW

    def find_moved(self, question: str, *given: int) -> dict[Place, Moved]:
        """What moved by a question on sums, such as a day that a row ended, without its levels."""
        names = {number: place for place, number in self._places.items()}
        found = self._store.execute(question, given)
        return {names[number]: Moved(*amounts) for number, *amounts in found}

    def _moved_in(self, period: Period) -> dict[Place, Moved]:
        if period.from_ms >= period.to_ms:
            return {}
        return self._moved_by(self.rows(period))

    def _moved_by(self, rows: Iterator[Row]) -> dict[Place, Moved]:
        found: dict[Place, list[Moved]] = {}
        for row in rows:
            for event in events_of(row.events, seq=row.seq):
                for place, moved in moves(self._floor(), event):
                    found.setdefault(place, []).append(moved)
        return {place: total(parts) for place, parts in found.items()}

    def _held_at(self, at_ms: int) -> LevelAmounts:
        """What every level held at an instant."""
        return _held(self.state_at(at_ms))

    # ---- entries ------------------------------------------------------------------------------

    def find_entries(
        self,
        *kinds: str,
        period: Period = ALWAYS,
        table: str = "",
        jackpot: str = "",
        award: str = "",
        badge: str = "",
        round_number: int = 0,
    ) -> list[Entry]:
        """The events of these kinds (or all) that are dated in a period, in journal order. Plain
        rounds are left out: `round-started` means rounds with an award or a void, and `round-ended`
        those that paid envy."""
        kinds = kinds or tuple(self.kinds())
        asked = [f"kind IN ({', '.join('?' * len(kinds))})", "at_ms >= ?", "at_ms < ?"]
        given: list[Any] = [*kinds, *period]
        for name, value in (("table", table), ("jackpot", jackpot), ("award", award)):
            if value:
                asked.append(f'"{name}" = ? AND "{name}" != \'\'')
                given.append(value)
        if round_number:
            asked.append("round = ?")
            given.append(round_number)
        if badge:
            asked.append("instr(badge, ?) > 0")
            given.append(badges_text((badge,)))
        index = "entry_award" if award else "entry_table" if table else "entry_kind"
        question = f"{ENTRY.format(index)}{' AND '.join(asked)} ORDER BY id"
        return self._found(question, given)

    def newest(
        self, *kinds: str, most: int, table: str = "", period: Period = ALWAYS
    ) -> list[Entry]:
        """The newest events of these kinds in a period, newest first."""
        where = '"table" = ? AND "table" != \'\' AND ' if table else ""
        named = (table,) if table else ()
        index = "entry_table" if table else "entry_kind"
        question = (
            f"{ENTRY.format(index)}{where}kind = ? AND at_ms >= ? AND at_ms < ?"
            " ORDER BY at_ms DESC, id DESC LIMIT ?"
        )
        found = [
            entry
            for kind in kinds
            for entry in self._found(question, (*named, kind, *period, most))
        ]
        return sorted(found, key=lambda entry: -entry.seq)[:most]

    def seqs_of(self, kind: str, *, period: Period, before: int) -> Iterator[int]:
        """The rows with an event of a kind (not a plain one), dated in a period and before a
        sequence, newest first."""
        question = (
            f"SELECT DISTINCT id / {PLACE_IN_ROW} AS seq FROM entry INDEXED BY entry_kind"  # noqa: S608 - our own number
            " WHERE kind = ? AND at_ms >= ? AND at_ms < ? AND id < ? ORDER BY seq DESC"
        )
        given = (kind, *period, before * PLACE_IN_ROW)
        yield from (seq for (seq,) in self._store.execute(question, given))

    def last_uses(self, period: Period, *, without: Sequence[str]) -> dict[str, int]:
        """When each badge last did something in a period that made an entry, some kinds of events
        excepted."""
        kinds = [kind for kind in self.kinds() if kind not in without]
        question = (
            "SELECT badge, max(at_ms) FROM entry INDEXED BY entry_kind WHERE kind IN "  # noqa: S608
            f"({', '.join('?' * len(kinds))}) AND at_ms >= ? AND at_ms < ? AND badge != ''"
            " GROUP BY badge"
        )
        found: dict[str, int] = {}
        for badges, at_ms in self._store.execute(question, (*kinds, *period)):
            for badge in badges.split():
                found[badge] = max(at_ms, found.get(badge, 0))
        return found

    def last_dealt(self, period: Period) -> dict[str, int]:
        """When each dealer who took a table in a period last started a round there. If a dealer had
        several turns, the last one counts."""
        taken = (
            'SELECT badge, "table", max(id), at_ms FROM entry INDEXED BY entry_kind'
            " WHERE kind = 'dealer-signed-in' AND at_ms >= ? AND at_ms < ? GROUP BY badge"
        )
        left = (
            'SELECT min(id) FROM entry INDEXED BY entry_table WHERE "table" = ? AND kind IN'
            " ('dealer-signed-in', 'dealer-signed-out') AND at_ms >= ? AND id > ?"
            " AND \"table\" != ''"
        )
        found: dict[str, int] = {}
        end_seq = self.seq_at(period.to_ms)
        for badge, table, entry, at_ms in self._store.execute(taken, period).fetchall():
            (until,) = self._store.execute(left, (table, at_ms, entry)).fetchone()
            to_seq = end_seq if until is None else min(until // PLACE_IN_ROW, end_seq)
            dealt_ms = self._last_round_ms(table, entry // PLACE_IN_ROW, to_seq)
            if dealt_ms:
                found[badge.strip()] = dealt_ms
        return found

    def _last_round_ms(self, table: str, after_seq: int, to_seq: int) -> int:
        """When the last round of a table started, between two rows; 0 if none did."""
        marks = ('"round-started"', f'"{table}"')
        while to_seq > after_seq:
            begin = max(after_seq, to_seq - LOOKED_BACK_ROWS)
            for row in reversed(list(self.rows_behind(begin, to_seq))):
                if all(mark in row.events for mark in marks) and any(
                    isinstance(event, rounds.RoundStarted) and event.table == table
                    for event in events_of(row.events, seq=row.seq)
                ):
                    return row.at_ms
            to_seq = begin
        return 0

    def awards_recorded(self) -> int:
        """How many awards were ever recorded."""
        question = "SELECT sum(awards) FROM day JOIN place ON number = place WHERE kind IN (?, ?)"
        (found,) = self._store.execute(question, WON_AT_TABLE).fetchone()
        return found or 0

    def kinds(self) -> list[str]:
        """Every kind of event so far."""
        return [kind for (kind,) in self._store.execute("SELECT kind FROM kind ORDER BY kind")]

    def movers(self, jackpot: str, level: str, *, most: int) -> list[Entry]:
        """The newest entries that moved a level, newest first; contributions don't count."""
        return self._found(MOVERS, (jackpot, level, most))

    def find_naming(self, thing: Thing, *, before: int = 0, most: int) -> list[Entry]:
        """The newest entries that name a thing, before a sequence (0: all): newest row first, each
        row in its own order."""
        behind = min(before, self.end.seq + 1) * PLACE_IN_ROW or NO_END
        found = self._found(NAMING, (*thing, behind, most))
        found.reverse()
        found.sort(key=lambda entry: -entry.seq)
        return found

    def names(self, kind: str, beginning: str, *, most: int) -> list[str]:
        """Names of things of a kind with this beginning, newest first."""
        given = (kind, beginning, f"{beginning}\U0010ffff", most)
        return [name for (name,) in self._store.execute(NAMES, given)]

    def round_near(self, table: str, number: int) -> int:
        """A row at most a page before START of a table's round; 0 if the table hasn't started so
        many rounds, or the books don't have them."""
        question = 'SELECT max(round), seq FROM began WHERE "table" = ? AND round <= ?'
        found = self._store.execute(question, (table, number)).fetchone()
        return found[1] or 0

    def level_hours(self, jackpot: str, level: str) -> list[tuple[int, int]]:
        """How much a level's meter rose or fell in each hour since 1970 that moved it."""
        return list(self._store.execute(LEVEL_HOURS, (jackpot, level)))

    def bet_hours(self, jackpot: str, *, since_hour: int) -> list[tuple[int, int]]:
        """How many wagers a jackpot took in each hour since 1970 that had any."""
        return list(self._store.execute(BET_HOURS, (jackpot, since_hour)))

    def close(self) -> None:
        """Close the file and the journal."""
        self._store.close()
        self._journal.close()

    def _found(self, question: str, given: Sequence[Any]) -> list[Entry]:
        found = self._store.execute(question, given).fetchall()
        return [Entry(seq // PLACE_IN_ROW, at_ms, *events_of(text)) for seq, at_ms, text in found]


def _held(state: State) -> LevelAmounts:
    return {
        (jackpot, each.level): Amounts(each.meter_micros, each.reserve_micros, each.overflow_micros)
        for jackpot, each in list_readings(state)
    }


def _together(parts: Iterable[dict[Place, Moved]]) -> dict[Place, Moved]:
    found: dict[Place, list[Moved]] = {}
    for part in parts:
        for place, moved in part.items():
            found.setdefault(place, []).append(moved)
    return {place: total(each) for place, each in found.items()}
