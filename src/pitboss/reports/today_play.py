"""What the office's first page draws: today beside the same day last week, meters of two weeks, the
hits of a month, and the cash that tomorrow may take. The keeper of the books answers it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.books import Books, Entry
from pitboss.books.period import HOUR_MS
from pitboss.books.play_reading import PlayedDays, SlicePlay, played_days, read_play
from pitboss.books.play_sums import HOUR, TABLE, PlayOffer
from pitboss.books.things import JACKPOT, Thing
from pitboss.books.won import WON_AT_TABLE
from pitboss.floor.money.meter import read_shown
from pitboss.floor.state.floor import AwardState, JackpotState, State
from pitboss.money import Cents, Micros, shown_down
from pitboss.reports.cash_law import CashNeed, find_cash_need, prize_lines

WEEK = 7
SPARK_HOURS = 14 * 24
HITS_DAYS, HITS_MOST = 30, 60  # of each meter
DAY_MS = 24 * HOUR_MS
ENOUGH = 0.95
UNDONE = ("backed out", "canceled")
RECENT_HOURS = (
    "SELECT hour, sum(meter_micros) FROM place CROSS JOIN hour ON hour.place = place.number"
    " WHERE jackpot = ? AND level = ? AND hour >= ? GROUP BY hour ORDER BY hour DESC"
)


class HourPlay(NamedTuple):
    """An hour of the clock: coin-in of today, and of the same day last week."""

    hour: str
    coin_in_cents: Cents
    week_ago_cents: Cents


class TablePlay(NamedTuple):
    """A table today: its wagers, and how many there could have been."""

    table: str
    bets: int
    places: int


class MeterHit(NamedTuple):
    """A prize off a meter, or one that the house posts."""

    at_ms: int
    jackpot: str
    table: str
    award: str
    outcome: str
    cents: Cents


class MeterPoint(NamedTuple):
    """What a meter showed at the end of an hour."""

    at_ms: int
    cents: Cents


class CashTomorrow(NamedTuple):
    """The cash that tomorrow's prizes take, by the wagers of the same day last week, or of an
    average day; `unknown` are jackpots whose chances nobody knows."""

    need: CashNeed
    wagers: int
    unknown: tuple[str, ...]


class TodayPlay(NamedTuple):
    """Everything the page draws."""

    hours: list[HourPlay]
    tables: list[TablePlay]
    hits: list[MeterHit]
    meters: dict[tuple[str, str], list[MeterPoint]]
    wagers_a_day: dict[str, Fraction]
    cash: CashTomorrow


def today_play(books: Books, own_paytables: str, now_ms: int) -> TodayPlay:
    """Read what the page draws; it grows with tables and jackpots, not with the journal."""
    known, state = played_days(books), books.state_after(books.end.seq)
    on = known.last
    playing = {
        name: each
        for name, each in state.jackpots.items()
        if each.status != "retired" and not each.terms.training
    }
    week = read_play(books, TABLE, PlayedDays(on - WEEK, on - 1))
    days = max(1, min(WEEK, on - known.first))
    return TodayPlay(
        _hours(books, state, on),
        _tables(read_play(books, TABLE, PlayedDays(on, on))),
        _hits(books, state, playing.values(), now_ms),
        {
            (name, level): _points(books, each, level, now_ms)
            for name, each in playing.items()
            for level in each.levels
        },
        _wagers_a_day(week, days),
        _cash(books, state, own_paytables, week, days),
    )


# ---- inside -------------------------------------------------------------------------------------


def _hours(books: Books, state: State, on: int) -> list[HourPlay]:
    """Every hour of the gambling day, from the one it begins in."""
    days = [_coin_in(read_play(books, HOUR, PlayedDays(day, day))) for day in (on, on - WEEK)]
    begins = int(state.site.day_begins[:2]) if state.site is not None else 0
    hours = [f"{(begins + number) % 24:02}" for number in range(24)]
    return [HourPlay(hour, *(day.get(hour, Cents(0)) for day in days)) for hour in hours]


def _coin_in(played: SlicePlay) -> dict[str, Cents]:
    found: dict[str, int] = {}
    for (_, hour), each in played.items():
        found[hour] = found.get(hour, 0) + each.wager_micros
    return {hour: shown_down(Micros(amount)) for hour, amount in found.items()}


def _tables(played: SlicePlay) -> list[TablePlay]:
    found: dict[str, tuple[int, int]] = {}
    for (offer, _), each in played.items():
        if offer.jackpot:
            bets, places = found.get(offer.table, (0, 0))
            found[offer.table] = bets + each.bets, places + each.rounds * offer.seats
    return [TablePlay(table, *counted) for table, counted in sorted(found.items())]


def _points(books: Books, jackpot: JackpotState, level: str, now_ms: int) -> list[MeterPoint]:
    """The meter now and at the end of each earlier hour that moved it, oldest first."""
    since = now_ms // HOUR_MS - SPARK_HOURS
    held = jackpot.levels[level].reading.meter_micros
    points = [MeterPoint(now_ms, read_shown(jackpot.levels[level]))]
    moved = books.store.execute(RECENT_HOURS, (jackpot.jackpot, level, since)).fetchall()
    for hour, change in moved:
        held -= change
        if held <= 0:  # it was opened then
            break
        points.append(MeterPoint(hour * HOUR_MS, shown_down(Micros(held))))
    return points[::-1]


def _hits(
    books: Books, state: State, jackpots: Iterable[JackpotState], now_ms: int
) -> list[MeterHit]:
    since_ms = now_ms - HITS_DAYS * DAY_MS
    found: dict[str, MeterHit] = {}
    for jackpot in jackpots:
        name = jackpot.jackpot
        entries = [
            entry for level in jackpot.levels for entry in books.movers(name, level, most=HITS_MOST)
        ]
        if not jackpot.levels:
            entries = books.find_naming(Thing(JACKPOT, name), most=5 * HITS_MOST)
        for entry in entries:
            for award in _awards_of(entry) if entry.at_ms >= since_ms else ():
                hit = _hit(entry, state.awards.get(award), name)
                if hit is not None:
                    found[award] = hit
    return sorted(found.values())


def _awards_of(entry: Entry) -> Iterator[str]:
    if entry.event.kind == "meters-moved":
        yield from entry.event.awards
    elif entry.event.kind in WON_AT_TABLE:
        yield from (each.award for each in entry.event.awards)


def _hit(entry: Entry, found: AwardState | None, jackpot: str) -> MeterHit | None:
    if found is None or found.status in UNDONE or not found.award.owed_cents:
        return None
    award = found.award
    if award.jackpot != jackpot:
        return None
    return MeterHit(
        entry.at_ms, jackpot, found.table, award.award, award.outcome, award.total_cents
    )


def _wagers_a_day(week: SlicePlay, days: int) -> dict[str, Fraction]:
    found: dict[str, int] = {}
    for (offer, _), each in week.items():
        found[offer.jackpot] = found.get(offer.jackpot, 0) + each.bets
    return {jackpot: Fraction(bets, days) for jackpot, bets in found.items() if jackpot}


def _cash(
    books: Books, state: State, own_paytables: str, week: SlicePlay, days: int
) -> CashTomorrow:
    """Tomorrow's weekday is that of six days ago."""
    on = played_days(books).last
    same = read_play(books, TABLE, PlayedDays(on + 1 - WEEK, on + 1 - WEEK))
    bets: dict[PlayOffer, int] = {}
    for (offer, _), each in (same or week).items():
        if offer.jackpot and each.bets > 0:
            counted = each.bets if same else -(-each.bets // days)
            bets[offer] = bets.get(offer, 0) + counted
    lines, unknown = [], []
    for offer, wagers in bets.items():
        jackpot = state.jackpots.get(offer.jackpot)
        if jackpot is None or jackpot.status == "retired":
            continue
        meters = {name: read_shown(level) for name, level in jackpot.levels.items()}
        found = prize_lines(offer, meters, own_paytables)
        if found is None:
            unknown.append(offer.jackpot)
        lines += [(line, wagers) for line in found or ()]
    need = find_cash_need(lines, ENOUGH)
    return CashTomorrow(need, sum(bets.values()), tuple(dict.fromkeys(unknown)))
