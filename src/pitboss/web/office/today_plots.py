"""The plots of the first page, each with its table: coin-in, take-up, meters, hits and cash."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pitboss.floor.money.meter import read_shown
from pitboss.floor.state.floor import JackpotState
from pitboss.lab.meter_life import wagers_until
from pitboss.maths.analysis import nearest_cents
from pitboss.money import Cents
from pitboss.notation import dollars, figures
from pitboss.refusal import Refusal
from pitboss.reports.parsheet_text import decimal
from pitboss.reports.sheet import Cell, Linked, Sheet, columns
from pitboss.reports.today_play import TodayPlay, today_play
from pitboss.web.office.desk import Desk
from pitboss.web.office.figures import Way, ways_of
from pitboss.web.office.meter_pages import training_of
from pitboss.web.office.plots import (
    NAME_WIDE,
    ROW_HIGH,
    WIDE,
    Spark,
    draw_hits,
    draw_hours,
    draw_spark,
    draw_tables,
)
from pitboss.words.language import WORDS

HALF, MOST = Fraction(1, 2), Fraction(9, 10)
HOURS = columns("hour coin_in:money+ week_ago:money+")
TABLES = columns("table bets:count+ places:count+ take_up:percent")
METERS = columns(
    "jackpot level meter:money break_even:money wagers_a_day:figure half_within:figure",
    "nine_within:figure average_award:money",
)
HITS = columns("time:time jackpot table hand total:money award*")
CASH = columns("cash_for amount:money+")


class MeterToday(Struct, frozen=True):
    """A meter on the first page: what it shows, where it has been, and what to expect."""

    jackpot: str
    level: str
    title: str
    name: str  # of the level, if there are several
    amount: str
    training: str
    spark: Spark | None
    half_within: str
    nine_within: str
    break_even: str
    break_even_percent: int | None  # how far the meter is on its way there

    @property
    def is_past(self) -> bool:
        """Whether players have the edge."""
        return self.break_even_percent is not None and self.break_even_percent >= 100


class TodayPlots:
    """What the page draws, and its tables."""

    def __init__(self, desk: Desk, play: TodayPlay, owed_cents: Cents, now_ms: int) -> None:
        self._desk, self._play = desk, play
        self.hours = draw_hours(play.hours)
        self.tables = list(zip(draw_tables(play.tables), play.tables, strict=True))
        self.tables_high = len(play.tables) * ROW_HIGH
        self.hits = draw_hits(play.hits, now_ms=now_ms, time_zone=desk.time_zone)
        self.wide, self.name_wide = WIDE, NAME_WIDE
        self.owed_cents = owed_cents
        self.mean_cents = nearest_cents(play.cash.need.mean_cents)
        self.enough_cents = play.cash.need.enough_cents
        self.cash_cents = Cents(owed_cents + self.enough_cents)
        self.wagers = play.cash.wagers
        self.unknown = desk.titles_of(play.cash.unknown)

    def sheets(self, meters: Sequence[tuple[Cell, ...]]) -> list[Sheet]:
        """The tables below the plots, in their order."""
        desk, play = self._desk, self._play
        said = WORDS["office"]["today"]["cash_for"]
        cash = [(said["owed"], self.owed_cents), (said["tomorrow"], self.enough_cents)]
        hours = [(f"{each.hour}:00", each.coin_in_cents, each.week_ago_cents)
                 for each in play.hours]  # fmt: skip
        tables = [
            (each.table, each.bets, each.places,
             Fraction(each.bets, each.places) if each.places else None)
            for each in play.tables
        ]  # fmt: skip
        hits = [
            (
                Linked(hit.at_ms, f"/office/wins/{hit.award}"),
                desk.title_of(hit.jackpot),
                hit.table,
                desk.hand_of(hit.jackpot, hit.outcome),
                hit.cents,
                hit.award,
            )
            for hit in reversed(play.hits)
        ]
        return [
            desk.sheet("today_hours", HOURS, hours),
            desk.sheet("today_tables", TABLES, tables),
            desk.sheet("today_meters", METERS, meters),
            desk.sheet("today_hits", HITS, hits),
            desk.sheet("today_cash", CASH, cash),
        ]


async def make_plots(
    desk: Desk,
    jackpots: Sequence[JackpotState],
    played_at: Mapping[str, Sequence[str]],
    owed_cents: Cents,
    now_ms: int,
) -> tuple[dict[str, Any], list[Sheet]]:
    """What the page's template draws, and its sheets; no plots while the books are made."""
    found: TodayPlay | None = None
    try:
        found = await desk.books(today_play, desk.site.own_paytables, now_ms)
    except Refusal as refusal:
        if refusal.code not in ("BOOKS_BEHIND", "BOOKS_UNAVAILABLE"):
            raise
    meters, rows = await asyncio.to_thread(_meters, desk, jackpots, played_at, found)
    if found is None:
        return {"plots": None, "meters": meters}, []
    plots = TodayPlots(desk, found, owed_cents, now_ms)
    return {"plots": plots, "meters": meters}, plots.sheets(rows)


# ---- inside -------------------------------------------------------------------------------------


def _meters(
    desk: Desk,
    jackpots: Iterable[JackpotState],
    played_at: Mapping[str, Sequence[str]],
    play: TodayPlay | None,
) -> tuple[list[MeterToday], list[tuple[Cell, ...]]]:
    meters, rows = [], []
    for jackpot in jackpots:
        ways = ways_of(desk.running_site, jackpot, played_at.get(jackpot.jackpot, ()))
        for level in jackpot.levels:
            meter, row = _meter(desk, jackpot, level, ways, play)
            meters.append(meter)
            rows.append(row)
    return meters, rows


def _meter(
    desk: Desk, jackpot: JackpotState, level: str, ways: Sequence[Way], play: TodayPlay | None
) -> tuple[MeterToday, tuple[Cell, ...]]:
    name, shown = jackpot.jackpot, read_shown(jackpot.levels[level])
    between = next((way.wagers_between.get(level) for way in ways), None)
    average = next((way.average_award_cents.get(level) for way in ways), None)
    evens = [way.break_even_cents for way in ways if way.top_level == level]
    even = min((cents for cents in evens if cents is not None), default=None)
    pace = None if play is None else play.wagers_a_day.get(name)
    half, most = (_within(between, pace, chance) for chance in (HALF, MOST))
    spark = None if play is None else draw_spark(play.meters.get((name, level), ()), even)
    title, said = desk.title_of(name), desk.level_of(name, level)
    row = (
        title,
        Linked(said, f"/office/meters/{name}/{level}"),
        shown,
        even,
        "–" if pace is None else decimal(pace, 1),
        half or "–",
        most or "–",
        None if average is None else nearest_cents(average),
    )
    meter = MeterToday(
        name,
        level,
        title,
        said if len(jackpot.levels) > 1 else "",
        dollars(shown),
        training_of(jackpot),
        spark,
        half,
        most,
        dollars(even) if even else "",
        int(Fraction(100 * shown, even)) if even else None,
    )
    return meter, row


def _within(between: Fraction | None, a_day: Fraction | None, chance: Fraction) -> str:
    """How long it takes with this chance until a meter is hit, at the pace of the last days."""
    if not between or not a_day:
        return ""
    days = wagers_until(1 / between, chance) / a_day
    unit, size = ("years", Fraction(36_525, 100)) if days > 730 else ("days", Fraction(1))
    if days < 2:
        unit, size = "hours", Fraction(1, 24)
    text: str = WORDS["office"]["durations"][unit]
    return text.format(figure=figures(decimal(days / size, 0)))
