"""R1: what every table accrued to each level, for the master games report, and how each level got
from its opening to its closing amount."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pitboss.books import Amounts, Moved, Place
from pitboss.books.period import total
from pitboss.money import below_cent
from pitboss.reports.compared import compare_totals
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource, cents_of, level_link
from pitboss.rules.cited_law import REDUCTION_REASONS

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("accounting", "auditor")

ACCRUED = ("contributions", "voids")
ACCRUAL = columns(
    "table jackpot level:words bets:count meter:money+ reserve:money+ overflow:money+",
    "below_cent:micros+?",
)
COIN_IN = columns(
    "table jackpot@table kind:words@table rounds:count+ rounds_voided:count+?@rounds bets:count+",
    "coin_in:money+ to_levels:money+ to_house:money+ below_cent:micros+?@to_levels",
    "from_meter:money+? from_house:money+? from_tray:money+? envy:money+?@from_tray",
)
ACCOUNTS = ("meter", "reserve", "overflow")
# Every cause except adjustments, which are listed by reason.
CAUSES = (
    "opening", "contributions", "voids", "awards", "restarts", "releases", "back-outs", "transfers",
    "top-ups",
)  # fmt: skip
TAKES_BACK = {"voids": "contributions", "back-outs": "awards", "releases": "restarts"}


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """What each table gave each level, what it took in, and what moved each level."""
    return compare_totals(source, _sheets, "coin_in", "explained", hold=True)


def _sheets(source: ReportSource) -> tuple[Sheet, ...]:
    return (
        source.sheet("accrual", ACCRUAL, _accrual(source)),
        source.sheet("coin_in", COIN_IN, _coin_in(source)),
        _explained(source),
    )


def _accrual(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    """By table, jackpot and level: what the wagers gave, less what voids took back."""
    wagers = _by_table(source, "wagers")
    for (table, jackpot, level), moved in sorted(_by_level(source).items()):
        amounts = moved.amounts
        below = sum(below_cent(amount) for amount in amounts)
        bets = wagers.get((table, jackpot), Moved()).bets
        cents = (cents_of(amount) for amount in amounts)
        at = level_link(jackpot, level)
        yield (table, source.title(jackpot), at, bets, *cents, below)


def _coin_in(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    """By table and jackpot: wagers, where they went, and what was won there."""
    wagers, prizes = _by_table(source, "wagers"), _by_table(source, "prizes")
    levels: dict[tuple[str, str], int] = {}
    for (table, jackpot, _), moved in _by_level(source).items():
        levels[table, jackpot] = levels.get((table, jackpot), 0) + sum(moved.amounts)
    for key in sorted(wagers.keys() | prizes.keys()):
        table, jackpot = key
        taken, won = wagers.get(key, Moved()), prizes.get(key, Moved())
        given = levels.get(key, 0)
        yield (
            table,
            source.title(jackpot),
            source.closing.kept_jackpot(jackpot).terms.kind,
            taken.rounds,
            taken.voids,
            taken.bets,
            cents_of(taken.wager_micros),
            cents_of(given),
            cents_of(taken.house_micros),
            below_cent(given) + below_cent(taken.house_micros),
            cents_of(won.from_meter_micros),
            cents_of(won.from_house_micros),
            cents_of(won.from_tray_micros),
            cents_of(won.envy_micros),
        )


def _explained(source: ReportSource) -> Sheet:
    """Opening, every cause, closing: each account of each level adds up to the cent."""
    reasons = _adjusted(source)
    first, *others = (f"adjusted_{reason}" for reason in REDUCTION_REASONS)
    explained = columns(
        "jackpot level:words@jackpot account:words@jackpot opening:money+",
        cause_columns(*CAUSES),
        f"{first}:money+?",
        *(f"{each}:money+?@{first}" for each in (*others, "moved_otherwise")),
        "fractions:money+? closing:money+",
    )
    rows = [
        row
        for key in sorted(source.sums.closing)
        if key[0] not in source.training
        for row in _level_rows(source, key, reasons)
    ]
    return source.sheet("explained", explained, rows)


def cause_columns(*causes: str) -> str:
    """A column for each cause; what a cause takes back goes in the same column."""
    named = {cause: f"moved_{cause.replace('-', '_')}:money+?" for cause in causes}
    under = {cause: f"@moved_{other}" for cause, other in TAKES_BACK.items()}
    return " ".join(f"{name}{under.get(cause, '')}" for cause, name in named.items())


def account_rows(
    named: Sequence[Cell], opening: Sequence[int], moved: Iterable[Sequence[int]], closing: Amounts
) -> Iterator[tuple[Cell, ...]]:
    """The meter of a level, and its reserve and overflow if any; each row adds up."""
    for place, account in enumerate(ACCOUNTS):
        parts = [opening[place], *(each[place] for each in moved)]
        if account != "meter" and not any(parts):
            continue
        cents = [cents_of(amount) for amount in parts]
        shown = cents_of(closing[place])
        yield (*named, account, *cents, shown - sum(cents), shown)


def _level_rows(
    source: ReportSource,
    key: tuple[str, str],
    reasons: dict[tuple[str, str, str], list[int]],
) -> Iterator[tuple[Cell, ...]]:
    jackpot, level = key
    sums = source.sums
    moved = [
        *(sums.total(jackpot=jackpot, level=level, cause=cause).amounts for cause in CAUSES),
        *(reasons.get((*key, reason), (0, 0, 0)) for reason in REDUCTION_REASONS),
        sums.otherwise(jackpot, level),
    ]
    named = (source.title(jackpot), level_link(jackpot, level))
    return account_rows(named, sums.opening.get(key, Amounts()), moved, sums.closing[key])


def _adjusted(source: ReportSource) -> dict[tuple[str, str, str], list[int]]:
    """What was adjusted by hand, by level and reason."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for entry in source.find_entries("meter-adjusted"):
        event = entry.event
        if event.jackpot in source.training:
            continue
        amounts = found.setdefault((event.jackpot, event.level, event.adjustment), [0, 0, 0])
        amounts[0] += event.movement.meter_micros
        amounts[1] += event.movement.reserve_micros
        amounts[2] += event.movement.overflow_micros
    return found


def _money(source: ReportSource) -> Iterator[tuple[Place, Moved]]:
    return (
        (place, moved)
        for place, moved in source.sums.moved.items()
        if place.jackpot not in source.training
    )


def _by_level(source: ReportSource) -> dict[tuple[str, str, str], Moved]:
    """What wagers gave each level, by table, less voids."""
    found: dict[tuple[str, str, str], list[Moved]] = {}
    for place, moved in _money(source):
        if place.cause in ACCRUED and place.level:
            found.setdefault((place.table, place.jackpot, place.level), []).append(moved)
    return {key: total(parts) for key, parts in found.items()}


def _by_table(source: ReportSource, cause: str) -> dict[tuple[str, str], Moved]:
    """What concerns a jackpot as a whole, by table."""
    found: dict[tuple[str, str], list[Moved]] = {}
    for place, moved in _money(source):
        if place.cause == cause:
            found.setdefault((place.table, place.jackpot), []).append(moved)
    return {key: total(parts) for key, parts in found.items()}
