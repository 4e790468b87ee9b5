"""Meters: what each holds, and one meter's page with its history and its exact figures."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books.history import History, Point, causes_of
from pitboss.books.pages import history_and_pace
from pitboss.floor.facts import awards
from pitboss.floor.facts.base import Event
from pitboss.floor.money.meter import house_left, read_shown
from pitboss.floor.state.floor import AwardState, JackpotState, LevelState
from pitboss.money import Cents, shown_down
from pitboss.notation import dollars, figures, percentage
from pitboss.refusal import Refusal
from pitboss.reports.parsheet_text import decimal, percent
from pitboss.reports.sheet import MICROS, Cell, Column, Linked, Sheet, columns
from pitboss.web.office.chart import MARKS, chart
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.figures import (
    Way,
    hours_to,
    house_edge,
    past_break_even,
    wagers_per_hour,
    ways_of,
)
from pitboss.web.office.who import who_cell
from pitboss.web.screens.wins import find_awards
from pitboss.web.shell.telling import why_text
from pitboss.words.language import WORDS as LANGUAGE

router = APIRouter(prefix="/office", include_in_schema=False)
MetersDesk = Annotated[Desk, Depends(desk("meters"))]

METERS = columns(
    "jackpot level meter:money seed:money maximum:money? rate:rate reserve:money? overflow:money?",
    "reserve_rate:rate? hits:count wins:money tables training:words? bets_in:count*",
    "house_money:money*",
)
MOVED = ("meter_change", "reserve_change", "overflow_change", "meter_after")
MOVES = (
    *columns("seq:count time:time kind:words"),
    *(Column(name, MICROS, in_cents=True) for name in MOVED),
    *columns("who why:long"),
)
PAID = {"awards": "award", "restarts": "restart", "top-ups": "top_up"}  # by the cause
WAYS = columns(
    "played_as edge_now:percent edge_long_run:percent break_even:money wagers_between:count",
    "average_award:money",
)


POSTED = columns("jackpot hand prize:money edge_now:percent tables")


@router.get("/meters")
async def meters(desk: MetersDesk) -> Response:
    """Every meter of the floor."""
    floor = await desk.floor()
    rows = [
        _row(desk, floor, jackpot, level)
        for jackpot in floor.shown.values()
        for level in jackpot.levels.values()
    ]
    houses = [each for each in floor.jackpots.values() if each.terms.house_prizes]
    prizes = await asyncio.to_thread(_posted, desk, floor, houses)
    is_below = any(
        read_shown(level) < level.setting.seed_cents
        for jackpot in floor.shown.values()
        if not jackpot.terms.wide
        for level in jackpot.levels.values()
    )
    note = LANGUAGE["office"]["below_seed"] if is_below else ""
    sheets = [
        desk.sheet("meters", METERS, rows, note),
        desk.sheet("house_prizes", POSTED, prizes),
    ]
    return desk.page("meters", sheets, meters=list(meter_cards(desk, floor.shown.values())))


def _posted(desk: Desk, floor: Floor, houses: list[JackpotState]) -> list[tuple[Cell, ...]]:
    """What the house posts, line by line, and the edge of each jackpot at these amounts."""
    rows: list[tuple[Cell, ...]] = []
    for jackpot in houses:
        tables = floor.tables_of(jackpot.jackpot)
        edge = house_edge(desk.running_site, jackpot, tables)
        rows += [
            (
                desk.jackpot_cell(jackpot.jackpot),
                desk.hand_of(jackpot.jackpot, outcome),
                cents,
                edge,
                desk.tables_cell(tables),
            )
            for outcome, cents in desk.posted_lines(jackpot)
        ]
    return rows


@router.get("/meters/{jackpot}/{level}")
async def meter(desk: MetersDesk, jackpot: str, level: str) -> Response:
    """One meter: value, settings, history, figures."""
    floor = await desk.floor()
    found = floor.shown.get(jackpot)
    if found is None or level not in found.levels:
        raise Refusal("LEVEL_UNKNOWN", "no_such_meter", where=f"{jackpot}/{level}")
    now_ms = desk.running_site.now_ms()
    history, play = await desk.books(history_and_pace, jackpot, level, now_ms=now_ms)
    ways = await asyncio.to_thread(ways_of, desk.running_site, found, floor.tables_of(jackpot))
    between = next((way.wagers_between[level] for way in ways), None)
    maximum = found.levels[level].setting.maximum_cents
    now = Point(now_ms, read_shown(floor.jackpots[jackpot].levels[level]))
    pace = wagers_per_hour(play, now_ms=now_ms)
    return desk.page(
        "meter",
        [await _moves(desk, floor, history, jackpot, level), _ways(desk, ways, level)],
        jackpot=found,
        level=found.levels[level],
        shown_cents=read_shown(found.levels[level]),
        paytable=desk.running_site.paytable_lookup[found.terms.paytable],
        tables=floor.tables_of(jackpot),
        chart=chart(
            history._replace(points=[*history.points, now]) if history.points else history,
            time_zone=desk.time_zone,
            maximum_cents=maximum,
        ),
        marks=sorted({MARKS.get(entry.event.kind, "correction") for entry in history.marks}),
        next_hit=_duration(hours_to(between, play, now_ms=now_ms)),
        pace="–" if pace is None else figures(decimal(pace, 1)),
        edge=_edge(ways),
        break_even=_break_even(ways, level),
        past=past_break_even(floor.jackpots[jackpot], ways),
    )


class ShownAwards(NamedTuple):
    """The awards that a meter's history names."""

    found: dict[str, AwardState]

    def award(self, name: str) -> AwardState:
        """How one of them stands."""
        return self.found[name]


