"""Small pictures of the office's first page: the place of each bar, line and dot.

Floats are fine here: a screen position isn't an amount.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pitboss.local_time import local
from pitboss.notation import short_day, short_hour, whole_dollars
from pitboss.reports.parsheet_meters import tick_step
from pitboss.reports.today_play import DAY_MS, HITS_DAYS, HourPlay, MeterHit, MeterPoint, TablePlay

WIDE, HIGH, LEFT, TOP, BOTTOM = 480, 220, 56, 12, 28
SPARK_WIDE, SPARK_HIGH, SPARK_EDGE = 200, 44, 4
ROW_HIGH, NAME_WIDE = 30, 190
DOT_LEAST, DOT_MOST = 4.0, 11.0
WEEKS = 4  # ticks of a month


class PlotTick(Struct, frozen=True):
    """A figure beside an axis."""

    place: str
    label: str


class PlotBar(Struct, frozen=True):
    """A bar: where it begins, and how long it is."""

    x: str
    y: str
    wide: str
    high: str
    label: str


class HoursPlot(Struct, frozen=True):
    """Coin-in by hour: today's bars, and last week as a line of steps."""

    bars: tuple[PlotBar, ...]
    week_ago: str
    up: tuple[PlotTick, ...]
    across: tuple[PlotTick, ...]


class HitDot(Struct, frozen=True):
    """A hit on the timeline."""

    x: str
    y: str
    size: str
    hit: MeterHit


class HitsPlot(Struct, frozen=True):
    """The hits of a month: a row for each jackpot, dots by size."""

    high: int
    rows: tuple[PlotTick, ...]
    dots: tuple[HitDot, ...]
    across: tuple[PlotTick, ...]


class Spark(Struct, frozen=True):
    """A meter's two weeks as a line, with its break-even where that is in sight."""

    line: str
    x: str
    y: str
    break_even: str


def draw_hours(hours: Sequence[HourPlay]) -> HoursPlot | None:
    """Today's coin-in beside last week's; none if there was none."""
    most = max(max(each.coin_in_cents, each.week_ago_cents) for each in hours)
    if not most:
        return None
    step = max(100, tick_step(most))
    top = -(-most // step) * step
    slot = (WIDE - LEFT) / len(hours)

    def up(cents: int) -> float:
        return TOP + (1 - cents / top) * (HIGH - TOP - BOTTOM)

    bars, steps = [], []
    for number, each in enumerate(hours):
        x = LEFT + number * slot
        y, last = up(each.coin_in_cents), up(each.week_ago_cents)
        bars.append(
            PlotBar(
                f"{x + 2:.1f}", f"{y:.1f}", f"{slot - 4:.1f}", f"{HIGH - BOTTOM - y:.1f}", each.hour
            )
        )
        steps += [f"{x:.1f},{last:.1f}", f"{x + slot:.1f},{last:.1f}"]
    ticks = range(0, top + 1, step)
    return HoursPlot(
        tuple(bars),
        " ".join(steps),
        tuple(PlotTick(f"{up(cents):.1f}", whole_dollars(cents)) for cents in ticks),
        tuple(
            PlotTick(f"{LEFT + (number + 0.5) * slot:.1f}", short_hour(each.hour))
            for number, each in enumerate(hours)
            if number % 3 == 0
        ),
    )


def draw_tables(tables: Sequence[TablePlay]) -> tuple[PlotBar, ...]:
    """Take-up by table, as bars from the left; the whole width is every seat in every round."""
    wide = WIDE - NAME_WIDE
    return tuple(
        PlotBar(
            f"{NAME_WIDE}",
            f"{number * ROW_HIGH + 5}",
            f"{wide * each.bets / each.places if each.places else 0:.1f}",
            f"{ROW_HIGH - 10}",
            each.table,
        )
        for number, each in enumerate(tables)
    )


def draw_hits(hits: Sequence[MeterHit], *, now_ms: int, time_zone: str) -> HitsPlot | None:
    """A month of hits; none without any."""
    if not hits:
        return None
    jackpots = sorted({hit.jackpot for hit in hits})
    most = max(hit.cents for hit in hits)
    begin_ms = now_ms - HITS_DAYS * DAY_MS
    room = WIDE - NAME_WIDE - 2 * DOT_MOST

    def across(at_ms: int) -> float:
        share = min(1.0, max(0.0, (at_ms - begin_ms) / (now_ms - begin_ms)))
        return NAME_WIDE + DOT_MOST + share * room

    def up(jackpot: str) -> float:
        return (jackpots.index(jackpot) + 0.5) * ROW_HIGH

    dots = tuple(
        HitDot(
            f"{across(hit.at_ms):.1f}",
            f"{up(hit.jackpot):.1f}",
            f"{max(DOT_LEAST, DOT_MOST * (hit.cents / most) ** 0.5):.1f}",
            hit,
        )
        for hit in hits
    )
    times = [begin_ms + (now_ms - begin_ms) * n // WEEKS for n in range(WEEKS)]
    return HitsPlot(
        len(jackpots) * ROW_HIGH + BOTTOM,
        tuple(PlotTick(f"{up(each):.1f}", each) for each in jackpots),
        dots,
        tuple(PlotTick(f"{across(at):.1f}", short_day(local(at, time_zone))) for at in times),
    )


def draw_spark(points: Sequence[MeterPoint], break_even_cents: int | None) -> Spark | None:
    """A meter's line; its break-even is drawn where it is at most as far away as the line is high,
    because it would flatten the line otherwise."""
    if len(points) < 2 or points[0].at_ms == points[-1].at_ms:
        return None
    shown: list[int] = [point.cents for point in points]
    low, high = min(shown), max(shown)
    span = max(high - low, 100)
    in_sight = break_even_cents is not None and low - span <= break_even_cents <= high + span
    if in_sight and break_even_cents is not None:
        low, high = min(low, break_even_cents), max(high, break_even_cents)
    first_ms, last_ms = points[0].at_ms, points[-1].at_ms

    def across(at_ms: int) -> float:
        share = (at_ms - first_ms) / (last_ms - first_ms)
        return SPARK_EDGE + share * (SPARK_WIDE - 2 * SPARK_EDGE)

    def up(cents: int) -> float:
        share = (cents - low) / max(high - low, 100)
        return SPARK_EDGE + (1 - share) * (SPARK_HIGH - 2 * SPARK_EDGE)

    places = [f"{across(point.at_ms):.1f},{up(point.cents):.1f}" for point in points]
    x, _, y = places[-1].partition(",")
    mark = f"{up(break_even_cents):.1f}" if in_sight and break_even_cents is not None else ""
    return Spark(" ".join(places), x, y, mark)
