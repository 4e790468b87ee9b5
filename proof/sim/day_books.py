"""What the auditor believes about the open gambling days."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

BEGINS = timedelta(hours=6)  # of a day; every drawn site's clock is UTC


@dataclass(slots=True)
class BoxBook:
    """A drop box: what it must hold, what was counted, and whether the difference is open."""

    bets: int
    chips: int | None = None
    counted_by: tuple[str, ...] = ()
    is_open: bool = False


@dataclass(slots=True)
class ShiftBook:
    """A finished shift."""

    signs: dict[tuple[str, str], int]  # cents, by jackpot and level
    boxes: dict[tuple[str, str], BoxBook]  # by table and jackpot
    is_read: bool = False
    rounds: frozenset[tuple[str, int]] = frozenset()  # open when it ended: table and number


@dataclass(slots=True)
class DayBook:
    """A gambling day that isn't closed."""

    day: str
    shifts: dict[int, ShiftBook] = field(default_factory=dict)
    ended_seq: int = 0

    @property
    def is_left(self) -> bool:
        """Whether a box is uncounted, or its variance open."""
        boxes = (box for shift in self.shifts.values() for box in shift.boxes.values())
        return any(box.chips is None or box.is_open for box in boxes)


@dataclass(slots=True)
class DayBooks:
    """All of them, the present one last; `late` were closed with a box left."""

    days: list[DayBook] = field(default_factory=list)
    late: list[DayBook] = field(default_factory=list)
    closed: str = ""
    shift: int = 0
    ends_ms: int = 0
    bets: dict[tuple[str, str], int] = field(default_factory=dict)  # since the shift began

    def shift_of(self, day: str, shift: int) -> ShiftBook:
        return next(each.shifts[shift] for each in (*self.late, *self.days) if each.day == day)

    def take(self, table: str, jackpot: str, bets: int) -> None:
        """Add the bets of a new round."""
        self.bets[table, jackpot] = self.bets.get((table, jackpot), 0) + bets

    def give_back(self, table: str, number: int, jackpot: str, bets: int) -> None:
        """Bets of a voided round leave the box they went into: that of the first shift that ended
        while the round was open, or of the present shift."""
        for day in (*self.late, *self.days):
            for shift in day.shifts.values():
                if (table, number) in shift.rounds:
                    shift.boxes[table, jackpot].bets -= bets
                    return
        self.bets[table, jackpot] -= bets


def day_of(at_ms: int) -> str:
    """The gambling day of an instant."""
    return (datetime.fromtimestamp(at_ms / 1000, UTC) - BEGINS).date().isoformat()


def end_of(at_ms: int) -> int:
    """When that day ends."""
    day = datetime.fromisoformat(day_of(at_ms)).replace(tzinfo=UTC)
    return int((day + timedelta(days=1) + BEGINS).timestamp()) * 1000
