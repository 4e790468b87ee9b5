"""A report's totals beside those of a week and a month before, and beside theory.

An earlier figure is the total of that period's own report, so both always agree. It is empty where
the record begins in that period or later, or where the periods would overlap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from pitboss.books import Period
from pitboss.local_time import local
from pitboss.money import MICROS_PER_CENT, PPM_WHOLE, Cents
from pitboss.reports.floor_play import days_begun, play_of_days
from pitboss.reports.hold_law import limits_of, terms_of
from pitboss.reports.sheet import COUNT, MONEY, Cell, Sheet, columns
from pitboss.reports.source import ReportSource, cents_of

WEEK = timedelta(days=7)
DECEMBER = 12
COMPARED = columns(
    "in_sheet:sheet figure:column this_period:money week_before:money month_before:money",
    "theory:money?",
)
COUNTED = columns(
    "in_sheet:sheet figure:column this_period:count week_before:count month_before:count"
)
HELD = ("played_by_table", "hold")  # as R17 has it
GIVEN = ("coin_in", "to_levels")

TotalPlace: TypeAlias = tuple[str, str]  # a sheet and its column
Shift: TypeAlias = Callable[[datetime, datetime], tuple[datetime, datetime] | None]


class PlayTotals(NamedTuple):
    """What the house kept of a period's wagers, and in theory: of them, and to the meters."""

    held_cents: Cents
    theory: Mapping[TotalPlace, Cents]


def compare_totals(
    source: ReportSource,
    make: Callable[[ReportSource], tuple[Sheet, ...]],
    *names: str,
    hold: bool = False,
) -> tuple[Sheet, ...]:
    """The sheets that `make` makes, and the totals of those with these `names` compared; also the
    `hold`, beside its theory."""
    periods = (_before(source, shift) for shift in (_week_before, _month_before))
    sources = [source, *(source.of(period) if period else None for period in periods)]
    made = [make(each) if each else () for each in sources]
    money, counts = (
        [_totals([each for each in sheets if each.name in names], kind) for sheets in made]
        for kind in (MONEY, COUNT)
    )
    theory: Mapping[TotalPlace, Cents] = {}
    for each, totals in zip(reversed(sources), reversed(money), strict=True):
        play = _play(each) if each and hold else None
        theory = play.theory if play else {}
        totals.update({HELD: play.held_cents} if play else {})
    amounts = ((*row, theory.get((row[0], row[1]))) for row in _rows(money))
    return (
        *made[0],
        source.sheet("compared", COMPARED, amounts),
        source.sheet("compared_counts", COUNTED, _rows(counts)),
    )


def _rows(found: list[dict[TotalPlace, int]]) -> Iterator[tuple[str, str, Cell, Cell, Cell]]:
    """Each figure now and before; one without any is left out."""
    for key, now in found[0].items():
        week, month = (each.get(key) for each in found[1:])
        if now or week or month:
            yield *key, now, week, month


def _totals(sheets: Iterable[Sheet], kind: str) -> dict[TotalPlace, int]:
    """Every total of this kind, by sheet and column."""
    return {
        (sheet.name, column.name): sheet.sum_of(place)
        for sheet in sheets
        for place, column in enumerate(sheet.columns)
        if column.summed and column.kind == kind
    }


def _play(source: ReportSource) -> PlayTotals | None:
    """The hold and its theory, where every wager has exact odds, and what was due to the meters;
    None unless the period's wagers are those of whole gambling days."""
    asked = days_begun(source)
    parts = play_of_days(source.books, asked) if asked else []
    wagered = source.sums.total(cause="wagers").wager_micros - sum(
        source.sums.total(cause="wagers", jackpot=each).wager_micros for each in source.training
    )
    limits = limits_of(parts, source.site.own_paytables)
    is_same = wagered == sum(played.wager_micros for _, played in parts)
    if not wagered or not is_same:
        return None
    given = Fraction(0)
    for offer, played in parts:
        levels = terms_of(offer.terms).levels if played.bets else ()
        ppm = sum(level.rate_ppm + level.reserve_ppm for level in levels)
        given += Fraction(played.wager_micros * ppm, PPM_WHOLE * MICROS_PER_CENT)
    held = sum(played.house_micros for _, played in parts)
    theory = {GIVEN: Cents(round(given))}
    if limits is not None and limits.mean is not None:
        theory[HELD] = Cents(round(limits.mean))
    return PlayTotals(cents_of(held), theory)


# ---- the periods before -------------------------------------------------------------------------


def _before(source: ReportSource, shift: Shift) -> Period | None:
    """The period shifted back on the house's clock; None if it overlaps, or if the record begins
    in it."""
    begin, end = (local(at_ms, source.site.time_zone) for at_ms in source.period)
    shifted, first = shift(begin, end), source.books.row(1)
    if shifted is None or first is None:
        return None
    before = Period(*map(_at_ms, shifted))
    is_known = first.at_ms <= before.from_ms < before.to_ms <= source.period.from_ms
    return before if is_known else None


def _week_before(begin: datetime, end: datetime) -> tuple[datetime, datetime]:
    return begin - WEEK, end - WEEK


def _month_before(begin: datetime, end: datetime) -> tuple[datetime, datetime] | None:
    """As many days, from the same day of the month before; None if that has no such day. Whole
    months are compared with whole ones."""
    first = _same_day_before(begin)
    if first is None:
        return None
    is_whole = begin.day == end.day == 1 and begin.time() == end.time()
    return first, (_same_day_before(end) if is_whole else None) or first + (end - begin)


def _same_day_before(moment: datetime) -> datetime | None:
    years, month = divmod(moment.month - 2, DECEMBER)
    try:
        return moment.replace(year=moment.year + years, month=month + 1, fold=0)
    except ValueError:
        return None


def _at_ms(moment: datetime) -> int:
    since = moment.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    return since // timedelta(milliseconds=1)
