"""A house's gambling day: when its shifts begin and end, and what its close still needs.

It runs from one boundary to the next on the house's clock. Anything after midnight and before the
boundary belongs to the day on which it began."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.floor.facts import bank, people
from pitboss.floor.facts.days import (
    BoxBets,
    CloseVariance,
    RecordCounts,
    RecordReading,
    SignReading,
)
from pitboss.floor.facts.values import DAY_BEGINS
from pitboss.floor.money.custody import sum_account
from pitboss.floor.money.meter import list_readings
from pitboss.floor.state.calendar import BoxState, CalendarState, DayState, ShiftState
from pitboss.floor.state.floor import State, box_name, changed
from pitboss.local_time import days_before, instant, local_day
from pitboss.money import PPM_WHOLE, shown_down
from pitboss.refusal import Told, say
from pitboss.rules.cited_law import CitedRate, Law

HOUR_MS = 3_600_000
SHIFTS_MOST = 6
TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]", re.ASCII)


@dataclass(frozen=True, slots=True)
class ShiftTimes:
    """Which shift of which gambling day an instant is in, and when that shift begins and ends."""

    day: str
    shift: int
    begins_ms: int
    ends_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Something a close lacks: the kind, the place, who can fix it, and whether the close waits for
    it."""

    kind: str  # rounds, marks, readings, counts, variances, prizes, bank
    shift: int = 0
    round: int = 0
    boxes: tuple[tuple[str, str], ...] = ()  # each a table and a jackpot, or a table alone
    cents: int = 0
    who: tuple[str, ...]
    is_for_two: bool = False  # one of the two must have a role in `who`
    stops: bool = False

    @property
    def told(self) -> Told:
        """What is still to do, where, and by whom."""
        return say("DAY_LACKS", self.kind, where=self._place, who=self.who)

    @property
    def where(self) -> str:
        """The place as the record names it."""
        return say("PART", "list", several=self._place).reason

    @property
    def done_by(self) -> str:
        """Who can fix it."""
        return say("PART", "with_second" if self.is_for_two else "any", who=self.who).reason

    @property
    def _place(self) -> tuple[str | Told, ...]:
        parts: list[str | Told] = [say("PART", "shift", shift=self.shift)] if self.shift else []
        parts += [" ".join(each).strip() for each in self.boxes]
        parts += [say("PART", "round", round=self.round)] if self.round else []
        parts += [say("PART", "amount", amount=self.cents)] if self.cents else []
        return tuple(parts)

    def describe(
        self,
        box: Callable[[tuple[str, str]], str],
        *,
        of_shift: str,
        of_round: str,
        amount: Callable[[int], str],
    ) -> str:
        """The place in words; `box` names a table and a jackpot."""
        parts = [of_shift.format(shift=self.shift)] if self.shift else []
        parts += [box(each).strip() for each in self.boxes]
        parts += [of_round.format(round=self.round)] if self.round else []
        parts += [amount(self.cents)] if self.cents else []
        return ", ".join(parts)


def times_fault(day_begins: str, shifts: tuple[str, ...]) -> Told | None:
    """What is wrong with a gambling day's times; None if they work."""
    for time in (day_begins, *shifts):
        if not TIME.fullmatch(time):
            return say("DAY_TIMES_WRONG", "no_time", time=time)
    if len(shifts) >= SHIFTS_MOST:
        return say("DAY_TIMES_WRONG", "too_many", most=SHIFTS_MOST)
    since = [_minutes(time, day_begins) for time in shifts]
    if since != sorted(set(since)) or 0 in since:
        return say("DAY_TIMES_WRONG", "order", day_begins=day_begins)
    return None


def _minutes(time: str, day_begins: str) -> int:
    """How long after the boundary a time of day comes."""
    hours, minutes = (int(part) for part in time.split(":"))
    first_hours, first_minutes = (int(part) for part in day_begins.split(":"))
    return ((hours - first_hours) * 60 + minutes - first_minutes) % (24 * 60)