# ---- inside -------------------------------------------------------------------------------------


def _row(desk: Desk, floor: Floor, jackpot: JackpotState, level: LevelState) -> tuple[Cell, ...]:
    setting, reading = level.setting, level.reading
    return (
        desk.jackpot_cell(jackpot.jackpot),
        Linked(
            desk.level_of(jackpot.jackpot, setting.level),
            f"/office/meters/{jackpot.jackpot}/{setting.level}",
        ),
        read_shown(level),
        None if jackpot.terms.wide else setting.seed_cents,  # the hub has it
        setting.maximum_cents,
        setting.rate_ppm,
        shown_down(reading.reserve_micros),
        shown_down(reading.overflow_micros),
        setting.reserve_ppm,
        level.hits,
        level.wins_cents,
        desk.tables_cell(floor.tables_of(jackpot.jackpot)),
        training_of(jackpot),
        jackpot.bets,
        shown_down(house_left(level)),
    )


def meter_cards(desk: Desk, jackpots: Iterable[JackpotState]) -> Iterator[tuple[str, ...]]:
    """Every meter that is played for: jackpot, level, its title, the level's name where there are
    several, the amount, and whether it plays for no money."""
    for jackpot in jackpots:
        if jackpot.status == "retired":
            continue
        for name, level in jackpot.levels.items():
            yield (
                jackpot.jackpot,
                name,
                desk.title_of(jackpot.jackpot),
                desk.level_of(jackpot.jackpot, name) if len(jackpot.levels) > 1 else "",
                dollars(read_shown(level)),
                training_of(jackpot),
            )


def training_of(jackpot: JackpotState) -> str:
    """Whether a jackpot plays for no money, as a cell says it."""
    return "training" if jackpot.terms.training else ""


async def _moves(desk: Desk, floor: Floor, history: History, jackpot: str, level: str) -> Sheet:
    """All that was no contribution, the newest first; an award and the restart that follows it are
    two movements (PS-61)."""
    named = [award for entry in history.marks for award in _awards_of(entry.event)]
    known = ShownAwards(await find_awards(desk.request, named))
    confirmers = {name: found.confirmed_by for name, found in known.found.items()}
    rows = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            PAID.get(change.cause) or entry.event.kind.replace("-", "_"),
            change.meter_micros,
            change.reserve_micros,
            change.overflow_micros,
            change.after.meter_micros,
            who_cell(desk, floor, entry, confirmers),
            why_text(entry.event),
        )
        for entry in reversed(history.marks)
        for change in reversed(causes_of(known, entry.event))
        if (change.jackpot, change.after.level) == (jackpot, level) and change.moves
    ]
    return desk.sheet("movements", MOVES, rows)


def _awards_of(event: Event) -> tuple[str, ...]:
    """The awards that an event paid or undid."""
    if isinstance(event, awards.AwardBackedOut):
        return (event.award,)
    return event.awards if isinstance(event, awards.MetersMoved) else ()


def _ways(desk: Desk, ways: tuple[Way, ...], level: str) -> Sheet:
    rows = [
        (
            way.options or "–",
            way.edge_now,
            way.edge_long_run,
            way.break_even_cents if way.top_level == level else None,
            _whole(way.wagers_between.get(level)),
            _whole(way.average_award_cents.get(level)),
        )
        for way in ways
    ]
    return desk.sheet("figures", WAYS, rows)


def _edge(ways: tuple[Way, ...]) -> str:
    """The least edge of all ways: what the house must know."""
    edges = [way.edge_now for way in ways if way.edge_now is not None]
    return percentage(percent(min(edges), 2)) if edges else "–"


def _break_even(ways: tuple[Way, ...], level: str) -> Cents | None:
    found = [way.break_even_cents for way in ways if way.top_level == level]
    return min((cents for cents in found if cents is not None), default=None)


def _whole(value: Fraction | None) -> int | None:
    return None if value is None else int(value + Fraction(1, 2))


def _duration(hours: Fraction | None) -> str:
    """A time to come, in the unit a person would use."""
    if hours is None:
        return "–"
    for unit, size in (("years", 8_766), ("days", 24), ("hours", 1)):
        if hours >= 2 * size or size == 1:
            text: str = LANGUAGE["office"]["durations"][unit]
            return text.format(figure=figures(decimal(hours / size, 1)))
    raise AssertionError
