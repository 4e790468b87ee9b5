"""The gambling days that are not closed, as the floor keeps them, and those closed with something
left."""

from __future__ import annotations

from msgspec import Struct

from pitboss.floor.facts.days import SignReading


class BoxState(Struct, frozen=True, gc=False):
    """A drop box of a shift: what it must hold, what was counted and by whom, and whether nobody
    has yet said why the two differ."""

    table: str
    jackpot: str
    bets: int
    chips: int | None = None  # none: not counted
    sensor: int | None = None
    counted_by: tuple[str, ...] = ()
    is_open: bool = False  # a variance

    @property
    def is_left(self) -> bool:
        """Whether somebody still has to count it, or to say why the count differs."""
        return self.chips is None or self.is_open


class ShiftState(Struct, frozen=True, gc=False):
    """A shift that is over, of a day that is not closed: what each sign had to show, and whether
    two people have read it; the drop boxes. Its rounds began after the row `since_seq`, up to the
    row `ended_seq`."""

    shift: int
    ended_ms: int
    since_seq: int
    ended_seq: int
    ledger: tuple[SignReading, ...]
    boxes: tuple[BoxState, ...]
    is_read: bool = False


class DayState(Struct, frozen=True, gc=False):
    """A gambling day that is not closed, with its shifts that are over. `ended_ms` is none while it
    is on; `ended_seq` is the row in which it ended."""

    day: str
    shifts: tuple[ShiftState, ...] = ()
    ended_ms: int | None = None
    ended_seq: int = 0

    @property
    def is_left(self) -> bool:
        """Whether a drop box is not counted, or nobody has said why its count differs."""
        return any(box.is_left for shift in self.shifts for box in shift.boxes)


class CalendarState(Struct, frozen=True, gc=False):
    """The gambling days that are not closed, the oldest first and the last of them on; which day
    was closed last; which shift is on, since when and after which row, and until when; and the
    days that were closed with a drop box left, which is counted late."""

    days: tuple[DayState, ...] = ()
    closed: str = ""
    shift: int = 0
    begins_ms: int = 0
    ends_ms: int = 0
    since_seq: int = 0
    late: tuple[DayState, ...] = ()

    @property
    def closed_seq(self) -> int:
        """The last row of the days that are closed; 0: none is."""
        if not self.closed or not self.days:
            return 0
        oldest = self.days[0]
        return oldest.shifts[0].since_seq if oldest.shifts else self.since_seq

    def day_of(self, day: str) -> DayState | None:
        """A day that is not closed, or was closed with something left."""
        return next((each for each in (*self.late, *self.days) if each.day == day), None)