def shift_at(state: State, at_ms: int) -> ShiftTimes:
    """The shift an instant is in by the site's times. Time zones are data, like paytables: the same
    instant is in the same shift wherever this is decided again."""
    site, zone = state.site, state.time_zone
    begins, later = (site.day_begins, site.shifts) if site is not None else (DAY_BEGINS, ())
    day = local_day(at_ms, zone)
    if at_ms < _instant(day, begins, zone):
        day = days_before(day, 1)
    after = days_before(day, -1)
    bounds = [_instant(day, begins, zone)]
    bounds += [_instant(day if time > begins else after, time, zone) for time in later]
    bounds.append(day_ends_ms(state, day))
    shift = bisect_right(bounds, at_ms)
    return ShiftTimes(day, shift, bounds[shift - 1], bounds[shift])


def day_ends_ms(state: State, day: str) -> int:
    """When a gambling day ends by the site's times."""
    begins = state.site.day_begins if state.site is not None else DAY_BEGINS
    return _instant(days_before(day, -1), begins, state.time_zone)


def _instant(day: str, time: str, zone: str) -> int:
    found = instant(f"{day} {time}", zone)
    assert found is not None, f"{day} {time} is no time"
    return found


def is_turn_due(calendar: CalendarState, at_ms: int) -> bool:
    """Whether a shift begins now: the one before is over, or none has begun, or the clock was set
    back to well before the current one."""
    return not calendar.days or at_ms >= calendar.ends_ms or at_ms < calendar.begins_ms - HOUR_MS


def shifts_before(calendar: CalendarState, day: str) -> tuple[ShiftState, ...]:
    """The shifts a day has had before another one of it begins. Days begun only by a fast clock
    count as part of it, because they never happened; their shifts are numbered on."""
    found: list[ShiftState] = []
    for each in calendar.days:
        if each.day >= day:
            for shift in each.shifts:
                number = max(shift.shift, found[-1].shift + 1 if found else 1)
                found.append(changed(shift, shift=number))
    return tuple(found)


def next_shift(calendar: CalendarState, day: str) -> int:
    """The number of the shift that begins or continues a day."""
    number = 0
    for each in calendar.days:
        if each.day >= day:
            for shift in each.shifts:
                number = max(shift.shift, number + 1)
            if each is calendar.days[-1]:
                number = max(calendar.shift, number + 1)  # the shift that ends now
    return number + 1


def ledger_signs(state: State) -> tuple[SignReading, ...]:
    """What every sign must show now, for jackpots played for money."""
    return tuple(
        SignReading(name, reading.level, shown_down(reading.meter_micros))
        for name, reading in list_readings(state)
        if is_for_money(state, name) and state.kept_jackpot(name).status != "retired"
    )


def shift_bets(state: State) -> tuple[BoxBets, ...]:
    """What each table took for each jackpot since the shift began, for money."""
    return tuple(
        BoxBets(table, jackpot, bets)
        for table, jackpot, bets in map(_box, state.bets.items())
        if bets and is_for_money(state, jackpot)
    )


def _box(entry: tuple[str, int]) -> tuple[str, str, int]:
    name, bets = entry
    table, jackpot = name.split(" ")
    return table, jackpot, bets


def is_for_money(state: State, jackpot: str) -> bool:
    """Whether a jackpot exists and isn't for training."""
    found = state.jackpots.get(jackpot)
    return found is not None and not found.terms.training


def shift_played(calendar: CalendarState, seq: int) -> tuple[str, ShiftState] | None:
    """The shift of a row, and its day; None while that shift is running, and once its day is closed
    with nothing left."""
    for day in (*calendar.late, *calendar.days):
        for shift in day.shifts:
            if shift.since_seq < seq <= shift.ended_seq:
                return day.day, shift
    return None


def box_of(state: State, shift: ShiftState, table: str, jackpot: str) -> BoxState | None:
    """A drop box of a shift; one that took no bets must be empty. None if a table never had such a
    box."""
    for box in shift.boxes:
        if (box.table, box.jackpot) == (table, jackpot):
            return box
    has_bets = state.bets.get(box_name(table, jackpot)) is not None and is_for_money(state, jackpot)
    known = has_bets or (table, jackpot) in _idle_boxes(state)
    return BoxState(table, jackpot, 0) if known else None


def countable(state: State, shift: ShiftState) -> tuple[BoxState, ...]:
    """Every drop box that may be counted for a shift, even of a table that took no bets."""
    named = {(box.table, box.jackpot) for box in shift.boxes} | set(_idle_boxes(state))
    found = (box_of(state, shift, *place) for place in sorted(named))
    return tuple(box for box in found if box is not None)


