"""How the floor was played, as rows of a table: pace, take-up and hold of each slice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from pitboss.books import Books, Period
from pitboss.books.period import HOUR_MS
from pitboss.books.play_reading import PlayedDays, SlicePlay, day_number, played_days, read_play
from pitboss.books.play_sums import DEALER, HOUR, SEAT, TABLE, WEEKDAY, Played, PlayOffer, plus
from pitboss.money import Micros, shown_down
from pitboss.reports.hold_law import HoldLimits, limits_of
from pitboss.reports.parsheet_text import decimal
from pitboss.reports.sheet import Cell, Column, columns
from pitboss.reports.source import ReportSource

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WITHIN, ABOVE, BELOW, FEW = "within", "above", "below", "few_wagers"
FIGURES = (
    "jackpot rounds:count hourly_rounds:figure bets:count bets_a_round:figure take_up:percent",
    "wagered:money hold:money hold_share:percent@hold theory:percent low:money high:money@low",
    "verdict:words prizes_won:count prizes_paid:money@prizes_won theory_exact* chance:words?",
)
BOXES = columns(
    "table jackpot box_bets:count+ chips:count+ variance:percent sensor_bets:count+?",
    "sensor_count:count+? sensor_variance:percent?",
)


class SliceKey(NamedTuple):
    """One line: the slice's value, its table if it is a seat, and the jackpot."""

    value: str
    table: str
    jackpot: str


class SliceLine(Struct, frozen=True):
    """A jackpot's play in one slice, with the rounds it was part of."""

    key: SliceKey
    rounds: int
    pace: Fraction | None  # rounds an hour, breaks apart
    places: int  # wagers there could have been: seats, empty ones included
    played: Played
    limits: HoldLimits | None

    @property
    def verdict(self) -> str:
        """Where the hold is, beside its limits; empty without limits."""
        if self.limits is None or not self.played.bets:
            return ""
        held = Fraction(self.played.house_micros, 1_000_000)
        if held < self.limits.low_cents:
            return BELOW
        return ABOVE if held > self.limits.high_cents else WITHIN


def slice_lines(
    books: Books,
    kind: str,
    asked: PlayedDays,
    own_paytables: str,
    *,
    table: str = "",
    jackpot: str = "",
) -> list[SliceLine]:
    """Every line of one kind of slice, of one table or jackpot if that is asked."""
    found = read_play(books, kind, asked)
    by_table = read_play(books, TABLE, asked) if kind == SEAT else {}
    parts: dict[SliceKey, list[tuple[PlayOffer, Played]]] = {}
    for (offer, value), played in found.items():
        if table in ("", offer.table) and jackpot in ("", offer.jackpot):
            named = offer.table if kind in (TABLE, SEAT) else ""
            parts.setdefault(SliceKey(value, named, offer.jackpot), []).append((offer, played))
    paces = _paces(found if kind != SEAT else by_table, kind, table)
    return [
        _line(key, each, paces, by_table, own_paytables)
        for key, each in sorted(parts.items(), key=lambda part: _order(part[0]))
        if key.jackpot
    ]


def columns_of(kind: str) -> tuple[Column, ...]:
    """The columns of a kind of slice."""
    names = {
        TABLE: "table", SEAT: "table seat:count@table", DEALER: "dealer", HOUR: "hour",
        WEEKDAY: "weekday:words",
    }  # fmt: skip
    return columns(names.get(kind, "shift:count"), *FIGURES)


def cells_of(
    line: SliceLine, kind: str, *, name: Callable[[str], Cell], title: Callable[[str], Cell]
) -> tuple[Cell, ...]:
    """A line's cells: `name` says a slice's value, `title` a jackpot."""
    played, limits, value = line.played, line.limits, line.key.value
    first: tuple[Cell, ...] = (name(line.key.table if kind in (TABLE, SEAT) else value),)
    if kind == SEAT:
        first = (*first, int(value))
    theory = None if limits is None else limits.mean
    wagered = Fraction(played.wager_micros, 1_000_000)
    share = None if theory is None or not wagered else theory / wagered
    return (
        *first,
        title(line.key.jackpot),
        line.rounds,
        "–" if line.pace is None else decimal(line.pace, 1),
        played.bets,
        "–" if not line.rounds else decimal(Fraction(played.bets, line.rounds), 2),
        Fraction(played.bets, line.places) if line.places else None,
        shown_down(Micros(played.wager_micros)),
        shown_down(Micros(played.house_micros)),
        Fraction(played.house_micros, played.wager_micros) if played.wager_micros else None,
        share,
        None if limits is None else limits.low_cents,
        None if limits is None else limits.high_cents,
        line.verdict,
        played.awards,
        shown_down(Micros(played.paid_micros)),
        "" if share is None else f"{share.numerator}/{share.denominator}",
        "" if limits is None or limits.is_firm else FEW,
    )


