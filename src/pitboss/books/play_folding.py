"""From rows to slices: adds up how the floor is played, a gambling day at a time.

Days that are over are also added up in blocks of 8, 64 and 512 days, so that a year is read from a
few rows for each table, seat or dealer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, TypeAlias

from pitboss.books.books_file import ADD_PLAYED, ROLL_UP, Store
from pitboss.books.incidents import ANY, Incident, IncidentFolding
from pitboss.books.moves import is_plain
from pitboss.books.play_sums import (
    BREAK_MS,
    DEALER,
    HOUR,
    SEAT,
    SHIFT,
    TABLE,
    WEEKDAY,
    Played,
    PlayOffer,
    offer_of,
    turn_of,
    wager_of,
)
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.days import CountsRecorded
from pitboss.floor.facts.rounds import RoundStarted, RoundVoided
from pitboss.floor.state.calendar import BoxState, CalendarState
from pitboss.floor.state.floor import State, TableState
from pitboss.floor.state.gambling_day import shift_played
from pitboss.local_time import local, local_day

BLOCK_DAYS = (1, 8, 64, 512)
QUARTER_MS = 15 * 60_000  # clocks of all time zones agree on the quarter of an hour
STARTED = 7  # rounds, bets, others, others_2, others_3, paced and paced_ms of STARTs
NO_WAGER = Played()
Moment: TypeAlias = tuple[int, str, str, str]  # an offer, a dealer, an hour and a shift
OfferedNow: TypeAlias = tuple[Any, Any, int, bool]  # what a table played, terms, seats, training
SliceSums: TypeAlias = dict[tuple[int, str, str], list[int]]  # by offer, slice and its value


def open_day(calendar: CalendarState) -> int:
    """The gambling day that is on, as a number; 0 before the first."""
    return date.fromisoformat(calendar.days[-1].day).toordinal() if calendar.days else 0


class PlayFolding:
    """What some rows add to the slices."""

    def __init__(self, store: Store, state: State) -> None:
        self._store = store
        found = store.execute("SELECT * FROM offer")
        self._offers = {PlayOffer(*offer): number for number, *offer in found}
        self._calendar, self._calendar_day = state.calendar, open_day(state.calendar)
        self._day = self._calendar_day
        self._sums: dict[int, SliceSums] = {}  # by day
        self._last_ms: dict[str, int] = {}  # when a table's last round started
        self._known: dict[
            tuple[str, str], tuple[OfferedNow | None, int]
        ] = {}  # what a table offered last
        self._hour = ((-1, ""), "")
        self._incidents = IncidentFolding(store)
        self._started: dict[Moment, list[int]] = {}
        self._seats: dict[tuple[int, int], list[int]] = {}
        self._wagers: dict[int, Played] = {}  # one of each offer

    def note(self, state: State, event: Event, at_ms: int) -> None:
        """Take an event; `state` is the floor before it."""
        if state.calendar is not self._calendar or not state.calendar.days:
            self._calendar = state.calendar
            self._calendar_day = open_day(state.calendar) or self._before_calendar(state, at_ms)
        if (day := self._calendar_day) != self._day:
            self._turn_day(day)
        if isinstance(event, RoundStarted):
            self._start(state, event, at_ms)
            return
        if is_plain(event):
            return
        when = Incident(ANY, state.seq, self._day, at_ms, self._time(state, at_ms)[0])
        self._incidents.note(state, event, when)
        turn = turn_of(state, event)
        if turn is not None:
            table = state.table(turn.table)
            sums = self._sums.setdefault(self._day, {})
            values = self._values(state, turn.dealer, at_ms)
            for jackpot, seat, played in turn.at_seats:
                offer = self._offer(state, table, jackpot)
                self._add(sums, offer, played, values)
                if seat:
                    _add(sums, (offer, SEAT, str(seat)), played)
        if isinstance(event, RoundVoided):
            self._void(state, event, at_ms)
        elif isinstance(event, CountsRecorded):
            self._count(state, event)

    def _before_calendar(self, state: State, at_ms: int) -> int:
        """The date, on a floor that plays before its first gambling day."""
        return date.fromisoformat(local_day(at_ms, state.time_zone)).toordinal()

    def _start(self, state: State, event: RoundStarted, at_ms: int) -> None:
        table = state.table(event.table)
        gap_ms = at_ms - self._last_start_ms(event.table)
        self._last_ms[event.table] = at_ms
        moment = event.badge, *self._time(state, at_ms)
        started = self._started_at((self._offer(state, table, ""), *moment))
        started[0] += 1
        if 0 < gap_ms <= BREAK_MS:
            started[5] += 1
            started[6] += gap_ms
        bets = {taking.jackpot: taking.bets for taking in event.takings}
        offers = []
        for name in table.jackpots:
            offer, made = self._offer(state, table, name), bets.get(name, 0)
            offers.append((offer, made))
            started = self._started_at((offer, *moment))
            started[0] += 1
            _add_wagers(started, made, made)
        for spot in event.spots:
            offer, made = offers[spot.sensor - 1]
            seat = self._seats.get((offer, spot.seat))
            if seat is None:
                seat = self._seats[offer, spot.seat] = [0] * STARTED
            _add_wagers(seat, 1, made)

    def _started_at(self, key: Moment) -> list[int]:
        found = self._started.get(key)
        if found is None:
            found = self._started[key] = [0] * STARTED
        return found

    def _write_starts(self) -> None:
        """What STARTs have added up joins the slices."""
        sums = self._sums.setdefault(self._day, {}) if self._started else {}
        for (offer, dealer, hour, shift), found in self._started.items():
            values = (TABLE, ""), (DEALER, dealer), (HOUR, hour), (SHIFT, shift)
            self._add(sums, offer, self._played(offer, found), values)
        for (offer, number), found in self._seats.items():
            _add(sums, (offer, SEAT, str(number)), self._played(offer, found))
        self._started.clear()
        self._seats.clear()

    def _played(self, offer: int, found: Sequence[int]) -> Played:
        rounds, bets, others, others_2, others_3, paced, paced_ms = found
        one = self._wagers.get(offer, NO_WAGER)
        return Played(
            rounds, paced, paced_ms, bets, others, others_2, others_3,
            bets * one.wager_micros, bets * one.house_micros,
        )  # fmt: skip

    def _void(self, state: State, event: RoundVoided, at_ms: int) -> None:
        """The round was none; in a box that was counted, its wagers are none."""
        table = state.table(event.table)
        assert table.round is not None
        sums = self._sums.setdefault(self._day, {})
        values = self._values(state, table.round.dealer, at_ms)
        for name in ("", *dict.fromkeys(table.jackpots)):
            self._add(sums, self._offer(state, table, name), Played(rounds=-1), values)
        found = shift_played(state.calendar, event.reverses)
        if found is None:
            return
        day, shift = found
        for taking in event.takings:
            box = _find_box(state.calendar, day, shift.shift, event.table, taking.jackpot)
            if box is not None and box.chips is not None:
                less = -taking.bets
                by_sensor = less if box.sensor is not None else 0
                boxed = Played(box_bets=less, sensor_bets=by_sensor)
                self._add_box(state, day, shift.shift, event.table, taking.jackpot, boxed)

    def _count(self, state: State, event: CountsRecorded) -> None:
        """A new count of a box replaces the one before."""
        for box in event.counts:
            before = _find_box(state.calendar, event.day, event.shift, box.table, box.jackpot)
            counted = _boxed(box.bets, box.chips, box.sensor)
            if before is not None and before.chips is not None:
                old = _boxed(before.bets, before.chips, before.sensor)
                counted = Played(*(a - b for a, b in zip(counted, old, strict=True)))
            self._add_box(state, event.day, event.shift, box.table, box.jackpot, counted)

    def _add_box(
        self, state: State, day: str, shift: int, table: str, jackpot: str, played: Played
    ) -> None:
        """A box belongs to its own day, whenever somebody counts it."""
        offer = self._offer(state, state.table(table), jackpot)
        ordinal = date.fromisoformat(day).toordinal()
        values = ((TABLE, ""), (SHIFT, str(shift)))
        self._add(self._sums.setdefault(ordinal, {}), offer, played, values, day=ordinal)

    # ---- where it belongs ---------------------------------------------------------------------

    def _values(self, state: State, dealer: str, at_ms: int) -> tuple[tuple[str, str], ...]:
        """The slices of a moment at a table."""
        hour, shift = self._time(state, at_ms)
        return (TABLE, ""), (DEALER, dealer), (HOUR, hour), (SHIFT, shift)

    def _time(self, state: State, at_ms: int) -> tuple[str, str]:
        """The hour of the clock and the shift."""
        now = at_ms // QUARTER_MS, state.time_zone  # none before the site is opened
        if self._hour[0] != now:
            self._hour = now, f"{local(at_ms, state.time_zone).hour:02}"
        return self._hour[1], str(state.calendar.shift)

    def _add(
        self,
        sums: SliceSums,
        offer: int,
        played: Played,
        values: tuple[tuple[str, str], ...],
        *,
        day: int = 0,
    ) -> None:
        weekday = date.fromordinal(day or self._day).isoweekday()
        for kind, value in (*values, (WEEKDAY, str(weekday))):
            _add(sums, (offer, kind, value), played)

    def _offer(self, state: State, table: TableState, jackpot: str) -> int:
        found = state.kept_jackpot(jackpot) if jackpot else None
        terms = None if found is None else found.terms
        now = (table.plays, terms, table.seats, table.training)
        before, number = self._known.get((table.table, jackpot), (None, 0))
        if before is None or not _is_same(before, now):
            offer = offer_of(table, found)
            number = self._offers.get(offer) or self._numbered(offer)
            self._known[table.table, jackpot] = now, number
            if found is not None:
                self._wagers[number] = wager_of(found, 1)
        return number

    def _numbered(self, offer: PlayOffer) -> int:
        marks = ", ".join("?" * len(offer))
        made = self._store.execute(f"INSERT INTO offer VALUES (NULL, {marks})", offer)  # noqa: S608
        number: int = made.lastrowid
        self._offers[offer] = number
        return number

    def _last_start_ms(self, table: str) -> int:
        found = self._last_ms.get(table)
        if found is None:
            question = 'SELECT at_ms FROM round WHERE "table" = ? ORDER BY round DESC LIMIT 1'
            row = self._store.execute(question, (table,)).fetchone()
            found = self._last_ms[table] = 0 if row is None else row[0]
        return found

    # ---- writing ------------------------------------------------------------------------------

    def _turn_day(self, day: int) -> None:
        """The blocks that end before the new day are whole."""
        self.write()
        if self._day and day > self._day:
            for whole in _blocks_ended(self._day, day):
                self._roll_up(*whole)
        self._day = day

    def write(self) -> None:
        """Write all sums; blocks of earlier days follow what was added to these days."""
        self._write_starts()
        self._incidents.write()
        for day, sums in self._sums.items():
            self._store.executemany(
                ADD_PLAYED, [(1, day, *key, *amounts) for key, amounts in sums.items()]
            )
            if day < self._day:
                for size in BLOCK_DAYS[1:]:
                    block = day // size
                    if (block + 1) * size <= self._day:
                        self._roll_up(size, block)
        self._sums.clear()

    def _roll_up(self, size: int, block: int) -> None:
        smaller = BLOCK_DAYS[BLOCK_DAYS.index(size) - 1]
        first = block * size // smaller
        self._store.execute(ROLL_UP, (size, block, smaller, first, first + size // smaller))


def _blocks_ended(before: int, day: int) -> Iterator[tuple[int, int]]:
    """The blocks that ended after one day began, before another does; small ones first."""
    for size in BLOCK_DAYS[1:]:
        for block in range(before // size, day // size):
            yield size, block


def _add(sums: SliceSums, key: tuple[int, str, str], played: Played) -> None:
    found = sums.get(key)
    sums[key] = (
        list(played) if found is None else [a + b for a, b in zip(found, played, strict=True)]
    )


def _add_wagers(found: list[int], wagers: int, made: int) -> None:
    """So many of the wagers that a round has on one jackpot."""
    others = made - 1
    found[1] += wagers
    found[2] += wagers * others
    found[3] += wagers * others * others
    found[4] += wagers * others * others * others


def _is_same(one: OfferedNow, other: OfferedNow) -> bool:
    return one[0] is other[0] and one[1] is other[1] and one[2:] == other[2:]


def _boxed(bets: int, chips: int, sensor: int | None) -> Played:
    read = {} if sensor is None else {"sensor_bets": bets, "sensor_count": sensor}
    return Played(box_bets=bets, box_chips=chips, **read)


def _find_box(
    calendar: CalendarState, day: str, shift: int, table: str, jackpot: str
) -> BoxState | None:
    found = calendar.day_of(day)
    for each in found.shifts if found is not None else ():
        for box in each.boxes if each.shift == shift else ():
            if (box.table, box.jackpot) == (table, jackpot):
                return box
    return None
