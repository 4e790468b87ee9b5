"""R1: what every table accrued to each level, for the master games report, and how
each level came from its opening to its closing amount."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.books import Moved, Place
from pitboss.books.period import total
from pitboss.money import below_cent
from pitboss.reports.sheet import COUNT, MICROS, WORDS, Cell, Column, Sheet, sums
from pitboss.reports.source import ReportSource, cents_of, level_link
from pitboss.rules.law import REDUCTION_REASONS

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("accounting", "auditor")

ACCRUED = ("contributions", "voids")
ACCRUAL = (
    Column("table"), Column("jackpot"), Column("level", WORDS), Column("bets", COUNT),
    *sums("meter", "reserve", "overflow"), *sums("below_cent", kind=MICROS),
)  # fmt: skip
COIN_IN = (
    Column("table"), Column("jackpot"), Column("kind", WORDS),
    *sums("rounds", "rounds_voided", "bets", kind=COUNT), *sums("coin_in", "to_levels", "to_house"),
    *sums("below_cent", kind=MICROS), *sums("from_meter", "from_house", "from_tray", "envy"),
)  # fmt: skip
COIN_IN_OPTIONAL = (
    "below_cent", "from_meter", "from_house", "from_tray", "envy", "rounds_voided",
)  # fmt: skip
ACCOUNTS = ("meter", "reserve", "overflow")
# Every cause but adjustments, which are told apart by their reasons.
CAUSES = (
    "opening", "contributions", "voids", "awards", "restarts", "releases", "back-outs", "transfers",
    "top-ups",
)  # fmt: skip
COIN_IN_JOINED = (
    ("table", "jackpot", "kind"),
    ("rounds", "rounds_voided"),
    ("to_levels", "below_cent"),
    ("from_tray", "envy"),
)
# What a cause takes back stands below it.
EXPLAINED_JOINED = (
    ("jackpot", "level", "account"),
    ("moved_contributions", "moved_voids"),
    ("moved_awards", "moved_back_outs"),
    ("moved_restarts", "moved_releases"),
    (*(f"adjusted_{reason}" for reason in REDUCTION_REASONS), "moved_otherwise"),
)


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """What each table gave to each level; what it took in; and what moved each level."""
    return (
        source.sheet("accrual", ACCRUAL, _accrual(source), optional=("below_cent",)),
        source.sheet(
            "coin_in", COIN_IN, _coin_in(source), optional=COIN_IN_OPTIONAL, joined=COIN_IN_JOINED
        ),
        _explained(source),
    )  # fmt: skip


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
    columns = (
        Column("jackpot"), Column("level", WORDS), Column("account", WORDS), *sums("opening"),
        *sums(*(f"moved_{cause.replace('-', '_')}" for cause in CAUSES)),
        *sums(*(f"adjusted_{reason}" for reason in REDUCTION_REASONS)),
        *sums("moved_otherwise", "fractions", "closing"),
    )  # fmt: skip
    rows = [
        row
        for key in sorted(source.sums.closing)
        if key[0] not in source.training
        for row in _level_rows(source, key, reasons)
    ]
    optional = [column.name for column in columns[4:-1]]
    return source.sheet("explained", columns, rows, optional=optional, joined=EXPLAINED_JOINED)


def _level_rows(
    source: ReportSource,
    key: tuple[str, str],
    reasons: dict[tuple[str, str, str], list[int]],
) -> Iterator[tuple[Cell, ...]]:
    """The meter of a level, and its reserve and overflow where there is any."""
    jackpot, level = key
    opening, closing = source.sums.opening.get(key), source.sums.closing[key]
    moved = {
        cause: source.sums.total(jackpot=jackpot, level=level, cause=cause).amounts
        for cause in CAUSES
    }
    otherwise = source.sums.otherwise(jackpot, level)
    for place, account in enumerate(ACCOUNTS):
        parts = [
            opening[place] if opening else 0,
            *(moved[cause][place] for cause in CAUSES),
            *(
                reasons.get((jackpot, level, reason), [0, 0, 0])[place]
                for reason in REDUCTION_REASONS
            ),
            otherwise[place],
        ]
        if account != "meter" and not any(parts):
            continue
        cents = [cents_of(amount) for amount in parts]
        shown = cents_of(closing[place])
        at = level_link(jackpot, level)
        yield (source.title(jackpot), at, account, *cents, shown - sum(cents), shown)


def _adjusted(source: ReportSource) -> dict[tuple[str, str, str], list[int]]:
    """What was adjusted by hand, by level and reason."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for entry in source.entries("meter-adjusted"):
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
    """What wagers gave to each level, by table, less voids."""
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