def name_value(kind: str, value: str) -> str:
    """A slice's value as a table shows it, but for people."""
    if kind == WEEKDAY:
        return WEEKDAYS[int(value) - 1]
    return f"{value}:00" if kind == HOUR else value


def box_rows(
    books: Books, asked: PlayedDays, title: Callable[[str], Cell]
) -> Iterator[tuple[Cell, ...]]:
    """The drop boxes that were counted: bets beside chips, and beside the sensors' own counters."""
    found: dict[tuple[str, str], Played] = {}
    for (offer, _), played in read_play(books, TABLE, asked).items():
        if played.box_bets or played.box_chips or played.sensor_count:
            key = offer.table, offer.jackpot
            found[key] = plus(found.get(key, Played()), played)
    for (table, jackpot), each in sorted(found.items()):
        yield (
            table,
            title(jackpot),
            each.box_bets,
            each.box_chips,
            _variance(each.box_bets, each.box_chips),
            each.sensor_bets or None,
            each.sensor_count or None,
            _variance(each.sensor_bets, each.sensor_count) if each.sensor_count else None,
        )


def days_begun(source: ReportSource) -> PlayedDays | None:
    """The gambling days that began in a report's period; None if none did."""
    begun = source.find_entries("shift-began")
    before = source.books.newest("shift-began", most=1, period=Period(0, source.period.from_ms))
    known = {entry.event.day for entry in before}
    numbers = [day_number(entry.event.day) for entry in begun if entry.event.day not in known]
    return PlayedDays(min(numbers), max(numbers)) if numbers else None


def play_of_days(books: Books, asked: PlayedDays) -> list[tuple[PlayOffer, Played]]:
    """What was played of each jackpot that a table offered in some days."""
    found = read_play(books, TABLE, asked).items()
    return [(offer, played) for (offer, _), played in found if offer.jackpot]


class ShownSlice(NamedTuple):
    """What a page shows of some days: the days as asked and as known, lines, and counted boxes."""

    asked: PlayedDays
    known: PlayedDays
    lines: list[SliceLine]
    boxes: list[tuple[Cell, ...]]


def show_slice(
    books: Books,
    kind: str,
    begin: str,
    end: str,
    own_paytables: str,
    *,
    table: str,
    jackpot: str,
) -> ShownSlice:
    """One kind of slice for a page; the last week if nobody says which days."""
    known = played_days(books)
    last = day_number(end) if end else known.last
    first = day_number(begin) if begin else max(known.first, last - 6)
    asked = PlayedDays(first, last)
    lines = slice_lines(books, kind, asked, own_paytables, table=table, jackpot=jackpot)
    boxes = [
        row
        for row in box_rows(books, asked, str)
        if table in ("", row[0]) and jackpot in ("", row[1])
    ]
    return ShownSlice(asked, known, lines, boxes)


# ---- inside -------------------------------------------------------------------------------------


def _variance(bets: int, counted: int) -> Fraction | None:
    return Fraction(counted - bets, bets) if bets else None


def _order(key: SliceKey) -> tuple[str, int, str, str]:
    number = int(key.value) if key.value.isdecimal() else 0
    return key.table, number, key.value, key.jackpot


def _paces(found: SlicePlay, kind: str, table: str) -> dict[tuple[str, str], Played]:
    """The rounds of each slice's value, whatever was wagered in them."""
    paces: dict[tuple[str, str], Played] = {}
    for (offer, value), played in found.items():
        if not offer.jackpot and table in ("", offer.table):
            key = (offer.table, "") if kind in (TABLE, SEAT) else ("", value)
            paces[key] = plus(paces.get(key, Played()), played)
    return paces


def _line(
    key: SliceKey,
    parts: list[tuple[PlayOffer, Played]],
    paces: dict[tuple[str, str], Played],
    by_table: SlicePlay,
    own_paytables: str,
) -> SliceLine:
    played = Played()
    for _, each in parts:
        played = plus(played, each)
    if by_table:  # a seat's rounds are those of its table, as long as that had the seat
        seat = int(key.value)
        rounds = places = sum(
            each.rounds
            for (offer, _), each in by_table.items()
            if (offer.table, offer.jackpot) == (key.table, key.jackpot) and seat <= offer.seats
        )
    else:
        rounds = played.rounds
        places = sum(each.rounds * offer.seats for offer, each in parts)
    pace = paces.get((key.table, "" if key.table else key.value), Played())
    hourly = Fraction(pace.paced * HOUR_MS, pace.paced_ms) if pace.paced_ms else None
    return SliceLine(key, rounds, hourly, places, played, limits_of(parts, own_paytables))
