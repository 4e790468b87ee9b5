"""The floor's gambling days that aren't closed, and those closed with something left."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.days import SignReading
from pitboss.floor.facts.values import Balance


class BoxState(Struct, frozen=True, gc=False):
    """A drop box of a shift: what it must hold, what was counted and by whom, and whether a
    difference still needs an explanation."""

    table: str
    jackpot: str
    bets: int
    chips: int | None = None  # None: not counted
    sensor: int | None = None
    counted_by: tuple[str, ...] = ()
    is_open: bool = False  # a variance

    @property
    def is_left(self) -> bool:
        """Whether someone still has to count it, or to explain the difference."""
        return self.chips is None or self.is_open


class ShiftState(Struct, frozen=True, gc=False):
    """A finished shift of a day that isn't closed: what each sign should have shown, whether two
    people have read it, and the drop boxes. Its rounds began after the row `since_seq`, up to the
    row `ended_seq`."""

    shift: int
    ended_ms: int
    since_seq: int
    ended_seq: int
    ledger: tuple[SignReading, ...]
    boxes: tuple[BoxState, ...]
    is_read: bool = False


class DayState(Struct, frozen=True, gc=False):
    """A gambling day that isn't closed, with its finished shifts. `ended_ms` is None while it is
    still running; `ended_seq` is the row in which it ended."""

    day: str
    shifts: tuple[ShiftState, ...] = ()
    ended_ms: int | None = None
    ended_seq: int = 0

    @property
    def is_left(self) -> bool:
        """Whether a drop box isn't counted, or its difference has no explanation."""
        return any(box.is_left for shift in self.shifts for box in shift.boxes)


class MonthState(Struct, frozen=True, gc=False):
    """A month whose gambling days are over and that isn't closed, with its trial balance as of the
    row that ended its last day."""

    month: str
    ended_seq: int
    balances: tuple[Balance, ...]


class CalendarState(Struct, frozen=True, gc=False):
    """The gambling days that aren't closed, oldest first, the last of them running; the last closed
    day; the current shift, since when and after which row, and until when; and closed days with a
    drop box left, to be counted late."""

    days: tuple[DayState, ...] = ()
    closed: str = ""
    shift: int = 0
    begins_ms: int = 0
    ends_ms: int = 0
    since_seq: int = 0
    late: tuple[DayState, ...] = ()
    months: tuple[MonthState, ...] = ()  # that are over and not closed, oldest first
    month_closed: str = ""  # the last one

    @property
    def closed_seq(self) -> int:
        """The last row of the closed days; 0: none."""
        if not self.closed or not self.days:
            return 0
        oldest = self.days[0]
        return oldest.shifts[0].since_seq if oldest.shifts else self.since_seq

    def day_of(self, day: str) -> DayState | None:
        """A day that isn't closed, or was closed with something left."""
        return next((each for each in (*self.late, *self.days) if each.day == day), None)