def _idle_boxes(state: State) -> Iterator[tuple[str, str]]:
    """The current tables' boxes, whether they take bets or not."""
    for name, table in state.tables.items():
        for jackpot in () if table.training else table.jackpots:
            if is_for_money(state, jackpot):
                yield name, jackpot


def measure_variance(bets: int, chips: int | None) -> Fraction | None:
    """How far a count differs from the bets, as a part of them; None if there is nothing to
    compare."""
    return Fraction(chips - bets, bets) if chips is not None and bets > 0 else None


def is_beyond(limit: CitedRate, bets: int, counted: int | None) -> bool:
    """Whether a count differs from the bets by more than the rule allows."""
    if counted is None:
        return False
    return abs(counted - bets) * PPM_WHOLE > limit.ppm * max(bets, 0)


# ---- what a close needs -------------------------------------------------------------------------


def find_missing(state: State, day: DayState) -> tuple[Missing, ...]:
    """Everything still to do for a finished day; what the jurisdiction lets wait is only listed. A
    mark is open as long as its round is."""
    needed = state.law.close_needs.value
    return tuple(
        replace(each, stops=("rounds" if each.kind == "marks" else each.kind) in needed)
        for each in (*_rounds(state, day), *_of_shifts(day), *_money(state))
    )


def left_of(day: DayState) -> tuple[Missing, ...]:
    """What is still to do for a day that was closed anyway."""
    return tuple(each for each in _of_shifts(day) if each.kind in ("counts", "variances"))


def _rounds(state: State, day: DayState) -> Iterator[Missing]:
    """Rounds the day began: until they end, their bets may be voided."""
    for name, table in state.tables.items():
        opened = table.round
        if opened is None or opened.seq > day.ended_seq or table.training:
            continue
        place = Missing(
            kind="rounds",
            boxes=((name, ""),),
            round=opened.number,
            who=people.SignIn.permission.roles,
        )
        yield place
        if opened.marks or opened.unmoved:
            yield replace(place, kind="marks", who=state.law.win_confirmation.value)


def _of_shifts(day: DayState) -> Iterator[Missing]:
    for shift in day.shifts:
        if shift.ledger and not shift.is_read:
            who = (RecordReading.permission.one_is,)
            yield Missing(kind="readings", shift=shift.shift, who=who, is_for_two=True)
        uncounted = tuple((box.table, box.jackpot) for box in shift.boxes if box.chips is None)
        if uncounted:
            place = Missing(kind="counts", shift=shift.shift, boxes=uncounted, who=())
            yield replace(place, who=(RecordCounts.permission.one_is,), is_for_two=True)
        open_boxes = tuple((box.table, box.jackpot) for box in shift.boxes if box.is_open)
        if open_boxes:
            yield Missing(
                kind="variances",
                shift=shift.shift,
                boxes=open_boxes,
                who=CloseVariance.permission.roles,
            )


def _money(state: State) -> Iterator[Missing]:
    """Uncollected prizes and deposits, which have deadlines of their own."""
    owed_cents = shown_down(state.balance("owed"))
    if owed_cents > 0:
        yield Missing(kind="prizes", cents=owed_cents, who=("accounting", "supervisor"))
    due_cents = sum_account(state).due_cents
    if due_cents:
        yield Missing(kind="bank", cents=due_cents, who=bank.RecordDeposit.permission.roles)


# ---- reminders ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WaitingClose:
    """The oldest day waiting for its close: since when, whether that is longer than the rule
    allows, and how many wait."""

    day: str
    ended_ms: int
    is_overdue: bool
    days: int
    rule: str


def find_waiting_close(calendar: CalendarState, law: Law, at_ms: int) -> WaitingClose | None:
    """The close to remind people of; None if every finished day is closed."""
    over = [day for day in calendar.days if day.ended_ms is not None]
    if not over:
        return None
    oldest, limit = over[0], law.close_hours
    ended_ms = oldest.ended_ms or 0
    is_overdue = bool(limit.value) and at_ms - ended_ms > limit.value * HOUR_MS
    return WaitingClose(oldest.day, ended_ms, is_overdue, len(over), limit.rule)
