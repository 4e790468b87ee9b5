"""The gambling day: what its shifts still need, the forms to read signs and count the drop, and the
close."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response
from msgspec import Struct

from pitboss import notation
from pitboss.books.pages import ended_day
from pitboss.floor.state.calendar import BoxState, CalendarState, DayState, ShiftState
from pitboss.floor.state.floor import State
from pitboss.floor.state.gambling_day import (
    Missing,
    countable,
    find_missing,
    left_of,
    measure_variance,
)
from pitboss.local_time import days_before, local_day
from pitboss.money import percent_text
from pitboss.reports.sheet import Cell, columns
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.note_pages import notes_sheet
from pitboss.web.office.past_day_pages import explain_day
from pitboss.words.language import WORDS

router = APIRouter(prefix="/office", include_in_schema=False)
DayDesk = Annotated[Desk, Depends(desk("day"))]

MISSING = columns("day:day lacks where:long mends stops:mark")
SHIFTS = columns("day:day shift:count ended:time signs_read boxes:count boxes_counted:count")
BOXES = columns(
    "day:day shift:count table jackpot bets:count sensor_count:count chips:count",
    "sensor_variance:percent variance:percent box_stands",
)


class KeptDay(Struct, frozen=True):
    """A day that isn't closed, or was closed with open items: those items, and the boxes to count
    in each shift."""

    kept: DayState
    lacks: tuple[Missing, ...]
    boxes: Mapping[int, tuple[BoxState, ...]]

    @property
    def is_over(self) -> bool:
        """Whether it can be closed once it is the oldest."""
        return self.kept.ended_ms is not None

    @property
    def is_stopped(self) -> bool:
        """Whether the close waits for something."""
        return any(each.stops for each in self.lacks)


@router.get("/day")
async def day(desk: DayDesk) -> Response:
    """Every open day, oldest first."""
    calendar, days, late = await desk.running_site.look(_days)
    sums = None
    if days and days[0].is_over and not days[0].is_stopped:
        # Not earlier: people who read signs and count the drop don't see the expected values.
        _, sums = await desk.books(ended_day, days[0].kept.ended_seq)
    law = desk.running_site.profile.law
    return desk.page(
        "day",
        [
            desk.sheet("missing", MISSING, _missing(desk, [*late, *days])),
            desk.sheet("shifts", SHIFTS, _shifts(days)),
            desk.sheet("boxes", BOXES, _boxes(desk, [*late, *days])),
            await notes_sheet(desk, days=[each.kept.day for each in (*late, *days)] or [""]),
            *(explain_day(desk, await desk.floor(), sums) if sums is not None else ()),
        ],
        days=days,
        late=late,
        calendar=calendar,
        closes_from=_closes_from(desk, calendar),
        limit=notation.percentage(percent_text(law.variance_percent.ppm)),
        limit_rule=law.variance_percent.rule,
        needs_rule=law.close_needs.rule,
        count_stands=_count_stands,
    )


def _closes_from(desk: Desk, calendar: CalendarState) -> str:
    """When the current day can be closed."""
    site = desk.running_site.site
    today = local_day(desk.running_site.now_ms(), site.time_zone)
    return closing_time(calendar.days[-1].day if calendar.days else today, site.day_begins, today)


def closing_time(day: str, begins: str, today: str) -> str:
    """When the next day begins: the time, and its date if not today."""
    after = days_before(day, -1)
    if after == today:
        return notation.clock_text(begins)
    said: str = WORDS["office"]["day"]["another_day"]
    return said.format(day=notation.day(after), begins=notation.clock_text(begins))


def _days(state: State) -> tuple[CalendarState, list[KeptDay], list[KeptDay]]:
    """Days not closed, and those closed with open items."""
    days = [
        KeptDay(
            each,
            find_missing(state, each) if each.ended_ms is not None else (),
            {shift.shift: countable(state, shift) for shift in each.shifts},
        )
        for each in state.calendar.days
    ]
    late = [
        KeptDay(
            each,
            left_of(each),
            {
                shift.shift: tuple(box for box in shift.boxes if box.is_left)
                for shift in each.shifts
            },
        )
        for each in state.calendar.late
        if each.is_left
    ]
    return state.calendar, days, late


def _missing(desk: Desk, days: list[KeptDay]) -> Iterator[tuple[Cell, ...]]:
    words = WORDS["office"]["day"]
    places = {"of_shift": words["shift"], "of_round": words["round"]}

    def box(place: tuple[str, str]) -> str:
        table, jackpot = place
        return f"{table} {desk.title_of(jackpot)}" if jackpot else table

    for each in days:
        for lack in each.lacks:
            said = lack.describe(box, **places, amount=_up_to_now)
            who = ", ".join(map(notation.name_text, lack.who))
            if lack.is_for_two:
                who = words["with_second"].format(role=who)
            yield each.kept.day, words["lacks"][lack.kind], said, who, int(lack.stops)


def _up_to_now(cents: int) -> str:
    """Money owed and due is as of now: it doesn't belong to a day."""
    said: str = WORDS["office"]["day"]["up_to_now"]
    return said.format(amount=notation.dollars(cents))


def _of_shifts(days: list[KeptDay]) -> Iterator[tuple[str, ShiftState]]:
    for each in days:
        for shift in each.kept.shifts:
            yield each.kept.day, shift


def _shifts(days: list[KeptDay]) -> Iterator[tuple[Cell, ...]]:
    for day, shift in _of_shifts(days):
        counted = sum(box.chips is not None for box in shift.boxes)
        read = _stands("read" if shift.is_read else "unread")
        yield day, shift.shift, shift.ended_ms, read, len(shift.boxes), counted


def _boxes(desk: Desk, days: list[KeptDay]) -> Iterator[tuple[Cell, ...]]:
    """The person who counts doesn't see the expected value first."""
    for day, shift in _of_shifts(days):
        for box in shift.boxes:
            named = (day, shift.shift, box.table, desk.title_of(box.jackpot))
            yield (*named, *_counted(box), _stands(_box_stands(box)))


def _counted(box: BoxState) -> tuple[Cell, ...]:
    if box.chips is None:
        return None, None, None, None, None
    by_sensor, by_chips = (
        measure_variance(box.bets, box.sensor),
        measure_variance(box.bets, box.chips),
    )
    return box.bets, box.sensor, box.chips, by_sensor, by_chips


# ---- how far a step is ------------------------------------------------------------------------


def _box_stands(box: BoxState) -> str:
    return "uncounted" if box.chips is None else "variance" if box.is_open else "counted"


def _count_stands(shift: ShiftState) -> str:
    """Progress of a shift's drop: what is left to do for its boxes."""
    found = {_box_stands(box) for box in shift.boxes}
    return next((each for each in ("uncounted", "variance") if each in found), "counted")


def _stands(name: str) -> str:
    """A symbol and a word, so nobody has to rely on colors."""
    said: str = WORDS["office"]["day"]["stands"][name]
    return said
